// Random bits of a region that depend on nothing but its bounds.
#pragma once

#include <bit>
#include <cstdint>

#include "cuba/divonne/region.hpp"

namespace cuboid::algorithm::divonne_detail {

/// The finalizer of splitmix64: Steele, Lea and Flood, OOPSLA 2014, p. 453.
inline std::uint64_t mixed(std::uint64_t bits) {
  bits += 0x9e3779b97f4a7c15;
  bits = (bits ^ bits >> 30) * 0xbf58476d1ce4e5b9;
  bits = (bits ^ bits >> 27) * 0x94d049bb133111eb;
  return bits ^ bits >> 31;
}

inline std::uint64_t hash_of(const Box &box) {
  std::uint64_t hash = 0;
  for (std::size_t d = 0; d < box.ndim(); ++d)
    hash = mixed(mixed(hash ^ std::bit_cast<std::uint64_t>(box.lower[d])) ^
                 std::bit_cast<std::uint64_t>(box.upper[d]));
  return hash;
}

}  // namespace cuboid::algorithm::divonne_detail
