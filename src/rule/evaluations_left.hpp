// How many evaluations a refinement will still take.
#pragma once

#include <cmath>
#include <vector>

namespace cuboid::rule {

/// How far it was after an iteration.
struct Stage {
  long long neval;
  double missing;  ///< the largest error of a component, in units of what it may be
};

/// The logarithm to the base 2 of a number above 0, exact for powers of 2 and linear between them:
/// its bits are the same on every processor.
inline double coarse_log2(double number) {
  int exponent = 0;
  const double fraction = std::frexp(number, &exponent);  // At least 1/2, below 1.
  return exponent - 2 + 2 * fraction;
}

/// Whether at least so many more will be needed, if the errors go on to fall with the same power of
/// the evaluations as since there were a quarter as many of them.  False where they have not
/// fallen, or if they are small enough.  stages: one after the other.
inline bool are_left(const std::vector<Stage> &stages, double evaluations) {
  constexpr long long growth = 4;
  if (stages.empty()) return false;
  const Stage &now = stages.back();
  for (auto before = stages.rbegin(); before != stages.rend(); ++before) {
    if (before->neval > now.neval / growth) continue;
    if (!(now.missing > 1) || !(before->missing > now.missing)) return false;
    // (all / neval) >= missing^(log(neval / before) / log(missing before / missing now)).
    const auto neval = static_cast<double>(now.neval);
    return coarse_log2(now.missing) * coarse_log2(neval / static_cast<double>(before->neval)) >=
           coarse_log2(1 + evaluations / neval) * coarse_log2(before->missing / now.missing);
  }
  return false;
}

}  // namespace cuboid::rule
