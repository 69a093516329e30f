// The checksum of git's index and packs, by the processor's own instructions: an index of 100,000 files is 10 MB, and
// its checksum is most of the work of a small change.

#include "shim.h"

#if defined(__x86_64__)

#include <cpuid.h>
#include <immintrin.h>

static int find_instructions(void) {
  unsigned a, b, c, d;
  if (!__get_cpuid_count(7, 0, &a, &b, &c, &d) || !(b & bit_SHA)) return 0;
  return __get_cpuid(1, &a, &b, &c, &d) && (c & bit_SSSE3) && (c & bit_SSE4_1);
}

// Asks the processor once: in a virtual machine each question goes to the host, and takes longer than the hash of a
// small object.
static int has_instructions(void) {
  enum { unknown, missing, present };
  static _Atomic int known = unknown;
  if (known == unknown) known = find_instructions() ? present : missing;
  return known == present;
}

// Four rounds of one function, with the next four words; `before` is the state that they began with.
#define NEXT(group, function)                                                                      \
  do {                                                                                             \
    __m128i *words = &schedule[(group) & 3];                                                       \
    if ((group) > 3) {                                                                             \
      __m128i sum = _mm_sha1msg1_epu32(*words, schedule[((group) + 1) & 3]);                       \
      sum = _mm_xor_si128(sum, schedule[((group) + 2) & 3]);                                       \
      *words = _mm_sha1msg2_epu32(sum, schedule[((group) + 3) & 3]);                               \
    }                                                                                              \
    mixed = (group) ? _mm_sha1nexte_epu32(before, *words) : _mm_add_epi32(last, *words);           \
    before = state;                                                                                \
    state = _mm_sha1rnds4_epu32(state, mixed, function);                                           \
  } while (0)

#define NEXT_FIVE(group, function)                                                                 \
  NEXT(group, function);                                                                           \
  NEXT(group + 1, function);                                                                       \
  NEXT(group + 2, function);                                                                       \
  NEXT(group + 3, function);                                                                       \
  NEXT(group + 4, function)

__attribute__((target("sha,ssse3,sse4.1"))) static void add_blocks(
    uint32_t words[5], const uint8_t *bytes, size_t count) {
  const __m128i order = _mm_set_epi64x(0x0001020304050607, 0x08090a0b0c0d0e0f);
  __m128i state = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)words), 0x1B);
  __m128i last = _mm_set_epi32((int)words[4], 0, 0, 0);
  for (; count > 0; count--, bytes += 64) {
    const __m128i start = state;
    __m128i schedule[4], mixed, before = state;
    for (int part = 0; part < 4; part++) {
      const __m128i *block = (const __m128i *)bytes + part;
      schedule[part] = _mm_shuffle_epi8(_mm_loadu_si128(block), order);
    }
    NEXT_FIVE(0, 0);
    NEXT_FIVE(5, 1);
    NEXT_FIVE(10, 2);
    NEXT_FIVE(15, 3);
    last = _mm_sha1nexte_epu32(before, last);
    state = _mm_add_epi32(state, start);
  }
  _mm_storeu_si128((__m128i *)words, _mm_shuffle_epi32(state, 0x1B));
  words[4] = (uint32_t)_mm_extract_epi32(last, 3);
}

int fork_sha1_add_blocks(uint32_t words[5], const uint8_t *bytes, size_t count) {
  if (!has_instructions()) return 0;
  add_blocks(words, bytes, count);
  return 1;
}

#else

int fork_sha1_add_blocks(uint32_t words[5], const uint8_t *bytes, size_t count) {
  (void)words, (void)bytes, (void)count;
  return 0;
}

#endif
