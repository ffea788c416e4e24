// The error of the sum over all regions, from what is known of each of them.
#pragma once

#ifndef __CUDACC_RTC__
#include <cmath>
#endif

#include "base/hd.hpp"
#include "rule/region_estimate.hpp"
#include "rule/region_sums.hpp"

namespace cuboid::rule {

// Half and twice of the constants of this file change the evaluations of PAGANI at 1e-3 and 1e-5 by
// 2 % at most, and none makes a wrong result of the reference or of the held-out families right or
// a right one wrong (tests/bench/results/pagani_constants.txt).  Of 590 results that converge, the
// figures given are those that do so with the half and with twice the value.

/// From this number of regions on, observed errors are many enough to rest on.  616 and 560.
constexpr long long reliable_regions = 512;
/// Before that, errors count this many times.  602 and 579.
constexpr double few_regions_factor = 10;
/// How much of the errors by null rules is added in up to three dimensions.  593 and 581.
constexpr double null_share = .2;
/// And where an estimate falls in more: see remembered_stages.
constexpr double falling_null_share = .05;
/// The same for fewer than reliable_regions, whose stages tell less.  Of 10000 random Gaussians in
/// 5-D to 1e-3, lists that begin with 2 regions miss 32 with .05, 11 with .2, and 5 with .3,
/// for 1.0, 1.17 and 1.27 times the evaluations (tests/bench/results/gpu_many.txt).
constexpr double few_falling_null_share = .3;
/// Of the values, the points and the weights; errors of the weights do not average out.
constexpr double relative_rounding = 0x1p-44;
/// Of a constant, the null rules of a region give no more than that part in up to ten dimensions:
/// 2.9e-14 is the most, by degree 13 in two.
constexpr double constant_rounding = 3e-14;

/// An integration that begins with few regions may rest on observed errors earlier than that, with
/// a factor until there are reliable_regions.
struct FewRegions {
  long long below = reliable_regions;
  double factor = few_regions_factor;
};

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
CUBOID_HD inline double total_error(const RegionSums &sums, int ndim, long long nregions,
                                    const FewRegions &few = {}) {
  if (nregions < few.below) {
    return sums.unobserved + relative_rounding * sums.absolute +
           few.factor * (observed_factor * sums.observed + 4 * sums.null);
  }
  const double magnitude = sums.signed_sum < 0 ? -sums.signed_sum : sums.signed_sum;
  double observed = magnitude + scatter_factor * ::sqrt(sums.squares);
  const double least = uncancelled_share(sums) * sums.observed;
  observed = observed > least ? observed : least;
  observed = observed < sums.observed ? observed : sums.observed;
  const double error = error_with(observed_factor * observed, sums, ndim);
  return nregions < reliable_regions ? few.factor * error : error;
}

/// The error of a constant as a part of its value, at most, where it counts as that of few regions.
CUBOID_HD inline double rounding_of_few(const FewRegions &few) {
  return relative_rounding + (1 + 4 * few.factor) * constant_rounding;
}

/// The error of a part of the regions as it adds up with that of others: no signs cancel.
CUBOID_HD inline double slice_error(const RegionSums &sums, int ndim) {
  return sums.unobserved + observed_factor * sums.observed +
         (ndim <= 3 ? null_share * sums.null : 0);
}

/// What a slice of the regions is to reach, for one component (rule/region_slices.hpp).
struct SliceGoal {
  RegionSums rest;   ///< over all regions outside the slice, also those that are finished
  double error = 0;  ///< slice_error of the slice by which it is done
};

/// Stages of an integration, in each of which the estimate of total_error has halved, that tell how
/// far it can be believed.  What the three constants give by those before them (3 stages, factor 4,
/// share .2) is in tests/bench/results/pagani_stages.txt.
constexpr int remembered_stages = 2;
/// An estimate that rises to so many times what it was when the stage began has met something new.
/// 590 with both.
constexpr double rise_of_new = 2;

/// What the iterations have changed of a sum over all regions.
struct Changes {
  long long iteration = 0;
  double value = 0;    ///< after it
  double change = 0;   ///< by it
  double before = 0;   ///< by the one before
  double begin = 0;    ///< total_error where the stage began; 0: before the first
  double changed = 0;  ///< sizes of all changes since
  /// The changes of the last stages, each as a part of what the estimate has fallen meanwhile.
  double part[remembered_stages] = {1, 1};
};

/// An error counts as at least so many times what the last iteration has changed: where
/// each changes four fifths of what the one before it did, what is still to come is four times the
/// last change.
constexpr double change_factor = 4;
/// And as no more than so many times the largest part of the remembered stages.
constexpr double part_factor = 3;
/// Where the estimate falls, observed errors count at least this many times.  590 with both.
constexpr double min_observed_factor = 2;

/// Where children see nothing of what their parents saw, the estimate is below this part of what
/// the sum has changed, and the iteration after it has to confirm that there is nothing.  Where
/// regions are resolved, it is not that small: a rule of degree 7 or 9 gains 2^-10 at most by
/// halving, and 1/125 more where its null rules begin to decay.
constexpr double vanishing_part = 1e-5;

/// Takes note of an iteration.  estimate: by total_error; reliable: it is one of many regions.
CUBOID_HD inline void note_change(Changes &changes, double value, double estimate, bool reliable,
                                  long long iteration) {
  const double change = value < changes.value ? changes.value - value : value - changes.value;
  changes.before = changes.change;
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
CUBOID_HD inline double min_error(const RegionSums &sums, int ndim,
                                  long long nregions = reliable_regions) {
  const double share = nregions < reliable_regions ? few_falling_null_share : falling_null_share;
  const double null = ndim <= 3 ? 0 : share * sums.null;
  const double error = min_observed_factor * sums.observed + null;
  return error_with(uncancelled_share(sums) * error, sums, ndim);
}

// A plane across an axis cuts all regions at the same part of their width: they err alike, and what
// splitting them changes is one observation, which may be small by chance.  error_if_alike guards
// against that.  Of 949 results of steps (tests/bench/jumps.cpp) 18 were above their estimate;
// tests/bench/results/pagani_jumps.txt has what it costs.

/// It counts where the signed sum of what was observed is at least this part of the sum of sizes,
/// as it is where nothing was observed,
constexpr double share_of_one_sign = .999;
/// and where at least so many regions have observed it, each as much: (sum of sizes)^2 / (sum of
/// squares).  At a corner peak or a singularity, whose errors have one sign too, a few have
/// observed most of it.
constexpr double regions_alike = 8;
/// The error is then so many times what those null rules say that do not decay.  Those of regions
/// that are resolved, whose errors have one sign as well, do decay.
constexpr double unresolved_factor = 4;

CUBOID_HD inline double error_if_alike(const RegionSums &sums) {
  const double magnitude = sums.signed_sum < 0 ? -sums.signed_sum : sums.signed_sum;
  const bool one_sign = magnitude >= share_of_one_sign * sums.observed;
  const bool by_many = sums.observed * sums.observed >= regions_alike * sums.squares;
  return one_sign && by_many ? unresolved_factor * sums.unresolved : 0;
}

/// The error as far as it is confirmed, with E = total_error:
///
///   e = min(E, max(part_factor p E, min_error))        p = largest_part; for many regions
///   error = max(e, error_if_alike, change_factor |S|)  S: the last change of the sum
///
/// If E were as much too large all the time, the sum would change in each stage by that much less
/// than E falls: hence p.  What is observed in one region falls with its null rules, and these may
/// fall by orders of magnitude while the error stays: hence S, or, where e has all but vanished
/// (vanishing_part), the larger one of the last two changes.
/// Where the errors by null rules exceed all values, nothing is resolved, and the error is not
/// below them.
/// An error that is not a number stays so.
CUBOID_HD inline double confirmed_error(Changes &changes, const RegionSums &sums, int ndim,
                                        long long nregions, long long iteration,
                                        const FewRegions &few = {}) {
  double error = total_error(sums, ndim, nregions, few);
  const bool reliable = nregions >= few.below;
  if (iteration != changes.iteration) note_change(changes, sums.value, error, reliable, iteration);
  if (reliable) {
    const double least = min_error(sums, ndim, nregions);
    double fallen = part_factor * largest_part(changes) * error;
    fallen = fallen > least ? fallen : least;
    error = error > fallen ? fallen : error;
  }
  if (nregions >= reliable_regions) {
    const double alike = error_if_alike(sums);
    error = error < alike ? alike : error;
  }
  const bool vanished = error < vanishing_part * changes.before;
  const bool earlier = vanished && changes.before > changes.change;
  const double changed = change_factor * (earlier ? changes.before : changes.change);
  error = error < changed ? changed : error;
  return sums.null > sums.absolute && sums.null > error ? sums.null : error;
}

}  // namespace cuboid::rule
