// What the sums of an iteration say of the integral and of its error.  See statistics/strata.hpp
// for the sums.
#pragma once

#include <cmath>

#include "base/hd.hpp"
#include "base/magnitude.hpp"
#include "base/words.hpp"

namespace cuboid::statistics {

/// sum: of the means of the hypercubes.  scale: by which the values were multiplied.
CUBOID_HD inline double integral_of(double sum, double ncube, double scale) {
  return sum / ncube / scale;
}

/// One standard deviation of the integral.  variance: the sum of those of the hypercubes' means.
CUBOID_HD inline double error_of(double variance, double ncube, double scale) {
  return ::sqrt(variance) / ncube / scale;
}

/// Of two components, from the sums of the hypercubes' covariances.
inline double correlation_of(double covariance, double variance, double other) {
  const double product = std::sqrt(variance) * std::sqrt(other);
  return product > 0 ? covariance / product : 0;
}

/// What share of a variance comes from one hypercube.  greatest: upper word of the most that one
/// adds to the variance.
CUBOID_HD inline double dominance_of_cube(uint32 greatest, double variance) {
  return variance > 0 ? from_upper_word(greatest) / variance : 0;
}

/// About what share of a variance comes from one sample of so many in each hypercube.  greatest:
/// upper word of the greatest magnitude; of_chunk: of the most that a chunk adds to the variance.
/// A sample has no more of it than its chunk, but much less than its magnitude says where those of
/// its hypercube are as great and cancel.
CUBOID_HD inline double dominance_of_sample(uint32 greatest, uint32 of_chunk, uint64 per_cube,
                                            double variance) {
  const double sample = from_upper_word(greatest) / static_cast<double>(per_cube);
  const double chunk = dominance_of_cube(of_chunk, variance);
  const double alone = variance > 0 ? sample * sample / variance : 0;
  return alone < chunk ? alone : chunk;
}

}  // namespace cuboid::statistics
