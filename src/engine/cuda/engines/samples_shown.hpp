// The samples of an iteration one by one: handed to a receiver, or kept to tell how those of a map
// would scatter.
#pragma once

#include <vector>

#include "base/words.hpp"
#include "engine/cuda/engines/bound_integrand.hpp"
#include "engine/cuda/engines/samples_answers.hpp"
#include "engine/cuda/engines/samples_kept.hpp"
#include "engine/cuda/engines/samples_list.hpp"
#include "engine/cuda/engines/samples_memory.hpp"
#include "engine/cuda/kernel/samples_arguments.cuh"
#include "engine/cuda/runtime/device.hpp"
#include "engine/samples.hpp"

namespace cuboid::engine::cuda {

/// Places the samples once more, and evaluates them at given points.
class ShownSamples {
 public:
  /// Both outlive this.
  ShownSamples(const SamplesProblem &problem, BoundIntegrand &bound)
      : problem_(problem), bound_(bound) {}

  /// samples: of the iteration, whose fill is to follow.
  void hand_out(const SamplesIteration &iteration, const SamplesArguments &arguments, bool adaptive,
                uint64 samples);

  /// They stay on the device.
  void keep(const SamplesArguments &arguments, bool adaptive, uint64 samples);
  bool has_kept() const { return kept_.count > 0; }

  /// See SamplesEngine::deviations(); some must be kept.
  std::vector<double> deviations(const map::MapInterval *map, uint32 intervals,
                                 const SamplesAnswers &answers) const;

 private:
  const SamplesProblem &problem_;
  BoundIntegrand &bound_;
  const DeviceCall &call_ = bound_.call();
  KeptSamples kept_{};
  GrowingArray<double> numbers_{call_};  ///< [count][ndim + 1 + ncomp]
};

}  // namespace cuboid::engine::cuda
