#include "JSONBlocks.h"

// The compiler makes of such a vector what the processor has: one register, or two or four.
typedef uint8_t json_bytes __attribute__((vector_size(64)));
typedef int8_t json_flags __attribute__((vector_size(64)));
typedef _Bool json_bools __attribute__((ext_vector_type(64)));

#define JSON_INLINE static inline __attribute__((always_inline))

JSON_INLINE size_t number_of(const json_flags *flags) {
  const json_bools bools = __builtin_convertvector(*flags, json_bools);
  uint64_t bits;
  memcpy(&bits, &bools, sizeof bits);
  return (size_t)__builtin_popcountll(bits);
}

JSON_INLINE struct json_counts count_block(struct json_counts counts, const uint8_t *bytes) {
  json_bytes block;
  memcpy(&block, bytes, sizeof block);
  // A bracket and a brace differ in one bit.
  const json_flags openings = (block | 0x20) == '{';
  const json_flags separators = (block == ',') | (block == ':');
  counts.openings += number_of(&openings);
  counts.separators += number_of(&separators);
  return counts;
}

JSON_INLINE struct json_counts count_text(const uint8_t *bytes, size_t count) {
  struct json_counts counts = {0, 0};
  for (; count >= sizeof(json_bytes); bytes += sizeof(json_bytes), count -= sizeof(json_bytes)) {
    counts = count_block(counts, bytes);
  }
  uint8_t rest[sizeof(json_bytes)] = {0};
  memcpy(rest, bytes, count);
  return count_block(counts, rest);
}

struct json_counts json_count_portable(const uint8_t *bytes, size_t count) { return count_text(bytes, count); }

#ifdef __x86_64__
__attribute__((target("avx2,popcnt"))) static struct json_counts count_avx2(const uint8_t *bytes, size_t count) {
  return count_text(bytes, count);
}

__attribute__((target("avx512bw,popcnt"))) static struct json_counts count_avx512(const uint8_t *bytes, size_t count) {
  return count_text(bytes, count);
}
#endif

struct json_counts json_count(const uint8_t *bytes, size_t count) {
#ifdef __x86_64__
  if (__builtin_cpu_supports("avx512bw")) return count_avx512(bytes, count);
  if (__builtin_cpu_supports("avx2")) return count_avx2(bytes, count);
#endif
  return count_text(bytes, count);
}
