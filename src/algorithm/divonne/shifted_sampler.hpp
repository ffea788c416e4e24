// Samples on lattices that are shifted at random.
#pragma once

#include <cstdint>

#include "cuba/divonne/point_sampler.hpp"

namespace cuboid::algorithm::divonne_detail {

/// A Korobov lattice, moved by a random vector and folded: each point is uniform in the region, so
/// that the mean of the values is unbiased whatever the lattice, and means with other vectors are
/// independent of it (R. Cranley and T. N. L. Patterson, SIAM J. Numer. Anal. 13 (1976) 904).
/// Folding makes the integrand periodic, which takes the variance of smooth ones down (F. J.
/// Hickernell, in Monte Carlo and Quasi-Monte Carlo Methods 2000, Springer 2002, p. 274).  Fewer
/// points than the smallest lattice has are pairs of a random point and its mirror image.
class ShiftedSampler final : public PointSampler {
 public:
  /// points: as size_for gives it.
  ShiftedSampler(int ndim, std::int64_t points);

  /// The random numbers are functions of these two and of the bounds of the region.
  void set_shift(std::uint64_t seed, std::uint32_t number);

  /// The number of points that there can be instead of these: not more, unless that is none.
  static std::int64_t size_for(int ndim, double points);

 private:
  std::size_t sums() const override { return 1; }
  void place(const Box &box, std::int64_t first, std::int64_t count, double *x) override;
  void add(std::int64_t first, std::int64_t count, std::size_t ncomp, const double *f,
           double *sums) const override;
  Estimate estimate(double volume, const double *sums) const override;

  void draw(const Box &box, std::uint32_t point);

  std::int64_t multiplier_ = 0;  ///< of the lattice; 0: there is none
  std::uint64_t seed_ = 0;
  std::uint32_t number_ = 0;
  std::vector<double> shift_;            ///< [ndim]
  std::vector<std::int64_t> generator_;  ///< [ndim] powers of the multiplier
};

}  // namespace cuboid::algorithm::divonne_detail
