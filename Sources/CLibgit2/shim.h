#include <git2.h>
#include <git2/sys/repository.h>

// git_libgit2_opts is variadic, and Swift imports no variadic functions.

static inline int fork_git_set_owner_validation(int enabled) {
  return git_libgit2_opts(GIT_OPT_SET_OWNER_VALIDATION, enabled);
}

static inline int fork_git_set_extensions(const char **extensions, size_t count) {
  return git_libgit2_opts(GIT_OPT_SET_EXTENSIONS, extensions, count);
}

// memfd_create is hidden without _GNU_SOURCE.

#include <sys/syscall.h>
#include <unistd.h>

static inline int fork_memory_file(const char *name) {
  return (int)syscall(SYS_memfd_create, name, 1u /* MFD_CLOEXEC */);
}
