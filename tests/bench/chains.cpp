// Chains of integrals of which each hardly differs from the one before: what it saves to begin with
// the map of that one, and what it could save to begin with its regions.
//   chains [length [cores | gpu]]   1000 integrals on the cores by default
//   chains new [seeds]              a peak that is new: how often the result is wrong; 40 seeds
// Gaussians exp(-k |x - c|^2) in six dimensions, to 1 %, whose centre goes its way through the cube
// in as many steps.  Times are those of the processors on the cores, where others may run, and of
// the clock on a GPU.
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>

#include "cuboid.h"
#include "support/gaussian.hpp"

namespace {

constexpr int ndim = 6;

struct Peak {
  double sharpness;
  double centre[ndim];
};

int gaussian(const int *, const double x[], const int *, double f[], void *userdata) {
  const auto &peak = *static_cast<const Peak *>(userdata);
  double square = 0;
  for (int d = 0; d < ndim; ++d) square += (x[d] - peak.centre[d]) * (x[d] - peak.centre[d]);
  f[0] = std::exp(-peak.sharpness * square);
  return 0;
}

const char *const source = R"(
int gaussian(const int *ndim, const double x[], const int *ncomp, double f[], void *userdata) {
  const double *p = userdata;
  double square = 0;
  for (int d = 0; d < 6; ++d) square += (x[d] - p[1 + d]) * (x[d] - p[1 + d]);
  f[0] = exp(-p[0] * square);
  return 0;
}
)";

/// One after the other through the cube, and to and fro.
Peak peak_of(double sharpness, int number, int length) {
  const double along = .3 + .4 * number / length;
  const double across = .05 * std::sin(20. * number / length);
  Peak peak{sharpness, {}};
  for (int d = 0; d < ndim; ++d) peak.centre[d] = along + (d % 2 == 0 ? across : -across);
  return peak;
}

double seconds(bool gpu) {
  if (!gpu) return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

struct Sums {
  double seconds = 0;
  double evaluations = 0, regions = 0;
  int converged = 0, within = 0, far = 0;  ///< beyond 3 errors

  void add(const cuboid_result *result, double truth) {
    const double distance = std::fabs(cuboid_result_value(result)[0] - truth);
    evaluations += static_cast<double>(cuboid_result_neval(result));
    regions += static_cast<double>(cuboid_result_nregions(result));
    if (cuboid_result_status(result) != CUBOID_CONVERGED) return;
    ++converged;
    within += distance <= cuboid_result_error(result)[0];
    far += distance > 3 * cuboid_result_error(result)[0];
  }
};

class Chain {
 public:
  Chain(bool gpu, double sharpness, int length)
      : gpu_(gpu), sharpness_(sharpness), length_(length) {
    if (gpu)
      cuboid_integrand_from_cuda_source(&integrand_, ndim, 1, source, "gaussian", &peak_,
                                        sizeof peak_);
    else
      cuboid_integrand_create(&integrand_, ndim, 1, gaussian, &peak_);
    cuboid_options_create(&options_);
    cuboid_options_set_real(options_, "epsrel", 1e-2);
    cuboid_options_set_integer(options_, "maxeval", 100000000);
  }
  ~Chain() {
    cuboid_options_free(options_);
    cuboid_integrand_free(integrand_);
  }
  Chain(const Chain &) = delete;
  Chain &operator=(const Chain &) = delete;

  cuboid_options *options() const { return options_; }

  /// The first integrals.  warm: each but the first of them begins with the one before.
  Sums run(const char *method, bool warm, int count) {
    cuboid_options_set_text(options_, "method", method);
    Sums sums;
    cuboid_result *before = nullptr;
    const double began = seconds(gpu_);
    for (int i = 0; i < count; ++i) {
      peak_ = peak_of(sharpness_, i, length_);
      cuboid_options_set_integer(options_, "seed", 1 + i);
      cuboid_options_set_start(options_, warm ? before : nullptr);
      cuboid_result *result = nullptr;
      if (cuboid_integrate(integrand_, nullptr, nullptr, options_, &result) < 0)
        std::printf("%s\n", cuboid_last_error());
      if (result != nullptr)
        sums.add(result, support::gaussian_integral(peak_.sharpness, peak_.centre));
      cuboid_result_free(before);
      before = result;
    }
    sums.seconds = seconds(gpu_) - began;
    cuboid_result_free(before);
    cuboid_options_set_start(options_, nullptr);
    return sums;
  }

 private:
  bool gpu_;
  double sharpness_;
  int length_;
  Peak peak_{};
  cuboid_integrand *integrand_ = nullptr;
  cuboid_options *options_ = nullptr;
};

void print_row(const char *method, const char *start, const Sums &sums, int length) {
  std::printf(
      "%-10s %-5s %9.3f s %10.0f evaluations of each %6.1f %% converged %6.1f %% within "
      "one error %d beyond three\n",
      method, start, sums.seconds, sums.evaluations / length, 100. * sums.converged / length,
      100. * sums.within / length, sums.far);
}

void compare(bool gpu, double sharpness, int length, const char *method) {
  Chain chain(gpu, sharpness, length);
  chain.run(method, true, 2);  // Compiles the kernels.
  const Sums cold = chain.run(method, false, length);
  const Sums warm = chain.run(method, true, length);
  print_row(method, "cold", cold, length);
  print_row(method, "warm", warm, length);
  std::printf("k = %-5.0f   warm / cold: %.3f of the time, %.3f of the evaluations\n", sharpness,
              warm.seconds / cold.seconds, warm.evaluations / cold.evaluations);
  std::fflush(stdout);
}

/// Of a cubature that halves regions, those that are left at the end are half of all that it has
/// evaluated.  A start would evaluate at least these.
void bound(bool gpu, const char *method) {
  constexpr int some = 10;
  // Of the rule of degree 9: Genz and Malik, SIAM J. Numer. Anal. 20 (1983) 580.
  constexpr int npoints =
      1 + 8 * ndim + 6 * ndim * (ndim - 1) + 4 * ndim * (ndim - 1) * (ndim - 2) / 3 + (1 << ndim);
  constexpr double sharpness = 100;
  Chain chain(gpu, sharpness, some);
  cuboid_options_set_integer(chain.options(), "key", 9);
  const Sums cold = chain.run(method, false, some);
  print_row(method, "cold", cold, some);
  std::printf("  the rule on the regions at the end: %.3f of the evaluations\n",
              cold.regions * npoints / cold.evaluations);
  std::fflush(stdout);
}

struct TwoPeaks {
  Peak old, fresh;
  double height;  ///< of the new one
};

int two_gaussians(const int *axes, const double x[], const int *ncomp, double f[], void *userdata) {
  auto &peaks = *static_cast<TwoPeaks *>(userdata);
  double fresh;
  gaussian(axes, x, ncomp, f, &peaks.old);
  gaussian(axes, x, ncomp, &fresh, &peaks.fresh);
  f[0] += peaks.height * fresh;
  return 0;
}

/// Of the results that are called converged, those beyond five errors.
struct Wrong {
  int converged = 0, wrong = 0;
  std::int64_t evaluations = 0;

  void add(const cuboid_result *result, double truth) {
    evaluations += cuboid_result_neval(result);
    if (cuboid_result_status(result) != CUBOID_CONVERGED) return;
    ++converged;
    wrong += std::fabs(cuboid_result_value(result)[0] - truth) > 5 * cuboid_result_error(result)[0];
  }
};

/// A peak with half of the integral of the one in whose map it has no place.
void meet_new_peak(const char *method, double sharpness, double of_new, int seeds) {
  TwoPeaks peaks{{sharpness, {}}, {of_new, {}}, 0};
  for (int d = 0; d < ndim; ++d) {
    peaks.old.centre[d] = .3;
    peaks.fresh.centre[d] = .7;
  }
  const double old = support::gaussian_integral(sharpness, peaks.old.centre);
  const double height = .5 * old / support::gaussian_integral(of_new, peaks.fresh.centre);
  cuboid_integrand *integrand = nullptr;
  cuboid_options *options = nullptr;
  cuboid_integrand_create(&integrand, ndim, 1, two_gaussians, &peaks);
  cuboid_options_create(&options);
  cuboid_options_set_text(options, "method", method);
  cuboid_options_set_real(options, "epsrel", 1e-2);
  cuboid_options_set_integer(options, "maxeval", 1000000);
  Wrong cold, warm;
  for (int seed = 1; seed <= seeds; ++seed) {
    cuboid_result *before = nullptr, *without = nullptr, *with = nullptr;
    cuboid_options_set_start(options, nullptr);
    cuboid_options_set_integer(options, "seed", seed);
    peaks.height = 0;
    cuboid_integrate(integrand, nullptr, nullptr, options, &before);
    peaks.height = height;
    cuboid_options_set_integer(options, "seed", 1000 + seed);
    cuboid_integrate(integrand, nullptr, nullptr, options, &without);
    cuboid_options_set_start(options, before);
    cuboid_integrate(integrand, nullptr, nullptr, options, &with);
    cold.add(without, 1.5 * old);
    warm.add(with, 1.5 * old);
    for (cuboid_result *result : {before, without, with}) cuboid_result_free(result);
  }
  cuboid_options_free(options);
  cuboid_integrand_free(integrand);
  std::printf(
      "%-10s k = %-3.0f and %-3.0f  wrong of converged: cold %3d of %3d, with starts %3d of %3d; "
      "%.2f of the evaluations\n",
      method, sharpness, of_new, cold.wrong, cold.converged, warm.wrong, warm.converged,
      static_cast<double>(warm.evaluations) / static_cast<double>(cold.evaluations));
  std::fflush(stdout);
}

void meet_new_peaks(int seeds) {
  for (const char *method : {"vegas_plus", "m_cubes"})
    for (const double sharpness : {30., 100.})
      for (const double of_new : {20., 40., 80., 160., 320.})
        meet_new_peak(method, sharpness, of_new, seeds);
}

}  // namespace

int main(int argc, char **argv) {
  if (argc > 1 && std::string(argv[1]) == "new") {
    meet_new_peaks(argc > 2 ? std::atoi(argv[2]) : 40);
    return 0;
  }
  const int length = argc > 1 ? std::atoi(argv[1]) : 1000;
  const bool gpu = argc > 2 && std::string(argv[2]) == "gpu";
  for (const double sharpness : {100., 1000.})
    for (const char *method : {"vegas_plus", "m_cubes"}) compare(gpu, sharpness, length, method);
  for (const char *method : {"cuhre", "pagani"}) bound(gpu, method);
  return 0;
}
