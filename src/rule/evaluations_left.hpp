// How many evaluations a refinement will still take.
#pragma once

#ifndef __CUDACC_RTC__
#include <cmath>
#include <vector>
#endif

#include "base/hd.hpp"

namespace cuboid::rule {

/// How far it was after an iteration.
struct Stage {
  long long neval;
  double missing;  ///< the largest error of a component, in units of what it may be
};

/// The logarithm to the base 2 of a number above 0, exact for powers of 2 and linear between them:
/// its bits are the same on every processor.
CUBOID_HD inline double coarse_log2(double number) {
  int exponent = 0;
  const double fraction = ::frexp(number, &exponent);  // At least 1/2, below 1.
  return exponent - 2 + 2 * fraction;
}

/// Stages that are compared have so many times the evaluations.
constexpr long long growth_between_stages = 4;

/// Whether at least so many more will be needed, if the errors go on to fall with the same power of
/// the evaluations as between two stages.  False where they have not fallen, or if they are small
/// enough.
CUBOID_HD inline bool are_left(const Stage &before, const Stage &now, double evaluations) {
  if (!(now.missing > 1) || !(before.missing > now.missing)) return false;
  // (all / neval) >= missing^(log(neval / before) / log(missing before / missing now)).
  const auto neval = static_cast<double>(now.neval);
  return coarse_log2(now.missing) * coarse_log2(neval / static_cast<double>(before.neval)) >=
         coarse_log2(1 + evaluations / neval) * coarse_log2(before.missing / now.missing);
}

#ifndef __CUDACC_RTC__
/// The same by the last of the stages and the last before it that has at most a quarter of its
/// evaluations.  stages: one after the other.
inline bool are_left(const std::vector<Stage> &stages, double evaluations) {
  if (stages.empty()) return false;
  const Stage &now = stages.back();
  for (auto before = stages.rbegin(); before != stages.rend(); ++before)
    if (before->neval <= now.neval / growth_between_stages)
      return are_left(*before, now, evaluations);
  return false;
}
#endif

}  // namespace cuboid::rule
