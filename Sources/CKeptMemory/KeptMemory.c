// The allocator of the GNU C library gives large blocks back to the system when they are freed, and the system clears
// their pages when the next block touches them. A merge makes many lists as long as the document, one after the other:
// the clearing took a fifth of its time. What a block of more than 32 MB took is still given back.

#include "CKeptMemory.h"

#include <stdlib.h>

#ifdef __GLIBC__
#include <malloc.h>

void fork_keep_freed_memory(void) {
  mallopt(M_MMAP_THRESHOLD, 32 << 20);
  mallopt(M_TRIM_THRESHOLD, 128 << 20);
}
#else
void fork_keep_freed_memory(void) {}
#endif
