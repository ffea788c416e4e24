#include "engine/cuda/engines/samples_share.hpp"

#include <cuda_runtime.h>

#include <algorithm>
#include <cstring>
#include <vector>

#include "engine/cuda/engines/peers.hpp"
#include "engine/cuda/engines/samples_memory.hpp"
#include "engine/cuda/engines/samples_merge.hpp"
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
  void take() override;

 private:
  /// Iterations take turns with the arrays that are handed in: when this device fills one of them
  /// again, all have come to the end of the iteration between, and so the others have read it.
  struct Turn {
    explicit Turn(const DeviceCall &call)
        : histogram(call),
          state(call),
          group_sums(call),
          variance(call),
          piece_variance(call),
          piece_cube(call) {}

    GrowingArray<uint64> histogram;
    GrowingArray<SamplesState> state;
    GrowingArray<double> group_sums;
    GrowingArray<float> variance;
    GrowingArray<double> piece_variance;
    GrowingArray<uint32> piece_cube;
    cudaEvent_t filled = nullptr;
  };
  /// What a rank tells the others.
  struct Handed {
    SamplesPart part;
    cudaEvent_t filled;
  };
  static_assert(sizeof(Handed) % word_bytes == 0);

  Turn turns_[2] = {Turn(call_), Turn(call_)};
  std::size_t number_ = 0;  ///< of the iteration, among those that are shared out
};

SamplesArguments ShareByPeers::begin(const SamplesArguments &whole, const SamplesLengths &lengths) {
  set(whole, lengths);
  Turn &turn = turns_[++number_ % 2];
  SamplesArguments own = whole_;
  turn.histogram.fill(0, lengths.cells);
  turn.state.reserve(1);
  check(cudaMemcpyAsync(turn.state.data(), whole.state, sizeof(SamplesState),
                        cudaMemcpyDeviceToDevice, call_.stream()),
        "copying the scales");
  turn.group_sums.reserve(lengths.groups * lengths.sums);
  own.histogram = turn.histogram.data();
  own.state = turn.state.data();
  own.group_sums = turn.group_sums.data();
  if (!adaptive()) return own;
  const uint64 pieces = 2 * lengths.groups * statistics::chunks_per_group;
  turn.variance.reserve(lengths.cubes);
  turn.piece_variance.reserve(pieces);
  turn.piece_cube.reserve(pieces);
  own.variance = turn.variance.data();
  own.piece_variance = turn.piece_variance.data();
  own.piece_cube = turn.piece_cube.data();
  return own;
}

void ShareByPeers::hand_in() {
  check(cudaEventRecord(turns_[number_ % 2].filled, call_.stream()), "drawing samples");
}

void ShareByPeers::take() {
  const Turn &turn = turns_[number_ % 2];
  const auto size = static_cast<std::size_t>(ranks_.size());
  const auto rank = static_cast<std::size_t>(ranks_.rank());
  const Handed mine{{turn.histogram.data(), turn.state.data(), turn.group_sums.data(),
                     turn.variance.data(), turn.piece_variance.data(), turn.piece_cube.data()},
                    turn.filled};
  constexpr std::size_t words_of_each = sizeof(Handed) / word_bytes;
  std::vector<std::uint64_t> words(size * words_of_each);
  std::memcpy(words.data() + rank * words_of_each, &mine, sizeof mine);
  ranks_.gather(words, group::range_begins(ranks_.size(), ranks_.size(), words_of_each));
  SamplesMerge merge{};
  for (std::size_t r = 0; r < size; ++r) {
    Handed handed{};
    std::memcpy(&handed, words.data() + r * words_of_each, sizeof handed);
    merge.part[r] = handed.part;
    if (r != rank)
      check(cudaStreamWaitEvent(call_.stream(), handed.filled, 0), "waiting for another device");
  }
  merge.cells = static_cast<uint32>(lengths_.cells);
  merge.sums = static_cast<uint32>(lengths_.sums);
  merge.ncomp = ncomp();
  merge.adaptive = adaptive();
  constexpr int blocks_of_each = 4;  // All threads that a multiprocessor has.
  launch_merge(whole_, merge,
               static_cast<unsigned>(blocks_of_each * call_.device().multiprocessors()),
               call_.stream());
  check(cudaGetLastError(), "putting samples together");
}

/// Through the memory of the hosts, with one exchange between them.
class ShareByHosts final : public ShareOfGroup {
 public:
  using ShareOfGroup::ShareOfGroup;

  SamplesArguments begin(const SamplesArguments &whole, const SamplesLengths &lengths) override;
  void hand_in() override;
  void take() override;

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

void ShareByHosts::take() {
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
