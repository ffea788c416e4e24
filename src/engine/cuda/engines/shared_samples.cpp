// The samples that many integrals share: see kernel/samples_shared.cuh.
#include <algorithm>
#include <cstring>
#include <optional>
#include <string>
#include <utility>

#include "base/failure.hpp"
#include "engine/common/shared_map.hpp"
#include "engine/cuda/engines/integrand.hpp"
#include "engine/cuda/engines/samples_grid.hpp"
#include "engine/cuda/engines/samples_list.hpp"
#include "engine/cuda/engines/samples_memory.hpp"
#include "engine/cuda/engines/shared_samples_steps.hpp"
#include "engine/cuda/engines/userdata_rows.hpp"
#include "engine/cuda/runtime/error.hpp"
#include "engine/cuda/runtime/launch.hpp"
#include "engine/device/many_samples.hpp"
#include "map/importance_edges.hpp"

namespace cuboid::engine::cuda {

namespace {

using statistics::SharedCount;
using statistics::SharedSum;

KernelPart shared_part(const std::string &name) {
  return one_kernel_part("engine/cuda/kernel/samples_shared.cuh", "cuboid_samples_shared_" + name);
}

KernelPart models_part(bool boxed) {
  return shared_part(boxed ? "boxed_models" : "models");
}

/// Some of a list, as a list of its own, with the bytes that it points to.
struct Selection {
  std::vector<std::byte> userdata;
  IntegralList list;

  Selection(const IntegralList &all, const std::vector<std::int64_t> &which, std::int64_t bytes) {
    list.count = std::ssize(which);
    list.userdata = all.userdata;
    if (all.userdata == nullptr || all.userdata_stride == 0 || bytes == 0) return;
    for (const std::int64_t i : which) {
      const std::byte *const block = all.userdata + i * all.userdata_stride;
      userdata.insert(userdata.end(), block, block + bytes);
    }
    list.userdata = userdata.data();
    list.userdata_stride = bytes;
  }
};

/// Integrals on the device and what is found of them.
struct Row {
  explicit Row(const DeviceCall &call)
      : scale(call), aborted(call), slices(call), slice_count(call), sums(call), count(call) {}

  void reserve(uint64 integrals, uint64 ncomp, uint64 most_slices) {
    scale.reserve(integrals * ncomp);
    aborted.reserve(integrals);
    slices.reserve(integrals * ncomp * most_slices);
    slice_count.reserve(integrals * most_slices);
    sums.reserve(integrals * ncomp);
    count.reserve(integrals);
  }

  UserdataRows rows;
  DeviceMemory userdata;
  GrowingArray<double> scale;
  GrowingArray<int> aborted;
  GrowingArray<SharedSum> slices;
  GrowingArray<SharedCount> slice_count;
  GrowingArray<SharedSum> sums;
  GrowingArray<SharedCount> count;
};

class CudaSharedSamples final : public DeviceManySamples {
 public:
  CudaSharedSamples(const DeviceIntegrandPointer &integrand, void *userdata,
                    const SamplesProblem &problem, const IntegralList &list, std::int64_t memory,
                    std::shared_ptr<SharedMaps> maps);

  const SamplesProblem &problem() const override { return problem_; }
  std::int64_t count() const override { return count_; }
  std::int64_t most_intervals() const override {
    return most_samples_intervals(call_.device(), problem_.ndim);
  }
  std::int64_t reserve(std::int64_t count, const SamplesGrid &grid, bool adaptive,
                       std::int64_t samples) override;
  void begin(const IntegralList &list) override;
  void set_grid(const SamplesGrid &grid, bool adaptive) override;
  void iterate(const SamplesIteration &iteration, const std::vector<std::uint32_t> &which) override;
  ManySamplesResult result(std::size_t place) const override;

 private:
  void place(uint64 count, uint64 samples);
  void put(Row &row, const IntegralList &list);
  SharedIntegrals integrals_of(const Row &row) const;
  void draw(const SamplesIteration &iteration);
  void follow_models();
  void begin_to_follow(const SamplesIteration &iteration, std::vector<SharedSum> &sums,
                       std::vector<uint64> &bins);
  void sum(Row &row, const SharedScales &scales, const uint32 *which, uint64 places);
  template <class T>
  void fetch(std::vector<T> &to, const T *from, std::size_t count) const;

  SamplesProblem problem_;
  const std::int64_t memory_;
  const std::vector<std::int64_t> models_;
  const std::shared_ptr<SharedMaps> maps_;
  std::int64_t count_ = 0;
  std::int64_t samples_ = 0;  ///< of the iteration
  DeviceCall call_;
  BoundIntegrand integrand_;
  SamplesArguments arguments_{};
  std::optional<SharedMap> map_;
  SharedScales scale_;       ///< of the integrals, for the next iteration
  SharedScales used_scale_;  ///< in the last one
  std::vector<std::uint32_t> which_;
  std::vector<SharedSum> sums_;      ///< [places][ncomp], of the last iteration
  std::vector<SharedCount> counts_;  ///< [places]
  std::vector<int> aborted_;         ///< [integrals]

  GrowingArray<map::MapInterval> device_map_{call_};
  GrowingArray<map::Interval> box_{call_};
  GrowingArray<uint64> histogram_{call_};
  GrowingArray<double> x_{call_};
  GrowingArray<double> weight_{call_};
  GrowingArray<uint32> device_which_{call_};
  GrowingArray<float> model_weight_{call_};
  GrowingArray<double> model_scale_{call_};
  Row row_{call_};
  Row model_row_{call_};
};

CudaSharedSamples::CudaSharedSamples(const DeviceIntegrandPointer &integrand, void *userdata,
                                     const SamplesProblem &problem, const IntegralList &list,
                                     std::int64_t memory, std::shared_ptr<SharedMaps> maps)
    : problem_(problem),
      memory_(memory),
      models_(models_of(list.count)),
      maps_(std::move(maps)),
      call_(Device::chosen()),
      integrand_(integrand, call_, userdata) {
  arguments_.ranks = 1;
  arguments_.keys = rng::make_philox_keys<rng::fewest_philox_rounds>(problem_.seed);
  const ContextScope scope(call_.device());
  if (!problem_.box.empty()) box_.set(problem_.box.data(), problem_.box.size());
  arguments_.box = box_.data();
  model_row_.reserve(models_.size(), static_cast<uint64>(problem_.ncomp), 1);
  const Selection models(list, models_, integrand_.integrand().block_bytes());
  put(model_row_, models.list);
  call_.wait("copying what many integrals need to the device");
}

void CudaSharedSamples::put(Row &row, const IntegralList &list) {
  row.userdata = row.rows.copy(call_, list, integrand_.integrand().block_bytes());
  row.aborted.fill(0, static_cast<uint64>(list.count));
}

void CudaSharedSamples::place(uint64 count, uint64 samples) {
  const auto ncomp = static_cast<uint64>(problem_.ncomp);
  x_.reserve(samples * static_cast<uint64>(problem_.ndim));
  weight_.reserve(samples);
  model_row_.reserve(models_.size(), ncomp, shared_slices(samples));
  row_.reserve(count, ncomp, shared_slices(samples));
  device_which_.reserve(count);
}

std::int64_t CudaSharedSamples::reserve(std::int64_t count, const SamplesGrid &, bool,
                                        std::int64_t samples) {
  const ContextScope scope(call_.device());
  const auto most = static_cast<uint64>(samples);
  const auto ncomp = static_cast<uint64>(problem_.ncomp);
  const uint64 points = most * (static_cast<uint64>(problem_.ndim) + 1) * sizeof(double);
  const uint64 bytes =
      (shared_slices(most) + 1) * (ncomp * sizeof(SharedSum) + sizeof(SharedCount)) +
      static_cast<uint64>(integrand_.integrand().block_bytes());
  while (memory_ > 0 && count > 1 &&
         points + static_cast<uint64>(count) * bytes > static_cast<uint64>(memory_))
    count /= 2;
  while (true) {
    try {
      place(static_cast<uint64>(count), most);
      return count;
    } catch (const Failure &failure) {
      if (failure.status() != CUBOID_OUT_OF_MEMORY || count == 1) throw;
      count /= 2;
    }
  }
}

void CudaSharedSamples::begin(const IntegralList &list) {
  const ContextScope scope(call_.device());
  count_ = list.count;
  map_.emplace(problem_, std::ssize(models_));
  scale_.assign(static_cast<std::size_t>(count_ * problem_.ncomp), 1.0);
  put(row_, list);
  call_.wait("copying what many integrals need to the device");
}

void CudaSharedSamples::set_grid(const SamplesGrid &grid, bool) {
  map_->set_grid(grid);
  set_samples_grid(grid, problem_.ndim, arguments_);
  arguments_.volume_unit = map::volume_unit(problem_.ndim, arguments_.intervals, problem_.box);
}

SharedIntegrals CudaSharedSamples::integrals_of(const Row &row) const {
  return {static_cast<const char *>(row.userdata.get()), static_cast<uint64>(row.rows.stride()),
          row.scale.data(), row.aborted.data()};
}

void CudaSharedSamples::draw(const SamplesIteration &iteration) {
  set_samples_iteration(iteration, problem_, arguments_);
  samples_ = map_->samples(iteration);
  const std::vector<map::MapInterval> intervals = map_->intervals();
  device_map_.set(intervals.data(), intervals.size());
  call_.wait("copying the map to the device");
  arguments_.map = device_map_.data();
  x_.reserve(static_cast<uint64>(samples_ * problem_.ndim));
  weight_.reserve(static_cast<uint64>(samples_));
  launch_list(
      arguments_,
      {problem_.ndim, false, false, 0, static_cast<uint64>(samples_), x_.data(), weight_.data()},
      call_.stream());
}

/// Fills the histograms.
void CudaSharedSamples::follow_models() {
  histogram_.fill(0, static_cast<uint64>(problem_.ndim) * arguments_.intervals);
  arguments_.histogram = histogram_.data();
  model_scale_.set(map_->scales().data(), map_->scales().size());
  model_weight_.set(map_->weights().data(), map_->weights().size());
  SharedModels models{integrals_of(model_row_), static_cast<uint32>(models_.size()),
                      model_weight_.data(), shared_unit};
  models.integrals.scale = model_scale_.data();
  const KernelPart part = models_part(!problem_.box.empty());
  const auto blocks = static_cast<unsigned>((samples_ / 2 - 1) / shared_threads + 1);
  launch(integrand_.kernels(part), part.kernels.front(), {blocks, shared_threads, 0},
         call_.stream(), arguments_, models);
}

/// which: on the device; nullptr: all.
void CudaSharedSamples::sum(Row &row, const SharedScales &scales, const uint32 *which,
                            uint64 places) {
  const auto samples = static_cast<uint64>(samples_);
  const auto slices = static_cast<unsigned>(shared_slices(samples));
  row.reserve(places, static_cast<uint64>(problem_.ncomp), slices);
  // The weights of the list add up to the integral, not to its mean.
  SharedScales of_list = scales;
  for (double &scale : of_list) scale *= static_cast<double>(samples_);
  row.scale.set(of_list.data(), of_list.size());
  call_.wait("copying the scales of many integrals");
  const SharedSumming all{
      integrals_of(row), which,          static_cast<uint32>(places), samples,
      x_.data(),         weight_.data(), row.slices.data(),           row.slice_count.data()};
  const KernelPart part = shared_part("sum");
  const auto blocks = static_cast<unsigned>((places - 1) / shared_threads + 1);
  launch(integrand_.kernels(part), part.kernels.front(), {blocks, shared_threads, 0, slices},
         call_.stream(), all);
  launch_join_slices(all, problem_.ncomp, row.sums.data(), row.count.data(), call_.stream());
  check(cudaGetLastError(), "summing many integrals");
}

template <class T>
void CudaSharedSamples::fetch(std::vector<T> &to, const T *from, std::size_t count) const {
  to.resize(count);
  check(cudaMemcpyAsync(to.data(), from, count * sizeof(T), cudaMemcpyDeviceToHost, call_.stream()),
        "fetching the sums of many integrals");
}

/// Has the sums of the models, and the histograms, fetched.
void CudaSharedSamples::begin_to_follow(const SamplesIteration &iteration,
                                        std::vector<SharedSum> &sums, std::vector<uint64> &bins) {
  if (iteration.alpha > 0) {
    follow_models();
    fetch(bins, histogram_.data(), static_cast<std::size_t>(problem_.ndim) * arguments_.intervals);
  }
  sum(model_row_, map_->scales(), nullptr, models_.size());
  fetch(sums, model_row_.sums.data(), models_.size() * static_cast<std::size_t>(problem_.ncomp));
}

void CudaSharedSamples::iterate(const SamplesIteration &iteration,
                                const std::vector<std::uint32_t> &which) {
  const ContextScope scope(call_.device());
  const auto ncomp = static_cast<std::size_t>(problem_.ncomp);
  which_ = which;
  used_scale_ = scale_;
  device_which_.set(which_.data(), which_.size());
  draw(iteration);
  std::vector<SharedSum> model_sums;
  std::vector<uint64> bins;
  const std::shared_ptr<const SharedMap> known = maps_->after(iteration);
  if (!known) begin_to_follow(iteration, model_sums, bins);
  sum(row_, scale_, device_which_.data(), which.size());
  fetch(sums_, row_.sums.data(), which.size() * ncomp);
  fetch(counts_, row_.count.data(), which.size());
  fetch(aborted_, row_.aborted.data(), static_cast<std::size_t>(count_));
  call_.wait("an iteration of many integrals");
  if (known) {
    map_.emplace(*known);
  } else {
    map_->finish(iteration, model_sums, {bins.begin(), bins.end()});
    maps_->keep(iteration, *map_);
  }
  for (std::size_t place = 0; place < which.size(); ++place)
    rescale(sums_.data() + place * ncomp, problem_.ncomp, samples_,
            scale_.data() + which[place] * ncomp);
}

ManySamplesResult CudaSharedSamples::result(std::size_t place) const {
  const auto ncomp = static_cast<std::size_t>(problem_.ncomp);
  ManySamplesResult result =
      shared_result(sums_.data() + place * ncomp, counts_[place],
                    used_scale_.data() + which_[place] * ncomp, problem_.ncomp, samples_);
  result.aborted = aborted_[which_[place]] != 0;
  return result;
}

}  // namespace

}  // namespace cuboid::engine::cuda

namespace cuboid::engine {

bool device_shares_samples(const DeviceIntegrand &integrand) {
  // Kernels around functors are those that were compiled with them, and a batch function gets
  // points of its own for each integral.
  const cuda::CudaIntegrand &known = cuda::as_cuda(integrand);
  return device_samples_many(integrand) && known.functor().empty() && known.batch() == nullptr;
}

void compile_for_shared_samples(const DeviceIntegrandPointer &integrand, bool boxed) {
  cuda::Device &device = cuda::Device::chosen();
  const cuda::ContextScope scope(device);
  cuda::as_cuda(*integrand).kernels(cuda::shared_part("sum"), device);
  cuda::as_cuda(*integrand).kernels(cuda::models_part(boxed), device);
}

std::unique_ptr<DeviceManySamples> make_device_shared_samples(
    const DeviceIntegrandPointer &integrand, void *userdata, const SamplesProblem &problem,
    const IntegralList &list, std::int64_t memory, std::shared_ptr<SharedMaps> maps) {
  return std::make_unique<cuda::CudaSharedSamples>(integrand, userdata, problem, list, memory,
                                                   std::move(maps));
}

}  // namespace cuboid::engine
