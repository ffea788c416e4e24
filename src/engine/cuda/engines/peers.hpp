// Devices of one process that read each other's memory.
#pragma once

#include "engine/cuda/runtime/device.hpp"
#include "engine/group/group.hpp"

namespace cuboid::engine::cuda {

/// Whether the ranks are threads of this process, and the device of each can read what the others
/// have in their pools: the same on all ranks.  Lets the other devices do so.  Every rank of the
/// group must be here.
bool reach_each_other(Device &device, group::Group &ranks);

/// Waits for an event of a stream that waits for other devices.  Throws Failure also when one of
/// those is lost, on which the event may depend.
void wait_beside_others(cudaEvent_t event, const char *action);

}  // namespace cuboid::engine::cuda
