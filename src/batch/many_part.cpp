#include "batch/many_part.hpp"

#include <utility>

namespace cuboid::router {

ManyPart::ManyPart(const ManyRun &many, std::int64_t first) : first_(first) {
  static_cast<engine::ManyList &>(list_) = many.request;
  list_.first = first;
  list_.lower = many.request.lower_of(first);
  list_.upper = many.request.upper_of(first);
  if (list_.userdata != nullptr) list_.userdata += first * list_.userdata_stride;
}

ManyPart::ManyPart(const ManyRun &many, std::int64_t first, std::int64_t count)
    : ManyPart(many, first) {
  list_.count = count;
  if (!many.results.any_known()) return;
  for (std::int64_t i = first; i < first + count; ++i)
    if (!many.results.has(i)) left_.push_back(i);
  take_left();
  if (list_.count < count) pack(many);
}

ManyPart::ManyPart(const ManyRun &many, std::vector<std::int64_t> integrals)
    : ManyPart(many, integrals.front()) {
  left_ = std::move(integrals);
  take_left();
  pack(many);
}

void ManyPart::take_left() {
  list_.count = std::ssize(left_);
  list_.numbers = left_.data();
}

/// Copies what the integrals have of their own into rows without gaps.
void ManyPart::pack(const ManyRun &many) {
  const ManyRequest &request = many.request;
  const auto ndim = static_cast<std::size_t>(request.common.host.ndim);
  const auto bytes = static_cast<std::size_t>(many.run.setting.device->block_bytes());
  for (const std::int64_t i : left_) {
    if (list_.box_stride != 0) {
      lower_.insert(lower_.end(), request.lower_of(i), request.lower_of(i) + ndim);
      upper_.insert(upper_.end(), request.upper_of(i), request.upper_of(i) + ndim);
    }
    if (list_.userdata_stride != 0) {
      const auto *const block = static_cast<const std::byte *>(request.userdata_of(i));
      userdata_.insert(userdata_.end(), block, block + bytes);
    }
  }
  if (list_.box_stride != 0) {
    list_.lower = lower_.data();
    list_.upper = upper_.data();
    list_.box_stride = static_cast<std::int64_t>(ndim);
  }
  if (list_.userdata_stride != 0 && bytes > 0) {
    list_.userdata = userdata_.data();
    list_.userdata_stride = static_cast<std::int64_t>(bytes);
  }
}

}  // namespace cuboid::router
