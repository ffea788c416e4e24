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

/// The same sums, before they are rounded.
struct ExactRegionSums {
  ExactSum sum[nregion_sums];
};

/// Calls visit(number of the sum, term, whether there is any) for what one region adds to each of
/// the sums, which are numbered as in region_sum.
template <class Visit>
CUBOID_HD inline void for_each_exact_term(const RegionEstimate &region, const Visit &visit) {
  const auto visit_both = [&](int of_signed, int of_size, double x) {
    ExactTerm term = exact_term(x);
    visit(of_signed, term, x != 0);
    term.negative = false;
    visit(of_size, term, x != 0);
  };
  const auto visit_one = [&](int number, double x) { visit(number, exact_term(x), x != 0); };
  visit_both(0, 1, region.value);
  visit_both(4, 3, region.carried);
  visit_one(2, region.carried == 0 ? region.error : 0);
  visit_one(5, region.carried * region.carried);
  visit_one(6, region.null);
}

/// Adds a region, or takes it away.
CUBOID_HD inline void add(ExactRegionSums &sums, const RegionEstimate &region, bool away = false) {
  for_each_exact_term(region, [&](int number, const ExactTerm &term, bool present) {
    if (present) add(sums.sum[number], term, away);
  });
}

CUBOID_HD inline void add(ExactRegionSums &sums, const ExactRegionSums &more) {
  for (int i = 0; i < nregion_sums; ++i)
    for (int k = 0; k < ExactSum::nlimbs; ++k) sums.sum[i].limb[k] += more.sum[i].limb[k];
}

CUBOID_HD inline RegionSums rounded(const ExactRegionSums &exact) {
  RegionSums sums;
  for (int i = 0; i < nregion_sums; ++i) region_sum(sums, i) = rounded(exact.sum[i]);
  return sums;
}

}  // namespace cuboid::rule
