// How many points a probe between the points of the regions takes (rule/region_probe.hpp), once the
// accuracy seems reached.
#pragma once

#ifndef __CUDACC_RTC__
#include <cmath>
#endif

#include "base/goal.hpp"
#include "base/hd.hpp"

namespace cuboid::rule {

/// A probe between the points takes half as many as were evaluated, or a quarter where regions were
/// refined, but what was refined a lot pays less, and no less than so many.
constexpr long long min_probe = 1000;
constexpr long long max_share_of_few = 10000;
/// From a million evaluations on, a probe grows with their square root only: regions that were
/// halved so often leave less for it to find, and on a GPU its points cost several times those of a
/// rule (gpu_cuhre_table.txt).  Where something was found, it takes ten times as many.
constexpr double probe_of_many = 100;
constexpr double more_where_found = 10;
/// That part of them will do where maxeval leaves no room for more,
constexpr long long min_part = 8;
/// Where first regions resolve an integrand so much better than the accuracy, it may as well be a
/// constant with something small upon it.
constexpr double resolved_part = 1e-3;
/// Where hardly any error is seen, so many points are looked at for the tolerance, relative to the
/// integral; native Cuhre's measure, too.
constexpr double points_for_tolerance = 10;
/// Of these, a third will do.
constexpr long long min_part_for_tolerance = 3;

/// The standard price of probing: as many points as the rules take, up to some hundreds, then a
/// quarter of that and, from some hundred thousands on, as many as look_of_many says; but no fewer
/// than so many for each axis.  With as many as the rules take up to 10000, no result more is right
/// of 2928 on held-out and fresh integrals, and evaluations grow by 14 % in the geometric mean.
constexpr long long min_probed_of_axis = 64;
constexpr long long probed_of_few = 1000;
constexpr long long part_probed = 4;

CUBOID_HD inline long long standard_probing(int ndim, long long of_rules) {
  const auto many = static_cast<long long>(probe_of_many * ::sqrt(static_cast<double>(of_rules)));
  const long long part = probed_of_few + of_rules / part_probed;
  long long points = of_rules < part ? of_rules : part;
  points = points < many ? points : many;
  return points > min_probed_of_axis * ndim ? points : min_probed_of_axis * ndim;
}

/// What the components of an integral say of a probe.
struct Resolution {
  bool zeros = true;     ///< nothing else was seen
  bool resolved = true;  ///< all that was seen is seen far better than was asked for
  double points = static_cast<double>(min_for_zero);  ///< for the tolerances, if it is
};

/// The next component.
CUBOID_HD inline void take(Resolution &resolution, double value, double error, double tolerance) {
  if (value != 0 || error != 0) resolution.zeros = false;
  if (!(error <= resolved_part * tolerance)) resolution.resolved = false;
  if (!resolution.resolved) return;
  const double points = points_for_tolerance * ::fabs(value) / tolerance;
  if (points < resolution.points) resolution.points = points;
}

/// What a probe takes of its evaluations.
struct ProbeSize {
  long long wanted;  ///< points; 0: there is nothing to look for
  long long left;    ///< and so many there may be: which regions get a line more is by lot
  bool enough;       ///< these will do
};

/// refined: iterations have split regions.  found: the probe before this one has found something,
/// and of a narrow ridge, each may have missed a part.
CUBOID_HD inline ProbeSize probe_size(const Goal &goal, long long neval, bool refined, bool found,
                                      const Resolution &resolution) {
  if (resolution.zeros) return {0, 0, true};
  const double many = probe_of_many * ::sqrt(static_cast<double>(neval));
  const auto smaller = [](long long a, long long b) { return a < b ? a : b; };
  const auto larger = [](long long a, long long b) { return a > b ? a : b; };
  const bool resolved = !refined && resolution.resolved;
  ProbeSize size{};
  if (found) {
    size.wanted = smaller(neval, static_cast<long long>(more_where_found * many));
  } else {
    size.wanted = smaller(smaller(neval / (refined ? 4 : 2), neval / 10 + max_share_of_few),
                          static_cast<long long>(many));
    if (resolved) size.wanted = larger(size.wanted, static_cast<long long>(resolution.points));
  }
  size.wanted = larger(size.wanted, min_probe);
  size.left = (goal.maxeval - neval) / 8 * 7;
  size.enough = size.left >= size.wanted / (resolved ? min_part_for_tolerance : min_part);
  return size;
}

}  // namespace cuboid::rule
