#include "engine/cuda/engines/samples_list.hpp"
#include "rng/scrambled_sobol.hpp"

namespace cuboid::engine::cuda {

namespace {

constexpr int block_threads = 128;

/// The hypercube of a sample, and how many samples it has.
struct Cube {
  uint64 number;
  double samples;
};

/// The last place of a rising array whose value is not above the wanted one.  values[0] is not.
__device__ uint64 last_not_above(const uint64 *values, uint64 count, uint64 wanted) {
  uint64 low = 0;
  uint64 high = count - 1;
  while (low < high) {
    const uint64 middle = (low + high + 1) / 2;
    if (values[middle] <= wanted)
      low = middle;
    else
      high = middle - 1;
  }
  return low;
}

__device__ Cube cube_of(const SamplesArguments &arguments, bool adaptive, uint64 sample) {
  if (!adaptive)
    return {sample / arguments.samples_per_cube, static_cast<double>(arguments.samples_per_cube)};
  const uint64 tiles = (arguments.ncube - 1) / samples_cubes_per_tile + 1;
  const uint64 tile = last_not_above(arguments.tile_first, tiles, sample);
  const uint64 tile_first = arguments.tile_first[tile];
  const auto wanted = static_cast<uint32>(sample - tile_first);
  const uint64 before = tile * samples_cubes_per_tile;
  const uint32 *const ends = arguments.cube_end + before;
  uint64 low = 0;
  uint64 high = min(static_cast<uint64>(samples_cubes_per_tile), arguments.ncube - before) - 1;
  while (low < high) {
    const uint64 middle = (low + high) / 2;
    if (ends[middle] > wanted)
      high = middle;
    else
      low = middle + 1;
  }
  return {before + low, static_cast<double>(ends[low] - (low > 0 ? ends[low - 1] : 0))};
}

/// block: keeps the last random words.
__device__ uint32 random_word(const SamplesArguments &arguments, const SamplesList &list,
                              uint64 sample, int axis, rng::PhiloxBlock &block) {
  if (list.quasi) {
    const rng::SobolPosition position = rng::sobol_position(sample);
    return map::ordered_word(
        rng::scramble_reversed(
            rng::sobol_digits(arguments.sobol_directions + axis * rng::scrambled_sobol_digits,
                              position.code),
            rng::seed_of_block(arguments.scramble_seed[axis], position.block)),
        arguments.stratum_bits);
  }
  if (axis % 4 == 0)
    block = rng::philox<samples_philox_rounds>(
        rng::pair_counter(sample / 2, static_cast<uint32>(axis / 4), arguments.iteration),
        arguments.keys);
  const uint32 word = block.word[axis % 4];
  return sample % 2 == 0 ? word : map::reflected_word(word);
}

__global__ void __launch_bounds__(block_threads)
    list_samples(const __grid_constant__ SamplesArguments arguments, const SamplesList list) {
  const uint64 i = uint64{blockIdx.x} * block_threads + threadIdx.x;
  if (i >= list.count) return;
  const uint64 sample = list.first + i;
  const Cube cube = cube_of(arguments, list.adaptive, sample);
  uint64 rest = cube.number;
  rng::PhiloxBlock block{};
  double volume = arguments.cell_volume;
  for (int axis = 0; axis < list.ndim; ++axis) {
    const map::MapPosition position = map::map_position(
        random_word(arguments, list, sample, axis, block), arguments.intervals_per_stratum);
    const auto stratum = static_cast<uint32>(rest % arguments.nstrat);
    rest /= arguments.nstrat;
    const map::MapInterval interval =
        arguments.map[axis * arguments.intervals + stratum * arguments.intervals_per_stratum +
                      position.interval];
    double x = map::map_point(interval, position.fraction);
    volume *= map::interval_width(interval);
    if (arguments.box) {
      double jacobian;
      x = arguments.box[axis].map(x, jacobian);
      volume *= jacobian;
    }
    list.x[i * static_cast<uint64>(list.ndim) + static_cast<uint64>(axis)] = x;
  }
  list.weight[i] = volume / cube.samples / static_cast<double>(arguments.ncube);
}

}  // namespace

void launch_list(const SamplesArguments &arguments, const SamplesList &list, cudaStream_t stream) {
  const auto blocks = static_cast<unsigned>((list.count + block_threads - 1) / block_threads);
  list_samples<<<blocks, block_threads, 0, stream>>>(arguments, list);
}

}  // namespace cuboid::engine::cuda
