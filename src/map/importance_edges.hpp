// The edges of the map of VEGAS for all axes, and its intervals, which engines read.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "map/importance_map.hpp"
#include "map/interval.hpp"

namespace cuboid::map {

/// Equal intervals: [ndim][nintervals + 1].
std::vector<std::uint64_t> equal_edges(int ndim, std::uint64_t nintervals);

/// edges: [ndim][nintervals + 1], rising from 0 to 2^32.  Returns [ndim][nintervals].
std::vector<MapInterval> intervals_of_edges(const std::vector<std::uint64_t> &edges, int ndim);

/// Whether edges are as that needs them.
bool are_edges(const std::vector<std::uint64_t> &edges, int ndim, std::int64_t nintervals);

/// The other way round.
std::vector<std::uint64_t> edges_of_intervals(const std::vector<MapInterval> &intervals, int ndim);

/// How the weights of samples are multiplied out, for a variable before the map of nintervals
/// intervals.  box: [ndim], or empty for the unit cube.
VolumeUnit volume_unit(int ndim, std::uint64_t nintervals, std::span<const Interval> box);

}  // namespace cuboid::map
