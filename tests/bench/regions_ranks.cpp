// What ranks tell each other when they share out the regions of PAGANI, and how evenly.
//   regions_ranks [ranks [maxeval]]
// Threads are the ranks, so that nothing is timed.  For each integral: iterations, operations of
// the transport and words that a rank has of them, by iteration; and how many more points than the
// mean the rank with the most has evaluated.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "engine/cpu/make_engine.hpp"
#include "engine/cpu/regions/regions_cpu.hpp"
#include "support/pagani.hpp"
#include "support/thread_ranks.hpp"

namespace {

using namespace cuboid;

/// Two of the integrands of the PAGANI paper, which count their calls.
int f4(const int *ndim, const double x[], const int *, double f[], void *calls) {
  double sum = 0;
  for (int d = 0; d < *ndim; ++d) sum += (x[d] - .5) * (x[d] - .5);
  f[0] = std::exp(-625 * sum);
  ++*static_cast<std::int64_t *>(calls);
  return 0;
}

int f6(const int *ndim, const double x[], const int *, double f[], void *calls) {
  double sum = 0;
  bool inside = true;
  for (int d = 0; d < *ndim; ++d) {
    inside = inside && x[d] < (4. + d) / 10;
    sum += (d + 5) * x[d];
  }
  f[0] = inside ? std::exp(sum) : 0;
  ++*static_cast<std::int64_t *>(calls);
  return 0;
}

struct Found {
  std::int64_t iterations = 0;
  std::int64_t calls = 0;
  double value = 0;
};

Found integrate(int ndim, cuboid_function function, std::int64_t maxeval,
                std::shared_ptr<engine::group::Transport> transport) {
  Found found;
  engine::HostFunction host;
  host.ndim = ndim;
  host.ncomp = 1;
  host.function = function;
  host.userdata = &found.calls;
  engine::cpu::EngineOptions options;
  options.mode = engine::cpu::WorkerMode::serial;
  engine::group::Group group(std::move(transport), 0);
  const auto regions = engine::cpu::make_regions(
      ndim, 1, 0, engine::cpu::make_points_engine(host, options), 0, &group);
  algorithm::PaganiTask task;
  task.goal = {1e-7, 0, 0, maxeval};
  const algorithm::PaganiResult result = support::pagani(*regions, task);
  found.iterations = result.niterations;
  found.value = result.integral[0];
  return found;
}

void report(const char *name, int ndim, cuboid_function function, int ranks, std::int64_t maxeval) {
  support::ThreadJob job(ranks);
  const auto found = support::run_ranks(job, [&](std::shared_ptr<engine::group::Transport> one) {
    return integrate(ndim, function, maxeval, std::move(one));
  });
  std::int64_t most = 0, all = 0;
  for (const Found &one : found) {
    most = std::max(most, one.calls);
    all += one.calls;
  }
  const auto iterations = static_cast<double>(found[0].iterations);
  std::printf(
      "%s %d-D %6d ranks %4lld iterations %10lld evaluations %6.2f operations "
      "%9.0f words %6.3f of the mean  %.17g\n",
      name, ndim, ranks, static_cast<long long>(found[0].iterations), static_cast<long long>(all),
      static_cast<double>(job.operations) / iterations, static_cast<double>(job.words) / iterations,
      static_cast<double>(most) * ranks / static_cast<double>(all), found[0].value);
}

}  // namespace

int main(int argc, char **argv) {
  const int ranks = argc > 1 ? std::atoi(argv[1]) : 1024;
  const std::int64_t maxeval = argc > 2 ? std::atoll(argv[2]) : 50000000;
  report("f4", 8, f4, ranks, maxeval);
  report("f6", 6, f6, ranks, maxeval);
}
