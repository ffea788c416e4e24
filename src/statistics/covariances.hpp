// Which covariances of the components of an integrand are found, and how they are stored.
#pragma once

#include "base/hd.hpp"

namespace cuboid::statistics {

/// Components up to which the covariances of all pairs are found.  Their sums take as many
/// multiplications for a sample, and as much memory, as there are pairs; with more components only
/// the variances are found.
inline constexpr int max_correlated = 32;

CUBOID_HD constexpr bool has_covariances(int ncomp) {
  return ncomp <= max_correlated;
}

/// Numbers that are stored: the matrix by rows up to the diagonal, (0, 0), (1, 0), (1, 1), (2, 0),
/// ..., or the diagonal alone.
CUBOID_HD constexpr int covariance_count(int ncomp) {
  return has_covariances(ncomp) ? ncomp * (ncomp + 1) / 2 : ncomp;
}

/// The first column of a row that is stored; the diagonal is the last one.
CUBOID_HD constexpr int first_covariance(int ncomp, int row) {
  return has_covariances(ncomp) ? 0 : row;
}

/// The place of the variance of a component.
CUBOID_HD constexpr int variance_place(int ncomp, int component) {
  return has_covariances(ncomp) ? component * (component + 1) / 2 + component : component;
}

}  // namespace cuboid::statistics
