// The random words of the samples of one thread: of Philox, or scrambled Sobol points.
#pragma once

#include "base/words.hpp"
#include "engine/cuda/kernel/samples_arguments.cuh"
#include "map/importance_map.hpp"
#include "rng/philox.hpp"
#include "rng/scrambled_sobol.hpp"

namespace cuboid::engine::cuda {

/// The random words of a pair: [2][ndim], those of the second sample reflected.
template <int ndim>
__device__ __forceinline__ void draw(const SamplesArguments &arguments, uint64 pair,
                                     uint32 *random) {
#pragma unroll
  for (int group = 0; group < (ndim + 3) / 4; ++group) {
    const rng::PhiloxBlock block =
        rng::pair_words(pair, static_cast<uint32>(group), arguments.iteration, arguments.keys);
#pragma unroll
    for (int i = 0; i < 4; ++i)
      if (4 * group + i < ndim) random[4 * group + i] = block.word[i];
  }
#pragma unroll
  for (int axis = 0; axis < ndim; ++axis) random[ndim + axis] = map::reflected_word(random[axis]);
}

/// Words for one sample after the other: from one to the next a single direction of each axis is
/// added, whose loads are all that a point costs besides the scrambling.
template <int ndim>
struct SobolDraws {
  uint32 digits[ndim];  ///< of the last sample, before the scrambling; the first one lowest
  uint64 next = 0;      ///< the sample after it; 0: none was drawn

  __device__ __forceinline__ void draw(const SamplesArguments &arguments, uint64 sample,
                                       uint32 *random) {
    const rng::SobolPosition position = rng::sobol_position(sample);
    if (sample != next || static_cast<uint32>(sample) == 0) {
#pragma unroll
      for (int axis = 0; axis < ndim; ++axis)
        digits[axis] = rng::sobol_digits(
            arguments.sobol_directions + axis * rng::scrambled_sobol_digits, position.code);
    } else {
      const int changed = __ffs(static_cast<int>(sample)) - 1;
#pragma unroll
      for (int axis = 0; axis < ndim; ++axis)
        digits[axis] ^=
            __ldg(arguments.sobol_directions + axis * rng::scrambled_sobol_digits + changed);
    }
    // Apart, so that the seeds of nearly all samples come from the constants of the kernel.
    if (position.block == 0) {
#pragma unroll
      for (int axis = 0; axis < ndim; ++axis)
        random[axis] = rng::scramble_reversed(digits[axis], arguments.scramble_seed[axis]);
    } else {
#pragma unroll
      for (int axis = 0; axis < ndim; ++axis)
        random[axis] = rng::scramble_reversed(
            digits[axis], rng::seed_of_block(arguments.scramble_seed[axis], position.block));
    }
#pragma unroll
    for (int axis = 0; axis < ndim; ++axis)
      random[axis] = map::ordered_word(random[axis], arguments.stratum_bits);
    next = sample + 1;
  }
};

}  // namespace cuboid::engine::cuda
