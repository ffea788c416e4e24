// Points of another generator, scrambled at random.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "rng/generator.hpp"

namespace cuboid::rng {

/// The digits of each coordinate are exchanged as those of scrambled_sobol.hpp, in the same way for
/// all points until the next scrambling: a net stays a net, and each point is uniform.  Sobol
/// points as they are keep away from the corner (1, ..., 1) (A. B. Owen, in Monte Carlo and
/// Quasi-Monte Carlo Methods 2004, p. 203), and 2^k of them on an axis have no digit after the kth.
class Scrambled final : public Generator {
 public:
  Scrambled(std::unique_ptr<Generator> points, int ndim);

  void fill(Fraction *out, std::int64_t count) override;
  void skip(std::int64_t count) override { points_->skip(count); }

  /// From the next point on, the scrambling of this number is used; none before.
  void scramble(std::uint32_t number);

 private:
  std::unique_ptr<Generator> points_;
  std::size_t ndim_;
  std::vector<std::uint32_t> seeds_;  ///< [ndim], or empty: none
};

}  // namespace cuboid::rng
