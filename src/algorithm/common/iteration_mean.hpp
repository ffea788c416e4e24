// Means of the estimates of iterations, and how far the iterations are from them.
#pragma once

#include <cstddef>
#include <vector>

#include "algorithm/common/iteration_estimates.hpp"

namespace cuboid::algorithm {

/// Differences of so many standard deviations do not happen by chance.
inline constexpr double beyond_chance = 5;

/// Iterations on either side with which one is compared before it is left out for its variance: a
/// map that is not yet good shows in all of them, while a single great value would be left out
/// because it is great.
inline constexpr std::size_t neighbours_compared = 2;

/// Iterations whose spread is taken for their error: with fewer, it is too often small by chance.
inline constexpr std::size_t min_for_spread = 8;

/// What the weight of an iteration is in proportion to.
enum class IterationWeights {
  samples,
  own_variance,       ///< inversely
  variance_around_it  ///< inversely
};

/// Means and covariances of the iterations from `first` on, with a weight for each and component.
struct IterationMean {
  std::size_t first;
  std::vector<double> integral;    ///< [ncomp]
  std::vector<double> covariance;  ///< see statistics/covariances.hpp
  std::vector<double> weight;      ///< [iterations][ncomp]; 0 before the first

  double variance(int component) const {
    const auto ncomp = static_cast<int>(integral.size());
    return covariance[static_cast<std::size_t>(statistics::variance_place(ncomp, component))];
  }
  double weight_of(std::size_t iteration, int component) const {
    return weight[iteration * integral.size() + static_cast<std::size_t>(component)];
  }
};

IterationMean mean_from(const IterationEstimates &all, std::size_t first, IterationWeights weights);

/// Of quasi-random points the spread of enough iterations says more than their variances.  There
/// may be too few without those at the beginning: they come back if the error is then less, and not
/// where their map was so bad that even the variances of the others, which say too much, are less.
/// unspoilt: iterations before it stay out.
void take_spread(const IterationEstimates &all, std::size_t unspoilt, IterationWeights weights,
                 IterationMean &mean);

/// The sum of the squared distances from the mean, in units of the variances.
double chi2_of(const IterationEstimates &all, const IterationMean &mean, int component);

}  // namespace cuboid::algorithm
