// How well the variance of a mean of iterations is known, and what its error is multiplied by for
// that.
#pragma once

#include <cstdint>

#include "algorithm/common/iteration_mean.hpp"

namespace cuboid::algorithm {

/// What an error is multiplied by because its variance is known to a part u of it only: a sum of n
/// squares of normal numbers is uncertain by sqrt(2 / n), so that it has 2 / u^2 degrees of freedom
/// (F. E. Satterthwaite, Biometrics Bull. 2 (1946) 110).
struct Widening {
  /// Of the error that is told, with three degrees of freedom or more; 1 for one iteration.
  double of_error = 1;
  /// What a success needs more than that: infinite of one iteration.
  double at_worst = 1;
};

Widening widening(const IterationEstimates &all, const IterationMean &mean, int component);

/// What an error is multiplied by because the iterations differ by more than their variances let
/// expect (R. T. Birge, Phys. Rev. 40 (1932) 207).  Spread and variances estimate the same, each
/// with its degrees of freedom, and so it is the root of their mean by these, in units of the
/// variances.  Not below 1: of looks after each iteration the one that flatters would end the run.
double factor_of_spread(double chi2, std::int64_t dof);

/// Whether the iterations from the first on have as many samples as those before them, or more:
/// where they are a small part of all, others like those left out may follow.
bool rests_on_enough(const IterationEstimates &all, std::size_t first);

}  // namespace cuboid::algorithm
