// Fractions whose digits are exchanged at random.
#pragma once

#include "rng/fraction.hpp"
#include "rng/scrambled_sobol.hpp"

namespace cuboid::rng {

/// The digits of scrambled_sobol.hpp; those after them come from a second hash of these.
CUBOID_HD_INLINED Fraction scrambled_fraction(Fraction fraction, uint32 seed) {
  constexpr int further_digits = fraction_digits - scrambled_sobol_digits;
  const auto digits = static_cast<uint32>(fraction >> (fraction_shift + further_digits));
  const uint32 first = scramble_reversed(reverse_bits(digits), seed);
  const uint32 further = scramble_reversed(first, ~seed);
  return (Fraction{first} << further_digits | further >> (scrambled_sobol_digits - further_digits))
         << fraction_shift;
}

}  // namespace cuboid::rng
