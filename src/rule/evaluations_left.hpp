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

/// If the errors go on to fall with the same power of the evaluations as since there were a quarter
/// as many of them.  0 where they have not fallen, or if they are small enough.  stages: one after
/// the other.
inline double evaluations_left(const std::vector<Stage> &stages) {
  constexpr long long growth = 4;
  if (stages.empty()) return 0;
  const Stage &now = stages.back();
  for (auto before = stages.rbegin(); before != stages.rend(); ++before) {
    if (before->neval > now.neval / growth) continue;
    if (!(now.missing > 1) || !(before->missing > now.missing)) return 0;
    const auto neval = static_cast<double>(now.neval);
    const double power = std::log(neval / static_cast<double>(before->neval)) /
                         std::log(before->missing / now.missing);
    return neval * (std::pow(now.missing, power) - 1);
  }
  return 0;
}

}  // namespace cuboid::rule
