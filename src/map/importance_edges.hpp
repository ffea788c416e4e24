// The edges of the map of VEGAS for all axes, and its intervals, which engines read.
#pragma once

#include <cstdint>
#include <vector>

#include "map/importance_map.hpp"

namespace cuboid::map {

/// Equal intervals: [ndim][nintervals + 1].
std::vector<std::uint64_t> equal_edges(int ndim, std::uint64_t nintervals);

/// edges: [ndim][nintervals + 1], rising from 0 to 2^32.  Returns [ndim][nintervals].
std::vector<MapInterval> intervals_of_edges(const std::vector<std::uint64_t> &edges, int ndim);

/// The other way round.
std::vector<std::uint64_t> edges_of_intervals(const std::vector<MapInterval> &intervals, int ndim);

/// The weight of a sample if all widths were one unit: the volume in which the widths of
/// map::Volume are counted, for a variable before the map of nintervals intervals.
double unit_volume(int ndim, std::uint64_t nintervals);

}  // namespace cuboid::map
