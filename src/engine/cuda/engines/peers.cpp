#include "engine/cuda/engines/peers.hpp"

#include <sched.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "base/failure.hpp"
#include "engine/cuda/runtime/error.hpp"
#include "engine/group/exchange.hpp"

namespace cuboid::engine::cuda {

namespace {

using group::told_by_all;

/// Lets another device read what this one shows.
bool lets_read(Device &device, int other) {
  if (other == device.ordinal()) return true;
  int can = 0;
  if (cudaDeviceCanAccessPeer(&can, other, device.ordinal()) != cudaSuccess || can == 0)
    return false;
  return device.show_pool_to(other);
}

bool all_say(group::Group &ranks, bool yes) {
  const auto answers = told_by_all(ranks, std::vector<std::uint64_t>{yes ? 1u : 0u});
  return std::all_of(answers.begin(), answers.end(), [](std::uint64_t one) { return one == 1; });
}

bool threads_reach_each_other(Device &device, group::Group &ranks) {
  const auto ordinals =
      told_by_all(ranks, std::vector{static_cast<std::uint64_t>(device.ordinal())});
  const bool all_may = std::all_of(ordinals.begin(), ordinals.end(), [&](std::uint64_t other) {
    return lets_read(device, static_cast<int>(other));
  });
  // An error of what is not possible is no error of what follows.
  if (!all_may) static_cast<void>(cudaGetLastError());
  return all_say(ranks, all_may);
}

/// What does not work here is no failure: the ranks find another way.
template <class Work>
bool works(const Work &work) {
  try {
    return work();
  } catch (const Failure &) {
    static_cast<void>(cudaGetLastError());
    return false;
  }
}

using Name = ProcessMemory::Name;

bool processes_reach_each_other(Device &device, group::Group &ranks) {
  ProcessMemory &memory = device.process_memory();
  Name mine{};
  works([&] {
    mine = memory.name_of_probe();
    return true;
  });
  const std::vector<Name> names = told_by_all(ranks, std::vector{mine});
  bool all_read = true;
  for (std::size_t r = 0; r < names.size(); ++r)
    if (r != static_cast<std::size_t>(ranks.rank()))
      all_read = all_read && works([&] { return memory.reads_probe(names[r]); });
  return all_say(ranks, all_read);
}

std::vector<Shown> shown_by_threads(group::Group &ranks, const Shown &mine) {
  std::vector<std::uint64_t> own;
  for (const void *const memory : mine.memory)
    own.push_back(reinterpret_cast<std::uint64_t>(memory));
  for (const cudaEvent_t event : {mine.when, mine.before})
    own.push_back(reinterpret_cast<std::uint64_t>(event));
  const std::vector<std::uint64_t> words = told_by_all(ranks, own);
  std::vector<Shown> all(static_cast<std::size_t>(ranks.size()));
  const std::uint64_t *word = words.data();
  for (Shown &shown : all) {
    for (std::size_t i = 0; i < mine.memory.size(); ++i)
      shown.memory.push_back(reinterpret_cast<const void *>(*word++));
    shown.when = reinterpret_cast<cudaEvent_t>(*word++);
    shown.before = reinterpret_cast<cudaEvent_t>(*word++);
  }
  return all;
}

std::vector<Shown> shown_by_processes(Device &device, group::Group &ranks, const Shown &mine) {
  ProcessMemory &memory = device.process_memory();
  // Of a rank in trouble the others can open nothing, and fail as well.
  std::vector<Name> own(mine.memory.size(), Name{1});
  std::optional<Failure> failure;
  try {
    for (std::size_t i = 0; i < own.size(); ++i)
      own[i] = mine.memory[i] == nullptr ? Name{} : memory.name_of(mine.memory[i]);
  } catch (const Failure &found) {
    failure = found;
  }
  const std::vector<Name> names = told_by_all(ranks, own);
  if (failure) throw *failure;
  std::vector<Shown> all(static_cast<std::size_t>(ranks.size()));
  const Name *name = names.data();
  for (std::size_t r = 0; r < all.size(); ++r, name += own.size()) {
    const bool is_own = r == static_cast<std::size_t>(ranks.rank());
    for (std::size_t i = 0; i < own.size(); ++i)
      all[r].memory.push_back(is_own              ? mine.memory[i]
                              : name[i] == Name{} ? nullptr
                                                  : memory.open(name[i]));
  }
  return all;
}

}  // namespace

ReadBy reach_each_other(const DeviceCall &call, group::Group &ranks) {
  if (ranks.size() > max_reaching) return ReadBy::nobody;
  if (ranks.in_one_process())
    return threads_reach_each_other(call.device(), ranks) ? ReadBy::devices : ReadBy::nobody;
  if (!ranks.on_one_host() || !processes_reach_each_other(call.device(), ranks))
    return ReadBy::nobody;
  ranks.share_memory();
  return ReadBy::processes;
}

std::vector<Shown> shown_by_all(const DeviceCall &call, group::Group &ranks, const Shown &mine,
                                ReadBy read_by) {
  return read_by == ReadBy::processes ? shown_by_processes(call.device(), ranks, mine)
                                      : shown_by_threads(ranks, mine);
}

Event::Event() {
  check(cudaEventCreateWithFlags(&event_, cudaEventDisableTiming), "making an event");
}

Event::~Event() {
  if (!device_is_lost()) cudaEventDestroy(event_);
}

void wait_beside_others(cudaEvent_t event, const char *action) {
  while (true) {
    const cudaError_t state = cudaEventQuery(event);
    if (state != cudaErrorNotReady) return check(state, action);
    if (device_is_lost())
      throw Failure(CUBOID_DEVICE_FAILED,
                    std::string(action) + " failed: a device of this process is lost");
    sched_yield();
  }
}

}  // namespace cuboid::engine::cuda
