// Parts of the unit cube, on each of which the map of a region is one formula.
#pragma once

#include <vector>

#include "base/cube_part.hpp"

namespace cuboid::domain {

using Parts = std::vector<CubePart>;

/// Beyond, a cube counts as one part: nobody begins with so many.
inline constexpr std::size_t max_parts = 4096;

Parts whole_cube(int ndim);

/// Of a cube whose axes are cut into so many parts each, as part_at has it.
Parts parts_of_axes(const std::vector<int> &counts);

/// Of pieces that have a part of the first axis each.  pieces: the parts of each.
Parts parts_of_pieces(const std::vector<Parts> &pieces);

/// Of a product of two cubes.
Parts parts_of_product(const Parts &first, const Parts &second);

}  // namespace cuboid::domain
