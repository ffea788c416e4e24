// Devices of one host that read each other's memory.
#pragma once

#include <vector>

#include "engine/cuda/runtime/device.hpp"
#include "engine/cuda/runtime/memory.hpp"
#include "engine/group/group.hpp"

namespace cuboid::engine::cuda {

/// What a rank shows to the others.
struct Shown {
  std::vector<const void *> memory;  ///< nullptr: there is none
  /// Recorded when what is there may be read.  nullptr, among processes: it may be at once.
  cudaEvent_t when = nullptr;
  cudaEvent_t before = nullptr;  ///< likewise, of the first part of it
};

/// As many ranks read each other's memory, at most.
inline constexpr int max_reaching = 16;

/// By whom the memory is read that ranks show to each other: by the devices of threads of one
/// process, or of processes of one host, or, where their devices do not reach that, by nobody.  The
/// same on all ranks, which must all be here.
ReadBy reach_each_other(const DeviceCall &call, group::Group &ranks);

/// Hears what all ranks show, as many things each.  read_by: as they reach each other.
std::vector<Shown> shown_by_all(const DeviceCall &call, group::Group &ranks, const Shown &mine,
                                ReadBy read_by);

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
