#include "engine/cuda/engines/regions_cuda.hpp"

#include <cuda_runtime.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <map>
#include <mutex>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/failure.hpp"
#include "base/tolerances.hpp"
#include "engine/cuda/engines/peers.hpp"
#include "engine/cuda/engines/regions_batched.cuh"
#include "engine/cuda/engines/regions_begin.cuh"
#include "engine/cuda/engines/regions_decision.cuh"
#include "engine/cuda/engines/regions_exchange.cuh"
#include "engine/cuda/engines/regions_split.cuh"
#include "engine/cuda/engines/regions_sums.cuh"
#include "engine/cuda/engines/regions_survey.cuh"
#include "engine/cuda/engines/rule_table.hpp"
#include "engine/cuda/kernel/regions_look.cuh"
#include "engine/cuda/runtime/error.hpp"
#include "engine/cuda/runtime/launch.hpp"
#include "engine/cuda/runtime/memory.hpp"
#include "engine/group/regions.hpp"
#include "rule/evaluations_left.hpp"
#include "rule/orbit_rule.hpp"
#include "rule/region_division.hpp"
#include "rule/region_slices.hpp"

namespace cuboid::engine::cuda {
namespace {

/// Bytes of the page of a call that belong to the integrand.
constexpr std::size_t bytes_of_integrand = 64;

/// What decisions and looks tell the host.
std::size_t bytes_told(int ncomp) {
  return sizeof(LookNews) + 2 * sizeof(Progress) +
         4 * sizeof(double) * static_cast<std::size_t>(ncomp);
}

/// Memory of the host that the device writes to: in the page of the call if there is room.
class PinnedMemory {
 public:
  /// before: bytes of the page that are others'.
  PinnedMemory(const DeviceCall &call, std::size_t bytes, std::size_t before) {
    if (before + bytes <= page_bytes) {
      data_ = call.page() + before;
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
  }

  /// Of a split.
  static std::int64_t chunks(std::int64_t capacity) { return capacity / survey_threads + 1; }

  static std::int64_t bytes_per_region(int ndim, int ncomp) {
    return 9 * ndim + 40 * ncomp + 8 + 1;
  }

  /// Of the arrays with which an iteration works.
  static std::int64_t bytes_per_split(int ncomp) {
    return 2 * nsums * ncomp * static_cast<std::int64_t>(sizeof(double)) +
           static_cast<std::int64_t>(sizeof(long long)) +
           ncomp * static_cast<std::int64_t>(sizeof(rule::RegionEstimate));
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
  }

  DeviceMemory block;
  RegionArrays arrays{};
  unsigned long long *prefix = nullptr;  ///< [chunks(capacity)], 0 before the first split
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
              const RegionsKernels &kernels, const DeviceCall &call, std::int64_t memory,
              group::Group *ranks, std::int64_t points_worth_sharing);
  CudaRegions(const CudaRegions &) = delete;
  CudaRegions &operator=(const CudaRegions &) = delete;
  /// What is under way may still write to the host's memory.
  ~CudaRegions() override {
    if (under_way_) cudaStreamSynchronize(stream_);
  }

  const RegionSurvey &start(const RegionRequest &request) override;
  const RegionSurvey &advance(int iterations) override;
  const RegionSurvey &look(const RegionLook &request) override;
  bool grow() override;
  bool slice() override;
  RegionTable table() override;

 private:
  struct Decision {
    bool made = false;
    int status = static_cast<int>(RegionStatus::running);  ///< or `choosing`
  };

  void set_box(const double *lower, const double *upper);
  int blocks_of_rule() const;
  void allocate();
  void allocate_fixed();
  void allocate_work(std::int64_t splits);
  std::int64_t free_memory() const;
  /// When a kernel is started: when those before it have ended, or while they still run.
  enum class Start { after, early };
  template <class... Arguments>
  void launch(Start start, const void *kernel, int blocks, int threads, Arguments... arguments);
  template <class... Arguments>
  void launch(const void *kernel, int blocks, int threads, Arguments... arguments) {
    launch(Start::after, kernel, blocks, threads, arguments...);
  }
  int blocks_for(std::int64_t items, int of_block, int most) const;
  void launch_rule(std::int64_t most);
  void launch_survey(bool fresh, SurveyFor purpose, std::int64_t most);
  void launch_survey_in_new_units(bool fresh, std::int64_t most);
  const LookNews &look_here(const RegionLook &request, std::int64_t count);
  void set_running();
  void clear_totals();
  template <class Told>
  void wait_until(const Told &told);
  void wait_for(unsigned long long sequence);
  void read_survey();
  Decision decision(unsigned long long sequence) const;
  void launch_iteration(std::int64_t regions);
  std::int64_t own_regions() const;
  void choose_keys();
  void decide_anew(bool other_units);
  void survey_anew(bool other_units);
  bool begin_first(const FirstCuts &cuts, std::int64_t first, std::int64_t count,
                   std::int64_t neval);
  bool grow_to(std::int64_t wanted);
  bool enlarge();
  std::int64_t regions_in(std::int64_t bytes) const;
  void move_regions(std::int64_t capacity, std::int64_t first, std::int64_t count);
  using Sums = std::vector<rule::ExactRegionSums>;  ///< [ncomp]
  std::vector<rule::RegionSums> sums_over(long long first, long long last);
  Sums exact_sums(long long first, long long last);
  template <class T>
  std::vector<T> copied(const T *array, int rows, long long count);

  const int ndim_;
  const int ncomp_;
  const RegionsKernels kernels_;
  const void *look_kernel_ = nullptr;  ///< once it was needed
  LookNews *news_ = nullptr;           ///< of the last look,
  unsigned long long looks_ = 0;       ///< the one with this number
  const DeviceCall &call_;
  const cudaStream_t stream_;
  const std::int64_t memory_;  ///< bytes; 0: no limit but what is free
  const KnownRule &known_;
  const rule::OrbitRule &rule_ = known_.rule;
  RuleTable table_{};
  BoxTable box_{};
  bool mapped_ = false;
  std::optional<BatchedRegions> batched_;
  int multiprocessors_ = 1;
  int rule_blocks_ = 1;
  Start start_of_split_ = Start::after;
  std::int64_t work_capacity_ = 0;
  DeviceMemory fixed_memory_;
  DeviceMemory work_memory_;
  std::unique_ptr<RegionMemory> regions_;
  PinnedMemory pinned_;
  /// Totals on their way to and from the device, where regions are shared out: copies from and to
  /// other memory wait for each other.
  std::optional<PinnedMemory> pinned_totals_;
  WorkArrays work_{};
  DecisionInput input_{};
  SurveyOutput output_{};
  unsigned long long launched_ = 0;   ///< number of the last decision that was asked for
  unsigned long long completed_ = 0;  ///< and of the last that was seen
  bool under_way_ = false;            ///< something that was launched may not have ended
  RegionRequest request_;
  rule::RegionSlices slices_;
  /// Of the regions before the slice: of the first so many, of the next so many.
  std::vector<Sums> waiting_;
  RegionSurvey survey_;

  // With other ranks:
  std::int64_t points_of_next() const;
  void note_stage();
  bool worth_sharing_out() const;
  void remember();
  bool replay();
  void join();
  void adopt(const CudaRegions &first);
  void share_out();
  void count_own_bins();
  void work_together(std::int64_t points, const std::function<void()> &work);
  void survey_together(SurveyFor purpose);
  void survey_twice_together();
  void decide_by_totals(SurveyFor purpose);
  void gather_totals();
  struct PinnedTotals {
    std::span<rule::ExactRegionSums> sums;  ///< [ncomp]
    LoopState *state;
  };
  PinnedTotals pinned_totals();
  void mark_together();
  /// Which regions a rank gives to others.
  enum class Giving { any, marked };
  group::RegionRanks::Moves even_out(std::int64_t count, Giving giving);
  void pack(std::int64_t count);
  void unpack(const double *numbers, std::int64_t count);
  void make_room(std::int64_t count);
  void give(std::int64_t count, std::uint64_t *words);
  void take(std::int64_t count, const std::uint64_t *words);
  group::RegionsInPlace regions_in_place();
  std::int64_t regions_in_buffer() const;
  double *buffer() const { return gifts_ ? gifts_->buffer.get() : work_.sums; }
  void find_peers();

  group::Group *const group_;
  std::optional<group::RegionRanks> ranks_;
  /// Where their devices reach each other's memory: what each shows of the regions that it gives,
  /// and events that say when they are there, and when this rank has read those of others.
  struct Gifts {
    Gifts(const DeviceCall &call, std::int64_t numbers, ReadBy read_by)
        : buffer(call, numbers, read_by) {}

    DeviceArray<double> buffer;
    Event packed;
    Event unpacked;
    std::vector<const double *> of_ranks;
  };
  ReadBy peers_ = ReadBy::nobody;
  std::optional<Gifts> gifts_;
  std::int64_t points_worth_sharing_ = 0;
  std::vector<rule::Stage> stages_;  ///< of the iterations before the regions are shared out
  /// Each rank has some of the regions; before, each has all of them, and does the same.
  bool shared_ = false;
  /// What the first rank has found before the others began, which these find in its place.
  std::vector<RegionSurvey> past_;
  std::size_t replayed_ = 0;
  bool met_ = false;                    ///< the others have begun,
  bool joined_ = false;                 ///< and the first rank has all regions
  bool joins_then_ = false;             ///< they share them out after the last survey of the past
  group::RegionTotals totals_;          ///< of all
  std::vector<std::int64_t> own_bins_;  ///< of the last survey
  std::int64_t own_regions_ = 0;
  std::int64_t own_marked_ = 0;
  Giving giving_ = Giving::marked;
};

CudaRegions::CudaRegions(int ndim, int ncomp, const double *lower, const double *upper, int key,
                         const RegionsKernels &kernels, const DeviceCall &call, std::int64_t memory,
                         group::Group *ranks, std::int64_t points_worth_sharing)
    : ndim_(ndim),
      ncomp_(ncomp),
      kernels_(kernels),
      call_(call),
      stream_(call.stream()),
      memory_(memory),
      group_(ranks),
      known_(known_rule(ndim, key)),
      table_(known_.packed.table),
      pinned_(call, bytes_told(ncomp), bytes_of_integrand) {
  set_box(lower, upper);
  if (ranks != nullptr) ranks_.emplace(*ranks);
  points_worth_sharing_ = points_worth_sharing;

  multiprocessors_ = call.device().multiprocessors();
  if (kernels.batched != nullptr)
    batched_.emplace(ndim, ncomp, rule_.npoints, *kernels.batched, call);
  else
    rule_blocks_ = blocks_of_rule();
  start_of_split_ = waits_for_earlier(reinterpret_cast<const void *>(split_regions)) ? Start::early
                                                                                     : Start::after;
  shape_ = {ndim, ncomp, rule_.npoints, 65536 / group_lanes(ndim)};

  allocate();
  output_.progress = static_cast<Progress *>(pinned_.get());
  output_.value = reinterpret_cast<double *>(output_.progress + 2);
  output_.error = output_.value + 2 * ncomp_;
  news_ = reinterpret_cast<LookNews *>(output_.error + 2 * ncomp_);
  survey_.value.resize(ncomp_);
  survey_.error.resize(ncomp_);
}

/// As many as the device has room for.
int CudaRegions::blocks_of_rule() const {
  int blocks = 0;
  check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(
            &blocks, mapped_ ? kernels_.mapped : kernels_.finite, rule_threads, 0),
        "the rule kernel");
  return std::max(blocks, 1) * multiprocessors_;
}

/// The arrays for regions and for the work of an iteration: as much work at once as pays, or half
/// as much as often as the memory demands it.
void CudaRegions::allocate() {
  work_capacity_ =
      std::max<std::int64_t>(std::int64_t{1} << 20 >> (ncomp_ > 4 ? 4 : ncomp_ - 1), shape_.width);
  const std::int64_t bytes_per_split =
      RegionMemory::bytes_per_split(ncomp_) + 2 * RegionMemory::bytes_per_region(ndim_, ncomp_);
  while (memory_ > 0 && work_capacity_ * bytes_per_split > memory_ &&
         work_capacity_ / 2 >= shape_.width)
    work_capacity_ /= 2;
  allocate_fixed();
  while (true) {
    try {
      allocate_work(work_capacity_);
      regions_ = std::make_unique<RegionMemory>(ndim_, ncomp_, 2 * work_capacity_, call_);
      break;
    } catch (const Failure &failure) {
      // All ranks have to split as many at once.
      if (failure.status() != CUBOID_OUT_OF_MEMORY || work_capacity_ / 2 < shape_.width || ranks_)
        throw;
      work_capacity_ /= 2;
      work_memory_ = {};
    }
  }
  input_.few = work_capacity_;
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
    work_.totals = placer.place<rule::ExactRegionSums>(ncomp_);
    codes = placer.place<char>(size);
    return placer.bytes();
  };
  fixed_memory_ = DeviceMemory(call_, place(nullptr));
  place(fixed_memory_.get());
  check(cudaMemcpyAsync(codes, packed.data(), packed.size(), cudaMemcpyHostToDevice, stream_),
        "the rule");
  table_.codes = codes;
}

/// What an iteration works with.  Between two, nobody needs what is there.
void CudaRegions::allocate_work(std::int64_t splits) {
  WorkArrays next = work_;
  const auto place = [&](void *block) {
    ArrayPlacer placer(block);
    next.sums = placer.place<double>(2 * splits * nsums * ncomp_);
    next.slot = placer.place<long long>(splits);
    next.parent = placer.place<rule::RegionEstimate>(splits * ncomp_);
    return placer.bytes();
  };
  work_memory_ = DeviceMemory(call_, place(nullptr));
  place(work_memory_.get());
  next.capacity = splits;
  next.nsums_stride = 2 * splits;
  work_ = next;
  work_capacity_ = splits;
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
void CudaRegions::launch(Start start, const void *kernel, int blocks, int threads,
                         Arguments... arguments) {
  cudaLaunchConfig_t config{};
  config.gridDim = dim3(static_cast<unsigned>(blocks));
  config.blockDim = dim3(static_cast<unsigned>(threads));
  config.stream = stream_;
  cudaLaunchAttribute early{};
  early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  early.val.programmaticStreamSerializationAllowed = 1;
  config.attrs = &early;
  config.numAttrs = start == Start::early ? 1 : 0;
  void *pointers[] = {&arguments...};
  check(cudaLaunchKernelExC(&config, kernel, pointers), "a kernel of the regions engine");
}

/// Blocks of a kernel: where there is little to do, more take longer to come and go.
int CudaRegions::blocks_for(std::int64_t items, int of_block, int most) const {
  return static_cast<int>(std::clamp<std::int64_t>((items + of_block - 1) / of_block, 1, most));
}

/// most: of the new regions.
void CudaRegions::launch_rule(std::int64_t most) {
  if (batched_) return batched_->apply_rule(table_, box_, mapped_, regions_->arrays, work_);
  cudaLaunchConfig_t config{};
  const int regions_of_block = rule_threads / group_lanes(ndim_);
  config.gridDim = dim3(static_cast<unsigned>(blocks_for(most, regions_of_block, rule_blocks_)));
  config.blockDim = dim3(rule_threads);
  config.stream = stream_;
  void *pointers[] = {const_cast<void *>(kernels_.integrand), &table_, &box_, &regions_->arrays,
                      &work_};
  check(cudaLaunchKernelExC(&config, mapped_ ? kernels_.mapped : kernels_.finite, pointers),
        "the rule kernel");
}

/// most: of the regions.
void CudaRegions::launch_survey(bool fresh, SurveyFor purpose, std::int64_t most) {
  if (purpose != SurveyFor::units) ++launched_;
  const int blocks = blocks_for(most, survey_threads, 4 * multiprocessors_);
  launch(reinterpret_cast<const void *>(survey_regions), blocks, survey_threads, rule_.null,
         regions_->arrays, work_, input_, output_, ndim_, ncomp_, fresh, purpose, !shared_,
         launched_);
}

/// The last block of a survey counts the errors of so many regions in less time than another survey
/// takes.
constexpr std::int64_t most_for_one_block = 8192;

/// Where the units of errors are not those of the last decision.
void CudaRegions::launch_survey_in_new_units(bool fresh, std::int64_t most) {
  if (most <= most_for_one_block) return launch_survey(fresh, SurveyFor::both, most);
  launch_survey(fresh, SurveyFor::units, most);
  launch_survey(false, SurveyFor::marking, most);
}

void CudaRegions::clear_totals() {
  check(cudaMemsetAsync(work_.totals, 0,
                        static_cast<std::size_t>(ncomp_) * sizeof(rule::ExactRegionSums), stream_),
        "sums over regions");
}

const RegionSurvey &CudaRegions::start(const RegionRequest &request) {
  if (replay()) return survey_;
  // What comes after the first regions is launched ahead, but those of a second look are there to
  // confirm the first one, and have nothing after them.
  const bool ahead = !batched_ && launched_ == 0;
  under_way_ = true;
  const std::int64_t all = rule::cube_parts(ndim_, request.cuts.data(), request.shifted);
  shared_ = ranks_ && all * rule_.npoints >= points_worth_sharing_;
  const std::int64_t begin = shared_ ? ranks_->begin(all) : 0;
  const std::int64_t count = (shared_ ? ranks_->end(all) : all) - begin;
  request_ = request;
  slices_ = {};
  waiting_.clear();
  stages_.clear();
  regions_->arrays.begin = 0;
  survey_.status = RegionStatus::running;
  FirstCuts cuts{};
  cuts.shifted = request.shifted;
  std::copy(request.cuts.begin(), request.cuts.end(), cuts.cuts);
  const auto evaluate = [&] {
    if (!grow_to(count))
      throw Failure(CUBOID_OUT_OF_MEMORY, "no memory for " + std::to_string(count) + " regions");
    input_.refinement = request;
    input_.npoints = rule_.npoints;
    input_.limit = rule::limit_without_slices(regions_->arrays.capacity);
    input_.sliced = false;
    input_.finished = 0;
    input_.fits = work_capacity_;
    const bool estimated = begin_first(cuts, begin, count, all * rule_.npoints);
    if (shared_)
      launch_survey(!estimated, SurveyFor::units, count);
    else
      launch_survey_in_new_units(!estimated, count);
  };
  if (shared_) {
    if (group_->asleep()) join();
    joined_ = false;
    own_regions_ = count;
    work_together(count * rule_.npoints, evaluate);
    find_peers();
    survey_twice_together();
    return survey_;
  }
  evaluate();
  const unsigned long long decision_number = launched_;
  if (ahead) launch_iteration(count);
  wait_for(decision_number);
  under_way_ = ahead;
  read_survey();
  note_stage();
  remember();
  return survey_;
}

/// Makes and evaluates the first regions of this rank.  neval: on all.  True: they are estimated,
/// since they were evaluated part by part; else the survey does so.
bool CudaRegions::begin_first(const FirstCuts &cuts, std::int64_t first_part, std::int64_t count,
                              std::int64_t neval) {
  const int blocks =
      blocks_for(std::max<std::int64_t>(count, rule::nbins), 256, 4 * multiprocessors_);
  const auto all = static_cast<long long>(count);
  FirstPart part{first_part, 0, std::min<long long>(all, 2 * work_capacity_), neval};
  launch(reinterpret_cast<const void *>(divide_cube), blocks, 256, regions_->arrays, work_, cuts,
         ndim_, ncomp_, part, all, regions_->prefix,
         static_cast<long long>(RegionMemory::chunks(regions_->arrays.capacity)));
  launch_rule(part.count);
  if (part.count == all) return false;
  const auto estimate = [&] {
    launch(reinterpret_cast<const void *>(estimate_initial), 4 * multiprocessors_, 256, rule_.null,
           regions_->arrays, work_, ndim_, ncomp_);
  };
  for (estimate(); part.begin + part.count < all; estimate()) {
    part.begin += part.count;
    part.count = std::min(all - part.begin, part.count);
    launch(reinterpret_cast<const void *>(begin_next_part), 1, 1, work_, part);
    launch_rule(part.count);
  }
  return true;
}

/// What is known of a decision: its status, or `running` with `made` false.
CudaRegions::Decision CudaRegions::decision(unsigned long long sequence) const {
  const volatile unsigned long long &word = output_.progress[sequence & 1].word;
  const unsigned long long seen = word;
  if (seen >> 3 != sequence) return {};
  return {true, static_cast<int>(seen & 7)};
}

/// Until the device has told what it has found.
template <class Told>
void CudaRegions::wait_until(const Told &told) {
  for (unsigned int polls = 1; !told(); ++polls) {
    if (polls % (1u << 20) != 0) continue;
    const cudaError_t error = cudaStreamQuery(stream_);
    if (error == cudaErrorNotReady) continue;
    check(error, "the regions engine");
    if (!told()) throw Failure(CUBOID_INTERNAL, "the regions engine stopped without a decision");
  }
  std::atomic_thread_fence(std::memory_order_acquire);
}

/// Until that decision was made.  Those before it were made and went on.
void CudaRegions::wait_for(unsigned long long sequence) {
  wait_until([&] { return decision(sequence).made; });
  completed_ = sequence;
}

void CudaRegions::read_survey() {
  const unsigned long long row = completed_ & 1;
  const Progress &progress = output_.progress[row];
  const int status = decision(completed_).status;
  // What is left to be chosen says no more than that the refinement goes on.
  survey_.status = status == choosing ? RegionStatus::running : static_cast<RegionStatus>(status);
  survey_.nregions = progress.nregions + slices_.finished();
  survey_.neval = progress.neval;
  survey_.iterations = progress.iterations;
  survey_.nonfinite = static_cast<std::int64_t>(progress.nonfinite);
  std::copy_n(output_.value + row * ncomp_, ncomp_, survey_.value.begin());
  std::copy_n(output_.error + row * ncomp_, ncomp_, survey_.error.begin());
}

/// Blocks of a split on one multiprocessor: each waits for the counts of those before it.  With 2
/// in the place of 8, 1e11 evaluations take a tenth more time (growth.txt).
constexpr int split_blocks = 8;

/// regions: so many at most there are before it.
void CudaRegions::launch_iteration(std::int64_t regions) {
  launch(start_of_split_, reinterpret_cast<const void *>(split_regions),
         blocks_for(regions, survey_threads, split_blocks * multiprocessors_), survey_threads,
         regions_->arrays, work_, regions_->prefix, ndim_, ncomp_, launched_);
  launch_rule(2 * regions);
  launch_survey(true, SurveyFor::marking, 2 * regions);
}

/// That are here after the last decision that was seen.
std::int64_t CudaRegions::own_regions() const {
  return shared_ ? own_regions_ : survey_.nregions - slices_.finished();
}

const RegionSurvey &CudaRegions::advance(int iterations) {
  under_way_ = true;
  if (replay()) {
    if (joins_then_ && replayed_ == past_.size()) share_out();
    return survey_;
  }
  for (int i = 0; i < iterations && survey_.status == RegionStatus::running; ++i) {
    if (shared_) {
      work_together(2 * own_marked_ * rule_.npoints, [this] {
        if (!grow_to(own_regions_ + own_marked_))
          throw Failure(CUBOID_OUT_OF_MEMORY, "no memory for the regions of this device");
        if (own_marked_ > work_capacity_) allocate_work(own_marked_);
        launch_iteration(own_regions_);
        own_regions_ += own_marked_;
      });
      survey_together(SurveyFor::marking);
      continue;
    }
    if (decision(completed_).status == choosing) choose_keys();
    // One iteration is launched ahead, so that the device never waits for the host.  It changes
    // nothing if the one before it was the last.  A batch function is called when it is its turn.
    const bool last_alone = ranks_ && worth_sharing_out();
    while (launched_ < completed_ + (last_alone || batched_ ? 1 : 2))
      launch_iteration(own_regions() << (launched_ - completed_));
    wait_for(completed_ + 1);
    read_survey();
    note_stage();
    remember();
    if (!last_alone || survey_.status != RegionStatus::running) continue;
    joins_then_ = group_->asleep();
    if (joins_then_) join();
    share_out();
  }
  return survey_;
}

/// Each digit of the keys is another look at all regions: one or two give all but such a part of
/// what is wanted, and each region its own would take four.
constexpr std::int64_t spared_part = 64;

/// Of the bin of the last decision, only a part is to be split.  The iteration that was launched
/// ahead has changed nothing.
void CudaRegions::choose_keys() {
  constexpr int ndigits = rule::KeyChoice::ndigits;
  const rule::MarkedBins marked = output_.progress[completed_ & 1].marked;
  // Between two iterations, nobody needs the places of parents.
  auto *const counts = reinterpret_cast<unsigned long long *>(work_.slot);
  const double *const scale = work_.scale + (completed_ & 1) * ncomp_;
  rule::KeyChoice choice;
  choice.wanted = marked.part;
  // As many as are split at once need not be so to the last one; as many as maxeval allows are.
  if (marked.above + marked.part <
      rule::affordable_splits(request_.goal, survey_.neval, rule_.npoints))
    choice.spare = marked.part / spared_part;
  std::int64_t own = 0;
  const auto do_here = [this](const auto &work) {
    if (shared_)
      ranks_->hold(work);
    else
      work();
  };
  while (choice.open()) {
    std::array<std::int64_t, ndigits> own_counts{}, all_counts;
    do_here([&] {
      check(cudaMemsetAsync(counts, 0, ndigits * sizeof *counts, stream_), "keys of regions");
      launch(reinterpret_cast<const void *>(count_keys), 4 * multiprocessors_, survey_threads,
             regions_->arrays, static_cast<const LoopState *>(work_.state), choice, scale, ndim_,
             ncomp_, counts);
      check(cudaMemcpyAsync(own_counts.data(), counts, sizeof own_counts, cudaMemcpyDeviceToHost,
                            stream_),
            "keys of regions");
      check(cudaStreamSynchronize(stream_), "keys of regions");
    });
    all_counts = own_counts;
    if (shared_) ranks_->add_up(all_counts);
    choice.take(all_counts);
    const auto digit = static_cast<std::ptrdiff_t>(choice.bound >> choice.shift & (ndigits - 1));
    own = std::accumulate(own_counts.begin(), own_counts.begin() + digit, own);
  }
  do_here([&] {
    launch(reinterpret_cast<const void *>(begin_chosen), 1, 1, work_.state, choice.bound,
           marked.above + marked.part - choice.wanted, static_cast<long long>(rule_.npoints));
  });
  own_marked_ = own;
  launched_ = completed_;
}

bool CudaRegions::grow() {
  if (replay()) return true;
  if (shared_ || slices_.active() || !enlarge()) return false;
  remember();
  return true;
}

/// Makes room for so many regions at least.
bool CudaRegions::grow_to(std::int64_t wanted) {
  while (regions_->arrays.capacity < wanted)
    if (!enlarge()) return false;
  return true;
}

/// As many regions as so much memory holds, with what their splitting needs beyond what there is.
std::int64_t CudaRegions::regions_in(std::int64_t bytes) const {
  const std::int64_t per_region = RegionMemory::bytes_per_region(ndim_, ncomp_);
  const std::int64_t per_split = RegionMemory::bytes_per_split(ncomp_);
  const std::int64_t few = bytes / per_region;
  if (few / split_part <= work_capacity_) return few;
  return (bytes + work_capacity_ * per_split) / (per_region + per_split / split_part);
}

/// From so many on, twice as many are enough: memory that is new to the process takes longer than
/// to copy regions once more.
constexpr std::int64_t many_regions = std::int64_t{1} << 24;

/// Part of the capacity: less room in addition is not worth a copy.
constexpr std::int64_t least_gain = 8;

/// How many regions come after `capacity` of them, beside which `most` fit.
std::int64_t next_capacity(std::int64_t capacity, std::int64_t most) {
  const std::int64_t twice = 2 * capacity;
  // Beside twice as many, most - capacity will fit.
  const bool once_more = most - capacity >= twice + twice / least_gain;
  return capacity >= many_regions && once_more ? twice : std::min(2 * twice, most);
}

bool CudaRegions::enlarge() {
  const std::int64_t capacity = regions_->arrays.capacity;
  // While the regions are copied, the old arrays and the new ones are there.
  std::int64_t most = regions_in(free_memory() / 10 * 9);
  if (memory_ > 0) most = std::min(most, regions_in(memory_) - capacity);
  const std::int64_t larger = next_capacity(capacity, most);
  if (larger < capacity + capacity / least_gain) return false;
  try {
    move_regions(larger, 0, capacity);
    if (larger / split_part > work_capacity_) allocate_work(larger / split_part);
    input_.fits = work_capacity_;
  } catch (const Failure &failure) {
    // Somebody else has taken it meanwhile.
    if (failure.status() != CUBOID_OUT_OF_MEMORY) throw;
    return false;
  }
  input_.limit = rule::limit_without_slices(larger);
  if (survey_.status == RegionStatus::full) decide_anew(slices_.active());
  return true;
}

/// To memory for `capacity` regions, `count` of them from the place first on.
void CudaRegions::move_regions(std::int64_t capacity, std::int64_t first, std::int64_t count) {
  auto next = std::make_unique<RegionMemory>(ndim_, ncomp_, capacity, call_);
  const std::int64_t before = regions_->arrays.capacity;
  const auto copy = [&](auto *to, const auto *from, int rows) {
    if (count == 0) return;
    check(cudaMemcpy2DAsync(to, capacity * sizeof(*to), from + first, before * sizeof(*to),
                            count * sizeof(*to), static_cast<std::size_t>(rows),
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
  check(cudaMemsetAsync(next->prefix, 0,
                        RegionMemory::chunks(capacity) * sizeof(unsigned long long), stream_),
        "clearing memory for regions");
  regions_ = std::move(next);
}

/// After a decision to stop.
void CudaRegions::set_running() {
  launch(reinterpret_cast<const void *>(go_on), 1, 1, work_.state,
         static_cast<long long>(survey_.neval));
}

/// Surveys the regions once more after a decision to stop, and goes on if it can.  other_units: of
/// errors than those of that decision.
void CudaRegions::decide_anew(bool other_units) {
  set_running();
  survey_anew(other_units);
}

void CudaRegions::survey_anew(bool other_units) {
  // The row of units that the survey reads is that of the last decision, not of the iteration that
  // was launched after it for nothing.
  if (((launched_ - completed_) & 1) != 0) ++launched_;
  if (other_units)
    launch_survey_in_new_units(false, own_regions());
  else
    launch_survey(false, SurveyFor::marking, own_regions());
  wait_for(launched_);
  read_survey();
}

/// Blocks of the look on one multiprocessor: more than run at a time, so that those that end early
/// make room for others.  4 and 16 take as long (gpu_launch.txt).
constexpr int look_blocks = 8;

/// At the regions that are here.
const LookNews &CudaRegions::look_here(const RegionLook &request, std::int64_t count) {
  if (!batched_ && look_kernel_ == nullptr) look_kernel_ = kernels_.look(mapped_);
  constexpr int warps = look_threads / 32;
  const std::int64_t most = std::int64_t{look_blocks} * multiprocessors_;
  // A warp takes several regions only where there are more of them than warps.
  const auto of_warp = std::bit_ceil(
      static_cast<std::uint64_t>(std::clamp<std::int64_t>(count / (most * warps), 1, 32)));
  const std::int64_t blocks = count / (static_cast<std::int64_t>(of_warp) * warps) + 1;
  LookTable look{request,  count, survey_.nregions, static_cast<int>(of_warp), work_.state,
                 ++looks_, news_};
  if (batched_) {
    batched_->look(look, box_, mapped_, regions_->arrays);
  } else {
    cudaLaunchConfig_t config{};
    config.gridDim = dim3(static_cast<unsigned>(std::min(blocks, most)));
    config.blockDim = dim3(look_threads);
    config.stream = stream_;
    void *pointers[] = {const_cast<void *>(kernels_.integrand), &box_, &regions_->arrays, &look};
    check(cudaLaunchKernelExC(&config, look_kernel_, pointers), "a look between points");
  }
  const volatile unsigned long long &number = news_->number;
  wait_until([&] { return number == looks_; });
  return *news_;
}

const RegionSurvey &CudaRegions::look(const RegionLook &request) {
  if (slices_.active() || replay()) return survey_;
  if (!shared_) {
    const LookNews &news = look_here(request, survey_.nregions);
    survey_.neval += static_cast<std::int64_t>(news.npoints);
    survey_.nonfinite = static_cast<std::int64_t>(news.nonfinite);
    // Else, the sums are those that have converged.
    if (news.seen) decide_anew(true);
    // It came after all that was launched before.
    under_way_ = false;
    remember();
    return survey_;
  }
  std::int64_t npoints = 0;
  const auto look = [&] {
    npoints = static_cast<std::int64_t>(look_here(request, own_regions_).npoints);
    set_running();
    launch_survey(false, SurveyFor::units, own_regions_);
  };
  work_together(request.npoints * own_regions_ / survey_.nregions, look);
  ranks_->add_up(std::span(&npoints, 1));
  survey_.neval += npoints;
  ranks_->hold([this] { set_running(); });
  survey_twice_together();
  return survey_;
}

/// Sums of so many regions that wait are kept: each slice asks for those of all that wait.
constexpr long long regions_kept_together = 1 << 20;

std::vector<rule::RegionSums> CudaRegions::sums_over(long long first, long long last) {
  Sums all(static_cast<std::size_t>(ncomp_));
  const auto take = [&](const Sums &sums) {
    for (std::size_t c = 0; c < sums.size(); ++c) rule::add(all[c], sums[c]);
  };
  if (first == 0) {
    const auto whole = static_cast<std::size_t>(last / regions_kept_together);
    while (waiting_.size() < whole) {
      const long long begin = std::ssize(waiting_) * regions_kept_together;
      waiting_.push_back(exact_sums(begin, begin + regions_kept_together));
    }
    std::for_each_n(waiting_.begin(), whole, take);
    first = static_cast<long long>(whole) * regions_kept_together;
  }
  take(exact_sums(first, last));
  std::vector<rule::RegionSums> sums(all.size());
  std::transform(all.begin(), all.end(), sums.begin(),
                 [](const rule::ExactRegionSums &sum) { return rule::rounded(sum); });
  return sums;
}

CudaRegions::Sums CudaRegions::exact_sums(long long first, long long last) {
  // Between two surveys, the totals are 0.
  Sums exact(static_cast<std::size_t>(ncomp_));
  launch(reinterpret_cast<const void *>(sum_range), 4 * multiprocessors_, survey_threads,
         regions_->arrays, work_.totals, ncomp_, first, last);
  check(cudaMemcpyAsync(exact.data(), work_.totals, exact.size() * sizeof exact.front(),
                        cudaMemcpyDeviceToHost, stream_),
        "sums over regions");
  clear_totals();
  check(cudaStreamSynchronize(stream_), "sums over regions");
  return exact;
}

bool CudaRegions::slice() {
  if (ranks_) return false;
  do {
    // Those from the begin of the slice on have been worked on.
    const auto unchanged = static_cast<std::size_t>(slices_.begin() / regions_kept_together);
    waiting_.resize(std::min(waiting_.size(), unchanged));
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
    decide_anew(true);
  } while (survey_.status == RegionStatus::done);
  return true;
}

/// Of the iteration that follows the last decision, on all ranks.
std::int64_t CudaRegions::points_of_next() const {
  const rule::MarkedBins &marked = output_.progress[completed_ & 1].marked;
  return 2 * (marked.above + marked.part) * rule_.npoints;
}

/// How far the last survey has come.
void CudaRegions::note_stage() {
  if (!ranks_) return;
  double missing = 0;
  const auto estimate = [this](std::size_t c) {
    return ComponentEstimate{survey_.value[c], survey_.error[c]};
  };
  for (std::size_t c = 0; c < survey_.value.size(); ++c)
    missing = std::max(missing, survey_.error[c] / tolerance_of_both(request_.goal, estimate, c));
  stages_.push_back({survey_.neval, missing});
}

/// Whether to share out the regions after the next iteration.
bool CudaRegions::worth_sharing_out() const {
  const std::int64_t points = points_of_next();
  if (points >= points_worth_sharing_) return true;
  return points >= points_worth_sharing_ / shorter_where_many_follow &&
         survey_.neval >= points_worth_sharing_ / 2 &&
         rule::are_left(stages_, times_to_follow * static_cast<double>(points_worth_sharing_));
}

/// Of what is found while the others do not exist yet.
void CudaRegions::remember() {
  if (group_ != nullptr && group_->asleep()) past_.push_back(survey_);
}

/// The survey of this call is one of those that the first rank has found before this one began.
bool CudaRegions::replay() {
  if (group_ == nullptr || !group_->late()) return false;
  if (!met_) join();
  if (replayed_ == past_.size()) return false;
  survey_ = past_[replayed_++];
  return true;
}

/// The others begin, and take over what the first rank knows, but for the regions.
void CudaRegions::join() {
  group::work_and_meet(*group_, group::Step::regions, {}, 0,
                       [this] { call_.wait("the regions engine"); });
  std::vector<std::uint64_t> words(static_cast<std::size_t>(group_->size()));
  words[static_cast<std::size_t>(group_->rank())] = reinterpret_cast<std::uint64_t>(this);
  group_->gather(words, group::range_begins(group_->size(), group_->size()));
  group::work_and_meet(*group_, group::Step::regions, {}, 0, [&] {
    if (!ranks_->is_first()) adopt(*reinterpret_cast<const CudaRegions *>(words[0]));
  });
  met_ = joined_ = true;
}

void CudaRegions::adopt(const CudaRegions &first) {
  past_ = first.past_;
  joins_then_ = first.joins_then_;
  request_ = first.request_;
  input_ = first.input_;
  launched_ = first.launched_;
  completed_ = first.completed_;
  // What the decisions have told the host, and what they leave for the next ones.
  std::memcpy(pinned_.get(), first.pinned_.get(),
              static_cast<std::size_t>(reinterpret_cast<const char *>(news_) -
                                       static_cast<const char *>(pinned_.get())));
  const auto bytes = static_cast<std::size_t>(static_cast<const char *>(table_.codes) -
                                              static_cast<const char *>(fixed_memory_.get()));
  check(
      cudaMemcpyPeerAsync(fixed_memory_.get(), call_.device().ordinal(), first.fixed_memory_.get(),
                          first.call_.device().ordinal(), bytes, stream_),
      "what another device has decided");
  check(cudaMemsetAsync(
            regions_->prefix, 0,
            RegionMemory::chunks(regions_->arrays.capacity) * sizeof(unsigned long long), stream_),
        "clearing memory for regions");
  call_.wait("what another device has decided");
}

/// From now on, each rank goes on with a range of the regions, of which all have the same; or the
/// first one, which alone has them, gives of them to the others.
/// Whoever has left meanwhile is heard of first.
void CudaRegions::share_out() {
  const std::int64_t all = survey_.nregions;
  const std::int64_t begin = ranks_->begin(all);
  own_regions_ = ranks_->end(all) - begin;
  if (joined_) own_regions_ = ranks_->is_first() ? all : 0;
  ranks_->work(0, survey_, [&] {
    if (!joined_) move_regions(regions_->arrays.capacity, begin, own_regions_);
    // What all have seen is to be counted once.
    if (!ranks_->is_first())
      check(cudaMemsetAsync(&work_.state->nonfinite, 0, sizeof work_.state->nonfinite, stream_),
            "sharing out regions");
  });
  shared_ = true;
  find_peers();
  if (std::exchange(joined_, false)) {
    // Of all that the first one has, as many as can be shown at once.
    const std::int64_t size = group_->size();
    even_out(std::min(own_regions_, regions_in_buffer() / (size - 1) * size), Giving::any);
  }
  own_bins_.resize(rule::nbins);
  ranks_->hold([this] {
    launch(reinterpret_cast<const void *>(set_own_part), 1, 1, work_.state,
           static_cast<long long>(own_regions_), 0ll);
    count_own_bins();
  });
  mark_together();
}

/// Once all ranks are here.
void CudaRegions::find_peers() {
  if (gifts_) return;
  peers_ = reach_each_other(call_, *group_);
  if (peers_ == ReadBy::nobody) return;
  ranks_->hold([this] {
    gifts_.emplace(call_, regions_in_buffer() * numbers_of_region(ndim_, ncomp_), peers_);
  });
  const void *const own = gifts_ ? gifts_->buffer.get() : nullptr;
  for (const Shown &rank : shown_by_all(call_, *group_, {{own}, nullptr}, peers_))
    if (gifts_) gifts_->of_ranks.push_back(static_cast<const double *>(rank.memory.front()));
}

/// As a survey counts them.
void CudaRegions::count_own_bins() {
  auto *const counts = reinterpret_cast<unsigned long long *>(work_.slot);
  check(cudaMemsetAsync(counts, 0, rule::nbins * sizeof *counts, stream_), "bins of regions");
  launch(reinterpret_cast<const void *>(count_bins), 4 * multiprocessors_, survey_threads,
         regions_->arrays, static_cast<const double *>(work_.scale + (completed_ & 1) * ncomp_),
         static_cast<long long>(own_regions_), ncomp_, counts);
  own_bins_.resize(rule::nbins);
  check(cudaMemcpyAsync(own_bins_.data(), counts, rule::nbins * sizeof *counts,
                        cudaMemcpyDeviceToHost, stream_),
        "bins of regions");
  check(cudaStreamSynchronize(stream_), "bins of regions");
}

/// Does this rank's part of an iteration up to its survey, and hears of the others.
void CudaRegions::work_together(std::int64_t points, const std::function<void()> &work) {
  ranks_->work(points, survey_, [&] {
    work();
    gather_totals();
  });
}

CudaRegions::PinnedTotals CudaRegions::pinned_totals() {
  const auto ncomp = static_cast<std::size_t>(ncomp_);
  const std::size_t bytes = ncomp * sizeof(rule::ExactRegionSums);
  if (!pinned_totals_)
    pinned_totals_.emplace(call_, bytes + sizeof(LoopState),
                           bytes_of_integrand + bytes_told(ncomp_));
  auto *const sums = static_cast<rule::ExactRegionSums *>(pinned_totals_->get());
  return {{sums, ncomp}, reinterpret_cast<LoopState *>(sums + ncomp)};
}

/// What the last survey has found here.
void CudaRegions::gather_totals() {
  const PinnedTotals pinned = pinned_totals();
  check(cudaMemcpyAsync(pinned.sums.data(), work_.totals, pinned.sums.size_bytes(),
                        cudaMemcpyDeviceToHost, stream_),
        "sums over regions");
  check(cudaMemcpyAsync(pinned.state, work_.state, sizeof(LoopState), cudaMemcpyDeviceToHost,
                        stream_),
        "sums over regions");
  check(cudaStreamSynchronize(stream_), "sums over regions");
  totals_.sums.assign(pinned.sums.begin(), pinned.sums.end());
  const LoopState &state = *pinned.state;
  totals_.nregions = own_regions_;
  totals_.nonfinite = static_cast<std::int64_t>(state.nonfinite);
  totals_.bins.assign(std::begin(state.histogram), std::end(state.histogram));
  own_bins_ = totals_.bins;
}

/// The units of the errors, and then the errors in these units.
void CudaRegions::survey_twice_together() {
  survey_together(SurveyFor::units);
  ranks_->hold([this] {
    launch_survey(false, SurveyFor::marking, own_regions_);
    gather_totals();
  });
  survey_together(SurveyFor::marking);
}

/// Adds up what all ranks have found, and lets each device decide on it: all decide alike.
void CudaRegions::survey_together(SurveyFor purpose) {
  ranks_->add_up(totals_);
  ranks_->hold([&] { decide_by_totals(purpose); });
  if (purpose == SurveyFor::units) return;
  // What follows depends on the decision, which a rank in trouble does not know.
  ranks_->tell_held(survey_);
  survey_.nregions = totals_.nregions;
  survey_.nonfinite = totals_.nonfinite;
  if (survey_.status == RegionStatus::running) mark_together();
}

void CudaRegions::decide_by_totals(SurveyFor purpose) {
  const PinnedTotals pinned = pinned_totals();
  std::copy(totals_.sums.begin(), totals_.sums.end(), pinned.sums.begin());
  std::copy(totals_.bins.begin(), totals_.bins.end(), pinned.state->histogram);
  check(cudaMemcpyAsync(work_.totals, pinned.sums.data(), pinned.sums.size_bytes(),
                        cudaMemcpyHostToDevice, stream_),
        "sums over regions");
  check(cudaMemcpyAsync(work_.state->histogram, pinned.state->histogram,
                        sizeof pinned.state->histogram, cudaMemcpyHostToDevice, stream_),
        "sums over regions");
  const std::int64_t elsewhere = totals_.nregions - own_regions_;
  constexpr std::int64_t no_limit = std::numeric_limits<std::int64_t>::max() / 2;
  const std::int64_t limit =
      memory_ > 0
          ? rule::limit_without_slices(memory_ / RegionMemory::bytes_per_region(ndim_, ncomp_))
          : no_limit;
  input_.finished = elsewhere;
  input_.limit = limit - elsewhere;
  // Each makes room for those that it splits.
  input_.fits = no_limit;
  launch(reinterpret_cast<const void *>(decide_together), 1, survey_threads, work_, input_, output_,
         ndim_, ncomp_, purpose, launched_);
  if (purpose == SurveyFor::units) {
    check(cudaStreamSynchronize(stream_), "the regions engine");
    return;
  }
  wait_for(launched_);
  read_survey();
}

/// Points of an iteration in which ranks may differ: an H200 takes about 0.1 ms for so many, and to
/// hand regions over takes some 0.05 ms.
constexpr std::int64_t points_worth_moving = std::int64_t{1} << 22;

/// Which regions this rank splits next.  Directly after a survey: who leaves before the next one
/// tells so where the ranks meet, and nothing else may be awaited of it first.
void CudaRegions::mark_together() {
  const rule::MarkedBins marked = output_.progress[completed_ & 1].marked;
  own_marked_ = 0;
  if (decision(completed_).status == choosing) choose_keys();
  const int first = marked.threshold + (marked.whole ? 0 : 1);
  own_marked_ = std::accumulate(own_bins_.begin() + first, own_bins_.end(), own_marked_);
  const group::RegionRanks::Moves moves = even_out(own_marked_, Giving::marked);
  own_marked_ += moves.taken - moves.given;
  launch(reinterpret_cast<const void *>(set_own_part), 1, 1, work_.state,
         static_cast<long long>(own_regions_), static_cast<long long>(own_marked_));
}

/// count: of the regions that are evened out, those of this rank.
group::RegionRanks::Moves CudaRegions::even_out(std::int64_t count, Giving giving) {
  giving_ = giving;
  const group::RegionsInPlace in_place = regions_in_place();
  // As to the others, so many are not worth the time that it takes to move them.
  const std::int64_t least =
      std::min(points_worth_moving, points_worth_sharing_ / shorter_where_many_follow) /
      (2 * rule_.npoints);
  return ranks_->even_out(
      count, numbers_of_region(ndim_, ncomp_),
      [this](std::int64_t part, std::uint64_t *regions) { give(part, regions); },
      [this](std::int64_t part, const std::uint64_t *regions) { take(part, regions); },
      peers_ != ReadBy::nobody ? &in_place : nullptr, least);
}

/// As many fit into the memory for the results of the rule, which nobody needs between two
/// iterations, and their places into that for the places of parents, behind the counters.
std::int64_t CudaRegions::regions_in_buffer() const {
  const std::int64_t numbers =
      gifts_ ? gifts_->buffer.count() : 2 * work_capacity_ * nsums * ncomp_;
  return std::min<std::int64_t>(numbers / numbers_of_region(ndim_, ncomp_),
                                work_capacity_ - gift_counters);
}

/// Takes so many of the regions that are to go out, into the memory for results:
/// regions_in_buffer() at most.
void CudaRegions::pack(std::int64_t count) {
  Gift gift{};
  gift.numbers = buffer();
  gift.counters = reinterpret_cast<unsigned long long *>(work_.slot);
  gift.holes = work_.slot + gift_counters;
  gift.count = count;
  gift.left = own_regions_ - count;
  check(cudaMemsetAsync(gift.counters, 0, gift_counters * sizeof *gift.counters, stream_),
        "handing over regions");
  gift.every = giving_ == Giving::any ? group_->size() : 0;
  launch(reinterpret_cast<const void *>(pack_regions), 4 * multiprocessors_, survey_threads,
         regions_->arrays, static_cast<const LoopState *>(work_.state),
         static_cast<const double *>(work_.scale + (completed_ & 1) * ncomp_), gift, ndim_, ncomp_);
  const auto blocks = static_cast<int>((count + survey_threads - 1) / survey_threads);
  launch(reinterpret_cast<const void *>(fill_holes), blocks, survey_threads, regions_->arrays, gift,
         ndim_, ncomp_);
  own_regions_ = gift.left;
}

/// Adds regions, for which there is room.
void CudaRegions::unpack(const double *numbers, std::int64_t count) {
  const auto blocks = static_cast<int>((count + survey_threads - 1) / survey_threads);
  launch(reinterpret_cast<const void *>(unpack_regions), blocks, survey_threads, regions_->arrays,
         numbers, static_cast<long long>(own_regions_), static_cast<long long>(count), ndim_,
         ncomp_);
  own_regions_ += count;
}

void CudaRegions::make_room(std::int64_t count) {
  if (!grow_to(own_regions_ + count))
    throw Failure(CUBOID_OUT_OF_MEMORY, "no memory for the regions of another device");
}

void CudaRegions::give(std::int64_t count, std::uint64_t *words) {
  while (count > 0) {
    const std::int64_t part = std::min(count, regions_in_buffer());
    pack(part);
    const std::int64_t told = part * numbers_of_region(ndim_, ncomp_);
    check(cudaMemcpyAsync(words, buffer(), static_cast<std::size_t>(told) * sizeof(double),
                          cudaMemcpyDeviceToHost, stream_),
          "handing over regions");
    check(cudaStreamSynchronize(stream_), "handing over regions");
    words += told;
    count -= part;
  }
}

void CudaRegions::take(std::int64_t count, const std::uint64_t *words) {
  make_room(count);
  while (count > 0) {
    const std::int64_t part = std::min(count, regions_in_buffer());
    const std::int64_t told = part * numbers_of_region(ndim_, ncomp_);
    check(cudaMemcpyAsync(buffer(), words, static_cast<std::size_t>(told) * sizeof(double),
                          cudaMemcpyHostToDevice, stream_),
          "taking over regions");
    unpack(buffer(), part);
    words += told;
    count -= part;
  }
  check(cudaStreamSynchronize(stream_), "taking over regions");
}

/// Devices that reach each other's memory read regions in the buffer of the one that gives them.
group::RegionsInPlace CudaRegions::regions_in_place() {
  using Place = group::RegionsInPlace::Place;
  // The words of a place: the number of its rank, from 1 on, and an event, for which other
  // processes cannot wait.
  const auto recorded = [this](const Event &event) {
    check(cudaEventRecord(event.get(), stream_), "handing over regions");
    Place place{static_cast<std::uint64_t>(group_->rank()) + 1, 0};
    if (peers_ == ReadBy::processes)
      wait_beside_others(event.get(), "handing over regions");
    else
      place.when = reinterpret_cast<std::uint64_t>(event.get());
    return place;
  };
  const auto wait = [](const Place &place) {
    if (place.when != 0)
      wait_beside_others(reinterpret_cast<cudaEvent_t>(place.when), "handing over regions");
  };
  group::RegionsInPlace in_place;
  in_place.most = regions_in_buffer();
  in_place.show = [this, recorded](std::int64_t count) {
    pack(count);
    return recorded(gifts_->packed);
  };
  in_place.take = [this, wait](const Place &shown, std::int64_t first, std::int64_t count) {
    make_room(count);
    wait(shown);
    const double *const numbers = gifts_->of_ranks[shown.where - 1];
    unpack(numbers + first * numbers_of_region(ndim_, ncomp_), count);
  };
  in_place.when_read = [this, recorded] { return recorded(gifts_->unpacked); };
  in_place.wait = wait;
  return in_place;
}

/// To the host, what the first regions have in an array: [rows][count].
template <class T>
std::vector<T> CudaRegions::copied(const T *array, int rows, long long count) {
  std::vector<T> host(static_cast<std::size_t>(rows * count));
  check(cudaMemcpy2DAsync(host.data(), count * sizeof(T), array,
                          regions_->arrays.capacity * sizeof(T), count * sizeof(T),
                          static_cast<std::size_t>(rows), cudaMemcpyDeviceToHost, stream_),
        "regions");
  check(cudaStreamSynchronize(stream_), "regions");
  return host;
}

/// Without the iterations that made them, which the device does not keep.
RegionTable CudaRegions::table() {
  const long long count = copied(&work_.state->nregions, 1, 1).front();
  const std::vector<double> lower = copied(regions_->arrays.lower, ndim_, count);
  const std::vector<unsigned char> depth = copied(regions_->arrays.depth, ndim_, count);
  const std::vector<double> value = copied(regions_->arrays.value, ncomp_, count);
  const std::vector<double> error = copied(regions_->arrays.error, ncomp_, count);
  RegionTable table{ndim_, ncomp_, {}, {}, {}, {}, {}};
  std::vector<double> low(ndim_), high(ndim_);
  for (long long region = 0; region < count; ++region) {
    for (int d = 0; d < ndim_; ++d) {
      low[d] = lower[d * count + region];
      high[d] = low[d] + rule::halved(depth[d * count + region]);
    }
    table.add_box(low.data(), high.data());
    for (int c = 0; c < ncomp_; ++c)
      table.add_estimate(value[c * count + region], error[c * count + region]);
  }
  return table;
}

}  // namespace

std::unique_ptr<RegionsEngine> make_cuda_regions(int ndim, int ncomp, const double *lower,
                                                 const double *upper, int key,
                                                 const RegionsKernels &kernels,
                                                 const DeviceCall &call, std::int64_t memory,
                                                 group::Group *ranks,
                                                 std::int64_t points_worth_sharing) {
  return std::make_unique<CudaRegions>(ndim, ncomp, lower, upper, key, kernels, call, memory, ranks,
                                       points_worth_sharing);
}

}  // namespace cuboid::engine::cuda
