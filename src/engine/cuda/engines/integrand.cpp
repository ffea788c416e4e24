#include "engine/cuda/engines/integrand.hpp"

#include <deque>
#include <map>
#include <mutex>
#include <utility>

#include "base/failure.hpp"
#include "engine/cuda/compile/nvjitlink.hpp"
#include "engine/cuda/engines/bound_integrand.hpp"
#include "engine/cuda/kernel/regions_types.cuh"
#include "engine/cuda/runtime/error.hpp"
#include "engine/device/many_regions.hpp"

namespace cuboid::engine::cuda {

namespace {

/// Unloads when nobody needs the kernels any more.
class LoadedLibrary {
 public:
  explicit LoadedLibrary(std::shared_ptr<const std::string> image) : image_(std::move(image)) {
    check(cudaLibraryLoadData(&library_, image_->data(), nullptr, nullptr, 0, nullptr, nullptr, 0),
          "loading the integrand's kernels");
  }
  ~LoadedLibrary() {
    if (!device_is_lost()) static_cast<void>(cudaLibraryUnload(library_));
  }
  LoadedLibrary(const LoadedLibrary &) = delete;
  LoadedLibrary &operator=(const LoadedLibrary &) = delete;

  const void *kernel() const {
    cudaKernel_t kernel = nullptr;
    check(cudaLibraryGetKernel(&kernel, library_, kernel_of(*image_).c_str()),
          "looking for a kernel");
    return kernel;
  }

 private:
  std::shared_ptr<const std::string> image_;
  cudaLibrary_t library_ = nullptr;
};

/// The libraries of all handles: those with the same text share one, and the last ones stay, since
/// to load one takes longer than a small integral.  Never destroyed, since the driver may go
/// before.
class LoadedLibraries {
 public:
  static LoadedLibraries &of_process() {
    static auto *const libraries = new LoadedLibraries;
    return *libraries;
  }

  /// image: from the cache, where it stays.
  std::shared_ptr<const LoadedLibrary> find_or_load(
      const std::shared_ptr<const std::string> &image) {
    {
      const std::lock_guard lock(mutex_);
      if (auto found = loaded_[image.get()].lock()) return found;
    }
    auto library = std::make_shared<const LoadedLibrary>(image);
    std::shared_ptr<const LoadedLibrary> oldest;  // goes when the lock has gone
    const std::lock_guard lock(mutex_);
    loaded_[image.get()] = library;
    kept_.push_back(library);
    if (kept_.size() <= max_kept) return library;
    oldest = std::move(kept_.front());
    kept_.pop_front();
    return library;
  }

 private:
  /// Each has less than 1 MiB on the device.
  static constexpr std::size_t max_kept = 16;

  std::mutex mutex_;  ///< guards what follows
  std::map<const std::string *, std::weak_ptr<const LoadedLibrary>> loaded_;  ///< by image
  std::deque<std::shared_ptr<const LoadedLibrary>> kept_;
};

/// From source or from an image.
class CompiledIntegrand : public CudaIntegrand {
 public:
  CompiledIntegrand(DeviceFunction function, std::int64_t userdata_bytes)
      : CudaIntegrand(function.ndim, function.ncomp),
        function_(std::move(function)),
        userdata_bytes_(userdata_bytes) {}

  bool has_kernels() const override { return true; }
  bool has_region_kernels() const override {
    return has_kernels() && has_room_for_kept_sums(ndim(), ncomp());
  }
  std::int64_t userdata_bytes() const override { return userdata_bytes_; }
  std::int64_t block_bytes() const override { return userdata_bytes_; }
  bool copies_block() const override { return true; }

  KernelTable kernels(const KernelPart &part, Device &device) const override {
    const Key key = key_of(part, device);
    const std::lock_guard lock(mutex_);
    auto &table = tables_[key];
    if (!table.owner) table = load(part, device.architecture());
    return table;
  }

  void prepare(std::span<const KernelPart> parts, Device &device) const override {
    {
      const std::lock_guard lock(mutex_);
      if (tables_.contains(key_of(parts.front(), device))) return;
    }
    build_side_by_side(function_, parts, device.architecture());
  }

  DeviceIntegrandPointer joined() const override {
    if (!device_problem().empty() || !can_be_joined(function_, Device::chosen().architecture()))
      return nullptr;
    const std::lock_guard lock(mutex_);
    if (!joined_) {
      DeviceFunction function = function_;
      function.joined = true;
      joined_ = std::make_shared<const CompiledIntegrand>(std::move(function), userdata_bytes_);
    }
    return joined_;
  }

  DeviceIntegrandPointer with_tails(std::uint64_t infinite_axes) const override {
    if (function_.batched) return nullptr;
    const std::lock_guard lock(mutex_);
    auto &made = with_tails_[infinite_axes];
    if (!made) {
      DeviceFunction function = function_;
      function.infinite_axes = infinite_axes;
      made = std::make_shared<const CompiledIntegrand>(std::move(function), userdata_bytes_);
    }
    return made;
  }

  const DeviceFunction &function() const { return function_; }

 private:
  using Key = std::pair<std::string, int>;

  static Key key_of(const KernelPart &part, const Device &device) {
    std::string all = part.name();
    for (const auto &option : part.options) all += ' ' + option;
    return {std::move(all), device.architecture()};
  }

  KernelTable load(const KernelPart &part, int architecture) const {
    const auto library =
        LoadedLibraries::of_process().find_or_load(build_program(function_, part, architecture));
    KernelTable table;
    table.entries.emplace_back(part.name(), library->kernel());
    table.owner = library;
    return table;
  }

  DeviceFunction function_;
  std::int64_t userdata_bytes_;
  mutable std::mutex mutex_;  ///< guards what follows
  mutable std::map<Key, KernelTable> tables_;
  mutable DeviceIntegrandPointer joined_;
  mutable std::map<std::uint64_t, DeviceIntegrandPointer> with_tails_;
};

/// Its kernels place points and sum values; between both the function is called.
class BatchIntegrand final : public CompiledIntegrand {
 public:
  BatchIntegrand(int ndim, int ncomp, BatchFunction called)
      : CompiledIntegrand({ndim, ncomp, "", "", "", true}, 0), batch_(called) {}

  DeviceIntegrandPointer of_integral(std::int64_t number) const {
    return std::make_shared<BatchIntegrand>(ndim(), ncomp(),
                                            BatchFunction{batch_.one, batch_.many, number});
  }

  bool has_kernels() const override { return nvrtc_problem().empty(); }
  bool copies_block() const override { return false; }
  bool is_many_batch() const override { return batch_.many != nullptr; }
  const BatchFunction *batch() const override { return &batch_; }

 private:
  BatchFunction batch_;
};

class FunctorIntegrand final : public CudaIntegrand {
 public:
  FunctorIntegrand(int ndim, int ncomp, std::string functor,
                   std::vector<std::pair<std::string, const void *>> entries)
      : CudaIntegrand(ndim, ncomp), functor_(std::move(functor)), entries_(std::move(entries)) {}

  bool has_kernels() const override { return true; }
  std::string_view functor() const override { return functor_; }
  std::int64_t block_bytes() const override { return std::ssize(functor_); }

  DeviceIntegrandPointer with_functor(const void *functor) const {
    return std::make_shared<FunctorIntegrand>(
        ndim(), ncomp(), std::string(static_cast<const char *>(functor), functor_.size()),
        entries_);
  }

  KernelTable kernels(const KernelPart &part, Device &) const override {
    if (!part.options.empty())
      throw Failure(CUBOID_NOT_COMPILED,
                    "the kernels of " + part.kernel +
                        " are not those that are compiled around functors; use an integrand from "
                        "source");
    return {entries_, nullptr, nullptr};
  }

 private:
  std::string functor_;
  std::vector<std::pair<std::string, const void *>> entries_;
};

/// The architecture to compile for when an integrand is made: the device's, or, so that errors
/// in the source are found at once, that of no device in particular.
int architecture_for_trial() {
  if (device_problem().empty()) return Device::chosen().architecture();
  return nvrtc_architectures().back();
}

/// Tries the smallest part, if there is a compiler: joined, as most first calls need it.
DeviceIntegrandPointer tried(std::shared_ptr<CompiledIntegrand> integrand) {
  const bool from_image = integrand->function().is_image();
  const bool possible = nvrtc_problem().empty() && (!from_image || nvjitlink_problem().empty());
  DeviceFunction function = integrand->function();
  function.joined = true;
  if (possible && (!from_image || device_problem().empty()))
    try_program(function, points_part(), architecture_for_trial());
  return integrand;
}

}  // namespace

const CudaIntegrand &as_cuda(const DeviceIntegrand &integrand) {
  const auto *cuda = dynamic_cast<const CudaIntegrand *>(&integrand);
  if (!cuda) throw Failure(CUBOID_INTERNAL, "the integrand was made for another kind of device");
  return *cuda;
}

void check_shape(const DeviceIntegrand &integrand, int max_ndim, int max_ncomp) {
  if (integrand.ndim() < 1 || integrand.ndim() > max_ndim)
    throw Failure(CUBOID_BAD_NDIM, "ndim = " + std::to_string(integrand.ndim()) +
                                       " must be between 1 and " + std::to_string(max_ndim) +
                                       " for this method on a device");
  if (integrand.ncomp() > max_ncomp)
    throw Failure(CUBOID_BAD_NCOMP, "ncomp = " + std::to_string(integrand.ncomp()) +
                                        " must be at most " + std::to_string(max_ncomp) +
                                        " for this method on a device");
}

void compile_for_chosen(const DeviceIntegrand &integrand, const KernelPart &part) {
  Device &device = Device::chosen();
  const ContextScope scope(device);
  as_cuda(integrand).kernels(part, device);
}

}  // namespace cuboid::engine::cuda

namespace cuboid::engine {

DeviceIntegrandPointer device_integrand_from_source(int ndim, int ncomp, std::string source,
                                                    std::string function_name,
                                                    std::int64_t userdata_bytes) {
  return cuda::tried(std::make_shared<cuda::CompiledIntegrand>(
      cuda::DeviceFunction{ndim, ncomp, std::move(function_name), std::move(source), ""},
      userdata_bytes));
}

std::string device_source_problem() {
  const std::string problem = device_problem();
  return problem.empty() ? cuda::nvrtc_problem() : problem;
}

DeviceIntegrandPointer device_integrand_from_image(int ndim, int ncomp, std::string image,
                                                   std::string function_name,
                                                   std::int64_t userdata_bytes) {
  return cuda::tried(std::make_shared<cuda::CompiledIntegrand>(
      cuda::DeviceFunction{ndim, ncomp, std::move(function_name), "", std::move(image)},
      userdata_bytes));
}

DeviceIntegrandPointer device_integrand_from_batch(int ndim, int ncomp,
                                                   cuboid_device_batch function) {
  return std::make_shared<cuda::BatchIntegrand>(ndim, ncomp, cuda::BatchFunction{function});
}

DeviceIntegrandPointer device_integrand_from_many_batch(int ndim, int ncomp,
                                                        cuboid_device_many_batch function) {
  return std::make_shared<cuda::BatchIntegrand>(ndim, ncomp,
                                                cuda::BatchFunction{nullptr, function});
}

DeviceIntegrandPointer device_integrand_from_kernels(
    int ndim, int ncomp, std::string functor,
    std::vector<std::pair<std::string, const void *>> kernels) {
  return std::make_shared<cuda::FunctorIntegrand>(ndim, ncomp, std::move(functor),
                                                  std::move(kernels));
}

DeviceIntegrandPointer device_integrand_of_integral(const DeviceIntegrandPointer &integrand,
                                                    const void *userdata, std::int64_t number) {
  if (integrand->is_many_batch())
    return static_cast<const cuda::BatchIntegrand &>(*integrand).of_integral(number);
  const auto *known = dynamic_cast<const cuda::FunctorIntegrand *>(integrand.get());
  return known == nullptr || userdata == nullptr ? integrand : known->with_functor(userdata);
}

std::string device_problem() {
  try {
    cuda::Device::chosen();
    return "";
  } catch (const Failure &failure) {
    return failure.message();
  }
}

std::string device_description() {
  const cuda::Device &device = cuda::Device::chosen();
  return "device " + std::to_string(device.ordinal()) + ", " + device.name() +
         " (compute capability " + std::to_string(device.architecture() / 10) + "." +
         std::to_string(device.architecture() % 10) + ")";
}

}  // namespace cuboid::engine
