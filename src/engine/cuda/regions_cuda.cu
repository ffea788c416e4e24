#include "engine/cuda/regions_cuda.hpp"

#include <cuda_runtime.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "base/failure.hpp"
#include "engine/cuda/error.hpp"
#include "engine/cuda/memory.hpp"
#include "engine/cuda/regions_kernels.cuh"
#include "engine/cuda/rule_table.hpp"
#include "rule/orbit_rule.hpp"

namespace cuboid::engine::cuda {
namespace {

/// Memory of the host that the device writes to: in the page of the call if there is room.
class PinnedMemory {
 public:
  PinnedMemory(const DeviceCall &call, std::size_t bytes) {
    constexpr std::size_t of_the_integrand = 64;
    if (of_the_integrand + bytes <= page_bytes) {
      data_ = call.page() + of_the_integrand;
    } else {
      check(cudaHostAlloc(&own_, bytes, cudaHostAllocMapped), "allocating page-locked memory");
      data_ = own_;
    }
    std::memset(data_, 0, bytes);
  }
  PinnedMemory(const PinnedMemory &) = delete;
  PinnedMemory &operator=(const PinnedMemory &) = delete;
  ~PinnedMemory() {
    if (own_ != nullptr) cudaFreeHost(own_);
  }
  void *get() const { return data_; }

 private:
  void *data_ = nullptr;
  void *own_ = nullptr;
};

/// Arrays for `capacity` regions.
struct RegionMemory {
  RegionMemory(int ndim, int ncomp, std::int64_t capacity, const DeviceCall &call)
      : lower(call, ndim * capacity),
        depth(call, ndim * capacity),
        value(call, ncomp * capacity),
        null(call, ncomp * capacity),
        carried(call, ncomp * capacity),
        error(call, ncomp * capacity),
        plain(call, ncomp * capacity),
        axis(call, capacity),
        rank(call, capacity),
        prefix(call, capacity / survey_threads + 1),
        partial(call, (capacity / survey_threads + 1) * ncomp * rule::nregion_sums) {
    arrays = {capacity,      lower.get(), depth.get(), value.get(), null.get(),
              carried.get(), error.get(), plain.get(), axis.get(),  rank.get()};
    check(cudaMemsetAsync(prefix.get(), 0,
                          (capacity / survey_threads + 1) * sizeof(unsigned long long),
                          call.stream()),
          "clearing memory for regions");
  }

  static std::int64_t bytes_per_region(int ndim, int ncomp) {
    return 9 * ndim + 40 * ncomp + 8 + (8 + 48 * ncomp) / survey_threads + 1;
  }

  DeviceArray<double> lower;
  DeviceArray<unsigned char> depth;
  DeviceArray<double> value, null, carried, error, plain;
  DeviceArray<int> axis, rank;
  DeviceArray<unsigned long long> prefix;
  DeviceArray<double> partial;
  RegionArrays arrays;
};

class CudaRegions final : public RegionsEngine {
 public:
  CudaRegions(int ndim, int ncomp, const double *lower, const double *upper, int key,
              const RegionsKernels &kernels, const DeviceCall &call, std::int64_t memory);
  CudaRegions(const CudaRegions &) = delete;
  CudaRegions &operator=(const CudaRegions &) = delete;
  /// An iteration that was launched ahead may still write to the host's memory.
  ~CudaRegions() override { cudaStreamSynchronize(stream_); }

  int ndim() const override { return ndim_; }
  int ncomp() const override { return ncomp_; }
  std::int64_t npoints() const override { return rule_.npoints; }
  std::int64_t width() const override { return width_; }
  const RegionSurvey &start(const RegionRequest &request) override;
  const RegionSurvey &advance(int iterations) override;
  bool grow() override;

 private:
  struct Decision {
    bool made = false;
    RegionStatus status = RegionStatus::running;
  };

  void set_box(const double *lower, const double *upper);
  void set_rule();
  void allocate();
  std::int64_t free_memory() const;
  template <class... Arguments>
  void launch(const void *kernel, int blocks, int threads, Arguments... arguments);
  void launch_rule();
  void launch_survey(bool fresh, bool units_only);
  void wait_for(unsigned long long sequence);
  void read_survey();
  Decision decision(unsigned long long sequence) const;
  void launch_iteration();

  const int ndim_;
  const int ncomp_;
  const RegionsKernels kernels_;
  const DeviceCall &call_;
  const cudaStream_t stream_;
  const std::int64_t memory_;  ///< bytes; 0: no limit but what is free
  rule::OrbitRule rule_;
  RuleTable table_{};
  BoxTable box_{};
  bool mapped_ = false;
  int multiprocessors_ = 1;
  int rule_blocks_ = 1;
  std::int64_t width_ = 1;
  std::int64_t work_capacity_ = 0;
  DeviceArray<char> codes_;
  std::unique_ptr<RegionMemory> regions_;
  DeviceArray<LoopState> state_;
  DeviceArray<double> sums_;
  DeviceArray<long long> slot_;
  DeviceArray<rule::RegionEstimate> parent_;
  DeviceArray<rule::LastChange> last_;
  DeviceArray<double> scale_;
  PinnedMemory pinned_;
  WorkArrays work_{};
  DecisionInput input_{};
  SurveyOutput output_{};
  unsigned long long launched_ = 0;   ///< number of the last decision that was asked for
  unsigned long long completed_ = 0;  ///< and of the last that was seen
  RegionSurvey survey_;
};

/// Lanes that work on one region; as RegionGroup.
int group_lanes(int ndim) {
  return ndim <= 3 ? 4 : ndim <= 6 ? 8 : ndim <= 7 ? 16 : 32;
}

CudaRegions::CudaRegions(int ndim, int ncomp, const double *lower, const double *upper, int key,
                         const RegionsKernels &kernels, const DeviceCall &call, std::int64_t memory)
    : ndim_(ndim),
      ncomp_(ncomp),
      kernels_(kernels),
      call_(call),
      stream_(call.stream()),
      memory_(memory),
      rule_(rule::make_orbit_rule(ndim, key)),
      pinned_(call, 2 * sizeof(Progress) + 4 * sizeof(double) * static_cast<std::size_t>(ncomp)) {
  set_box(lower, upper);
  set_rule();

  multiprocessors_ = call.device().multiprocessors();
  int blocks = 0;
  check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(
            &blocks, mapped_ ? kernels_.mapped : kernels_.finite, rule_threads, 0),
        "the rule kernel");
  rule_blocks_ = std::max(blocks, 1) * multiprocessors_;
  width_ = 65536 / group_lanes(ndim);

  allocate();
  output_.progress = static_cast<Progress *>(pinned_.get());
  output_.value = reinterpret_cast<double *>(output_.progress + 2);
  output_.error = output_.value + 2 * ncomp_;
  survey_.value.resize(ncomp_);
  survey_.error.resize(ncomp_);
}

/// The arrays for regions and for the work of an iteration: as much work at once as pays, or half
/// as much as often as the memory demands it.
void CudaRegions::allocate() {
  work_capacity_ =
      std::max<std::int64_t>(std::int64_t{1} << 20 >> (ncomp_ > 4 ? 4 : ncomp_ - 1), width_);
  const std::int64_t bytes_per_split =
      2 * nsums * ncomp_ * static_cast<std::int64_t>(sizeof(double)) +
      static_cast<std::int64_t>(sizeof(long long)) +
      ncomp_ * static_cast<std::int64_t>(sizeof(rule::RegionEstimate)) +
      2 * RegionMemory::bytes_per_region(ndim_, ncomp_);
  while (memory_ > 0 && work_capacity_ * bytes_per_split > memory_ && work_capacity_ / 2 >= width_)
    work_capacity_ /= 2;
  state_ = DeviceArray<LoopState>(call_, 1);
  last_ = DeviceArray<rule::LastChange>(call_, ncomp_);
  scale_ = DeviceArray<double>(call_, 2 * ncomp_);
  while (true) {
    try {
      sums_ = DeviceArray<double>(call_, 2 * work_capacity_ * nsums * ncomp_);
      slot_ = DeviceArray<long long>(call_, work_capacity_);
      parent_ = DeviceArray<rule::RegionEstimate>(call_, work_capacity_ * ncomp_);
      regions_ = std::make_unique<RegionMemory>(ndim_, ncomp_, 2 * work_capacity_, call_);
      break;
    } catch (const Failure &failure) {
      if (failure.status() != CUBOID_OUT_OF_MEMORY || work_capacity_ / 2 < width_) throw;
      work_capacity_ /= 2;
      sums_ = {};
      slot_ = {};
      parent_ = {};
    }
  }
  work_ = {state_.get(), work_capacity_, 2 * work_capacity_, sums_.get(),
           slot_.get(),  parent_.get(),  last_.get(),        scale_.get()};
}

/// Bytes that can be allocated, with those that the pool holds and does not use.
std::int64_t CudaRegions::free_memory() const {
  std::size_t available = 0, all = 0;
  check(cudaMemGetInfo(&available, &all), "asking for the device's memory");
  std::uint64_t reserved = 0, used = 0;
  const cudaMemPool_t pool = call_.device().pool();
  check(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReservedMemCurrent, &reserved),
        "asking for the device's memory");
  check(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &used),
        "asking for the device's memory");
  return static_cast<std::int64_t>(available + reserved - used);
}

void CudaRegions::set_box(const double *lower, const double *upper) {
  box_.volume = 1;
  for (int d = 0; d < ndim_; ++d) {
    const double from = lower != nullptr ? lower[d] : 0;
    const double to = upper != nullptr ? upper[d] : 1;
    box_.axis[d] = map::make_interval(from, to);
    if (box_.axis[d].kind == map::IntervalKind::none) {
      throw Failure(CUBOID_BAD_ARGUMENT, "axis " + std::to_string(d) + " has no interval from " +
                                             std::to_string(from) + " to " + std::to_string(to));
    }
    mapped_ = mapped_ || box_.axis[d].kind != map::IntervalKind::finite;
    box_.lower[d] = from;
    box_.width[d] = to - from;
    box_.volume *= to - from;
  }
  if (mapped_) box_.volume = 1;
}

void CudaRegions::set_rule() {
  const PackedRule packed = pack_rule(rule_);
  table_ = packed.table;
  codes_ = DeviceArray<char>(
      call_, std::max<std::int64_t>(static_cast<std::int64_t>(packed.codes.size()), 1));
  check(cudaMemcpyAsync(codes_.get(), packed.codes.data(), packed.codes.size(),
                        cudaMemcpyHostToDevice, stream_),
        "the rule");
  check(cudaStreamSynchronize(stream_), "the rule");
  table_.codes = codes_.get();
}

template <class... Arguments>
void CudaRegions::launch(const void *kernel, int blocks, int threads, Arguments... arguments) {
  cudaLaunchConfig_t config{};
  config.gridDim = dim3(static_cast<unsigned>(blocks));
  config.blockDim = dim3(static_cast<unsigned>(threads));
  config.stream = stream_;
  void *pointers[] = {&arguments...};
  check(cudaLaunchKernelExC(&config, kernel, pointers), "a kernel of the regions engine");
}

void CudaRegions::launch_rule() {
  cudaLaunchConfig_t config{};
  config.gridDim = dim3(static_cast<unsigned>(rule_blocks_));
  config.blockDim = dim3(rule_threads);
  config.stream = stream_;
  void *pointers[] = {const_cast<void *>(kernels_.integrand), &table_, &box_, &regions_->arrays,
                      &work_};
  check(cudaLaunchKernelExC(&config, mapped_ ? kernels_.mapped : kernels_.finite, pointers),
        "the rule kernel");
}

void CudaRegions::launch_survey(bool fresh, bool units_only) {
  output_.partial = regions_->partial.get();
  if (!units_only) ++launched_;
  launch(reinterpret_cast<const void *>(survey_regions), 4 * multiprocessors_, survey_threads,
         rule_.null, regions_->arrays, work_, input_, output_, ndim_, ncomp_, fresh, units_only,
         launched_);
}

const RegionSurvey &CudaRegions::start(const RegionRequest &request) {
  std::int64_t count = 1;
  for (int d = 0; d < ndim_; ++d) count <<= request.cuts[d];
  survey_.status = RegionStatus::running;
  while (regions_->arrays.capacity < count) {
    if (!grow())
      throw Failure(CUBOID_OUT_OF_MEMORY, "no memory for " + std::to_string(count) + " regions");
  }
  input_ = {request.epsrel, request.epsabs,  request.share,   request.observe,
            request.least,  request.mineval, request.maxeval, rule_.npoints};
  FirstCuts cuts{};
  std::copy(request.cuts.begin(), request.cuts.end(), cuts.cuts);
  const int blocks =
      static_cast<int>(std::min<std::int64_t>(4 * multiprocessors_, count / 256 + 1));
  launch(reinterpret_cast<const void *>(divide_cube), blocks, 256, regions_->arrays, work_, cuts,
         ndim_, ncomp_, static_cast<long long>(count));
  for (std::int64_t first = 0; first < count; first += 2 * work_capacity_) {
    const long long part = std::min(count - first, 2 * work_capacity_);
    launch(reinterpret_cast<const void *>(begin_part), 1, 1, work_, static_cast<long long>(first),
           part, static_cast<long long>(rule_.npoints));
    launch_rule();
    launch(reinterpret_cast<const void *>(estimate_initial), 4 * multiprocessors_, 256, rule_.null,
           regions_->arrays, work_, ndim_, ncomp_);
  }
  launch_survey(false, true);
  launch_survey(false, false);
  const unsigned long long decision_number = launched_;
  launch_iteration();
  wait_for(decision_number);
  read_survey();
  return survey_;
}

/// What is known of a decision: its status, or `running` with `made` false.
CudaRegions::Decision CudaRegions::decision(unsigned long long sequence) const {
  const volatile unsigned long long &word = output_.progress[sequence & 1].word;
  const unsigned long long seen = word;
  if (seen >> 3 != sequence) return {};
  return {true, static_cast<RegionStatus>(seen & 7)};
}

/// Until that decision was made.  Those before it were made and went on.
void CudaRegions::wait_for(unsigned long long sequence) {
  for (unsigned int polls = 1; !decision(sequence).made; ++polls) {
    if (polls % (1u << 20) != 0) continue;
    const cudaError_t error = cudaStreamQuery(stream_);
    if (error == cudaErrorNotReady) continue;
    check(error, "the regions engine");
    if (!decision(sequence).made) {
      throw Failure(CUBOID_INTERNAL, "the regions engine stopped without a decision");
    }
  }
  std::atomic_thread_fence(std::memory_order_acquire);
  completed_ = sequence;
}

void CudaRegions::read_survey() {
  const unsigned long long row = completed_ & 1;
  const Progress &progress = output_.progress[row];
  survey_.status = decision(completed_).status;
  survey_.nregions = progress.nregions;
  survey_.neval = progress.neval;
  survey_.iterations = progress.iterations;
  survey_.nonfinite = static_cast<std::int64_t>(progress.nonfinite);
  std::copy_n(output_.value + row * ncomp_, ncomp_, survey_.value.begin());
  std::copy_n(output_.error + row * ncomp_, ncomp_, survey_.error.begin());
}

void CudaRegions::launch_iteration() {
  launch(reinterpret_cast<const void *>(split_regions), 2 * multiprocessors_, survey_threads,
         regions_->arrays, work_, regions_->prefix.get(), ndim_, ncomp_, launched_);
  launch_rule();
  launch_survey(true, false);
}

const RegionSurvey &CudaRegions::advance(int iterations) {
  for (int i = 0; i < iterations && decision(completed_).status == RegionStatus::running; ++i) {
    // One iteration is launched ahead, so that the device never waits for the host.  It changes
    // nothing if the one before it was the last.
    while (launched_ < completed_ + 2) launch_iteration();
    wait_for(completed_ + 1);
  }
  read_survey();
  return survey_;
}

bool CudaRegions::grow() {
  const std::int64_t capacity = regions_->arrays.capacity;
  const std::int64_t per_region = RegionMemory::bytes_per_region(ndim_, ncomp_);
  // While the regions are copied, the old arrays and the new ones are there.
  std::int64_t most = free_memory() / 10 * 9 / per_region;
  if (memory_ > 0) most = std::min(most, memory_ / per_region - capacity);
  const std::int64_t larger = std::min(4 * capacity, most);
  if (larger < capacity + capacity / 8) return false;
  std::unique_ptr<RegionMemory> next;
  try {
    next = std::make_unique<RegionMemory>(ndim_, ncomp_, larger, call_);
  } catch (const Failure &failure) {
    // Somebody else has taken it meanwhile.
    if (failure.status() != CUBOID_OUT_OF_MEMORY) throw;
    return false;
  }
  const auto copy = [&](auto *to, const auto *from, int rows) {
    check(cudaMemcpy2DAsync(to, larger * sizeof(*to), from, capacity * sizeof(*to),
                            capacity * sizeof(*to), static_cast<std::size_t>(rows),
                            cudaMemcpyDeviceToDevice, stream_),
          "regions");
  };
  const RegionArrays &from = regions_->arrays;
  const RegionArrays &to = next->arrays;
  copy(to.lower, from.lower, ndim_);
  copy(to.depth, from.depth, ndim_);
  copy(to.value, from.value, ncomp_);
  copy(to.null, from.null, ncomp_);
  copy(to.carried, from.carried, ncomp_);
  copy(to.error, from.error, ncomp_);
  copy(to.plain, from.plain, ncomp_);
  copy(to.axis, from.axis, 1);
  copy(to.rank, from.rank, 1);
  regions_ = std::move(next);
  if (survey_.status == RegionStatus::full) {
    const int running = static_cast<int>(RegionStatus::running);
    check(cudaMemcpyAsync(&state_.get()->status, &running, sizeof running, cudaMemcpyHostToDevice,
                          stream_),
          "regions");
    // The row of units that the survey reads is that of the last decision, not of the iteration
    // that was launched after it for nothing.
    if (((launched_ - completed_) & 1) != 0) ++launched_;
    launch_survey(false, false);
    wait_for(launched_);
    read_survey();
  }
  return true;
}

}  // namespace

std::unique_ptr<RegionsEngine> make_cuda_regions(int ndim, int ncomp, const double *lower,
                                                 const double *upper, int key,
                                                 const RegionsKernels &kernels,
                                                 const DeviceCall &call, std::int64_t memory) {
  return std::make_unique<CudaRegions>(ndim, ncomp, lower, upper, key, kernels, call, memory);
}

}  // namespace cuboid::engine::cuda
