// Samples of random and quasi-random points.
#pragma once

#include <cstdint>

#include "cuba/divonne/point_sampler.hpp"

namespace cuboid::algorithm::divonne_detail {

/// The estimate is the mean over all points, that of the last included.
class RandomSampler final : public PointSampler {
 public:
  /// points: at least 2.
  RandomSampler(std::int64_t points, RandomPoints &random)
      : PointSampler(random.quasi() ? SampleKind::quasi_random : SampleKind::random, points,
                     points),
        random_(random) {}

 private:
  // The first value, which the others are compared with, the sum of the differences, the sum of the
  // squares of those whose squares can be added, and the root of that of the others.
  std::size_t sums() const override { return 4; }
  void place(const Box &box, std::int64_t first, std::int64_t count, double *x) override;
  void add(std::int64_t first, std::int64_t count, std::size_t ncomp, const double *f,
           double *sums) const override;
  Estimate estimate(double volume, const double *sums) const override;

  RandomPoints &random_;
};

}  // namespace cuboid::algorithm::divonne_detail
