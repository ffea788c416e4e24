#include "engine/cpu/regions/region_list.hpp"

#include <algorithm>
#include <numeric>

#include "rule/region_division.hpp"

namespace cuboid::engine::cpu {

/// Calls change(array, length for `count` regions) for each array.
template <class Change>
void RegionList::change_arrays(std::int64_t count, Change &&change) {
  const auto rows = static_cast<std::size_t>(count);
  change(lower, rows * static_cast<std::size_t>(ndim));
  change(depth, rows * static_cast<std::size_t>(ndim));
  change(estimate, rows * static_cast<std::size_t>(ncomp));
  change(axis, rows);
}

void RegionList::resize(std::int64_t count) {
  change_arrays(count, [](auto &array, std::size_t length) { array.resize(length); });
}

void RegionList::reserve(std::int64_t count) {
  change_arrays(count, [](auto &array, std::size_t length) { array.reserve(length); });
}

double RegionList::width(std::int64_t place, int d) const {
  return rule::halved(depth[place * ndim + d]);
}

double RegionList::volume(std::int64_t place) const {
  const std::uint8_t *depths = &depth[place * ndim];
  return rule::halved(std::accumulate(depths, depths + ndim, 0));
}

void RegionList::halve(std::int64_t place, std::int64_t upper) {
  const int d = axis[place];
  ++depth[place * ndim + d];
  std::copy_n(&lower[place * ndim], ndim, &lower[upper * ndim]);
  std::copy_n(&depth[place * ndim], ndim, &depth[upper * ndim]);
  lower[upper * ndim + d] += width(upper, d);
}

std::int64_t bytes_per_region(int ndim, int ncomp) {
  constexpr int copies = 3;
  // With the bin and the place of the marking.
  return copies * static_cast<std::int64_t>(
                      static_cast<std::size_t>(ndim) * (sizeof(double) + sizeof(std::uint8_t)) +
                      static_cast<std::size_t>(ncomp) * sizeof(rule::RegionEstimate) + sizeof(int) +
                      sizeof(std::int16_t) + sizeof(std::int64_t));
}

}  // namespace cuboid::engine::cpu
