// Iterations of samples whose integrand has more components than a thread has room for.  The
// samples are placed and evaluated as those of a batch function are, part by part; the sums over
// their values then pass over device memory, which costs as much for a component as a value.
#pragma once

#include "base/words.hpp"
#include "engine/cuda/engines/bound_integrand.hpp"
#include "engine/cuda/engines/samples_memory.hpp"
#include "engine/cuda/engines/samples_wide_steps.hpp"
#include "engine/samples.hpp"
#include "statistics/covariances.hpp"

namespace cuboid::engine::cuda {

/// Whether the components are so many that only their variances are found, and not the fill kernels
/// but these serve them.
constexpr bool is_wide(int ncomp) {
  return !statistics::has_covariances(ncomp);
}

class WideSamples {
 public:
  /// Both outlive this.
  WideSamples(const SamplesProblem &problem, BoundIntegrand &bound);

  /// What a fill kernel does with the whole iteration, of so many samples.  histogram: adds to the
  /// histograms.
  void fill(const SamplesArguments &arguments, uint64 samples, bool adaptive, bool histogram);

  /// finish: as launch_finish.
  void finish(const SamplesArguments &arguments, const SamplesFinish &finish, cudaStream_t stream);

  /// Of the iteration whose end the device has come to.
  SamplesResult result() const;

  /// With the scales and weights.
  GrowingArray<WideState> &state() { return state_; }

 private:
  /// A range of chunks.
  struct Part {
    uint64 first;
    uint64 end;
  };
  void fill_part(const SamplesArguments &arguments, const statistics::Chunks &chunks, Part part,
                 double *chunk_sums);
  WideSumming summing(Part part, double *chunk_sums) const;

  const SamplesProblem &problem_;
  BoundIntegrand &bound_;
  const DeviceCall &call_ = bound_.call();
  uint64 max_samples_ = 0;  ///< whose values are in memory at once
  bool adaptive_ = false;
  bool histogram_ = false;
  GrowingArray<WideState> state_{call_};
  GrowingArray<WideReport> report_{call_};
  GrowingArray<double> x_{call_};
  GrowingArray<double> volume_{call_};
  GrowingArray<float> density_{call_};
  GrowingArray<uint32> cell_{call_};
  GrowingArray<double> f_{call_};
  GrowingArray<double> chunk_sums_{call_};
};

}  // namespace cuboid::engine::cuda
