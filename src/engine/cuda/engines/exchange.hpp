// What ranks hand each other of arrays in the memory of their devices.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "engine/cuda/engines/peers.hpp"
#include "engine/cuda/runtime/device.hpp"
#include "engine/group/exchange.hpp"

namespace cuboid::engine::cuda {

/// Where the devices reach each other's memory, nothing is copied: kernels read what others have
/// named, part by part, since to copy it first would take as long as to put it together.  Else all
/// goes through the memory of the hosts into the arrays of this rank, which are then the only part.
///
/// Where nothing is copied, the hosts must meet between contribute() and take(); and arrays are to
/// be filled again only when all have come to the end of another exchange, so that they take turns.
class DeviceExchange final : public group::Exchange {
 public:
  /// read_by: see reach_each_other().  action: what it is for, in sentences.
  DeviceExchange(const DeviceCall &call, group::Group &ranks, ReadBy read_by, const char *action)
      : Exchange(ranks), call_(call), read_by_(read_by), action_(action) {}

  bool by_hosts() const { return read_by_ == ReadBy::nobody; }

  /// What an array is to be put together of, once it is heard: of those of so many ranks.
  int parts() const { return by_hosts() ? 1 : ranks_.size(); }
  /// The array with this number, in the order in which they were named.
  template <class T>
  const T *part(int part, std::size_t number) const {
    return static_cast<const T *>(
        by_hosts() ? arrays_[number] : heard_[static_cast<std::size_t>(part)].memory[number]);
  }
  /// Makes what contribute() needs, which may fail.
  void prepare();

  void clear() override;
  void contribute() override;
  void hear() override;
  void take() override;

  /// Waits until what the stream of the call has read of others by now is read.
  void finish_reading();

  /// What the stream of the call has filled by now may be taken before the rest, by another stream.
  void contribute_first();
  void take_first(cudaStream_t stream) const;

 private:
  void read(void *to, const void *array, std::size_t bytes) override;
  void wait() override { call_.wait(action_); }
  void write(void *array, const void *from, std::size_t bytes) override;
  void record(std::optional<Event> &event);
  void wait_for(cudaEvent_t event, cudaStream_t stream) const;

  const DeviceCall &call_;
  const ReadBy read_by_;
  const char *const action_;
  std::optional<Event> filled_;
  std::optional<Event> first_filled_;
  std::vector<Shown> heard_;  ///< since the arrays were named
};

}  // namespace cuboid::engine::cuda
