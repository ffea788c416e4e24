// Maps of Vegas in the form in which callers keep them: the upper edges of equally many intervals
// on each axis, as numbers of (0, 1].
#pragma once

#include <cstdint>
#include <vector>

namespace cuboid::map {

/// Intervals on each axis in the Vegas of the host.
inline constexpr std::int64_t host_vegas_intervals = 128;

/// The same map with so many intervals on each axis.  Empty if the grid is none of ndim axes; the
/// grid itself if it has as many.
std::vector<double> with_intervals(const std::vector<double> &grid, int ndim,
                                   std::int64_t nintervals);

/// The form in which VEGAS+ has it: [ndim][intervals + 1] edges in units of 2^-32; empty likewise.
std::vector<std::uint64_t> edges_of(const std::vector<double> &grid, int ndim);

/// And back.
std::vector<double> grid_of(const std::vector<std::uint64_t> &edges, int ndim);

}  // namespace cuboid::map
