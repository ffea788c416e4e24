// What is summed over regions, for one component.
#pragma once

#ifndef __CUDACC_RTC__
#include <cmath>
#endif

#include "base/hd.hpp"
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
};

constexpr int nregion_sums = 7;

/// The sum number i, for those who treat all of them alike.
CUBOID_HD inline double &region_sum(RegionSums &sums, int i) {
  using Sum = double RegionSums::*;
  constexpr Sum all[nregion_sums] = {&RegionSums::value,      &RegionSums::absolute,
                                     &RegionSums::unobserved, &RegionSums::observed,
                                     &RegionSums::signed_sum, &RegionSums::squares,
                                     &RegionSums::null};
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
  return terms;
}

}  // namespace cuboid::rule
