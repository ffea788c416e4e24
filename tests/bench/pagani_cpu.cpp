// What PAGANI on the cores costs beyond the integrand, and what threads gain.
//   pagani_cpu [evaluations] [threads]
// For each integrand of the PAGANI paper: nanoseconds an evaluation of a bare loop over points in
// memory that calls the integrand as Cuba does, of PAGANI on one core, and of PAGANI in threads.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "cuboid.h"

namespace {

double seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

int f1(const int *ndim, const double x[], const int *, double f[], void *) {
  double sum = 0;
  for (int d = 0; d < *ndim; ++d) sum += (d + 1) * x[d];
  f[0] = std::cos(sum);
  return 0;
}

int f2(const int *ndim, const double x[], const int *, double f[], void *) {
  double product = 1;
  for (int d = 0; d < *ndim; ++d) product *= 4e-4 + (x[d] - .5) * (x[d] - .5);
  f[0] = 1 / product;
  return 0;
}

int f3(const int *ndim, const double x[], const int *, double f[], void *) {
  double sum = 1;
  for (int d = 0; d < *ndim; ++d) sum += (d + 1) * x[d];
  double product = 1;
  for (int d = 0; d <= *ndim; ++d) product *= sum;
  f[0] = 1 / product;
  return 0;
}

int f4(const int *ndim, const double x[], const int *, double f[], void *) {
  double sum = 0;
  for (int d = 0; d < *ndim; ++d) sum += (x[d] - .5) * (x[d] - .5);
  f[0] = std::exp(-625 * sum);
  return 0;
}

int f5(const int *ndim, const double x[], const int *, double f[], void *) {
  double sum = 0;
  for (int d = 0; d < *ndim; ++d) sum += std::fabs(x[d] - .5);
  f[0] = std::exp(-10 * sum);
  return 0;
}

int f6(const int *ndim, const double x[], const int *, double f[], void *) {
  double sum = 0;
  bool inside = true;
  for (int d = 0; d < *ndim; ++d) {
    sum += (d + 5) * x[d];
    inside = inside && x[d] < .1 * (d + 4);
  }
  f[0] = inside ? std::exp(sum) : 0;
  return 0;
}

int f7(const int *ndim, const double x[], const int *, double f[], void *) {
  double sum = 0;
  for (int d = 0; d < *ndim; ++d) sum += x[d] * x[d];
  const double square = sum * sum;
  const double fourth = square * square;
  f[0] = fourth * square * sum * std::sqrt(sum) * std::sqrt(sum) * std::sqrt(sum);
  return 0;
}

/// Nanoseconds an evaluation of a loop over points of the cube.
double bare(cuboid_function function, int ndim) {
  constexpr int npoints = 2048;
  std::vector<double> x(static_cast<std::size_t>(npoints) * ndim);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = std::fmod(.6180339887 * (i + 1.), 1.);
  std::vector<double> f(npoints);
  const int ncomp = 1;
  double best = 1e300;
  for (int run = 0; run < 30; ++run) {
    const double begin = seconds();
    for (int repeat = 0; repeat < 20; ++repeat)
      for (int i = 0; i < npoints; ++i)
        function(&ndim, x.data() + static_cast<std::ptrdiff_t>(i) * ndim, &ncomp, f.data() + i,
                 nullptr);
    best = std::min(best, (seconds() - begin) / (20. * npoints));
  }
  return 1e9 * best;
}

/// The same of PAGANI that goes on until it has used up its evaluations.
double pagani(cuboid_function function, int ndim, std::int64_t evaluations, int threads) {
  cuboid_integrand *integrand = nullptr;
  cuboid_options *options = nullptr;
  cuboid_integrand_create(&integrand, ndim, 1, function, nullptr);
  cuboid_options_create(&options);
  cuboid_options_set_text(options, "method", "pagani");
  cuboid_options_set_text(options, "workers", threads > 1 ? "threads" : "serial");
  cuboid_options_set_integer(options, "cores", threads);
  cuboid_options_set_integer(options, "maxeval", evaluations);
  cuboid_options_set_real(options, "epsrel", 1e-15);
  cuboid_options_set_real(options, "epsabs", 0);
  double best = 1e300;
  for (int run = 0; run < 5; ++run) {
    cuboid_result *result = nullptr;
    const double begin = seconds();
    cuboid_integrate(integrand, nullptr, nullptr, options, &result);
    const double time = seconds() - begin;
    best = std::min(best, time / static_cast<double>(cuboid_result_neval(result)));
    cuboid_result_free(result);
  }
  cuboid_options_free(options);
  cuboid_integrand_free(integrand);
  return 1e9 * best;
}

}  // namespace

int main(int argc, char **argv) {
  const std::int64_t evaluations = argc > 1 ? std::atoll(argv[1]) : 10000000;
  const int threads = argc > 2 ? std::atoi(argv[2]) : 2;
  struct Case {
    const char *name;
    int ndim;
    cuboid_function function;
  };
  const Case cases[] = {{"f1", 5, f1}, {"f1", 8, f1}, {"f2", 6, f2}, {"f3", 3, f3},
                        {"f3", 8, f3}, {"f4", 5, f4}, {"f4", 8, f4}, {"f5", 5, f5},
                        {"f5", 8, f5}, {"f6", 6, f6}, {"f7", 8, f7}};
  std::printf("integrand ndim  bare ns  one core ns  ratio  %d threads ns  gain\n", threads);
  for (const Case &c : cases) {
    const double loop = bare(c.function, c.ndim);
    const double one = pagani(c.function, c.ndim, evaluations, 1);
    const double many = pagani(c.function, c.ndim, evaluations, threads);
    std::printf("%-9s %4d  %7.2f  %11.2f  %5.2f  %*s%.2f  %4.2f\n", c.name, c.ndim, loop, one,
                one / loop, 8, "", many, one / many);
  }
  return 0;
}
