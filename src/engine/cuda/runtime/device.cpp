#include "engine/cuda/runtime/device.hpp"

#include <unistd.h>

#include <algorithm>
#include <bit>
#include <map>
#include <optional>

#include "base/environment.hpp"
#include "base/failure.hpp"
#include "engine/cuda/runtime/driver.hpp"
#include "engine/cuda/runtime/error.hpp"
#include "engine/device/chosen_device.hpp"

namespace cuboid::engine::cuda {

namespace {

int attribute(cudaDeviceAttr which, int ordinal) {
  int value = 0;
  check(cudaDeviceGetAttribute(&value, which, ordinal), "asking for the device's properties");
  return value;
}

/// Of a machine with some, they are counted once: each integration asks for them.
int device_count() {
  static std::atomic<int> known = 0;
  if (const int count = known) return count;
  int version = 0;
  if (cudaDriverGetVersion(&version) != cudaSuccess || version == 0)
    throw Failure(CUBOID_NO_DEVICE, "this machine has no CUDA driver");
  int count = 0;
  check(cudaGetDeviceCount(&count), "looking for a CUDA device");
  known = count;
  return count;
}

int current_device() {
  int ordinal = 0;
  check(cudaGetDevice(&ordinal), "asking for the current device");
  return ordinal;
}

int require_devices() {
  const int count = device_count();
  if (count == 0) throw Failure(CUBOID_NO_DEVICE, "this machine has no CUDA device");
  return count;
}

void require_there(int ordinal, const std::string &what) {
  const int count = require_devices();
  if (ordinal < 0 || ordinal >= count)
    throw Failure(CUBOID_NO_DEVICE, what + ", but this machine has devices 0 to " +
                                        std::to_string(count - 1) + "; \"off\" means none");
}

/// The first device that CUBOID_DEVICE names, or the calling thread's current one.
int ordinal_of_environment() {
  const char *text = environment_variable("CUBOID_DEVICE");
  if (!text || !*text) return current_device();
  const std::string value = text;
  if (value == "off" || value == "none" || value == "-1")
    throw Failure(CUBOID_NO_DEVICE,
                  "CUBOID_DEVICE is " + value + ", which keeps integrations off the devices");
  std::string why;
  const std::optional<DeviceList> list = read_device_list(value, why);
  if (!list) throw Failure(CUBOID_NO_DEVICE, "CUBOID_DEVICE is " + value + ", but it " + why);
  if (list->all) return 0;
  require_there(list->ordinals.front(), "CUBOID_DEVICE is " + value);
  return list->ordinals.front();
}

void require_not_lost() {
  if (device_is_lost())
    throw Failure(CUBOID_DEVICE_FAILED,
                  "an earlier failure on the device allows this process no further work on it; "
                  "the process must be restarted to use it again");
}

/// Those that have been used, for the life of the process.
struct KnownDevices {
  std::mutex mutex;  ///< guards what follows
  std::map<int, std::unique_ptr<Device>> devices;

  void require_usable() {
    require_not_lost();
    const std::lock_guard lock(mutex);
    // All are of the same process.
    const auto used = std::find_if(devices.begin(), devices.end(),
                                   [](const auto &one) { return one.second != nullptr; });
    if (used != devices.end()) used->second->require_usable();
  }
};

/// Never destroyed: the driver may go before, and streams keep kernels loaded.
KnownDevices &known_devices() {
  static auto *const known = new KnownDevices;
  return *known;
}

}  // namespace

std::int64_t KeptBlocks::room_for(std::int64_t bytes) {
  // Above this, an eighth more at most.
  constexpr std::int64_t large = std::int64_t{1} << 22;
  const auto power = static_cast<std::int64_t>(
      std::bit_ceil(static_cast<std::uint64_t>(std::max(bytes, min_room))));
  if (power <= large) return power;
  const std::int64_t step = power / 16;
  return (bytes + step - 1) / step * step;
}

KeptBlocks::Block KeptBlocks::take(std::int64_t room) {
  const auto found = blocks_.lower_bound(room);
  if (found == blocks_.end() || found->first >= 2 * room) return {};
  const Block block{found->second, found->first};
  blocks_.erase(found);
  in_all_ -= block.room;
  left_ += block.room;
  return block;
}

bool KeptBlocks::keep(const Block &block) {
  if (in_all_ + block.room > max_in_all) return false;
  if ((left_ -= block.room) < 0) {
    left_ += block.room;
    return false;
  }
  blocks_.emplace(block.room, block.memory);
  in_all_ += block.room;
  return true;
}

ContextScope::ContextScope(const Device &device) : device_(device) {
  device.require_usable();
  if (device.push_(device.context_) != CUDA_SUCCESS)
    throw Failure(CUBOID_DEVICE_FAILED, "the context of device " + std::to_string(device.ordinal_) +
                                            " cannot be made current");
}

ContextScope::~ContextScope() {
  CUcontext popped = nullptr;
  device_.pop_(&popped);
}

Device &Device::chosen() {
  known_devices().require_usable();
  if (const std::optional<int> ordinal = ChosenDevice::ordinal()) return numbered(*ordinal);
  require_devices();
  return numbered(ordinal_of_environment());
}

Device &Device::numbered(int ordinal) {
  KnownDevices &known = known_devices();
  known.require_usable();
  const std::lock_guard lock(known.mutex);
  require_there(ordinal, "device " + std::to_string(ordinal) + " is asked for");
  auto &device = known.devices[ordinal];
  if (!device) device = std::make_unique<Device>(ordinal);
  return *device;
}

Device::Device(int ordinal) : ordinal_(ordinal), process_(getpid()) {
  architecture_ = 10 * attribute(cudaDevAttrComputeCapabilityMajor, ordinal) +
                  attribute(cudaDevAttrComputeCapabilityMinor, ordinal);
  multiprocessors_ = attribute(cudaDevAttrMultiProcessorCount, ordinal);
  if (!attribute(cudaDevAttrMemoryPoolsSupported, ordinal))
    throw Failure(CUBOID_NO_DEVICE,
                  "device " + std::to_string(ordinal) + " has no stream-ordered memory");

  decltype(&::cuDevicePrimaryCtxRetain) retain = nullptr;
  decltype(&::cuDeviceGetName) name_of = nullptr;
  decltype(&::cuDeviceGet) get = nullptr;
  load(retain, "cuDevicePrimaryCtxRetain");
  load(name_of, "cuDeviceGetName");
  load(get, "cuDeviceGet");
  load(push_, "cuCtxPushCurrent");
  load(pop_, "cuCtxPopCurrent");
  char name[256] = "";
  CUdevice device = 0;
  get(&device, ordinal);
  name_of(name, sizeof name, device);
  name_ = name;
  // Kept for the life of the process, like the context of any program that uses the device.
  if (const CUresult result = retain(&context_, device); result != CUDA_SUCCESS)
    throw Failure(result == CUDA_ERROR_OUT_OF_MEMORY ? CUBOID_OUT_OF_MEMORY : CUBOID_NO_DEVICE,
                  "device " + std::to_string(ordinal) + " gives no context (CUDA error " +
                      std::to_string(result) + "): it may be busy or out of memory");
  const ContextScope scope(*this);
  // What is kept between integrations, by streams and as much again by the pool, so that the next
  // one begins without asking the driver.
  std::size_t free = 0;
  std::size_t total = 0;
  check(cudaMemGetInfo(&free, &total), "asking for the device's memory");
  memory_ = static_cast<std::int64_t>(total);
  left_to_keep_ = memory_ / 16;
  pool_ = make_pool(ordinal_, total / 8);
  shown_pool_ = make_pool(ordinal_, total / 8);
}

/// keep: bytes that the pool does not give back to the driver.
cudaMemPool_t Device::make_pool(int ordinal, std::size_t keep) {
  cuuint64_t kept = keep;
  cudaMemPool_t pool = nullptr;
  cudaMemPoolProps properties{};
  properties.allocType = cudaMemAllocationTypePinned;
  properties.location.type = cudaMemLocationTypeDevice;
  properties.location.id = ordinal;
  check(cudaMemPoolCreate(&pool, &properties), "making a pool of device memory");
  check(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &kept),
        "setting up a pool of device memory");
  // Else memory that one integration has given back makes the next one wait for it: those of
  // several threads would follow one after the other.
  int waits = 0;
  check(cudaMemPoolSetAttribute(pool, cudaMemPoolReuseAllowInternalDependencies, &waits),
        "setting up a pool of device memory");
  return pool;
}

bool Device::show_pool_to(int other) {
  const std::lock_guard lock(mutex_);
  if (readers_.count(other) > 0) return true;
  cudaMemAccessDesc access{};
  access.location.type = cudaMemLocationTypeDevice;
  access.location.id = other;
  access.flags = cudaMemAccessFlagsProtReadWrite;
  if (cudaMemPoolSetAccess(shown_pool_, &access, 1) != cudaSuccess) return false;
  readers_.insert(other);
  return true;
}

void Device::require_usable() const {
  require_not_lost();
  if (getpid() != process_)
    throw Failure(CUBOID_NO_DEVICE,
                  "this process was forked after CUDA was used, and CUDA cannot be used in it");
}

Lane Device::take_lane() {
  const ContextScope scope(*this);
  {
    const std::lock_guard lock(mutex_);
    if (!lanes_.empty()) {
      Lane lane = std::move(lanes_.back());
      lanes_.pop_back();
      ++integrations_;
      return lane;
    }
  }
  Lane lane;
  check(cudaStreamCreateWithFlags(&lane.stream, cudaStreamNonBlocking), "making a stream");
  void *page = nullptr;
  const cudaError_t result = cudaHostAlloc(&page, page_bytes, cudaHostAllocMapped);
  if (result != cudaSuccess) cudaStreamDestroy(lane.stream);
  check(result, "allocating page-locked memory");
  lane.page = static_cast<std::byte *>(page);
  lane.blocks = std::make_unique<KeptBlocks>(left_to_keep_);
  const std::lock_guard lock(mutex_);
  lanes_.reserve(++lanes_made_);  // To give one back then takes no memory.
  ++integrations_;
  return lane;
}

void Device::give_back(Lane lane) noexcept {
  --integrations_;
  // After a failure, or in the child of a fork, nothing can be done with it.
  if (device_is_lost() || getpid() != process_) return;
  const std::lock_guard lock(mutex_);
  lanes_.push_back(std::move(lane));
}

void DeviceCall::wait(const char *action) const {
  check(cudaStreamSynchronize(lane_.stream), action);
}

void DeviceCall::to_device(void *to, const void *from, std::size_t bytes,
                           const char *action) const {
  check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyHostToDevice, lane_.stream), action);
}

void DeviceCall::to_host(void *to, const void *from, std::size_t bytes, const char *action) const {
  check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToHost, lane_.stream), action);
}

void DeviceCall::set_bytes(void *memory, int byte, std::size_t bytes, const char *action) const {
  check(cudaMemsetAsync(memory, byte, bytes, lane_.stream), action);
}

}  // namespace cuboid::engine::cuda

namespace cuboid::engine {

std::vector<int> devices_of(const DeviceList &list, const std::string &what) {
  std::vector<int> ordinals = list.ordinals;
  if (list.all)
    for (int i = 0; i < cuda::require_devices(); ++i) ordinals.push_back(i);
  std::vector<int> architectures;
  for (const int ordinal : ordinals) {
    cuda::require_there(ordinal, what);
    architectures.push_back(cuda::Device::numbered(ordinal).architecture());
  }
  if (const std::string why = why_unlike(ordinals, architectures); !why.empty())
    throw Failure(CUBOID_NO_DEVICE, what + ", but " + why);
  return ordinals;
}

}  // namespace cuboid::engine
