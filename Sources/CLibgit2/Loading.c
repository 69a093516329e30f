// libgit2, loaded by the first call of any of its functions: it brings a dozen libraries with it, whose loading takes
// longer than the merge of a small document, and many commands open no repository.
//
// Each function of libgit2 that is called anywhere has its line here; without one, linking ends with an undefined
// reference to it. The compiler checks every line against git2.h.

#define _GNU_SOURCE  // for program_invocation_short_name
#include "compression.h"
#include "shim.h"
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

// The version of the headers: another one may have other structures.
#ifdef __APPLE__
#define LIBGIT2_FILE "libgit2." LIBGIT2_SOVERSION ".dylib"
#define ZLIB_FILE "libz.1.dylib"
static const char *program_name(void) { return getprogname(); }
#else
#define LIBGIT2_FILE "libgit2.so." LIBGIT2_SOVERSION
#define ZLIB_FILE "libz.so.1"
static const char *program_name(void) { return program_invocation_short_name; }
#endif

static void *open_library(const char *name) { return dlopen(name, RTLD_LAZY | RTLD_LOCAL); }

// Ends the process as the loader does if a library of a program is missing: with a message, and with 127.
static _Noreturn void refuse(void) {
  fprintf(stderr, "%s: cannot load libgit2: %s\n", program_name(), dlerror());
  fprintf(stderr, "  hint: the program was built with version " LIBGIT2_SOVERSION "; ");
  fprintf(stderr, "on Debian and Ubuntu, apt-get install libgit2-" LIBGIT2_SOVERSION "\n");
  exit(127);
}

// Returns a value that is found once and kept. Threads that meet here may find it twice, which does no harm: a handle is
// counted and never closed.
#define KEPT(known, value)                                                                         \
  do {                                                                                             \
    void *present = __atomic_load_n(known, __ATOMIC_ACQUIRE);                                      \
    if (present) return present;                                                                   \
    present = value;                                                                               \
    __atomic_store_n(known, present, __ATOMIC_RELEASE);                                            \
    return present;                                                                                \
  } while (0)

static void *library(void) {
  static void *known;
  KEPT(&known, open_library(LIBGIT2_FILE) ?: (refuse(), NULL));
}

// zlib, which libgit2 needs too. It is loaded alone where libgit2 is not needed.
static void *compression(void) {
  static void *known;
  KEPT(&known, open_library(ZLIB_FILE) ?: library());
}

static inline void *known_address_of(const char *name, void *(*from)(void), void **known) {
  KEPT(known, dlsym(from(), name) ?: (refuse(), NULL));
}

// The library of the functions that follow.
#define FROM library

#define LOADED(name)                                                                               \
  static void *known;                                                                              \
  __typeof__(name) *function = (__typeof__(name) *)known_address_of(#name, FROM, &known)

#define FORWARD0(R, name) R name(void) { LOADED(name); return function(); }
#define FORWARD1(R, name, A) R name(A a) { LOADED(name); return function(a); }
#define FORWARD2(R, name, A, B) R name(A a, B b) { LOADED(name); return function(a, b); }
#define FORWARD3(R, name, A, B, C) R name(A a, B b, C c) { LOADED(name); return function(a, b, c); }
#define FORWARD4(R, name, A, B, C, D)                                                              \
  R name(A a, B b, C c, D d) { LOADED(name); return function(a, b, c, d); }
#define FORWARD5(R, name, A, B, C, D, E)                                                           \
  R name(A a, B b, C c, D d, E e) { LOADED(name); return function(a, b, c, d, e); }
#define FORWARD6(R, name, A, B, C, D, E, F)                                                        \
  R name(A a, B b, C c, D d, E e, F f) { LOADED(name); return function(a, b, c, d, e, f); }
#define FORWARD8(R, name, A, B, C, D, E, F, G, H)                                                  \
  R name(A a, B b, C c, D d, E e, F f, G g, H h) {                                                 \
    LOADED(name);                                                                                  \
    return function(a, b, c, d, e, f, g, h);                                                       \
  }

// git_libgit2_opts is variadic, and Swift imports no variadic functions.

int fork_git_set_owner_validation(int enabled) {
  LOADED(git_libgit2_opts);
  return function(GIT_OPT_SET_OWNER_VALIDATION, enabled);
}

int fork_git_set_extensions(char **extensions, size_t count) {
  LOADED(git_libgit2_opts);
  return function(GIT_OPT_SET_EXTENSIONS, extensions, count);
}

int fork_git_set_hash_verification(int enabled) {
  LOADED(git_libgit2_opts);
  return function(GIT_OPT_ENABLE_STRICT_HASH_VERIFICATION, enabled);
}

int fork_git_set_directory_sync(int enabled) {
  LOADED(git_libgit2_opts);
  return function(GIT_OPT_ENABLE_FSYNC_GITDIR, enabled);
}

int fork_git_set_cache_size(size_t bytes) {
  LOADED(git_libgit2_opts);
  return function(GIT_OPT_SET_CACHE_MAX_SIZE, bytes);
}

FORWARD5(int, git_attr_get, const char **, git_repository *, uint32_t, const char *, const char *)
FORWARD1(git_attr_value_t, git_attr_value, const char *)
FORWARD1(void, git_buf_dispose, git_buf *)
FORWARD5(int, git_config_add_file_ondisk, git_config *, const char *, git_config_level_t,
    const git_repository *, int)
FORWARD3(int, git_config_delete_multivar, git_config *, const char *, const char *)
FORWARD1(void, git_config_free, git_config *)
FORWARD3(int, git_config_get_bool, int *, const git_config *, const char *)
FORWARD3(int, git_config_get_int64, int64_t *, const git_config *, const char *)
FORWARD3(int, git_config_get_string_buf, git_buf *, const git_config *, const char *)
FORWARD1(void, git_config_iterator_free, git_config_iterator *)
FORWARD3(int, git_config_iterator_glob_new, git_config_iterator **, const git_config *,
    const char *)
FORWARD4(int, git_config_multivar_iterator_new, git_config_iterator **, const git_config *,
    const char *, const char *)
FORWARD1(int, git_config_new, git_config **)
FORWARD2(int, git_config_next, git_config_entry **, git_config_iterator *)
FORWARD3(int, git_config_open_level, git_config **, const git_config *, git_config_level_t)
FORWARD4(int, git_config_set_multivar, git_config *, const char *, const char *, const char *)
FORWARD3(int, git_config_set_string, git_config *, const char *, const char *)
FORWARD0(const git_error *, git_error_last)
FORWARD2(int, git_error_set_str, int, const char *)
FORWARD4(int, git_filter_list_apply_to_buffer, git_buf *, git_filter_list *, const char *, size_t)
FORWARD1(void, git_filter_list_free, git_filter_list *)
FORWARD6(int, git_filter_list_load, git_filter_list **, git_repository *, git_blob *, const char *,
    git_filter_mode_t, uint32_t)
FORWARD0(int, git_libgit2_init)
FORWARD3(int, git_libgit2_version, int *, int *, int *)
FORWARD5(int, git_merge_file, git_merge_file_result *, const git_merge_file_input *,
    const git_merge_file_input *, const git_merge_file_input *, const git_merge_file_options *)
FORWARD2(int, git_merge_file_input_init, git_merge_file_input *, unsigned int)
FORWARD2(int, git_merge_file_options_init, git_merge_file_options *, unsigned int)
FORWARD1(void, git_merge_file_result_free, git_merge_file_result *)
FORWARD1(void, git_object_free, git_object *)
FORWARD1(const git_oid *, git_object_id, const git_object *)
FORWARD3(int, git_object_peel, git_object **, const git_object *, git_object_t)
FORWARD2(int, git_object_short_id, git_buf *, const git_object *)
FORWARD1(const char *, git_object_type2string, git_object_t)
FORWARD3(int, git_odb_add_alternate, git_odb *, git_odb_backend *, int)
FORWARD3(int, git_odb_add_backend, git_odb *, git_odb_backend *, int)
FORWARD2(void *, git_odb_backend_data_alloc, git_odb_backend *, size_t)
FORWARD2(int, git_odb_backend_pack, git_odb_backend **, const char *)
FORWARD2(int, git_odb_exists, git_odb *, const git_oid *)
FORWARD3(int, git_odb_exists_ext, git_odb *, const git_oid *, unsigned int)
FORWARD4(int, git_odb_exists_prefix, git_oid *, git_odb *, const git_oid *, size_t)
FORWARD1(void, git_odb_free, git_odb *)
FORWARD4(int, git_odb_hash, git_oid *, const void *, size_t, git_object_t)
FORWARD3(int, git_odb_hashfile, git_oid *, const char *, git_object_t)
FORWARD2(int, git_odb_init_backend, git_odb_backend *, unsigned int)
FORWARD1(const void *, git_odb_object_data, git_odb_object *)
FORWARD1(void, git_odb_object_free, git_odb_object *)
FORWARD1(size_t, git_odb_object_size, git_odb_object *)
FORWARD1(git_object_t, git_odb_object_type, git_odb_object *)
FORWARD1(int, git_odb_new, git_odb **)
FORWARD3(int, git_odb_read, git_odb_object **, git_odb *, const git_oid *)
FORWARD4(int, git_odb_read_header, size_t *, git_object_t *, git_odb *, const git_oid *)
FORWARD1(int, git_odb_refresh, struct git_odb *)
FORWARD5(int, git_odb_write, git_oid *, git_odb *, const void *, size_t, git_object_t)
FORWARD1(void, git_patch_free, git_patch *)
FORWARD8(int, git_patch_from_buffers, git_patch **, const void *, size_t, const char *, const void *,
    size_t, const char *, const git_diff_options *)
FORWARD2(int, git_patch_to_buf, git_buf *, git_patch *)
FORWARD1(void, git_reference_free, git_reference *)
FORWARD1(void, git_reference_iterator_free, git_reference_iterator *)
FORWARD3(int, git_reference_iterator_glob_new, git_reference_iterator **, git_repository *,
    const char *)
FORWARD3(int, git_reference_lookup, git_reference **, git_repository *, const char *)
FORWARD2(int, git_reference_name_is_valid, int *, const char *)
FORWARD3(int, git_reference_name_to_id, git_oid *, git_repository *, const char *)
FORWARD2(int, git_reference_next_name, const char **, git_reference_iterator *)
FORWARD1(const git_oid *, git_reference_target, const git_reference *)
FORWARD1(const char *, git_repository_commondir, const git_repository *)
FORWARD1(void, git_repository_free, git_repository *)
FORWARD5(int, git_repository_hashfile, git_oid *, git_repository *, const char *, git_object_t,
    const char *)
FORWARD1(int, git_repository_is_shallow, git_repository *)
FORWARD1(int, git_repository_is_worktree, const git_repository *)
FORWARD4(int, git_repository_open_ext, git_repository **, const char *, unsigned int, const char *)
FORWARD1(const char *, git_repository_path, const git_repository *)
FORWARD2(int, git_repository_set_config, git_repository *, git_config *)
FORWARD2(int, git_repository_set_odb, git_repository *, git_odb *)
FORWARD3(int, git_repository_set_workdir, git_repository *, const char *, int)
FORWARD1(int, git_repository_state, git_repository *)
FORWARD1(const char *, git_repository_workdir, const git_repository *)
FORWARD3(int, git_revparse_single, git_object **, git_repository *, const char *)
FORWARD2(const git_status_entry *, git_status_byindex, git_status_list *, size_t)
FORWARD1(size_t, git_status_list_entrycount, git_status_list *)
FORWARD1(void, git_status_list_free, git_status_list *)
FORWARD3(int, git_status_list_new, git_status_list **, git_repository *, const git_status_options *)
FORWARD2(int, git_status_options_init, git_status_options *, unsigned int)

// zlib comes with libgit2, which is built on it.

#undef FROM
#define FROM compression

FORWARD3(uLong, crc32, uLong, const Bytef *, uInt)
FORWARD2(int, deflate, z_streamp, int)
FORWARD2(uLong, deflateBound, z_streamp, uLong)
FORWARD1(int, deflateEnd, z_streamp)
FORWARD8(int, deflateInit2_, z_streamp, int, int, int, int, int, const char *, int)
FORWARD1(int, deflateReset, z_streamp)
FORWARD2(int, inflate, z_streamp, int)
FORWARD1(int, inflateEnd, z_streamp)
FORWARD3(int, inflateInit_, z_streamp, const char *, int)
FORWARD1(int, inflateReset, z_streamp)
