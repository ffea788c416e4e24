// Gaussians so narrow that few samples meet them, in the middle of the cube, where the first cuts
// of regions stand, beside it, and at drawn places: how many of the results that are called
// converged are wrong.
//   narrow_peaks [methods, with commas] [rows]
// With rows, those are printed too that are more than three errors off.
#include <cmath>
#include <cstdio>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "cuboid.h"

namespace {

struct Peak {
  std::vector<double> centre;  ///< [ndim]
  double width;
};

int gaussian(const int *ndim, const double x[], const int *, double f[], void *userdata) {
  const Peak &peak = *static_cast<const Peak *>(userdata);
  double square = 0;
  for (int d = 0; d < *ndim; ++d) square += (x[d] - peak.centre[d]) * (x[d] - peak.centre[d]);
  f[0] = std::exp(-square / (2 * peak.width * peak.width));
  return 0;
}

double integral(const Peak &peak) {
  const double scale = peak.width * std::sqrt(2.0);
  double product = 1;
  for (const double centre : peak.centre)
    product *=
        std::sqrt(M_PI) / 2 * scale * (std::erf((1 - centre) / scale) + std::erf(centre / scale));
  return product;
}

struct Counts {
  int calls = 0, converged = 0, beyond_three = 0, beyond_five = 0;
};

void integrate(Peak peak, const cuboid_options *options, bool rows, Counts &counts) {
  const auto ndim = static_cast<int>(peak.centre.size());
  cuboid_integrand *integrand = nullptr;
  cuboid_integrand_create(&integrand, ndim, 1, gaussian, &peak);
  cuboid_result *result = nullptr;
  ++counts.calls;
  if (cuboid_integrate(integrand, nullptr, nullptr, options, &result) == CUBOID_CONVERGED) {
    const double truth = integral(peak);
    const double value = cuboid_result_value(result)[0];
    const double pull = (value - truth) / cuboid_result_error(result)[0];
    ++counts.converged;
    counts.beyond_three += std::fabs(pull) > 3;
    counts.beyond_five += std::fabs(pull) > 5;
    if (rows && std::fabs(pull) > 3)
      std::printf("%d-D, width %g at %g: %.4f of the integral, %.1f errors off, %lld evaluations\n",
                  ndim, peak.width, peak.centre[0], value / truth, pull,
                  static_cast<long long>(cuboid_result_neval(result)));
  }
  cuboid_result_free(result);
  cuboid_integrand_free(integrand);
}

using Peaks = std::vector<Peak>;

Peaks peaks_near_the_middle() {
  Peaks peaks;
  for (const double middle : {.5, .5001, .47})
    for (std::size_t ndim = 3; ndim <= 8; ++ndim)
      for (const double width : {.2, .1, .05, .02, .01})
        peaks.push_back({std::vector<double>(ndim, middle), width});
  return peaks;
}

Peaks peaks_at_drawn_places() {
  Peaks peaks;
  std::mt19937 draw(1);
  for (int i = 0; i < 10; ++i)
    for (std::size_t ndim = 2; ndim <= 5; ++ndim)
      for (const double width : {.05, .02, .01, .005, .002}) {
        Peak peak{{}, width};
        while (peak.centre.size() < ndim) peak.centre.push_back(.05 + .9 * std::ldexp(draw(), -32));
        peaks.push_back(std::move(peak));
      }
  return peaks;
}

void count(const std::string &method, const char *where, const Peaks &peaks, bool rows) {
  cuboid_options *options = nullptr;
  cuboid_options_create(&options);
  cuboid_options_set_text(options, "method", method.c_str());
  Counts counts;
  for (const Peak &peak : peaks)
    for (const double epsrel : {1e-2, 1e-3})
      for (const int maxeval : {200000, 2000000})
        for (const int seed : {1, 2}) {
          cuboid_options_set_real(options, "epsrel", epsrel);
          cuboid_options_set_integer(options, "maxeval", maxeval);
          cuboid_options_set_integer(options, "seed", seed);
          integrate(peak, options, rows, counts);
        }
  std::printf("%s, %s: %d calls, %d converged, of these %d beyond three errors, %d beyond five\n",
              method.c_str(), where, counts.calls, counts.converged, counts.beyond_three,
              counts.beyond_five);
  cuboid_options_free(options);
}

}  // namespace

int main(int argc, char **argv) {
  std::stringstream methods(argc > 1 ? argv[1] : "suave");
  for (std::string method; std::getline(methods, method, ',');) {
    count(method, "near the middle", peaks_near_the_middle(), argc > 2);
    count(method, "at drawn places", peaks_at_drawn_places(), argc > 2);
  }
  return 0;
}
