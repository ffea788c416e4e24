// The upper half of the bits of |x|: it has the order of the magnitudes, and is one word where they
// are two.
#pragma once

#include "base/hd.hpp"
#include "base/words.hpp"

namespace cuboid {

/// Of infinity; that of a NaN is not less.
inline constexpr uint32 infinite_word = 0x7FF00000u;
/// Of the least normal number.
inline constexpr uint32 min_normal_word = 0x00100000u;

CUBOID_HD_INLINED uint32 upper_word(double value) {
#ifdef __CUDA_ARCH__
  const auto word = static_cast<uint32>(__double2hiint(value));
#else
  uint64 bits;
  __builtin_memcpy(&bits, &value, sizeof bits);
  const auto word = static_cast<uint32>(bits >> 32);
#endif
  return word & 0x7FFFFFFFu;
}

/// The number that has this upper word, cut short.
CUBOID_HD_INLINED double from_upper_word(uint32 word) {
#ifdef __CUDA_ARCH__
  return __hiloint2double(static_cast<int>(word), 0);
#else
  const uint64 bits = uint64{word} << 32;
  double value;
  __builtin_memcpy(&value, &bits, sizeof value);
  return value;
#endif
}

}  // namespace cuboid
