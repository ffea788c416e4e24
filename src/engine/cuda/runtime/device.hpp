// The device that integrations run on.
#pragma once

#include <cuda.h>
#include <cuda_runtime_api.h>
#include <sys/types.h>

#include <cstddef>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

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

/// What an integration needs and what is slow to make: given back for the next one.
struct Lane {
  cudaStream_t stream = nullptr;
  std::byte *page = nullptr;  ///< page_bytes of page-locked memory that kernels can write
};

inline constexpr std::size_t page_bytes = 4096;

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
  const std::string &name() const { return name_; }
  /// Stream-ordered memory of this library alone.
  cudaMemPool_t pool() const { return pool_; }

  Lane take_lane();
  void give_back(Lane lane) noexcept;

  /// Throws Failure if a kernel has failed for good, or if the process is the child of a fork.
  void require_usable() const;

 private:
  friend class ContextScope;

  void make_pool();

  int ordinal_;
  int architecture_ = 0;
  int multiprocessors_ = 0;
  std::string name_;
  pid_t process_;
  decltype(&::cuCtxPushCurrent) push_ = nullptr;
  decltype(&::cuCtxPopCurrent) pop_ = nullptr;
  CUcontext context_ = nullptr;
  cudaMemPool_t pool_ = nullptr;
  std::mutex mutex_;  ///< guards what follows
  std::vector<Lane> lanes_;
};

/// One integration on a device: its stream and its page.
class DeviceCall {
 public:
  explicit DeviceCall(Device &device) : device_(device), lane_(device.take_lane()) {}
  ~DeviceCall() { device_.give_back(lane_); }
  DeviceCall(const DeviceCall &) = delete;
  DeviceCall &operator=(const DeviceCall &) = delete;

  Device &device() const { return device_; }
  cudaStream_t stream() const { return lane_.stream; }

  /// page_bytes of host memory, the first 64 bytes of which belong to BoundIntegrand.
  std::byte *page() const { return lane_.page; }

  /// Waits for the stream.  action: as for check().
  void wait(const char *action) const;

 private:
  Device &device_;
  Lane lane_;
};

}  // namespace cuboid::engine::cuda
