// Speed and accuracy of m-Cubes and VEGAS+ on the device, beside what the device can do at most
// with the same random numbers (as limit.cu of the project's measurements does it).
//   gpu_vegas speed      samples per second at 1e8 samples an iteration
//   gpu_vegas latency    20 iterations of 1e6 samples
//   gpu_vegas accuracy   error over 50 seeds, with other dampings of the map too
//   gpu_vegas steps      error over 50 seeds, with dampings that stay and that fall
//   gpu_vegas peers      error^2 time over 50 seeds, beside those of cuVegas and m-Cubes
#include <cuda_runtime.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include "algorithm/vegas_plus/vegas_plus.hpp"
#include "gpu_integrands.cuh"
#include "gpu_vegas_peers.hpp"
#include "support/functor_kernels.cuh"

namespace {

using namespace cuboid;
using engine::cuda::samples_functor;

std::unique_ptr<engine::SamplesEngine> make_engine(
    const engine::SamplesProblem &problem, const engine::DeviceIntegrandPointer &integrand) {
  return engine::make_device_samples_engine(integrand, nullptr, problem, {}, nullptr);
}

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// The limit: Philox4x32-10, one 32-bit number for each coordinate, the integrand, and a sum.
template <class Integrand, int ndim>
__global__ void draw_and_evaluate(Integrand integrand, std::uint64_t per_thread, double *out) {
  const std::uint64_t thread = blockIdx.x * std::uint64_t(blockDim.x) + threadIdx.x;
  double sum = 0;
  for (std::uint64_t k = 0; k < per_thread; ++k) {
    const std::uint64_t n = thread * per_thread + k;
    double x[ndim];
#pragma unroll
    for (int j = 0; j < (ndim + 3) / 4; ++j) {
      std::uint32_t c[4] = {std::uint32_t(n), std::uint32_t(n >> 32), std::uint32_t(j), 7u};
      std::uint32_t key[2] = {1u, 2u};
#pragma unroll
      for (int round = 0; round < 10; ++round) {
        const std::uint32_t h0 = __umulhi(0xD2511F53u, c[0]), l0 = 0xD2511F53u * c[0];
        const std::uint32_t h1 = __umulhi(0xCD9E8D57u, c[2]), l1 = 0xCD9E8D57u * c[2];
        const std::uint32_t n0 = h1 ^ c[1] ^ key[0], n2 = h0 ^ c[3] ^ key[1];
        c[0] = n0;
        c[1] = l1;
        c[2] = n2;
        c[3] = l0;
        key[0] += 0x9E3779B9u;
        key[1] += 0xBB67AE85u;
      }
#pragma unroll
      for (int i = 0; i < 4; ++i)
        if (4 * j + i < ndim) x[4 * j + i] = fma(double(c[i]), 0x1p-32, 0x1p-33);
    }
    double f;
    integrand(x, &f);
    sum += f;
  }
  out[thread] = sum;
}

template <class Integrand, int ndim>
double limit(Integrand integrand, double samples) {
  constexpr int blocks = 132 * 16;
  constexpr int threads = 128;
  const auto per_thread = std::max<std::uint64_t>(std::uint64_t(samples / blocks / threads), 1);
  double *out;
  cudaMalloc(&out, sizeof(double) * blocks * threads);
  double best = 1e30;
  for (int i = 0; i < 4; ++i) {
    cudaDeviceSynchronize();
    const double begin = now();
    draw_and_evaluate<Integrand, ndim><<<blocks, threads>>>(integrand, per_thread, out);
    cudaDeviceSynchronize();
    if (i > 0) best = std::min(best, now() - begin);
  }
  cudaFree(out);
  return double(per_thread) * blocks * threads / best;
}

/// Samples per second over iterations of one kind, after some that adapt.
template <class Integrand, int ndim>
double rate(Integrand integrand, double samples, bool adaptive_strata, bool adapting, int *left) {
  engine::SamplesProblem problem;
  problem.ndim = ndim;
  problem.ncomp = 1;
  const auto engine = make_engine(problem, samples_functor<ndim, 1>(integrand));
  const auto n = std::int64_t(samples);
  engine->set_grid({}, false);
  engine::SamplesIteration iteration;
  iteration.number = 0;
  iteration.samples = 4096;
  engine->submit(iteration);
  engine->collect();
  engine->set_grid(
      algorithm::choose_grid(
          ndim, n, adaptive_strata ? algorithm::Strata::adaptive : algorithm::Strata::equal, 1000,
          engine->max_intervals()),
      adaptive_strata);
  iteration.samples = n;
  iteration.beta = adaptive_strata ? 0.75 : 0;
  const int warm_up = samples > 5e7 && *left > 10 ? 10 : 3;
  const int timed = 10;
  double begin = 0;
  double drawn = 0;
  for (int i = 0; i < warm_up + timed; ++i) {
    iteration.number = i + 1;
    iteration.alpha = i < warm_up || adapting ? (adaptive_strata ? 0.5 : 1.5) : 0;
    engine->submit(iteration);
    if (i + 1 == warm_up) {
      for (int j = 0; j < warm_up; ++j) engine->collect();
      begin = now();
    }
  }
  for (int i = 0; i < timed; ++i) drawn += double(engine->collect().samples);
  return drawn / (now() - begin);
}

template <class Integrand, int ndim>
void speed(const char *name, Integrand integrand, double samples = 1e8) {
  const double most = limit<Integrand, ndim>(integrand, samples > 5e7 ? 5e9 : samples);
  int left = 20;
  const double values[] = {rate<Integrand, ndim>(integrand, samples, false, true, &left),
                           rate<Integrand, ndim>(integrand, samples, false, false, &left),
                           rate<Integrand, ndim>(integrand, samples, true, true, &left),
                           rate<Integrand, ndim>(integrand, samples, true, false, &left)};
  std::printf("%-6s %2d %9.3g  ", name, ndim, most);
  for (const double value : values) std::printf(" %9.3g (%4.1f %%)", value, 100 * value / most);
  std::printf("\n");
  std::fflush(stdout);
}

void all_speeds() {
  std::printf("samples per second; in parentheses, share of the limit (philox10_32bit)\n");
  std::printf("%-6s %2s %9s  %19s%19s%19s%19s\n", "", "d", "limit", "m-Cubes adapting",
              "m-Cubes fixed", "VEGAS+ adapting", "VEGAS+ fixed map");
  speed<bench::F1<5>, 5>("f1", {});
  speed<bench::F1<8>, 8>("f1", {});
  speed<bench::F2<6>, 6>("f2", {});
  speed<bench::F3<3>, 3>("f3", {});
  speed<bench::F3<8>, 8>("f3", {});
  speed<bench::F4<5>, 5>("f4", {});
  speed<bench::F4<8>, 8>("f4", {});
  speed<bench::F5<8>, 8>("f5", {});
  speed<bench::F6<6>, 6>("f6", {});
  speed<bench::Sum<10>, 10>("sum", {});
  speed<bench::Ridge<4>, 4>("ridge", {}, 4e7);
}

template <class Integrand, int ndim>
void latency(const char *name, Integrand integrand, double beta) {
  engine::SamplesProblem problem;
  problem.ndim = ndim;
  problem.ncomp = 1;
  const auto engine = make_engine(problem, samples_functor<ndim, 1>(integrand));
  algorithm::VegasPlusTask task;
  task.goal.epsrel = task.goal.epsabs = 0;
  task.samples = 1000000;
  task.goal.maxeval = 20 * task.samples - 500000;
  task.beta = beta;
  if (beta == 0) task.alpha = 1.5;
  std::vector<double> times;
  algorithm::VegasPlusResult result(1);
  for (int i = 0; i < 30; ++i) {
    result = algorithm::VegasPlusResult(1);
    const double begin = now();
    task.engine = engine.get();
    algorithm::vegas_plus(task, result);
    times.push_back(now() - begin);
  }
  std::sort(times.begin(), times.end());
  std::printf(
      "%-6s %2d beta %.2f: least %.3f ms, median %.3f ms; %lld iterations, %lld samples, "
      "%.10g +- %.2g, chi2/dof %.2f\n",
      name, ndim, beta, 1e3 * times.front(), 1e3 * times[times.size() / 2],
      (long long)result.niterations, (long long)result.neval, result.integral[0], result.error[0],
      result.chi2[0] / double(result.dof));
}

/// Errors of many seeds.
struct Accuracy {
  double error = 0;    ///< root of the mean square, relative, of the trusted ones
  double claimed = 0;  ///< mean, relative
  double pull_mean = 0, pull_width = 0, chi2 = 0;
  double used = 0;  ///< iterations
  double time = 0;  ///< seconds
  int trusted = 0;
};

/// What a run is to do besides its numbers of samples.
struct Steps {
  double alpha, beta;
  std::int64_t full;      ///< iterations with all of alpha, -1: all of them
  std::int64_t adapting;  ///< -1: all iterations
};

/// VEGAS+, or with beta = 0 m-Cubes, as they are by default.
Steps usual_steps(double beta) {
  const algorithm::VegasPlusTask task =
      beta > 0 ? algorithm::VegasPlusTask{} : algorithm::m_cubes_task();
  return {task.alpha, beta, task.full_steps, task.adapting};
}

template <class Integrand, int ndim>
Accuracy accuracy(Integrand integrand, double value, const Steps &steps, double samples,
                  int iterations, int seeds, bool quasi = false) {
  Accuracy result;
  std::vector<double> chi2;
  for (int seed = 1; seed <= seeds; ++seed) {
    engine::SamplesProblem problem;
    problem.ndim = ndim;
    problem.ncomp = 1;
    problem.seed = std::uint64_t(seed);
    problem.quasi = quasi;
    const auto engine = make_engine(problem, samples_functor<ndim, 1>(integrand));
    algorithm::VegasPlusTask task;
    task.goal.epsrel = task.goal.epsabs = 0;
    task.samples = std::int64_t(samples);
    task.goal.maxeval = std::int64_t(samples) * iterations - std::int64_t(samples) / 2;
    task.beta = steps.beta;
    task.alpha = steps.alpha;
    task.full_steps = steps.full;
    task.adapting = steps.adapting;
    algorithm::VegasPlusResult one(1);
    const double begin = now();
    task.engine = engine.get();
    algorithm::vegas_plus(task, one);
    result.time += (now() - begin) / seeds;
    if (!one.trusted) continue;
    ++result.trusted;
    const double error = one.integral[0] - value;
    const double pull = error / one.error[0];
    result.error += error * error / (value * value);
    result.claimed += one.error[0] / value;
    result.pull_mean += pull;
    result.pull_width += pull * pull;
    result.used += double(one.niterations - one.left_out);
    chi2.push_back(one.chi2[0] / double(one.dof));
  }
  const double n = std::max(result.trusted, 1);
  result.error = std::sqrt(result.error / n);
  result.claimed /= n;
  result.pull_mean /= n;
  result.pull_width = std::sqrt(result.pull_width / n);
  result.used /= n;
  std::sort(chi2.begin(), chi2.end());
  result.chi2 = chi2.empty() ? 0 : chi2[chi2.size() / 2];
  return result;
}

// Values of the integrals.
double f2_value() {
  return std::pow(100 * std::atan(25.0), 6);
}
double f4_value(int ndim) {
  return std::pow(std::sqrt(M_PI / 625) * std::erf(12.5), ndim);
}
double gaussian_value(int ndim) {
  return std::pow(std::sqrt(M_PI / 200) * std::erf(std::sqrt(200.0) / 2), ndim);
}
double f5_value() {
  return std::pow((1 - std::exp(-5.0)) / 5, 8);
}
double f6_value() {
  double value = 1;
  for (int i = 0; i < 6; ++i)
    value *= (std::exp((i + 5) * std::min((4.0 + i) / 10, 1.0)) - 1) / (i + 5);
  return value;
}
double ridge_value() {
  double value = 0;
  for (int k = 0; k < 1000; ++k) {
    const double c = k / 999.;
    value += std::pow(std::sqrt(M_PI) / 20 * (std::erf(10 * (1 - c)) + std::erf(10 * c)), 4);
  }
  return value * 1e4 / (M_PI * M_PI) / 1000;
}
constexpr double feynman_value = 0.0791224560169025716;
constexpr double asian_value = 7.42724561825717;

template <class Integrand, int ndim>
void all_dampings(const char *name, double value, double samples, int seeds) {
  for (const auto &[alpha, beta] : {std::pair{0.5, 0.75}, {1.0, 0.75}, {1.5, 0.75}, {1.5, 0.0}}) {
    const Accuracy a =
        accuracy<Integrand, ndim>(Integrand{}, value, {alpha, beta, -1, -1}, samples, 20, seeds);
    std::printf(
        "%-6s %2d alpha %.2f beta %.2f %6.0e x 20: trusted %2d/%2d  rms error %.2e  claimed %.2e  "
        "pull mean %6.3f width %.3f  chi2/dof %.2f  used %4.1f  %8.3f ms  error^2 time %.2e\n",
        name, ndim, alpha, beta, samples, a.trusted, seeds, a.error, a.claimed, a.pull_mean,
        a.pull_width, a.chi2, a.used, 1e3 * a.time, a.error * a.error * a.time);
    std::fflush(stdout);
  }
}

template <class Integrand, int ndim>
void print_steps(const char *name, double value, const Steps &steps, double samples, int seeds) {
  const Accuracy a = accuracy<Integrand, ndim>(Integrand{}, value, steps, samples, 20, seeds);
  std::printf(
      "%-7s %2d %-7s %-8s %6.0e x 20: trusted %3d/%3d  rms error %.2e  claimed %.2e  pull mean "
      "%6.3f width %.3f  %8.3f ms\n",
      name, ndim, steps.beta > 0 ? "VEGAS+" : "m-Cubes",
      steps.full >= 0      ? "falling"
      : steps.adapting < 0 ? "constant"
                           : "frozen",
      samples, a.trusted, seeds, a.error, a.claimed, a.pull_mean, a.pull_width, 1e3 * a.time);
  std::fflush(stdout);
}

/// All of alpha in every iteration, or with m-Cubes a map that stays after ten; then steps that
/// fall.
template <class Integrand, int ndim>
void compare_steps(const char *name, double value, double beta, double samples) {
  const int seeds = samples < 5e7 ? 50 : 30;
  const Steps usual = usual_steps(beta);
  const std::int64_t adapting = beta > 0 ? -1 : 10;
  print_steps<Integrand, ndim>(name, value, {usual.alpha, beta, -1, adapting}, samples, seeds);
  print_steps<Integrand, ndim>(name, value, usual, samples, seeds);
}

void all_steps() {
  for (const double samples : {1e6, 1e7, 1e8}) {
    compare_steps<bench::Feynman<7>, 7>("feynman", feynman_value, 0.75, samples);
    compare_steps<bench::F4<8>, 8>("f4", f4_value(8), 0.75, samples);
    compare_steps<bench::F2<6>, 6>("f2", f2_value(), 0.75, samples);
    compare_steps<bench::F6<6>, 6>("f6", f6_value(), 0.75, samples);
    compare_steps<bench::Gaussian<16>, 16>("gauss", gaussian_value(16), 0, samples);
    compare_steps<bench::F6<6>, 6>("f6", f6_value(), 0, samples);
    compare_steps<bench::Feynman<7>, 7>("feynman", feynman_value, 0, samples);
  }
  // Whether errors hold with many samples, as far as many seeds tell.
  print_steps<bench::F4<8>, 8>("f4", f4_value(8), usual_steps(0.75), 1e8, 100);
  print_steps<bench::F5<8>, 8>("f5", f5_value(), usual_steps(0.75), 1e8, 100);
  print_steps<bench::F2<6>, 6>("f2", f2_value(), usual_steps(0.75), 1e8, 100);
  print_steps<bench::F4<8>, 8>("f4", f4_value(8), usual_steps(0.75), 1e9, 30);
  print_steps<bench::F5<8>, 8>("f5", f5_value(), usual_steps(0.75), 1e9, 30);
}

void all_accuracies() {
  for (const double samples : {1e6, 1e7, 1e8}) {
    const int seeds = samples < 5e7 ? 50 : 20;
    all_dampings<bench::F2<6>, 6>("f2", f2_value(), samples, seeds);
    all_dampings<bench::F4<5>, 5>("f4", f4_value(5), samples, seeds);
    all_dampings<bench::F4<8>, 8>("f4", f4_value(8), samples, seeds);
    all_dampings<bench::F5<8>, 8>("f5", f5_value(), samples, seeds);
    all_dampings<bench::F6<6>, 6>("f6", f6_value(), samples, seeds);
    if (samples < 5e6) all_dampings<bench::Ridge<4>, 4>("ridge", ridge_value(), samples, 20);
  }
}

/// Root-mean-square error and time of VEGAS+ and m-Cubes with their defaults, and of Sobol points
/// instead of hypercubes (the greatest power of 2 of them), and how often the peers' error^2
/// time is theirs.  The peers' times are scaled to this device.  slow: how many samples of other
/// integrands take the time of one.
template <class Integrand, int ndim>
void beside_peers(const char *name, double value, double speed, double max_samples = 1e9,
                  double slow = 1) {
  for (const double samples : {1e6, 1e7, 1e8, 1e9}) {
    if (samples > max_samples) continue;
    for (const char *method : {"VEGAS+", "m-Cubes", "Sobol"}) {
      const int seeds = samples > 5e8 ? 10 : samples * slow > 5e8 ? 20 : 50;
      const bool equal = std::strcmp(method, "m-Cubes") == 0;
      const bool quasi = std::strcmp(method, "Sobol") == 0;
      const Accuracy a =
          accuracy<Integrand, ndim>(Integrand{}, value, usual_steps(equal ? 0 : 0.75),
                                    quasi ? std::exp2(std::floor(std::log2(samples))) : samples,
                                    equal ? 10 : 20, seeds, quasi);
      const double product = a.error * a.error * a.time;
      std::printf("%-8s %2d %-7s %6.0e  rms error %.2e  pull width %.2f  trusted %2d/%2d %9.3f ms",
                  name, ndim, method, samples, a.error, a.pull_width, a.trusted, seeds,
                  1e3 * a.time);
      for (const bench::Peer &peer : bench::peers)
        if (std::strcmp(peer.integrand, name) == 0 && peer.ndim == ndim && peer.samples == samples)
          std::printf(
              "  %s: %6.0f x", peer.program,
              peer.error * peer.error * peer.ms * 1e-3 * (bench::peers_limit / speed) / product);
      std::printf("\n");
      std::fflush(stdout);
    }
  }
}

void all_peers() {
  const double speed = limit<bench::F4<8>, 8>({}, 5e9);
  std::printf("error^2 time of the peers, as multiples of ours; limit (f4, 8-D) %.3g\n", speed);
  beside_peers<bench::F2<6>, 6>("f2", f2_value(), speed);
  beside_peers<bench::F4<5>, 5>("f4", f4_value(5), speed);
  beside_peers<bench::F4<8>, 8>("f4", f4_value(8), speed);
  beside_peers<bench::F5<8>, 8>("f5", f5_value(), speed);
  beside_peers<bench::F6<6>, 6>("f6", f6_value(), speed);
  beside_peers<bench::Feynman<7>, 7>("feynman", feynman_value, speed, 1e8);
  beside_peers<bench::Asian<16>, 16>("asian", asian_value, speed, 1e8, 20);
  beside_peers<bench::Ridge<4>, 4>("ridge", ridge_value(), speed, 1e7, 400);
}

}  // namespace

int main(int count, char **arguments) {
  const char *what = count > 1 ? arguments[1] : "speed";
  cudaDeviceProp device;
  if (cudaGetDeviceProperties(&device, 0) != cudaSuccess) return 77;
  std::printf("%s, %d multiprocessors\n", device.name, device.multiProcessorCount);
  if (std::strcmp(what, "speed") == 0) all_speeds();
  if (std::strcmp(what, "latency") == 0)
    for (const double beta : {0.0, 0.75}) {
      latency<bench::F5<8>, 8>("f5", {}, beta);
      latency<bench::F2<6>, 6>("f2", {}, beta);
      latency<bench::Sum<10>, 10>("sum", {}, beta);
    }
  if (std::strcmp(what, "accuracy") == 0) all_accuracies();
  if (std::strcmp(what, "steps") == 0) all_steps();
  if (std::strcmp(what, "peers") == 0) all_peers();
  return 0;
}
