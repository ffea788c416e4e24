// What Cuba's entry Divonne costs, and whether its errors hold.  The recorded calls, one by one,
// are printed by tests/compat/recorded/divonne.py --table.
//   divonne_cuba [parts, with commas]
// costs: evaluations of five integrals beside those of Cuba 4.2.2, and the error estimate and the
// true error beside what was asked for.  components: nanoseconds of the processor for an evaluation
// of the demonstration functions, by their number.  honesty: the families of tests/reference and
// those that were held out, to 1e-3 with at most 200000 evaluations.  Without arguments: all.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
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

/// The eleven functions of Cuba's demonstration.
int demonstration(const int *, const double p[], const int *ncomp, double f[], void *) {
  const double x = p[0], y = p[1], z = p[2], pi = std::acos(-1.0);
  const double square = x * x + y * y + z * z;
  const double all[] = {
      std::sin(x) * std::cos(y) * std::exp(z),
      1 / ((x + y) * (x + y) + .003) * std::cos(y) * std::exp(z),
      1 / (3.75 - std::cos(pi * x) - std::cos(pi * y) - std::cos(pi * z)),
      std::fabs(square - .125),
      std::exp(-square),
      1 / (1 - x * y * z + 1e-10),
      std::sqrt(std::fabs(x - y - z)),
      std::exp(-x * y * z),
      x * x / (std::cos(x + y + z + 1) + 5),
      x > .5 ? 1 / std::sqrt(x * y * z + 1e-5) : std::sqrt(x * y * z),
      square < 1 ? 1.0 : 0.0,
  };
  for (int c = 0; c < *ncomp; ++c) f[c] = all[c];
  return 0;
}

double processor_time() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// The least of several calls.  The integrand's own part is timed alone, and left out.
void print_components() {
  std::printf("%-6s %9s %20s %20s\n", "ncomp", "neval", "ns an evaluation", "ns in the integrand");
  for (const int ncomp : {1, 2, 4, 8, 11}) {
    double least = 1e9, alone = 1e9;
    Count neval = 0;
    for (int repetition = 0; repetition < 9; ++repetition) {
      double begin = processor_time();
      neval = divonne(3, ncomp, plain(demonstration), nullptr, 1e-8, 1000000).neval;
      least = std::min(least, (processor_time() - begin) / static_cast<double>(neval));
      begin = processor_time();
      const int ndim = 3;
      double f[11], sum = 0;
      for (int i = 0; i < 100000; ++i) {
        const double x[] = {.00001 * i, .5, .9};
        demonstration(&ndim, x, &ncomp, f, nullptr);
        sum += f[0];
      }
      if (sum != 0) alone = std::min(alone, (processor_time() - begin) / 100000);
    }
    std::printf("%-6d %9lld %20.1f %20.1f\n", ncomp, neval, 1e9 * (least - alone), 1e9 * alone);
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
  const std::string_view parts = argc > 1 ? argv[1] : "costs,components,honesty";
  cuboid_cores(0, 0);
  if (parts.find("costs") != parts.npos) print_costs();
  if (parts.find("components") != parts.npos) print_components();
  if (parts.find("honesty") != parts.npos) print_honesty();
  return 0;
}
