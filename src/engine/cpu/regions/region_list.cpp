#include "engine/cpu/regions/region_list.hpp"

#include <algorithm>
#include <bit>
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

std::uint64_t *RegionList::write(std::int64_t place, std::uint64_t *words) const {
  const auto put = [&words](double number) { *words++ = std::bit_cast<std::uint64_t>(number); };
  std::for_each_n(&lower[place * ndim], ndim, put);
  std::for_each_n(&depth[place * ndim], ndim, put);
  put(axis[place]);
  for (int c = 0; c < ncomp; ++c) {
    const rule::RegionEstimate &one = estimate[place * ncomp + c];
    for (const double number : {one.value, one.null, one.carried, one.error, one.plain})
      put(number);
  }
  return words;
}

const std::uint64_t *RegionList::read(std::int64_t place, const std::uint64_t *words) {
  const auto get = [&words] { return std::bit_cast<double>(*words++); };
  for (int d = 0; d < ndim; ++d) lower[place * ndim + d] = get();
  for (int d = 0; d < ndim; ++d) depth[place * ndim + d] = static_cast<std::uint8_t>(get());
  axis[place] = static_cast<int>(get());
  for (int c = 0; c < ncomp; ++c) {
    rule::RegionEstimate &one = estimate[place * ncomp + c];
    for (double *number : {&one.value, &one.null, &one.carried, &one.error, &one.plain})
      *number = get();
  }
  return words;
}

void RegionList::copy(std::int64_t from, std::int64_t to) {
  std::copy_n(&lower[from * ndim], ndim, &lower[to * ndim]);
  std::copy_n(&depth[from * ndim], ndim, &depth[to * ndim]);
  std::copy_n(&estimate[from * ncomp], ncomp, &estimate[to * ncomp]);
  axis[to] = axis[from];
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
