// The four routines on the reference integrals of 2 to 10 dimensions: one line for each group or
// family and routine.
//
// usage: routines_reference [epsrel [maxeval]]    (1e-3, 1000000)
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#include "cuboid.h"
#include "families.hpp"
#include "reference/integrals.hpp"

namespace {

using cuboid_test::family_of;
using cuboid_test::group_of;
using cuboid_test::ReferenceIntegral;

constexpr const char *routines[] = {"cuhre", "vegas", "suave", "divonne"};
constexpr double epsabs = 1e-12;

struct Run {
  bool converged;   ///< the routine says so
  bool within;      ///< all components are as accurate as requested
  bool honest;      ///< all true errors are within three reported ones
  bool misleading;  ///< converged, and the true error is more than ten times what was requested
  double neval;
  double milliseconds;
};

Run run(const ReferenceIntegral &integral, const char *routine, double epsrel, long long maxeval) {
  cuboid_integrand *integrand = nullptr;
  cuboid_options *options = nullptr;
  cuboid_result *result = nullptr;
  if (cuboid_integrand_create(&integrand, integral.ndim, integral.ncomp, integral.function,
                              nullptr) < 0 ||
      cuboid_options_create(&options) < 0)
    std::exit(1);
  cuboid_options_set_text(options, "method", routine);
  cuboid_options_set_text(options, "workers", "serial");
  cuboid_options_set_real(options, "epsrel", epsrel);
  cuboid_options_set_real(options, "epsabs", epsabs);
  cuboid_options_set_integer(options, "maxeval", maxeval);
  const auto begin = std::chrono::steady_clock::now();
  const int status =
      cuboid_integrate(integrand, integral.lower.data(), integral.upper.data(), options, &result);
  const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - begin;
  Run run{status == CUBOID_CONVERGED, status >= 0, status >= 0, false, 0, time.count()};
  double worst = 0;
  if (result != nullptr) {
    run.neval = static_cast<double>(cuboid_result_neval(result));
    for (std::size_t c = 0; status >= 0 && c < integral.value.size(); ++c) {
      const double truth = integral.value[c];
      const double error = std::fabs(cuboid_result_value(result)[c] - truth);
      const double goal = std::max(epsrel * std::fabs(truth), epsabs);
      const double rounding = 1e-13 * integral.magnitude;
      run.within = run.within && error <= goal + rounding;
      run.honest = run.honest && error <= 3 * cuboid_result_error(result)[c] + rounding;
      worst = std::max(worst, error / (goal + rounding));
    }
  }
  run.misleading = run.converged && worst > 10;
  cuboid_result_free(result);
  cuboid_options_free(options);
  cuboid_integrand_free(integrand);
  return run;
}

double median(std::vector<double> numbers) {
  std::sort(numbers.begin(), numbers.end());
  const std::size_t n = numbers.size();
  return n % 2 == 1 ? numbers[n / 2] : (numbers[n / 2 - 1] + numbers[n / 2]) / 2;
}

using Runs = std::map<std::string, std::vector<Run>>;  ///< by the routine

void print(const std::string &name, const Runs &all) {
  for (const char *routine : routines) {
    const std::vector<Run> &runs = all.at(routine);
    const auto share = [&](bool Run::*property) {
      return 100.0 *
             static_cast<double>(std::count_if(runs.begin(), runs.end(),
                                               [=](const Run &r) { return r.*property; })) /
             static_cast<double>(runs.size());
    };
    std::vector<double> neval, milliseconds;
    for (const Run &r : runs) {
      neval.push_back(r.neval);
      milliseconds.push_back(r.milliseconds);
    }
    std::printf("%-22s %5zu  %-8s %9.0f %9.0f %9.0f %9.0f %10.0f %9.3f\n", name.c_str(),
                runs.size(), routine, share(&Run::converged), share(&Run::within),
                share(&Run::honest), share(&Run::misleading), median(neval), median(milliseconds));
  }
}

void print_all(const char *what, const std::map<std::string, Runs> &all) {
  std::printf("\n%-22s %5s  %-8s %9s %9s %9s %9s %10s %9s\n", what, "calls", "routine", "converged",
              "within", "honest", "misled", "neval", "ms");
  for (const auto &[name, runs] : all) print(name, runs);
}

}  // namespace

int main(int argc, char **argv) {
  const double epsrel = argc > 1 ? std::atof(argv[1]) : 1e-3;
  const long long maxeval = argc > 2 ? std::atoll(argv[2]) : 1000000;
  std::map<std::string, Runs> groups, families;
  Runs total;
  for (const ReferenceIntegral &integral : cuboid_test::reference_integrals()) {
    if (integral.ndim < 2 || integral.ndim > 10) continue;
    for (const char *routine : routines) {
      const Run r = run(integral, routine, epsrel, maxeval);
      groups[group_of(integral.id)][routine].push_back(r);
      families[family_of(integral.id)][routine].push_back(r);
      total[routine].push_back(r);
    }
  }
  std::printf(
      "epsrel %g, epsabs %g, maxeval %lld, one thread, other options as they are by default.\n",
      epsrel, epsabs, maxeval);
  std::printf(
      "Per cent of the calls: converged, the routine says so; within, the true error is what was\n"
      "requested or less; honest, the true error is at most three reported ones; misled, "
      "converged\n"
      "with ten times the error that was requested.  Medians of neval and milliseconds.\n");
  print_all("all", {{"", total}});
  print_all("group", groups);
  print_all("family", families);
  return 0;
}
