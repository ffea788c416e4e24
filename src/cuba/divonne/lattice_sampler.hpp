// Samples on Korobov lattices.
#pragma once

#include <cstdint>
#include <vector>

#include "cuba/divonne/point_sampler.hpp"
#include "rule/korobov.hpp"

namespace cuboid::algorithm::divonne_detail {

/// Korobov's points c_1 = i, c_k+1 = a c_k mod p, folded: x_k = |2 c_k / p - 1|, so that points i
/// and p - i are the same, and half of them stands for all.  The point of i = 0 is the upper
/// corner; it is moved inside by about 1/(2 p) of the width.  That keeps it off the faces of the
/// cube, where integrands have their singularities, and makes the rule exact for linear functions
/// but for a little: the distance is not quite the same along all axes, which keeps it off the
/// diagonals too.
///
/// Two lattices with different multipliers show an error that the range of the integrand does not:
/// that at jumps, which in many dimensions is much larger.  For that the errors must be independent
/// of each other, and from region to region, but those that come from the one corner have the same
/// sign.  So the first lattice is reflected along axes that are drawn from the bounds of the
/// region, and the second along the others.
class LatticeSampler final : public PointSampler {
 public:
  /// lattices: one or two.
  LatticeSampler(int ndim, const std::vector<rule::Korobov> &lattices);

  /// Evaluations on one lattice.
  static std::int64_t evaluations(const rule::Korobov &lattice) { return (lattice.size + 1) / 2; }
  static std::int64_t evaluations(const std::vector<rule::Korobov> &lattices);

  PointSampler *with_points_of_regions() override { return this; }

 private:
  std::size_t sums() const override { return lattices_.size(); }
  void place(const Box &box, std::int64_t first, std::int64_t count, double *x) override;
  void add(std::int64_t first, std::int64_t count, std::size_t ncomp, const double *f,
           double *sums) const override;
  Estimate estimate(double volume, const double *sums) const override;
  void draw_reflections(const Box &box);
  const std::vector<std::int64_t> &extrapolated() const override { return corners_; }

  std::vector<rule::Korobov> lattices_;
  std::vector<std::int64_t> corners_;  ///< numbers of the first points of the lattices
  std::vector<double> unit_;           ///< the points in the unit cube, [points][ndim]
  // Of the box that points are being placed in, for each axis: how the unit cube becomes it.
  std::vector<double> width_, start_, sign_;
};

}  // namespace cuboid::algorithm::divonne_detail
