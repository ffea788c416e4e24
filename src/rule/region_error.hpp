// Error estimates of regions: from null rules, and from what splitting a region has changed.
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

/// Of the sums of a region.
CUBOID_HD inline NullRuleError null_rule_error(const NullRules &null, const double *s) {
  double n[3] = {0, 0, 0};
  for (int x = 0; x < null.norbits; ++x) {
    for (int r = 0; r < 3; ++r) {
      const double sum = s[r + 2] + null.lambda[x][r] * s[r + 1];
      const double size = (sum < 0 ? -sum : sum) * null.nu[x][r];
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

/// An observed error counts this many times.
constexpr double observed_factor = 8;
/// Root of the sum of squares of observed errors, beside their signed sum.
constexpr double scatter_factor = 4;
/// How much of what was observed a generation earlier is kept where splitting changes less.
constexpr double observation_memory = .9;

/// A region whose parent is not known.
CUBOID_HD inline RegionEstimate estimate_first(double value, const NullRuleError &error) {
  RegionEstimate estimate;
  estimate.value = value;
  estimate.null = error.asymptotic;
  estimate.error = error.plain;
  estimate.plain = error.plain;
  return estimate;
}

CUBOID_HD inline RegionEstimate estimate_first(const NullRules &null, const double *s) {
  return estimate_first(s[0], null_rule_error(null, s));
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
  const double remembered =
      observation_memory * (parent.carried < 0 ? -parent.carried : parent.carried);
  double size = change < 0 ? -change : change;
  size = size > remembered ? size : remembered;
  const bool parent_decaying = parent.null < parent.plain;
  const double decay = falling_ratio(estimate.null, parent.null);
  if (error.decaying && parent_decaying) {
    size *= decay;
  } else {
    const double root = ::cbrt(decay);
    size *= root * root * ::cbrt(falling_ratio(estimate.plain, parent.plain));
  }
  estimate.carried = change < 0 ? -size : size;
  estimate.error = size > 0 ? ::sqrt(observed_factor * size * estimate.null) : estimate.null;
  return estimate;
}

CUBOID_HD inline RegionEstimate estimate_half(const NullRules &null, const double *s,
                                              const RegionEstimate &parent, double change) {
  return estimate_half(s[0], null_rule_error(null, s), parent, change);
}

/// Sums over all regions of one component.
struct RegionSums {
  double value = 0;
  double absolute = 0;    ///< of |value|
  double unobserved = 0;  ///< errors of regions without an observation
  double observed = 0;    ///< |carried|
  double signed_sum = 0;  ///< carried
  double squares = 0;     ///< carried^2
  double null = 0;        ///< errors by null rules
};

constexpr int nregion_sums = 7;

CUBOID_HD inline void add(RegionSums &sums, const RegionSums &more) {
  sums.value += more.value;
  sums.absolute += more.absolute;
  sums.unobserved += more.unobserved;
  sums.observed += more.observed;
  sums.signed_sum += more.signed_sum;
  sums.squares += more.squares;
  sums.null += more.null;
}

/// From this number of regions on, observed errors are many enough to rest on.
constexpr long long reliable_regions = 512;
/// Before that, errors count this many times.
constexpr double few_regions_factor = 10;
/// How much of the errors by null rules is added in up to three dimensions, and where an estimate
/// falls in more.
constexpr double null_share = .2;
/// Of the values, the points and the weights; errors of the weights do not average out.
constexpr double relative_rounding = 0x1p-44;

/// What is left of errors whose signs cancel as the values of the regions do.
CUBOID_HD inline double uncancelled_share(const RegionSums &sums) {
  const double value = sums.value < 0 ? -sums.value : sums.value;
  return sums.absolute > 0 ? value / sums.absolute : 1;
}

/// Where observed errors of that size are counted.
CUBOID_HD inline double error_with(double observed, const RegionSums &sums, int ndim) {
  const double error = sums.unobserved + relative_rounding * sums.absolute + observed;
  return ndim <= 3 ? error + null_share * sums.null : error;
}

/// Error of the sum over all regions.  Errors of opposite signs may cancel, as far as their signed
/// sum and their scatter show it, but no more than the values of the regions do: an integrand of
/// one sign has the sum of all.  A share of the errors by null rules is added where that costs
/// little: in few dimensions, where the regions along a kink all err alike, and for few regions.
CUBOID_HD inline double total_error(const RegionSums &sums, int ndim, long long nregions) {
  if (nregions < reliable_regions) {
    return sums.unobserved + relative_rounding * sums.absolute +
           few_regions_factor * (observed_factor * sums.observed + 4 * sums.null);
  }
  const double magnitude = sums.signed_sum < 0 ? -sums.signed_sum : sums.signed_sum;
  double observed = magnitude + scatter_factor * ::sqrt(sums.squares);
  const double least = uncancelled_share(sums) * sums.observed;
  observed = observed > least ? observed : least;
  observed = observed < sums.observed ? observed : sums.observed;
  return error_with(observed_factor * observed, sums, ndim);
}

/// The same from null rules alone.
CUBOID_HD inline double null_error(const RegionSums &sums) {
  return sums.null + relative_rounding * sums.absolute;
}

/// The error of a part of the regions as it adds up with that of others: no signs cancel.
CUBOID_HD inline double slice_error(const RegionSums &sums, int ndim, bool observe) {
  if (!observe) return null_error(sums);
  return sums.unobserved + observed_factor * sums.observed +
         (ndim <= 3 ? null_share * sums.null : 0);
}

/// What a slice of the regions is to reach, for one component (rule/region_slices.hpp).
struct SliceGoal {
  RegionSums rest;   ///< over all regions outside the slice, also those that are finished
  double error = 0;  ///< slice_error of the slice by which it is done
};

/// Stages of an integration, in each of which the estimate of total_error has halved, that tell how
/// far it can be believed.
constexpr int remembered_stages = 3;
/// An estimate that rises to so many times what it was when the stage began has met something new.
constexpr double rise_of_new = 2;

/// What the iterations have changed of a sum over all regions.
struct Changes {
  long long iteration = 0;
  double value = 0;    ///< after it
  double change = 0;   ///< by it
  double begin = 0;    ///< total_error where the stage began; 0: before the first
  double changed = 0;  ///< sizes of all changes since
  /// The changes of the last stages, each as a part of what the estimate has fallen meanwhile.
  double part[remembered_stages] = {1, 1, 1};
};

/// An error counts as at least so many times what the last iteration has changed.
constexpr double change_factor = 4;
/// And as no more than so many times the largest part of the remembered stages.
constexpr double part_factor = 4;
/// Where the estimate falls, observed errors count at least this many times.
constexpr double least_observed_factor = 2;

/// Takes note of an iteration.  estimate: by total_error; reliable: it is one of many regions.
CUBOID_HD inline void note_change(Changes &changes, double value, double estimate, bool reliable,
                                  long long iteration) {
  const double change = value < changes.value ? changes.value - value : value - changes.value;
  changes.change = iteration > 1 ? change : 0;
  changes.iteration = iteration;
  changes.value = value;
  changes.changed += changes.change;
  if (!reliable) return;
  if (changes.begin == 0 || !(estimate <= rise_of_new * changes.begin)) {
    for (double &part : changes.part) part = 1;
  } else if (estimate <= .5 * changes.begin) {
    for (int i = remembered_stages - 1; i > 0; --i) changes.part[i] = changes.part[i - 1];
    const double part = changes.changed / (changes.begin - estimate);
    changes.part[0] = part < 1 ? part : 1;
  } else {
    return;
  }
  changes.begin = estimate;
  changes.changed = 0;
}

/// The largest part that the sum changed of what the estimate fell, in the remembered stages and in
/// the one that has begun.
CUBOID_HD inline double largest_part(const Changes &changes) {
  double part = changes.begin > 0 ? changes.changed / changes.begin : 1;
  for (const double one : changes.part) part = part > one ? part : one;
  return part;
}

/// Below this, no change of the sum lets an estimate fall.  At singularities, splitting changes the
/// sum as little as if the error were small, but there the null rules do not fall.
CUBOID_HD inline double least_error(const RegionSums &sums, int ndim) {
  const double null = ndim <= 3 ? 0 : null_share * sums.null;
  const double error = least_observed_factor * sums.observed + null;
  return error_with(uncancelled_share(sums) * error, sums, ndim);
}

/// The error as far as it is confirmed.
///
/// If the estimates of total_error were as much too large all the time, the sum changes in each
/// stage by that much less than they fall.  The estimate then falls in proportion to the largest of
/// these parts, but not below least_error.
///
/// An estimate below what the last iteration has changed is not believed: what is observed in one
/// region falls with its null rules, and these may fall by orders of magnitude while the error
/// stays.  Nor is one that was observed while null rules still speak of errors larger than all
/// values: there, nothing is resolved.
CUBOID_HD inline double confirmed_error(Changes &changes, const RegionSums &sums, int ndim,
                                        long long nregions, long long iteration) {
  double error = total_error(sums, ndim, nregions);
  const bool reliable = nregions >= reliable_regions;
  if (iteration != changes.iteration) note_change(changes, sums.value, error, reliable, iteration);
  if (reliable) {
    const double least = least_error(sums, ndim);
    double fallen = part_factor * largest_part(changes) * error;
    fallen = fallen > least ? fallen : least;
    error = error < fallen ? error : fallen;
  }
  const double changed = change_factor * changes.change;
  error = error > changed ? error : changed;
  return sums.null > sums.absolute && sums.null > error ? sums.null : error;
}

}  // namespace cuboid::rule
