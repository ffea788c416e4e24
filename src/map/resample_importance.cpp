#include "map/resample_importance.hpp"

#include <algorithm>
#include <cmath>

#include "map/importance_map.hpp"

namespace cuboid::map {

namespace {

/// Moves edges apart that are less than 1 apart.
void separate(std::vector<std::uint64_t> &edges) {
  const std::size_t n = edges.size() - 1;
  for (std::size_t i = 1; i < n; ++i)
    edges[i] = std::min(std::max(edges[i], edges[i - 1] + 1), std::uint64_t{whole_axis} - (n - i));
}

}  // namespace

std::vector<std::uint64_t> resample_importance(std::span<const std::uint64_t> edges,
                                               std::size_t nintervals) {
  const std::size_t before = edges.size() - 1;
  std::vector<std::uint64_t> result{0};
  for (std::size_t i = 1; i < nintervals; ++i) {
    // The place i / nintervals in units of the old intervals.
    const std::size_t interval = i * before / nintervals;
    const std::size_t rest = i * before % nintervals;
    const double width = static_cast<double>(edges[interval + 1] - edges[interval]);
    const double part = static_cast<double>(rest) / static_cast<double>(nintervals);
    result.push_back(edges[interval] + static_cast<std::uint64_t>(std::llrint(part * width)));
  }
  result.push_back(whole_axis);
  separate(result);
  return result;
}

std::vector<std::uint64_t> edges_from_upper(std::span<const double> upper) {
  std::vector<std::uint64_t> edges{0};
  for (const double edge : upper)
    edges.push_back(static_cast<std::uint64_t>(std::llrint(std::clamp(edge, 0.0, 1.0) * 0x1p32)));
  edges.back() = whole_axis;
  separate(edges);
  return edges;
}

std::vector<double> upper_from_edges(std::span<const std::uint64_t> edges) {
  std::vector<double> upper;
  for (const std::uint64_t edge : edges.subspan(1))
    upper.push_back(static_cast<double>(edge) * 0x1p-32);
  return upper;
}

}  // namespace cuboid::map
