#include "engine/cuda/engines/many_boxes.hpp"

#include <span>

#include "map/box.hpp"

namespace cuboid::engine::cuda {

BoxesOfMany boxes_of(const IntegralList &list, int ndim) {
  BoxesOfMany boxes;
  const bool one = list.lower == nullptr || list.box_stride == 0;
  const std::int64_t rows = one ? 1 : list.count;
  boxes.stride = one ? 0 : ndim;
  boxes.axes.reserve(static_cast<std::size_t>(rows * ndim));
  for (std::int64_t row = 0; row < rows; ++row) {
    // There may be millions: each goes to its place at once.
    for (std::int64_t at = row * list.box_stride, d = 0; d < ndim; ++d, ++at)
      boxes.axes.push_back(list.lower == nullptr
                               ? map::Interval{}
                               : map::make_interval(list.lower[at], list.upper[at]));
    const auto box = std::span(boxes.axes).last(static_cast<std::size_t>(ndim));
    (map::has_infinite_side(box) ? boxes.mapped : boxes.finite).push_back(row);
  }
  boxes.all_mapped = boxes.finite.empty();
  if (boxes.all_mapped || boxes.mapped.empty()) {
    boxes.finite.clear();
    boxes.mapped.clear();
  }
  return boxes;
}

}  // namespace cuboid::engine::cuda
