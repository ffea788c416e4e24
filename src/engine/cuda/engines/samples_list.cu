#include "engine/cuda/engines/samples_list.hpp"
#include "engine/cuda/kernel/samples_cubes.cuh"
#include "map/sample_words.hpp"

namespace cuboid::engine::cuda {

namespace {

/// Not tuned: the samples that are listed are copied to the host, which takes far longer.
constexpr int block_threads = 128;

/// block: keeps the last random words.
__device__ uint32 random_word(const SamplesArguments &arguments, const SamplesList &list,
                              uint64 sample, int axis, rng::PhiloxBlock &block) {
  if (list.quasi)
    return map::quasi_word_of_sample(
        sample, arguments.sobol_directions + axis * rng::scrambled_sobol_digits,
        arguments.scramble_seed[axis], arguments.stratum_bits);
  if (axis % 4 == 0)
    block = rng::pair_words(sample / 2, static_cast<uint32>(axis / 4), arguments.iteration,
                            arguments.keys);
  return map::word_of_pair(sample, block.word[axis % 4]);
}

__global__ void __launch_bounds__(block_threads)
    list_samples(const __grid_constant__ SamplesArguments arguments, const SamplesList list) {
  const uint64 i = uint64{blockIdx.x} * block_threads + threadIdx.x;
  if (i >= list.count) return;
  const uint64 sample = list.first + i;
  uint64 rest;
  double cube_samples;
  if (list.adaptive) {
    const CubePlace place = find_cube(arguments, sample);
    rest = place.cube;
    cube_samples = place.end - place.begin;
  } else {
    rest = sample / arguments.samples_per_cube;
    cube_samples = static_cast<double>(arguments.samples_per_cube);
  }
  rng::PhiloxBlock block{};
  const map::VolumeUnit unit = arguments.volume_unit;
  map::Volume widths{unit.widths};
  double jacobians = unit.jacobians;
  double volume = unit.widths * unit.jacobians * unit.rest;
  for (int axis = 0; axis < list.ndim; ++axis) {
    const map::MapPosition position = map::map_position(
        random_word(arguments, list, sample, axis, block), arguments.intervals_per_stratum);
    const auto stratum = static_cast<uint32>(rest % arguments.nstrat);
    rest /= arguments.nstrat;
    const uint32 cell =
        axis * arguments.intervals + stratum * arguments.intervals_per_stratum + position.interval;
    const map::MapInterval interval = arguments.map[cell];
    double x = map::map_point(interval, position.fraction);
    volume *= map::interval_width(interval);
    widths.multiply(axis, list.ndim, map::interval_width(interval));
    if (arguments.box) {
      double jacobian;
      x = arguments.box[axis].map(x, jacobian);
      volume *= jacobian;
      jacobians *= jacobian;
    }
    const uint64 place = i * static_cast<uint64>(list.ndim) + static_cast<uint64>(axis);
    list.x[place] = x;
    if (list.cell != nullptr) list.cell[place] = cell;
  }
  const auto cubes = static_cast<double>(arguments.ncube);
  if (list.weight != nullptr) list.weight[i] = volume / cube_samples / cubes;
  if (list.volume == nullptr) return;
  list.volume[i] = widths.product * jacobians;
  const double samples = chunks_of(arguments, list.adaptive).samples;
  list.density[i] = static_cast<float>(samples / (cube_samples * cubes));
}

}  // namespace

void launch_list(const SamplesArguments &arguments, const SamplesList &list, cudaStream_t stream) {
  const auto blocks = static_cast<unsigned>((list.count + block_threads - 1) / block_threads);
  list_samples<<<blocks, block_threads, 0, stream>>>(arguments, list);
}

}  // namespace cuboid::engine::cuda
