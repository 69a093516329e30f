/// Keeps memory that the program frees for its next use. Does nothing with other allocators than that of the GNU C
/// library.
void fork_keep_freed_memory(void);
