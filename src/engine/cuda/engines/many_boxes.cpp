#include "engine/cuda/engines/many_boxes.hpp"

#include "map/box.hpp"

namespace cuboid::engine::cuda {

BoxesOfMany boxes_of(const IntegralList &list, int ndim) {
  BoxesOfMany boxes;
  const bool one = list.lower == nullptr || list.box_stride == 0;
  const std::int64_t rows = one ? 1 : list.count;
  boxes.stride = one ? 0 : ndim;
  boxes.axes.reserve(static_cast<std::size_t>(rows * ndim));
  for (std::int64_t row = 0; row < rows; ++row) {
    const std::int64_t at = row * list.box_stride;
    const std::vector<map::Interval> box =
        list.lower == nullptr ? map::make_box(ndim, nullptr, nullptr)
                              : map::make_box(ndim, list.lower + at, list.upper + at);
    boxes.axes.insert(boxes.axes.end(), box.begin(), box.end());
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
