// Suave: importance sampling as in Vegas within regions that are bisected where the error is.
//
// T. Hahn, Comput. Phys. Commun. 168 (2005) 78, which joins the sampling of G. P. Lepage, J.
// Comput. Phys. 27 (1978) 192, with the recursive stratification of W. H. Press and G. R. Farrar,
// Comput. Phys. 4 (1990) 190.
#pragma once

#include <cstdint>

#include "run/task.hpp"

namespace cuboid::algorithm {

/// Whose numbers Suave gives.
enum class SuaveVariant {
  /// What to bisect is decided by the component furthest from its accuracy; in Cuba by the first.
  native,
  cuba_4_1,
  /// The sums of the fluctuation are capped from below, where 4.1 caps them from above, so that
  /// all halves with samples look alike: see FluctuationCap.
  cuba_4_2,
};

struct SuaveOptions {
  SuaveVariant variant = SuaveVariant::native;
  /// Samples of the first step, and of the two halves of every bisected region together: >= 2.
  std::int64_t nnew = 1000;
  /// Least number of samples with which a set counts in a region's result: at most nnew.
  std::int64_t nmin = 2;
  /// Exponent of the norm that measures the fluctuation, > 0 and finite: large for an integrand
  /// that is flat up to a few peaks.
  double flatness = 25;
  int seed = 0;
  int rng_level = 0;
  bool smooth = true;  ///< false: Cuba's flag 8
};

namespace cuba {

/// Integrates, and keeps the result up to date.  result.converged says whether the accuracy was
/// reached; without it, maxeval was.
/// Throws Failure: what the engine throws, CUBOID_OUT_OF_MEMORY, and CUBOID_NONFINITE for values
/// whose squares overflow.
void suave(const Task &task, const SuaveOptions &options, Result &result);

}  // namespace cuba

}  // namespace cuboid::algorithm
