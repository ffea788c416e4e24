// What is known of a region: its integral, and error estimates from null rules and from what
// splitting its parent has changed.
#pragma once

#ifndef __CUDACC_RTC__
#include <cmath>
#endif

#include "base/hd.hpp"

namespace cuboid::rule {

constexpr int max_orbits = 14;
constexpr int nsums = 6;     ///< the rule, null rules of falling degree, and
constexpr int face_sum = 5;  ///< the null rule that sees the faces

/// How null rules become an error estimate.
struct NullRules {
  int norbits = 0;
  double decay = 0;    ///< null rules that fall by this factor from degree to degree are trusted
  double trusted = 0;  ///< factor of the smallest null rule if they are
  double plain = 0;    ///< factor of the largest if they are not
  double face = 0;     ///< makes the null rule of the faces comparable with the first
  double lambda[max_orbits][3] = {};
  double nu[max_orbits][3] = {};
};

/// Estimates for the sums of a region (integral and null rules).
struct NullRuleError {
  double plain = 0;       ///< DCUHRE's for null rules that do not decay: safe, and far too large
  double asymptotic = 0;  ///< DCUHRE's, the smaller one where the null rules decay
  bool decaying = false;
};

/// What the null rule of the faces says counts if it is that many times what the first null rule
/// says: there is a jump or a kink that only the points at a face see.  Elsewhere, both are alike.
/// With 8, 590 results converge in tests/bench/results/pagani_constants.txt, as with 16; with 32,
/// 593.
constexpr double hidden_factor = 16;

/// n: each pair of neighbouring null rules with the largest of its normalised combinations without
/// one orbit (Berntsen, Espelid, Genz, ACM TOMS 17 (1991) 437, section 4).  face_of_sums:
/// what the null rule of the faces gives.
CUBOID_HD inline NullRuleError null_rule_error(const NullRules &null, const double (&n)[3],
                                               double face_of_sums) {
  double larger = n[0] > n[1] ? n[0] : n[1];
  const double face = (face_of_sums < 0 ? -face_of_sums : face_of_sums) * null.face;
  const bool hidden = face > hidden_factor * n[0];
  if (hidden && face > larger) larger = face;
  NullRuleError error;
  error.plain = null.plain * (larger > n[2] ? larger : n[2]);
  error.decaying = !hidden && null.decay * n[0] <= n[1] && null.decay * n[1] <= n[2];
  error.asymptotic = error.decaying ? null.trusted * n[0] : error.plain;
  return error;
}

/// Null rules r + 1 and r + 2 combined so that orbit x has no weight.  s: sums of a region.
CUBOID_HD inline double null_rule_size(const NullRules &null, const double *s, int x, int r) {
  const double sum = s[r + 2] + null.lambda[x][r] * s[r + 1];
  return (sum < 0 ? -sum : sum) * null.nu[x][r];
}

/// Of the sums of a region.
CUBOID_HD inline NullRuleError null_rule_error(const NullRules &null, const double *s) {
  double n[3] = {0, 0, 0};
  for (int x = 0; x < null.norbits; ++x) {
    for (int r = 0; r < 3; ++r) {
      const double size = null_rule_size(null, s, x, r);
      n[r] = size > n[r] ? size : n[r];
    }
  }
  return null_rule_error(null, n, s[face_sum]);
}

/// What is known of one component on a region.
struct RegionEstimate {
  double value = 0;
  double null = 0;     ///< NullRuleError::asymptotic
  double carried = 0;  ///< observed error with its sign; 0: none was observed
  /// By which regions are chosen for a split: the geometric mean of what was observed and of the
  /// null rules, so that no region is passed over for good because little was observed by chance.
  double error = 0;
  double plain = 0;  ///< NullRuleError::plain
};

/// Whether the null rules of a region do not decay from degree to degree: both estimates are one.
CUBOID_HD inline bool is_unresolved(const RegionEstimate &estimate) {
  return !(estimate.null < estimate.plain);
}

// Figures: results that converge with half and with twice the value, of 590
// (tests/bench/results/pagani_constants.txt).

/// An observed error counts this many times.  602 and 576.
constexpr double observed_factor = 8;
/// Root of the sum of squares of observed errors, beside their signed sum.  590 with both.
constexpr double scatter_factor = 4;
/// How much of what was observed a generation earlier is kept where splitting changes less.  592
/// with .5, 590 with 1.
constexpr double observation_memory = .9;
/// And where the null rules of both decay, which then say how the error does: with .5 instead of
/// .9, 6 % fewer evaluations where there are millions (tests/bench/results/pagani_steps.txt).
constexpr double decaying_memory = .5;

/// What a probe between the points has seen counts this many times: it rests on few points.
constexpr double seen_factor = 4;
/// As much of it each half keeps until its own points see as much, so that it is halved with every
/// generation, as what a thing may hide in.
constexpr double kept_by_half = .25;

/// Whether the error of a region is what a probe has seen and its rule has not.
CUBOID_HD inline bool is_in_sight(const RegionEstimate &estimate) {
  return estimate.carried == 0 && estimate.error > estimate.plain;
}

/// A region whose integral may lack as much as `amount`, as something between its points has shown.
/// What its null rules see is counted by them.
CUBOID_HD inline RegionEstimate in_sight(RegionEstimate estimate, double amount) {
  const double observed =
      observed_factor * (estimate.carried < 0 ? -estimate.carried : estimate.carried);
  if (!(amount > estimate.plain && amount > observed)) return estimate;
  estimate.carried = 0;
  estimate.error = amount;
  return estimate;
}

/// A region whose parent is not known.
CUBOID_HD inline RegionEstimate estimate_first(double value, const NullRuleError &error) {
  RegionEstimate estimate;
  estimate.value = value;
  estimate.null = error.asymptotic;
  estimate.error = error.plain;
  estimate.plain = error.plain;
  return estimate;
}

/// The same for a region of a grid of many: in more than three dimensions, its error is no more
/// than so many times what null rules say that decay.  Over grids of 64 to 16384 regions, the true
/// error was up to 9 times the sum of what they say, and with 32 or more never above the sum of
/// these errors where that was below 1e-3 (tests/bench/results/pagani_steps.txt).  In fewer
/// dimensions, where grids are fine, more probes between the points cost what that saves.
constexpr double grid_factor = 64;
/// But no less than that part of its value, five times exact_rounding (rule/decision.hpp): what is
/// exact to rounding has to be so by the larger estimate as well.
constexpr double grid_rounding = 1e-12;

CUBOID_HD inline RegionEstimate estimate_in_grid(int ndim, double value,
                                                 const NullRuleError &error) {
  RegionEstimate estimate = estimate_first(value, error);
  if (ndim <= 3 || !error.decaying) return estimate;
  const double rounding = grid_rounding * (value < 0 ? -value : value);
  const double decayed = grid_factor * error.asymptotic;
  const double most = decayed > rounding ? decayed : rounding;
  if (most < estimate.error) estimate.error = most;
  return estimate;
}

CUBOID_HD inline RegionEstimate estimate_in_grid(int ndim, const NullRules &null, const double *s) {
  return estimate_in_grid(ndim, s[0], null_rule_error(null, s));
}

CUBOID_HD inline double falling_ratio(double now, double before) {
  return now < before ? now / before : 1;
}

/// One of two halves of a region.  change: the sum of the values of the halves less that of the
/// parent, which is about the parent's error.  The half keeps it in the proportion in which the
/// null rules have decayed.  Where they begin to decay, or no longer do, the asymptotic error falls
/// or rises by orders of magnitude from parent to half although the error does not; but the largest
/// null rule alone falls too slowly.  There the half keeps a mean of both proportions, geometric
/// with weights 2 and 1.
CUBOID_HD inline RegionEstimate estimate_half(double value, const NullRuleError &error,
                                              const RegionEstimate &parent, double change) {
  RegionEstimate estimate;
  estimate.value = value;
  estimate.null = error.asymptotic;
  estimate.plain = error.plain;
  const bool decaying = error.decaying && parent.null < parent.plain;
  const double remembered = (decaying ? decaying_memory : observation_memory) *
                            (parent.carried < 0 ? -parent.carried : parent.carried);
  double size = change < 0 ? -change : change;
  size = size > remembered ? size : remembered;
  const double decay = falling_ratio(estimate.null, parent.null);
  if (decaying) {
    size *= decay;
  } else {
    const double root = ::cbrt(decay);
    size *= root * root * ::cbrt(falling_ratio(estimate.plain, parent.plain));
  }
  estimate.carried = change < 0 ? -size : size;
  estimate.error = size > 0 ? ::sqrt(observed_factor * size * estimate.null) : estimate.null;
  return is_in_sight(parent) ? in_sight(estimate, kept_by_half * parent.error) : estimate;
}

CUBOID_HD inline RegionEstimate estimate_half(const NullRules &null, const double *s,
                                              const RegionEstimate &parent, double change) {
  return estimate_half(s[0], null_rule_error(null, s), parent, change);
}

}  // namespace cuboid::rule
