// The kernels for the samples of many integrals that do not know the integrand.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "engine/cuda/engines/samples_steps.hpp"
#include "engine/cuda/kernel/samples_many_arguments.cuh"

namespace cuboid::engine::cuda {

/// Where an integral's report of an iteration goes: rows of numbers in device memory.
struct ManySamplesReports {
  double *rows;  ///< [places][width]
  int ncomp;

  /// Integral, error, dominance and greatest value of each component, their correlations, and then
  /// whole numbers in the same eight bytes: samples, those that are not finite, the first of these,
  /// and whether the integrand returned -999.
  CUBOID_HD static int width(int ncomp) { return 4 * ncomp + ncomp * (ncomp + 1) / 2 + 4; }
};

/// The same bytes for each integral.
struct RepeatedBytes {
  const uint64 *from;
  uint64 words;
  uint64 *to;
  uint64 count;
};
void launch_repeat(const RepeatedBytes &bytes, cudaStream_t stream);

/// The number of its integral for each point of a batch.
struct NumberedRows {
  const uint64 *rows;          ///< [places + 1] where those of an integral begin
  const std::int64_t *number;  ///< [places] of the integral
  std::int64_t *integral;      ///< [points] receives them
};
void launch_number(const NumberedRows &numbered, unsigned places, cudaStream_t stream);

/// As launch_stratify, for the integrals at so many places, whose hypercubes fill one tile at most.
void launch_many_stratify(const SamplesManyArguments &many, unsigned places, uint64 samples,
                          float power, cudaStream_t stream);

/// As launch_join_pieces.
void launch_many_join_pieces(const SamplesManyArguments &many, unsigned places,
                             cudaStream_t stream);

/// As launch_finish.  finish: its map is that of the first integral, and its report none.
void launch_many_finish(const SamplesManyArguments &many, unsigned places,
                        const SamplesFinish &finish, const ManySamplesReports &reports,
                        cudaStream_t stream);

}  // namespace cuboid::engine::cuda
