// The samples engine on the device: the samples of the reference engine, bit for bit, the same sums
// for any launch, and the same results as the host to rounding.  Needs a CUDA device.
#include <cuda_runtime.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "algorithm/vegas_plus/vegas_plus.hpp"
#include "base/failure.hpp"
#include "engine/cuda/runtime/memory.hpp"
#include "gpu/samples_support.cuh"
#include "map/importance_edges.hpp"
#include "statistics/stratify.hpp"

namespace {

using namespace cuboid;
using namespace cuboid::test;
using engine::cuda::samples_functor;

std::unique_ptr<engine::SamplesEngine> make_engine(
    const engine::SamplesProblem &problem, const engine::DeviceIntegrandPointer &integrand) {
  return engine::make_device_samples_engine(integrand, nullptr, problem, {}, nullptr);
}

using DeviceSamples = DeviceTest;

/// Writes down its points.
template <int ndim>
struct Recorder {
  double *points;
  unsigned long long *count;
  unsigned long long room;
  __device__ void operator()(const double *x, double *f) const {
    const unsigned long long place = atomicAdd(count, 1ull);
    if (place < room)
      for (int i = 0; i < ndim; ++i) points[place * ndim + i] = x[i];
    f[0] = x[0] * x[0];
  }
};

struct HostRecord {
  std::vector<double> points;
};

int record(const int *ndim, const double *x, const int *, double *f, void *userdata) {
  auto &kept = static_cast<HostRecord *>(userdata)->points;
  kept.insert(kept.end(), x, x + *ndim);
  f[0] = x[0] * x[0];
  return 0;
}

template <int ndim>
std::vector<std::array<double, ndim>> sorted(const std::vector<double> &points) {
  std::vector<std::array<double, ndim>> result(points.size() / ndim);
  for (std::size_t i = 0; i < result.size(); ++i)
    std::copy_n(points.data() + i * ndim, ndim, result[i].begin());
  std::sort(result.begin(), result.end());
  return result;
}

template <int ndim>
void compare_points(const engine::SamplesGrid &grid, std::int64_t samples) {
  constexpr unsigned long long room = 1 << 20;
  Recorder<ndim> recorder{nullptr, nullptr, room};
  ASSERT_EQ(cudaMalloc(&recorder.points, room * ndim * sizeof(double)), cudaSuccess);
  ASSERT_EQ(cudaMalloc(&recorder.count, sizeof(unsigned long long)), cudaSuccess);
  ASSERT_EQ(cudaMemset(recorder.count, 0, sizeof(unsigned long long)), cudaSuccess);
  const auto device = make_engine(problem(ndim, 1, 77), samples_functor<ndim, 1>(recorder));
  device->set_grid(grid, false);
  device->submit(iteration(5, samples));
  const SamplesResult on_device = device->collect();
  ASSERT_LE(on_device.samples, std::int64_t{room});
  std::vector<double> points(static_cast<std::size_t>(on_device.samples) * ndim);
  ASSERT_EQ(cudaMemcpy(points.data(), recorder.points, points.size() * sizeof(double),
                       cudaMemcpyDeviceToHost),
            cudaSuccess);
  cudaFree(recorder.points);
  cudaFree(recorder.count);

  HostRecord kept;
  ReferenceSamples reference(problem(ndim, 1, 77), host(record, ndim, 1, 1, &kept));
  reference.set_grid(grid, false);
  reference.submit(iteration(5, samples));
  const SamplesResult on_host = reference.collect();
  EXPECT_EQ(on_device.samples, on_host.samples);
  EXPECT_EQ(sorted<ndim>(points), sorted<ndim>(kept.points));
  EXPECT_NEAR(on_device.integral[0], on_host.integral[0], 1e-13);
  EXPECT_NEAR(on_device.error[0], on_host.error[0], 1e-9 * on_host.error[0]);
}

engine::SamplesGrid uneven_grid(int ndim, std::int64_t nstrat, std::int64_t nintervals) {
  engine::SamplesGrid result = grid(nstrat, nintervals);
  for (int d = 0; d < ndim; ++d)
    for (std::int64_t i = 0; i <= nintervals; ++i) {
      const double t = static_cast<double>(i) / static_cast<double>(nintervals);
      const double edge = i == nintervals ? 1 : std::pow(t, 1 + d);
      result.edges.push_back(
          std::max(static_cast<std::uint64_t>(edge * 0x1p32), static_cast<std::uint64_t>(i)));
    }
  return result;
}

TEST_F(DeviceSamples, PointsAreThoseOfTheReferenceBitForBit) {
  compare_points<1>(uneven_grid(1, 5, 20), 12345);
  compare_points<3>(uneven_grid(3, 4, 128), 100000);
  compare_points<4>(uneven_grid(4, 1, 64), 50000);
  compare_points<9>(uneven_grid(9, 2, 64), 100000);
}

struct Trail {
  std::vector<SamplesResult> results;
  engine::SamplesMemory memory;
};

/// Iterations of more and more samples.  hint: of the next one's, as a share of them; 0: none.
Trail trail(std::int64_t nstrat, std::int64_t nintervals, double hint, bool after_each) {
  const auto engine = make_engine(problem(3, 2), samples_functor<3, 2>(ProductAndSquare{}));
  engine->set_grid(grid(nstrat, nintervals), true);
  Trail result;
  const auto collect = [&] { result.results.push_back(engine->collect()); };
  for (int i = 1; i <= 5; ++i) {
    engine::SamplesIteration one = iteration(i, 60000 + 10000 * i, 0.75, i == 3 ? 0 : 1);
    one.next_samples = std::llround(hint * static_cast<double>(one.samples + 10000));
    engine->submit(one);
    if (after_each) collect();
  }
  while (result.results.size() < 5) collect();
  result.memory = engine->memory();
  return result;
}

// Whether the samples are allotted at the end of the iteration before or at the beginning, and
// whether those allotted were too many.
TEST_F(DeviceSamples, SamplesThatAreAllottedAheadAreTheSame) {
  for (const std::int64_t nstrat : {6, 23, 25, 27}) {
    const Trail expected = trail(nstrat, 32 * nstrat, 0, false);
    for (const double hint : {1.0, 1.5})
      for (const bool after_each : {false, true}) {
        SCOPED_TRACE(std::to_string(nstrat) + " strata, hint " + std::to_string(hint));
        const Trail ahead = trail(nstrat, 32 * nstrat, hint, after_each);
        for (std::size_t i = 0; i < 5; ++i) {
          EXPECT_EQ(ahead.results[i].samples, expected.results[i].samples);
          EXPECT_EQ(ahead.results[i].integral, expected.results[i].integral);
          EXPECT_EQ(ahead.results[i].error, expected.results[i].error);
          EXPECT_EQ(ahead.results[i].dominance, expected.results[i].dominance);
        }
        EXPECT_EQ(ahead.memory.edges, expected.memory.edges);
        EXPECT_EQ(ahead.memory.variance, expected.memory.variance);
      }
  }
}

/// Two grids, one after the other.  looks: at each before its first iteration, which begins it.
Trail two_grids(std::int64_t nstrat, bool adaptive, bool probes) {
  const auto engine = make_engine(problem(3, 2), samples_functor<3, 2>(ProductAndSquare{}));
  Trail result;
  for (int i = 1; i <= 4; ++i) {
    if (i == 1 || i == 3) {
      engine->set_grid(grid(nstrat * i, 16 * nstrat * i), adaptive);
      if (probes) {
        const engine::SamplesMemory memory = engine->memory();
        EXPECT_EQ(memory.edges, map::equal_edges(3, static_cast<std::uint64_t>(16 * nstrat * i)));
        EXPECT_EQ(memory.variance.size(),
                  adaptive ? static_cast<std::size_t>(nstrat * nstrat * nstrat * i * i * i) : 0);
        for (const float variance : memory.variance) EXPECT_EQ(variance, memory.variance[0]);
        if (i == 1) EXPECT_EQ(memory.scale, std::vector<double>({1, 1}));
      }
    }
    engine->submit(iteration(i, 60000, adaptive ? 0.75 : 0, 1));
    result.results.push_back(engine->collect());
  }
  result.memory = engine->memory();
  return result;
}

TEST_F(DeviceSamples, GridsBeginTheSameWithTheirFirstIterationOrBeforeIt) {
  for (const bool adaptive : {false, true})
    for (const std::int64_t nstrat : {4, 9}) {
      SCOPED_TRACE(std::to_string(nstrat) + " strata" + (adaptive ? ", adaptive" : ""));
      const Trail with = two_grids(nstrat, adaptive, false);
      const Trail before = two_grids(nstrat, adaptive, true);
      for (std::size_t i = 0; i < 4; ++i) {
        EXPECT_EQ(with.results[i].samples, before.results[i].samples);
        EXPECT_EQ(with.results[i].integral, before.results[i].integral);
        EXPECT_EQ(with.results[i].error, before.results[i].error);
      }
      EXPECT_EQ(with.memory.edges, before.memory.edges);
      EXPECT_EQ(with.memory.variance, before.memory.variance);
    }
}

TEST_F(DeviceSamples, IterationsAgreeWithTheReference) {
  for (const bool adaptive : {false, true})
    for (const std::int64_t samples : {1000, 50021, 400000}) {
      const auto device = make_engine(problem(3, 2), samples_functor<3, 2>(ProductAndSquare{}));
      ReferenceSamples reference(problem(3, 2), host(product_and_square, 3, 2));
      for (engine::SamplesEngine *engine :
           {static_cast<engine::SamplesEngine *>(&reference), device.get()})
        engine->set_grid(grid(6, 192), adaptive);
      for (int i = 1; i <= 3; ++i) {
        device->submit(iteration(i, samples, 0.75, 1));
        reference.submit(iteration(i, samples, 0.75, 1));
        const SamplesResult a = device->collect();
        const SamplesResult b = reference.collect();
        // A sum that is rounded otherwise moves a hypercube's share, or an edge, now and then.
        if (i == 1) {
          EXPECT_EQ(a.samples, b.samples);
        } else {
          EXPECT_NEAR(static_cast<double>(a.samples), static_cast<double>(b.samples), 5);
        }
        const double tolerance = i == 1 ? 1e-12 : 6 * std::sqrt(2.0);
        for (std::size_t c = 0; c < 2; ++c) {
          EXPECT_NEAR(a.integral[c], b.integral[c], i == 1 ? tolerance : tolerance * b.error[c]);
          EXPECT_NEAR(a.error[c], b.error[c], (i == 1 ? 1e-6 : 0.1) * b.error[c]);
          EXPECT_NEAR(a.dominance[c], b.dominance[c], (i == 1 ? 1e-5 : 1) * b.dominance[c]);
        }
        EXPECT_NEAR(a.correlation[1], b.correlation[1], i == 1 ? 1e-6 : 0.1);
      }
      const auto edges_a = device->edges();
      const auto edges_b = reference.edges();
      ASSERT_EQ(edges_a.size(), edges_b.size());
      for (std::size_t k = 0; k < edges_a.size(); ++k)
        EXPECT_NEAR(static_cast<double>(edges_a[k]) * 0x1p-32,
                    static_cast<double>(edges_b[k]) * 0x1p-32, 0.05);
    }
}

struct Steep {
  __device__ void operator()(const double *x, double *f) const {
    f[0] = x[0] * x[0] * (x[0] < 0.5 ? 1 : 10);
  }
};

struct Function {
  __device__ void operator()(const double *x, double *f) const {
    f[0] = exp(-x[0] * x[0]) * exp(-x[1]) * x[2];
  }
};

struct Scaled {
  double scale;
  __device__ void operator()(const double *x, double *f) const { f[0] = scale * (1 + x[0] * x[0]); }
};

struct Sometimes {
  __device__ void operator()(const double *x, double *f) const {
    f[0] = x[0] < 0.25 ? nan("") : x[0] > 0.75 ? 1 / (x[0] - x[0]) : 1;
  }
};

TEST_F(DeviceSamples, SofterMapsAgreeWithTheReference) {
  const auto function = [](const int *, const double *x, const int *, double *f, void *) {
    f[0] = exp(-x[0] * x[0]) * exp(-x[1]) * x[2];
    return 0;
  };
  for (const int width_power : {0, 2}) {
    const auto device = make_engine(problem(3), samples_functor<3, 1>(Function{}));
    ReferenceSamples reference(problem(3), host(function, 3));
    engine::SamplesIteration one = iteration(1, 100000, 0.75, 1);
    one.width_power = width_power;
    for (engine::SamplesEngine *engine :
         {static_cast<engine::SamplesEngine *>(&reference), device.get()}) {
      engine->set_grid(uneven_grid(3, 8, 128), true);
      engine->submit(one);
      engine->collect();
    }
    const auto edges_a = device->edges();
    const auto edges_b = reference.edges();
    ASSERT_EQ(edges_a.size(), edges_b.size());
    for (std::size_t k = 0; k < edges_a.size(); ++k)
      EXPECT_NEAR(static_cast<double>(edges_a[k]) * 0x1p-32,
                  static_cast<double>(edges_b[k]) * 0x1p-32, 1e-6);
  }
}

TEST_F(DeviceSamples, HypercubesOfManyChunksAgreeWithTheReference) {
  const auto steep = [](const int *, const double *x, const int *, double *f, void *) {
    f[0] = x[0] * x[0] * (x[0] < 0.5 ? 1 : 10);
    return 0;
  };
  const auto device = make_engine(problem(1), samples_functor<1, 1>(Steep{}));
  ReferenceSamples reference(problem(1), host(steep, 1));
  device->set_grid(grid(2, 4), true);
  reference.set_grid(grid(2, 4), true);
  for (int i = 1; i <= 3; ++i) {
    device->submit(iteration(i, 300000, 1));
    reference.submit(iteration(i, 300000, 1));
    const SamplesResult a = device->collect();
    const SamplesResult b = reference.collect();
    EXPECT_NEAR(static_cast<double>(a.samples), static_cast<double>(b.samples), 2) << i;
    EXPECT_NEAR(a.error[0], b.error[0], 1e-5 * b.error[0]) << i;
  }
}

std::vector<double> sums_of_launch(unsigned blocks, std::vector<unsigned long long> &histogram) {
  // By hand, to choose the number of blocks.
  using namespace engine::cuda;
  constexpr int ndim = 6;
  constexpr uint32 n = 160;
  constexpr uint32 nstrat = 5;
  const uint64 ncube = 15625;
  SamplesArguments arguments{};
  std::vector<map::MapInterval> map;
  for (int d = 0; d < ndim; ++d)
    for (uint64 i = 0; i < n; ++i)
      map.push_back(map::make_map_interval((i << 32) / n, ((i + 1) << 32) / n));
  map::MapInterval *device_map;
  cudaMalloc(&device_map, map.size() * sizeof(map[0]));
  cudaMemcpy(device_map, map.data(), map.size() * sizeof(map[0]), cudaMemcpyHostToDevice);
  arguments.map = device_map;
  cudaMalloc(&arguments.histogram, map.size() * sizeof(uint64));
  cudaMemset(arguments.histogram, 0, map.size() * sizeof(uint64));
  SamplesState state{};
  state.scale[0] = 1;
  state.weight[0] = 1;
  cudaMalloc(&arguments.state, sizeof state);
  cudaMemcpy(arguments.state, &state, sizeof state, cudaMemcpyHostToDevice);
  arguments.counted = arguments.state;
  arguments.ncube = ncube;
  arguments.samples_per_cube = 40;
  arguments.pairs_per_cube = 20;
  arguments.nstrat = nstrat;
  arguments.intervals = n;
  arguments.intervals_per_stratum = n / nstrat;
  arguments.axis_bytes = n * sizeof(map::MapInterval);
  arguments.stratum_bytes = n / nstrat * sizeof(map::MapInterval);
  arguments.stratum_mask = (n / nstrat - 1) * sizeof(map::MapInterval);
  arguments.iteration = 1;
  arguments.ranks = 1;
  arguments.keys = rng::make_philox_keys<rng::fewest_philox_rounds>(9);
  arguments.volume_unit = map::volume_unit(ndim, n, {});
  const auto chunks = statistics::make_chunks(ncube * 40, 40);
  const std::size_t sums = chunks.groups() * 2;
  cudaMalloc(&arguments.group_sums, sums * sizeof(double));
  constexpr int threads = samples_threads(ndim, 1, false, true);
  const std::size_t shared = map.size() * (8 + 4 * samples_histograms(threads));
  constexpr int variant = FillKind{false, false, false, true}.variant();
  const auto kernel = samples_kernel<GaussianPeak<6, 100>, ndim, 1, variant>;
  cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                       static_cast<int>(shared));
  kernel<<<blocks, threads, shared>>>(GaussianPeak<6, 100>{}, arguments);
  std::vector<double> result(sums);
  histogram.resize(map.size());
  EXPECT_EQ(cudaMemcpy(result.data(), arguments.group_sums, sums * sizeof(double),
                       cudaMemcpyDeviceToHost),
            cudaSuccess);
  cudaMemcpy(histogram.data(), arguments.histogram, histogram.size() * sizeof(uint64),
             cudaMemcpyDeviceToHost);
  cudaFree(device_map);
  cudaFree(arguments.histogram);
  cudaFree(arguments.state);
  cudaFree(arguments.group_sums);
  return result;
}

TEST_F(DeviceSamples, BitsDoNotDependOnTheLaunch) {
  std::vector<unsigned long long> expected_histogram;
  const auto expected = sums_of_launch(1, expected_histogram);
  EXPECT_GT(*std::max_element(expected_histogram.begin(), expected_histogram.end()), 0u);
  for (const unsigned blocks : {2u, 7u, 66u, 264u, 1000u}) {
    std::vector<unsigned long long> histogram;
    EXPECT_EQ(sums_of_launch(blocks, histogram), expected) << blocks;
    EXPECT_EQ(histogram, expected_histogram) << blocks;
  }
}

TEST_F(DeviceSamples, RunsRepeatBitForBit) {
  for (const double beta : {0.0, 0.75}) {
    std::vector<double> bits;
    std::vector<std::uint64_t> edges;
    for (int run = 0; run < 3; ++run) {
      const auto engine = make_engine(problem(6), samples_functor<6, 1>(GaussianPeak<6, 100>{}));
      algorithm::VegasPlusTask task;
      task.goal.epsrel = task.goal.epsabs = 0;
      task.samples = 300000;
      task.goal.maxeval = 3000000;
      task.beta = beta;
      algorithm::VegasPlusResult result(1);
      task.engine = engine.get();
      algorithm::vegas_plus(task, result);
      if (run == 0) {
        bits = {result.integral[0], result.error[0], result.chi2[0]};
        edges = result.edges;
      }
      EXPECT_EQ(bits, (std::vector<double>{result.integral[0], result.error[0], result.chi2[0]}));
      EXPECT_EQ(edges, result.edges);
      const double exact = std::pow(std::sqrt(M_PI / 100) * std::erf(5), 6);
      EXPECT_NEAR(result.integral[0], exact, 5 * result.error[0]);
      EXPECT_LT(result.error[0], 2e-3 * exact);
    }
  }
}

TEST_F(DeviceSamples, APeakIsFoundOrTheResultIsNotTrusted) {
  // The share of the peak in the volume is 6e-10.
  for (const std::int64_t samples : {10000, 1000000}) {
    int trusted = 0;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      const auto engine =
          make_engine(problem(8, 1, seed), samples_functor<8, 1>(GaussianPeak<8, 625>{}));
      algorithm::VegasPlusTask task;
      task.goal.epsrel = task.goal.epsabs = 0;
      task.samples = samples;
      task.goal.maxeval = 20 * samples;
      algorithm::VegasPlusResult result(1);
      task.engine = engine.get();
      algorithm::vegas_plus(task, result);
      if (!result.trusted) continue;
      ++trusted;
      EXPECT_NEAR(result.integral[0], gaussian_integral(8), 5 * result.error[0])
          << samples << " samples, seed " << seed;
    }
    if (samples == 1000000) {
      EXPECT_GE(trusted, 15);
    }
  }
}

struct Square {
  __device__ void operator()(const double *x, double *f) const { f[0] = 3 * x[0] * x[0]; }
};

TEST_F(DeviceSamples, MoreSamplesThanFitInto32Bits) {
  for (const bool adaptive : {false, true}) {
    const auto engine = make_engine(problem(1), samples_functor<1, 1>(Square{}));
    engine->set_grid(grid(500, 1000), adaptive);
    constexpr std::int64_t samples = 10000000000;
    engine->submit(iteration(1, samples, adaptive ? 0.75 : 0));
    const SamplesResult result = engine->collect();
    if (adaptive) {
      // A hypercube has no more than a million.
      EXPECT_EQ(result.samples, 500 * std::int64_t{statistics::max_samples_of_cube});
    } else {
      EXPECT_EQ(result.samples, samples);
      EXPECT_LT(result.error[0], 3e-8);
    }
    EXPECT_NEAR(result.integral[0], 1, 5 * result.error[0]);
  }
}

TEST_F(DeviceSamples, OneMapServesAllAxes) {
  const auto engine = make_engine(problem(6), samples_functor<6, 1>(GaussianPeak<6, 100>{}));
  engine->set_grid(grid(3, 384), false);
  for (int i = 1; i <= 5; ++i) {
    engine::SamplesIteration step = iteration(i, 100000, 0, 1.5);
    step.one_map = true;
    engine->submit(step);
    engine->collect();
  }
  const auto edges = engine->edges();
  for (std::size_t d = 1; d < 6; ++d)
    for (std::size_t i = 0; i <= 384; ++i) EXPECT_EQ(edges[d * 385 + i], edges[i]);
  EXPECT_GT(edges[38] * 0x1p-32, 0.15);
}

TEST_F(DeviceSamples, BoxesWithInfiniteEnds) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  engine::SamplesProblem boxed = problem(3);
  boxed.box = {map::make_interval(-infinity, infinity), map::make_interval(1, infinity),
               map::make_interval(2, 5)};
  const auto engine = make_engine(boxed, samples_functor<3, 1>(Function{}));
  algorithm::VegasPlusTask task;
  task.goal.epsrel = 1e-4;
  task.samples = 1000000;
  task.goal.maxeval = 100000000;
  algorithm::VegasPlusResult result(1);
  task.engine = engine.get();
  algorithm::vegas_plus(task, result);
  EXPECT_TRUE(result.converged);
  EXPECT_NEAR(result.integral[0], std::sqrt(M_PI) * std::exp(-1.0) * 10.5, 5 * result.error[0]);
}

TEST_F(DeviceSamples, ExtremeScalesAndValuesThatAreNotFinite) {
  for (const double scale : {1e-200, 1e200}) {
    const auto engine = make_engine(problem(2), samples_functor<2, 1>(Scaled{scale}));
    algorithm::VegasPlusTask task;
    task.goal.epsabs = 0;
    task.goal.epsrel = 1e-5;
    task.samples = 100000;
    task.goal.maxeval = 10000000;
    algorithm::VegasPlusResult result(1);
    task.engine = engine.get();
    algorithm::vegas_plus(task, result);
    EXPECT_TRUE(result.converged);
    EXPECT_NEAR(result.integral[0] / scale, 4.0 / 3, 5 * result.error[0] / scale);
    EXPECT_GT(result.error[0], 0);
  }
  const auto engine = make_engine(problem(1), samples_functor<1, 1>(Sometimes{}));
  engine->set_grid(grid(4, 8), false);
  engine->submit(iteration(1, 4000));
  const SamplesResult result = engine->collect();
  EXPECT_EQ(result.nonfinite, 2000);
  EXPECT_NEAR(result.integral[0], 0.5, 1e-8);
  EXPECT_THROW(
      {
        algorithm::VegasPlusResult failed(1);
        algorithm::VegasPlusTask task;
        task.engine = engine.get();
        algorithm::vegas_plus(task, failed);
      },
      Failure);
}

/// Bytes that are taken from the pool.
std::uint64_t memory_in_use() {
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  cuuint64_t used = 0;
  EXPECT_EQ(cudaMemPoolGetAttribute(engine::cuda::Device::chosen().pool(),
                                    cudaMemPoolAttrUsedMemCurrent, &used),
            cudaSuccess);
  return used;
}

TEST_F(DeviceSamples, SurvivesFailedAllocations) {
  const auto integral = [](engine::SamplesEngine &engine) {
    algorithm::VegasPlusTask task;
    task.goal.epsrel = task.goal.epsabs = 0;
    task.samples = 300000;
    task.goal.maxeval = 1000000;
    algorithm::VegasPlusResult result(1);
    task.engine = &engine;
    algorithm::vegas_plus(task, result);
    return result.integral[0];
  };
  const auto integrand = samples_functor<6, 1>(GaussianPeak<6, 100>{});
  const double undisturbed = integral(*make_engine(problem(6), integrand));
  // With what the stream keeps for the next integration.
  const std::uint64_t in_use = memory_in_use();
  int refused = 0;
  for (bool failed = true; failed; ++refused) {
    std::unique_ptr<engine::SamplesEngine> engine;
    engine::cuda::fail_allocation_after(refused);
    try {
      engine = make_engine(problem(6), integrand);
      EXPECT_EQ(integral(*engine), undisturbed);
      failed = false;
    } catch (const Failure &failure) {
      EXPECT_EQ(failure.status(), CUBOID_OUT_OF_MEMORY) << failure.what();
      EXPECT_NE(failure.message().find("bytes of memory left"), std::string::npos)
          << failure.message();
    }
    engine::cuda::fail_allocation_after(-1);
    // What is there goes on as if nothing had happened.
    if (engine) {
      EXPECT_EQ(integral(*engine), undisturbed) << refused;
    }
    engine.reset();
    EXPECT_EQ(memory_in_use(), in_use) << refused;
  }
  // Of the engine, of the grid and the sums of the pilot, and of the larger ones of the first
  // iteration, which has the same room for the sum of all weights.
  EXPECT_EQ(refused - 1, 2 + (9 + 3) + (8 + 3));
}

}  // namespace
