#include "engine/cuda/engines/regions_cuda.hpp"

#include <cuda_runtime.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstring>
#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "base/failure.hpp"
#include "engine/cuda/engines/regions_begin.cuh"
#include "engine/cuda/engines/regions_decision.cuh"
#include "engine/cuda/engines/regions_split.cuh"
#include "engine/cuda/engines/regions_sums.cuh"
#include "engine/cuda/engines/regions_survey.cuh"
#include "engine/cuda/engines/rule_table.hpp"
#include "engine/cuda/runtime/error.hpp"
#include "engine/cuda/runtime/memory.hpp"
#include "rule/orbit_rule.hpp"
#include "rule/region_division.hpp"
#include "rule/region_slices.hpp"

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
  RegionMemory(int ndim, int ncomp, std::int64_t capacity, const DeviceCall &call) {
    ArrayPlacer counted(nullptr);
    place(counted, ndim, ncomp, capacity);
    block = DeviceMemory(call, counted.bytes());
    ArrayPlacer placer(block.get());
    place(placer, ndim, ncomp, capacity);
    check(cudaMemsetAsync(prefix, 0, chunks(capacity) * sizeof(unsigned long long), call.stream()),
          "clearing memory for regions");
  }

  static std::int64_t chunks(std::int64_t capacity) { return capacity / survey_threads + 1; }

  static std::int64_t bytes_per_region(int ndim, int ncomp) {
    return 9 * ndim + 40 * ncomp + 8 + (8 + 48 * ncomp) / survey_threads + 1;
  }

  void place(ArrayPlacer &placer, int ndim, int ncomp, std::int64_t capacity) {
    arrays.capacity = capacity;
    arrays.lower = placer.place<double>(ndim * capacity);
    arrays.depth = placer.place<unsigned char>(ndim * capacity);
    arrays.value = placer.place<double>(ncomp * capacity);
    arrays.null = placer.place<double>(ncomp * capacity);
    arrays.carried = placer.place<double>(ncomp * capacity);
    arrays.error = placer.place<double>(ncomp * capacity);
    arrays.plain = placer.place<double>(ncomp * capacity);
    arrays.axis = placer.place<int>(capacity);
    arrays.rank = placer.place<int>(capacity);
    prefix = placer.place<unsigned long long>(chunks(capacity));
    partial = placer.place<double>(chunks(capacity) * ncomp * rule::nregion_sums);
  }

  DeviceMemory block;
  RegionArrays arrays{};
  unsigned long long *prefix = nullptr;
  double *partial = nullptr;
};

/// A rule in both forms, made once in a process for each kind: with many dimensions, to list the
/// points takes longer than an easy integral.
struct KnownRule {
  rule::OrbitRule rule;
  PackedRule packed;
};

const KnownRule &known_rule(int ndim, int key) {
  static std::mutex mutex;
  static std::map<std::pair<int, int>, KnownRule> rules;
  const std::lock_guard lock(mutex);
  const auto [entry, added] = rules.try_emplace({ndim, key});
  if (added) {
    try {
      entry->second.rule = rule::make_orbit_rule(ndim, key);
      entry->second.packed = pack_rule(entry->second.rule);
    } catch (...) {
      rules.erase(entry);
      throw;
    }
  }
  return entry->second;
}

class CudaRegions final : public RegionsEngine {
 public:
  CudaRegions(int ndim, int ncomp, const double *lower, const double *upper, int key,
              const RegionsKernels &kernels, const DeviceCall &call, std::int64_t memory);
  CudaRegions(const CudaRegions &) = delete;
  CudaRegions &operator=(const CudaRegions &) = delete;
  /// An iteration that was launched ahead may still write to the host's memory.
  ~CudaRegions() override { cudaStreamSynchronize(stream_); }

  const RegionSurvey &start(const RegionRequest &request) override;
  const RegionSurvey &advance(int iterations) override;
  bool grow() override;
  bool slice() override;

 private:
  struct Decision {
    bool made = false;
    RegionStatus status = RegionStatus::running;
  };

  void set_box(const double *lower, const double *upper);
  void allocate();
  void allocate_fixed();
  void allocate_work();
  std::int64_t free_memory() const;
  template <class... Arguments>
  void launch(const void *kernel, int blocks, int threads, Arguments... arguments);
  void launch_rule();
  void launch_survey(bool fresh, bool units_only);
  void wait_for(unsigned long long sequence);
  void read_survey();
  Decision decision(unsigned long long sequence) const;
  void launch_iteration();
  void decide_anew();
  std::vector<rule::RegionSums> sums_over(long long first, long long last);

  const int ndim_;
  const int ncomp_;
  const RegionsKernels kernels_;
  const DeviceCall &call_;
  const cudaStream_t stream_;
  const std::int64_t memory_;  ///< bytes; 0: no limit but what is free
  const KnownRule &known_;
  const rule::OrbitRule &rule_ = known_.rule;
  RuleTable table_{};
  BoxTable box_{};
  bool mapped_ = false;
  int multiprocessors_ = 1;
  int rule_blocks_ = 1;
  std::int64_t work_capacity_ = 0;
  DeviceMemory fixed_memory_;
  DeviceMemory work_memory_;
  std::unique_ptr<RegionMemory> regions_;
  PinnedMemory pinned_;
  WorkArrays work_{};
  DecisionInput input_{};
  SurveyOutput output_{};
  unsigned long long launched_ = 0;   ///< number of the last decision that was asked for
  unsigned long long completed_ = 0;  ///< and of the last that was seen
  RegionRequest request_;
  rule::RegionSlices slices_;
  RegionSurvey survey_;
};

CudaRegions::CudaRegions(int ndim, int ncomp, const double *lower, const double *upper, int key,
                         const RegionsKernels &kernels, const DeviceCall &call, std::int64_t memory)
    : ndim_(ndim),
      ncomp_(ncomp),
      kernels_(kernels),
      call_(call),
      stream_(call.stream()),
      memory_(memory),
      known_(known_rule(ndim, key)),
      table_(known_.packed.table),
      pinned_(call, 2 * sizeof(Progress) + 4 * sizeof(double) * static_cast<std::size_t>(ncomp)) {
  set_box(lower, upper);

  multiprocessors_ = call.device().multiprocessors();
  int blocks = 0;
  check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(
            &blocks, mapped_ ? kernels_.mapped : kernels_.finite, rule_threads, 0),
        "the rule kernel");
  rule_blocks_ = std::max(blocks, 1) * multiprocessors_;
  shape_ = {ndim, ncomp, rule_.npoints, 65536 / group_lanes(ndim)};

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
      std::max<std::int64_t>(std::int64_t{1} << 20 >> (ncomp_ > 4 ? 4 : ncomp_ - 1), shape_.width);
  const std::int64_t bytes_per_split =
      2 * nsums * ncomp_ * static_cast<std::int64_t>(sizeof(double)) +
      static_cast<std::int64_t>(sizeof(long long)) +
      ncomp_ * static_cast<std::int64_t>(sizeof(rule::RegionEstimate)) +
      2 * RegionMemory::bytes_per_region(ndim_, ncomp_);
  while (memory_ > 0 && work_capacity_ * bytes_per_split > memory_ &&
         work_capacity_ / 2 >= shape_.width)
    work_capacity_ /= 2;
  allocate_fixed();
  while (true) {
    try {
      allocate_work();
      regions_ = std::make_unique<RegionMemory>(ndim_, ncomp_, 2 * work_capacity_, call_);
      break;
    } catch (const Failure &failure) {
      if (failure.status() != CUBOID_OUT_OF_MEMORY || work_capacity_ / 2 < shape_.width) throw;
      work_capacity_ /= 2;
      work_memory_ = {};
    }
  }
}

/// What does not depend on the number of regions, with the table of the rule.
void CudaRegions::allocate_fixed() {
  const std::vector<char> &packed = known_.packed.codes;
  const auto size = static_cast<std::int64_t>(packed.size());
  char *codes = nullptr;
  const auto place = [&](void *block) {
    ArrayPlacer placer(block);
    work_.state = placer.place<LoopState>(1);
    work_.changes = placer.place<rule::Changes>(ncomp_);
    work_.scale = placer.place<double>(2 * ncomp_);
    work_.slice = placer.place<rule::SliceGoal>(ncomp_);
    codes = placer.place<char>(size);
    return placer.bytes();
  };
  fixed_memory_ = DeviceMemory(call_, place(nullptr));
  place(fixed_memory_.get());
  check(cudaMemcpyAsync(codes, packed.data(), packed.size(), cudaMemcpyHostToDevice, stream_),
        "the rule");
  table_.codes = codes;
}

/// What an iteration works with.
void CudaRegions::allocate_work() {
  const auto place = [&](void *block) {
    ArrayPlacer placer(block);
    work_.sums = placer.place<double>(2 * work_capacity_ * nsums * ncomp_);
    work_.slot = placer.place<long long>(work_capacity_);
    work_.parent = placer.place<rule::RegionEstimate>(work_capacity_ * ncomp_);
    return placer.bytes();
  };
  work_memory_ = DeviceMemory(call_, place(nullptr));
  place(work_memory_.get());
  work_.capacity = work_capacity_;
  work_.nsums_stride = 2 * work_capacity_;
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
  output_.partial = regions_->partial;
  if (!units_only) ++launched_;
  launch(reinterpret_cast<const void *>(survey_regions), 4 * multiprocessors_, survey_threads,
         rule_.null, regions_->arrays, work_, input_, output_, ndim_, ncomp_, fresh, units_only,
         launched_);
}

const RegionSurvey &CudaRegions::start(const RegionRequest &request) {
  const std::int64_t count = rule::cube_parts(ndim_, request.cuts.data(), request.shifted);
  request_ = request;
  slices_ = {};
  regions_->arrays.begin = 0;
  survey_.status = RegionStatus::running;
  while (regions_->arrays.capacity < count) {
    if (!grow())
      throw Failure(CUBOID_OUT_OF_MEMORY, "no memory for " + std::to_string(count) + " regions");
  }
  input_ = {request, rule_.npoints, rule::limit_without_slices(regions_->arrays.capacity), false,
            0};
  FirstCuts cuts{};
  cuts.shifted = request.shifted;
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
  survey_.nregions = progress.nregions + slices_.finished();
  survey_.neval = progress.neval;
  survey_.iterations = progress.iterations;
  survey_.nonfinite = static_cast<std::int64_t>(progress.nonfinite);
  std::copy_n(output_.value + row * ncomp_, ncomp_, survey_.value.begin());
  std::copy_n(output_.error + row * ncomp_, ncomp_, survey_.error.begin());
}

void CudaRegions::launch_iteration() {
  launch(reinterpret_cast<const void *>(split_regions), 2 * multiprocessors_, survey_threads,
         regions_->arrays, work_, regions_->prefix, ndim_, ncomp_, launched_);
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
  if (slices_.active()) return false;
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
  input_.limit = rule::limit_without_slices(larger);
  if (survey_.status == RegionStatus::full) decide_anew();
  return true;
}

/// Surveys the regions once more after a decision to stop, and goes on if it can.
void CudaRegions::decide_anew() {
  const int running = static_cast<int>(RegionStatus::running);
  check(cudaMemcpyAsync(&work_.state->status, &running, sizeof running, cudaMemcpyHostToDevice,
                        stream_),
        "regions");
  // The row of units that the survey reads is that of the last decision, not of the iteration that
  // was launched after it for nothing.
  if (((launched_ - completed_) & 1) != 0) ++launched_;
  // A slice has other units than the one before it.
  if (slices_.active()) launch_survey(false, true);
  launch_survey(false, false);
  wait_for(launched_);
  read_survey();
}

std::vector<rule::RegionSums> CudaRegions::sums_over(long long first, long long last) {
  std::vector<rule::RegionSums> sums(static_cast<std::size_t>(ncomp_));
  const long long nchunks = (last - first + survey_threads - 1) / survey_threads;
  double *const partial = regions_->partial;
  // Between two iterations, nobody needs the results of the rule.
  auto *const result = reinterpret_cast<rule::RegionSums *>(work_.sums);
  launch(reinterpret_cast<const void *>(sum_range), 4 * multiprocessors_, survey_threads,
         regions_->arrays, partial, ncomp_, first, last);
  launch(reinterpret_cast<const void *>(sum_partial), 1, survey_threads,
         static_cast<const double *>(partial), ncomp_, nchunks, result);
  check(cudaMemcpyAsync(sums.data(), result, sums.size() * sizeof(rule::RegionSums),
                        cudaMemcpyDeviceToHost, stream_),
        "sums over regions");
  check(cudaStreamSynchronize(stream_), "sums over regions");
  return sums;
}

bool CudaRegions::slice() {
  do {
    const long long held = survey_.nregions - slices_.finished();
    if (!slices_.next(survey_.status == RegionStatus::done, held, regions_->arrays.capacity,
                      request_, ndim_,
                      [this](long long first, long long last) { return sums_over(first, last); })) {
      return false;
    }
    const long long kept = slices_.end();
    check(cudaMemcpyAsync(&work_.state->nregions, &kept, sizeof kept, cudaMemcpyHostToDevice,
                          stream_),
          "regions");
    check(cudaMemcpyAsync(work_.slice, slices_.goals().data(),
                          slices_.goals().size() * sizeof(rule::SliceGoal), cudaMemcpyHostToDevice,
                          stream_),
          "a slice of regions");
    regions_->arrays.begin = slices_.begin();
    input_.refinement.least = slices_.least(request_.least);
    input_.limit = slices_.limit();
    input_.finished = slices_.finished();
    input_.sliced = true;
    decide_anew();
  } while (survey_.status == RegionStatus::done);
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
