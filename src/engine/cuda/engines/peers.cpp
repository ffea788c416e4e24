#include "engine/cuda/engines/peers.hpp"

#include <sched.h>

#include <algorithm>
#include <string>

#include "base/failure.hpp"
#include "engine/cuda/runtime/error.hpp"

namespace cuboid::engine::cuda {

namespace {

/// A word of each rank.
std::vector<std::uint64_t> told_by_all(group::Group &ranks, std::uint64_t mine) {
  std::vector<std::uint64_t> words(static_cast<std::size_t>(ranks.size()));
  words[static_cast<std::size_t>(ranks.rank())] = mine;
  ranks.gather(words, group::range_begins(ranks.size(), ranks.size()));
  return words;
}

/// Lets another device read what this one shows.
bool lets_read(Device &device, int other) {
  if (other == device.ordinal()) return true;
  int can = 0;
  if (cudaDeviceCanAccessPeer(&can, other, device.ordinal()) != cudaSuccess || can == 0)
    return false;
  return device.show_pool_to(other);
}

}  // namespace

bool reach_each_other(Device &device, group::Group &ranks) {
  if (!ranks.in_one_process()) return false;
  const auto ordinals = told_by_all(ranks, static_cast<std::uint64_t>(device.ordinal()));
  const bool all_may = std::all_of(ordinals.begin(), ordinals.end(), [&](std::uint64_t other) {
    return lets_read(device, static_cast<int>(other));
  });
  // An error of what is not possible is no error of what follows.
  if (!all_may) static_cast<void>(cudaGetLastError());
  const auto answers = told_by_all(ranks, all_may ? 1 : 0);
  return std::all_of(answers.begin(), answers.end(), [](std::uint64_t yes) { return yes == 1; });
}

std::vector<Shown> shown_by_all(group::Group &ranks, const Shown &mine) {
  const std::size_t of_rank = mine.memory.size() + 1;
  const auto size = static_cast<std::size_t>(ranks.size());
  std::vector<std::uint64_t> words(size * of_rank);
  std::uint64_t *own = words.data() + static_cast<std::size_t>(ranks.rank()) * of_rank;
  for (const void *const memory : mine.memory) *own++ = reinterpret_cast<std::uint64_t>(memory);
  *own = reinterpret_cast<std::uint64_t>(mine.when);
  ranks.gather(words,
               group::range_begins(ranks.size(), ranks.size(), static_cast<std::int64_t>(of_rank)));
  std::vector<Shown> all(size);
  const std::uint64_t *word = words.data();
  for (Shown &shown : all) {
    for (std::size_t i = 0; i < mine.memory.size(); ++i)
      shown.memory.push_back(reinterpret_cast<const void *>(*word++));
    shown.when = reinterpret_cast<cudaEvent_t>(*word++);
  }
  return all;
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
