#include "map/vegas_grid.hpp"

#include <span>

#include "map/resample_importance.hpp"

namespace cuboid::map {

namespace {

/// Cuts values into one part for each axis and puts together what convert makes of them.
template <class To, class From, class Convert>
std::vector<To> axis_by_axis(const std::vector<From> &values, int ndim, Convert convert) {
  const auto axes = static_cast<std::size_t>(ndim);
  if (values.empty() || values.size() % axes != 0) return {};
  const std::size_t length = values.size() / axes;
  std::vector<To> result;
  for (std::size_t d = 0; d < axes; ++d) {
    const std::vector<To> axis = convert(std::span<const From>(values.data() + d * length, length));
    result.insert(result.end(), axis.begin(), axis.end());
  }
  return result;
}

}  // namespace

std::vector<double> with_intervals(const std::vector<double> &grid, int ndim,
                                   std::int64_t nintervals) {
  if (grid.size() == static_cast<std::size_t>(ndim) * static_cast<std::size_t>(nintervals))
    return grid;
  return axis_by_axis<double>(grid, ndim, [&](std::span<const double> upper) {
    return upper_from_edges(
        resample_importance(edges_from_upper(upper), static_cast<std::size_t>(nintervals)));
  });
}

std::vector<std::uint64_t> edges_of(const std::vector<double> &grid, int ndim) {
  return axis_by_axis<std::uint64_t>(
      grid, ndim, [](std::span<const double> upper) { return edges_from_upper(upper); });
}

std::vector<double> grid_of(const std::vector<std::uint64_t> &edges, int ndim) {
  return axis_by_axis<double>(
      edges, ndim, [](std::span<const std::uint64_t> axis) { return upper_from_edges(axis); });
}

}  // namespace cuboid::map
