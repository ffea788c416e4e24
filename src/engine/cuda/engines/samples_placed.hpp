// The samples of an iteration one by one: placed, and evaluated as those of a batch function are.
// They are handed to a receiver, kept to tell how those of a map would scatter, or summed by
// samples_wide.hpp.
#pragma once

#include <cuda_runtime.h>

#include <vector>

#include "base/words.hpp"
#include "engine/cuda/engines/bound_integrand.hpp"
#include "engine/cuda/engines/samples_answers.hpp"
#include "engine/cuda/engines/samples_memory.hpp"
#include "engine/cuda/kernel/samples_arguments.cuh"
#include "engine/samples.hpp"
#include "map/importance_map.hpp"

namespace cuboid::engine::cuda {

/// Which samples of the iteration whose fill is to follow, and where what is known of them goes.
struct SamplesList {
  int ndim;
  bool adaptive;
  bool quasi;
  uint64 first;    ///< sample
  uint64 count;    ///< samples
  double *x;       ///< [count][ndim], in the box; device memory, as is the other
  double *weight;  ///< [count]: their sum of weight f is the estimate; nullptr: not wanted
  /// For those who sum hypercube by hypercube; nullptr: not wanted.
  double *volume = nullptr;  ///< [count]: what the values are multiplied by besides the rest of the
                             ///< volume unit
  float *density = nullptr;  ///< [count]: samples that one stands for, in the mean 1
  uint32 *cell = nullptr;    ///< [count][ndim]: places in the histogram
};

/// Places the samples, and starts their evaluation; f: [count][ncomp].
void place_and_evaluate(const SamplesArguments &arguments, const SamplesList &list, double *f,
                        BoundIntegrand &bound);

/// Uniform samples, in device memory.
struct KeptSamples {
  int ndim;
  int ncomp;
  uint64 count;
  const double *place;   ///< [count][ndim], in the unit cube
  const double *weight;  ///< [count]
  const double *f;       ///< [count][ncomp]
};

/// Those that somebody wants to see.
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
