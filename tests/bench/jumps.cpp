// What methods make of jumps, on the host: indicators of a ball, of a half-space whose border lies
// askew, and of a box, and a Gaussian that a ball cuts off.
//   jumps [evaluations [draws]]
// By default 10^7 evaluations, and three draws of each.  Prints for each integrand and method the
// evaluations with which 1e-3 and 1e-4 were reached, in the median, and in how many draws; and what
// all the evaluations give: the rms of the true errors and the median of the estimates, relative to
// the integrals.
//   jumps steps [draws]
// Smooth integrands that one plane across an axis cuts, 40 of them in each dimension: how many of
// the results of cubature that converge are above their estimate.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include "cuboid.h"
#include "draws.hpp"

namespace {

using cuboid_test::Draws;
using Function = std::function<double(const double *x)>;

struct Integral {
  Function function;
  double value;
};

double ball_volume(int ndim, double radius) {
  return std::pow(M_PI, ndim / 2.) / std::tgamma(ndim / 2. + 1) * std::pow(radius, ndim);
}

struct Ball {
  std::vector<double> centre;
  double radius;

  /// Within the cube.
  Ball(int ndim, Draws &draw) : radius(draw(.25, .48)) {
    for (int d = 0; d < ndim; ++d) centre.push_back(draw(radius, 1 - radius));
  }
  int ndim() const { return static_cast<int>(centre.size()); }
  double squared_distance(const double *x) const {
    double sum = 0;
    for (int d = 0; d < ndim(); ++d) sum += (x[d] - centre[d]) * (x[d] - centre[d]);
    return sum;
  }
  bool contains(const double *x) const { return squared_distance(x) < radius * radius; }
};

Integral ball(int ndim, Draws &draw) {
  const Ball all(ndim, draw);
  return {[all](const double *x) { return all.contains(x) ? 1. : 0.; },
          ball_volume(ndim, all.radius)};
}

/// exp(-r^2 / (2 width^2)) in a ball.  With t = r^2 / (2 width^2), the integral is an incomplete
/// gamma function, summed as the series exp(-t) sum of t^k / (a (a + 1) ... (a + k)).
Integral gaussian_in_ball(int ndim, Draws &draw) {
  const Ball all(ndim, draw);
  const double width = draw(.1, .4);
  const double t = all.radius * all.radius / (2 * width * width);
  double term = 2. / ndim;
  double sum = term;
  for (int k = 1; term > 1e-18 * sum; ++k) sum += term *= t / (.5 * ndim + k);
  return {[all, width](const double *x) {
            return all.contains(x) ? std::exp(-all.squared_distance(x) / (2 * width * width)) : 0.;
          },
          .5 * ndim * ball_volume(ndim, all.radius) * std::exp(-t) * sum};
}

/// Where a x < c: its volume, by inclusion and exclusion of the corners.
Integral half_space(int ndim, Draws &draw) {
  std::vector<double> a;
  double total = 0;
  for (int d = 0; d < ndim; ++d) total += a.emplace_back(draw(.3, 2));
  const double c = total * draw(.3, .6);
  long double sum = 0;
  for (int corner = 0; corner < 1 << ndim; ++corner) {
    long double rest = c;
    int sign = 1;
    for (int d = 0; d < ndim; ++d)
      if ((corner >> d & 1) != 0) {
        rest -= a[d];
        sign = -sign;
      }
    if (rest > 0) sum += sign * std::pow(rest, ndim);
  }
  for (int d = 0; d < ndim; ++d) sum /= (d + 1) * a[d];
  return {[a, c](const double *x) {
            double rest = c;
            for (std::size_t d = 0; d < a.size(); ++d) rest -= a[d] * x[d];
            return rest > 0 ? 1. : 0.;
          },
          static_cast<double>(sum)};
}

Integral box(int ndim, Draws &draw) {
  std::vector<double> lower;
  std::vector<double> upper;
  double volume = 1;
  for (int d = 0; d < ndim; ++d) {
    const double width = draw(.4, .9);
    lower.push_back(draw(0, 1 - width));
    upper.push_back(lower.back() + width);
    volume *= width;
  }
  return {[lower, upper](const double *x) {
            for (std::size_t d = 0; d < lower.size(); ++d)
              if (!(x[d] > lower[d] && x[d] < upper[d])) return 0.;
            return 1.;
          },
          volume};
}

/// exp(-sum of the other axes), which a plane across the first axis multiplies on one side.
Integral step(int ndim, Draws &draw) {
  const double at = draw(.1, .9);
  const double above = 1 + draw(.1, 2);
  return {[ndim, at, above](const double *x) {
            double sum = 0;
            for (int d = 1; d < ndim; ++d) sum += x[d];
            return (x[0] < at ? 1 : above) * std::exp(-sum);
          },
          (at + (1 - at) * above) * std::pow(-std::expm1(-1), ndim - 1)};
}

int call(const int *, const double *x, const int *, double *f, void *function) {
  f[0] = (*static_cast<const Function *>(function))(x);
  return 0;
}

struct Outcome {
  bool converged;
  std::int64_t neval;
  double true_error;  ///< both relative to the integral
  double error;
};

Outcome integrate(Integral &integral, int ndim, const char *method, double epsrel,
                  std::int64_t maxeval) {
  cuboid_options *options = nullptr;
  cuboid_integrand *integrand = nullptr;
  cuboid_result *result = nullptr;
  cuboid_options_create(&options);
  cuboid_options_set_text(options, "method", method);
  cuboid_options_set_real(options, "epsrel", epsrel);
  cuboid_options_set_integer(options, "maxeval", maxeval);
  cuboid_integrand_create(&integrand, ndim, 1, call, &integral.function);
  cuboid_integrand_set_thread_safe(integrand, 1);
  const int status = cuboid_integrate(integrand, nullptr, nullptr, options, &result);
  if (status < 0) {
    std::printf("%s: %s\n", method, cuboid_result_message(result));
    std::exit(1);
  }
  const Outcome outcome{status == CUBOID_CONVERGED, cuboid_result_neval(result),
                        std::fabs(cuboid_result_value(result)[0] / integral.value - 1),
                        cuboid_result_error(result)[0] / integral.value};
  cuboid_result_free(result);
  cuboid_integrand_free(integrand);
  cuboid_options_free(options);
  return outcome;
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values.empty() ? NAN : values[values.size() / 2];
}

void print_row(const char *name, int ndim, const char *method, std::vector<Integral> &integrals,
               std::int64_t maxeval) {
  std::printf("%-18s %d-D  %-11s", name, ndim, method);
  for (const double epsrel : {1e-3, 1e-4}) {
    std::vector<double> evaluations;
    for (Integral &integral : integrals) {
      const Outcome outcome = integrate(integral, ndim, method, epsrel, maxeval);
      if (outcome.converged) evaluations.push_back(static_cast<double>(outcome.neval));
    }
    if (evaluations.empty())
      std::printf("         -   ");
    else
      std::printf("   %7.1e (%zu)", median(evaluations), evaluations.size());
  }
  double squares = 0;
  std::vector<double> errors;
  for (Integral &integral : integrals) {
    const Outcome outcome = integrate(integral, ndim, method, 1e-12, maxeval);
    squares += outcome.true_error * outcome.true_error;
    errors.push_back(outcome.error);
  }
  std::printf("   %7.1e   %7.1e\n", std::sqrt(squares / static_cast<double>(integrals.size())),
              median(errors));
  std::fflush(stdout);
}

void print_steps(int draws) {
  for (const char *method : {"pagani", "cuhre"})
    for (const int ndim : {2, 3, 4, 5, 6, 8}) {
      int converged = 0;
      int above = 0;
      double worst = 0;
      for (const double epsrel : {1e-1, 1e-2, 1e-3, 1e-4})
        for (const std::int64_t maxeval : {200000, 2000000})
          for (int i = 0; i < draws; ++i) {
            Draws draw(static_cast<std::uint64_t>(1000 * ndim + i));
            Integral integral = step(ndim, draw);
            const Outcome outcome = integrate(integral, ndim, method, epsrel, maxeval);
            if (!outcome.converged) continue;
            ++converged;
            above += outcome.true_error > outcome.error ? 1 : 0;
            worst = std::max(worst, outcome.true_error / outcome.error);
          }
      std::printf("%-7s %d-D  %4d converged, %3d above their estimate; largest ratio %.2f\n",
                  method, ndim, converged, above, worst);
      std::fflush(stdout);
    }
}

}  // namespace

int main(int argc, char **argv) {
  if (argc > 1 && std::string(argv[1]) == "steps") {
    print_steps(argc > 2 ? std::atoi(argv[2]) : 40);
    return 0;
  }
  const auto maxeval = static_cast<std::int64_t>(argc > 1 ? std::atof(argv[1]) : 1e7);
  const int draws = argc > 2 ? std::atoi(argv[2]) : 3;
  struct Family {
    const char *name;
    Integral (*draw)(int ndim, Draws &draw);
  };
  std::printf("%-18s      %-11s   to 1e-3       to 1e-4       with %.0e: true, estimated\n", "",
              "method", static_cast<double>(maxeval));
  for (const Family &family : {Family{"ball", ball}, Family{"Gaussian in a ball", gaussian_in_ball},
                               Family{"half-space", half_space}, Family{"box", box}})
    for (const int ndim : {2, 3, 5, 8}) {
      std::vector<Integral> integrals;
      for (int i = 0; i < draws; ++i) {
        Draws draw(static_cast<std::uint64_t>(100 * ndim + i));
        integrals.push_back(family.draw(ndim, draw));
      }
      for (const char *method : {"pagani", "cuhre", "divonne", "vegas_plus", "lattice"})
        print_row(family.name, ndim, method, integrals, maxeval);
    }
}
