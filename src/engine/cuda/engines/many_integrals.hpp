// The integrals of a list on a device, for the engines of many.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/words.hpp"
#include "engine/cuda/engines/bound_integrand.hpp"
#include "engine/cuda/runtime/memory.hpp"
#include "engine/device/integral_list.hpp"
#include "map/interval.hpp"

namespace cuboid::engine::cuda {

/// The axes of all boxes, and which boxes have an infinite side.  One box: that of all integrals.
struct BoxesOfMany {
  std::vector<map::Interval> axes;
  std::int64_t stride = 0;                ///< intervals from one box to the next
  std::vector<long long> finite, mapped;  ///< integrals, where there are both kinds
  bool all_mapped = false;
};

/// Userdata, boxes and numbers of the integrals.
class ManyIntegrals {
 public:
  /// bound outlives this.
  explicit ManyIntegrals(const BoundIntegrand &bound) : bound_(bound) {}

  /// The stream may still read from this object and from the list when the function returns.
  void begin(const IntegralList &list);

  std::int64_t count() const { return count_; }
  /// On the device; nullptr: they have none of their own.
  const char *userdata() const { return static_cast<const char *>(userdata_.get()); }
  /// Bytes from one block to the next; 0: all have the same.
  std::int64_t userdata_stride() const { return userdata_stride_; }
  const BoxesOfMany &boxes() const { return boxes_; }
  /// Copies the axes of the boxes to the device.
  const map::Interval *axes_on_device();
  /// Of the integrals, for a batch function; else, there are none.
  const std::vector<std::int64_t> &numbers() const { return numbers_; }

  /// Prepares a batch in which the points of some integrals follow each other.  rows: where those
  /// of each begin, and where all end; which: the integrals.  Returns the rows on the device.
  template <class Integrals>
  const uint64 *number_points(const std::vector<uint64> &rows, const Integrals &which) {
    here_.clear();
    for (const auto integral : which) here_.push_back(numbers_[integral]);
    return number_points_here(rows);
  }
  /// Those of such a batch.
  const std::int64_t *integral_of_point() const { return integral_of_point_.data(); }

 private:
  void copy_userdata(const IntegralList &list);
  void set_boxes(const IntegralList &list);
  const uint64 *number_points_here(const std::vector<uint64> &rows);

  const BoundIntegrand &bound_;
  const DeviceCall &call_ = bound_.call();
  std::int64_t count_ = 0;
  std::vector<std::byte> packed_;
  DeviceMemory userdata_;
  std::int64_t userdata_stride_ = 0;
  BoxesOfMany boxes_;
  std::vector<std::int64_t> numbers_;
  std::vector<std::int64_t> here_;  ///< those of a batch
  GrowingArray<map::Interval> axes_{call_};
  GrowingArray<uint64> rows_{call_};
  GrowingArray<std::int64_t> numbers_here_{call_};
  GrowingArray<std::int64_t> integral_of_point_{call_};
};

}  // namespace cuboid::engine::cuda
