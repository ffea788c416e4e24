// Whether the errors of lattices can be believed: pulls (estimate - value) / error over many seeds,
// for all reference integrals of 2 to 16 dimensions whose variance is finite.
//   lattice_trust [seeds] [evaluations] [epsrel] [name ...] [--jobs N]
// By default 200 seeds, 2^17 evaluations, and no tolerance, so that all runs end at maxeval.
// --jobs: integrations at once.
#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "cuboid.h"
#include "pulls.hpp"
#include "reference/integrals.hpp"

namespace {

struct Pulls : bench::Pulls {
  /// In per cent.
  double beyond_three() const {
    const auto beyond =
        std::count_if(pull.begin(), pull.end(), [](double p) { return std::fabs(p) > 3; });
    return pull.empty() ? 0
                        : 100.0 * static_cast<double>(beyond) / static_cast<double>(pull.size());
  }
};

bool suitable(const cuboid_test::ReferenceIntegral &integral) {
  return integral.ndim >= 2 && integral.ndim <= 16 && bench::has_variance(integral);
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

struct Task {
  const cuboid_test::ReferenceIntegral *integral;
  int seed;
  Pulls pulls;
};

/// Integrates on so many threads.
void work_off(std::vector<Task> &tasks, int jobs, long long evaluations, double epsrel) {
  std::atomic<std::size_t> next{0};
  const auto work = [&] {
    for (std::size_t i; (i = next++) < tasks.size();)
      integrate(*tasks[i].integral, tasks[i].seed, evaluations, epsrel, tasks[i].pulls);
  };
  std::vector<std::thread> threads;
  for (int i = 1; i < jobs; ++i) threads.emplace_back(work);
  work();
  for (std::thread &thread : threads) thread.join();
}

/// The number behind --jobs, which is taken out of the arguments.
int take_jobs(std::vector<std::string> &arguments) {
  const auto found = std::find(arguments.begin(), arguments.end(), "--jobs");
  if (found == arguments.end() || found + 1 == arguments.end()) return 1;
  const int jobs = std::atoi((found + 1)->c_str());
  arguments.erase(found, found + 2);
  return jobs;
}

}  // namespace

int main(int count, char **given) {
  std::vector<std::string> arguments(given + 1, given + count);
  const int jobs = take_jobs(arguments);
  const int seeds = !arguments.empty() ? std::stoi(arguments[0]) : 200;
  const long long evaluations = arguments.size() > 1 ? std::stoll(arguments[1]) : 1 << 17;
  const double epsrel = arguments.size() > 2 ? std::stod(arguments[2]) : 0;
  const std::set<std::string> names(
      arguments.begin() + std::min<std::ptrdiff_t>(3, std::ssize(arguments)), arguments.end());
  std::vector<Task> tasks;
  for (const auto &integral : cuboid_test::reference_integrals()) {
    const bool named = names.count(family(integral.id)) > 0;
    if (names.empty() ? !suitable(integral) : !named) continue;
    for (int seed = 1; seed <= seeds; ++seed) tasks.push_back({&integral, seed, {}});
  }
  work_off(tasks, jobs, evaluations, epsrel);
  std::map<std::string, Pulls> families;
  for (const Task &task : tasks) families[family(task.integral->id)].add(task.pulls);
  std::printf(
      "%d seeds, %lld evaluations, epsrel %g\nwanted: mean of the pulls below 0.1 + 3 / "
      "sqrt(seeds), width 0.9 to 1.05, beyond three errors 0.5 %% over all\n%-28s %6s %9s  %7s  "
      "%6s  %6s\n",
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
