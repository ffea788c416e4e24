// The kernels of the samples engine that do not know the integrand: what happens between two fills.
#pragma once

#include <cuda_runtime.h>

#include "engine/cuda/engines/samples_stratify.hpp"
#include "engine/cuda/kernel/samples_arguments.cuh"
#include "map/refinement.hpp"

namespace cuboid::engine::cuda {

/// Where the sums of an iteration go: memory of the host that the device writes to.
struct SamplesReport {
  double integral[samples_ncomp_limit];
  double error[samples_ncomp_limit];
  double correlation[samples_ncomp_limit * (samples_ncomp_limit + 1) / 2];
  double dominance[samples_ncomp_limit];
  double greatest[samples_ncomp_limit];
  uint64 samples;
  uint64 nonfinite;
  uint64 first_nonfinite;  ///< none of the samples before it was NaN or infinite
  uint64 number;           ///< SamplesFinish::number, once all else is there
};

/// What ends an iteration.
struct SamplesFinish {
  map::MapInterval *map;
  SamplesReport *report;
  uint64 number;             ///< that the report shall have
  map::RefinementStep step;  ///< alpha 0: the map stays
  int ndim;
  int ncomp;
  bool one_map;
  bool adaptive;
};

/// Adds up the variances of hypercubes that lie in several chunks of a rank.  most_chunks: at least
/// as many as all ranks have.
void launch_join_pieces(const SamplesArguments &arguments, uint64 most_chunks, cudaStream_t stream);

/// Refines the map, clears the histograms, adds up the sums and sets the scales anew.  most_chunks:
/// at least as many as there are.
void launch_finish(const SamplesArguments &arguments, const SamplesFinish &finish,
                   uint64 most_chunks, cudaStream_t stream);

/// The same and launch_join_pieces, and then the hypercubes, which fill samples_few_tiles at most,
/// get the samples of the next iteration: small integrals spend as much time on launches as on
/// samples.
void launch_finish_and_stratify(const SamplesArguments &arguments, const SamplesFinish &finish,
                                const SamplesStratification &next, uint64 most_chunks,
                                cudaStream_t stream);

}  // namespace cuboid::engine::cuda
