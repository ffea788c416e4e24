#include "domain/parts.hpp"

#include <cstddef>

#include "domain/maps.hpp"

namespace cuboid::domain {

Parts whole_cube(int ndim) {
  const auto n = static_cast<std::size_t>(ndim);
  return {{std::vector<double>(n, 0.0), std::vector<double>(n, 1.0)}};
}

Parts parts_of_product(const Parts &first, const Parts &second) {
  if (first.size() * second.size() > max_parts)
    return whole_cube(static_cast<int>(first.front().lower.size() + second.front().lower.size()));
  Parts all;
  for (const CubePart &one : first)
    for (const CubePart &other : second) {
      all.push_back(one);
      all.back().lower.insert(all.back().lower.end(), other.lower.begin(), other.lower.end());
      all.back().upper.insert(all.back().upper.end(), other.upper.begin(), other.upper.end());
    }
  return all;
}

Parts parts_of_axes(const std::vector<int> &counts) {
  Parts all{{}};
  for (const int count : counts) {
    Parts axis;
    for (int i = 0; i < count; ++i) {
      const PartPlace place = place_of_part(count, i);
      axis.push_back({{place.begin}, {place.begin + place.width}});
    }
    all = parts_of_product(all, axis);
  }
  return all;
}

Parts parts_of_pieces(const std::vector<Parts> &pieces) {
  const auto count = static_cast<int>(pieces.size());
  Parts all;
  for (int i = 0; i < count; ++i) {
    const PartPlace place = place_of_part(count, i);
    for (CubePart part : pieces[static_cast<std::size_t>(i)]) {
      for (double *const side : {&part.lower.front(), &part.upper.front()})
        *side = place.begin + place.width * *side;
      all.push_back(std::move(part));
    }
  }
  return all.size() <= max_parts
             ? all
             : whole_cube(static_cast<int>(pieces.front().front().lower.size()));
}

}  // namespace cuboid::domain
