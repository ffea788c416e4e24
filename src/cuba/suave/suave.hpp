// Suave: importance sampling as in Vegas within regions that are bisected where the error is.
//
// T. Hahn, Comput. Phys. Commun. 168 (2005) 78, which joins the sampling of G. P. Lepage, J.
// Comput. Phys. 27 (1978) 192, with the recursive stratification of W. H. Press and G. R. Farrar,
// Comput. Phys. 4 (1990) 190.
#pragma once

#include "base/options.hpp"
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

/// Of the options, those that CUBOID_METHODS lists for Suave count.
struct SuaveOptions : Options {
  SuaveVariant variant = SuaveVariant::native;
};

namespace cuba {

/// Integrates, and keeps the result up to date.  result.converged says whether the accuracy was
/// reached; without it, maxeval was.
/// Throws Failure: what the engine throws, CUBOID_OUT_OF_MEMORY, and CUBOID_NONFINITE for values
/// whose squares overflow.
void suave(const Task &task, const SuaveOptions &options, Result &result);

}  // namespace cuba

}  // namespace cuboid::algorithm
