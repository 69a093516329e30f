// Calls of the system that Swift cannot import: they are variadic, hidden, or named otherwise on each system.

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#ifdef __APPLE__

// A file without a name takes the place of one in memory.
static inline int fork_memory_file(const char *name) {
  char path[] = "/tmp/fork-XXXXXX";
  int file = mkostemp(path, O_CLOEXEC);
  if (file >= 0) unlink(path);
  return file;
}

int fork_addchdir(posix_spawn_file_actions_t *actions, const char *path)
    __asm__("_posix_spawn_file_actions_addchdir_np");

// There is no ppoll: a signal that comes just before the wait is noticed after a second.
static inline int fork_poll(struct pollfd *waited, unsigned count, const sigset_t *signals) {
  sigset_t held;
  pthread_sigmask(SIG_SETMASK, signals, &held);
  int ready = poll(waited, count, 1000), cause = errno;
  pthread_sigmask(SIG_SETMASK, &held, NULL);
  errno = cause;
  return ready;
}

// fsync passes a file to the disk, and returns before it is there.
static inline void fork_write_out(int file, int waits) {
  if (waits) (void)fsync(file);
}

static inline int fork_rename(const char *file, int directory, const char *name, int exchanges) {
  return renameatx_np(AT_FDCWD, file, directory, name, exchanges ? RENAME_SWAP : RENAME_EXCL);
}

#else

#include <sys/syscall.h>

// A file in memory that no program inherits.
static inline int fork_memory_file(const char *name) {
  return (int)syscall(SYS_memfd_create, name, 1u /* MFD_CLOEXEC */);
}

// Sets the working directory of a process to start; glibc declares it only with _GNU_SOURCE.
int fork_addchdir(posix_spawn_file_actions_t *actions, const char *path)
    __asm__("posix_spawn_file_actions_addchdir_np");

// Waits without a limit of time; the kernel's signal sets have 64 bits.
static inline int fork_poll(struct pollfd *waited, unsigned count, const sigset_t *signals) {
  return (int)syscall(SYS_ppoll, waited, (unsigned long)count, (void *)0, signals, 8);
}

// sync_file_range: starts writing what of a file is not on the disk yet, and waits for it where that is asked for.
static inline void fork_write_out(int file, int waits) {
  (void)syscall(SYS_sync_file_range, file, 0L, 0L, waits ? 7u : 2u);
}

// renameat2: each of two files gets the other's name, at once; or it is an error if there is a file of that name.
static inline int fork_rename(const char *file, int directory, const char *name, int exchanges) {
  return (int)syscall(SYS_renameat2, AT_FDCWD, file, directory, name, exchanges ? 2u : 1u);
}

#endif
