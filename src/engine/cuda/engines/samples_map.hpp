// The map of the samples engine on a device, and how it comes there and back.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/cuda/engines/samples_answers.hpp"
#include "engine/cuda/engines/samples_memory.hpp"
#include "engine/cuda/runtime/device.hpp"
#include "map/importance_edges.hpp"
#include "map/importance_map.hpp"

namespace cuboid::engine::cuda {

/// By way of page-locked memory where there is room for it.
class SamplesMap {
 public:
  using Intervals = std::vector<map::MapInterval>;

  /// All of them outlive this.
  SamplesMap(const DeviceCall &call, BorrowedReports &reports, const SamplesAnswers &answers)
      : call_(call), reports_(reports), answers_(answers) {}

  map::MapInterval *data() const { return here_.data(); }
  void reserve(uint64 cells) { here_.reserve(cells); }

  /// Where a kernel or a copy finds intervals before the iteration of that number; nullptr: there
  /// is no room.
  const map::MapInterval *in_room(const Intervals &intervals, std::size_t iteration) {
    if (intervals.size() * sizeof intervals[0] > Reports::room_bytes) return nullptr;
    map::MapInterval *const room = free_room();
    std::copy(intervals.begin(), intervals.end(), room);
    being_copied_ = true;
    copied_before_ = iteration;
    return room;
  }

  void set(const Intervals &intervals, std::size_t iteration) {
    if (const map::MapInterval *const room = in_room(intervals, iteration))
      here_.set(room, intervals.size());
    return;
    here_.set(intervals.data(), intervals.size());
    // The intervals are given back when the caller returns.
    call_.wait("copying to the device");
  }

  /// The device has come to the end of that iteration.
  void note_end(std::size_t iteration) {
    if (iteration >= copied_before_) being_copied_ = false;
  }

  std::vector<std::uint64_t> edges(int ndim, std::size_t intervals_of_axis) {
    Intervals intervals(static_cast<std::size_t>(ndim) * intervals_of_axis);
    const std::size_t bytes = intervals.size() * sizeof intervals[0];
    static_assert(sizeof intervals[0] % sizeof(uint64) == 0);
    if (bytes <= Reports::room_bytes) {
      map::MapInterval *const room = free_room();
      answers_.ask_page_locked(here_.data(), bytes, room);
      reports_.set_quiet(true);
      std::copy_n(room, intervals.size(), intervals.begin());
    } else {
      answers_.ask(here_.data(), bytes, intervals.data());
    }
    return map::edges_of_intervals(intervals, ndim);
  }

 private:
  /// The page-locked room, from which nothing is being copied.
  map::MapInterval *free_room() {
    if (being_copied_) call_.wait("copying to the device");
    being_copied_ = false;
    return static_cast<map::MapInterval *>(reports_->room());
  }

  const DeviceCall &call_;
  BorrowedReports &reports_;
  const SamplesAnswers &answers_;
  GrowingArray<map::MapInterval> here_{call_};
  bool being_copied_ = false;
  std::size_t copied_before_ = 0;  ///< that iteration
};

}  // namespace cuboid::engine::cuda
