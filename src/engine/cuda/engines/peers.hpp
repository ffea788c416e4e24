// Devices of one process that read each other's memory.
#pragma once

#include <vector>

#include "engine/cuda/runtime/device.hpp"
#include "engine/cuda/runtime/memory.hpp"
#include "engine/group/group.hpp"

namespace cuboid::engine::cuda {

/// What a rank shows to the others.
struct Shown {
  std::vector<const void *> memory;  ///< ReadBy::devices; nullptr: there is none
  cudaEvent_t when = nullptr;        ///< recorded when what is there may be read
};

/// Whether the ranks are threads of this process, and the device of each can read what the others
/// have in memory that is ReadBy::devices: the same on all ranks.  Every rank of the group must be
/// here.
bool reach_each_other(Device &device, group::Group &ranks);

/// Hears what all ranks show, as many things each.
std::vector<Shown> shown_by_all(group::Group &ranks, const Shown &mine);

/// Says when what was begun before it was recorded is done; without times.
class Event {
 public:
  Event();
  ~Event();
  Event(const Event &) = delete;
  Event &operator=(const Event &) = delete;

  cudaEvent_t get() const { return event_; }

 private:
  cudaEvent_t event_ = nullptr;
};

/// Waits for an event of a stream that waits for other devices.  Throws
/// Failure also when one of those is lost, on which the event may depend.
void wait_beside_others(cudaEvent_t event, const char *action);

}  // namespace cuboid::engine::cuda
