// What is summed over regions, for one component.
#pragma once

#ifndef __CUDACC_RTC__
#include <cmath>
#endif

#include "base/hd.hpp"
#include "rule/exact_sum.hpp"
#include "rule/region_estimate.hpp"

namespace cuboid::rule {

struct RegionSums {
  double value = 0;
  double absolute = 0;    ///< of |value|
  double unobserved = 0;  ///< errors of regions without an observation
  double observed = 0;    ///< |carried|
  double signed_sum = 0;  ///< carried
  double squares = 0;     ///< carried^2
  double null = 0;        ///< errors by null rules
  double unresolved = 0;  ///< those of them that do not decay from degree to degree
};

constexpr int nregion_sums = 8;

/// The sum number i, for those who treat all of them alike.
CUBOID_HD inline double &region_sum(RegionSums &sums, int i) {
  using Sum = double RegionSums::*;
  constexpr Sum all[nregion_sums] = {&RegionSums::value,      &RegionSums::absolute,
                                     &RegionSums::unobserved, &RegionSums::observed,
                                     &RegionSums::signed_sum, &RegionSums::squares,
                                     &RegionSums::null,       &RegionSums::unresolved};
  return sums.*all[i];
}

CUBOID_HD inline void add(RegionSums &sums, const RegionSums &more) {
  sums.value += more.value;
  sums.absolute += more.absolute;
  sums.unobserved += more.unobserved;
  sums.observed += more.observed;
  sums.signed_sum += more.signed_sum;
  sums.squares += more.squares;
  sums.null += more.null;
  sums.unresolved += more.unresolved;
}

/// What one region adds to the sums.
CUBOID_HD inline RegionSums region_terms(const RegionEstimate &region) {
  RegionSums terms;
  terms.value = region.value;
  terms.absolute = ::fabs(region.value);
  terms.unobserved = region.carried == 0 ? region.error : 0;
  terms.observed = ::fabs(region.carried);
  terms.signed_sum = region.carried;
  terms.squares = region.carried * region.carried;
  terms.null = region.null;
  terms.unresolved = is_unresolved(region) ? region.null : 0;
  return terms;
}

/// What is added up exactly: sizes, those of signed numbers in two sums, one for either sign, and
/// those of null rules in two, by whether they decay.
enum ExactPart : int {
  value_above,
  value_below,
  carried_above,
  carried_below,
  unobserved_errors,
  carried_squares,
  decaying_errors,
  unresolved_errors,
  nexact_parts
};

/// The same sums, before they are rounded.
struct ExactRegionSums {
  ExactSum part[nexact_parts];
};

/// What a sum is made of: the second part counts with a sign, or not at all.  Even then it belongs
/// to the sum where both were added up together: beside its terms, lower digits may be forgotten.
struct SumOfParts {
  int first;
  int second;
  int sign;
};

/// The sums are numbered as in region_sum.
CUBOID_HD inline SumOfParts sum_of_parts(int i) {
  constexpr SumOfParts all[nregion_sums] = {{value_above, value_below, -1},
                                            {value_above, value_below, 1},
                                            {unobserved_errors, unobserved_errors, 0},
                                            {carried_above, carried_below, 1},
                                            {carried_above, carried_below, -1},
                                            {carried_squares, carried_squares, 0},
                                            {decaying_errors, unresolved_errors, 1},
                                            {unresolved_errors, decaying_errors, 0}};
  return all[i];
}

/// Adds a region, or takes it away.
CUBOID_HD inline void add(ExactRegionSums &sums, const RegionEstimate &region, bool away = false) {
  const auto add_size = [&](int part, double x) {
    if (x != 0) add(sums.part[part], exact_term(x), away);
  };
  add_size(region.value < 0 ? value_below : value_above, region.value);
  add_size(is_unresolved(region) ? unresolved_errors : decaying_errors, region.null);
  if (region.carried == 0) return add_size(unobserved_errors, region.error);
  add_size(region.carried < 0 ? carried_below : carried_above, region.carried);
  add_size(carried_squares, region.carried * region.carried);
}

CUBOID_HD inline void add(ExactRegionSums &sums, const ExactRegionSums &more) {
  for (int i = 0; i < nexact_parts; ++i)
    for (int k = 0; k < ExactSum::nlimbs; ++k) sums.part[i].limb[k] += more.part[i].limb[k];
}

CUBOID_HD inline RegionSums rounded(const ExactRegionSums &exact) {
  RegionSums sums;
  for (int i = 0; i < nregion_sums; ++i) {
    const SumOfParts parts = sum_of_parts(i);
    region_sum(sums, i) = rounded(exact.part[parts.first], exact.part[parts.second], parts.sign);
  }
  return sums;
}

}  // namespace cuboid::rule
