#include <git2.h>
#include <git2/sys/odb_backend.h>
#include <git2/sys/repository.h>

// In place of git_libgit2_opts, which is variadic: Swift imports no variadic functions.

int fork_git_set_owner_validation(int enabled);
int fork_git_set_extensions(char **extensions, size_t count);
int fork_git_set_hash_verification(int enabled);
int fork_git_set_directory_sync(int enabled);
int fork_git_set_cache_size(size_t bytes);

// Takes in whole blocks of 64 bytes; 0 where the processor has no instructions for it, and nothing was done.
int fork_sha1_add_blocks(uint32_t words[5], const uint8_t *bytes, size_t count);
