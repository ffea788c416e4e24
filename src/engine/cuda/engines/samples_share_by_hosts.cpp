#include <cuda_runtime.h>

#include <cstring>
#include <vector>

#include "engine/cuda/engines/samples_memory.hpp"
#include "engine/cuda/engines/samples_merge.hpp"
#include "engine/cuda/engines/samples_share.hpp"
#include "engine/cuda/engines/samples_steps.hpp"
#include "engine/cuda/runtime/error.hpp"

namespace cuboid::engine::cuda {

namespace {

constexpr std::size_t word_bytes = sizeof(std::uint64_t);

/// Through the memory of the hosts, with one exchange between them.
class ShareByHosts final : public SamplesShare {
 public:
  using SamplesShare::SamplesShare;

  SamplesArguments begin(const SamplesArguments &whole, const SamplesLengths &lengths,
                         const SamplesStratification &strata, bool all) override;
  void hand_in() override;
  SamplesArguments take(cudaStream_t sums) override;
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
  Event together_;
  std::vector<Ranges> ranges_;
  std::vector<std::uint64_t> words_;  ///< of all ranks: histogram, state, and their ranges
  std::vector<std::int64_t> first_;   ///< [ranks + 1]: where those of each begin
};

SamplesArguments ShareByHosts::begin(const SamplesArguments &whole, const SamplesLengths &lengths,
                                     const SamplesStratification & /*strata*/, bool /*all*/) {
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

SamplesArguments ShareByHosts::take(cudaStream_t sums) {
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
  check(cudaEventRecord(together_.get(), call_.stream()), "putting samples together");
  check(cudaStreamWaitEvent(sums, together_.get(), 0), "putting samples together");
  return whole_;
}

}  // namespace

std::unique_ptr<SamplesShare> make_samples_share_by_hosts(const DeviceCall &call,
                                                          group::Group &ranks) {
  return std::make_unique<ShareByHosts>(call, ranks);
}

}  // namespace cuboid::engine::cuda
