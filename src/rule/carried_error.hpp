// What a region has seen, and its halves have not: how much of it stays in their errors.
//
// A narrow peak at a point of the region, of which the halves see nothing, leaves null rules of
// zero behind.  What splitting has changed is then the only trace of it.
#pragma once

#ifndef __CUDACC_RTC__
#include <cmath>
#endif

#include "base/hd.hpp"

namespace cuboid::rule {

/// The least part of what was carried that each half keeps.  With it, 3 of 1192 results that
/// converged on 500 reference integrals were above the estimate, with twice as much 2 of 1179, for
/// 5 % more evaluations in the median.
constexpr double least_kept = 0x1p-6;
/// Null rules count as zero where they are rounding of the region's integral.
constexpr double null_rounding = 0x1p-40;

/// A region's error estimate by null rules, its integral, and what it carries.
struct CarriedError {
  double integral = 0;
  double null = 0;
  double carried = 0;
};

/// Null rules fall as those of a smooth integrand do where a half keeps this part of them: halved
/// along one axis, a rule of degree 13 gains no more.
constexpr double least_smooth_fall = 0x1p-16;
/// There, so much of what the parent carried beside the change is left: the change says that it was
/// too large, but may be small by chance.  Of 480 calls on the reference, 225 converge with it,
/// with 0.93 of the evaluations, in place of 213, none of them wrong
/// (tests/bench/results/cuhre_carried.txt).
constexpr double left_where_smooth = .1;

/// True if the null rules of the parent have covered what splitting has changed, and those of the
/// half go on from them: neither has lost sight of anything.
CUBOID_HD inline bool falls_smoothly(const CarriedError &half, const CarriedError &parent,
                                     double change) {
  const double value = half.integral < 0 ? -half.integral : half.integral;
  return parent.null > 0 && change <= parent.null && half.null > null_rounding * value &&
         half.null >= least_smooth_fall * parent.null;
}

/// What one of two halves carries: its part of what the split has changed or the parent carried, in
/// the proportion in which the null rules have fallen, but never much less.  change: the integrals
/// of the halves less that of the parent.  Where the null rules fall smoothly, what the parent
/// carried needs no such bound.
CUBOID_HD inline double carried_by_half(const CarriedError &half, const CarriedError &parent,
                                        double change) {
  const double size = change < 0 ? -change : change;
  const double fall = half.null < parent.null ? half.null / parent.null : 1;
  if (falls_smoothly(half, parent, size)) {
    const double now = size * (fall > least_kept ? fall : least_kept);
    const double before = left_where_smooth * fall * parent.carried;
    return .5 * (now > before ? now : before);
  }
  const double largest = size > parent.carried ? size : parent.carried;
  const double value = half.integral < 0 ? -half.integral : half.integral;
  const double kept = half.null <= null_rounding * value ? 0 : fall;
  return .5 * largest * (kept > least_kept ? kept : least_kept);
}

/// Errors of n regions together count so many times: a few regions may err alike, and what many of
/// them say on average is uncertain by 1 / sqrt(n).  On held-out integrals, 4 in place of 5 let a
/// peak at a corner through.
CUBOID_HD inline double factor_of_few_regions(long long n) {
  return 1 + 5. / ::sqrt(static_cast<double>(n));
}

}  // namespace cuboid::rule
