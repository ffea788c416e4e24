// Points of the unit cube, quasi-random or pseudo-random, as Cuba's seed and level choose them.
#pragma once

#include <cstdint>
#include <memory>

#include "rng/fraction.hpp"

namespace cuboid::rng {

class Generator {
 public:
  virtual ~Generator() = default;

  /// The next count points.  out: [ndim][count].
  virtual void fill(Fraction *out, std::int64_t count) = 0;

  /// Leaves out the next count points.
  virtual void skip(std::int64_t count) = 0;
};

/// seed 0: Sobol, for ndim <= 40; beyond, Mersenne Twister with seed 1.  Else level 0: Mersenne
/// Twister, and other levels: Ranlux.
std::unique_ptr<Generator> make_generator(int ndim, int seed, int level);

}  // namespace cuboid::rng
