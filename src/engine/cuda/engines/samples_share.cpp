#include "engine/cuda/engines/samples_share.hpp"

#include <cuda_runtime.h>

#include <algorithm>
#include <cstring>
#include <vector>

#include "engine/cuda/engines/peers.hpp"
#include "engine/cuda/engines/samples_memory.hpp"
#include "engine/cuda/engines/samples_merge.hpp"
#include "engine/cuda/engines/samples_steps.hpp"
#include "engine/cuda/runtime/error.hpp"

namespace cuboid::engine::cuda {

namespace {

constexpr std::size_t word_bytes = sizeof(std::uint64_t);

/// What both ways have in common: the iteration that is shared out.
class ShareOfGroup : public SamplesShare {
 public:
  ShareOfGroup(const DeviceCall &call, group::Group &ranks) : call_(call), ranks_(ranks) {}

 protected:
  void set(const SamplesArguments &whole, const SamplesLengths &lengths) {
    whole_ = whole;
    whole_.rank = static_cast<uint32>(ranks_.rank());
    whole_.ranks = static_cast<uint32>(ranks_.size());
    lengths_ = lengths;
  }
  bool adaptive() const { return lengths_.cubes > 0; }
  int ncomp() const {
    int ncomp = 1;
    while (static_cast<uint64>(ncomp + ncomp * (ncomp + 1) / 2) < lengths_.sums) ++ncomp;
    return ncomp;
  }

  const DeviceCall &call_;
  group::Group &ranks_;
  SamplesArguments whole_{};
  SamplesLengths lengths_{};
};

/// Through the memory of the other devices.  A device waits for the events of the others, and its
/// host for nothing but that they have been recorded.
class ShareByPeers final : public ShareOfGroup {
 public:
  ShareByPeers(const DeviceCall &call, group::Group &ranks) : ShareOfGroup(call, ranks) {
    for (Turn &turn : turns_)
      check(cudaEventCreateWithFlags(&turn.filled, cudaEventDisableTiming), "making an event");
  }
  ~ShareByPeers() override {
    if (device_is_lost()) return;
    for (const Turn &turn : turns_)
      if (turn.filled != nullptr) cudaEventDestroy(turn.filled);
  }

  SamplesArguments begin(const SamplesArguments &whole, const SamplesLengths &lengths) override;
  void hand_in() override;
  SamplesArguments take() override;
  bool waits() const override { return false; }

 private:
  /// What a rank tells the others.
  struct Handed {
    SamplesPart part;
    cudaEvent_t filled;
  };
  static_assert(sizeof(Handed) % word_bytes == 0);

  /// Iterations take turns with the arrays that are handed in: when this device fills one of them
  /// again, all have come to the end of the iteration between, and so the others have read it.
  struct Turn {
    explicit Turn(const DeviceCall &call)
        : histogram(call),
          counted(call),
          group_sums(call),
          variance(call),
          piece_variance(call),
          piece_cube(call) {}

    GrowingArray<uint64> histogram;
    GrowingArray<SamplesState> counted;
    GrowingArray<double> group_sums;
    GrowingArray<float> variance;
    GrowingArray<double> piece_variance;
    GrowingArray<uint32> piece_cube;
    cudaEvent_t filled = nullptr;

    uint64 cells = 0;    ///< of the histogram for which there is room
    bool empty = false;  ///< nothing is counted yet
  };
  Turn &turn() { return turns_[number_ % 2]; }
  void empty(Turn &turn) const;
  std::vector<Handed> exchange();
  SamplesPart own_part() const;

  Turn turns_[2] = {Turn(call_), Turn(call_)};
  std::size_t number_ = 0;  ///< of the iteration, among those that are shared out
  SamplesArguments own_{};
};

/// By the host, where the iteration before had no room to empty.
void ShareByPeers::empty(Turn &turn) const {
  turn.histogram.fill(0, lengths_.cells);
  turn.counted.fill(0, 1);
  check(
      cudaMemsetAsync(&turn.counted.data()->first_nonfinite, 0xFF, sizeof(uint64), call_.stream()),
      "setting memory");
}

SamplesArguments ShareByPeers::begin(const SamplesArguments &whole, const SamplesLengths &lengths) {
  set(whole, lengths);
  ++number_;
  Turn &turn = this->turn();
  if (!turn.empty || turn.cells < lengths.cells) empty(turn);
  turn.cells = std::max(turn.cells, lengths.cells);
  turn.empty = false;
  turn.group_sums.reserve(lengths.groups * lengths.sums);
  whole_.group_sums = turn.group_sums.data();
  if (adaptive()) {
    const uint64 pieces = 2 * lengths.groups * statistics::chunks_per_group;
    turn.variance.reserve(lengths.cubes);
    turn.piece_variance.reserve(pieces);
    turn.piece_cube.reserve(pieces);
    whole_.variance = turn.variance.data();
    whole_.piece_variance = turn.piece_variance.data();
    whole_.piece_cube = turn.piece_cube.data();
  }
  own_ = whole_;
  own_.histogram = turn.histogram.data();
  own_.counted = turn.counted.data();
  return own_;
}

void ShareByPeers::hand_in() {
  if (adaptive())
    launch_join_pieces(own_, lengths_.groups * statistics::chunks_per_group, call_.stream());
  check(cudaGetLastError(), "drawing samples");
  check(cudaEventRecord(turn().filled, call_.stream()), "drawing samples");
}

SamplesPart ShareByPeers::own_part() const {
  return {own_.histogram, own_.counted,        own_.group_sums,
          own_.variance,  own_.piece_variance, own_.piece_cube};
}

/// Where all ranks have what they hand in.
std::vector<ShareByPeers::Handed> ShareByPeers::exchange() {
  constexpr std::size_t words_of_each = sizeof(Handed) / word_bytes;
  const auto size = static_cast<std::size_t>(ranks_.size());
  const Handed mine{own_part(), turn().filled};
  std::vector<std::uint64_t> words(size * words_of_each);
  std::memcpy(words.data() + whole_.rank * words_of_each, &mine, sizeof mine);
  ranks_.gather(words, group::range_begins(ranks_.size(), ranks_.size(), words_of_each));
  std::vector<Handed> handed(size);
  std::memcpy(static_cast<void *>(handed.data()), words.data(), size * sizeof(Handed));
  return handed;
}

SamplesArguments ShareByPeers::take() {
  const std::vector<Handed> all = exchange();
  SamplesMerge merge{};
  for (uint32 r = 0; r < whole_.ranks; ++r) {
    const Handed &handed = all[r];
    merge.part[r] = handed.part;
    if (r != whole_.rank)
      check(cudaStreamWaitEvent(call_.stream(), handed.filled, 0), "waiting for another device");
  }
  merge.cells = static_cast<uint32>(lengths_.cells);
  merge.sums = static_cast<uint32>(lengths_.sums);
  merge.ncomp = ncomp();
  merge.adaptive = adaptive();
  Turn &next = turns_[(number_ + 1) % 2];
  next.empty = next.cells >= lengths_.cells;
  if (next.empty) {
    merge.next_histogram = next.histogram.data();
    merge.next_counted = next.counted.data();
  }
  constexpr int blocks_of_each = 4;  // All threads that a multiprocessor has.
  launch_merge(whole_, merge,
               static_cast<unsigned>(blocks_of_each * call_.device().multiprocessors()),
               call_.stream());
  check(cudaGetLastError(), "putting samples together");
  return whole_;
}

/// Through the memory of the hosts, with one exchange between them.
class ShareByHosts final : public ShareOfGroup {
 public:
  using ShareOfGroup::ShareOfGroup;

  SamplesArguments begin(const SamplesArguments &whole, const SamplesLengths &lengths) override;
  void hand_in() override;
  SamplesArguments take() override;
  bool waits() const override { return true; }

 private:
  /// An array of which each rank has a range.
  struct Ranges {
    std::byte *array;
    std::size_t bytes;                 ///< of an element
    std::vector<std::uint64_t> first;  ///< [ranks + 1]
  };
  template <class Number>
  void add_ranges(Number *array, std::vector<std::uint64_t> first);
  void find_ranges();
  std::size_t common_words() const { return lengths_.cells + sizeof(SamplesState) / word_bytes; }
  /// Where a rank's range of an array lies, and the words of the host for it.
  template <class Visit>
  void for_each_range(std::size_t rank, const Visit &visit);
  void copy(void *to, const void *from, std::size_t bytes, cudaMemcpyKind kind) const {
    if (bytes > 0)
      check(cudaMemcpyAsync(to, from, bytes, kind, call_.stream()), "handing samples over");
  }

  GrowingArray<SamplesBegin> begins_{call_};
  std::vector<Ranges> ranges_;
  std::vector<std::uint64_t> words_;  ///< of all ranks: histogram, state, and their ranges
  std::vector<std::int64_t> first_;   ///< [ranks + 1]: where those of each begin
};

SamplesArguments ShareByHosts::begin(const SamplesArguments &whole, const SamplesLengths &lengths) {
  static_assert(sizeof(SamplesState) % word_bytes == 0);
  set(whole, lengths);
  begins_.reserve(whole_.ranks + 1);
  return whole_;
}

template <class Number>
void ShareByHosts::add_ranges(Number *array, std::vector<std::uint64_t> first) {
  ranges_.push_back({reinterpret_cast<std::byte *>(array), sizeof(Number), std::move(first)});
}

void ShareByHosts::find_ranges() {
  const std::size_t size = whole_.ranks;
  launch_begins(whole_, adaptive(), begins_.data(), call_.stream());
  std::vector<SamplesBegin> begins(size + 1);
  copy(begins.data(), begins_.data(), begins.size() * sizeof(SamplesBegin), cudaMemcpyDeviceToHost);
  call_.wait("drawing samples");
  std::vector<std::uint64_t> sums, pieces, cubes;
  for (const SamplesBegin &begin : begins) {
    constexpr uint64 of_group = statistics::chunks_per_group;
    sums.push_back((begin.chunk + of_group - 1) / of_group * lengths_.sums);
    pieces.push_back(2 * begin.chunk);
    cubes.push_back(begin.cube);
  }
  ranges_.clear();
  add_ranges(whole_.group_sums, std::move(sums));
  if (adaptive()) {
    add_ranges(whole_.piece_variance, pieces);
    add_ranges(whole_.piece_cube, std::move(pieces));
    add_ranges(whole_.variance, std::move(cubes));
  }
  first_.assign(1, 0);
  for (std::size_t r = 0; r < size; ++r) {
    std::size_t words = common_words();
    for (const Ranges &one : ranges_)
      words += ((one.first[r + 1] - one.first[r]) * one.bytes + word_bytes - 1) / word_bytes;
    first_.push_back(first_.back() + static_cast<std::int64_t>(words));
  }
  words_.resize(static_cast<std::size_t>(first_.back()));
}

template <class Visit>
void ShareByHosts::for_each_range(std::size_t rank, const Visit &visit) {
  std::uint64_t *words = words_.data() + first_[rank] + common_words();
  for (const Ranges &one : ranges_) {
    const std::size_t bytes = (one.first[rank + 1] - one.first[rank]) * one.bytes;
    visit(one.array + one.first[rank] * one.bytes, words, bytes);
    words += (bytes + word_bytes - 1) / word_bytes;
  }
}

void ShareByHosts::hand_in() {
  find_ranges();
  std::uint64_t *const mine = words_.data() + first_[whole_.rank];
  copy(mine, whole_.histogram, lengths_.cells * word_bytes, cudaMemcpyDeviceToHost);
  copy(mine + lengths_.cells, whole_.state, sizeof(SamplesState), cudaMemcpyDeviceToHost);
  for_each_range(whole_.rank, [this](std::byte *array, std::uint64_t *words, std::size_t bytes) {
    copy(words, array, bytes, cudaMemcpyDeviceToHost);
  });
  call_.wait("drawing samples");
}

SamplesArguments ShareByHosts::take() {
  ranks_.gather(words_, first_);
  std::uint64_t *const mine = words_.data() + first_[whole_.rank];
  SamplesState state;
  std::memcpy(&state, mine + lengths_.cells, sizeof state);
  for (uint32 r = 0; r < whole_.ranks; ++r) {
    if (r == whole_.rank) continue;
    const std::uint64_t *const theirs = words_.data() + first_[r];
    for (std::size_t i = 0; i < lengths_.cells; ++i) mine[i] += theirs[i];
    SamplesState other;
    std::memcpy(&other, theirs + lengths_.cells, sizeof other);
    add_state(state, other, ncomp());
    for_each_range(r, [this](std::byte *array, const std::uint64_t *words, std::size_t bytes) {
      copy(array, words, bytes, cudaMemcpyHostToDevice);
    });
  }
  std::memcpy(mine + lengths_.cells, &state, sizeof state);
  copy(whole_.histogram, mine, lengths_.cells * word_bytes, cudaMemcpyHostToDevice);
  copy(whole_.state, mine + lengths_.cells, sizeof state, cudaMemcpyHostToDevice);
  whole_.rank = 0;
  whole_.ranks = 1;
  if (adaptive())
    launch_join_pieces(whole_, lengths_.groups * statistics::chunks_per_group, call_.stream());
  check(cudaGetLastError(), "putting samples together");
  return whole_;
}

}  // namespace

std::unique_ptr<SamplesShare> make_samples_share(const DeviceCall &call, group::Group &ranks) {
  if (ranks.size() <= samples_most_parts && reach_each_other(call.device(), ranks))
    return std::make_unique<ShareByPeers>(call, ranks);
  return make_samples_share_by_hosts(call, ranks);
}

std::unique_ptr<SamplesShare> make_samples_share_by_hosts(const DeviceCall &call,
                                                          group::Group &ranks) {
  return std::make_unique<ShareByHosts>(call, ranks);
}

}  // namespace cuboid::engine::cuda
