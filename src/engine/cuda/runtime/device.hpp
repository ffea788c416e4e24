// The device that integrations run on.
#pragma once

#include <cuda.h>
#include <cuda_runtime_api.h>
#include <sys/types.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/cuda/runtime/process_memory.hpp"

namespace cuboid::engine::cuda {

class Device;

/// Makes the device's primary context current for the calling thread, and at the end of the scope
/// what was current before.
class ContextScope {
 public:
  explicit ContextScope(const Device &device);
  ~ContextScope();
  ContextScope(const ContextScope &) = delete;
  ContextScope &operator=(const ContextScope &) = delete;

 private:
  const Device &device_;
};

/// Blocks of device memory that integrations on one stream have given back, in its order.  To take
/// one from the pool and to give it back are calls of the driver, which lets threads that make many
/// wait for each other: small integrals spend more of them on memory than on kernels.
class KeptBlocks {
 public:
  struct Block {
    void *memory = nullptr;  ///< nullptr: there is none
    std::int64_t room = 0;   ///< bytes
  };

  /// left: bytes that the streams of a device may still keep.
  explicit KeptBlocks(std::atomic<std::int64_t> &left) : left_(left) {}

  /// The bytes of the block in which so many are put.
  static std::int64_t room_for(std::int64_t bytes);
  /// One of at least so many bytes and of less than twice as many.
  Block take(std::int64_t room);
  /// False: it is not kept.
  bool keep(const Block &block);

 private:
  static constexpr std::int64_t min_room = 512;
  /// PAGANI begins with 0.3 to 0.6 GB for regions and their splits.
  static constexpr std::int64_t max_in_all = std::int64_t{1} << 30;

  std::atomic<std::int64_t> &left_;
  std::multimap<std::int64_t, void *> blocks_;
  std::int64_t in_all_ = 0;
};

/// What an integration needs and what is slow to make: given back for the next one.
struct Lane {
  cudaStream_t stream = nullptr;
  std::byte *page = nullptr;  ///< page_bytes of page-locked memory that kernels can write
  std::unique_ptr<KeptBlocks> blocks;
  /// Those of the last integration: what it has left in the stream may not have come to its end.
  std::vector<std::shared_ptr<const void>> kernels;
};

/// Room for what PAGANI tells the host, and for the exact sums of three components that it hands to
/// other devices.
inline constexpr std::size_t page_bytes = 16384;

/// One device of the machine, for the life of the process.  Any thread may use it.
class Device {
 public:
  /// That of the innermost ChosenDevice of the thread; or else the first that CUBOID_DEVICE names,
  /// or the calling thread's current one.  Throws Failure(CUBOID_NO_DEVICE) with a sentence on what
  /// is missing.
  static Device &chosen();

  /// By its number, which must be there.
  static Device &numbered(int ordinal);

  explicit Device(int ordinal);

  int ordinal() const { return ordinal_; }
  int architecture() const { return architecture_; }  ///< 90 for compute capability 9.0
  int multiprocessors() const { return multiprocessors_; }
  std::int64_t memory() const { return memory_; }  ///< bytes in all
  const std::string &name() const { return name_; }
  /// Stream-ordered memory of this library alone.
  cudaMemPool_t pool() const { return pool_; }
  /// The same for what other devices of the process read: of a pool that they may read, each new
  /// block is mapped on all of them, which takes as long again for each.
  cudaMemPool_t shown_pool() const { return shown_pool_; }
  /// Lets another device of the process read it; false: it cannot.
  bool show_pool_to(int other);

  /// What other processes read.
  ProcessMemory &process_memory() { return process_memory_; }

  /// Whether integrations besides the one that asks are on the device.
  bool is_shared() const { return integrations_.load(std::memory_order_relaxed) > 1; }

  Lane take_lane();
  void give_back(Lane lane) noexcept;

  /// Throws Failure if a kernel has failed for good, or if the process is the child of a fork.
  void require_usable() const;

 private:
  friend class ContextScope;

  static cudaMemPool_t make_pool(int ordinal, std::size_t keep);

  int ordinal_;
  int architecture_ = 0;
  int multiprocessors_ = 0;
  std::int64_t memory_ = 0;
  std::string name_;
  pid_t process_;
  decltype(&::cuCtxPushCurrent) push_ = nullptr;
  decltype(&::cuCtxPopCurrent) pop_ = nullptr;
  CUcontext context_ = nullptr;
  cudaMemPool_t pool_ = nullptr;
  cudaMemPool_t shown_pool_ = nullptr;
  std::atomic<std::int64_t> left_to_keep_{0};  ///< for the streams
  ProcessMemory process_memory_;
  std::atomic<int> integrations_{0};
  std::mutex mutex_;  ///< guards what follows
  std::vector<Lane> lanes_;
  std::size_t lanes_made_ = 0;
  std::set<int> readers_;  ///< of shown_pool_: to name one again takes as long as the first time
};

/// One integration on a device: its stream and its page.
class DeviceCall {
 public:
  explicit DeviceCall(Device &device) : device_(device), lane_(device.take_lane()) {}
  ~DeviceCall() { device_.give_back(std::move(lane_)); }
  DeviceCall(const DeviceCall &) = delete;
  DeviceCall &operator=(const DeviceCall &) = delete;

  Device &device() const { return device_; }
  cudaStream_t stream() const { return lane_.stream; }

  /// page_bytes of host memory, the first 64 bytes of which belong to BoundIntegrand.
  std::byte *page() const { return lane_.page; }

  /// What the stream has to spare.  Only one thread at a time uses a call.
  KeptBlocks &blocks() const { return *lane_.blocks; }

  /// Keeps kernels loaded until the next integration on the stream is over.
  void keep(std::vector<std::shared_ptr<const void>> kernels) {
    lane_.kernels = std::move(kernels);
  }

  /// Waits for the stream.  action: as for check().
  void wait(const char *action) const;
  /// In the order of the stream.
  void to_device(void *to, const void *from, std::size_t bytes, const char *action) const;
  void to_host(void *to, const void *from, std::size_t bytes, const char *action) const;
  void set_bytes(void *memory, int byte, std::size_t bytes, const char *action) const;

 private:
  Device &device_;
  Lane lane_;
};

}  // namespace cuboid::engine::cuda
