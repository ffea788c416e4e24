// What PAGANI on the cores costs beyond the integrand, and what threads gain.
//   pagani_cpu [evaluations] [threads]
// For each integrand of the PAGANI paper: nanoseconds an evaluation of bare loops over points in
// memory that call the integrand as Cuba does, of PAGANI on one core, and of PAGANI in threads. The
// one loop has points all over the cube, the other has points that PAGANI comes to: where an
// integrand branches, its cost depends on them.  All evaluate as often, in turns, and of each the
// best of ten turns counts: other programs on the machine slow some down.
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

constexpr int stretch = 4096;  ///< points that are evaluated one after the other

/// Nanoseconds an evaluation of a loop over the points, stretch by stretch, each as often as makes
/// `evaluations` of all.  x: [..][ndim].
double bare(cuboid_function function, int ndim, const std::vector<double> &x,
            std::int64_t evaluations) {
  const std::size_t coordinates = static_cast<std::size_t>(stretch) * ndim;
  const auto stretches = static_cast<std::int64_t>(x.size() / coordinates);
  const std::int64_t repeats = std::max<std::int64_t>(evaluations / (stretches * stretch), 1);
  std::vector<double> f(stretch);
  const int ncomp = 1;
  const double begin = seconds();
  for (std::int64_t s = 0; s < stretches; ++s)
    for (std::int64_t repeat = 0; repeat < repeats; ++repeat)
      for (int i = 0; i < stretch; ++i)
        function(&ndim, x.data() + s * coordinates + static_cast<std::size_t>(i) * ndim, &ncomp,
                 f.data() + i, nullptr);
  return 1e9 * (seconds() - begin) / static_cast<double>(stretches * repeats * stretch);
}

std::vector<double> points_of_the_cube(int ndim) {
  std::vector<double> x(static_cast<std::size_t>(stretch) * ndim);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = std::fmod(.6180339887 * (i + 1.), 1.);
  return x;
}

/// Passes the calls on to an integrand and keeps some of the points.
struct Recorder {
  cuboid_function function;
  std::int64_t period;  ///< of every so many points, a stretch is kept
  std::int64_t calls = 0;
  std::vector<double> x;
};

int record(const int *ndim, const double x[], const int *ncomp, double f[], void *userdata) {
  Recorder &recorder = *static_cast<Recorder *>(userdata);
  if (++recorder.calls % recorder.period >= recorder.period - stretch)
    recorder.x.insert(recorder.x.end(), x, x + *ndim);
  return recorder.function(ndim, x, ncomp, f, nullptr);
}

/// The same of PAGANI that goes on until it has used up its evaluations.
double pagani(cuboid_function function, int ndim, std::int64_t evaluations, int threads,
              void *userdata = nullptr) {
  cuboid_integrand *integrand = nullptr;
  cuboid_options *options = nullptr;
  cuboid_integrand_create(&integrand, ndim, 1, function, userdata);
  cuboid_options_create(&options);
  cuboid_options_set_text(options, "method", "pagani");
  cuboid_options_set_text(options, "workers", threads > 1 ? "threads" : "serial");
  cuboid_options_set_integer(options, "cores", threads);
  cuboid_options_set_integer(options, "maxeval", evaluations);
  cuboid_options_set_real(options, "epsrel", 1e-15);
  cuboid_options_set_real(options, "epsabs", 0);
  cuboid_result *result = nullptr;
  const double begin = seconds();
  cuboid_integrate(integrand, nullptr, nullptr, options, &result);
  const double time = (seconds() - begin) / static_cast<double>(cuboid_result_neval(result));
  cuboid_result_free(result);
  cuboid_options_free(options);
  cuboid_integrand_free(integrand);
  return 1e9 * time;
}

/// Points from all stages of a refinement.
std::vector<double> points_of_pagani(cuboid_function function, int ndim, std::int64_t evaluations) {
  Recorder recorder{function, evaluations / 8, 0, {}};
  pagani(record, ndim, evaluations, 1, &recorder);
  return recorder.x;
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
  std::printf(
      "                bare ns, points of  one core    ratio to\n"
      "integrand ndim  the cube    PAGANI        ns  cube PAGANI  %d threads ns  gain\n",
      threads);
  for (const Case &c : cases) {
    const std::vector<double> cube_points = points_of_the_cube(c.ndim);
    const std::vector<double> own_points = points_of_pagani(c.function, c.ndim, evaluations);
    double cube = 1e300, own = 1e300, one = 1e300, many = 1e300;
    for (int turn = 0; turn < 10; ++turn) {
      cube = std::min(cube, bare(c.function, c.ndim, cube_points, evaluations));
      own = std::min(own, bare(c.function, c.ndim, own_points, evaluations));
      one = std::min(one, pagani(c.function, c.ndim, evaluations, 1));
      many = std::min(many, pagani(c.function, c.ndim, evaluations, threads));
    }
    std::printf("%-9s %4d  %8.2f  %8.2f  %8.2f  %4.2f   %4.2f  %*s%.2f  %4.2f\n", c.name, c.ndim,
                cube, own, one, one / cube, one / own, 8, "", many, one / many);
  }
  return 0;
}
