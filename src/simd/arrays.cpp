// Plain arrays.
#include "simd/functions.hpp"
#include "simd/vectors.hpp"

namespace cuboid::simd::CUBOID_SIMD {

void exclusive_or(std::int64_t count, std::uint64_t base, const std::uint64_t *pattern,
                  std::uint64_t *out) {
  for (std::int64_t i = 0; i < count; ++i) out[i] = base ^ pattern[i];
}

void fill(std::int64_t count, double value, double *out) {
  for (std::int64_t i = 0; i < count; ++i) out[i] = value;
}

namespace {

// Adding one unit of the exponent to an exponent of all ones, and to no other, reaches the sign
// bit.
constexpr std::uint64_t exponent_bits = 0x7ff0000000000000;
constexpr std::uint64_t exponent_unit = 0x0010000000000000;

}  // namespace

bool all_finite(std::int64_t count, const double *f) {
  WideWord carries[4] = {};
  std::int64_t i = 0;
  for (; i + 4 * wide <= count; i += 4 * wide)
    for (int k = 0; k < 4; ++k) {
      WideWord bits;
      load(bits, f + i + wide * k);
      carries[k] |= (bits & exponent_bits) + exponent_unit;
    }
  const WideWord all = (carries[0] | carries[1]) | (carries[2] | carries[3]);
  std::uint64_t carry = 0;
  for (int k = 0; k < wide; ++k) carry |= all[k];
  for (; i < count; ++i) {
    std::uint64_t bits;
    __builtin_memcpy(&bits, f + i, sizeof bits);
    carry |= (bits & exponent_bits) + exponent_unit;
  }
  return carry >> 63 == 0;
}

void box_points(const BoxPoints &points) {
  for (std::int64_t first = 0; first < points.count; first += points.period) {
    const std::int64_t left = points.count - first;
    const std::int64_t count = left < points.period ? left : points.period;
    const double *const t = points.t + first;
    double *const __restrict out = points.x + first;
    for (std::int64_t i = 0; i < count; ++i) {
      const double x = points.origin[i] + t[i] * points.width[i];
      const double above = x < points.smallest[i] ? points.smallest[i] : x;
      out[i] = above > points.largest[i] ? points.largest[i] : above;
    }
  }
}

}  // namespace cuboid::simd::CUBOID_SIMD
