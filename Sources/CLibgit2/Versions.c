// The structure of libgit2 that is used and differs between its versions, in the layout of the version that is loaded:
// git_config_entry has two members more since 1.8, before the level. The headers are those of one version.

#include "shim.h"

static int minor_version(void) {
  int major = 0, minor = 0, revision = 0;
  git_libgit2_version(&major, &minor, &revision);
  return minor;
}

git_config_level_t fork_git_config_level(const git_config_entry *entry) {
  struct first {
    const char *name, *value;
    unsigned int include_depth;
    git_config_level_t level;
  };
  struct since_1_8 {
    const char *name, *value, *backend_type, *origin_path;
    unsigned int include_depth;
    git_config_level_t level;
  };
  return minor_version() < 8 ? ((const struct first *)entry)->level
                             : ((const struct since_1_8 *)entry)->level;
}
