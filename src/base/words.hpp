// Integers of known size for code that is also compiled at run time, where <cstdint> is missing.
#pragma once

#include "base/hd.hpp"

namespace cuboid {

using uint32 = unsigned int;
using uint64 = unsigned long long;

static_assert(sizeof(uint32) == 4 && sizeof(uint64) == 8);

/// The two halves of a 64-bit number.
struct Halves {
  uint32 low;
  uint32 high;
};

CUBOID_HD_INLINED Halves halves(uint64 number) {
#ifdef __CUDA_ARCH__
  // In so many words, since the compiler takes a shift by 32 and a scaling for one shift and a
  // mask.
  Halves result;
  asm("mov.b64 {%0, %1}, %2;" : "=r"(result.low), "=r"(result.high) : "l"(number));
  return result;
#else
  return {static_cast<uint32>(number), static_cast<uint32>(number >> 32)};
#endif
}

/// a b + c.
CUBOID_HD_INLINED uint64 wide_multiply_add(uint32 a, uint32 b, uint64 c) {
#ifdef __CUDA_ARCH__
  // The form in which the compiler sees the one instruction that this is.
  const Halves added = halves(c);
  uint64 result;
  asm("{\n\t"
      ".reg .u32 low, high;\n\t"
      "mad.lo.cc.u32 low, %1, %2, %3;\n\t"
      "madc.hi.u32 high, %1, %2, %4;\n\t"
      "mov.b64 %0, {low, high};\n\t"
      "}"
      : "=l"(result)
      : "r"(a), "r"(b), "r"(added.low), "r"(added.high));
  return result;
#else
  return uint64{a} * b + c;
#endif
}

CUBOID_HD_INLINED uint64 wide_multiply(uint32 a, uint32 b) {
#ifdef __CUDA_ARCH__
  uint64 result;
  asm("mul.wide.u32 %0, %1, %2;" : "=l"(result) : "r"(a), "r"(b));
  return result;
#else
  return uint64{a} * b;
#endif
}

/// Bits that depend on all bits of a number: the output function of SplitMix64 (G. Steele, D. Lea,
/// C. Flood, OOPSLA 2014, doi:10.1145/2714064.2660195).
CUBOID_HD_INLINED uint64 mixed(uint64 bits) {
  bits = (bits ^ bits >> 30) * 0xbf58476d1ce4e5b9u;
  bits = (bits ^ bits >> 27) * 0x94d049bb133111ebu;
  return bits ^ bits >> 31;
}

/// What that function's generator adds to its state before each number.
inline constexpr uint64 mixed_step = 0x9e3779b97f4a7c15u;

}  // namespace cuboid
