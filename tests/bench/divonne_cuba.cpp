// What Cuba's entry Divonne costs, and whether its errors hold.  The recorded calls, one by one,
// are printed by tests/compat/recorded/divonne.py --table.
//   divonne_cuba [parts, with commas]
// costs: evaluations of five integrals beside those of Cuba 4.2.2, and the error estimate and the
// true error beside what was asked for.  honesty: the families of tests/reference and those that
// were held out, to 1e-3 with at most 200000 evaluations.  Without arguments: both.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "cuboid.h"
#include "heldout.hpp"
#include "reference/integrals.hpp"

namespace {

using Count = long long int;
using Function = int (*)(const int *, const double[], const int *, double[], void *);

struct Found {
  Count neval = 0;
  int fail = 0;
  std::vector<double> value, error;
};

/// With the keys that Cuba's demonstration has.
Found divonne(int ndim, int ncomp, cuboid_function function, void *userdata, double epsrel,
              Count maxeval) {
  const auto size = static_cast<std::size_t>(ncomp);
  Found found{0, 0, std::vector<double>(size), std::vector<double>(size)};
  std::vector<double> prob(size);
  int nregions = 0;
  cuboid_llDivonne(ndim, ncomp, function, userdata, 1, epsrel, 1e-12, 0, 0, 0, maxeval, 47, 1, 1, 5,
                   0, 10, .25, 0, ndim, nullptr, 0, nullptr, nullptr, nullptr, &nregions,
                   &found.neval, &found.fail, found.value.data(), found.error.data(), prob.data());
  return found;
}

cuboid_function plain(Function function) {
  return reinterpret_cast<cuboid_function>(function);
}

int gaussian(const int *ndim, const double x[], const int *, double f[], void *) {
  double sum = 0;
  for (int d = 0; d < *ndim; ++d) sum += (x[d] - .4) * (x[d] - .4);
  f[0] = std::exp(-12 * sum);
  return 0;
}

int corner(const int *ndim, const double x[], const int *, double f[], void *) {
  double sum = 1;
  for (int d = 0; d < *ndim; ++d) sum += (d + 1) * x[d];
  f[0] = std::pow(sum, -(*ndim + 1));
  return 0;
}

int kinks(const int *ndim, const double x[], const int *, double f[], void *) {
  double sum = 0;
  for (int d = 0; d < *ndim; ++d) sum += std::fabs(x[d] - .37);
  f[0] = std::exp(-6 * sum);
  return 0;
}

int waves(const int *ndim, const double x[], const int *, double f[], void *) {
  double sum = 0;
  for (int d = 0; d < *ndim; ++d) sum += x[d];
  f[0] = std::cos(2 * sum);
  return 0;
}

struct Cost {
  const char *name;
  Function function;
  int ndim;
  double epsrel;
  double exact;
  double recorded;  ///< evaluations of Cuba 4.2.2; 0: not known
};

void print_costs() {
  const double root = std::sqrt(12.0);
  const double bell =
      std::sqrt(std::acos(-1.0)) / (2 * root) * (std::erf(.6 * root) + std::erf(.4 * root));
  const double edge = (2 - std::exp(-6 * .37) - std::exp(-6 * .63)) / 6;
  const Cost costs[] = {
      {"exp(-12 sum (x - .4)^2)", gaussian, 4, 1e-4, std::pow(bell, 4), 80262},
      {"exp(-12 sum (x - .4)^2)", gaussian, 8, 1e-3, std::pow(bell, 8), 132795},
      {"(1 + sum (d + 1) x_d)^-6", corner, 5, 1e-5, 20777.0 / 798336000, 4242630},
      {"exp(-6 sum |x - .37|)", kinks, 4, 1e-4, std::pow(edge, 4), 224774},
      {"cos(2 sum x)", waves, 5, 1e-3, std::cos(5.0) * std::pow(std::sin(1.0), 5), 0},
  };
  std::printf("%-25s %4s %6s %8s %8s %11s %10s\n", "integrand", "ndim", "epsrel", "neval",
              "of Cuba's", "error/asked", "true/asked");
  for (const Cost &cost : costs) {
    const Found found =
        divonne(cost.ndim, 1, plain(cost.function), nullptr, cost.epsrel, 100000000);
    const double asked = cost.epsrel * std::fabs(found.value[0]);
    std::printf("%-25s %4d %6.0e %8lld ", cost.name, cost.ndim, cost.epsrel, found.neval);
    if (cost.recorded > 0)
      std::printf("%8.2f", static_cast<double>(found.neval) / cost.recorded);
    else
      std::printf("%8s", "-");
    std::printf(" %11.2f %10.2f\n", found.error[0] / asked,
                std::fabs(found.value[0] - cost.exact) / asked);
  }
}

/// An integral over its own box, and what its function reads.
struct Boxed {
  const cuboid_test::ReferenceIntegral *integral;
  void *userdata;
};

int over_cube(const int *ndim, const double u[], const int *ncomp, double f[], void *data) {
  const Boxed &boxed = *static_cast<const Boxed *>(data);
  std::vector<double> x(u, u + *ndim);
  double volume = 1;
  for (std::size_t d = 0; d < x.size(); ++d) {
    const double width = boxed.integral->upper[d] - boxed.integral->lower[d];
    x[d] = boxed.integral->lower[d] + width * u[d];
    volume *= width;
  }
  const int status = boxed.integral->function(ndim, x.data(), ncomp, f, boxed.userdata);
  for (int c = 0; c < *ncomp; ++c) f[c] *= volume;
  return status;
}

struct Honesty {
  int calls = 0, converged = 0, values = 0, beyond3 = 0, beyond5 = 0;
  double squares = 0;    ///< of pulls up to 10
  double logarithm = 0;  ///< of the evaluations

  void add(const cuboid_test::ReferenceIntegral &integral, void *userdata) {
    for (const char *trait :
         {"needle", "infinite_boundary", "infinite_interior", "nan_point", "nan_boundary"})
      if (integral.has(trait)) return;
    const bool finite = std::all_of(integral.upper.begin(), integral.upper.end(),
                                    [](double x) { return std::isfinite(x); }) &&
                        std::all_of(integral.lower.begin(), integral.lower.end(),
                                    [](double x) { return std::isfinite(x); });
    if (!finite || integral.ndim < 2 || integral.ndim > 10) return;
    Boxed boxed{&integral, userdata};
    const Found found =
        divonne(integral.ndim, integral.ncomp, plain(over_cube), &boxed, 1e-3, 200000);
    ++calls;
    logarithm += std::log(static_cast<double>(std::max<Count>(found.neval, 1)));
    if (found.fail != 0) return;
    ++converged;
    for (std::size_t c = 0; c < found.value.size(); ++c) {
      const double error = std::fabs(found.value[c] - integral.value[c]);
      if (error <= 1e-13 * integral.magnitude) continue;
      const double pull = error / found.error[c];
      ++values;
      beyond3 += pull > 3 ? 1 : 0;
      beyond5 += pull > 5 ? 1 : 0;
      squares += std::min(pull * pull, 100.0);
    }
  }

  void print(const char *name) const {
    std::printf("%-10s %6d %10d %7d %5d %5d %6.2f %9.0f\n", name, calls, converged, values, beyond3,
                beyond5, std::sqrt(squares / values), std::exp(logarithm / calls));
  }
};

void print_honesty() {
  std::printf("%-10s %6s %10s %7s %5s %5s %6s %9s\n", "families", "calls", "converged", "values",
              "> 3", "> 5", "width", "neval");
  Honesty reference;
  for (const cuboid_test::ReferenceIntegral &integral : cuboid_test::reference_integrals())
    reference.add(integral, nullptr);
  reference.print("reference");
  Honesty heldout;
  for (const cuboid_test::HeldoutIntegral &one : cuboid_test::heldout_integrals()) {
    std::vector<double> userdata = one.userdata;
    heldout.add(one.integral, userdata.data());
  }
  heldout.print("held out");
}

}  // namespace

int main(int argc, char **argv) {
  const std::string_view parts = argc > 1 ? argv[1] : "costs,honesty";
  cuboid_cores(0, 0);
  if (parts.find("costs") != parts.npos) print_costs();
  if (parts.find("honesty") != parts.npos) print_honesty();
  return 0;
}
