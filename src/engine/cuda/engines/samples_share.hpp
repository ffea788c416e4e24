// Iterations of samples that several ranks share out, each with a device: how they hand each other
// what they have drawn.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/words.hpp"
#include "engine/cuda/engines/exchange.hpp"
#include "engine/cuda/engines/samples_memory.hpp"
#include "engine/cuda/engines/samples_merge.hpp"
#include "engine/cuda/engines/samples_stratify.hpp"
#include "engine/cuda/kernel/samples_arguments.cuh"
#include "engine/cuda/runtime/device.hpp"
#include "engine/group/group.hpp"
#include "engine/samples.hpp"

namespace cuboid::engine::cuda {

/// Lengths of the arrays of an iteration.
struct SamplesLengths {
  uint64 cells;   ///< of the histograms: ndim times intervals
  uint64 sums;    ///< of a group of chunks
  uint64 groups;  ///< of chunks, at most
  uint64 cubes;   ///< 0: all have as many samples
};

/// Every rank has the arrays of the whole iteration, as a single device has them, and draws its
/// range of the samples.  The ranges of all, put together, are what a single device would have
/// drawn, bit for bit; so all ranks end the iteration alike.
class SamplesShare {
 public:
  /// The group's ranks must all be here; call and group outlive this.
  SamplesShare(const DeviceCall &call, group::Group &ranks);
  SamplesShare(const SamplesShare &) = delete;
  SamplesShare &operator=(const SamplesShare &) = delete;

  /// Who reads the numbers of samples that are given to count().
  ReadBy counts_read_by() const { return read_by_; }

  /// Of the variances a rank may know those of the hypercubes only that it has drawn in the last
  /// iteration, in the array that take() has returned: has the others put there.  Ranks need not
  /// do so together.
  void complete();

  /// Forgets what is known of variances.
  void forget() {
    spread_ = false;
    weighed_with_.reset();
  }

  /// Whether a rank can count all samples by count_all(), with the sum of the weights with this
  /// power, which it knows.
  bool counts_all(float power) const { return few_cubes() && weighed_with_ == power; }
  void count_all(const SamplesStratification &strata);

  /// Whether ranks count the samples of those hypercubes only that they have drawn in the last
  /// iteration, which were weighed with this power.
  bool counts_part(float power) const {
    return !by_hosts() && !few_cubes() && weighed_with_ == power;
  }

  /// What a rank tells the others before an iteration.
  group::Message message(const SamplesIteration &iteration, uint64 ncube) const;
  /// Whether ranks share out iterations; else each draws all of it, which takes less time.  The
  /// same on all ranks.
  bool pays() const { return pays_; }
  /// By what the first rank has told.  points: of a rank.
  void judge(std::int64_t points);

  /// Begins to count them.
  void count(const SamplesArguments &whole, const SamplesStratification &strata);
  /// When all ranks have begun to count them.
  void take_counts();

  /// Directs what the fill of an iteration writes to where it is handed in from.  whole: the arrays
  /// of the whole iteration; the histogram is empty, and so is what the state counts.  Where parts
  /// are counted, this puts them together.  all: also of the hypercubes that others draw.
  SamplesArguments begin(const SamplesArguments &whole, const SamplesLengths &lengths,
                         const SamplesStratification &strata, bool all);

  /// After the fill was launched: hands in what it writes.
  void hand_in();

  /// When all have handed in: puts the ranges of all ranks together.  Returns the arrays in which
  /// they are then, those of the pieces but for their variances.  What the map and the estimates
  /// follow from comes in the order of the stream `sums`, the variances in that of the call.
  SamplesArguments take(cudaStream_t sums);

 private:
  SamplesArguments put_together(cudaStream_t sums);
  /// Iterations take turns with the arrays that are handed in.
  struct Turn {
    Turn(const DeviceCall &call, group::Group &ranks, ReadBy read_by)
        : exchange(call, ranks, read_by, "handing samples over"),
          histogram(call, read_by),
          counted(call, read_by),
          group_sums(call, read_by),
          variance(call, read_by),
          piece_variance(call, read_by),
          piece_cube(call, read_by),
          tile_sum(call, read_by),
          begins(call) {}

    DeviceExchange exchange;
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
  void set(const SamplesArguments &whole, const SamplesLengths &lengths);
  bool by_hosts() const { return read_by_ == ReadBy::nobody; }
  bool adaptive() const { return lengths_.cubes > 0; }
  bool few_cubes() const;
  int ncomp() const;
  void empty(Turn &turn) const;
  void reserve(Turn &turn);
  void place(const SamplesBegin *before, bool all);
  std::vector<SamplesBegin> begins();
  struct Ranges {
    std::vector<std::int64_t> sums, pieces, cubes, tiles;  ///< where those of each rank begin
  };
  Ranges ranges_of_hosts();
  void name_arrays();
  SamplesMerge merge_of(const std::vector<SamplesPart> &parts);
  unsigned blocks() const;

  const DeviceCall &call_;
  group::Group &ranks_;
  const ReadBy read_by_;
  SamplesArguments whole_{};
  SamplesLengths lengths_{};
  Turn turns_[2] = {Turn(call_, ranks_, read_by_), Turn(call_, ranks_, read_by_)};
  DeviceExchange counts_{call_, ranks_, read_by_, "counting samples"};
  std::size_t number_ = 0;  ///< of the iteration, among those that are shared out
  bool pays_ = true;
  double exchange_ = -1;  ///< seconds of the last one; 0: they say nothing
  SamplesArguments own_{};
  SamplesStratification strata_{};
  std::vector<SamplesCounted> parts_counted_;
  std::vector<SamplesPart> parts_;  ///< of the last iteration
  bool knows_begins_ = false;       ///< where the ranges of the iteration begin
  bool spread_ = false;  ///< a rank knows the variances of the hypercubes only that it has drawn
  std::optional<float> weighed_with_;  ///< the power; of the hypercubes as they are now
};

}  // namespace cuboid::engine::cuda
