#include "engine/cuda/engines/regions_cuda.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <map>
#include <mutex>
#include <numeric>
#include <string>
#include <utility>

#include "base/failure.hpp"
#include "engine/cuda/engines/regions_across.cuh"
#include "engine/cuda/engines/regions_begin.cuh"
#include "engine/cuda/engines/regions_choice.cuh"
#include "engine/cuda/engines/regions_class.cuh"
#include "engine/cuda/engines/regions_reduction.cuh"
#include "engine/cuda/engines/regions_split.cuh"
#include "map/box.hpp"
#include "rule/region_division.hpp"
#include "rule/symmetric_rule.hpp"

namespace cuboid::engine::cuda {

namespace {

/// Asked once of each device: the driver takes as long to say it as to launch a kernel, and twice
/// as long where other threads call it (gpu_threads.txt).
bool split_waits_for_earlier(const Device &device) {
  static std::mutex mutex;
  static std::map<int, bool> known;  // by device
  const std::lock_guard lock(mutex);
  const auto found = known.find(device.ordinal());
  if (found != known.end()) return found->second;
  return known[device.ordinal()] = waits_for_earlier(reinterpret_cast<const void *>(split_regions));
}

}  // namespace

CudaRegions::CudaRegions(const DeviceIntegrandPointer &integrand, void *userdata,
                         const double *lower, const double *upper, int key, std::int64_t memory,
                         group::Group *ranks, std::int64_t points_worth_sharing,
                         std::int64_t growing_from)
    : bound_(integrand, userdata),
      memory_(memory),
      known_(known_rule(ndim_, key)),
      table_(known_.packed.table),
      pinned_(call_, bytes_told(ncomp_), bytes_of_integrand),
      group_(ranks) {
  set_box(lower, upper);
  make_kernels();
  if (ranks != nullptr) ranks_.emplace(*ranks);
  points_worth_sharing_ = points_worth_sharing;
  growing_from_ = growing_from;

  multiprocessors_ = call_.device().multiprocessors();
  rule_blocks_ = blocks_of_rule();
  start_of_split_ = split_waits_for_earlier(call_.device()) ? Start::early : Start::after;
  shape_ = {ndim_, ncomp_, rule_.npoints, 65536 / group_lanes(ndim_)};

  allocate();
  output_.progress = static_cast<Progress *>(pinned_.get());
  output_.value = reinterpret_cast<double *>(output_.progress + 2);
  output_.error = output_.value + 2 * ncomp_;
  news_ = reinterpret_cast<LookNews *>(output_.error + 2 * ncomp_);
  reduction_.value.resize(ncomp_);
  reduction_.error.resize(ncomp_);
}

void CudaRegions::set_box(const double *lower, const double *upper) {
  const std::vector<map::Interval> box = map::make_box(ndim_, lower, upper);
  mapped_ = map::has_infinite_side(box);
  box_.volume = 1;
  for (int d = 0; d < ndim_; ++d) {
    if (box[d].kind == map::IntervalKind::none)
      throw Failure(CUBOID_BAD_ARGUMENT, "x[" + std::to_string(d) + "] has no interval from " +
                                             std::to_string(lower[d]) + " to " +
                                             std::to_string(upper[d]));
    box_.axis[d] = box[d];
    box_.lower[d] = box[d].origin;
    box_.width[d] = box[d].width;
    if (!mapped_) box_.volume *= box[d].width;
  }
}

/// What was found, unless the integrand returned -999.
const RegionReduction &CudaRegions::checked() const {
  bound_.check_aborted();
  return reduction_;
}

/// Blocks of a kernel: where there is little to do, more take longer to come and go.
int CudaRegions::blocks_for(std::int64_t items, int of_block, int most) const {
  return static_cast<int>(std::clamp<std::int64_t>((items + of_block - 1) / of_block, 1, most));
}

void CudaRegions::launch_with(std::initializer_list<void *> arguments, Start start,
                              const void *kernel, int blocks, int threads) const {
  cudaLaunchConfig_t config{};
  config.gridDim = dim3(static_cast<unsigned>(blocks));
  config.blockDim = dim3(static_cast<unsigned>(threads));
  config.stream = stream_;
  cudaLaunchAttribute early = started_early();
  config.attrs = &early;
  config.numAttrs = start == Start::early ? 1 : 0;
  check(cudaLaunchKernelExC(&config, kernel, const_cast<void **>(arguments.begin())),
        "a kernel of the regions engine");
}

/// most: of the regions.
void CudaRegions::launch_reduction(bool fresh, ReductionFor purpose, std::int64_t most) {
  if (purpose != ReductionFor::units) ++launched_;
  const int blocks = blocks_for(most, reduction_threads, 4 * multiprocessors_);
  launch(reinterpret_cast<const void *>(reduction_regions), blocks, reduction_threads, rule_.null,
         regions_->arrays, work_, input_, output_, ndim_, ncomp_, fresh, purpose, !shared_,
         launched_);
}

/// What the last reduction has found here, to where the others have it from.
void CudaRegions::launch_show(ShownTotals *shown) {
  launch(reinterpret_cast<const void *>(cuda::show_totals), 1, reduction_threads, work_, shown,
         static_cast<long long>(own_regions_), ncomp_);
}

/// By the totals that all ranks show.
void CudaRegions::launch_decision_across(const TotalsOfAll &all, ReductionFor purpose) {
  launch(reinterpret_cast<const void *>(cuda::decide_across), 1, reduction_threads, work_, input_,
         output_, all, ndim_, ncomp_, purpose, launched_);
}

void CudaRegions::launch_sums(long long first, long long last) {
  launch(reinterpret_cast<const void *>(sum_range), 4 * multiprocessors_, reduction_threads,
         regions_->arrays, work_.totals, ncomp_, first, last);
}

/// The last block of a reduction counts the errors of so many regions in less time than another
/// reduction takes.
constexpr std::int64_t max_for_one_block = 8192;

/// Where the units of errors are not those of the last decision.
void CudaRegions::launch_reduction_in_new_units(bool fresh, std::int64_t most) {
  if (most <= max_for_one_block) return launch_reduction(fresh, ReductionFor::both, most);
  launch_reduction(fresh, ReductionFor::units, most);
  launch_reduction(false, ReductionFor::marking, most);
}

void CudaRegions::clear_totals() {
  check(cudaMemsetAsync(work_.totals, 0,
                        static_cast<std::size_t>(ncomp_) * sizeof(rule::ExactRegionSums), stream_),
        "sums over regions");
}

const RegionReduction &CudaRegions::start(const RegionRequest &request) {
  const ContextScope scope = bound_.entered();
  if (replay()) return checked();
  const bool ahead = !bound_.batched() && request.foreseen && !call_.device().is_shared();
  under_way_ = true;
  const std::int64_t all = rule::cube_parts(ndim_, request.cuts.data(), request.shifted);
  shared_ = ranks_ && all * rule_.npoints >= points_worth_sharing_;
  const std::int64_t begin = shared_ ? ranks_->begin(all) : 0;
  const std::int64_t count = (shared_ ? ranks_->end(all) : all) - begin;
  request_ = request;
  slices_ = {};
  waiting_.clear();
  stages_.clear();
  looked_ = false;
  regions_->arrays.begin = 0;
  reduction_.status = RegionStatus::running;
  FirstCuts cuts{};
  cuts.shifted = request.shifted;
  std::copy(request.cuts.begin(), request.cuts.end(), cuts.cuts);
  const auto evaluate = [&] {
    if (!grow_to(count))
      throw Failure(CUBOID_OUT_OF_MEMORY, "no memory for " + std::to_string(count) + " regions");
    input_.refinement = request;
    input_.npoints = rule_.npoints;
    input_.limit = rule::limit_without_slices(regions_->room);
    input_.sliced = false;
    input_.finished = 0;
    input_.fits = work_capacity_;
    const bool estimated = begin_first(cuts, begin, count, all * rule_.npoints);
    if (shared_)
      launch_reduction(!estimated, ReductionFor::units, count);
    else
      launch_reduction_in_new_units(!estimated, count);
  };
  if (shared_) {
    if (group_->others_begin_here()) join();
    joined_ = false;
    own_regions_ = count;
    if (!exchange_) {
      ranks_->work(0, reduction_, [] {});
      find_peers();
    }
    work_together(count * rule_.npoints, evaluate);
    reduction_twice_together();
    return checked();
  }
  evaluate();
  const unsigned long long decision_number = launched_;
  if (ahead) {
    if (looks_ahead(1)) launch_look_ahead(count);
    launch_iteration(2, count, true);
  }
  wait_for(decision_number);
  under_way_ = ahead;
  read_reduction();
  note_stage();
  remember();
  return checked();
}

/// Makes and evaluates the first regions of this rank.  neval: on all.  True: they are estimated,
/// since they were evaluated part by part; else the reduction does so.
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
    if (error == cudaErrorNotReady) {
      // The stream may wait for another device.
      if (device_is_lost()) throw Failure(CUBOID_DEVICE_FAILED, "a device of this process is lost");
      continue;
    }
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

void CudaRegions::read_reduction() {
  const unsigned long long row = completed_ & 1;
  const Progress &progress = output_.progress[row];
  const int status = decision(completed_).status;
  // What is left to be chosen says no more than that the refinement goes on.
  reduction_.status =
      status == choosing ? RegionStatus::running : static_cast<RegionStatus>(status);
  reduction_.nregions = progress.nregions + slices_.finished();
  reduction_.neval = progress.neval;
  reduction_.iterations = progress.iterations;
  reduction_.nonfinite = static_cast<std::int64_t>(progress.nonfinite);
  std::copy_n(output_.value + row * ncomp_, ncomp_, reduction_.value.begin());
  std::copy_n(output_.error + row * ncomp_, ncomp_, reduction_.error.begin());
}

/// Blocks of a split on one multiprocessor: each waits for the counts of those before it.  With 2
/// instead of 8, 1e11 evaluations take a tenth more time (growth.txt).
constexpr int split_blocks = 8;

/// The iteration of that number.  regions: so many at most there are before it.  behind: the last
/// launch was that of the reduction before it, or of a probe ahead after that.
void CudaRegions::launch_iteration(std::int64_t number, std::int64_t regions, bool behind) {
  launch(start_of_split_, reinterpret_cast<const void *>(split_regions),
         blocks_for(regions, reduction_threads, split_blocks * multiprocessors_), reduction_threads,
         regions_->arrays, work_, regions_->prefix, ndim_, ncomp_, behind, launched_);
  launch_rule(2 * regions);
  launch_reduction(true, ReductionFor::marking, 2 * regions);
  if (looks_ahead(number)) launch_look_ahead(2 * regions);
}

/// Whether a probe is launched ahead of what that iteration decides: in short calls, of whose time
/// it is a part worth having.
bool CudaRegions::looks_ahead(std::int64_t iteration) const {
  constexpr std::int64_t short_calls = 4;
  return iteration <= short_calls && request_.foreseen && !looked_ && !ranks_ && !bound_.batched();
}

/// That are here after the last decision that was seen.
std::int64_t CudaRegions::own_regions() const {
  return shared_ ? own_regions_ : reduction_.nregions - slices_.finished();
}

const RegionReduction &CudaRegions::advance(int iterations) {
  const ContextScope scope = bound_.entered();
  under_way_ = true;
  if (replay()) {
    if (group_->others_begin_here()) {
      join();
      share_out();
    }
    return checked();
  }
  for (int i = 0; i < iterations && reduction_.status == RegionStatus::running; ++i) {
    if (shared_) {
      work_together(2 * own_marked_ * rule_.npoints, [this] {
        if (!grow_to(own_regions_ + own_marked_))
          throw Failure(CUBOID_OUT_OF_MEMORY, "no memory for the regions of this device");
        if (own_marked_ > work_capacity_) allocate_work(own_marked_);
        launch_iteration(reduction_.iterations + 1, own_regions_, false);
        own_regions_ += own_marked_;
      });
      reduction_together(ReductionFor::marking);
      continue;
    }
    if (decision(completed_).status == choosing) choose_keys();
    // One iteration is launched ahead, so that the device never waits for the host.  It changes
    // nothing if the one before it was the last.  A batch function is called when it is its turn,
    // and a device that others use as well has work enough without launches for nothing: 8 threads
    // then do a tenth more small integrals (growth threads, an H100).
    const bool last_alone = ranks_ && worth_sharing_out();
    const bool one_by_one = last_alone || bound_.batched() || call_.device().is_shared();
    while (launched_ < completed_ + (one_by_one ? 1 : 2)) {
      const auto under_way = static_cast<std::int64_t>(launched_ - completed_);
      launch_iteration(reduction_.iterations + under_way + 1, own_regions() << under_way,
                       under_way > 0);
    }
    wait_for(completed_ + 1);
    read_reduction();
    note_stage();
    remember();
    if (!last_alone || reduction_.status != RegionStatus::running) continue;
    if (group_->others_begin_here()) join();
    share_out();
  }
  return checked();
}

/// Each digit of the keys is another pass over all regions: one or two give all but such a part of
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
      rule::affordable_splits(request_.goal, reduction_.neval, rule_.npoints))
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
      launch(reinterpret_cast<const void *>(count_keys), 4 * multiprocessors_, reduction_threads,
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

/// After a decision to stop.
void CudaRegions::set_running() {
  launch(reinterpret_cast<const void *>(go_on), 1, 1, work_.state,
         static_cast<long long>(reduction_.neval));
}

/// Reductions the regions once more after a decision to stop, and goes on if it can.  other_units:
/// of errors than those of that decision.
void CudaRegions::decide_anew(bool other_units) {
  set_running();
  reduction_anew(other_units);
}

void CudaRegions::reduction_anew(bool other_units) {
  // The reduction reads the row of units that the last decision has read, not the one that it has
  // written: else it would mark other regions than where there was room at once.
  if (((launched_ - completed_) & 1) == 0) ++launched_;
  if (other_units)
    launch_reduction_in_new_units(false, own_regions());
  else
    launch_reduction(false, ReductionFor::marking, own_regions());
  wait_for(launched_);
  read_reduction();
}

/// At the regions that are here.
const LookNews &CudaRegions::probe_here(const RegionProbe &request, std::int64_t count) {
  const LookAhead &ahead = ahead_[completed_ & 1];
  const bool launched = ahead.after == completed_ && request.number == 1;
  if (!launched)
    launch_probe({request, count, reduction_.nregions, nullptr, 0, nullptr, 0, {}}, count);
  const unsigned long long awaited = launched ? ahead.number : probes_;
  const volatile unsigned long long &number = news_->number;
  wait_until([&] { return number == awaited; });
  return *news_;
}

const RegionReduction &CudaRegions::probe(const RegionProbe &request) {
  const ContextScope scope = bound_.entered();
  if (slices_.active() || replay()) return checked();
  looked_ = true;
  if (!shared_) {
    const LookNews &news = probe_here(request, reduction_.nregions);
    reduction_.neval += static_cast<std::int64_t>(news.npoints);
    reduction_.nonfinite = static_cast<std::int64_t>(news.nonfinite);
    // Else, the sums are those that have converged.
    if (news.seen) decide_anew(true);
    // Else, it came after all that was launched before.
    under_way_ = ahead_[completed_ & 1].after == completed_;
    remember();
    return checked();
  }
  std::int64_t npoints = 0;
  const auto probe = [&] {
    npoints = static_cast<std::int64_t>(probe_here(request, own_regions_).npoints);
    set_running();
    launch_reduction(false, ReductionFor::units, own_regions_);
  };
  work_together(request.npoints * own_regions_ / reduction_.nregions, probe);
  ranks_->add_up(std::span(&npoints, 1));
  reduction_.neval += npoints;
  ranks_->hold([this] { set_running(); });
  reduction_twice_together();
  return checked();
}

std::unique_ptr<RegionsEngine> make_cuda_regions(const DeviceIntegrandPointer &integrand,
                                                 void *userdata, const double *lower,
                                                 const double *upper, int key, std::int64_t memory,
                                                 group::Group *ranks,
                                                 std::int64_t points_worth_sharing,
                                                 std::int64_t growing_from) {
  const ContextScope scope(Device::chosen());
  return std::make_unique<CudaRegions>(integrand, userdata, lower, upper, key, memory, ranks,
                                       points_worth_sharing, growing_from);
}

}  // namespace cuboid::engine::cuda

namespace cuboid::engine {

std::unique_ptr<RegionsEngine> make_device_regions_engine(const DeviceIntegrandPointer &integrand,
                                                          void *userdata, const double *lower,
                                                          const double *upper, int key,
                                                          std::int64_t memory,
                                                          group::Group *ranks) {
  constexpr int max_components = 1024;
  cuda::check_shape(*integrand, rule::cuhre_max_dimensions, max_components);
  return cuda::make_cuda_regions(integrand, userdata, lower, upper, key, memory, ranks,
                                 cuda::points_worth_sharing_out, 0);
}

}  // namespace cuboid::engine
