// The map of VEGAS with another number of intervals.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace cuboid::map {

/// The edges of one axis, in units of 2^-32, such that the map from the variable before it is as
/// good as the same: linear between the new edges, which lie where it has them.  edges: from 0 to
/// 2^32, at least 1 apart, as are those returned.  nintervals: at least 1, at most 2^31.
std::vector<std::uint64_t> resample_importance(std::span<const std::uint64_t> edges,
                                               std::size_t nintervals);

/// Edges from the upper edges of the intervals as numbers of (0, 1], the last one being 1.  They
/// are rounded to units, and moved where they are less than 1 apart.
std::vector<std::uint64_t> edges_from_upper(std::span<const double> upper);

/// The upper edges as numbers of (0, 1], exact.
std::vector<double> upper_from_edges(std::span<const std::uint64_t> edges);

}  // namespace cuboid::map
