// Fits the smooth map to the edges of a map of VEGAS.
#pragma once

#include <cstdint>
#include <span>

#include "map/smooth_map.hpp"

namespace cuboid::map {

/// edges: of one axis, rising from 0 to 2^32.  The terms of the result all rise and have weights
/// that are not negative, so that the map rises; it is the one whose intervals differ least, in
/// proportion, from those of the edges.
SmoothAxis fit_smooth_map(std::span<const std::uint64_t> edges);

}  // namespace cuboid::map
