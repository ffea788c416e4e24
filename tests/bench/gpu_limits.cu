// What the device can do at most of the samples of VEGAS: pairs of mirrored points from one draw of
// Philox, alone; through a map; and with histograms as well.
//   gpu_limits [samples]     by default 1e9
// Nanoseconds a sample.  The map has as many intervals on an axis as the shared memory of a
// multiprocessor holds beside one histogram, and at most 1024.  all: each sample adds to the
// histograms; 1 in 16: one pair of 16 does, as in iterations of many samples.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "gpu_integrands.cuh"
#include "map/importance_edges.hpp"
#include "map/importance_map.hpp"
#include "rng/philox.hpp"

namespace {

using namespace cuboid;

constexpr int max_intervals = 1024;

enum class Histograms { none, all, of_16 };

struct Arguments {
  const map::MapInterval *map;  ///< [ndim][intervals]; nullptr: none
  int intervals;                ///< a power of 2
  uint64 *histogram;            ///< [ndim][intervals]
  rng::SampleKeys keys;
  uint64 pairs;  ///< of a thread
  double *out;   ///< of each thread
};

void check(cudaError_t error) {
  if (error == cudaSuccess) return;
  std::printf("%s\n", cudaGetErrorString(error));
  std::exit(1);
}

/// The words of a pair, and those of the mirror image.
template <int ndim>
__device__ __forceinline__ void draw(const Arguments &arguments, uint64 pair,
                                     uint32 (&word)[2][ndim]) {
#pragma unroll
  for (int group = 0; group < (ndim + 3) / 4; ++group) {
    const rng::PhiloxBlock block =
        rng::pair_words(pair, static_cast<uint32>(group), 1, arguments.keys);
#pragma unroll
    for (int i = 0; i < 4; ++i)
      if (4 * group + i < ndim) word[0][4 * group + i] = block.word[i];
  }
#pragma unroll
  for (int d = 0; d < ndim; ++d) word[1][d] = map::reflected_word(word[0][d]);
}

template <class Integrand, bool mapped>
__device__ __forceinline__ double evaluate(const Integrand &integrand, const Arguments &arguments,
                                           const map::MapInterval *map, const uint32 *word) {
  constexpr int ndim = Integrand::ndim;
  double x[ndim];
  map::Volume volume{1};
#pragma unroll
  for (int d = 0; d < ndim; ++d) {
    if constexpr (mapped) {
      const auto place =
          map::map_position(word[d], static_cast<uint32>(arguments.intervals)).interval;
      const map::MapInterval interval = map[d * arguments.intervals + place];
      x[d] = map::map_point(interval, word[d]);
      volume.multiply(d, ndim, map::interval_width(interval));
    } else {
      x[d] = fma(static_cast<double>(word[d]), 0x1p-32, 0x1p-33);
    }
  }
  double f;
  integrand(x, &f);
  return f * volume.product;
}

template <class Integrand, bool mapped, Histograms histograms, int threads>
__global__ void __launch_bounds__(threads, 1)
    sample(const Integrand integrand, const __grid_constant__ Arguments arguments) {
  constexpr int ndim = Integrand::ndim;
  extern __shared__ map::MapInterval map[];
  const int cells = ndim * arguments.intervals;
  uint32 *const bins = reinterpret_cast<uint32 *>(map + cells);
  if constexpr (mapped) {
    for (int i = threadIdx.x; i < cells; i += threads) {
      map[i] = arguments.map[i];
      if constexpr (histograms != Histograms::none) bins[i] = 0;
    }
    __syncthreads();
  }
  const uint64 thread = blockIdx.x * uint64{threads} + threadIdx.x;
  double sum = 0;
  for (uint64 k = 0; k < arguments.pairs; ++k) {
    uint32 word[2][ndim];
    draw<ndim>(arguments, thread * arguments.pairs + k, word);
    double f[2];
#pragma unroll
    for (int half = 0; half < 2; ++half)
      f[half] = evaluate<Integrand, mapped>(integrand, arguments, map, word[half]);
    sum += f[0] + f[1];
    if constexpr (histograms == Histograms::none) continue;
    if (histograms == Histograms::of_16 && k % 16 != 0) continue;
#pragma unroll
    for (int half = 0; half < 2; ++half) {
      const float square = static_cast<float>(f[half]) * static_cast<float>(f[half]);
      const uint32 added = __float2uint_rz(fminf(square, 1000.f)) + 1;
#pragma unroll
      for (int d = 0; d < ndim; ++d)
        atomicAdd(
            bins + d * arguments.intervals +
                map::map_position(word[half][d], static_cast<uint32>(arguments.intervals)).interval,
            added);
    }
  }
  arguments.out[thread] = sum;
  if constexpr (histograms != Histograms::none) {
    __syncthreads();
    for (int i = threadIdx.x; i < cells; i += threads)
      atomicAdd(arguments.histogram + i, uint64{bins[i]});
  }
}

/// Nanoseconds a sample.
template <class Integrand, bool mapped, Histograms histograms, int threads>
double time_of(Arguments arguments, double samples, int blocks) {
  auto *const kernel = sample<Integrand, mapped, histograms, threads>;
  const std::size_t cells = mapped ? std::size_t{Integrand::ndim} * arguments.intervals : 0;
  const std::size_t shared = cells * (histograms == Histograms::none ? 8 : 12);
  check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                             static_cast<int>(shared)));
  arguments.pairs = static_cast<uint64>(samples / 2 / blocks / threads) + 1;
  cudaEvent_t begin, end;
  check(cudaEventCreate(&begin));
  check(cudaEventCreate(&end));
  float best = 1e30f;
  for (int i = 0; i < 4; ++i) {
    check(cudaEventRecord(begin));
    kernel<<<blocks, threads, shared>>>(Integrand{}, arguments);
    check(cudaEventRecord(end));
    check(cudaEventSynchronize(end));
    float ms = 0;
    check(cudaEventElapsedTime(&ms, begin, end));
    if (i > 0) best = std::min(best, ms);
  }
  cudaEventDestroy(begin);
  cudaEventDestroy(end);
  return 1e6 * best / (2. * static_cast<double>(arguments.pairs) * blocks * threads);
}

template <class Integrand, bool mapped, Histograms histograms>
void print(const Arguments &arguments, double samples, int blocks) {
  std::printf(" %12.5f",
              std::min(time_of<Integrand, mapped, histograms, 512>(arguments, samples, blocks),
                       time_of<Integrand, mapped, histograms, 768>(arguments, samples, blocks)));
}

template <class Integrand>
void print_row(double samples, const cudaDeviceProp &device) {
  constexpr int ndim = Integrand::ndim;
  Arguments arguments{};
  arguments.intervals = max_intervals;
  while (std::size_t{12} * ndim * arguments.intervals > device.sharedMemPerBlockOptin)
    arguments.intervals /= 2;
  arguments.keys = rng::make_philox_keys<rng::fewest_philox_rounds>(1);
  const std::vector<map::MapInterval> map = map::intervals_of_edges(
      map::equal_edges(ndim, static_cast<uint64>(arguments.intervals)), ndim);
  void *memory = nullptr;
  check(cudaMalloc(&memory, map.size() * sizeof(map::MapInterval)));
  check(cudaMemcpy(memory, map.data(), map.size() * sizeof(map::MapInterval),
                   cudaMemcpyHostToDevice));
  arguments.map = static_cast<const map::MapInterval *>(memory);
  check(cudaMalloc(&memory, map.size() * sizeof(uint64)));
  check(cudaMemset(memory, 0, map.size() * sizeof(uint64)));
  arguments.histogram = static_cast<uint64 *>(memory);
  const int blocks = device.multiProcessorCount;
  check(cudaMalloc(&memory, sizeof(double) * 1024 * static_cast<std::size_t>(blocks)));
  arguments.out = static_cast<double *>(memory);
  std::printf("%-10s %4d %9d", Integrand::name, ndim, arguments.intervals);
  print<Integrand, false, Histograms::none>(arguments, samples, blocks);
  print<Integrand, true, Histograms::none>(arguments, samples, blocks);
  print<Integrand, true, Histograms::all>(arguments, samples, blocks);
  print<Integrand, true, Histograms::of_16>(arguments, samples, blocks);
  std::printf("\n");
  std::fflush(stdout);
  cudaFree(const_cast<map::MapInterval *>(arguments.map));
  cudaFree(arguments.histogram);
  cudaFree(arguments.out);
}

}  // namespace

int main(int argc, char **argv) {
  const double samples = argc > 1 ? std::atof(argv[1]) : 1e9;
  cudaDeviceProp device{};
  check(cudaGetDeviceProperties(&device, 0));
  std::printf("%s\n%-10s %4s %9s %12s %12s %12s %12s\n", device.name, "integrand", "ndim",
              "intervals", "pair", "map", "all", "1 in 16");
  print_row<bench::F1<8>>(samples, device);
  print_row<bench::F2<6>>(samples, device);
  print_row<bench::F4<8>>(samples, device);
  print_row<bench::F4<16>>(samples, device);
  print_row<bench::F4<32>>(samples, device);
  print_row<bench::Sum<10>>(samples, device);
  return 0;
}
