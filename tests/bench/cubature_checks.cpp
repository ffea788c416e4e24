// What each named check of cubature (src/algorithm/cubature/checks.hpp) is good for: all of them,
// and then each one switched off in turn, on families that were fixed beforehand.
//   cubature_checks [--sets LIST] [--seed N] [--draws N] [--probing none|standard|thorough]
//                   [--method cuhre|pagani] [--checks LIST] [--maxeval N] [--jobs N]
// --sets: of fresh, heldout (fresh.hpp, heldout.hpp) and drawn (drawn.hpp, by --seed and --draws).
// --checks: those to switch off; "all" is none of them.
// Needles are left out, as in honesty.  At each request, of those that converged: how many are
// beyond their errors, and in brackets beyond the request as well; of those that did not converge,
// how many are beyond their errors; evaluations by those with all checks, in the geometric mean;
// and the families that have more beyond their errors than with all checks, which has the most
// wrong ones beside it.
#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <map>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "algorithm/cubature/cubature.hpp"
#include "base/failure.hpp"
#include "drawn.hpp"
#include "engine/common/zero_watch.hpp"
#include "families.hpp"
#include "fresh.hpp"
#include "fresh3.hpp"
#include "heldout.hpp"

namespace {

using namespace cuboid;
using cuboid_test::DrawnIntegral;
using cuboid_test::HeldoutIntegral;

struct Check {
  const char *name;
  bool algorithm::Checks::*is_on;
};
constexpr Check checks[] = {
    {"faces", &algorithm::Checks::faces},
    {"carried", &algorithm::Checks::carried},
    {"few", &algorithm::Checks::few},
    {"unresolved", &algorithm::Checks::unresolved},
    {"blind", &algorithm::Checks::blind},
    {"alike", &algorithm::Checks::alike},
    {"corners", &algorithm::Checks::corners},
    {"diagonals", &algorithm::Checks::diagonals},
    {"climbs", &algorithm::Checks::climbs},
    {"spikes", &algorithm::Checks::spikes},
    {"fills", &algorithm::Checks::fills},
    {"again", &algorithm::Checks::again},
    {"constants", &algorithm::Checks::constants},
    {"nonconforming", &algorithm::Checks::nonconforming},
    {"sparse", &algorithm::Checks::sparse},
    {"axes", &algorithm::Checks::axes},
    {"drift", &algorithm::Checks::drift},
};

struct Settings {
  std::vector<std::string> sets{"fresh", "heldout", "drawn"};
  std::vector<std::string> off;
  std::uint64_t seed = 1;
  int draws = 2;
  Probing probing = Probing::standard;
  bool pagani = false;
  std::int64_t maxeval = 300000;
  int jobs = 2;
};

const double requests[] = {1e-3, 1e-6};

struct Integral {
  std::string family;
  int ndim;
  std::function<double(const double *)> function;  ///< on the unit cube
  double value, magnitude, support;
};

class Engine final : public engine::PointsEngine {
 public:
  explicit Engine(const Integral &integral) : integral_(integral) {}
  void evaluate(const engine::PointSet &points, double *f) override {
    for (std::int64_t i = 0; i < points.count; ++i) {
      const double value = integral_.function(points.x + i * integral_.ndim);
      f[i] = std::isfinite(value) ? value : 0;
    }
  }
  const engine::NonfiniteReport &nonfinite() const override { return report_; }

 private:
  const Integral &integral_;
  engine::NonfiniteReport report_;
};

struct Answer {
  bool converged = false, beyond = false, wrong = false;
  double neval = 0;
};

Answer integrate(const Integral &integral, double epsrel, const Settings &settings,
                 const algorithm::Checks &on) {
  Engine engine(integral);
  const algorithm::Log log(0, {});
  algorithm::StateFile state("", false, log);
  algorithm::Result result(1);
  engine::ZeroWatch watch(engine, 1, result.only_zeros);
  algorithm::Task task;
  task.ndim = integral.ndim;
  task.ncomp = 1;
  task.goal.epsrel = epsrel;
  task.goal.maxeval = settings.maxeval;
  task.last_only = true;
  task.memory_limit = std::int64_t{1} << 30;
  task.engine = &watch;
  task.log = &log;
  task.state = &state;
  algorithm::CubatureOptions options{0, 1, settings.probing, 0, on};
  if (settings.pagani) {
    options.splits = std::numeric_limits<std::int64_t>::max();
    options.cuts = algorithm::cuts_of_grid;
  }
  Answer answer;
  try {
    algorithm::cubature(task, options, result);
  } catch (const Failure &) {
    return answer;
  }
  const double off = std::fabs(result.integral[0] - integral.value) - 1e-13 * integral.magnitude;
  answer.converged = result.converged && !result.only_zeros;
  answer.beyond = !(off <= result.error[0]) && !result.only_zeros;
  answer.wrong = !(off <= epsrel * std::fabs(integral.value));
  answer.neval = static_cast<double>(result.neval);
  return answer;
}

void add(const std::vector<HeldoutIntegral> &all, const Settings &settings,
         std::vector<Integral> &integrals) {
  for (const HeldoutIntegral &one : all) {
    const cuboid_test::ReferenceIntegral &given = one.integral;
    if (given.ncomp != 1 || one.support * 1000 * static_cast<double>(settings.maxeval) < 1)
      continue;
    double volume = 1;
    for (int d = 0; d < given.ndim; ++d) volume *= given.upper[d] - given.lower[d];
    if (!std::isfinite(volume)) continue;
    integrals.push_back({cuboid_test::family_of(one.id), given.ndim,
                         [&one, volume](const double *t) {
                           const cuboid_test::ReferenceIntegral &of = one.integral;
                           double x[32], f = 0;
                           for (int d = 0; d < of.ndim; ++d)
                             x[d] = of.lower[d] + t[d] * (of.upper[d] - of.lower[d]);
                           of.function(&of.ndim, x, &of.ncomp, &f,
                                       const_cast<double *>(one.userdata.data()));
                           return f * volume;
                         },
                         given.value[0], given.magnitude, one.support});
  }
}

std::vector<Integral> integrals_of(const Settings &settings) {
  std::vector<Integral> integrals;
  for (const std::string &set : settings.sets) {
    if (set == "fresh") {
      add(cuboid_test::fresh_integrals(), settings, integrals);
      add(cuboid_test::fresh3_integrals(), settings, integrals);
    } else if (set == "heldout") {
      add(cuboid_test::heldout_integrals(), settings, integrals);
    } else {
      for (const DrawnIntegral &one : cuboid_test::drawn_integrals(settings.seed, settings.draws))
        integrals.push_back(
            {"drawn_" + one.family, one.ndim, one.function, one.value, one.value, one.support});
    }
  }
  return integrals;
}

using Answers = std::vector<Answer>;  ///< [integrals][requests]

Answers answers_to(const std::vector<Integral> &integrals, const Settings &settings,
                   const algorithm::Checks &on) {
  constexpr std::size_t nrequests = std::size(requests);
  Answers answers(integrals.size() * nrequests);
  std::atomic<std::size_t> next = 0;
  std::vector<std::thread> threads;
  for (int job = 0; job < settings.jobs; ++job)
    threads.emplace_back([&] {
      for (std::size_t k = next++; k < answers.size(); k = next++)
        answers[k] = integrate(integrals[k / nrequests], requests[k % nrequests], settings, on);
    });
  for (std::thread &thread : threads) thread.join();
  return answers;
}

bool is_wrong(const Answer &answer) {
  return answer.converged && answer.beyond;
}

void print(const char *name, const std::vector<Integral> &integrals, const Answers &answers,
           const Answers &with_all) {
  constexpr std::size_t nrequests = std::size(requests);
  std::printf("%-11s", name);
  int unconverged = 0, beyond = 0;
  for (std::size_t r = 0; r < nrequests; ++r) {
    int converged = 0, wrong = 0, both = 0;
    for (std::size_t k = r; k < answers.size(); k += nrequests) {
      const Answer &one = answers[k];
      converged += one.converged;
      wrong += is_wrong(one);
      both += is_wrong(one) && one.wrong;
      unconverged += !one.converged;
      beyond += !one.converged && one.beyond;
    }
    std::printf("  %4d of %4d (%4d)", wrong, converged, both);
  }
  double logarithms = 0;
  int compared = 0;
  std::map<std::string, int> more;
  for (std::size_t k = 0; k < answers.size(); ++k) {
    const bool was_wrong = &answers != &with_all && is_wrong(with_all[k]);
    more[integrals[k / nrequests].family] += is_wrong(answers[k]) - was_wrong;
    if (!(answers[k].neval > 0) || !(with_all[k].neval > 0)) continue;
    logarithms += std::log(answers[k].neval / with_all[k].neval);
    ++compared;
  }
  std::printf("  %4d of %4d  %5.3f", beyond, unconverged, std::exp(logarithms / compared));
  std::vector<std::pair<int, std::string>> families;
  for (const auto &[family, count] : more)
    if (count > 0) families.emplace_back(-count, family);
  std::sort(families.begin(), families.end());
  for (std::size_t i = 0; i < std::min<std::size_t>(families.size(), 3); ++i)
    std::printf("  %s +%d", families[i].second.c_str(), -families[i].first);
  std::printf("\n");
  std::fflush(stdout);
}

std::vector<std::string> words(const std::string &list) {
  std::vector<std::string> found;
  std::istringstream stream(list);
  for (std::string word; std::getline(stream, word, ',');) found.push_back(word);
  return found;
}

Settings settings_from(int count, char **arguments) {
  Settings settings;
  for (int i = 1; i + 1 < count; i += 2) {
    const std::string name = arguments[i], value = arguments[i + 1];
    if (name == "--sets") settings.sets = words(value);
    if (name == "--checks") settings.off = words(value);
    if (name == "--seed") settings.seed = std::strtoull(value.c_str(), nullptr, 10);
    if (name == "--draws") settings.draws = std::atoi(value.c_str());
    if (name == "--maxeval") settings.maxeval = std::atoll(value.c_str());
    if (name == "--jobs") settings.jobs = std::atoi(value.c_str());
    if (name == "--method") settings.pagani = value == "pagani";
    if (name == "--probing")
      settings.probing = value == "none"       ? Probing::none
                         : value == "thorough" ? Probing::thorough
                                               : Probing::standard;
  }
  if (settings.off.empty()) {
    settings.off.push_back("all");
    for (const Check &check : checks) settings.off.push_back(check.name);
  }
  return settings;
}

}  // namespace

int main(int count, char **arguments) {
  const Settings settings = settings_from(count, arguments);
  const std::vector<Integral> integrals = integrals_of(settings);
  std::printf("%zu integrals, maxeval %lld\nwithout      ", integrals.size(),
              static_cast<long long>(settings.maxeval));
  for (const double request : requests) std::printf("%-20.0e", request);
  std::printf("not converged  evaluations\n");
  const Answers with_all = answers_to(integrals, settings, {});
  for (const std::string &name : settings.off) {
    if (name == "all") {
      print("-", integrals, with_all, with_all);
      continue;
    }
    algorithm::Checks on;
    for (const Check &check : checks)
      if (name == check.name) on.*check.is_on = false;
    print(name.c_str(), integrals, answers_to(integrals, settings, on), with_all);
  }
  return 0;
}
