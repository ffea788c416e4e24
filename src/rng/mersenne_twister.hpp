// MT19937: Matsumoto and Nishimura, ACM TOMACS 8 (1998) 3, with the initialiser of 2002.
#pragma once

#include <cstdint>
#include <random>

#include "rng/generator.hpp"

namespace cuboid::rng {

/// Words of 32 bits, one for each coordinate.
class MersenneTwister final : public Generator {
 public:
  MersenneTwister(int ndim, int seed) : ndim_(ndim), engine_(static_cast<std::uint32_t>(seed)) {}
  void fill(Fraction *out, std::int64_t count) override;
  void skip(std::int64_t count) override;

 private:
  int ndim_;
  std::mt19937 engine_;
};

}  // namespace cuboid::rng
