// Whether the variance of iterations comes from few samples or hypercubes, as where the integrand
// has a heavy tail.
#pragma once

#include <cstdint>

#include "algorithm/common/iteration_mean.hpp"

namespace cuboid::algorithm {

/// The share of one sample or hypercube in a variance that is a sign of more like it that were not
/// hit.  Of n values whose squares have a tail with the index b < 1, which have no mean, the sum of
/// the squared shares is 1 - b on average, however large n is (J. Pitman and M. Yor, Ann. Probab.
/// 25 (1997) 855): the mean of the largest share over the iterations is an index of the tail, as
/// that of Hill is.  Measured with up to 33 iterations of 1000 to 17000 samples: 0.2 to 0.6 for
/// powers of infinite variance, less than 0.05 for peaks and jumps that the map follows.
inline constexpr double heavy_share = 0.1;

/// The share in an iteration's variance of its largest sample, or 0 for an ordinary one.
/// dominance, error, samples: of the iteration.
double relevant_share(double dominance, double error, double integral, std::int64_t samples);

/// A share that leaves the estimate nearly normal: the skewness of a sum is at most the root of the
/// largest share.
inline constexpr double nearly_normal_share = 0.05;

/// What share of a variance comes from one sample, or from one hypercube.
struct LargestShare {
  double of_mean = 0;     ///< in the variance of the mean
  double on_average = 0;  ///< in those of the iterations
};

LargestShare largest_share(const IterationEstimates &all, const IterationMean &mean);

/// Whether in each iteration one hypercube or another makes up much of the variance, which varies
/// with it.  To compare with what samples contribute says nothing here: the strata and the map have
/// made all of it small, and what they cannot make small is the tail.  The shares in `all` are
/// those of hypercubes.
bool hangs_on_few_cubes(const IterationEstimates &all, const IterationMean &mean);

}  // namespace cuboid::algorithm
