#include "map/importance_edges.hpp"

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

double unit_volume(int ndim, std::uint64_t nintervals) {
  return elementary::pow(static_cast<double>(nintervals) * 0x1p-32, ndim);
}

}  // namespace cuboid::map
