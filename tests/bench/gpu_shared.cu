// Many integrals that share a map and the samples, beside the bare integrand: each thread of the
// device sums one of the integrals over as many points, which lie in its shared memory.
//   gpu_shared [integrals] [samples]     by default 309136 and 1e6
// Four dimensions, a Gaussian, and five iterations.  The second call counts, since the first one
// compiles the kernels.
#include <cuda_runtime.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

#include "cuboid.h"
#include "support/gaussian.hpp"

namespace {

constexpr int ndim = 4;
constexpr int iterations = 5;

struct Peak {
  double sharpness;
  double centre[ndim];
};

constexpr const char *text =
    "#include <math.h>\n"
    "typedef struct { double sharpness, centre[4]; } peak;\n"
    "int user(const int *ndim, const double x[], const int *ncomp, double f[], void *userdata) {\n"
    "  const peak *p = userdata; double s = 0;\n"
    "  for (int d = 0; d < 4; ++d) s += (x[d] - p->centre[d]) * (x[d] - p->centre[d]);\n"
    "  f[0] = exp(-p->sharpness * s); return 0; }\n";

void check(bool good, const char *message) {
  if (good) return;
  std::printf("%s\n", message);
  std::exit(1);
}

double seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// x: [points][ndim].
__global__ void bare(const Peak *peaks, std::int64_t count, const double *x, int points,
                     double *sums) {
  constexpr int tile = 64;
  __shared__ double shared[tile * ndim];
  const std::int64_t i = blockIdx.x * std::int64_t{blockDim.x} + threadIdx.x;
  const Peak peak = peaks[i < count ? i : 0];
  double sum = 0;
  for (int first = 0; first < points; first += tile) {
    __syncthreads();
    for (int k = threadIdx.x; k < tile * ndim; k += blockDim.x) shared[k] = x[first * ndim + k];
    __syncthreads();
#pragma unroll 4
    for (int k = 0; k < tile; ++k) {
      double s = 0;
#pragma unroll
      for (int d = 0; d < ndim; ++d) {
        const double t = shared[k * ndim + d] - peak.centre[d];
        s += t * t;
      }
      sum += exp(-peak.sharpness * s);
    }
  }
  if (i < count) sums[i] = sum;
}

/// Seconds for so many points for each of the peaks.
double time_of_bare(const std::vector<Peak> &peaks, double points) {
  constexpr int some = 1 << 14;
  const auto count = static_cast<std::int64_t>(peaks.size());
  void *memory[3] = {};
  cudaMalloc(&memory[0], peaks.size() * sizeof(Peak));
  cudaMalloc(&memory[1], some * ndim * sizeof(double));
  cudaMalloc(&memory[2], peaks.size() * sizeof(double));
  cudaMemcpy(memory[0], peaks.data(), peaks.size() * sizeof(Peak), cudaMemcpyHostToDevice);
  std::vector<double> x(some * ndim);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = std::fmod(0.618034 * static_cast<double>(i), 1);
  cudaMemcpy(memory[1], x.data(), x.size() * sizeof(double), cudaMemcpyHostToDevice);
  double best = 1e30;
  for (int i = 0; i < 3; ++i) {
    const double begin = seconds();
    bare<<<static_cast<unsigned>((count + 127) / 128), 128>>>(
        static_cast<Peak *>(memory[0]), count, static_cast<double *>(memory[1]), some,
        static_cast<double *>(memory[2]));
    check(cudaDeviceSynchronize() == cudaSuccess, "the bare integrand has failed");
    best = std::min(best, seconds() - begin);
  }
  for (void *one : memory) cudaFree(one);
  return best * points / some;
}

void print_errors(const cuboid_many *many, const std::vector<Peak> &peaks) {
  double squares = 0, errors = 0;
  int beyond = 0;
  for (std::size_t i = 0; i < peaks.size(); ++i) {
    const double value = support::gaussian_integral(peaks[i].sharpness, peaks[i].centre);
    const double pull = (cuboid_many_value(many)[i] - value) / cuboid_many_error(many)[i];
    squares += pull * pull;
    errors += cuboid_many_error(many)[i] / value;
    beyond += std::fabs(pull) > 5;
  }
  const auto n = static_cast<double>(peaks.size());
  std::printf("mean relative error %.2e, width of the pulls %.3f, %d beyond five errors\n",
              errors / n, std::sqrt(squares / n), beyond);
}

}  // namespace

int main(int argc, char **argv) {
  const auto count = static_cast<std::int64_t>(argc > 1 ? std::atof(argv[1]) : 309136);
  const double samples = argc > 2 ? std::atof(argv[2]) : 1e6;
  std::mt19937 generator(1);
  std::uniform_real_distribution<double> unit(0, 1);
  std::vector<Peak> peaks(static_cast<std::size_t>(count));
  for (Peak &peak : peaks) {
    peak.sharpness = 5 + 20 * unit(generator);
    for (double &centre : peak.centre) centre = unit(generator);
  }
  cuboid_integrand *integrand = nullptr;
  cuboid_options *options = nullptr;
  check(cuboid_integrand_from_cuda_source(&integrand, ndim, 1, text, "user", nullptr,
                                          sizeof(Peak)) == CUBOID_CONVERGED,
        cuboid_last_error());
  cuboid_options_create(&options);
  cuboid_options_set_text(options, "method", "m_cubes");
  cuboid_options_set_integer(options, "shared_map", 1);
  cuboid_options_set_integer(options, "seed", 1);
  cuboid_options_set_real(options, "epsrel", 1e-12);
  cuboid_options_set_integer(options, "nincrease", 0);
  cuboid_options_set_integer(options, "raise_samples", 0);
  cuboid_options_set_integer(options, "nstart", static_cast<std::int64_t>(samples / iterations));
  cuboid_options_set_integer(options, "maxeval", static_cast<std::int64_t>(samples));
  for (const std::int64_t integrals : {std::min<std::int64_t>(count, 1000), count}) {
    cuboid_many *many = nullptr;
    const int status = cuboid_integrate_many(integrand, integrals, nullptr, nullptr, 0,
                                             peaks.data(), sizeof(Peak), options, &many);
    check(status >= 0, cuboid_last_error());
    double evaluations = 0;
    for (std::int64_t i = 0; i < integrals; ++i)
      evaluations += static_cast<double>(cuboid_many_neval(many)[i]);
    const double each = evaluations / static_cast<double>(integrals);
    const std::vector<Peak> some(peaks.begin(), peaks.begin() + integrals);
    const double limit = time_of_bare(some, each);
    std::printf("%lld integrals, %.4g samples: %.4f s, the bare integrand %.4f s (%.2f)\n",
                static_cast<long long>(integrals), each, cuboid_many_seconds(many), limit,
                cuboid_many_seconds(many) / limit);
    print_errors(many, some);
    std::fflush(stdout);
    cuboid_many_free(many);
  }
  cuboid_options_free(options);
  cuboid_integrand_free(integrand);
  return 0;
}
