#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

// Looks at 16 bytes of a JSON text at once: one bit for each byte, the first in the lowest bit. Swift's own vectors have
// no instruction that makes such bits of a comparison.
//
// Of the bits for which a function looks, the lowest is right; those above it need not be.

struct json_string_block {
  // The quotes, backslashes and control characters.
  uint32_t special;
  // The bytes outside of ASCII; all of these bits are right.
  uint32_t high;
};

// The same in portable C, eight bytes at a time.

static inline uint32_t json_bits_of_high_bits(uint64_t word) {
  return (uint32_t)(((word >> 7 & 0x0101010101010101) * 0x0102040810204080) >> 56);
}

static inline uint64_t json_low_or_special(uint64_t word) {
  const uint64_t ones = 0x0101010101010101;
  const uint64_t quotes = word ^ ones * '"', backslashes = word ^ ones * '\\';
  return ((quotes - ones) & ~quotes) | ((backslashes - ones) & ~backslashes) | ((word - ones * 0x20) & ~word);
}

static inline struct json_string_block json_string_block_portable(const uint8_t *_Nonnull bytes) {
  uint64_t words[2];
  memcpy(words, bytes, sizeof words);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  words[0] = __builtin_bswap64(words[0]);
  words[1] = __builtin_bswap64(words[1]);
#endif
  const struct json_string_block block = {
      json_bits_of_high_bits(json_low_or_special(words[0])) |
          json_bits_of_high_bits(json_low_or_special(words[1])) << 8,
      json_bits_of_high_bits(words[0]) | json_bits_of_high_bits(words[1]) << 8};
  return block;
}

// Reads 16 bytes of a string.
static inline struct json_string_block json_string_block(const uint8_t *_Nonnull bytes) {
#ifdef __SSE2__
  const __m128i block = _mm_loadu_si128((const __m128i *)bytes);
  const __m128i quotes = _mm_cmpeq_epi8(block, _mm_set1_epi8('"'));
  const __m128i backslashes = _mm_cmpeq_epi8(block, _mm_set1_epi8('\\'));
  const __m128i controls = _mm_cmpeq_epi8(_mm_min_epu8(block, _mm_set1_epi8(0x1F)), block);
  const __m128i special = _mm_or_si128(_mm_or_si128(quotes, backslashes), controls);
  const struct json_string_block result = {
      (uint32_t)_mm_movemask_epi8(special), (uint32_t)_mm_movemask_epi8(block)};
  return result;
#else
  return json_string_block_portable(bytes);
#endif
}

// Compares the bytes of two texts.
static inline bool json_same(const uint8_t *_Nonnull one, const uint8_t *_Nonnull other, size_t count) {
  return memcmp(one, other, count) == 0;
}

// The numbers of some bytes in a text.
struct json_counts {
  // The opening brackets and braces.
  size_t openings;
  // The commas and colons.
  size_t separators;
};

// Counts bytes of a text by the widest instructions of the processor.
struct json_counts json_count(const uint8_t *_Nonnull bytes, size_t count);

// The same by the instructions that all processors have.
struct json_counts json_count_portable(const uint8_t *_Nonnull bytes, size_t count);
