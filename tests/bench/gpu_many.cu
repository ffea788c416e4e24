// Many integrals in one call on a GPU: integrals per second, how honest they are, and how much of
// the speed of the bare integrand at the same number of evaluations is left.
//   gpu_many [scale [method]]   scale: of the numbers of integrals, 1 by default: one
//   and a half minutes on an H100; method: only the rows of line, auto, cuhre, vegas_plus, m_cubes
//   or lattice, or those of "outgrown": integrals of cubature that a warp has no room for, on more
//   and more threads, and beside them one integral to an accuracy that fills the device
// Each row is the best of three runs, printed as soon as they are done.  Below it: where the time
// of the threads went that feed the device, in the last of them.
#include <cuda_runtime.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "cuboid.cuh"
#include "support/gaussian.hpp"

namespace {

template <int n>
struct Gaussian {
  double sharpness;
  double centre[n];

  __device__ void operator()(const double *x, double *f) const {
    double square = 0;
#pragma unroll
    for (int d = 0; d < n; ++d) {
      const double t = x[d] - centre[d];
      square = fma(t, t, square);
    }
    f[0] = exp(-sharpness * square);
  }

  double truth() const {
    return support::gaussian_integral(sharpness, centre);
  }
};

double seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// The integrand alone at points that each thread moves on.
template <int n>
__global__ void evaluate(Gaussian<n> gaussian, long long rounds, double *sink) {
  double x[n];
  for (int d = 0; d < n; ++d) x[d] = (threadIdx.x + .5) / blockDim.x;
  double sum = 0;
  for (long long i = 0; i < rounds; ++i) {
    double f;
    gaussian(x, &f);
    sum += f;
    x[0] += 1e-12;
  }
  if (sum < 0) *sink = sum;
}

/// Evaluations of the bare integrand in a second.
template <int n>
double bare_rate() {
  constexpr long long rounds = 20000;
  constexpr int threads = 256;
  int device = 0, multiprocessors = 0;
  cudaGetDevice(&device);
  cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device);
  const int blocks = 8 * multiprocessors;
  double *sink = nullptr;
  cudaMalloc(&sink, sizeof *sink);
  Gaussian<n> gaussian{10, {}};
  double best = 0;
  for (int repeat = 0; repeat < 3; ++repeat) {
    const double began = seconds();
    evaluate<n><<<blocks, threads>>>(gaussian, rounds, sink);
    cudaDeviceSynchronize();
    best = std::fmax(best, static_cast<double>(rounds) * threads * blocks / (seconds() - began));
  }
  cudaFree(sink);
  return best;
}

struct Case {
  const char *name;
  double epsrel;
  double least, most;  ///< sharpness; beyond a factor of 10 its logarithm is uniform
  double count;
  int key = 0;
  const char *method = "cuhre";
  int quasi = -1;      ///< 1: Sobol points
  bool batch = false;  ///< a function on the host starts a kernel for the points of all integrals
};

/// The same integrand as text, for the methods that draw samples.
const char *const source = R"(
int gaussian(const int *ndim, const double x[], const int *ncomp, double f[], void *userdata) {
  const double *p = userdata;
  double square = 0;
  for (int d = 0; d < *ndim; ++d) square += (x[d] - p[1 + d]) * (x[d] - p[1 + d]);
  f[0] = exp(-p[0] * square);
  return 0;
}
)";

template <int n>
__global__ void evaluate_rows(const Gaussian<n> *list, const double *x, double *f,
                              std::int64_t count, const std::int64_t *integral) {
  const std::int64_t stride = std::int64_t{gridDim.x} * blockDim.x;
  for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += stride)
    list[integral == nullptr ? 0 : integral[i]](x + n * i, f + i);
}

/// userdata: the list on the device.
template <int n>
int batch_of_many(int, const double *x, int, double *f, std::int64_t count,
                  const std::int64_t *integral, void *stream, void *userdata) {
  evaluate_rows<<<2048, 128, 0, static_cast<cudaStream_t>(stream)>>>(
      static_cast<const Gaussian<n> *>(userdata), x, f, count, integral);
  return 0;
}

/// userdata: the integral.
template <int n>
int batch_of_one(int, const double *x, int, double *f, std::int64_t count, void *stream,
                 void *userdata) {
  return batch_of_many<n>(n, x, 1, f, count, nullptr, stream, userdata);
}

template <int n>
Gaussian<n> *on_device(const std::vector<Gaussian<n>> &list) {
  Gaussian<n> *copy = nullptr;
  cudaMalloc(&copy, list.size() * sizeof list[0]);
  cudaMemcpy(copy, list.data(), list.size() * sizeof list[0], cudaMemcpyHostToDevice);
  return copy;
}

/// first: what is integrated by itself; it must outlive the integrand.
template <int n>
cuboid_integrand *make(const Case &asked, Gaussian<n> &first) {
  cuboid_integrand *integrand = nullptr;
  const std::string method = asked.method;
  const bool is_functor = method == "line" || method == "cuhre";
  const int status = is_functor ? cuboid::make_integrand<n, 1>(&integrand, first)
                                : cuboid_integrand_from_cuda_source(
                                      &integrand, n, 1, source, "gaussian", &first, sizeof first);
  if (status != 0) std::printf("%s\n", cuboid_last_error());
  return integrand;
}

template <int n>
std::vector<Gaussian<n>> some(const Case &asked, std::size_t count) {
  std::mt19937 generator(7);
  std::uniform_real_distribution<double> unit(0, 1);
  std::vector<Gaussian<n>> list(count);
  for (Gaussian<n> &one : list) {
    const double u = unit(generator);
    one.sharpness = asked.most > 10 * asked.least
                        ? asked.least * std::pow(asked.most / asked.least, u)
                        : asked.least + (asked.most - asked.least) * u;
    for (double &c : one.centre) c = unit(generator);
  }
  return list;
}

template <int n>
void report(const Case &asked, const std::vector<Gaussian<n>> &list, const cuboid_many *many,
            double time) {
  double evaluations = 0;
  long long wrong = 0;
  for (std::size_t i = 0; i < list.size(); ++i) {
    evaluations += static_cast<double>(cuboid_many_neval(many)[i]);
    const double truth = list[i].truth();
    wrong += !(std::fabs(cuboid_many_value(many)[i] - truth) <= asked.epsrel * truth);
  }
  const double count = static_cast<double>(list.size());
  const double rate = evaluations / time;
  std::printf("%-10s %d-D %.0e %9.0f %11.3e %11.0f %10.3e %7.1f %% %8.4f %% %8.4f %%\n", asked.name,
              n, asked.epsrel, count, count / time, evaluations / count, rate,
              100 * rate / bare_rate<n>(),
              100 * static_cast<double>(cuboid_many_number_of(many, CUBOID_CONVERGED)) / count,
              100 * (1 - static_cast<double>(wrong) / count));
}

void keep_phases(void *phases, int level, const char *line) {
  if (level == 3) static_cast<std::vector<std::string> *>(phases)->emplace_back(line);
}

/// What the command line says.
struct Wanted {
  double scale = 1;
  std::string method;
};

/// The first integrals of the list as calls of their own, where lists have not been so for long.
template <int n>
void report_calls(const Case &asked, std::vector<Gaussian<n>> &list, Gaussian<n> *copy,
                  const cuboid_options *options) {
  constexpr std::size_t calls = 200;
  const double began = seconds();
  for (std::size_t i = 0; i < calls; ++i) {
    cuboid_integrand *integrand = nullptr;
    if (asked.batch)
      cuboid_integrand_from_device_batch(&integrand, n, 1, batch_of_one<n>, copy + i);
    else
      integrand = make(asked, list[i]);
    cuboid_result *result = nullptr;
    cuboid_integrate(integrand, nullptr, nullptr, options, &result);
    cuboid_result_free(result);
    cuboid_integrand_free(integrand);
  }
  std::printf("  %.3e integrals/s as calls one after the other\n",
              static_cast<double>(calls) / (seconds() - began));
}

template <int n>
void run(const Case &asked, const Wanted &wanted) {
  if (!wanted.method.empty() && wanted.method != asked.method) return;
  const double scale = wanted.scale;
  auto list = some<n>(asked, static_cast<std::size_t>(asked.count * scale));
  Gaussian<n> *const copy = asked.batch ? on_device(list) : nullptr;
  cuboid_integrand *integrand = nullptr;
  if (asked.batch)
    cuboid_integrand_from_device_many_batch(&integrand, n, 1, batch_of_many<n>, copy);
  else
    integrand = make(asked, list[0]);
  if (integrand == nullptr) return;
  cuboid_options *options = nullptr;
  cuboid_options_create(&options);
  cuboid_options_set_text(options, "method", asked.method);
  cuboid_options_set_integer(options, "seed", 1);
  cuboid_options_set_real(options, "epsrel", asked.epsrel);
  cuboid_options_set_integer(options, "maxeval", 1000000000);
  cuboid_options_set_integer(options, "key", asked.key);
  cuboid_options_set_integer(options, "quasi", asked.quasi);
  double best = 1e300;
  cuboid_many *many = nullptr;
  constexpr int repeats = 3;
  std::vector<std::string> phases;
  for (int repeat = 0; repeat < repeats; ++repeat) {
    cuboid_many_free(many);
    many = nullptr;
    if (repeat + 1 == repeats) {
      cuboid_options_set_log(options, keep_phases, &phases);
      cuboid_options_set_integer(options, "verbosity", 3);
    }
    const double began = seconds();
    cuboid_integrate_many(integrand, static_cast<std::int64_t>(list.size()), nullptr, nullptr, 0,
                          asked.batch ? nullptr : list.data(), asked.batch ? 0 : sizeof list[0],
                          options, &many);
    best = std::fmin(best, seconds() - began);
    if (many == nullptr) break;
  }
  if (many == nullptr)
    std::printf("%s\n", cuboid_last_error());
  else
    report<n>(asked, list, many, best);
  for (const std::string &line : phases) std::printf("  %s\n", line.c_str());
  if (asked.batch || std::string(asked.method) == "lattice")
    report_calls(asked, list, copy, options);
  std::fflush(stdout);
  cuboid_many_free(many);
  cuboid_options_free(options);
  cuboid_integrand_free(integrand);
  cudaFree(copy);
}

double evaluations_of(const cuboid_many *many) {
  double sum = 0;
  for (std::int64_t i = 0; i < cuboid_many_count(many); ++i)
    sum += static_cast<double>(cuboid_many_neval(many)[i]);
  return sum;
}

cuboid_options *options_of_outgrown(double epsrel) {
  cuboid_options *options = nullptr;
  cuboid_options_create(&options);
  cuboid_options_set_text(options, "method", "cuhre");
  cuboid_options_set_real(options, "epsrel", epsrel);
  cuboid_options_set_integer(options, "maxeval", 3000000000);
  return options;
}

/// Evaluations per second of one integral that fills the device.
template <int n>
double rate_of_one() {
  Gaussian<n> gaussian{25, {}};
  for (double &c : gaussian.centre) c = 0.4;
  cuboid_integrand *integrand = nullptr;
  cuboid::make_integrand<n, 1>(&integrand, gaussian);
  cuboid_options *options = options_of_outgrown(1e-14);
  cuboid_options_set_integer(options, "maxeval", 30000000000);
  double best = 0;
  for (int repeat = 0; repeat < 2; ++repeat) {
    cuboid_result *result = nullptr;
    const double began = seconds();
    cuboid_integrate(integrand, nullptr, nullptr, options, &result);
    best = std::fmax(best, static_cast<double>(cuboid_result_neval(result)) / (seconds() - began));
    cuboid_result_free(result);
  }
  cuboid_options_free(options);
  cuboid_integrand_free(integrand);
  return best;
}

template <int n>
void run_outgrown(double epsrel, double count, const Wanted &wanted) {
  if (!wanted.method.empty() && wanted.method != "outgrown") return;
  const auto list =
      some<n>({"outgrown", epsrel, 5, 25, count}, static_cast<std::size_t>(count * wanted.scale));
  Gaussian<n> first = list[0];
  cuboid_integrand *integrand = nullptr;
  cuboid::make_integrand<n, 1>(&integrand, first);
  cuboid_options *options = options_of_outgrown(epsrel);
  const double one = rate_of_one<n>();
  for (const int threads : {1, 2, 4, 8}) {
    cuboid_options_set_integer(options, "cores", threads);
    double best = 1e300;
    cuboid_many *many = nullptr;
    for (int repeat = 0; repeat < 2; ++repeat) {
      cuboid_many_free(many);
      many = nullptr;
      const double began = seconds();
      cuboid_integrate_many(integrand, static_cast<std::int64_t>(list.size()), nullptr, nullptr, 0,
                            list.data(), sizeof list[0], options, &many);
      best = std::fmin(best, seconds() - began);
      if (many == nullptr) break;
    }
    if (many == nullptr) {
      std::printf("%s\n", cuboid_last_error());
      break;
    }
    const double evaluations = evaluations_of(many);
    const double number = static_cast<double>(list.size());
    std::printf(
        "outgrown   %d-D %.0e %5.0f, %2d threads: %9.3e integrals/s %11.0f evaluations "
        "%9.3e/s, %5.1f %% of one integral's %9.3e/s, %lld converged\n",
        n, epsrel, number, threads, number / best, evaluations / number, evaluations / best,
        100 * evaluations / best / one, one,
        static_cast<long long>(cuboid_many_number_of(many, CUBOID_CONVERGED)));
    std::fflush(stdout);
    cuboid_many_free(many);
  }
  cuboid_options_free(options);
  cuboid_integrand_free(integrand);
}

}  // namespace

int main(int argc, char **argv) {
  const Wanted wanted{argc > 1 ? std::atof(argv[1]) : 1, argc > 2 ? argv[2] : ""};
  const char *device = "";
  if (cuboid_device(&device) != 0) {
    std::printf("%s\n", cuboid_last_error());
    return 77;
  }
  std::printf(
      "%s\nlist       dim  eps      integrals integrals/s evaluations     eval/s of bare  "
      "converged   right\n",
      device);
  std::fflush(stdout);
  run<1>({"line", 1e-6, 5, 25, 1e6, 0, "line"}, wanted);
  run<1>({"line", 1e-10, 5, 25, 2e5, 0, "line"}, wanted);
  run<1>({"uniform", 1e-6, 5, 25, 1e6}, wanted);
  run<1>({"auto", 1e-6, 5, 25, 1e6, 0, "auto"}, wanted);
  run<1>({"auto mixed", 1e-6, 1, 1e4, 1e6, 0, "auto"}, wanted);
  run<2>({"smooth", 1e-6, .1, .5, 1e6}, wanted);
  run<2>({"uniform", 1e-6, 5, 25, 1e6}, wanted);
  run<3>({"uniform", 1e-6, 5, 25, 1e6}, wanted);
  run<5>({"uniform", 1e-3, 5, 25, 5e5}, wanted);
  run<5>({"key 7", 1e-3, 5, 25, 5e5, 7}, wanted);
  run<5>({"uniform", 1e-6, 5, 25, 5e4}, wanted);
  run<3>({"mixed", 1e-6, 1, 1e4, 1e6}, wanted);
  run<3>({"batch", 1e-6, 5, 25, 1e5, 0, "cuhre", -1, true}, wanted);
  run<8>({"vegas_plus", 1e-3, 5, 25, 1e5, 0, "vegas_plus"}, wanted);
  run<8>({"m_cubes", 1e-3, 5, 25, 1e5, 0, "m_cubes"}, wanted);
  run<4>({"vegas_plus", 1e-2, 5, 25, 1e6, 0, "vegas_plus"}, wanted);
  run<4>({"lattice", 1e-6, 5, 25, 1e5, 0, "lattice"}, wanted);
  run<6>({"lattice", 1e-4, 5, 25, 1e5, 0, "lattice"}, wanted);
  run_outgrown<5>(1e-8, 2000, wanted);
  run_outgrown<5>(1e-9, 1000, wanted);
  run_outgrown<6>(1e-6, 2000, wanted);
  run_outgrown<6>(1e-7, 1000, wanted);
  run_outgrown<8>(1e-4, 500, wanted);
  run<4>({"sobol", 1e-3, 5, 25, 1e5, 0, "vegas_plus", 1}, wanted);
  return 0;
}
