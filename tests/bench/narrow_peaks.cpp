// Gaussians so narrow that few samples meet them, in the middle of the cube, where the first cuts
// of regions stand, and beside it: how many of the results that are called converged are wrong.
//   narrow_peaks [methods, with commas] [rows]
// With rows, those are printed too that are more than three errors off.
#include <cmath>
#include <cstdio>
#include <sstream>
#include <string>

#include "cuboid.h"

namespace {

struct Peak {
  double middle;
  double width;
};

int gaussian(const int *ndim, const double x[], const int *, double f[], void *userdata) {
  const Peak &peak = *static_cast<const Peak *>(userdata);
  double square = 0;
  for (int d = 0; d < *ndim; ++d) square += (x[d] - peak.middle) * (x[d] - peak.middle);
  f[0] = std::exp(-square / (2 * peak.width * peak.width));
  return 0;
}

double integral(const Peak &peak, int ndim) {
  const double scale = peak.width * std::sqrt(2.0);
  return std::pow(std::sqrt(M_PI) / 2 * scale *
                      (std::erf((1 - peak.middle) / scale) + std::erf(peak.middle / scale)),
                  ndim);
}

struct Counts {
  int calls = 0, converged = 0, beyond_three = 0, beyond_five = 0;
};

void integrate(Peak peak, int ndim, const cuboid_options *options, bool rows, Counts &counts) {
  cuboid_integrand *integrand = nullptr;
  cuboid_integrand_create(&integrand, ndim, 1, gaussian, &peak);
  cuboid_result *result = nullptr;
  ++counts.calls;
  if (cuboid_integrate(integrand, nullptr, nullptr, options, &result) == CUBOID_CONVERGED) {
    const double truth = integral(peak, ndim);
    const double value = cuboid_result_value(result)[0];
    const double pull = (value - truth) / cuboid_result_error(result)[0];
    ++counts.converged;
    counts.beyond_three += std::fabs(pull) > 3;
    counts.beyond_five += std::fabs(pull) > 5;
    if (rows && std::fabs(pull) > 3)
      std::printf("%d-D, width %g at %g: %.4f of the integral, %.1f errors off, %lld evaluations\n",
                  ndim, peak.width, peak.middle, value / truth, pull,
                  static_cast<long long>(cuboid_result_neval(result)));
  }
  cuboid_result_free(result);
  cuboid_integrand_free(integrand);
}

void count(const std::string &method, bool rows) {
  cuboid_options *options = nullptr;
  cuboid_options_create(&options);
  cuboid_options_set_text(options, "method", method.c_str());
  Counts counts;
  for (const double middle : {.5, .5001, .47})
    for (int ndim = 3; ndim <= 8; ++ndim)
      for (const double width : {.2, .1, .05, .02, .01})
        for (const double epsrel : {1e-2, 1e-3})
          for (const int maxeval : {200000, 2000000})
            for (const int seed : {1, 2}) {
              cuboid_options_set_real(options, "epsrel", epsrel);
              cuboid_options_set_integer(options, "maxeval", maxeval);
              cuboid_options_set_integer(options, "seed", seed);
              integrate({middle, width}, ndim, options, rows, counts);
            }
  std::printf("%s: %d calls, %d converged, of these %d beyond three errors, %d beyond five\n",
              method.c_str(), counts.calls, counts.converged, counts.beyond_three,
              counts.beyond_five);
  cuboid_options_free(options);
}

}  // namespace

int main(int argc, char **argv) {
  std::stringstream methods(argc > 1 ? argv[1] : "suave");
  for (std::string method; std::getline(methods, method, ',');) count(method, argc > 2);
  return 0;
}
