// Whether the errors of lattices can be believed: pulls (estimate - value) / error over many seeds,
// for all reference integrals of 2 and more dimensions whose variance is finite.
//   lattice_trust [seeds] [evaluations] [epsrel] [name ...]
// By default 200 seeds, 2^17 evaluations, and no tolerance, so that all runs end at maxeval.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#include "cuboid.h"
#include "reference/integrals.hpp"

namespace {

struct Pulls {
  std::vector<double> pull;
  int untrusted = 0;

  void add(const Pulls &other) {
    pull.insert(pull.end(), other.pull.begin(), other.pull.end());
    untrusted += other.untrusted;
  }
  double mean() const {
    double sum = 0;
    for (const double p : pull) sum += p;
    return pull.empty() ? 0 : sum / static_cast<double>(pull.size());
  }
  /// Root of the mean square.
  double width() const {
    double sum = 0;
    for (const double p : pull) sum += p * p;
    return pull.empty() ? 0 : std::sqrt(sum / static_cast<double>(pull.size()));
  }
  /// In per cent.
  double beyond_three() const {
    const auto beyond =
        std::count_if(pull.begin(), pull.end(), [](double p) { return std::fabs(p) > 3; });
    return pull.empty() ? 0
                        : 100.0 * static_cast<double>(beyond) / static_cast<double>(pull.size());
  }
};

/// Random points have no finite variance, or no meaning, for these.
bool suitable(const cuboid_test::ReferenceIntegral &integral) {
  for (const char *trait :
       {"singular", "infinite_boundary", "infinite_interior", "nan_point", "nan_boundary",
        "heavy_tail", "boundary_unbounded", "needle", "constant"})
    if (integral.has(trait)) return false;
  return integral.ndim >= 2;
}

void integrate(const cuboid_test::ReferenceIntegral &integral, int seed, long long evaluations,
               double epsrel, Pulls &pulls) {
  cuboid_integrand *integrand = nullptr;
  cuboid_options *options = nullptr;
  cuboid_result *result = nullptr;
  cuboid_integrand_create(&integrand, integral.ndim, integral.ncomp, integral.function, nullptr);
  cuboid_integrand_set_thread_safe(integrand, 1);
  cuboid_options_create(&options);
  cuboid_options_set_text(options, "method", "lattice");
  cuboid_options_set_integer(options, "maxeval", evaluations);
  cuboid_options_set_integer(options, "seed", seed);
  cuboid_options_set_integer(options, "cores", 1);
  cuboid_options_set_real(options, "epsrel", epsrel);
  cuboid_integrate(integrand, integral.lower.empty() ? nullptr : integral.lower.data(),
                   integral.upper.empty() ? nullptr : integral.upper.data(), options, &result);
  const bool counts = epsrel > 0 ? cuboid_result_status(result) == CUBOID_CONVERGED
                                 : cuboid_result_trusted(result) != 0;
  for (int c = 0; c < integral.ncomp; ++c) {
    const double error = cuboid_result_error(result)[c];
    const double off = cuboid_result_value(result)[c] - integral.value[static_cast<std::size_t>(c)];
    // What is exact but for rounding says nothing of errors.
    if (!counts || !(error > 1e-14 * integral.magnitude))
      ++pulls.untrusted;
    else
      pulls.pull.push_back(off / error);
  }
  cuboid_result_free(result);
  cuboid_options_free(options);
  cuboid_integrand_free(integrand);
}

void print(const std::string &name, const Pulls &pulls) {
  std::printf("%-28s %6zu %9d  %7.3f  %6.3f  %6.2f\n", name.c_str(), pulls.pull.size(),
              pulls.untrusted, pulls.mean(), pulls.width(), pulls.beyond_three());
}

/// Name without dimensions and number of the draw.
std::string family(const std::string &id) {
  const std::size_t end = id.rfind("_d");
  return end == std::string::npos ? id : id.substr(0, end);
}

}  // namespace

int main(int count, char **arguments) {
  const int seeds = count > 1 ? std::atoi(arguments[1]) : 200;
  const long long evaluations = count > 2 ? std::atoll(arguments[2]) : 1 << 17;
  const double epsrel = count > 3 ? std::atof(arguments[3]) : 0;
  std::map<std::string, Pulls> families;
  for (const auto &integral : cuboid_test::reference_integrals()) {
    const bool named =
        count > 4 && std::count(arguments + 4, arguments + count, family(integral.id)) > 0;
    if (count > 4 ? !named : !suitable(integral)) continue;
    for (int seed = 1; seed <= seeds; ++seed)
      integrate(integral, seed, evaluations, epsrel, families[family(integral.id)]);
  }
  std::printf(
      "%d seeds, %lld evaluations, epsrel %g\nwanted: mean of the pulls below 0.1, width "
      "0.9 to 1.05, beyond three errors 0.5 %% over all\n%-28s %6s %9s  %7s  %6s  %6s\n",
      seeds, evaluations, epsrel, "", "pulls", epsrel > 0 ? "not conv." : "untrusted", "mean",
      "width", "beyond");
  Pulls all;
  for (const auto &[name, pulls] : families) {
    print(name, pulls);
    all.add(pulls);
  }
  print("all", all);
  return 0;
}
