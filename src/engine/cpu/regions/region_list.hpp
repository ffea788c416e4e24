// The regions of the unit cube that an integral is divided into, as the cores keep them.
#pragma once

#include <cstdint>
#include <vector>

#include "rule/region_estimate.hpp"

namespace cuboid::engine::cpu {

struct RegionList {
  int ndim = 0;
  int ncomp = 0;
  std::vector<double> lower;                   ///< [count][ndim]
  std::vector<std::uint8_t> depth;             ///< [count][ndim] how often each axis was halved
  std::vector<rule::RegionEstimate> estimate;  ///< [count][ncomp]
  std::vector<int> axis;  ///< [count] of the next split; -1: no axis can be halved any more

  std::int64_t count() const { return static_cast<std::int64_t>(axis.size()); }
  void reserve(std::int64_t count);
  void resize(std::int64_t count);

  /// Of the region at a place, along an axis.
  double width(std::int64_t place, int d) const;
  double volume(std::int64_t place) const;

  /// Halves a region along its axis.  The lower half takes its place, the upper one goes to
  /// another.
  void halve(std::int64_t place, std::int64_t upper);

  /// A region as numbers, for another rank, with their bits in words: its corner, depths, axis and
  /// estimates.
  static constexpr int numbers_of_estimate = 5;
  /// Return the place behind what they have written or read.
  std::uint64_t *write(std::int64_t place, std::uint64_t *words) const;
  const std::uint64_t *read(std::int64_t place, const std::uint64_t *words);

  void copy(std::int64_t from, std::int64_t to);

 private:
  template <class Change>
  void change_arrays(std::int64_t count, Change &&change);
};

/// Bytes of a region.  While a list grows, it is there once and twice over.
std::int64_t bytes_per_region(int ndim, int ncomp);

}  // namespace cuboid::engine::cpu
