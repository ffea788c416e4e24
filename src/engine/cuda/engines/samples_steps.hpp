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

/// What the first iteration with a grid finds.
struct SamplesBeginning {
  const map::MapInterval *first_map;  ///< [cells], of the host; nullptr: the map is there
  map::MapInterval *map;
  uint64 *histogram;  ///< [cells]
  uint64 cells;
  float *variance;  ///< [ncube]; nullptr: all hypercubes have equally many samples
  uint64 ncube;
  const SamplesState *first_state;  ///< of the host; nullptr: the state is there
  SamplesState *state;
  uint32 *ticket;  ///< [samples_tickets]: becomes zeros
};

/// Takes the first map, empties the histograms, and makes all variances equal: one launch takes the
/// place of up to five copies and memsets.
void launch_begin(const SamplesBeginning &beginning, cudaStream_t stream);

/// The same, and then the hypercubes, which fill samples_few_tiles at most, get the samples of the
/// first iteration.
void launch_begin_and_stratify(const SamplesBeginning &beginning, const SamplesStratification &next,
                               cudaStream_t stream);

/// What the host asks for.
struct HostRequest {
  const uint64 *from;  ///< [words]
  uint64 words;
  uint64 *to;        ///< of the host
  uint64 *answered;  ///< of the host: becomes number when all is there
  uint64 number;
};

/// A copy and a wait for the stream take three times as long.
void launch_tell(const HostRequest &request, cudaStream_t stream);

/// Adds up the variances of hypercubes that lie in several chunks of a rank.  max_chunks: at least
/// as many as all ranks have.
void launch_join_pieces(const SamplesArguments &arguments, uint64 max_chunks, cudaStream_t stream);

/// Refines the map, clears the histograms, adds up the sums and sets the scales anew.  max_chunks:
/// at least as many as there are.
void launch_finish(const SamplesArguments &arguments, const SamplesFinish &finish,
                   uint64 max_chunks, cudaStream_t stream);

/// The same and launch_join_pieces, and then the hypercubes, which fill samples_few_tiles at most,
/// get the samples of the next iteration, unless it is to have none: small integrals spend as much
/// time on launches as on samples.
void launch_join_and_finish(const SamplesArguments &arguments, const SamplesFinish &finish,
                            const SamplesStratification &next, uint64 max_chunks,
                            cudaStream_t stream);

}  // namespace cuboid::engine::cuda
