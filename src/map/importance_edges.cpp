#include "map/importance_edges.hpp"

#include <algorithm>
#include <cmath>

#include "elementary/functions.hpp"

namespace cuboid::map {

std::vector<std::uint64_t> equal_edges(int ndim, std::uint64_t nintervals) {
  std::vector<std::uint64_t> edges;
  for (int d = 0; d < ndim; ++d)
    for (std::uint64_t i = 0; i <= nintervals; ++i) edges.push_back((i << 32) / nintervals);
  return edges;
}

std::vector<MapInterval> intervals_of_edges(const std::vector<std::uint64_t> &edges, int ndim) {
  const std::size_t stride = edges.size() / static_cast<std::size_t>(ndim);
  std::vector<MapInterval> intervals;
  intervals.reserve(edges.size());
  for (std::size_t begin = 0; begin < edges.size(); begin += stride)
    for (std::size_t i = begin; i + 1 < begin + stride; ++i)
      intervals.push_back(make_map_interval(edges[i], edges[i + 1]));
  return intervals;
}

bool are_edges(const std::vector<std::uint64_t> &edges, int ndim, std::int64_t nintervals) {
  const auto n = static_cast<std::size_t>(nintervals);
  if (edges.size() != static_cast<std::size_t>(ndim) * (n + 1)) return false;
  for (std::size_t i = 0; i < edges.size(); ++i) {
    const std::size_t place = i % (n + 1);
    if (place == 0 ? edges[i] != 0 : edges[i] <= edges[i - 1]) return false;
    if (place == n && edges[i] != whole_axis) return false;
  }
  return true;
}

std::vector<std::uint64_t> edges_of_intervals(const std::vector<MapInterval> &intervals, int ndim) {
  const std::size_t stride = intervals.size() / static_cast<std::size_t>(ndim);
  std::vector<std::uint64_t> edges;
  edges.reserve(intervals.size() + static_cast<std::size_t>(ndim));
  for (std::size_t i = 0; i < intervals.size(); ++i) {
    edges.push_back(interval_lower(intervals[i]));
    if ((i + 1) % stride == 0) edges.push_back(whole_axis);
  }
  return edges;
}

VolumeUnit volume_unit(int ndim, std::uint64_t nintervals, std::span<const Interval> box) {
  // Both are in the range of double with room to spare: the weight of a sample with widths of one
  // unit each is at least 2^-992, and of the volume of the box no more than max_exponent is taken.
  constexpr int max_exponent = 900;
  const double of_one_unit = elementary::pow(static_cast<double>(nintervals) * 0x1p-32, ndim);
  const int small = std::ilogb(of_one_unit);
  int large = 0;
  for (const Interval &axis : box)
    if (axis.kind == IntervalKind::finite && axis.width != 0) large += std::ilogb(axis.width);
  large = std::clamp(large, -max_exponent, max_exponent);
  return {std::ldexp(1.0, small), std::ldexp(1.0, -large), std::ldexp(of_one_unit, large - small)};
}

}  // namespace cuboid::map
