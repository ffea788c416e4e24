// One region of Suave: its box, its grids and its samples; and what they say about the integral.
#pragma once

#include <cstdint>
#include <vector>

#include "cuba/suave/grid.hpp"
#include "cuba/suave/memory.hpp"
#include "statistics/tiny.hpp"

namespace cuboid::algorithm::suave_parts {

struct Region {
  std::vector<double> lower;       ///< [ndim]
  std::vector<double> upper;       ///< [ndim]
  std::vector<double> edges;       ///< [ndim][grid_bins], relative to the region
  std::vector<SampleSet> sets;     ///< in the order in which they were drawn
  std::vector<std::uint8_t> bins;  ///< [ndim][count]: where in the grids the newest set was drawn
  int bisections = 0;              ///< from the cube to this region

  double *edges_of(int axis) {
    return edges.data() + static_cast<std::ptrdiff_t>(axis) * grid_bins;
  }
  const double *edges_of(int axis) const {
    return edges.data() + static_cast<std::ptrdiff_t>(axis) * grid_bins;
  }
  double middle(int axis) const {
    const auto d = static_cast<std::size_t>(axis);
    return (lower[d] + upper[d]) / 2;
  }
};

/// units: [ncomp] of the values of a set, before and after.
void change_unit(const SampleSet &set, const std::vector<double> &from,
                 const std::vector<double> &to);

/// The unit cube with uniform grids, without samples.
Region unit_cube(int ndim);

/// Bytes of a region without its samples.
std::int64_t bytes_of_region(int ndim);

/// What is known about the integral over a region.  The arrays have one number for each component.
struct Estimate {
  std::vector<double> integral;
  std::vector<double> variance;
  std::vector<double> chi2;
  std::int64_t dof = 0;  ///< degrees of freedom of chi2

  explicit Estimate(int ncomp);
};

/// What one set says about one component.
struct SetEstimate {
  double integral = 0;
  double inverse_variance = 0;
};

/// estimates: [ncomp].  The set has two samples at least.
/// floor: as much as the squares count at least, for sets of equal values.
/// Throws Failure(CUBOID_NONFINITE) if the sum of squares overflows.
void estimate_set(const SampleSet &set, int ncomp, SetEstimate *estimates,
                  double floor = statistics::tiny);

/// The mean of all sets of at least nmin samples, or with last_only the last one of these.  There
/// must be one.
Estimate estimate_region(const Region &region, int ncomp, std::int64_t nmin, bool last_only);

/// Spreads the difference between a region's integral and the sum of its halves over their
/// variances.
void correct_for_difference(const Estimate &parent, Estimate &lower, Estimate &upper);

}  // namespace cuboid::algorithm::suave_parts
