#include <git2.h>
#include <git2/sys/odb_backend.h>
#include <git2/sys/repository.h>
#include <zlib.h>

// In place of git_libgit2_opts, which is variadic: Swift imports no variadic functions.

int fork_git_set_owner_validation(int enabled);
int fork_git_set_extensions(const char **extensions, size_t count);
int fork_git_set_hash_verification(int enabled);
int fork_git_set_directory_sync(int enabled);

// Takes in whole blocks of 64 bytes; 0 where the processor has no instructions for it, and nothing was done.
int fork_sha1_add_blocks(uint32_t words[5], const uint8_t *bytes, size_t count);

// memfd_create and ppoll are hidden without _GNU_SOURCE.

#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <unistd.h>

static inline int fork_memory_file(const char *name) {
  return (int)syscall(SYS_memfd_create, name, 1u /* MFD_CLOEXEC */);
}

// Sets the working directory of a process to start; glibc declares it only with _GNU_SOURCE.
int fork_addchdir(posix_spawn_file_actions_t *actions, const char *path)
    __asm__("posix_spawn_file_actions_addchdir_np");

// Waits without a limit of time; the kernel's signal sets have 64 bits.
static inline int fork_poll(struct pollfd *waited, unsigned long count, const sigset_t *signals) {
  return (int)syscall(SYS_ppoll, waited, count, (void *)0, signals, 8);
}

// sync_file_range: starts writing what of a file is not on the disk yet, and waits for it where that is asked for.
static inline void fork_write_out(int file, int waits) {
  (void)syscall(SYS_sync_file_range, file, 0L, 0L, waits ? 7u : 2u);
}

#include <fcntl.h>
#include <linux/stat.h>

// statx: when a file was made, in nanoseconds since 1970; 0 where the file system does not know.
static inline int64_t fork_birth_time(int file) {
  struct statx status = {0};
  long failure = syscall(SYS_statx, file, "", 0x1000 /* AT_EMPTY_PATH */, STATX_BTIME, &status);
  if (failure != 0 || !(status.stx_mask & STATX_BTIME)) return 0;
  return status.stx_btime.tv_sec * 1000000000ll + status.stx_btime.tv_nsec;
}

// renameat2 with RENAME_EXCHANGE: each of two files gets the other's name, at once.
static inline int fork_exchange(const char *file, int directory, const char *name) {
  return (int)syscall(SYS_renameat2, AT_FDCWD, file, directory, name, 2u);
}

// renameat2 with RENAME_NOREPLACE: an error if there is a file of that name already.
static inline int fork_rename_new(const char *file, int directory, const char *name) {
  return (int)syscall(SYS_renameat2, AT_FDCWD, file, directory, name, 1u);
}
