// Threads that feed a device with chunks of many integrals.
#pragma once

#include <functional>

#include "batch/many_run.hpp"

namespace cuboid::router {

/// Runs feed on so many threads, the first of which is the calling one, with the device of the
/// call.  Where one throws, the others get no further chunks, and it is thrown again in the end.
void run_feeders(const ManyRun &many, int feeders, const std::function<void(int thread)> &feed);

/// What an engine of a feeder may take of the device's memory: its part of memory_limit, or 0.
std::int64_t memory_of_feeder(const ManyRun &many, int feeders);

/// Makes the engine of a feeder.  nullptr: for one that is not the first, and without which it
/// works as well, there is no memory.
template <class Make>
auto engine_of_feeder(int thread, Make make) -> decltype(make()) {
  try {
    return make();
  } catch (const Failure &failure) {
    if (thread == 0 || failure.status() != CUBOID_OUT_OF_MEMORY) throw;
    return nullptr;
  }
}

}  // namespace cuboid::router
