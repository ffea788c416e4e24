#include "engine/cuda/engines/many_integrals.hpp"

#include <cuda_runtime.h>

#include <cstring>
#include <span>

#include "engine/cuda/engines/many_samples_steps.hpp"
#include "engine/cuda/runtime/error.hpp"
#include "map/box.hpp"

namespace cuboid::engine::cuda {

void ManyIntegrals::begin(const IntegralList &list) {
  count_ = list.count;
  copy_userdata(list);
  set_boxes(list);
  numbers_.resize(bound_.batched() ? static_cast<std::size_t>(count_) : 0);
  for (std::size_t i = 0; i < numbers_.size(); ++i) numbers_[i] = list.number_of(i);
}

/// Each block of userdata begins at a multiple of 16 bytes on the device.  They are put there
/// first: a copy row by row is one transfer for each of them.
void ManyIntegrals::copy_userdata(const IntegralList &list) {
  const std::int64_t bytes = bound_.integrand().block_bytes();
  userdata_ = {};
  userdata_stride_ = 0;
  if (list.userdata == nullptr || bytes == 0) return;
  const std::int64_t blocks = list.userdata_stride == 0 ? 1 : list.count;
  const std::int64_t stride = (bytes + 15) / 16 * 16;
  userdata_ = DeviceMemory(call_, blocks * stride);
  const std::byte *from = list.userdata;
  if (blocks > 1 && list.userdata_stride != stride) {
    packed_.resize(static_cast<std::size_t>(blocks * stride));
    for (std::int64_t i = 0; i < blocks; ++i)
      std::memcpy(packed_.data() + i * stride, list.userdata + i * list.userdata_stride,
                  static_cast<std::size_t>(bytes));
    from = packed_.data();
  }
  // Behind the last block there may be nothing.
  call_.to_device(userdata_.get(), from, static_cast<std::size_t>((blocks - 1) * stride + bytes),
                  "copying what many integrals need to the device");
  if (list.userdata_stride != 0) userdata_stride_ = stride;
}

void ManyIntegrals::set_boxes(const IntegralList &list) {
  boxes_ = {};
  const int ndim = bound_.integrand().ndim();
  const bool one = list.lower == nullptr || list.box_stride == 0;
  const std::int64_t rows = one ? 1 : list.count;
  boxes_.stride = one ? 0 : ndim;
  boxes_.axes.reserve(static_cast<std::size_t>(rows * ndim));
  for (std::int64_t row = 0; row < rows; ++row) {
    // There may be millions: each goes to its place at once.
    for (std::int64_t at = row * list.box_stride, d = 0; d < ndim; ++d, ++at)
      boxes_.axes.push_back(list.lower == nullptr
                                ? map::Interval{}
                                : map::make_interval(list.lower[at], list.upper[at]));
    const auto box = std::span(boxes_.axes).last(static_cast<std::size_t>(ndim));
    (map::has_infinite_side(box) ? boxes_.mapped : boxes_.finite).push_back(row);
  }
  boxes_.all_mapped = boxes_.finite.empty();
  if (boxes_.all_mapped || boxes_.mapped.empty()) {
    boxes_.finite.clear();
    boxes_.mapped.clear();
  }
}

const map::Interval *ManyIntegrals::axes_on_device() {
  return axes_.set(boxes_.axes.data(), boxes_.axes.size());
}

const uint64 *ManyIntegrals::number_points_here(const std::vector<uint64> &rows) {
  rows_.set(rows.data(), rows.size());
  numbers_here_.set(here_.data(), here_.size());
  integral_of_point_.reserve(rows.back());
  launch_number({rows_.data(), numbers_here_.data(), integral_of_point_.data()},
                static_cast<unsigned>(here_.size()), call_.stream());
  call_.wait("numbering the points of many integrals");
  return rows_.data();
}

}  // namespace cuboid::engine::cuda
