#include "engine/cuda/engines/samples.hpp"

#include <cuda_runtime.h>
#include <sched.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/clock.hpp"
#include "base/failure.hpp"
#include "engine/cuda/engines/peers.hpp"
#include "engine/cuda/engines/samples_grid.hpp"
#include "engine/cuda/engines/samples_kept.hpp"
#include "engine/cuda/engines/samples_list.hpp"
#include "engine/cuda/engines/samples_memory.hpp"
#include "engine/cuda/engines/samples_share.hpp"
#include "engine/cuda/engines/samples_steps.hpp"
#include "engine/cuda/engines/samples_stratify.hpp"
#include "engine/cuda/engines/samples_wide.hpp"
#include "engine/cuda/runtime/error.hpp"
#include "engine/cuda/runtime/launch.hpp"
#include "engine/group/digest.hpp"
#include "engine/group/samples.hpp"
#include "map/importance_edges.hpp"
#include "rng/scrambled_sobol.hpp"
#include "rng/sobol.hpp"
#include "statistics/covariances.hpp"
#include "statistics/strata.hpp"

namespace cuboid::engine::cuda {

namespace {

/// One of the fill kernels, with its launch.
struct FillKernel {
  KernelTable table;
  const void *kernel = nullptr;  ///< nullptr: not made yet
  std::size_t shared_bytes = 0;
  unsigned threads = 0;  ///< of a block
  unsigned blocks = 0;   ///< that fill the device
};

/// What hypercubes share out.
struct Allotment {
  std::uint64_t samples;
  float power;
  bool operator==(const Allotment &) const = default;
};

/// Of a kernel.
struct FillKind {
  bool boxed;
  bool quasi;
  bool adaptive;   ///< hypercubes have different numbers of samples
  bool histogram;  ///< the map is refined
};

/// Samples of an iteration from which on its end is worth a stream of its own, beside what allots
/// those of the next one: below, the events that this takes cost more.  Of small integrals a thread
/// then does 2480 a second in the place of 2280 (growth threads, an H200).
constexpr std::int64_t worth_finishing_beside = 1000000;

/// Threads of a fill block at least, so that maps and histograms of small iterations are read and
/// emptied sooner.  With the 64 that have samples, small integrals take longer; with 768, threads
/// that integrate at once get in each other's way.
constexpr unsigned least_fill_threads = 256;

/// The part of that one kernel: an integration needs one or two of them.
KernelPart samples_part(const FillKind &kind) {
  const std::string name = std::string(kind.boxed ? "boxed_" : "") +
                           (kind.quasi      ? "quasi"
                            : kind.adaptive ? "adaptive"
                                            : "uniform") +
                           (kind.histogram ? "" : "_fixed");
  return one_kernel_part("engine/cuda/kernel/samples.cuh", "cuboid_samples_fill_" + name);
}

class DeviceSamples final : public SamplesEngine {
 public:
  DeviceSamples(SamplesProblem problem, KernelsOfPart kernels, const DeviceCall &call,
                StartPoints points, BatchedLaunch *batched, group::Group *ranks);

  const SamplesProblem &problem() const override { return problem_; }
  /// What is drawn ahead and not needed costs the caller calls of a batch function.
  std::size_t most_under_way() const override {
    return batched_ != nullptr || wide_ ? 1 : Reports::count / 2;
  }
  std::int64_t most_intervals() const override { return most_intervals_; }
  void set_grid(const SamplesGrid &grid, bool adaptive) override;
  void submit(const SamplesIteration &iteration) override;
  SamplesResult collect() override;
  std::vector<std::uint64_t> edges() override;
  std::vector<double> deviations() override;
  SamplesMemory memory() override;
  void remember(const SamplesMemory &memory) override;
  void drain() noexcept override;

 private:
  FillKernel prepare(bool histogram) const;
  const FillKernel &kernel_for(bool adapting, std::int64_t samples);
  void reserve_for(uint64 chunks);
  const map::MapInterval *in_room(const std::vector<map::MapInterval> &intervals);
  void set_map(const std::vector<map::MapInterval> &intervals);
  void begin_grid();
  void note_beginning();
  void hand_out(const SamplesIteration &iteration);
  void keep();
  void begin(const SamplesIteration &iteration);
  SamplesStratification stratification(std::size_t number, std::int64_t samples, double beta) const;
  SamplesStratification stratification(const SamplesIteration &iteration) const;
  void allot(const SamplesIteration &iteration);
  bool shows(const SamplesIteration &iteration) const;
  void show(const SamplesIteration &iteration);
  bool joins_at_end() const;
  bool allots_ahead(const SamplesIteration &iteration) const;
  void fill(const SamplesIteration &iteration, const SamplesArguments &arguments);
  void fill_batched(const FillKernel &kernel, const SamplesArguments &arguments,
                    uint64 expected_groups);
  void launch_fill(const FillKernel &kernel, const SamplesArguments &arguments,
                   uint64 expected_groups, const void *integrand);
  uint64 allotted_samples();
  void wait_for_finish();
  void fill_with_ranks(const SamplesIteration &iteration);
  void fill_alone(const SamplesIteration &iteration);
  void finish_with_ranks(const SamplesIteration &iteration);
  cudaStream_t finishing_stream() const;
  /// Else the report itself says when it is there, which takes less time.
  bool waits_for_events() const { return share_ || wide_ || finishes_beside_; }
  void finish(const SamplesIteration &iteration, const SamplesArguments &arguments);
  void wait_until(const volatile uint64 &word, uint64 number, cudaStream_t stream) const;
  void ask(const void *from, std::size_t bytes, void *to);
  void ask_for_answer(const void *from, std::size_t bytes, void *to);
  map::MapInterval *free_room();
  SamplesLengths lengths() const;

  const SamplesProblem problem_;
  const KernelsOfPart kernels_;
  const StartPoints points_;
  BatchedLaunch *const batched_;
  const int multiprocessors_;
  const std::int64_t most_intervals_;
  FillKernel adapting_;
  FillKernel fixed_;

  SamplesArguments arguments_{};
  bool begun_ = false;  ///< the state is there
  bool adaptive_ = false;
  uint64 chunks_ = 0;             ///< of the iteration, at most
  bool finishes_beside_ = false;  ///< an iteration ends on the stream of the reports
  std::size_t submitted_ = 0;
  std::size_t collected_ = 0;
  std::optional<SamplesBeginning> beginning_;  ///< what the next iteration is to begin with
  std::optional<Allotment> ahead_;             ///< what the hypercubes have already
  std::optional<std::size_t> copied_to_;       ///< before that iteration the room was copied from

  const DeviceCall &call_;
  group::Group *const ranks_;  ///< nullptr: this device alone
  GrowingArray<map::MapInterval> map_{call_};
  GrowingArray<map::Interval> box_{call_};
  GrowingArray<uint64> histogram_{call_};
  GrowingArray<SamplesState> state_{call_};
  GrowingArray<double> group_sums_{call_};
  GrowingArray<float> variance_{call_};
  GrowingArray<double> piece_variance_{call_};
  GrowingArray<uint32> piece_cube_{call_};
  /// By turns: an iteration is finished while the samples of the next one are allotted.
  GrowingArray<uint64> tile_first_[2] = {GrowingArray<uint64>(call_), GrowingArray<uint64>(call_)};
  GrowingArray<uint32> cube_end_{call_};
  GrowingArray<uint32> tile_count_{call_};
  GrowingArray<double> tile_sum_{call_};
  GrowingArray<double> weight_sum_{call_};
  GrowingArray<uint32> ticket_{call_};
  GrowingArray<uint32> directions_{call_};
  std::unique_ptr<SamplesShare> share_;  ///< with the ranks
  bool sharing_pays_ = true;             ///< the same on all ranks
  double exchange_ = -1;                 ///< seconds of the last one; 0: they say nothing
  std::unique_ptr<WideSamples> wide_;    ///< of many components
  KeptSamples kept_{};
  GrowingArray<double> kept_numbers_{call_};  ///< [count][ndim + 1 + ncomp]
  // Waits for the device before the arrays go.
  BorrowedReports reports_{call_};
};

DeviceSamples::DeviceSamples(SamplesProblem problem, KernelsOfPart kernels, const DeviceCall &call,
                             StartPoints points, BatchedLaunch *batched, group::Group *ranks)
    : problem_(std::move(problem)),
      kernels_(std::move(kernels)),
      points_(std::move(points)),
      batched_(batched),
      multiprocessors_(call.device().multiprocessors()),
      most_intervals_(most_samples_intervals(call.device(), problem_.ndim)),
      call_(call),
      // What is summed over device memory is not shared out.
      ranks_(is_wide(problem_.ncomp) ? nullptr : ranks) {
  if (is_wide(problem_.ncomp)) {
    wide_ = std::make_unique<WideSamples>(call_, problem_, points_);
  } else {
    *reports_->state() = fresh_samples_state(problem_.ncomp);
    state_.reserve(1);
  }
  if (!problem_.box.empty()) box_.set(problem_.box.data(), problem_.box.size());
  ticket_.reserve(samples_tickets);
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
  share_ = make_samples_share(call_, *ranks_);
  tile_count_.set_read_by(share_->counts_read_by());
  cube_end_.set_read_by(share_->counts_read_by());
}

FillKernel DeviceSamples::prepare(bool histogram) const {
  FillKernel fill;
  const KernelPart part =
      samples_part({!problem_.box.empty(), problem_.quasi, adaptive_, histogram});
  fill.table = kernels_(part);
  fill.kernel = fill.table.get(part.kernels.front());
  const std::size_t cells = static_cast<std::size_t>(problem_.ndim) * arguments_.intervals;
  const int threads = samples_threads(problem_.ndim, problem_.ncomp, adaptive_, histogram);
  const uint32 histograms = histogram ? samples_histograms(static_cast<uint32>(threads)) : 0;
  fill.shared_bytes = cells * (sizeof(map::MapInterval) + histograms * sizeof(uint32));
  allow_shared_memory(fill.kernel, fill.shared_bytes);
  fill.threads = static_cast<unsigned>(threads);
  fill.blocks = static_cast<unsigned>(samples_blocks_per_multiprocessor * multiprocessors_);
  return fill;
}

/// Made when it is first needed.  Few samples are drawn by the one with histograms in any case, and
/// what is in these then is not used.
const FillKernel &DeviceSamples::kernel_for(bool adapting, std::int64_t samples) {
  const bool histogram = adapting || samples < worth_a_fixed_kernel;
  FillKernel &fill = histogram ? adapting_ : fixed_;
  if (fill.kernel == nullptr) fill = prepare(histogram);
  return fill;
}

void DeviceSamples::set_grid(const SamplesGrid &grid, bool adaptive) {
  const auto ndim = static_cast<uint64>(problem_.ndim);
  reports_.set_quiet(false);
  wait_for_finish();
  begin_grid();
  ahead_.reset();
  adaptive_ = adaptive;
  set_samples_grid(grid, problem_.ndim, arguments_);
  arguments_.volume_unit = map::volume_unit(problem_.ndim, arguments_.intervals, problem_.box);
  adapting_ = {};
  fixed_ = {};
  if (!wide_) kernel_for(true, 0);

  if (share_) share_->forget();
  const uint64 cells = ndim * arguments_.intervals;
  const std::vector<map::MapInterval> first_map = map::intervals_of_edges(
      grid.edges.empty() ? map::equal_edges(problem_.ndim, arguments_.intervals) : grid.edges,
      problem_.ndim);
  map_.reserve(cells);
  histogram_.reserve(cells);
  if (adaptive) {
    const uint64 tiles = samples_tiles(arguments_.ncube);
    variance_.reserve(arguments_.ncube);
    // And one that is read ahead.
    cube_end_.reserve(tiles * samples_cubes_per_tile + 1);
    for (GrowingArray<uint64> &tile_first : tile_first_) tile_first.reserve(tiles + 1);
    tile_count_.reserve(tiles);
    tile_sum_.reserve(tiles);
    weight_sum_.reserve(1);
  }
  arguments_.map = map_.data();
  arguments_.histogram = histogram_.data();
  arguments_.variance = adaptive ? variance_.data() : nullptr;
  arguments_.cube_end = cube_end_.data();

  const map::MapInterval *const room = in_room(first_map);
  if (room == nullptr) set_map(first_map);
  beginning_ = SamplesBeginning{room,
                                map_.data(),
                                histogram_.data(),
                                cells,
                                arguments_.variance,
                                arguments_.ncube,
                                begun_ || wide_ ? nullptr : reports_->state(),
                                state_.data(),
                                ticket_.data()};
  // The first iteration takes it along.
  if (!adaptive || wide_ || ranks_ != nullptr ||
      samples_tiles(arguments_.ncube) > samples_few_tiles)
    begin_grid();
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

/// Where a kernel or a copy finds them; nullptr: there is no room.
const map::MapInterval *DeviceSamples::in_room(const std::vector<map::MapInterval> &intervals) {
  if (intervals.size() * sizeof intervals[0] > Reports::room_bytes) return nullptr;
  map::MapInterval *const room = free_room();
  std::copy(intervals.begin(), intervals.end(), room);
  copied_to_ = submitted_;
  return room;
}

void DeviceSamples::set_map(const std::vector<map::MapInterval> &intervals) {
  wait_for_finish();
  if (const map::MapInterval *const room = in_room(intervals)) {
    map_.set(room, intervals.size());
    return;
  }
  map_.set(intervals.data(), intervals.size());
  // The intervals are given back when the caller returns.
  call_.wait("copying to the device");
}

/// The page-locked room, from which nothing is being copied.
map::MapInterval *DeviceSamples::free_room() {
  if (copied_to_ && collected_ <= *copied_to_) call_.wait("copying to the device");
  copied_to_.reset();
  return static_cast<map::MapInterval *>(reports_->room());
}

void DeviceSamples::reserve_for(uint64 chunks) {
  const auto ncomp = static_cast<uint64>(problem_.ncomp);
  const uint64 groups = (chunks + statistics::chunks_per_group - 1) / statistics::chunks_per_group;
  const uint64 sums =
      groups * (ncomp + static_cast<uint64>(statistics::covariance_count(problem_.ncomp)));
  if (static_cast<std::int64_t>(sums) > group_sums_.count()) wait_for_finish();
  group_sums_.reserve(sums);
  arguments_.group_sums = group_sums_.data();
  if (adaptive_) {
    piece_variance_.reserve(2 * chunks);
    piece_cube_.reserve(2 * chunks);
    arguments_.piece_variance = piece_variance_.data();
    arguments_.piece_cube = piece_cube_.data();
  }
}

void DeviceSamples::submit(const SamplesIteration &iteration) {
  reports_.set_quiet(false);
  if (share_ && iteration.samples >= group::samples_worth_sharing) {
    fill_with_ranks(iteration);
  } else {
    fill_alone(iteration);
  }
}

/// Sets the numbers of the iteration, and makes room for its sums.
void DeviceSamples::begin(const SamplesIteration &iteration) {
  set_samples_iteration(iteration, arguments_);
  arguments_.tile_first = tile_first_[submitted_ % 2].data();
  chunks_ = most_samples_chunks(static_cast<uint64>(iteration.samples), arguments_.ncube);
  reserve_for(chunks_);
  for (int d = 0; problem_.quasi && d < problem_.ndim; ++d)
    arguments_.scramble_seed[d] =
        rng::scramble_seed(static_cast<uint32>(d), arguments_.iteration, arguments_.keys);
}

/// number: of the iteration, among those submitted.
SamplesStratification DeviceSamples::stratification(std::size_t number, std::int64_t samples,
                                                    double beta) const {
  return {arguments_.variance,
          tile_first_[number % 2].data(),
          tile_count_.data(),
          cube_end_.data(),
          tile_sum_.data(),
          weight_sum_.data(),
          ticket_.data(),
          arguments_.ncube,
          static_cast<uint64>(samples),
          static_cast<float>(beta / 2)};
}

SamplesStratification DeviceSamples::stratification(const SamplesIteration &iteration) const {
  return stratification(submitted_, iteration.samples, iteration.beta);
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
  return (iteration.receiver != nullptr || iteration.keeps) && points_;
}

void DeviceSamples::show(const SamplesIteration &iteration) {
  if (!points_) return;
  if (iteration.keeps) keep();
  if (iteration.receiver != nullptr) hand_out(iteration);
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
  const auto wanted = static_cast<uint64>(iteration.samples);
  const FillKernel &kernel = kernel_for(iteration.alpha > 0, iteration.samples);
  const uint64 expected =
      adaptive_ ? statistics::make_chunks(wanted + wanted / 64, 0).groups()
                : statistics::make_chunks(arguments.ncube * arguments.samples_per_cube,
                                          arguments.samples_per_cube)
                      .groups();
  if (batched_ != nullptr)
    fill_batched(kernel, arguments, expected);
  else
    launch_fill(kernel, arguments, expected, kernel.table.integrand);
}

/// In parts for which there is room.
void DeviceSamples::fill_batched(const FillKernel &kernel, const SamplesArguments &arguments,
                                 uint64 expected_groups) {
  const statistics::Chunks chunks =
      statistics::make_chunks(allotted_samples(), adaptive_ ? 0 : arguments.samples_per_cube);
  const auto first_sample = [&](uint64 part, uint64 parts) {
    return chunks.begin(statistics::share_begin(chunks.groups(), part, parts) *
                        statistics::chunks_per_group);
  };
  const uint64 group = chunks.length * statistics::chunks_per_group;
  const uint64 at_once = std::max<uint64>(batched_->most_points() / group, 1);
  const uint64 parts = (chunks.groups() / arguments.ranks) / at_once + 1;
  SamplesArguments own = arguments;
  own.ranks = static_cast<uint32>(arguments.ranks * parts);
  for (uint64 part = 0; part < parts; ++part) {
    own.rank = static_cast<uint32>(arguments.rank * parts + part);
    const uint64 first = first_sample(own.rank, own.ranks);
    const uint64 end = first_sample(own.rank + 1, own.ranks);
    if (first == end) continue;
    batched_->run(
        first, end - first,
        [&](const void *points) { launch_fill(kernel, own, expected_groups, points); },
        [&](const void *points) { launch_fill(kernel, own, expected_groups, points); });
  }
}

/// expected_groups: of chunks, of all ranks.
void DeviceSamples::launch_fill(const FillKernel &fill, const SamplesArguments &arguments,
                                uint64 expected_groups, const void *integrand) {
  cudaLaunchConfig_t launch{};
  // Groups of chunks, one a warp.  Blocks that are smaller where such ones take all of the device,
  // so that all of it has equally much to do.
  const uint64 expected = (expected_groups - 1) / arguments.ranks + 1;
  constexpr uint64 lanes = statistics::chunks_per_group;
  const uint64 rounds = (expected - 1) / (fill.blocks * (fill.threads / lanes)) + 1;
  const uint64 warps = (expected - 1) / (rounds * fill.blocks) + 1;
  const uint64 blocks = std::min<uint64>(fill.blocks, (expected - 1) / warps + 1);
  // The others help with the map and the histograms.
  const uint64 threads = std::max<uint64>(warps * lanes, least_fill_threads);
  launch.gridDim = dim3(static_cast<unsigned>(blocks));
  launch.blockDim = dim3(static_cast<unsigned>(threads));
  launch.dynamicSmemBytes = fill.shared_bytes;
  launch.stream = call_.stream();
  void *parameters[] = {const_cast<void *>(integrand), const_cast<SamplesArguments *>(&arguments)};
  check(cudaLaunchKernelExC(&launch, fill.kernel, parameters), "drawing samples");
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
  arguments_.variance = variance_.data();
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
  group::Note mine;
  group::Digest digest;
  digest.add(iteration.number);
  digest.add(iteration.samples);
  digest.add(iteration.alpha);
  digest.add(iteration.certain);
  digest.add(iteration.width_power);
  digest.add(arguments_.ncube);
  mine.digest = digest.value();
  mine.exchange = std::max(exchange_, 0.0);
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
    if (!sharing_pays_) return fill_alone(iteration);
    if (!by_parts) allot(iteration);
    const SamplesArguments own =
        share_->begin(arguments_, lengths(), stratification(iteration), shows(iteration));
    show(iteration);
    fill(iteration, own);
    share_->hand_in();
  });
  if (!sharing_pays_) return;
  // As the first rank has found.
  const group::Note &told = ranks_->notes()[0];
  if (told.exchange > 0)
    sharing_pays_ = group::sharing_samples_pays(
        told.seconds_per_point * static_cast<double>(points), told.exchange, ranks_->size());
  finish_with_ranks(iteration);
}

void DeviceSamples::finish_with_ranks(const SamplesIteration &iteration) {
  const double begin = monotonic_seconds();
  const SamplesArguments all = share_->take(finishing_stream());
  // The first time takes longer, since the memory is new.
  if (share_->waits()) exchange_ = exchange_ < 0 ? 0 : monotonic_seconds() - begin;
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
    const SamplesStratification next =
        stratification(submitted_ + 1, ahead ? iteration.next_samples : 0, iteration.beta);
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

/// Until the device has written the number there.
void DeviceSamples::wait_until(const volatile uint64 &word, uint64 number,
                               cudaStream_t stream) const {
  // A poll takes a nanosecond or two.  Small iterations end before others have their turn: beside
  // programs that keep the cores busy this one would wait for a slice of time each time.
  constexpr unsigned polls_before_others = 1 << 16;
  constexpr unsigned polls_before_a_look = 1 << 18;
  const auto told = [&] { return word == number; };
  for (unsigned polls = 1; !told(); ++polls) {
    if (polls % polls_before_others == 0) sched_yield();
    if (polls % polls_before_a_look != 0) continue;
    const cudaError_t state = cudaStreamQuery(stream);
    if (state == cudaErrorNotReady) continue;
    check(state, "an iteration");
    if (!told()) throw Failure(CUBOID_INTERNAL, "the samples engine stopped without a report");
  }
  std::atomic_thread_fence(std::memory_order_acquire);
}

/// Copies whole words to page-locked memory, when all that was launched has ended.
void DeviceSamples::ask(const void *from, std::size_t bytes, void *to) {
  wait_for_finish();
  *reports_->answered() = 0;
  launch_tell({static_cast<const uint64 *>(from), bytes / sizeof(uint64), static_cast<uint64 *>(to),
               reports_->answered(), 1},
              call_.stream());
  check(cudaGetLastError(), "copying from the device");
  wait_until(*reports_->answered(), 1, call_.stream());
}

/// The same to any memory.
void DeviceSamples::ask_for_answer(const void *from, std::size_t bytes, void *to) {
  if (bytes <= Reports::answer_bytes) {
    ask(from, bytes, reports_->answer());
    std::memcpy(to, reports_->answer(), bytes);
    return;
  }
  wait_for_finish();
  check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToHost, call_.stream()),
        "copying from the device");
  call_.wait("copying from the device");
}

/// What follows in the stream of the call comes after the last iteration.
void DeviceSamples::wait_for_finish() {
  if (finishes_beside_ && submitted_ > 0)
    check(cudaStreamWaitEvent(call_.stream(), reports_->event(submitted_ - 1), 0), "an iteration");
}

void DeviceSamples::drain() noexcept {
  if (device_is_lost()) return;
  static_cast<void>(cudaStreamSynchronize(call_.stream()));
  static_cast<void>(reports_->wait_for_stream());
}

/// Of the iteration; waits for the device where the hypercubes have not equally many.
uint64 DeviceSamples::allotted_samples() {
  uint64 samples = arguments_.samples_per_cube * arguments_.ncube;
  if (!adaptive_) return samples;
  ask_for_answer(arguments_.tile_first + samples_tiles(arguments_.ncube), sizeof samples, &samples);
  return samples;
}

/// The samples are placed once more, and evaluated at given points.  They stay where they are: to
/// copy 65536 of them to the host takes many times as long as the integral (chains.txt).
void DeviceSamples::keep() {
  wait_for_finish();
  const auto ndim = static_cast<uint64>(problem_.ndim);
  const auto ncomp = static_cast<uint64>(problem_.ncomp);
  const uint64 samples = allotted_samples();
  kept_numbers_.reserve(samples * (ndim + 1 + ncomp));
  double *const x = kept_numbers_.data();
  double *const weight = x + samples * ndim;
  double *const f = weight + samples;
  const SamplesList list{problem_.ndim, adaptive_, problem_.quasi, 0, samples, x, weight};
  launch_list(arguments_, list, call_.stream());
  points_(static_cast<std::int64_t>(samples), x, f);
  if (arguments_.box != nullptr) {
    SamplesArguments unboxed = arguments_;
    unboxed.box = nullptr;
    SamplesList places = list;
    places.weight = nullptr;
    launch_list(unboxed, places, call_.stream());
  }
  kept_ = {problem_.ndim, problem_.ncomp, samples, x, weight, f};
}

std::vector<double> DeviceSamples::deviations() {
  const auto ncomp = static_cast<std::size_t>(problem_.ncomp);
  std::vector<double> found(ncomp);
  if (kept_.count == 0) return found;
  reports_.set_quiet(false);
  wait_for_finish();
  std::vector<double> sums(kept_blocks(kept_.count) * ncomp);
  const DeviceArray<double> here(call_, std::ssize(sums));
  launch_kept(kept_, map_.data(), arguments_.intervals, here.get(), call_.stream());
  check(cudaGetLastError(), "looking at samples that were kept");
  ask_for_answer(here.get(), sums.size() * sizeof(double), sums.data());
  for (std::size_t i = 0; i < sums.size(); ++i) found[i % ncomp] += sums[i];
  // The weights hold one over the number of samples once, and the squares twice.
  for (double &each : found) each = std::sqrt(each * static_cast<double>(kept_.count));
  return found;
}

/// The samples are placed once more, and evaluated at given points.
void DeviceSamples::hand_out(const SamplesIteration &iteration) {
  constexpr uint64 most_values = 1 << 21;
  const uint64 most = std::min<uint64>(1 << 16, most_values / static_cast<uint64>(problem_.ncomp));
  wait_for_finish();
  const auto ndim = static_cast<uint64>(problem_.ndim);
  const auto ncomp = static_cast<uint64>(problem_.ncomp);
  const uint64 samples = allotted_samples();
  const DeviceArray<double> device(call_, static_cast<std::int64_t>(most * (ndim + 1 + ncomp)));
  double *const x = device.get();
  double *const weight = x + most * ndim;
  double *const f = weight + most;
  std::vector<double> host(most * (ndim + 1 + ncomp));
  for (auto first = static_cast<uint64>(iteration.receive_from); first < samples; first += most) {
    const uint64 count = std::min(most, samples - first);
    launch_list(arguments_, {problem_.ndim, adaptive_, problem_.quasi, first, count, x, weight},
                call_.stream());
    points_(static_cast<std::int64_t>(count), x, f);
    check(cudaMemcpyAsync(host.data(), x, host.size() * sizeof(double), cudaMemcpyDeviceToHost,
                          call_.stream()),
          "copying samples");
    call_.wait("copying samples");
    if (!(*iteration.receiver)({iteration.number, static_cast<std::int64_t>(first),
                                static_cast<std::int64_t>(count), host.data(),
                                host.data() + most * ndim, host.data() + most * (ndim + 1)}))
      break;
  }
}

SamplesResult DeviceSamples::collect() {
  const SamplesReport &report = *reports_->report(collected_);
  if (share_)
    wait_beside_others(reports_->event(collected_), "an iteration");
  else if (wide_)
    check(cudaEventSynchronize(reports_->event(collected_)), "an iteration");
  else
    wait_until(report.number, collected_ + 1, finishing_stream());
  ++collected_;
  if (wide_) return wide_->result();
  const auto ncomp = static_cast<std::size_t>(problem_.ncomp);
  SamplesResult result;
  result.integral.assign(report.integral, report.integral + ncomp);
  result.error.assign(report.error, report.error + ncomp);
  result.correlation.assign(report.correlation, report.correlation + ncomp * (ncomp + 1) / 2);
  result.dominance.assign(report.dominance, report.dominance + ncomp);
  result.greatest.assign(report.greatest, report.greatest + ncomp);
  result.samples = static_cast<std::int64_t>(report.samples);
  result.nonfinite = static_cast<std::int64_t>(report.nonfinite);
  if (result.nonfinite > 0)
    result.nonfinite_from = static_cast<std::int64_t>(report.first_nonfinite);
  return result;
}

SamplesMemory DeviceSamples::memory() {
  if (share_) share_->complete();
  SamplesMemory memory;
  memory.edges = edges();
  if (adaptive_) {
    memory.variance.resize(arguments_.ncube);
    check(cudaMemcpyAsync(memory.variance.data(), arguments_.variance,
                          arguments_.ncube * sizeof(float), cudaMemcpyDeviceToHost, call_.stream()),
          "copying the variances");
  }
  if (wide_) {
    wide_->save(memory);
    return memory;
  }
  SamplesState state;
  check(
      cudaMemcpyAsync(&state, state_.data(), sizeof state, cudaMemcpyDeviceToHost, call_.stream()),
      "copying the scales");
  call_.wait("copying the state");
  memory.scale.assign(state.scale, state.scale + problem_.ncomp);
  memory.weight.assign(state.weight, state.weight + problem_.ncomp);
  return memory;
}

void DeviceSamples::remember(const SamplesMemory &memory) {
  reports_.set_quiet(false);
  begin_grid();
  set_map(map::intervals_of_edges(memory.edges, problem_.ndim));
  ahead_.reset();
  if (adaptive_ && !memory.variance.empty()) {
    if (share_) share_->forget();
    variance_.set(memory.variance.data(), memory.variance.size());
    arguments_.variance = variance_.data();
  }
  if (wide_) return wide_->restore(memory);
  SamplesState state = fresh_samples_state(problem_.ncomp);
  std::copy(memory.scale.begin(), memory.scale.end(), state.scale);
  std::copy(memory.weight.begin(), memory.weight.end(), state.weight);
  state_.set(&state, 1);
  call_.wait("copying to the device");
}

std::vector<std::uint64_t> DeviceSamples::edges() {
  begin_grid();
  const auto ndim = static_cast<std::size_t>(problem_.ndim);
  const std::size_t n = arguments_.intervals;
  std::vector<map::MapInterval> intervals(ndim * n);
  const std::size_t bytes = intervals.size() * sizeof intervals[0];
  static_assert(sizeof intervals[0] % sizeof(uint64) == 0);
  if (bytes <= Reports::room_bytes) {
    map::MapInterval *const room = free_room();
    ask(map_.data(), bytes, room);
    reports_.set_quiet(true);
    std::copy_n(room, intervals.size(), intervals.begin());
  } else {
    ask_for_answer(map_.data(), bytes, intervals.data());
  }
  return map::edges_of_intervals(intervals, problem_.ndim);
}

}  // namespace

KernelPart mapping_part(bool boxed) {
  return samples_part({.boxed = boxed, .quasi = false, .adaptive = false, .histogram = true});
}

std::unique_ptr<SamplesEngine> make_samples_engine(SamplesProblem problem, KernelsOfPart kernels,
                                                   const DeviceCall &call, StartPoints points,
                                                   BatchedLaunch *batched, group::Group *ranks) {
  return std::make_unique<DeviceSamples>(std::move(problem), std::move(kernels), call,
                                         std::move(points), batched, ranks);
}

}  // namespace cuboid::engine::cuda
