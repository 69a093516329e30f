// Counts the calls of a program that change files, and ends the program before one of them, or lets one fail.
//
// Preloaded (LD_PRELOAD) and told by variables of the environment:
//
//   FAULTS_PROGRAM  the program; other programs that inherit the variables are left alone
//   FAULTS_LOG      the file that takes a line for each call: number, function, inode, paths, separated by tabs. The first
//                   process of the program makes it; the others find it and are left alone
//   FAULTS_AT       the number of the call, from 1; none: calls are only counted
//   FAULTS_WITH     "kill": SIGKILL before the call; "short": a write writes half; a number: the call fails with this errno
//
// Streams 0 to 2 and what is no regular file are not counted.

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <unistd.h>

enum { passes, fails, writes_half };

// The real one: below, it is replaced.
static long (*real_syscall)(long, ...);
#define SYSCALL(...)                                                                               \
  (real_syscall ? real_syscall : (real_syscall = (long (*)(long, ...))dlsym(RTLD_NEXT, "syscall")))( \
      __VA_ARGS__)


static int log_descriptor = -1;
static atomic_long calls;
static long chosen;
static bool is_kill, is_short;
static int error_number;

// Lines of threads must not mix, and a killed process must have written its last one: one write each.
static void note(long number, const char *function, unsigned long inode, const char *path,
                 const char *other) {
  char line[2 * PATH_MAX + 100];
  int length = snprintf(line, sizeof line, "%ld\t%s\t%lu\t%s\t%s\n", number, function, inode, path,
                        other ? other : "");
  if (length >= (int)sizeof line) length = sizeof line - 1;
  if (SYSCALL(SYS_write, log_descriptor, line, (size_t)length) < 0) abort();
}

static int count(const char *function, unsigned long inode, const char *path, const char *other) {
  if (log_descriptor < 0) return passes;
  int saved = errno;
  long number = atomic_fetch_add(&calls, 1) + 1;
  note(number, function, inode, path ? path : "", other);
  errno = saved;
  if (number != chosen) return passes;
  if (is_kill) {
    SYSCALL(SYS_kill, SYSCALL(SYS_getpid), SIGKILL);
    for (;;) SYSCALL(SYS_pause);
  }
  if (is_short) return writes_half;
  errno = error_number;
  return fails;
}

static int count_path(const char *function, const char *path, const char *other) {
  return count(function, 0, path, other);
}

static int count_descriptor(const char *function, int descriptor) {
  struct stat status;
  if (log_descriptor < 0 || descriptor <= 2 || descriptor == log_descriptor) return passes;
  int saved = errno;
  bool is_file = SYSCALL(SYS_newfstatat, descriptor, "", &status, AT_EMPTY_PATH) == 0
    && (S_ISREG(status.st_mode) || S_ISDIR(status.st_mode));
  char link[64], path[PATH_MAX] = "";
  if (is_file) {
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t length = SYSCALL(SYS_readlinkat, AT_FDCWD, link, path, sizeof path - 1);
    path[length < 0 ? 0 : length] = 0;
  }
  errno = saved;
  return is_file ? count(function, status.st_ino, path, NULL) : passes;
}

__attribute__((constructor)) static void begin(void) {
  const char *program = getenv("FAULTS_PROGRAM"), *log = getenv("FAULTS_LOG");
  const char *at = getenv("FAULTS_AT"), *with = getenv("FAULTS_WITH");
  char self[PATH_MAX];
  ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
  if (!program || !log || length < 0) return;
  self[length] = 0;
  if (strcmp(self, program) != 0) return;
  int made = SYSCALL(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0600);
  if (made < 0) return;
  // Out of the way of programs that count on low numbers.
  log_descriptor = fcntl(made, F_DUPFD_CLOEXEC, 200);
  SYSCALL(SYS_close, made);
  chosen = at ? atol(at) : 0;
  is_kill = with && strcmp(with, "kill") == 0;
  is_short = with && strcmp(with, "short") == 0;
  error_number = with ? atoi(with) : 0;
}

#define REAL(name)                                                                                 \
  static __typeof__(&name) real;                                                                   \
  if (!real) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

// A function whose parameters are given with and without their types.
#define PATH_CALL(R, name, path, other, parameters, arguments)                                     \
  R name parameters {                                                                              \
    REAL(name);                                                                                    \
    if (count_path(#name, path, other) == fails) return -1;                                        \
    return real arguments;                                                                         \
  }
#define DESCRIPTOR_CALL(R, name, parameters, arguments)                                            \
  R name parameters {                                                                              \
    REAL(name);                                                                                    \
    if (count_descriptor(#name, fd) == fails) return -1;                                           \
    return real arguments;                                                                         \
  }
#define WRITE_CALL(name, size, half, parameters, arguments)                                        \
  ssize_t name parameters {                                                                        \
    REAL(name);                                                                                    \
    switch (count_descriptor(#name, fd)) {                                                         \
    case fails: return -1;                                                                         \
    case writes_half: size = half; break;                                                          \
    }                                                                                              \
    return real arguments;                                                                         \
  }

// MARK: - Opening

static bool makes(int flags) {
  return (flags & (O_CREAT | O_TRUNC)) || (flags & O_TMPFILE) == O_TMPFILE;
}

static mode_t mode_of(int flags, va_list list) {
  bool has = (flags & O_CREAT) || (flags & O_TMPFILE) == O_TMPFILE;
  return has ? va_arg(list, mode_t) : 0;
}

#define OPEN_CALL(name)                                                                            \
  int name(const char *path, int flags, ...) {                                                     \
    REAL(name);                                                                                    \
    va_list list;                                                                                  \
    va_start(list, flags);                                                                         \
    mode_t mode = mode_of(flags, list);                                                            \
    va_end(list);                                                                                  \
    if (makes(flags) && count_path("open", path, NULL) == fails) return -1;                        \
    return real(path, flags, mode);                                                                \
  }
#define OPENAT_CALL(name)                                                                          \
  int name(int directory, const char *path, int flags, ...) {                                      \
    REAL(name);                                                                                    \
    va_list list;                                                                                  \
    va_start(list, flags);                                                                         \
    mode_t mode = mode_of(flags, list);                                                            \
    va_end(list);                                                                                  \
    if (makes(flags) && count_path("open", path, NULL) == fails) return -1;                        \
    return real(directory, path, flags, mode);                                                     \
  }
OPEN_CALL(open)
OPEN_CALL(open64)
OPENAT_CALL(openat)
OPENAT_CALL(openat64)
PATH_CALL(int, creat, path, NULL, (const char *path, mode_t mode), (path, mode))
PATH_CALL(int, creat64, path, NULL, (const char *path, mode_t mode), (path, mode))
PATH_CALL(int, mkstemp, path, NULL, (char *path), (path))
PATH_CALL(int, mkstemp64, path, NULL, (char *path), (path))
PATH_CALL(int, mkostemp, path, NULL, (char *path, int flags), (path, flags))
PATH_CALL(int, mkostemp64, path, NULL, (char *path, int flags), (path, flags))

char *mkdtemp(char *path) {
  REAL(mkdtemp);
  return count_path("mkdtemp", path, NULL) == fails ? NULL : real(path);
}

FILE *fopen(const char *path, const char *mode) {
  REAL(fopen);
  if (mode[0] != 'r' && count_path("fopen", path, NULL) == fails) return NULL;
  return real(path, mode);
}

FILE *fopen64(const char *path, const char *mode) {
  REAL(fopen64);
  if (mode[0] != 'r' && count_path("fopen", path, NULL) == fails) return NULL;
  return real(path, mode);
}

// MARK: - Writing

WRITE_CALL(write, size, (size + 1) / 2, (int fd, const void *bytes, size_t size), (fd, bytes, size))
WRITE_CALL(pwrite, size, (size + 1) / 2, (int fd, const void *bytes, size_t size, off_t at),
           (fd, bytes, size, at))
WRITE_CALL(pwrite64, size, (size + 1) / 2, (int fd, const void *bytes, size_t size, off64_t at),
           (fd, bytes, size, at))
WRITE_CALL(writev, parts, (parts + 1) / 2, (int fd, const struct iovec *vectors, int parts),
           (fd, vectors, parts))
DESCRIPTOR_CALL(ssize_t, copy_file_range,
                (int from, off64_t *at, int fd, off64_t *to, size_t size, unsigned flags),
                (from, at, fd, to, size, flags))
DESCRIPTOR_CALL(int, ftruncate, (int fd, off_t size), (fd, size))
DESCRIPTOR_CALL(int, ftruncate64, (int fd, off64_t size), (fd, size))
DESCRIPTOR_CALL(int, fallocate, (int fd, int mode, off_t at, off_t size), (fd, mode, at, size))
DESCRIPTOR_CALL(int, fallocate64, (int fd, int mode, off64_t at, off64_t size),
                (fd, mode, at, size))
DESCRIPTOR_CALL(int, fsync, (int fd), (fd))
DESCRIPTOR_CALL(int, fdatasync, (int fd), (fd))
DESCRIPTOR_CALL(int, syncfs, (int fd), (fd))
DESCRIPTOR_CALL(int, fchmod, (int fd, mode_t mode), (fd, mode))
DESCRIPTOR_CALL(int, futimens, (int fd, const struct timespec times[2]), (fd, times))

void *mmap(void *start, size_t size, int protection, int flags, int fd, off_t at) {
  REAL(mmap);
  bool writes = (protection & PROT_WRITE) && (flags & MAP_SHARED) && fd >= 0;
  if (writes && count_descriptor("mmap", fd) == fails) return MAP_FAILED;
  return real(start, size, protection, flags, fd, at);
}

// MARK: - Names

PATH_CALL(int, rename, from, to, (const char *from, const char *to), (from, to))
PATH_CALL(int, renameat, from, to, (int a, const char *from, int b, const char *to),
          (a, from, b, to))
PATH_CALL(int, renameat2, from, to,
          (int a, const char *from, int b, const char *to, unsigned flags), (a, from, b, to, flags))

// The program exchanges two files by it, and waits until a file is written out: the C library has the functions only
// with _GNU_SOURCE.
long syscall(long number, ...) {
  va_list list;
  va_start(list, number);
  long a = va_arg(list, long), b = va_arg(list, long), c = va_arg(list, long),
       d = va_arg(list, long), e = va_arg(list, long), f = va_arg(list, long);
  va_end(list);
  if (number == SYS_renameat2 && count_path("renameat2", (char *)b, (char *)d) == fails) return -1;
  if (number == SYS_sync_file_range && (unsigned)d == 7 &&
      count_descriptor("sync_file_range", (int)a) == fails)
    return -1;
  return SYSCALL(number, a, b, c, d, e, f);
}

PATH_CALL(int, link, from, to, (const char *from, const char *to), (from, to))
PATH_CALL(int, linkat, from, to, (int a, const char *from, int b, const char *to, int flags),
          (a, from, b, to, flags))
PATH_CALL(int, symlink, path, target, (const char *target, const char *path), (target, path))
PATH_CALL(int, symlinkat, path, target, (const char *target, int at, const char *path),
          (target, at, path))
PATH_CALL(int, unlink, path, NULL, (const char *path), (path))
PATH_CALL(int, unlinkat, path, NULL, (int at, const char *path, int flags), (at, path, flags))
PATH_CALL(int, remove, path, NULL, (const char *path), (path))
PATH_CALL(int, rmdir, path, NULL, (const char *path), (path))
PATH_CALL(int, mkdir, path, NULL, (const char *path, mode_t mode), (path, mode))
PATH_CALL(int, mkdirat, path, NULL, (int at, const char *path, mode_t mode), (at, path, mode))
PATH_CALL(int, truncate, path, NULL, (const char *path, off_t size), (path, size))
PATH_CALL(int, truncate64, path, NULL, (const char *path, off64_t size), (path, size))
PATH_CALL(int, chmod, path, NULL, (const char *path, mode_t mode), (path, mode))
PATH_CALL(int, fchmodat, path, NULL, (int at, const char *path, mode_t mode, int flags),
          (at, path, mode, flags))
PATH_CALL(int, utimes, path, NULL, (const char *path, const struct timeval times[2]),
          (path, times))
PATH_CALL(int, utimensat, path, NULL,
          (int at, const char *path, const struct timespec times[2], int flags),
          (at, path, times, flags))
