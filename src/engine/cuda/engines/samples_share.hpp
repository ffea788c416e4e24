// Iterations of samples that several ranks share out, each with a device: how they hand each other
// what they have drawn.
#pragma once

#include <memory>

#include "base/words.hpp"
#include "engine/cuda/engines/peers.hpp"
#include "engine/cuda/engines/samples_stratify.hpp"
#include "engine/cuda/kernel/samples_arguments.cuh"
#include "engine/cuda/runtime/device.hpp"
#include "engine/group/group.hpp"

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
  SamplesShare(const DeviceCall &call, group::Group &ranks) : call_(call), ranks_(ranks) {}
  virtual ~SamplesShare() = default;
  SamplesShare(const SamplesShare &) = delete;
  SamplesShare &operator=(const SamplesShare &) = delete;

  /// Who reads the numbers of samples that are given to count().
  virtual ReadBy counts_read_by() const { return ReadBy::nobody; }

  /// Of the variances a rank may know those of the hypercubes only that it has drawn in the last
  /// iteration, in the array that take() has returned: has the others put there.  Ranks need not
  /// do so together.
  virtual void complete() {}

  /// Forgets what is known of variances.
  virtual void forget() {}

  /// Whether a rank can count all samples by count_all(), with the sum of the weights with this
  /// power, which it knows.
  virtual bool counts_all(float /*power*/) const { return false; }
  virtual void count_all(const SamplesStratification & /*strata*/) {}

  /// Whether ranks count the samples of those hypercubes only that they have drawn in the last
  /// iteration, which were weighed with this power.
  virtual bool counts_part(float /*power*/) const { return false; }

  /// Begins to count them.
  virtual void count(const SamplesArguments & /*whole*/, const SamplesStratification & /*strata*/) {
  }
  /// When all ranks have begun to count them.
  virtual void take_counts() {}

  /// Directs what the fill of an iteration writes to where it is handed in from.  whole: the arrays
  /// of the whole iteration; the histogram is empty, and so is what the state counts.  Where parts
  /// are counted, this puts them together.  all: also of the hypercubes that others draw.
  virtual SamplesArguments begin(const SamplesArguments &whole, const SamplesLengths &lengths,
                                 const SamplesStratification &strata, bool all) = 0;

  /// After the fill was launched: hands in what it writes.
  virtual void hand_in() = 0;

  /// Whether hand_in() and take() wait for what they do, so that their times are those of the work.
  virtual bool waits() const = 0;

  /// When all have handed in: puts the ranges of all ranks together.  Returns the arrays in which
  /// they are then, those of the pieces but for their variances.  What the map and the estimates
  /// follow from comes in the order of the stream `sums`, the variances in that of the call.
  virtual SamplesArguments take(cudaStream_t sums) = 0;

 protected:
  void set(const SamplesArguments &whole, const SamplesLengths &lengths);
  bool adaptive() const { return lengths_.cubes > 0; }
  int ncomp() const;

  const DeviceCall &call_;
  group::Group &ranks_;
  SamplesArguments whole_{};
  SamplesLengths lengths_{};
};

/// Where the devices reach each other's memory, they read it there, and no host waits for its
/// device; else all goes through the memory of the hosts.
/// The group's ranks must all be here; call and group outlive the share.
std::unique_ptr<SamplesShare> make_samples_share(const DeviceCall &call, group::Group &ranks);

/// The two ways.
std::unique_ptr<SamplesShare> make_samples_share_by_peers(const DeviceCall &call,
                                                          group::Group &ranks, ReadBy read_by);
std::unique_ptr<SamplesShare> make_samples_share_by_hosts(const DeviceCall &call,
                                                          group::Group &ranks);

}  // namespace cuboid::engine::cuda
