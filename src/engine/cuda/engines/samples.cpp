// The samples engine on a CUDA device.
#include <cuda_runtime.h>

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "base/failure.hpp"
#include "engine/common/interrupts.hpp"
#include "engine/cuda/engines/bound_integrand.hpp"
#include "engine/cuda/engines/peers.hpp"
#include "engine/cuda/engines/samples_answers.hpp"
#include "engine/cuda/engines/samples_fill.hpp"
#include "engine/cuda/engines/samples_grid.hpp"
#include "engine/cuda/engines/samples_map.hpp"
#include "engine/cuda/engines/samples_memory.hpp"
#include "engine/cuda/engines/samples_placed.hpp"
#include "engine/cuda/engines/samples_share.hpp"
#include "engine/cuda/engines/samples_state.hpp"
#include "engine/cuda/engines/samples_steps.hpp"
#include "engine/cuda/engines/samples_strata.hpp"
#include "engine/cuda/engines/samples_stratify.hpp"
#include "engine/cuda/engines/samples_wide.hpp"
#include "engine/cuda/runtime/error.hpp"
#include "engine/device/integrand.hpp"
#include "engine/group/samples.hpp"
#include "map/importance_edges.hpp"
#include "rng/sobol.hpp"
#include "statistics/covariances.hpp"
#include "statistics/strata.hpp"

namespace cuboid::engine::cuda {

namespace {

/// What hypercubes share out.
struct Allotment {
  std::uint64_t samples;
  float power;
  bool operator==(const Allotment &) const = default;
};

/// Samples of an iteration from which on its end is worth a stream of its own, beside what allots
/// those of the next one: below, the events that this takes cost more.  Of small integrals a thread
/// then does 2480 a second instead of 2280 (growth threads, an H200).
constexpr std::int64_t worth_finishing_beside = 1000000;

class DeviceSamples final : public SamplesEngine {
 public:
  DeviceSamples(const DeviceIntegrandPointer &integrand, void *userdata, SamplesProblem problem,
                const StartClock &start, group::Group *ranks);
  ~DeviceSamples() override { bound_.stay_entered(); }

  const SamplesProblem &problem() const override { return problem_; }
  /// What is drawn ahead and not needed costs the caller calls of a batch function.
  std::size_t max_under_way() const override {
    return bound_.batched() || wide_ ? 1 : Reports::count / 2;
  }
  bool hands_out_summed() const override { return false; }
  std::int64_t max_intervals() const override { return max_intervals_; }
  void set_grid(const SamplesGrid &grid, bool adaptive) override;
  void submit(const SamplesIteration &iteration) override;
  SamplesResult collect() override;
  std::vector<std::uint64_t> edges() override;
  std::vector<double> deviations() override;
  SamplesMemory memory() override;
  void remember(const SamplesMemory &memory) override;
  void drain() noexcept override;

 private:
  void reserve_for(uint64 chunks);
  void begin_grid();
  void note_beginning();
  void begin(const SamplesIteration &iteration);
  SamplesStratification stratification(const SamplesIteration &iteration) const;
  void allot(const SamplesIteration &iteration);
  bool shows(const SamplesIteration &iteration) const;
  void show(const SamplesIteration &iteration);
  bool joins_at_end() const;
  bool allots_ahead(const SamplesIteration &iteration) const;
  void fill(const SamplesIteration &iteration, const SamplesArguments &arguments);
  uint64 allotted_samples();
  void wait_for_finish();
  void fill_with_ranks(const SamplesIteration &iteration);
  void fill_alone(const SamplesIteration &iteration);
  cudaStream_t finishing_stream() const;
  /// Else the report itself says when it is there, which takes less time.
  bool waits_for_events() const { return share_ || wide_ || finishes_beside_; }
  void finish(const SamplesIteration &iteration, const SamplesArguments &arguments);
  SamplesLengths lengths() const;

  BoundIntegrand bound_;
  const SamplesProblem problem_;
  const DeviceCall &call_ = bound_.call();
  StartClock start_;  ///< empty: the time has begun
  Interrupts interrupts_{Limits{}};
  const std::int64_t max_intervals_;

  SamplesArguments arguments_{};
  bool begun_ = false;  ///< the state is there
  bool adaptive_ = false;
  uint64 chunks_ = 0;             ///< of the iteration, at most
  bool finishes_beside_ = false;  ///< an iteration ends on the stream of the reports
  std::size_t submitted_ = 0;
  std::size_t collected_ = 0;
  std::optional<SamplesBeginning> beginning_;  ///< what the next iteration is to begin with
  std::optional<Allotment> ahead_;             ///< what the hypercubes have already

  group::Group *const ranks_;  ///< nullptr: this device alone
  SamplesMap map_{call_, reports_, answers_};
  GrowingArray<map::Interval> box_{call_};
  GrowingArray<uint64> histogram_{call_};
  GrowingArray<SamplesState> state_{call_};
  GrowingArray<double> group_sums_{call_};
  SamplesStrata strata_{call_};
  GrowingArray<uint32> directions_{call_};
  std::unique_ptr<SamplesShare> share_;  ///< with the ranks
  std::unique_ptr<WideSamples> wide_;    ///< of many components
  SamplesFill fill_{problem_, bound_};
  ShownSamples shown_{problem_, bound_};
  // Waits for the device before the arrays go.
  BorrowedReports reports_{call_};
  const SamplesAnswers answers_{call_, reports_};
};

DeviceSamples::DeviceSamples(const DeviceIntegrandPointer &integrand, void *userdata,
                             SamplesProblem problem, const StartClock &start, group::Group *ranks)
    : bound_(integrand, userdata),
      problem_(std::move(problem)),
      start_(start),
      max_intervals_(max_samples_intervals(call_.device(), problem_.ndim)),
      // What is summed over device memory is not shared out.
      ranks_(is_wide(problem_.ncomp) ? nullptr : ranks) {
  if (is_wide(problem_.ncomp)) {
    wide_ = std::make_unique<WideSamples>(problem_, bound_);
  } else {
    set_state(*reports_->state(), problem_.ncomp);
    state_.reserve(1);
  }
  if (!problem_.box.empty()) box_.set(problem_.box.data(), problem_.box.size());
  if (problem_.quasi) {
    const std::vector<std::uint32_t> directions = rng::reversed_direction_words(problem_.ndim);
    directions_.set(directions.data(), directions.size());
    call_.wait("copying to the device");
  }
  arguments_.ranks = 1;
  arguments_.box = box_.data();
  arguments_.state = arguments_.counted = state_.data();
  arguments_.sobol_directions = directions_.data();
  arguments_.keys = rng::make_philox_keys<rng::fewest_philox_rounds>(problem_.seed);
  if (ranks_ == nullptr) return;
  // Only when all have come so far do they exchange anything.
  group::work_and_meet(*ranks_, group::Step::samples, {}, 0, [] {});
  share_ = std::make_unique<SamplesShare>(call_, *ranks_);
  strata_.set_read_by(share_->counts_read_by());
}

void DeviceSamples::set_grid(const SamplesGrid &grid, bool adaptive) {
  const ContextScope scope = bound_.entered();
  const auto ndim = static_cast<uint64>(problem_.ndim);
  reports_.set_quiet(false);
  wait_for_finish();
  begin_grid();
  ahead_.reset();
  adaptive_ = adaptive;
  set_samples_grid(grid, problem_.ndim, arguments_);
  arguments_.volume_unit = map::volume_unit(problem_.ndim, arguments_.intervals, problem_.box);
  if (!wide_) fill_.begin(arguments_, adaptive);

  if (share_) share_->forget();
  const uint64 cells = ndim * arguments_.intervals;
  const std::vector<map::MapInterval> first_map = map::intervals_of_edges(
      grid.edges.empty() ? map::equal_edges(problem_.ndim, arguments_.intervals) : grid.edges,
      problem_.ndim);
  map_.reserve(cells);
  histogram_.reserve(cells);
  if (adaptive) strata_.reserve(arguments_.ncube);
  arguments_.map = map_.data();
  arguments_.histogram = histogram_.data();
  arguments_.variance = adaptive ? strata_.variance().data() : nullptr;
  arguments_.cube_end = strata_.cube_end();

  const map::MapInterval *const room = map_.in_room(first_map, submitted_);
  if (room == nullptr) map_.set(first_map, submitted_);
  beginning_ = SamplesBeginning{room,
                                map_.data(),
                                histogram_.data(),
                                cells,
                                arguments_.variance,
                                arguments_.ncube,
                                begun_ || wide_ ? nullptr : reports_->state(),
                                state_.data(),
                                strata_.ticket()};
  // The first iteration takes it along.
  if (!adaptive || wide_ || ranks_ != nullptr ||
      samples_tiles(arguments_.ncube) > samples_few_tiles)
    begin_grid();
  // The first grid has made the kernels.
  if (start_) interrupts_ = Interrupts(start_());
  start_ = nullptr;
}

/// What set_grid has left for the first iteration.
void DeviceSamples::begin_grid() {
  if (!beginning_) return;
  launch_begin(*beginning_, call_.stream());
  check(cudaGetLastError(), "an iteration");
  note_beginning();
}

void DeviceSamples::note_beginning() {
  beginning_.reset();
  begun_ = true;
}

void DeviceSamples::reserve_for(uint64 chunks) {
  const auto ncomp = static_cast<uint64>(problem_.ncomp);
  const uint64 groups = (chunks + statistics::chunks_per_group - 1) / statistics::chunks_per_group;
  const uint64 sums =
      groups * (ncomp + static_cast<uint64>(statistics::covariance_count(problem_.ncomp)));
  if (static_cast<std::int64_t>(sums) > group_sums_.count()) wait_for_finish();
  arguments_.group_sums = group_sums_.reserve(sums);
  if (adaptive_) strata_.reserve_pieces(chunks, arguments_);
}

void DeviceSamples::submit(const SamplesIteration &iteration) {
  const ContextScope scope = bound_.entered();
  reports_.set_quiet(false);
  if (share_ && iteration.samples >= group::samples_worth_sharing) {
    fill_with_ranks(iteration);
  } else {
    fill_alone(iteration);
  }
}

/// Sets the numbers of the iteration, and makes room for its sums.
void DeviceSamples::begin(const SamplesIteration &iteration) {
  set_samples_iteration(iteration, problem_, arguments_);
  arguments_.tile_first = strata_.tile_first(submitted_);
  chunks_ = max_samples_chunks(static_cast<uint64>(iteration.samples), arguments_.ncube);
  reserve_for(chunks_);
}

SamplesStratification DeviceSamples::stratification(const SamplesIteration &iteration) const {
  return strata_.stratification(submitted_, iteration.samples, iteration.beta, arguments_);
}

/// Decides how many samples each hypercube gets.
void DeviceSamples::allot(const SamplesIteration &iteration) {
  begin(iteration);
  if (!adaptive_) return;
  const SamplesStratification strata = stratification(iteration);
  if (beginning_) {
    launch_begin_and_stratify(*beginning_, strata, call_.stream());
    return note_beginning();
  }
  if (std::exchange(ahead_, {}) == Allotment{strata.samples, strata.power}) return;
  if (share_ && share_->counts_all(strata.power)) return share_->count_all(strata);
  if (share_) share_->complete();
  launch_stratify(strata, call_.stream());
}

/// Whether the samples are to be placed one by one.
bool DeviceSamples::shows(const SamplesIteration &iteration) const {
  return iteration.receiver != nullptr || iteration.keeps;
}

void DeviceSamples::show(const SamplesIteration &iteration) {
  if (!shows(iteration)) return;
  wait_for_finish();
  const uint64 samples = allotted_samples();
  if (iteration.keeps) shown_.keep(arguments_, adaptive_, samples);
  if (iteration.receiver != nullptr) shown_.hand_out(iteration, arguments_, adaptive_, samples);
}

/// Whether the launch that ends the iteration adds up the variances as well.
bool DeviceSamples::joins_at_end() const {
  return adaptive_ && ranks_ == nullptr && !wide_ && !finishes_beside_;
}

/// Whether it gives the hypercubes the samples of the next one, too.
bool DeviceSamples::allots_ahead(const SamplesIteration &iteration) const {
  return joins_at_end() && iteration.next_samples > 0 &&
         samples_tiles(arguments_.ncube) <= samples_few_tiles;
}

/// arguments: the range of a rank, and where its sums go.
void DeviceSamples::fill(const SamplesIteration &iteration, const SamplesArguments &arguments) {
  wait_for_finish();
  finishes_beside_ = adaptive_ && iteration.samples >= worth_finishing_beside;
  if (wide_) return wide_->fill(arguments, allotted_samples(), adaptive_, iteration.alpha > 0);
  fill_.start(iteration, arguments, [&] { return allotted_samples(); });
}

SamplesLengths DeviceSamples::lengths() const {
  const auto ncomp = static_cast<uint64>(problem_.ncomp);
  return {static_cast<uint64>(problem_.ndim) * arguments_.intervals,
          ncomp + ncomp * (ncomp + 1) / 2,
          (chunks_ + statistics::chunks_per_group - 1) / statistics::chunks_per_group,
          adaptive_ ? arguments_.ncube : 0};
}

void DeviceSamples::fill_alone(const SamplesIteration &iteration) {
  allot(iteration);
  show(iteration);
  // Other ranks may still read what was handed in before.
  if (share_) share_->forget();
  arguments_.variance = strata_.variance().data();
  fill(iteration, arguments_);
  if (adaptive_ && !joins_at_end()) launch_join_pieces(arguments_, chunks_, call_.stream());
  if (finishes_beside_) {
    check(cudaEventRecord(reports_->filled(), call_.stream()), "an iteration");
    check(cudaStreamWaitEvent(finishing_stream(), reports_->filled(), 0), "an iteration");
  }
  finish(iteration, arguments_);
}

/// Each rank draws its range, and has all in the end; or, where that has taken longer, all of it.
void DeviceSamples::fill_with_ranks(const SamplesIteration &iteration) {
  const group::Message mine = share_->message(iteration, arguments_.ncube);
  const std::int64_t points = iteration.samples / ranks_->size();
  const bool by_parts = adaptive_ && share_->counts_part(stratification(iteration).power);
  if (by_parts) {
    group::work_and_meet(*ranks_, group::Step::samples, mine, 0, [&] {
      begin(iteration);
      share_->count(arguments_, stratification(iteration));
    });
    share_->take_counts();
  }
  group::work_and_meet(*ranks_, group::Step::samples, mine, points, [&] {
    if (!share_->pays()) return fill_alone(iteration);
    if (!by_parts) allot(iteration);
    const SamplesArguments own =
        share_->begin(arguments_, lengths(), stratification(iteration), shows(iteration));
    show(iteration);
    fill(iteration, own);
    share_->hand_in();
  });
  if (!share_->pays()) return;
  share_->judge(points);
  const SamplesArguments all = share_->take(finishing_stream());
  arguments_.variance = all.variance;
  finish(iteration, all);
}

/// Beside what allots the samples of the next iteration, if there is such a thing.
cudaStream_t DeviceSamples::finishing_stream() const {
  return finishes_beside_ ? reports_->stream() : call_.stream();
}

/// What it needs comes before on that stream.
void DeviceSamples::finish(const SamplesIteration &iteration, const SamplesArguments &arguments) {
  const cudaStream_t stream = finishing_stream();
  SamplesReport *const report = reports_->report(submitted_);
  report->number = 0;
  const SamplesFinish last{map_.data(),   report,         submitted_ + 1,    iteration.step(),
                           problem_.ndim, problem_.ncomp, iteration.one_map, adaptive_};
  if (wide_) {
    wide_->finish(arguments, last, stream);
  } else if (joins_at_end()) {
    const bool ahead = allots_ahead(iteration);
    const SamplesStratification next = strata_.stratification(
        submitted_ + 1, ahead ? iteration.next_samples : 0, iteration.beta, arguments_);
    launch_join_and_finish(arguments, last, next, chunks_, stream);
    if (ahead) ahead_ = Allotment{next.samples, next.power};
  } else {
    launch_finish(arguments, last, chunks_, stream);
  }
  check(cudaGetLastError(), "an iteration");
  if (waits_for_events())
    check(cudaEventRecord(reports_->event(submitted_), stream), "an iteration");
  ++submitted_;
}

/// What follows in the stream of the call comes after the last iteration.
void DeviceSamples::wait_for_finish() {
  if (finishes_beside_ && submitted_ > 0)
    check(cudaStreamWaitEvent(call_.stream(), reports_->event(submitted_ - 1), 0), "an iteration");
}

void DeviceSamples::drain() noexcept {
  if (device_is_lost()) return;
  try {
    const ContextScope scope = bound_.entered();
    static_cast<void>(cudaStreamSynchronize(call_.stream()));
    static_cast<void>(reports_->wait_for_stream());
  } catch (const Failure &) {
    // The device is lost, and does nothing any more.
  }
}

/// Of the iteration; waits for the device where the hypercubes have not equally many.
uint64 DeviceSamples::allotted_samples() {
  uint64 samples = arguments_.samples_per_cube * arguments_.ncube;
  if (!adaptive_) return samples;
  answers_.ask(arguments_.tile_first + samples_tiles(arguments_.ncube), sizeof samples, &samples);
  return samples;
}

std::vector<double> DeviceSamples::deviations() {
  const ContextScope scope = bound_.entered();
  if (!shown_.has_kept()) return std::vector<double>(static_cast<std::size_t>(problem_.ncomp));
  reports_.set_quiet(false);
  wait_for_finish();
  return shown_.deviations(map_.data(), arguments_.intervals, answers_);
}

SamplesResult DeviceSamples::collect() {
  if (!interrupts_.look()) throw interrupts_.failure(0, 0);
  const ContextScope scope = bound_.entered();
  const SamplesReport &report = *reports_->report(collected_);
  if (share_)
    wait_beside_others(reports_->event(collected_), "an iteration");
  else if (wide_)
    check(cudaEventSynchronize(reports_->event(collected_)), "an iteration");
  else
    wait_for_number(report.number, collected_ + 1, finishing_stream());
  map_.note_end(collected_++);
  bound_.check_aborted();
  if (wide_) return wide_->result();
  SamplesResult result = result_of(report, problem_.ncomp);
  const int correlations = problem_.ncomp * (problem_.ncomp + 1) / 2;
  result.correlation.assign(report.correlation, report.correlation + correlations);
  return result;
}

SamplesMemory DeviceSamples::memory() {
  const ContextScope scope = bound_.entered();
  if (share_) share_->complete();
  SamplesMemory memory;
  memory.edges = edges();
  if (adaptive_) {
    memory.variance.resize(arguments_.ncube);
    call_.to_host(memory.variance.data(), arguments_.variance, arguments_.ncube * sizeof(float),
                  "copying the variances");
  }
  if (wide_)
    save_state(call_, wide_->state(), problem_.ncomp, memory);
  else
    save_state(call_, state_, problem_.ncomp, memory);
  return memory;
}

void DeviceSamples::remember(const SamplesMemory &memory) {
  const ContextScope scope = bound_.entered();
  reports_.set_quiet(false);
  begin_grid();
  wait_for_finish();
  map_.set(map::intervals_of_edges(memory.edges, problem_.ndim), submitted_);
  ahead_.reset();
  if (adaptive_ && !memory.variance.empty()) {
    if (share_) share_->forget();
    strata_.variance().set(memory.variance.data(), memory.variance.size());
    arguments_.variance = strata_.variance().data();
  }
  if (wide_)
    restore_state(call_, wide_->state(), problem_.ncomp, memory);
  else
    restore_state(call_, state_, problem_.ncomp, memory);
}

std::vector<std::uint64_t> DeviceSamples::edges() {
  const ContextScope scope = bound_.entered();
  begin_grid();
  wait_for_finish();
  return map_.edges(problem_.ndim, arguments_.intervals);
}

}  // namespace

}  // namespace cuboid::engine::cuda

namespace cuboid::engine {

std::unique_ptr<SamplesEngine> make_device_samples_engine(const DeviceIntegrandPointer &integrand,
                                                          void *userdata, SamplesProblem problem,
                                                          const StartClock &start,
                                                          group::Group *ranks) {
  cuda::check_shape(*integrand, samples_max_ndim, samples_max_ncomp);
  const cuda::ContextScope scope(cuda::Device::chosen());
  return std::make_unique<cuda::DeviceSamples>(integrand, userdata, std::move(problem), start,
                                               ranks);
}

}  // namespace cuboid::engine
