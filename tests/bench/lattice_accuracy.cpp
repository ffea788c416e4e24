// What lattices and VEGAS+ reach with the same number of evaluations, on the host.
//   lattice_accuracy [evaluations] [seeds] [transform [name]]
// By default 2^21 evaluations and 2 seeds.  A fourth argument: only problems whose names begin so.
// Prints for each integrand the rms errors, the time,
// and by how many times the product of squared error and time of lattices is smaller.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <limits>
#include <string>
#include <vector>

#include "cuboid.h"
#include "reference/integrals.hpp"

namespace {

int corner_peak(const int *ndim, const double *x, const int *, double *f, void *) {
  double sum = 1;
  for (int d = 0; d < *ndim; ++d) sum += (d + 1) * x[d];
  f[0] = std::pow(sum, -(*ndim + 1));
  return 0;
}

/// 1 / (6! sum over the corners of (-1)^|v| / ...), by inclusion and exclusion.
double corner_peak_value(int ndim) {
  long double sum = 0;
  long double factor = 1;
  for (int d = 1; d <= ndim; ++d) factor *= static_cast<long double>(d) * d;
  for (int corner = 0; corner < 1 << ndim; ++corner) {
    long double at = 1;
    int sign = 1;
    for (int d = 0; d < ndim; ++d)
      if ((corner >> d & 1) != 0) {
        at += d + 1;
        sign = -sign;
      }
    sum += sign / at;
  }
  return static_cast<double>(sum / factor);
}

/// No product, and no function of sums over the axes.
int peak(const int *, const double *x, const int *, double *f, void *) {
  double squares = 0.05;
  double sum = -3;
  for (int d = 0; d < 6; ++d) {
    squares += (x[d] - 0.5) * (x[d] - 0.5);
    sum += x[d];
  }
  const double across = x[0] * x[1] - x[2] * x[3];
  f[0] = 1 / (squares + across * across + sum * sum);
  return 0;
}

/// The Feynman integral of the wheel with (ndim + 1) / 2 spokes, over its 2 n edges but the last,
/// which is 1, from 0 to infinity: 1 / U^2 with the first Symanzik polynomial U.  It is a
/// determinant by Kirchhoff's theorem, since wheels are their own duals.  All ends are singular.
/// Its value is binomial(2 n - 2, n - 1) zeta(2 n - 3): D. Broadhurst, D. Kreimer, Int. J. Mod.
/// Phys. C 6 (1995) 519.
int wheel(const int *ndim, const double *x, const int *, double *f, void *) {
  constexpr int most = 6;
  const int spokes = (*ndim + 1) / 2;
  double to_hub[most];
  double between[most][most] = {};
  for (int i = 0; i < spokes; ++i) {
    const int next = (i + 1) % spokes;
    to_hub[i] = x[i];
    between[i][next] = between[next][i] = i + 1 < spokes ? x[spokes + i] : 1;
  }
  // Stars become meshes, one vertex after the other: nothing is subtracted.
  double determinant = 1;
  for (int k = 0; k < spokes; ++k) {
    double sum = to_hub[k];
    for (int i = k + 1; i < spokes; ++i) sum += between[k][i];
    determinant *= sum;
    for (int i = k + 1; i < spokes; ++i) {
      to_hub[i] += between[i][k] * (to_hub[k] / sum);
      for (int j = k + 1; j < spokes; ++j) between[i][j] += between[i][k] * (between[k][j] / sum);
    }
  }
  f[0] = 1 / (determinant * determinant);
  return 0;
}

/// The Feynman integral of the kite, a massless propagator with two loops, over four of its edges
/// from 0 to infinity, the one across being 1: 1 / (U F) with both Symanzik polynomials.  Its value
/// is 6 zeta(3): K. Chetyrkin, F. Tkachov, Nucl. Phys. B 192 (1981) 159.
int kite(const int *, const double *x, const int *, double *f, void *) {
  const double left = x[0] + x[1];
  const double right = x[2] + x[3];
  const double first = left * right + left + right;
  const double second = x[0] * x[1] * right + x[2] * x[3] * left + (x[0] + x[2]) * (x[1] + x[3]);
  f[0] = 1 / (first * second);
  return 0;
}

/// - log x_1 times the product of x_i^(-1/2) over (1 + sum of x_i)^((ndim + 3) / 2), from 0 to
/// infinity, where x = t / (1 - t): ends as in Feynman integrals, algebraic and logarithmic ones.
/// Without the logarithm it is Dirichlet's integral; the derivative by the first exponent brings
/// the logarithm, and 2 = psi(3/2) - psi(1/2).
int dirichlet(const int *ndim, const double *t, const int *, double *f, void *) {
  double sum = 1;
  double product = 1;
  for (int d = 0; d < *ndim; ++d) {
    const double x = t[d] / (1 - t[d]);
    sum += x;
    product *= std::sqrt(x) * (1 - t[d]) * (1 - t[d]);
  }
  f[0] = -std::log(t[0] / (1 - t[0])) / (product * std::pow(sum, 0.5 * (*ndim + 3)));
  return 0;
}

double dirichlet_value(int ndim) {
  return 2 * std::pow(M_PI, 0.5 * ndim) * std::tgamma(1.5) / std::tgamma(0.5 * (ndim + 3));
}

constexpr double zeta_3 = 1.2020569031595942;
constexpr double zeta_9 = 1.0020083928260822;

struct Problem {
  std::string name;
  int ndim;
  cuboid_function function;
  std::vector<double> lower, upper;
  double value;  ///< NaN: not known
};

Problem to_infinity(const std::string &name, int ndim, cuboid_function function, double value) {
  const auto axes = static_cast<std::size_t>(ndim);
  return {name + ", " + std::to_string(ndim) + "-D",
          ndim,
          function,
          std::vector<double>(axes, 0.0),
          std::vector<double>(axes, std::numeric_limits<double>::infinity()),
          value};
}

Problem dirichlet_of(int ndim) {
  return {
      "dirichlet, " + std::to_string(ndim) + "-D", ndim, dirichlet, {}, {}, dirichlet_value(ndim)};
}

struct Found {
  double value, error, seconds;
  std::string message;
};

Found integrate(const Problem &problem, const char *method, long long evaluations, int seed,
                const char *transform) {
  cuboid_integrand *integrand = nullptr;
  cuboid_options *options = nullptr;
  cuboid_result *result = nullptr;
  cuboid_integrand_create(&integrand, problem.ndim, 1, problem.function, nullptr);
  cuboid_integrand_set_thread_safe(integrand, 1);
  cuboid_options_create(&options);
  cuboid_options_set_text(options, "method", method);
  cuboid_options_set_integer(options, "maxeval", evaluations);
  cuboid_options_set_integer(options, "seed", seed);
  cuboid_options_set_integer(options, "cores", 1);
  cuboid_options_set_real(options, "epsrel", 0);
  if (std::string(method) == "lattice")
    cuboid_options_set_text(options, "transform", transform);
  else
    cuboid_options_set_integer(options, "nstart", evaluations / 20);
  const std::clock_t begin = std::clock();
  cuboid_integrate(integrand, problem.lower.empty() ? nullptr : problem.lower.data(),
                   problem.upper.empty() ? nullptr : problem.upper.data(), options, &result);
  const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  const Found found{*cuboid_result_value(result), *cuboid_result_error(result), seconds,
                    cuboid_result_message(result)};
  cuboid_result_free(result);
  cuboid_options_free(options);
  cuboid_integrand_free(integrand);
  return found;
}

struct Summary {
  double rms = 0, seconds = 0, estimated = 0;
  std::string message;
};

Summary summary(const Problem &problem, const char *method, long long evaluations, int seeds,
                const char *transform) {
  Summary all;
  for (int seed = 1; seed <= seeds; ++seed) {
    const Found found = integrate(problem, method, evaluations, seed, transform);
    const double error = std::isnan(problem.value) ? found.error : found.value - problem.value;
    all.rms += error * error / seeds;
    all.estimated += found.error / seeds;
    all.seconds += found.seconds / seeds;
    all.message = found.message;
  }
  const double size = std::isnan(problem.value) ? 1 : std::fabs(problem.value);
  all.rms = std::sqrt(all.rms) / size;
  all.estimated /= size;
  return all;
}

}  // namespace

int main(int count, char **arguments) {
  const long long evaluations = count > 1 ? std::atoll(arguments[1]) : 1 << 21;
  const int seeds = count > 2 ? std::atoi(arguments[2]) : 2;
  const char *const transform = count > 3 ? arguments[3] : "auto";
  std::vector<Problem> problems{{"corner peak 6-D", 6, corner_peak, {}, {}, corner_peak_value(6)},
                                {"peak 6-D", 6, peak, {}, {}, std::nan("")},
                                to_infinity("kite", 4, kite, 6 * zeta_3),
                                to_infinity("wheel", 5, wheel, 6 * zeta_3),
                                to_infinity("wheel", 11, wheel, 252 * zeta_9),
                                dirichlet_of(5),
                                dirichlet_of(8),
                                dirichlet_of(11)};
  for (const auto &one : cuboid_test::reference_integrals()) {
    const std::string id = one.id;
    const bool wanted = (id.starts_with("genz_gaussian") || id.starts_with("genz_oscillatory")) &&
                        (id.ends_with("_0") || id.ends_with("_00") || id.ends_with("_s0"));
    if ((wanted || id.starts_with("pagani_f1_") || id.starts_with("pagani_f4_")) && one.ndim >= 4 &&
        one.ndim <= 8 && one.ncomp == 1)
      problems.push_back({id, one.ndim, one.function, one.lower, one.upper, one.value[0]});
  }
  std::printf(
      "%lld evaluations, %d seeds; relative errors, rms and as estimated (where the value "
      "is not known, both as estimated)\n%-28s %9s %9s %7s %9s %9s %7s %10s\n",
      evaluations, seeds, "", "lattice", "estimate", "s", "vegas+", "estimate", "s", "gain");
  for (const Problem &problem : problems) {
    if (count > 4 && !problem.name.starts_with(arguments[4])) continue;
    const Summary lattice = summary(problem, "lattice", evaluations, seeds, transform);
    const Summary vegas = summary(problem, "vegas_plus", evaluations, seeds, transform);
    std::printf(
        "%-28s %9.1e %9.1e %7.2f %9.1e %9.1e %7.2f %10.2g  %s\n", problem.name.c_str(), lattice.rms,
        lattice.estimated, lattice.seconds, vegas.rms, vegas.estimated, vegas.seconds,
        vegas.rms * vegas.rms * vegas.seconds / (lattice.rms * lattice.rms * lattice.seconds),
        lattice.message.c_str());
    std::fflush(stdout);
  }
  return 0;
}
