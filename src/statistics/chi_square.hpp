// The chi-square distribution, as Cuba reports it.
#pragma once

namespace cuboid::statistics {

/// The probability of a chi-square below chi2 with dof degrees of freedom, in [0, 1].
/// -999 for dof <= 0, which leaves nothing to compare.  NaN for a NaN.
double chi_square_probability(double chi2, double dof);

}  // namespace cuboid::statistics
