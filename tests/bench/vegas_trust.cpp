// Whether the errors of VEGAS+ can be believed: pulls (estimate - value) / error over many seeds,
// for all reference integrals of 2 and more dimensions whose variance is finite.
//   vegas_trust [seeds] [samples] [name ...]
// By default 200 seeds, 10 iterations of 10000 samples, all integrals; else those of the names.
#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "algorithm/vegas_plus/vegas_plus.hpp"
#include "base/failure.hpp"
#include "engine/cpu/samples/samples.hpp"
#include "map/interval.hpp"
#include "pulls.hpp"
#include "reference/integrals.hpp"

namespace {

using namespace cuboid;

constexpr int iterations = 10;

/// What one component of one integral, or of a family of them, gives.
struct Pulls : bench::Pulls {
  std::vector<double> chi2;

  void add(const Pulls &other) {
    bench::Pulls::add(other);
    chi2.insert(chi2.end(), other.chi2.begin(), other.chi2.end());
  }
  double chi2_median() const {
    std::vector<double> sorted(chi2);
    std::sort(sorted.begin(), sorted.end());
    return sorted.empty() ? 0 : sorted[sorted.size() / 2];
  }
};

void integrate(const cuboid_test::ReferenceIntegral &integral, int seed, std::int64_t samples,
               std::vector<Pulls> &results, std::mutex &mutex) {
  engine::SamplesProblem problem;
  problem.ndim = integral.ndim;
  problem.ncomp = integral.ncomp;
  problem.seed = static_cast<std::uint64_t>(seed);
  for (std::size_t d = 0; d < integral.lower.size(); ++d)
    problem.box.push_back(map::make_interval(integral.lower[d], integral.upper[d]));
  engine::HostFunction host;
  host.ndim = integral.ndim;
  host.ncomp = integral.ncomp;
  host.function = integral.function;
  engine::cpu::ThreadedSamples engine(problem, host, {}, 1);
  algorithm::VegasPlusTask task;
  task.goal.epsrel = task.goal.epsabs = 0;
  task.samples = samples;
  task.goal.maxeval = samples * iterations - samples / 2;
  algorithm::VegasPlusResult result(integral.ncomp);
  task.engine = &engine;
  algorithm::vegas_plus(task, result);
  const std::lock_guard lock(mutex);
  for (std::size_t c = 0; c < results.size(); ++c) {
    if (!result.trusted || !(result.error[c] > 0)) {
      ++results[c].untrusted;
      continue;
    }
    results[c].pull.push_back((result.integral[c] - integral.value[c]) / result.error[c]);
    results[c].chi2.push_back(result.chi2[c] / static_cast<double>(result.dof));
  }
}

void print(const std::string &name, const Pulls &pulls, const std::string &remark = "") {
  std::printf("%-28s %6zu %9d  %7.3f  %6.3f  %6.2f%s%s\n", name.c_str(), pulls.pull.size(),
              pulls.untrusted, pulls.mean(), pulls.width(), pulls.chi2_median(),
              remark.empty() ? "" : "  ", remark.c_str());
}

/// Name without dimensions and number of the draw.
std::string family(const std::string &id) {
  const std::size_t end = id.rfind("_d");
  return end == std::string::npos ? id : id.substr(0, end);
}

}  // namespace

int main(int count, char **arguments) {
  const int seeds = count > 1 ? std::atoi(arguments[1]) : 200;
  const std::int64_t samples = count > 2 ? std::atoll(arguments[2]) : 10000;
  std::vector<const cuboid_test::ReferenceIntegral *> integrals;
  for (const auto &integral : cuboid_test::reference_integrals())
    if (count > 3 ? std::count(arguments + 3, arguments + count, std::string(integral.id)) > 0
                  : integral.ndim >= 2 && bench::has_variance(integral))
      integrals.push_back(&integral);
  std::vector<std::vector<Pulls>> results;
  for (const auto *integral : integrals)
    results.emplace_back(static_cast<std::size_t>(integral->ncomp));

  std::atomic<std::size_t> next = 0;
  std::mutex mutex;
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < std::max(std::thread::hardware_concurrency(), 1u); ++i)
    threads.emplace_back([&] {
      for (std::size_t k = next++; k < integrals.size() * static_cast<std::size_t>(seeds);
           k = next++) {
        const std::size_t which = k / static_cast<std::size_t>(seeds);
        integrate(*integrals[which], static_cast<int>(k % static_cast<std::size_t>(seeds)) + 1,
                  samples, results[which], mutex);
      }
    });
  for (std::thread &thread : threads) thread.join();

  std::printf("%zu integrals, %d seeds, %d iterations of %lld samples\n", integrals.size(), seeds,
              iterations, static_cast<long long>(samples));
  std::printf(
      "wanted: mean of the pulls below 0.1, width 0.9 to 1.1, median of chi2/dof 0.8 to "
      "1.2\n\nby families\n%-28s %6s %9s  %7s  %6s  %6s\n",
      "", "pulls", "untrusted", "mean", "width", "chi2");
  std::map<std::string, Pulls> families;
  for (std::size_t i = 0; i < integrals.size(); ++i)
    for (const Pulls &pulls : results[i]) families[family(integrals[i]->id)].add(pulls);
  for (const auto &[name, pulls] : families) print(name, pulls);

  // A mean over n pulls is uncertain by 1 / sqrt(n), a width by 1 / sqrt(2 n).
  std::printf("\noutside by more than three standard deviations of mean and width\n");
  int within = 0;
  int by_chance = 0;
  for (std::size_t i = 0; i < integrals.size(); ++i)
    for (std::size_t c = 0; c < results[i].size(); ++c) {
      const Pulls &pulls = results[i][c];
      const double chance =
          3 / std::sqrt(std::max<double>(1, static_cast<double>(pulls.pull.size())));
      const double mean = std::fabs(pulls.mean());
      const double width = std::fabs(pulls.width() - 1);
      const double chi2 = pulls.chi2_median();
      const bool few = pulls.pull.size() * 2 < static_cast<std::size_t>(seeds);
      const bool good_chi2 = chi2 > 0.8 && chi2 < 1.2;
      if (!few && mean < 0.1 && width < 0.1 && good_chi2) {
        ++within;
      } else if (!few && mean < 0.1 + chance && width < 0.1 + chance / std::sqrt(2.0) &&
                 good_chi2) {
        ++by_chance;
      } else {
        const char *remark = few                                      ? "mostly not trusted"
                             : mean >= 0.1 + chance                   ? "mean"
                             : width >= 0.1 + chance / std::sqrt(2.0) ? "width"
                                                                      : "chi2";
        std::string name = integrals[i]->id;
        if (results[i].size() > 1) name.append(" ").append(std::to_string(c));
        print(name, pulls, remark);
      }
    }
  std::printf("\n%d within, %d outside by what so few seeds allow\n", within, by_chance);
  return 0;
}
