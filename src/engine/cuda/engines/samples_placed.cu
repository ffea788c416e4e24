#include "engine/cuda/engines/samples_placed.hpp"

#include <algorithm>
#include <cmath>

#include "engine/cuda/engines/block_sums.cuh"
#include "engine/cuda/kernel/samples_cubes.cuh"
#include "engine/cuda/runtime/error.hpp"
#include "engine/cuda/runtime/memory.hpp"
#include "map/sample_words.hpp"

namespace cuboid::engine::cuda {

namespace {

/// Not tuned: what else is done with the samples takes far longer.
constexpr unsigned placing_threads = 128;
constexpr unsigned summing_threads = 256;

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

__global__ void __launch_bounds__(placing_threads)
    list_samples(const __grid_constant__ SamplesArguments arguments, const SamplesList list) {
  const uint64 i = uint64{blockIdx.x} * placing_threads + threadIdx.x;
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

/// The width of the interval that holds a place of one axis.
__device__ uint32 width_at(const map::MapInterval *axis, uint32 intervals, double place) {
  const auto at = static_cast<uint64>(place * 0x1p32);
  uint32 first = 0, end = intervals;
  while (end - first > 1) {
    const uint32 middle = (first + end) / 2;
    if (map::interval_lower(axis[middle]) <= at)
      first = middle;
    else
      end = middle;
  }
  return map::interval_width(axis[first]);
}

/// Sums f^2 / p times the squares of the weights, p being the density of a map, block by block.
/// map: [ndim][intervals].  sums: [blocks][ncomp].
__global__ void __launch_bounds__(summing_threads)
    sum_kept(const KeptSamples kept, const map::MapInterval *map, uint32 intervals, double *sums) {
  __shared__ double room[summing_threads / 32];
  const uint64 i = uint64{blockIdx.x} * summing_threads + threadIdx.x;
  const bool mine = i < kept.count;
  const double unit = intervals * 0x1p-32;
  double inverse_density = 1;
  for (int d = 0; mine && d < kept.ndim; ++d)
    inverse_density *=
        unit * width_at(map + d * intervals, intervals, kept.place[i * kept.ndim + d]);
  for (int c = 0; c < kept.ncomp; ++c) {
    const double value = mine ? kept.f[i * kept.ncomp + c] * kept.weight[i] : 0;
    const double sum = block_sum(isfinite(value) ? value * value * inverse_density : 0, room);
    if (threadIdx.x == 0) sums[uint64{blockIdx.x} * kept.ncomp + c] = sum;
  }
}

unsigned blocks_for(uint64 count, unsigned threads) {
  return static_cast<unsigned>((count + threads - 1) / threads);
}

void launch_list(const SamplesArguments &arguments, const SamplesList &list, cudaStream_t stream) {
  list_samples<<<blocks_for(list.count, placing_threads), placing_threads, 0, stream>>>(arguments,
                                                                                        list);
}

}  // namespace

void place_and_evaluate(const SamplesArguments &arguments, const SamplesList &list, double *f,
                        BoundIntegrand &bound) {
  launch_list(arguments, list, bound.call().stream());
  bound.evaluate(static_cast<std::int64_t>(list.count), list.x, f);
}

void ShownSamples::hand_out(const SamplesIteration &iteration, const SamplesArguments &arguments,
                            bool adaptive, uint64 samples) {
  constexpr uint64 max_values = 1 << 21;
  const uint64 most = std::min<uint64>(1 << 16, max_values / static_cast<uint64>(problem_.ncomp));
  const auto ndim = static_cast<uint64>(problem_.ndim);
  const auto ncomp = static_cast<uint64>(problem_.ncomp);
  const DeviceArray<double> device(call_, static_cast<std::int64_t>(most * (ndim + 1 + ncomp)));
  double *const x = device.get();
  double *const weight = x + most * ndim;
  double *const f = weight + most;
  std::vector<double> host(most * (ndim + 1 + ncomp));
  for (auto first = static_cast<uint64>(iteration.receive_from); first < samples; first += most) {
    const uint64 count = std::min(most, samples - first);
    place_and_evaluate(
        arguments, {problem_.ndim, adaptive, problem_.quasi, first, count, x, weight}, f, bound_);
    check(cudaMemcpyAsync(host.data(), x, host.size() * sizeof(double), cudaMemcpyDeviceToHost,
                          call_.stream()),
          "copying samples");
    call_.wait("copying samples");
    if (!(*iteration.receiver)({iteration.number, static_cast<std::int64_t>(first),
                                static_cast<std::int64_t>(count), host.data(),
                                host.data() + most * ndim, host.data() + most * (ndim + 1)}))
      break;
  }
}

/// To copy 65536 of them to the host takes many times as long as the integral (chains.txt).
void ShownSamples::keep(const SamplesArguments &arguments, bool adaptive, uint64 samples) {
  const auto ndim = static_cast<uint64>(problem_.ndim);
  const auto ncomp = static_cast<uint64>(problem_.ncomp);
  numbers_.reserve(samples * (ndim + 1 + ncomp));
  double *const x = numbers_.data();
  double *const weight = x + samples * ndim;
  double *const f = weight + samples;
  const SamplesList list{problem_.ndim, adaptive, problem_.quasi, 0, samples, x, weight};
  place_and_evaluate(arguments, list, f, bound_);
  if (arguments.box != nullptr) {
    SamplesArguments unboxed = arguments;
    unboxed.box = nullptr;
    SamplesList places = list;
    places.weight = nullptr;
    launch_list(unboxed, places, call_.stream());
  }
  kept_ = {problem_.ndim, problem_.ncomp, samples, x, weight, f};
}

std::vector<double> ShownSamples::deviations(const map::MapInterval *map, uint32 intervals,
                                             const SamplesAnswers &answers) const {
  const auto ncomp = static_cast<std::size_t>(problem_.ncomp);
  std::vector<double> found(ncomp);
  const unsigned blocks = blocks_for(kept_.count, summing_threads);
  std::vector<double> sums(blocks * ncomp);
  const DeviceArray<double> here(call_, std::ssize(sums));
  sum_kept<<<blocks, summing_threads, 0, call_.stream()>>>(kept_, map, intervals, here.get());
  check(cudaGetLastError(), "looking at samples that were kept");
  answers.ask(here.get(), sums.size() * sizeof(double), sums.data());
  for (std::size_t i = 0; i < sums.size(); ++i) found[i % ncomp] += sums[i];
  // The weights hold one over the number of samples once, and the squares twice.
  for (double &each : found) each = std::sqrt(each * static_cast<double>(kept_.count));
  return found;
}

}  // namespace cuboid::engine::cuda
