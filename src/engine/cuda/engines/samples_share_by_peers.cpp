#include <cuda_runtime.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "engine/cuda/engines/samples_memory.hpp"
#include "engine/cuda/engines/samples_merge.hpp"
#include "engine/cuda/engines/samples_share.hpp"
#include "engine/cuda/engines/samples_steps.hpp"
#include "engine/cuda/runtime/error.hpp"

namespace cuboid::engine::cuda {

namespace {

/// Of more hypercubes each rank counts the samples of those that it has drawn: as many variances
/// are read from another device in 15 us, where an exchange of counts takes 25 (gpu_devices.txt).
constexpr uint64 cubes_worth_counting_apart = uint64{1} << 21;

/// Through the memory of the other devices.  Among threads of a process, a device waits for the
/// events of the others, and its host for nothing but that they have been recorded; processes wait
/// for their own devices before they tell the others.
class ShareByPeers final : public SamplesShare {
 public:
  ShareByPeers(const DeviceCall &call, group::Group &ranks, ReadBy read_by)
      : SamplesShare(call, ranks), read_by_(read_by) {}

  ReadBy counts_read_by() const override { return read_by_; }
  void complete() override;
  void forget() override {
    spread_ = false;
    weighed_with_.reset();
  }
  bool counts_all(float power) const override { return few_cubes() && weighed_with_ == power; }
  void count_all(const SamplesStratification &strata) override;
  bool counts_part(float power) const override { return !few_cubes() && weighed_with_ == power; }
  void count(const SamplesArguments &whole, const SamplesStratification &strata) override;
  void take_counts() override;
  SamplesArguments begin(const SamplesArguments &whole, const SamplesLengths &lengths,
                         const SamplesStratification &strata, bool all) override;
  void hand_in() override;
  SamplesArguments take(cudaStream_t sums) override;
  bool waits() const override { return false; }

 private:
  /// Iterations take turns with the arrays that are handed in: when this device fills one of them
  /// again, all have come to the end of the iteration between, and so the others have read it.
  struct Turn {
    Turn(const DeviceCall &call, ReadBy read_by)
        : histogram(call, read_by),
          counted(call, read_by),
          group_sums(call, read_by),
          variance(call, read_by),
          piece_variance(call, read_by),
          piece_cube(call, read_by),
          tile_sum(call, read_by),
          begins(call) {}

    GrowingArray<uint64> histogram;
    GrowingArray<SamplesState> counted;
    GrowingArray<double> group_sums;
    GrowingArray<float> variance;
    GrowingArray<double> piece_variance;
    GrowingArray<uint32> piece_cube;
    GrowingArray<double> tile_sum;
    GrowingArray<SamplesBegin> begins;  ///< nobody else reads them
    Event drawn;                        ///< the histograms and the sums are there,
    Event filled;                       ///< and what is known of hypercubes

    uint64 cells = 0;    ///< of the histogram for which there is room
    bool empty = false;  ///< nothing is counted yet
  };
  Turn &turn() { return turns_[number_ % 2]; }
  void empty(Turn &turn) const;
  void reserve(Turn &turn);
  void place(const SamplesBegin *before, bool all);
  void record(const Event &event, const char *action) const;
  void wait_for(cudaEvent_t event, cudaStream_t stream) const;
  std::vector<Shown> wait_for_others(const Shown &mine);
  SamplesMerge merge_of(const std::vector<SamplesPart> &parts);
  bool few_cubes() const { return lengths_.cubes <= cubes_worth_counting_apart; }
  /// Blocks that work off tiles, of all threads that the device has at most.
  unsigned blocks() const {
    const auto multiprocessors = static_cast<uint64>(call_.device().multiprocessors());
    const uint64 tiles = adaptive() ? samples_tiles(lengths_.cubes) : multiprocessors;
    return static_cast<unsigned>(std::clamp(tiles, multiprocessors, 8 * multiprocessors));
  }

  const ReadBy read_by_;
  Turn turns_[2] = {Turn(call_, read_by_), Turn(call_, read_by_)};
  Event counted_;
  std::size_t number_ = 0;  ///< of the iteration, among those that are shared out
  SamplesArguments own_{};
  SamplesStratification strata_{};
  std::vector<SamplesCounted> parts_counted_;
  std::vector<SamplesPart> parts_;  ///< of the last iteration
  bool knows_begins_ = false;       ///< where the ranges of the iteration begin
  bool spread_ = false;  ///< a rank knows the variances of the hypercubes only that it has drawn
  std::optional<float> weighed_with_;  ///< the power; of the hypercubes as they are now
};

/// By the host, where the iteration before had no room to empty.
void ShareByPeers::empty(Turn &turn) const {
  turn.histogram.fill(0, lengths_.cells);
  turn.counted.fill(0, 1);
  check(
      cudaMemsetAsync(&turn.counted.data()->first_nonfinite, 0xFF, sizeof(uint64), call_.stream()),
      "setting memory");
}

void ShareByPeers::reserve(Turn &turn) {
  if (!turn.empty || turn.cells < lengths_.cells) empty(turn);
  turn.cells = std::max(turn.cells, lengths_.cells);
  turn.empty = false;
  turn.group_sums.reserve(lengths_.groups * lengths_.sums);
  if (!adaptive()) return;
  const uint64 pieces = 2 * lengths_.groups * statistics::chunks_per_group;
  turn.variance.reserve(lengths_.cubes);
  turn.piece_variance.reserve(pieces);
  turn.piece_cube.reserve(pieces);
  turn.tile_sum.reserve(samples_tiles(lengths_.cubes));
  turn.begins.reserve(whole_.ranks + 1);
}

void ShareByPeers::count_all(const SamplesStratification &strata) {
  launch_count_across(whole_, merge_of(parts_), strata, call_.stream());
  check(cudaGetLastError(), "counting samples");
}

void ShareByPeers::count(const SamplesArguments &whole, const SamplesStratification &strata) {
  set(whole, lengths_);
  strata_ = strata;
  launch_count_part(whole_, strata, turn().begins.data(), blocks(), call_.stream());
  check(cudaGetLastError(), "counting samples");
  record(counted_, "counting samples");
}

void ShareByPeers::take_counts() {
  parts_counted_.clear();
  for (const Shown &rank :
       wait_for_others({{strata_.tile_count, strata_.cube_end}, counted_.get()}))
    parts_counted_.push_back(
        {static_cast<const uint32 *>(rank.memory[0]), static_cast<const uint32 *>(rank.memory[1])});
}

SamplesArguments ShareByPeers::begin(const SamplesArguments &whole, const SamplesLengths &lengths,
                                     const SamplesStratification &strata, bool all) {
  const SamplesBegin *const before = turn().begins.data();
  set(whole, lengths);
  strata_ = strata;
  ++number_;
  Turn &turn = this->turn();
  reserve(turn);
  // Else this rank has counted all, and what it draws does not wait for where ranges begin.
  knows_begins_ = adaptive() && counts_part(strata.power);
  if (knows_begins_) place(before, all);
  whole_.group_sums = turn.group_sums.data();
  whole_.variance = adaptive() ? turn.variance.data() : nullptr;
  whole_.piece_variance = turn.piece_variance.data();
  whole_.piece_cube = turn.piece_cube.data();
  strata_.variance = whole_.variance;
  strata_.tile_sum = turn.tile_sum.data();
  own_ = whole_;
  own_.histogram = turn.histogram.data();
  own_.counted = turn.counted.data();
  return own_;
}

/// before: by which the ranks have counted.
void ShareByPeers::place(const SamplesBegin *before, bool all) {
  SamplesPlacing placing{};
  std::copy(parts_counted_.begin(), parts_counted_.end(), placing.counted);
  placing.before = before;
  placing.begins = turn().begins.data();
  placing.all = all;
  launch_place_part(whole_, strata_, placing, blocks(), call_.stream());
  check(cudaGetLastError(), "counting samples");
}

void ShareByPeers::hand_in() {
  check(cudaEventRecord(turn().drawn.get(), call_.stream()), "drawing samples");
  if (adaptive()) {
    launch_join_part(own_, lengths_.groups * statistics::chunks_per_group,
                     knows_begins_ ? nullptr : turn().begins.data(), call_.stream());
    launch_weigh_part(own_, strata_, turn().begins.data(), blocks(), call_.stream());
  }
  check(cudaGetLastError(), "drawing samples");
  record(turn().filled, "drawing samples");
}

/// Where only this process can wait for the event, it does.
void ShareByPeers::record(const Event &event, const char *action) const {
  check(cudaEventRecord(event.get(), call_.stream()), action);
  if (read_by_ == ReadBy::processes) wait_beside_others(event.get(), action);
}

void ShareByPeers::wait_for(cudaEvent_t event, cudaStream_t stream) const {
  if (event != nullptr) check(cudaStreamWaitEvent(stream, event, 0), "waiting for another device");
}

/// What all ranks show, when the stream of the call has waited for it.
std::vector<Shown> ShareByPeers::wait_for_others(const Shown &mine) {
  std::vector<Shown> all = shown_by_all(call_, ranks_, mine, read_by_);
  for (std::size_t r = 0; r < all.size(); ++r)
    if (r != whole_.rank) wait_for(all[r].when, call_.stream());
  return all;
}

SamplesMerge ShareByPeers::merge_of(const std::vector<SamplesPart> &parts) {
  SamplesMerge merge{};
  std::copy(parts.begin(), parts.end(), merge.part);
  merge.begins = turn().begins.data();
  merge.cells = static_cast<uint32>(lengths_.cells);
  merge.sums = static_cast<uint32>(lengths_.sums);
  merge.ncomp = ncomp();
  merge.adaptive = adaptive();
  merge.ticket = strata_.ticket;
  return merge;
}

SamplesArguments ShareByPeers::take(cudaStream_t sums) {
  parts_.clear();
  // Another stream comes to the sums before the hypercubes are put together.
  const bool beside = sums != call_.stream();
  for (const Shown &rank :
       wait_for_others({{own_.histogram, own_.counted, own_.group_sums, own_.variance,
                         own_.piece_variance, own_.piece_cube, strata_.tile_sum},
                        turn().filled.get(),
                        turn().drawn.get()})) {
    if (beside) wait_for(rank.before, sums);
    const std::vector<const void *> &memory = rank.memory;
    parts_.push_back(
        {static_cast<const uint64 *>(memory[0]), static_cast<const SamplesState *>(memory[1]),
         static_cast<const double *>(memory[2]), static_cast<const float *>(memory[3]),
         static_cast<const double *>(memory[4]), static_cast<const uint32 *>(memory[5]),
         static_cast<const double *>(memory[6])});
  }
  if (beside) wait_for(turn().drawn.get(), sums);
  SamplesMerge merge = merge_of(parts_);
  Turn &next = turns_[(number_ + 1) % 2];
  next.empty = next.cells >= lengths_.cells;
  if (next.empty) {
    merge.next_histogram = next.histogram.data();
    merge.next_counted = next.counted.data();
  }
  launch_merge_sums(whole_, merge, static_cast<unsigned>(call_.device().multiprocessors()), sums);
  if (adaptive()) launch_merge_tiles(whole_, merge, strata_, blocks(), call_.stream());
  check(cudaGetLastError(), "putting samples together");
  spread_ = adaptive();
  weighed_with_.reset();
  if (adaptive()) weighed_with_ = strata_.power;
  return whole_;
}

/// The parts stay where they are until all have handed in those of another iteration.
void ShareByPeers::complete() {
  if (!spread_) return;
  launch_complete(whole_, merge_of(parts_), blocks(), call_.stream());
  check(cudaGetLastError(), "putting samples together");
  spread_ = false;
}

}  // namespace

std::unique_ptr<SamplesShare> make_samples_share_by_peers(const DeviceCall &call,
                                                          group::Group &ranks, ReadBy read_by) {
  return std::make_unique<ShareByPeers>(call, ranks, read_by);
}

}  // namespace cuboid::engine::cuda
