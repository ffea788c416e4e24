#include "engine/cuda/engines/peers.hpp"

#include <sched.h>

#include <algorithm>
#include <string>
#include <vector>

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

/// Lets another device read the pool of this one.
bool lets_read(const Device &device, int other) {
  if (other == device.ordinal()) return true;
  int can = 0;
  if (cudaDeviceCanAccessPeer(&can, other, device.ordinal()) != cudaSuccess || can == 0)
    return false;
  cudaMemAccessDesc access{};
  access.location.type = cudaMemLocationTypeDevice;
  access.location.id = other;
  access.flags = cudaMemAccessFlagsProtReadWrite;
  return cudaMemPoolSetAccess(device.pool(), &access, 1) == cudaSuccess;
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
