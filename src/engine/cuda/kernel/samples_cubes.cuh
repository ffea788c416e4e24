// Which hypercube a sample lies in.
#pragma once

#include "base/words.hpp"
#include "engine/cuda/kernel/samples_arguments.cuh"
#include "statistics/strata.hpp"

namespace cuboid::engine::cuda {

/// The chunks of the iteration; adaptive: the hypercubes have got their samples.
__device__ __forceinline__ statistics::Chunks chunks_of(const SamplesArguments &arguments,
                                                        bool adaptive) {
  if (adaptive)
    return statistics::make_chunks(arguments.tile_first[samples_tiles(arguments.ncube)], 0);
  return statistics::make_chunks(arguments.ncube * arguments.samples_per_cube,
                                 arguments.samples_per_cube);
}

/// The first chunk of a rank, or the end of all.
__device__ __forceinline__ uint64 chunk_begin(const statistics::Chunks &chunks, uint32 rank,
                                              uint32 ranks) {
  const uint64 group = statistics::share_begin<uint64>(chunks.groups(), rank, ranks);
  return min(group * statistics::chunks_per_group, chunks.count);
}

/// A hypercube, where their numbers of samples differ.
struct CubePlace {
  uint64 cube;
  uint64 tile_first;  ///< first sample of its tile
  uint32 begin;       ///< samples of the tile before it
  uint32 end;         ///< and up to its end
};

/// The hypercube that holds a sample.
__device__ __forceinline__ CubePlace find_cube(const SamplesArguments &arguments, uint64 sample) {
  uint64 tile = 0;
  uint64 last = samples_tiles(arguments.ncube) - 1;
  while (tile < last) {
    const uint64 middle = (tile + last + 1) / 2;
    if (arguments.tile_first[middle] <= sample)
      tile = middle;
    else
      last = middle - 1;
  }
  const uint64 tile_first = arguments.tile_first[tile];
  const auto wanted = static_cast<uint32>(sample - tile_first);
  const uint32 *const ends = arguments.cube_end + tile * samples_cubes_per_tile;
  uint32 low = 0;
  uint32 high = static_cast<uint32>(min(static_cast<uint64>(samples_cubes_per_tile),
                                        arguments.ncube - tile * samples_cubes_per_tile)) -
                1;
  while (low < high) {
    const uint32 middle = (low + high) / 2;
    if (ends[middle] > wanted)
      high = middle;
    else
      low = middle + 1;
  }
  return {tile * samples_cubes_per_tile + low, tile_first, low > 0 ? ends[low - 1] : 0, ends[low]};
}

/// Walks through the hypercubes of a chunk in order.
template <int ndim, bool adaptive>
struct CubeWalk {
  /// Else there is one hypercube, and the offsets need no registers.
  static constexpr bool cuts = ndim <= statistics::max_stratified_ndim;

  uint32 offset[cuts ? ndim : 1];  ///< of the first interval of the stratum in the map, in bytes
  // Adaptive only.
  uint32 cube;
  uint32 samples;   ///< in the hypercube
  uint32 end;       ///< samples of the tile up to the end of the hypercube
  uint32 next_end;  ///< and of the next one, or what precedes it in the next tile

  /// Begins with the hypercube that holds a sample, and says which one is its first.
  __device__ __forceinline__ uint64 find(const SamplesArguments &arguments, uint64 sample) {
    uint64 first;
    uint32 rest;
    if constexpr (adaptive) {
      const CubePlace place = find_cube(arguments, sample);
      cube = rest = static_cast<uint32>(place.cube);
      first = place.tile_first + place.begin;
      end = place.end;
      samples = end - place.begin;
    } else {
      const uint64 number = sample / arguments.samples_per_cube;
      first = number * arguments.samples_per_cube;
      rest = static_cast<uint32>(number);
    }
#pragma unroll
    for (int axis = 0; cuts && axis < ndim; ++axis) {
      const uint32 quotient = rest / arguments.nstrat;
      const uint32 coordinate = rest - quotient * arguments.nstrat;
      offset[axis] = axis * arguments.axis_bytes + coordinate * arguments.stratum_bytes;
      rest = quotient;
    }
    return first;
  }

  /// Of the first interval of the stratum in the map, in bytes.
  __device__ __forceinline__ uint32 begin(const SamplesArguments &arguments, int axis) const {
    return cuts ? offset[axis] : axis * arguments.axis_bytes;
  }

  /// Begins to read what advance needs, which takes a while.
  __device__ __forceinline__ void look_ahead(const SamplesArguments &arguments) {
    next_end = arguments.cube_end[cube + 1];
  }

  /// To the next hypercube; adaptive: after look_ahead.
  __device__ __forceinline__ void advance(const SamplesArguments &arguments) {
    if constexpr (adaptive) {
      ++cube;
      samples = next_end - (cube % samples_cubes_per_tile == 0 ? 0 : end);
      end = next_end;
    }
    if constexpr (!cuts) return;
    // The threads of a warp seldom come to the end of an axis together, and so the first two are
    // worked off without branches.
    const bool wraps = step<0>(arguments, true);
    if constexpr (ndim > 1)
      if (step<1>(arguments, wraps)) carry<2>(arguments);
  }

 private:
  /// Adds one to a coordinate, and says whether it was the last one and is the first one now.
  template <int axis>
  __device__ __forceinline__ bool step(const SamplesArguments &arguments, bool carries) {
    if (carries) offset[axis] += arguments.stratum_bytes;
    const bool wraps = offset[axis] == (axis + 1) * arguments.axis_bytes;
    if (wraps) offset[axis] = axis * arguments.axis_bytes;
    return wraps;
  }

  /// The first coordinate runs fastest.
  template <int axis>
  __device__ __forceinline__ void carry(const SamplesArguments &arguments) {
    if constexpr (axis < ndim)
      if (step<axis>(arguments, true)) carry<axis + 1>(arguments);
  }
};

}  // namespace cuboid::engine::cuda
