#include "router/many_feeders.hpp"

#include <exception>
#include <mutex>
#include <optional>

#include "engine/cpu/threads/thread_team.hpp"
#include "engine/device/chosen_device.hpp"

namespace cuboid::router {

void run_feeders(const ManyRun &many, int feeders, const std::function<void(int thread)> &feed) {
  std::mutex mutex;           // guards what follows
  std::exception_ptr thrown;  // by the first that throws
  engine::cpu::ThreadTeam team(feeders);
  const std::optional<int> device = engine::ChosenDevice::ordinal();
  team.run(feeders, [&](int thread) {
    std::optional<engine::ChosenDevice> chosen;
    if (device) chosen.emplace(*device);
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
