// Random bits of a region that depend on nothing but its bounds.
#pragma once

#include <bit>
#include <cstdint>

#include "base/words.hpp"
#include "cuba/divonne/region.hpp"

namespace cuboid::algorithm::divonne_detail {

inline std::uint64_t next_hash(std::uint64_t hash) {
  return mixed(hash + mixed_step);
}

inline std::uint64_t hash_of(const Box &box) {
  std::uint64_t hash = 0;
  for (std::size_t d = 0; d < box.ndim(); ++d)
    hash = next_hash(next_hash(hash ^ std::bit_cast<std::uint64_t>(box.lower[d])) ^
                     std::bit_cast<std::uint64_t>(box.upper[d]));
  return hash;
}

}  // namespace cuboid::algorithm::divonne_detail
