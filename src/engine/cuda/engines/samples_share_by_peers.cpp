#include <cuda_runtime.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <vector>

#include "engine/cuda/engines/samples_memory.hpp"
#include "engine/cuda/engines/samples_merge.hpp"
#include "engine/cuda/engines/samples_share.hpp"
#include "engine/cuda/engines/samples_steps.hpp"
#include "engine/cuda/runtime/error.hpp"
#include "engine/cuda/runtime/event.hpp"

namespace cuboid::engine::cuda {

namespace {

constexpr std::size_t word_bytes = sizeof(std::uint64_t);

/// Through the memory of the other devices.  A device waits for the events of the others, and its
/// host for nothing but that they have been recorded.
class ShareByPeers final : public SamplesShare {
 public:
  using SamplesShare::SamplesShare;

  bool spread() const override { return spread_; }
  void complete() override;
  void forget() override {
    spread_ = false;
    weighed_with_.reset();
  }
  bool counts_part(float power) const override { return weighed_with_ == power; }
  void count(const SamplesArguments &whole, const SamplesStratification &strata) override;
  void take_counts() override;
  SamplesArguments begin(const SamplesArguments &whole, const SamplesLengths &lengths,
                         const SamplesStratification &strata, bool all) override;
  void hand_in() override;
  SamplesArguments take() override;
  bool waits() const override { return false; }

 private:
  /// What a rank tells the others.
  template <class What>
  struct Told {
    What what;
    cudaEvent_t event;  ///< when it is there
  };

  /// Iterations take turns with the arrays that are handed in: when this device fills one of them
  /// again, all have come to the end of the iteration between, and so the others have read it.
  struct Turn {
    explicit Turn(const DeviceCall &call)
        : histogram(call),
          counted(call),
          group_sums(call),
          variance(call),
          piece_variance(call),
          piece_cube(call),
          tile_sum(call),
          begins(call) {}

    GrowingArray<uint64> histogram;
    GrowingArray<SamplesState> counted;
    GrowingArray<double> group_sums;
    GrowingArray<float> variance;
    GrowingArray<double> piece_variance;
    GrowingArray<uint32> piece_cube;
    GrowingArray<double> tile_sum;
    GrowingArray<SamplesBegin> begins;  ///< nobody else reads them

    uint64 cells = 0;    ///< of the histogram for which there is room
    bool empty = false;  ///< nothing is counted yet
  };
  Turn &turn() { return turns_[number_ % 2]; }
  void empty(Turn &turn) const;
  void reserve(Turn &turn);
  void place(const SamplesBegin *before, bool all);
  template <class What>
  std::vector<What> wait_for_others(const What &mine, cudaEvent_t event);
  SamplesPart own_part() const;
  SamplesMerge merge_of(const std::vector<SamplesPart> &parts);
  /// Blocks that work off what may be little, all threads that the device has.
  unsigned blocks() const { return static_cast<unsigned>(8 * call_.device().multiprocessors()); }

  Turn turns_[2] = {Turn(call_), Turn(call_)};
  Event filled_[2];
  Event counted_;
  std::size_t number_ = 0;  ///< of the iteration, among those that are shared out
  SamplesArguments own_{};
  SamplesStratification strata_{};
  std::vector<SamplesCounted> parts_counted_;
  std::vector<SamplesPart> parts_;  ///< of the last iteration
  bool spread_ = false;
  std::optional<float> weighed_with_;  ///< the power; of the hypercubes as they are spread
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

void ShareByPeers::count(const SamplesArguments &whole, const SamplesStratification &strata) {
  set(whole, lengths_);
  strata_ = strata;
  launch_count_part(whole_, strata, turn().begins.data(), blocks(), call_.stream());
  check(cudaGetLastError(), "counting samples");
  check(cudaEventRecord(counted_.get(), call_.stream()), "counting samples");
}

void ShareByPeers::take_counts() {
  parts_counted_ =
      wait_for_others(SamplesCounted{strata_.tile_count, strata_.cube_end}, counted_.get());
}

SamplesArguments ShareByPeers::begin(const SamplesArguments &whole, const SamplesLengths &lengths,
                                     const SamplesStratification &strata, bool all) {
  const SamplesBegin *const before = turn().begins.data();
  set(whole, lengths);
  strata_ = strata;
  ++number_;
  Turn &turn = this->turn();
  reserve(turn);
  if (adaptive()) place(counts_part(strata.power) ? before : nullptr, all);
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

/// before: by which the ranks have counted; nullptr: this rank has counted all.
void ShareByPeers::place(const SamplesBegin *before, bool all) {
  SamplesBegin *const begins = turn().begins.data();
  if (before == nullptr) return launch_begins(whole_, true, begins, call_.stream());
  SamplesPlacing placing{};
  std::copy(parts_counted_.begin(), parts_counted_.end(), placing.counted);
  placing.before = before;
  placing.begins = begins;
  placing.all = all;
  launch_place_part(whole_, strata_, placing, blocks(), call_.stream());
  check(cudaGetLastError(), "counting samples");
}

void ShareByPeers::hand_in() {
  if (adaptive()) {
    launch_join_pieces(own_, lengths_.groups * statistics::chunks_per_group, call_.stream());
    launch_weigh_part(own_, strata_, turn().begins.data(), blocks(), call_.stream());
  }
  check(cudaGetLastError(), "drawing samples");
  check(cudaEventRecord(filled_[number_ % 2].get(), call_.stream()), "drawing samples");
}

SamplesPart ShareByPeers::own_part() const {
  return {own_.histogram,      own_.counted,    own_.group_sums, own_.variance,
          own_.piece_variance, own_.piece_cube, strata_.tile_sum};
}

/// What all ranks tell, when the device has waited for it.
template <class What>
std::vector<What> ShareByPeers::wait_for_others(const What &mine, cudaEvent_t event) {
  using Words = Told<What>;
  static_assert(sizeof(Words) % word_bytes == 0);
  constexpr std::size_t words_of_each = sizeof(Words) / word_bytes;
  const auto size = static_cast<std::size_t>(ranks_.size());
  const Words own{mine, event};
  std::vector<std::uint64_t> words(size * words_of_each);
  std::memcpy(words.data() + whole_.rank * words_of_each, &own, sizeof own);
  ranks_.gather(words, group::range_begins(ranks_.size(), ranks_.size(), words_of_each));
  std::vector<What> all;
  for (std::size_t r = 0; r < size; ++r) {
    Words told;
    std::memcpy(static_cast<void *>(&told), words.data() + r * words_of_each, sizeof told);
    all.push_back(told.what);
    if (r != whole_.rank)
      check(cudaStreamWaitEvent(call_.stream(), told.event, 0), "waiting for another device");
  }
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

SamplesArguments ShareByPeers::take() {
  parts_ = wait_for_others(own_part(), filled_[number_ % 2].get());
  SamplesMerge merge = merge_of(parts_);
  Turn &next = turns_[(number_ + 1) % 2];
  next.empty = next.cells >= lengths_.cells;
  if (next.empty) {
    merge.next_histogram = next.histogram.data();
    merge.next_counted = next.counted.data();
  }
  launch_merge(whole_, merge, strata_, blocks(), call_.stream());
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
                                                          group::Group &ranks) {
  return std::make_unique<ShareByPeers>(call, ranks);
}

}  // namespace cuboid::engine::cuda
