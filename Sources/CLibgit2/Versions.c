// The structures of libgit2 that are used and differ between its versions, in the layout of the version that is loaded:
//   1.7  a member of git_fetch_options, before follow_redirects
//   1.8  two members of git_config_entry, before the level; one of git_push_options, at its end
//   1.9  one of git_remote_callbacks, at its end, which moves what follows them in the options of a call to a server
// The headers are those of one version, so nothing here uses a member that another version has elsewhere.

#include "shim.h"
#include <stddef.h>
#include <string.h>

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

// Space for the options of any version, as its own functions initialize them.
struct options {
  unsigned int version, parallelism;
  void *rest[128];
};

// The members that follow the callbacks in the options of a connection and of a push.
struct members {
  git_proxy_options proxy;
  git_remote_redirect_t redirects;
  git_strarray headers;
};
// Those of a fetch.
struct fetch_members {
  int prune, update_fetchhead, download_tags;
  git_proxy_options proxy;
  git_remote_redirect_t redirects;
  git_strarray headers;
};
struct fetch_members_since_1_7 {
  int prune, update_fetchhead, download_tags;
  git_proxy_options proxy;
  int depth;
  git_remote_redirect_t redirects;
  git_strarray headers;
};

// Sets the callbacks, and returns the members that follow them.
static void *following(struct options *options, const git_remote_callbacks *callbacks) {
  const size_t set = offsetof(git_remote_callbacks, resolve_url);
  size_t size = set + sizeof callbacks->resolve_url;
  if (minor_version() >= 9) size += sizeof(void *);
  memcpy(options->rest, callbacks, set);
  return (char *)options->rest + size;
}

#define SET(members, given)                                                                        \
  do {                                                                                             \
    (members)->proxy.type = GIT_PROXY_AUTO;                                                        \
    (members)->redirects = GIT_REMOTE_REDIRECT_INITIAL;                                            \
    (members)->headers = *(given);                                                                 \
  } while (0)

int fork_git_remote_connect(git_remote *remote, git_direction direction,
    const git_remote_callbacks *callbacks, const git_strarray *headers) {
  struct options options;
  git_remote_connect_options_init((void *)&options, GIT_REMOTE_CONNECT_OPTIONS_VERSION);
  struct members *members = following(&options, callbacks);
  SET(members, headers);
  return git_remote_connect_ext(remote, direction, (void *)&options);
}

int fork_git_remote_download(git_remote *remote, const git_strarray *specifications,
    const git_remote_callbacks *callbacks, const git_strarray *headers) {
  struct options options;
  git_fetch_options_init((void *)&options, GIT_FETCH_OPTIONS_VERSION);
  void *members = following(&options, callbacks);
  if (minor_version() < 7) {
    SET((struct fetch_members *)members, headers);
  } else {
    SET((struct fetch_members_since_1_7 *)members, headers);
  }
  return git_remote_download(remote, specifications, (void *)&options);
}

int fork_git_remote_upload(git_remote *remote, const git_strarray *specifications,
    const git_remote_callbacks *callbacks, const git_strarray *headers) {
  struct options options;
  git_push_options_init((void *)&options, GIT_PUSH_OPTIONS_VERSION);
  struct members *members = following(&options, callbacks);
  SET(members, headers);
  return git_remote_upload(remote, specifications, (void *)&options);
}
