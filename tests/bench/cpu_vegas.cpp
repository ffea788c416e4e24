// Speed of VEGAS+ and m-Cubes on the host, with an integrand that costs little: 1 / (0.01 + r^2) in
// 8 dimensions, called for 1000 points at a time.
//   cpu_vegas [samples an iteration]      by default 300000
// cpu_vegas_peer.py measures the Python package vegas with the same integrand.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <thread>

#include "algorithm/vegas_plus/vegas_plus.hpp"
#include "engine/cpu/samples/samples.hpp"

namespace {

using namespace cuboid;

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

int integrand(const int *, const double *x, const int *, double *f, void *,
              const std::int64_t *nvec, const int *, const double *, const int *) {
  for (std::int64_t i = 0; i < *nvec; ++i) {
    double sum = 0;
    for (int d = 0; d < 8; ++d) {
      const double t = x[8 * i + d] - .5;
      sum += t * t;
    }
    f[i] = 1 / (1e-2 + sum);
  }
  return 0;
}

/// Nanoseconds of one thread for a sample, the least of three runs.
double time_of_sample(double beta, std::int64_t samples, int threads) {
  constexpr int iterations = 10;
  engine::SamplesProblem problem;
  problem.ndim = 8;
  problem.ncomp = 1;
  engine::HostFunction host;
  host.ndim = 8;
  host.ncomp = 1;
  host.nvec = 1000;
  host.function = reinterpret_cast<cuboid_function>(reinterpret_cast<void (*)()>(integrand));
  double least = 1e30;
  for (int run = 0; run < 3; ++run) {
    engine::cpu::ThreadedSamples engine(problem, host, {}, threads);
    algorithm::VegasPlusTask task;
    task.goal.epsrel = task.goal.epsabs = 0;
    task.samples = samples;
    task.goal.maxeval = samples * iterations - samples / 2;
    task.beta = beta;
    algorithm::VegasPlusResult result(1);
    const double begin = now();
    task.engine = &engine;
    algorithm::vegas_plus(task, result);
    least = std::min(least, (now() - begin) / static_cast<double>(result.neval));
  }
  return least * threads * 1e9;
}

}  // namespace

int main(int count, char **arguments) {
  const std::int64_t samples = count > 1 ? std::atoll(arguments[1]) : 300000;
  const int cores = static_cast<int>(std::max(std::thread::hardware_concurrency(), 1u));
  std::printf("ns a sample and thread, %lld samples an iteration\nthreads  VEGAS+  m-Cubes\n",
              static_cast<long long>(samples));
  for (int threads = 1; threads <= cores; threads *= 2)
    std::printf("%7d  %6.1f  %7.1f\n", threads, time_of_sample(0.75, samples, threads),
                time_of_sample(0, samples, threads));
  return 0;
}
