// What an integration is to reach, and what it may cost.
#pragma once

#include <algorithm>
#include <cstdint>

namespace cuboid {

/// Evaluations without which a component whose values were all zero beside others is not called
/// zero by methods that sample, where maxeval allows so many.  A part of the volume of 1 / 10000 is
/// missed by so many random points with a probability of e^-10.
inline constexpr std::int64_t min_for_zero = 100000;

/// After so many a native method looks for no more where nothing but zeros was seen; a list
/// of integrals on a GPU has room for min_for_zero.  A part of 1 / 50000 is missed with e^-10.
/// With 100000, six methods called 0 +- 0 converged 13 times with four seeds on boxes of 3e-5 to
/// 8e-5 and Gaussians that are not zero on 2e-5 of the volume (honesty --families heldout
/// --tolerances 1e-2 --maxeval 200000).
inline constexpr std::int64_t min_for_zeros_alone = 500000;

/// What of an error is held to the tolerance: largest to modulus where pairs of components are
/// complex numbers z, with parts x and y whose errors are dx and dy; vector_max to vector_l2 where
/// all components are one vector.
enum class ErrorNorm : int {
  component,   ///< each component by itself: dx against |x|, dy against |y|
  largest,     ///< the larger of dx and dy against the larger of |x| and |y|
  l2,          ///< |dx + i dy| against |z|
  modulus,     ///< the most by which dx and dy change |z|, against |z|
  vector_max,  ///< the largest error against the largest value
  vector_l1,   ///< the sum of the errors against that of the sizes of the values
  vector_l2,   ///< the length of the errors against that of the values
};

constexpr bool is_of_vector(ErrorNorm norm) {
  return norm >= ErrorNorm::vector_max;
}

struct Goal {
  double epsrel = 1e-3;            ///< relative accuracy
  double epsabs = 0;               ///< absolute accuracy; the larger of the two tolerances counts
  std::int64_t mineval = 0;        ///< least number of evaluations
  std::int64_t maxeval = 1000000;  ///< evaluations after which no new work is begun
  ErrorNorm norm = ErrorNorm::component;
  /// Further calls may go on from where this one ends, so that the end is no better a moment than
  /// others to call a result converged.
  bool goes_on = false;
  /// A success of random samples before maxeval needs an error by so many times smaller.
  double certainty = 1;

  /// The caller has said how many zeros are enough, and how much does not matter.
  bool takes_zeros() const { return epsabs > 0 && mineval > 0; }
  /// Evaluations after which nothing but zeros is looked for no further.
  std::int64_t enough_zeros() const {
    return takes_zeros() ? mineval : std::max(mineval, min_for_zeros_alone);
  }
};

}  // namespace cuboid
