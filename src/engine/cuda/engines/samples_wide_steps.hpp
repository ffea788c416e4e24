// The kernels that sum the values of integrands with many components, from device memory: one
// thread has a component, and a block a chunk of the samples.  See src/statistics/strata.hpp for
// the order of the sums.
#pragma once

#include <cuda_runtime.h>

#include "engine/cuda/engines/samples_steps.hpp"
#include "engine/cuda/kernel/samples_arguments.cuh"

namespace cuboid::engine::cuda {

/// Components, of which each is a thread of a block.
inline constexpr int wide_max_ncomp = 1024;

/// What an iteration leaves for the next one, as SamplesState, in device memory.
struct WideState {
  double scale[wide_max_ncomp];
  float weight[wide_max_ncomp];
  uint32 greatest[wide_max_ncomp];
  uint32 greatest_part[wide_max_ncomp];
  double inverse[wide_max_ncomp];  ///< squares of the usual sizes, for the weights
  uint64 nonfinite;
  uint64 first_nonfinite;
  uint32 ticket;  ///< zero between launches
};

/// As SamplesReport, in device memory.
struct WideReport {
  double integral[wide_max_ncomp];
  double error[wide_max_ncomp];
  double dominance[wide_max_ncomp];
  double greatest[wide_max_ncomp];
  uint64 samples;
  uint64 nonfinite;
  uint64 first_nonfinite;
};

/// Samples with their values.
struct WideValues {
  uint64 first;          ///< number of the first sample
  const double *volume;  ///< [samples]
  const float *density;  ///< [samples]
  const uint32 *cell;    ///< [samples][ndim]; nullptr: nothing is added to the histograms
  const double *f;       ///< [samples][ncomp]
};

/// Chunks of them to sum.
struct WideSumming {
  WideState *state;
  int ndim;
  int ncomp;
  bool adaptive;
  uint64 first_chunk;
  uint64 chunks;
  WideValues values;
  double *chunk_sums;  ///< [chunks][2][ncomp]: of the first one and of those that follow
};

void launch_sum_chunks(const SamplesArguments &arguments, const WideSumming &summing,
                       cudaStream_t stream);

/// Puts the sums of chunks, of which the first is the first of a group, together to those of their
/// groups.
void launch_join_chunks(const SamplesArguments &arguments, const WideSumming &summing,
                        cudaStream_t stream);

/// As launch_finish.  finish.report is not used.
void launch_finish_wide(const SamplesArguments &arguments, const SamplesFinish &finish,
                        WideState *state, WideReport *report, cudaStream_t stream);

}  // namespace cuboid::engine::cuda
