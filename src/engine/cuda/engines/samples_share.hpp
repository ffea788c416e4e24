// Iterations of samples that several ranks share out, each with a device: how they hand each other
// what they have drawn.
#pragma once

#include <memory>

#include "base/words.hpp"
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

/// Every rank has the arrays of the whole iteration, as a single device has them, allots all
/// samples, and draws its range of them.  The ranges of all, put together, are what a single device
/// would have drawn, bit for bit; so all ranks end the iteration alike.
class SamplesShare {
 public:
  virtual ~SamplesShare() = default;

  /// Directs what the fill of an iteration writes to where it is handed in from.  whole: the arrays
  /// of the whole iteration; the histogram is empty, and so is what the state counts.
  virtual SamplesArguments begin(const SamplesArguments &whole, const SamplesLengths &lengths) = 0;

  /// After the fill was launched: hands in what it writes.
  virtual void hand_in() = 0;

  /// Whether hand_in() and take() wait for what they do, so that their times are those of the work.
  virtual bool waits() const = 0;

  /// When all have handed in: puts the ranges of all ranks together.  Returns the arrays in which
  /// they are then, those of the pieces but for their variances.
  virtual SamplesArguments take() = 0;
};

/// Where the group is of one process whose devices reach each other's memory, they read it there,
/// and no host waits for its device; else all goes through the memory of the hosts.
/// The group's ranks must all be here; call and group outlive the share.
std::unique_ptr<SamplesShare> make_samples_share(const DeviceCall &call, group::Group &ranks);

/// Hands over through the memory of the hosts.
std::unique_ptr<SamplesShare> make_samples_share_by_hosts(const DeviceCall &call,
                                                          group::Group &ranks);

}  // namespace cuboid::engine::cuda
