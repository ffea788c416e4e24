// Integrals of a list that are calls of their own on a device.
#include <algorithm>
#include <memory>
#include <new>
#include <optional>

#include "batch/devices.hpp"
#include "batch/many_call.hpp"
#include "batch/many_run.hpp"
#include "batch/side_by_side.hpp"
#include "engine/cpu/processes/fork_safety.hpp"
#include "engine/device/chosen_device.hpp"
#include "engine/device/memory_share.hpp"

namespace cuboid::router {

namespace {

/// Calls at a time.  Of Gaussians in 5-D to 1e-8 on an H100, 1 at a time are 2.1e3 a second, 2:
/// 2.9e3, 4: 3.9e3, 8: 4.6e3, 16: 4.6e3, which is the speed of one large integral (gpu_many.txt).
constexpr int max_at_once = 8;

/// Bytes with which a call is worth a thread: PAGANI begins with 0.3 to 0.6 GB of one component.
constexpr std::int64_t min_share = std::int64_t{1} << 30;

/// On which device calls stand side by side, and with what.
struct Room {
  std::optional<int> device;
  int threads = 1;
  std::int64_t memory = 0;
};

Room room_of(const ManyRun &many, std::int64_t calls) {
  const Request &request = many.run.request;
  const bool on_one_device = many.run.plan.place != Place::host && !request.ranks &&
                             named_devices(many.request.common).size() <= 1;
  // A function on the host may expect the calling thread.
  if (!on_one_device || !many.run.setting.device->has_kernels()) return {};
  const engine::DeviceRoom free = engine::device_room();
  Room room{free.ordinal, max_at_once, free.bytes / 10 * 9};
  if (request.options.memory_limit > 0)
    room.memory = std::min<std::int64_t>(room.memory, request.options.memory_limit);
  // A thread that waits for the device keeps a core busy.
  const std::int64_t cores = request.options.cores;
  const std::int64_t most =
      std::min({calls, room.memory / min_share, std::int64_t{max_at_once},
                cores >= 0 ? cores : std::int64_t{engine::cpu::available_cpus()}});
  room.threads = static_cast<int>(std::max<std::int64_t>(most, 1));
  return room;
}

/// Whether the integral is done.
bool integrate_one(const ManyRun &many, ManyCall &call, std::int64_t integral, std::int64_t share) {
  try {
    return call.integrate_within(integral, share);
  } catch (const std::bad_alloc &) {
    if (share > 0) return false;
    put_caught(many, integral);
  } catch (const std::exception &) {
    put_caught(many, integral);
  }
  return true;
}

}  // namespace

void many_alone(const ManyRun &many, std::vector<std::int64_t> integrals) {
  if (integrals.empty()) return;
  std::sort(integrals.begin(), integrals.end());
  const Room room = room_of(many, std::ssize(integrals));
  many.log.print(3, "%zu integrals follow by themselves, %d at a time", integrals.size(),
                 room.threads);
  Calls calls;
  calls.make_worker = [&many, &room] {
    return [&many, &room, call = std::make_shared<ManyCall>(many, true)](std::int64_t integral,
                                                                         std::int64_t share) {
      std::optional<engine::ChosenDevice> chosen;
      if (room.device) chosen.emplace(*room.device);
      return integrate_one(many, *call, integral, share);
    };
  };
  calls.ends = [&many] { return many.queue.ends(); };
  calls.look = [&many] { many.look(); };
  carry_out_side_by_side(std::move(integrals), room.threads, room.memory, calls);
}

}  // namespace cuboid::router
