// The kernels that draw the samples of an iteration: which one serves, and how it is launched.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

#include "base/words.hpp"
#include "engine/cuda/engines/bound_integrand.hpp"
#include "engine/cuda/kernel/samples_arguments.cuh"
#include "engine/cuda/runtime/kernel_table.hpp"
#include "engine/samples.hpp"

namespace cuboid::engine::cuda {

/// An integration needs one or two of them.
inline KernelPart samples_part(const FillKind &kind) {
  return {"engine/cuda/kernel/samples.cuh", "samples_kernel", kind.variant()};
}

class SamplesFill {
 public:
  /// The samples of an iteration; waits for the device where the hypercubes have not equally many.
  using Count = std::function<uint64()>;

  /// Both outlive this.
  SamplesFill(const SamplesProblem &problem, BoundIntegrand &bound)
      : problem_(problem), bound_(bound) {}

  /// For a new grid: the kernel that refines the map is made at once, the other when it is needed.
  void begin(const SamplesArguments &arguments, bool adaptive);

  /// arguments: the range of a rank, and where its sums go.
  void start(const SamplesIteration &iteration, const SamplesArguments &arguments,
             const Count &samples);

 private:
  /// With its launch.
  struct Kernel {
    KernelTable table;
    const void *kernel = nullptr;  ///< nullptr: not made yet
    std::size_t shared_bytes = 0;
    unsigned threads = 0;  ///< of a block
    unsigned blocks = 0;   ///< that fill the device
  };

  Kernel make(const SamplesArguments &arguments, bool histogram) const;
  const Kernel &kernel_for(const SamplesArguments &arguments, bool adapting, std::int64_t samples);
  void launch(const Kernel &kernel, const SamplesArguments &arguments, uint64 expected_groups,
              const void *integrand) const;
  void launch_in_parts(const Kernel &kernel, const SamplesArguments &arguments,
                       uint64 expected_groups, uint64 samples) const;

  const SamplesProblem &problem_;
  BoundIntegrand &bound_;
  bool adaptive_ = false;
  Kernel adapting_;
  Kernel fixed_;
};

}  // namespace cuboid::engine::cuda
