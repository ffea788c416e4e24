// Speed and accuracy of cubature on a GPU.
//   gpu_cuhre rate            evaluations per second in the rule kernel, and of the integrand on
//                             lattice points and nothing else
//   gpu_cuhre table [seconds] the integrals of the PAGANI paper to falling tolerances; an integral
//                             is left at the first tolerance that takes longer than that
//   gpu_cuhre repeat [times]  how many results there are of so many equal calls, on one engine and
//                             on an engine for each: 1 and 1, or a promise is broken
// A third argument selects integrals, f4 or f4_8, a fourth is the digits to begin with, and a fifth
// the key of the rule.
#include <cuda_runtime.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "algorithm/cubature/pagani.hpp"
#include "base/failure.hpp"
#include "engine/cuda/engines/rule_table.hpp"
#include "engine/cuda/kernel/regions_probe.cuh"
#include "engine/cuda/kernel/regions_rule.cuh"
#include "engine/cuda/runtime/device.hpp"
#include "gpu_integrands.cuh"
#include "support/functor_kernels.cuh"
#include "support/pagani.hpp"

namespace {

using namespace cuboid;
using namespace cuboid::engine::cuda;

double milliseconds() {
  return std::chrono::duration<double, std::milli>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

/// "f4" or "f4_8": which integrals are run; empty: all.
std::string only;
int first_digits = 3;
int key = 0;

template <class F>
std::unique_ptr<engine::RegionsEngine> make_engine() {
  const auto integrand = functor_with<F::ndim, 1>(F{}, [](const auto &add) {
    add("rule_kernel 0", reinterpret_cast<const void *>(rule_kernel<F, F::ndim, 1, false>));
    add("probe_kernel 0", reinterpret_cast<const void *>(probe_kernel<F, F::ndim, 1, false>));
  });
  return engine::make_device_regions_engine(integrand, nullptr, nullptr, nullptr, key, 0);
}

template <class F>
bool left_out() {
  const std::string name = std::string(F::name) + "_" + std::to_string(F::ndim);
  return name.compare(0, only.size(), only) != 0;
}

/// The integrand on a lattice in fixed point, as cheap as points can be.
template <class F>
__global__ void evaluate_lattice(F integrand, unsigned long long count, double *sums) {
  const unsigned long long thread =
      blockIdx.x * static_cast<unsigned long long>(blockDim.x) + threadIdx.x;
  unsigned int generator[F::ndim], place[F::ndim];
#pragma unroll
  for (int d = 0; d < F::ndim; ++d) {
    generator[d] = (2654435769u * (2 * d + 1) + d * 40503u) | 1u;
    place[d] = static_cast<unsigned int>(thread * count) * generator[d];
  }
  double sum = 0;
  for (unsigned long long i = 0; i < count; ++i) {
    double x[F::ndim], f;
#pragma unroll
    for (int d = 0; d < F::ndim; ++d) {
      place[d] += generator[d];
      x[d] = fma(static_cast<double>(place[d]), 0x1p-32, 0x1p-33);
    }
    integrand(x, &f);
    sum += f;
  }
  sums[thread] = sum;
}

/// Milliseconds of the fastest of six launches.
template <class Launch>
float fastest(cudaStream_t stream, const Launch &launch) {
  cudaEvent_t begin, end;
  cudaEventCreate(&begin);
  cudaEventCreate(&end);
  float best = 1e30f;
  for (int run = 0; run < 6; ++run) {
    cudaEventRecord(begin, stream);
    launch();
    cudaEventRecord(end, stream);
    cudaEventSynchronize(end);
    float time = 0;
    cudaEventElapsedTime(&time, begin, end);
    best = std::min(best, time);
  }
  cudaEventDestroy(begin);
  cudaEventDestroy(end);
  return best;
}

/// The rule kernel alone, on equal regions that fill the GPU many times.
template <class F>
void rate(cudaStream_t stream) {
  if (left_out<F>()) return;
  constexpr int halvings = F::ndim >= 8 ? 18 : 20;
  constexpr long long count = 1ll << halvings;
  const F integrand;
  const rule::OrbitRule rule = rule::make_orbit_rule(F::ndim, key);
  const PackedRule packed = pack_rule(rule);
  char *memory = nullptr;
  cudaMalloc(&memory, packed.arrays.size() + count * (9 * F::ndim + 4 + 8 * nsums) +
                          sizeof(LoopState) + 1024);
  RegionArrays regions{};
  WorkArrays work{};
  regions.capacity = count;
  char *const codes = memory;
  regions.lower = reinterpret_cast<double *>(codes + (packed.arrays.size() + 255) / 256 * 256);
  work.sums = regions.lower + count * F::ndim;
  work.state = reinterpret_cast<LoopState *>(work.sums + count * nsums);
  regions.axis = reinterpret_cast<int *>(work.state + 1);
  regions.depth = reinterpret_cast<unsigned char *>(regions.axis + count);
  work.nsums_stride = count;
  cudaMemcpy(codes, packed.arrays.data(), packed.arrays.size(), cudaMemcpyHostToDevice);
  const RuleTable table = packed.table_at(codes);
  LoopState state{};
  state.initial = 1;
  state.nwork = count;
  cudaMemcpy(work.state, &state, sizeof state, cudaMemcpyHostToDevice);
  std::vector<double> lower(count * F::ndim);
  std::vector<unsigned char> depth(count * F::ndim);
  for (int d = 0; d < F::ndim; ++d) {
    const int from = halvings * d / F::ndim;
    const int cuts = halvings * (d + 1) / F::ndim - from;
    for (long long i = 0; i < count; ++i) {
      lower[d * count + i] = std::ldexp(static_cast<double>(i >> from & ((1 << cuts) - 1)), -cuts);
      depth[d * count + i] = static_cast<unsigned char>(cuts);
    }
  }
  cudaMemcpy(regions.lower, lower.data(), lower.size() * 8, cudaMemcpyHostToDevice);
  cudaMemcpy(regions.depth, depth.data(), depth.size(), cudaMemcpyHostToDevice);
  BoxTable box{};
  for (int d = 0; d < F::ndim; ++d) box.width[d] = 1;
  box.volume = 1;

  int per_multiprocessor = 0, multiprocessors = 0;
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_multiprocessor,
                                                rule_kernel<F, F::ndim, 1, false>, rule_threads, 0);
  cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0);
  const float best = fastest(stream, [&] {
    rule_kernel<F, F::ndim, 1, false>
        <<<per_multiprocessor * multiprocessors, rule_threads, 0, stream>>>(integrand, table, box,
                                                                            regions, work);
  });
  std::vector<double> sums(count);
  cudaMemcpy(sums.data(), work.sums, count * 8, cudaMemcpyDeviceToHost);
  double integral = 0;
  for (const double sum : sums) integral += sum;
  cudaFuncAttributes attributes{};
  cudaFuncGetAttributes(&attributes,
                        reinterpret_cast<const void *>(rule_kernel<F, F::ndim, 1, false>));
  constexpr int lattice_blocks = 132 * 16, lattice_threads = 128;
  constexpr unsigned long long lattice_points = 10000;
  const float least = fastest(stream, [&] {
    evaluate_lattice<<<lattice_blocks, lattice_threads, 0, stream>>>(integrand, lattice_points,
                                                                     work.sums);
  });
  const double speed = static_cast<double>(count * rule.npoints) / best * 1e3;
  const double limit = 1e3 * lattice_blocks * lattice_threads * lattice_points / least;
  std::printf(
      "rate,%s,%d,%.4g,evaluations/s,limit %.4g,%.0f %%,%d registers,%zu bytes local,%d blocks,"
      "integral %.12g,%s\n",
      F::name, F::ndim, speed, limit, 100 * speed / limit, attributes.numRegs,
      attributes.localSizeBytes, per_multiprocessor, integral,
      cudaGetErrorString(cudaGetLastError()));
  std::fflush(stdout);
  cudaFree(memory);
}

template <class F>
void table(double exact, double seconds) {
  if (left_out<F>()) return;
  const auto engine = make_engine<F>();
  for (int digits = first_digits; digits <= 10; ++digits) {
    algorithm::PaganiTask task;
    task.goal.epsrel = std::pow(10., -digits);
    task.goal.epsabs = 1e-30;
    task.goal.maxeval = INT64_MAX / 4;
    algorithm::PaganiResult result(1);
    double best = 1e300;
    for (int run = 0; run < 4; ++run) {
      const double begin = milliseconds();
      timespec now{};
      clock_gettime(CLOCK_MONOTONIC, &now);
      task.limits.deadline =
          static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec) + seconds;
      result = support::pagani(*engine, task);
      const double time = milliseconds() - begin;
      best = std::min(best, time);
      if (time > 300) break;
    }
    std::printf("cuboid,%s,%d,%.0e,%.17e,%e,%.17e,%e,%lld,%lld,%d,%.4f,%lld\n", F::name, F::ndim,
                task.goal.epsrel, result.integral[0], result.error[0], exact,
                std::fabs(result.integral[0] / exact - 1), static_cast<long long>(result.nregions),
                static_cast<long long>(result.niterations), result.status, best,
                static_cast<long long>(result.neval));
    std::fflush(stdout);
    if (result.status != 0) break;
  }
}

/// By number of regions, of evaluations, and value.
using Results = std::map<std::tuple<std::int64_t, std::int64_t, double>, int>;

void print(const char *name, int ndim, double epsrel, const char *engines, const Results &found) {
  std::printf("%s %d-D %.0e, %s: %zu results", name, ndim, epsrel, engines, found.size());
  for (const auto &[result, times] : found)
    std::printf("; %d times %lld regions, %.17g", times,
                static_cast<long long>(std::get<0>(result)), std::get<2>(result));
  std::puts("");
  std::fflush(stdout);
}

template <class F>
void repeat(int times) {
  if (left_out<F>()) return;
  const auto one = make_engine<F>();
  for (int digits = first_digits; digits <= 8; ++digits) {
    algorithm::PaganiTask task;
    task.goal.epsrel = std::pow(10., -digits);
    task.goal.epsabs = 1e-30;
    task.goal.maxeval = 2000000000;
    Results on_one, on_new;
    const auto run = [&task](engine::RegionsEngine &engine, Results &results) {
      const auto result = support::pagani(engine, task);
      ++results[{result.nregions, result.neval, result.integral[0]}];
    };
    for (int i = 0; i < times; ++i) {
      run(*one, on_one);
      run(*make_engine<F>(), on_new);
    }
    print(F::name, F::ndim, task.goal.epsrel, "one engine", on_one);
    print(F::name, F::ndim, task.goal.epsrel, "an engine each", on_new);
  }
}

}  // namespace

int main(int argc, char **argv) try {
  const std::string what = argc > 1 ? argv[1] : "table";
  const double seconds = argc > 2 ? std::atof(argv[2]) : 10;
  if (argc > 3) only = argv[3];
  if (argc > 4) first_digits = std::atoi(argv[4]);
  if (argc > 5) key = std::atoi(argv[5]);
  using namespace bench;
  cudaDeviceProp properties{};
  if (cudaGetDeviceProperties(&properties, 0) != cudaSuccess) {
    std::puts("no GPU");
    return 77;
  }
  std::printf("device,%s\n", properties.name);
  if (what == "rate") {
    // Not beside the others: engines take it for another integration on the device.
    const DeviceCall call(Device::chosen());
    const cudaStream_t stream = call.stream();
    rate<F1<5>>(stream);
    rate<F1<6>>(stream);
    rate<F1<8>>(stream);
    rate<F2<6>>(stream);
    rate<F2<8>>(stream);
    rate<F3<3>>(stream);
    rate<F3<8>>(stream);
    rate<F4<5>>(stream);
    rate<F4<8>>(stream);
    rate<F5<5>>(stream);
    rate<F5<8>>(stream);
    rate<F6<6>>(stream);
    rate<F7<8>>(stream);
  } else if (what == "repeat") {
    const int times = argc > 2 ? std::atoi(argv[2]) : 20;
    repeat<F4<5>>(times);
    repeat<F3<3>>(times);
    repeat<F5<5>>(times);
    repeat<F6<6>>(times);
    repeat<F4<8>>(times);
  } else {
    std::puts(
        "method,integrand,ndim,epsrel,estimate,errorest,true,true_rel_err,nregions,iters,status,"
        "min_ms,neval");
    table<F1<5>>(0.020242422119901896863344265691334, seconds);
    table<F1<6>>(-0.0013062949651908022872553372894208, seconds);
    table<F3<3>>(0.010846560846560846560846560846561, seconds);
    table<F4<5>>(1.7913260367487859554573129400188e-6, seconds);
    table<F5<5>>(0.00030936358898267925219267746479358, seconds);
    table<F6<6>>(154773678.85091207412850202681440, seconds);
    table<F7<8>>(1495369.2837579778009226167843797, seconds);
    table<F8<8>>(8879.8511754142761794658351124570, seconds);
    table<F2<6>>(12868879901109.877544215183119148, seconds);
    table<F3<8>>(2.2751965817917756076060333435798e-10, seconds);
    table<F4<8>>(6.3838021900043837267273536430870e-10, seconds);
    table<F5<8>>(2.4252176256418855569229915215433e-6, seconds);
    table<F1<8>>(3.4395579521832515851578105673880e-5, seconds);
    table<F2<8>>(301569672104130499.98995147575908, seconds);
  }
  return 0;
} catch (const Failure &failure) {
  std::printf("failure %d: %s\n", failure.status(), failure.what());
  return 1;
}
