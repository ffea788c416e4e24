// Points of another generator, shifted at random.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "rng/generator.hpp"

namespace cuboid::rng {

/// The binary digits of each coordinate are exchanged by a random pattern, the same for all points
/// until the next shift: a net stays a net, and each point is uniform (P. L'Ecuyer and C. Lemieux,
/// in Modeling Uncertainty, Kluwer 2002, p. 419).  Sobol points as they are keep away from the
/// corner (1, ..., 1) (A. B. Owen, in Monte Carlo and Quasi-Monte Carlo Methods 2004, p. 203):
/// what is large there they miss, all of them alike.
class DigitalShift final : public Generator {
 public:
  DigitalShift(std::unique_ptr<Generator> points, int ndim);

  void fill(Fraction *out, std::int64_t count) override;
  void skip(std::int64_t count) override { points_->skip(count); }

  /// From the next point on, the shift of this number is used; none before.
  void shift(std::uint32_t number);

 private:
  std::unique_ptr<Generator> points_;
  std::vector<Fraction> pattern_;  ///< [ndim]
};

}  // namespace cuboid::rng
