#include "batch/many_feeders.hpp"

#include <exception>
#include <mutex>

#include "engine/cpu/threads/thread_team.hpp"
#include "engine/device/chosen_device.hpp"
#include "engine/device/memory_share.hpp"

namespace cuboid::router {

void run_feeders(const ManyRun &many, int feeders, const std::function<void(int thread)> &feed) {
  std::mutex mutex;           // guards what follows
  std::exception_ptr thrown;  // by the first that throws
  engine::cpu::ThreadTeam team(feeders);
  // That of the calling thread, which may have set it by CUDA itself: other threads know nothing of
  // that.
  const int device = engine::device_room().ordinal;
  team.run(feeders, [&](int thread) {
    const engine::ChosenDevice chosen(device);
    try {
      feed(thread);
    } catch (const std::exception &) {
      const std::lock_guard lock(mutex);
      if (!thrown) thrown = std::current_exception();
      many.queue.end(CUBOID_DEVICE_FAILED);
    }
  });
  if (thrown) std::rethrow_exception(thrown);
}

std::int64_t memory_of_feeder(const ManyRun &many, int feeders) {
  return many.run.request.options.memory_limit / feeders;
}

}  // namespace cuboid::router
