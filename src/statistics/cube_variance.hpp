// What the pairs of samples of a hypercube say of its variance.
//
// Half the square of the difference of the means of two pairs is an unbiased estimate of the
// variance of one of them in the hypercube; the mean of those of all its pairs is taken.  So values
// of a constant have no variance, nothing is lost to cancellation, and what the parts of a
// hypercube in several chunks give is simply added.  The variance of a sample is meant to be twice
// that of the mean of a pair, though the two of a pair depend on each other.
#pragma once

#include "base/hd.hpp"

namespace cuboid::statistics {

/// Variances of hypercubes beyond the range of float are as good as this one.
inline constexpr float max_variance = 1e38f;

/// From the sum of the products of the differences of the sums of pairs, each of two pairs.
struct CubeCovariance {
  double of_sample;
  double of_mean;  ///< of the mean over the hypercube's samples
};

/// inverse: 1 / samples of the hypercube.
CUBOID_HD inline CubeCovariance cube_covariance(double products, double inverse) {
  const double of_sample = products * inverse;
  return {of_sample, of_sample * inverse};
}

/// A variance is never NaN, even from squares that overflow.
CUBOID_HD inline double not_nan(double variance) {
#ifdef __CUDA_ARCH__
  return variance >= 0 ? variance : __longlong_as_double(0x7FF0000000000000ll);
#else
  return variance >= 0 ? variance : __builtin_huge_val();
#endif
}

/// As it is kept for the next iteration; NaN becomes the greatest.
CUBOID_HD inline float bounded_variance(float variance) {
#ifdef __CUDA_ARCH__
  return fminf(variance, max_variance);
#else
  return variance < max_variance ? variance : max_variance;
#endif
}

}  // namespace cuboid::statistics
