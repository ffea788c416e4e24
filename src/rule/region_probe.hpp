// A probe between the points of all regions of a refinement (rule/probe.hpp), region by region:
// what it takes of a region and what becomes of its estimate depends on the region and the probe
// alone.
#pragma once

#include "base/hd.hpp"
#include "rule/probe.hpp"
#include "rule/region_estimate.hpp"
#include "rule/region_marking.hpp"

namespace cuboid::rule {

struct ProbeRequest {
  long long number = 1;   ///< of the probe; each takes other points
  long long npoints = 0;  ///< about so many
};

/// The lines of one region.
struct RegionLines {
  std::uint64_t key = 0;
  std::int64_t count = 0;
  double of_point = 0;  ///< part of the region that a point stands for
};

/// lower: its lower corner, indexed by the axis.  volume: its part of the cube.  nregions: all.
template <class Corner>
CUBOID_HD inline RegionLines region_lines(const ProbeRequest &request, int ndim,
                                          const Corner &lower, double volume,
                                          std::int64_t nregions) {
  RegionLines lines;
  lines.key = next_key(mixed(static_cast<std::uint64_t>(request.number)), region_key(ndim, lower));
  const int of_line = line_points(ndim);
  lines.count = whole_lines(share_of_lines(request.npoints, of_line, volume, nregions), lines.key);
  lines.of_point = 1 / static_cast<double>(lines.count > 0 ? lines.count * of_line : 1);
  return lines;
}

/// A region after the probe.  heights: sum of what stood out of its lines; volume: in the units of
/// the integral, with the sign of a box whose limits are turned.
CUBOID_HD inline RegionEstimate estimate_after_probe(const RegionEstimate &estimate, double heights,
                                                     const RegionLines &lines, double volume) {
  return in_sight(estimate, seen_factor * heights * lines.of_point * ::fabs(volume));
}

}  // namespace cuboid::rule
