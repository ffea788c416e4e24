// Peaks of which the first samples met the tails, and which the map has lost.
#include "algorithm/common/lost_peaks.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "algorithm/vegas_plus/climber.hpp"
#include "algorithm/vegas_plus/vegas_plus.hpp"
#include "engine/cpu/samples/samples.hpp"
#include "map/importance_edges.hpp"
#include "map/resample_importance.hpp"
#include "support/directory.hpp"
#include "unit/engine/cpu/samples/samples_support.hpp"

namespace {

using namespace cuboid;
using namespace cuboid::algorithm;
using namespace cuboid::test;
using engine::cpu::ThreadedSamples;

constexpr double first_place = .3, second_place = .75;

double peak(int ndim, const double *x, double place) {
  double squares = 0;
  for (int d = 0; d < ndim; ++d) squares += (x[d] - place) * (x[d] - place);
  return std::exp(-200 * squares);
}

int one_peak(const int *ndim, const double *x, const int *, double *f, void *) {
  f[0] = peak(*ndim, x, first_place);
  return 0;
}

int two_peaks(const int *ndim, const double *x, const int *, double *f, void *) {
  f[0] = peak(*ndim, x, first_place) + peak(*ndim, x, second_place);
  return 0;
}

/// Of one of them, but for what lies outside of the cube.
double integral_of_peak(int ndim) {
  return std::pow(std::sqrt(M_PI / 200), ndim);
}

constexpr std::int64_t intervals = 128;

/// All but two intervals of each axis lie about the first peak.
std::vector<std::uint64_t> map_of_first(int ndim) {
  std::vector<double> upper;
  for (std::int64_t i = 0; i < intervals - 1; ++i)
    upper.push_back(first_place - .15 + .3 * static_cast<double>(i) / (intervals - 2));
  upper.push_back(1);
  const std::vector<std::uint64_t> axis = map::edges_from_upper(upper);
  std::vector<std::uint64_t> edges;
  for (int d = 0; d < ndim; ++d) edges.insert(edges.end(), axis.begin(), axis.end());
  return edges;
}

/// Share of an axis that lies within .1 of a place.
double share_near(const std::vector<std::uint64_t> &edges, int axis, double place) {
  int near = 0;
  for (std::int64_t i = 0; i < intervals; ++i) {
    const auto at = static_cast<std::size_t>(axis * (intervals + 1) + i);
    const double middle = .5 * 0x1p-32 * static_cast<double>(edges[at] + edges[at + 1]);
    near += std::fabs(middle - place) < .1;
  }
  return near / static_cast<double>(intervals);
}

struct Found {
  bool suspected;
  std::vector<std::uint64_t> edges;
  std::int64_t evaluations = 0;
};

/// After uniform samples, by a map that has come to the first peak.
Found lost_by_map_of_first(cuboid_function function, int ndim, int threads) {
  ThreadedSamples samples(problem(ndim), host(function, ndim), {}, threads);
  LostPeaks lost(ndim, 1, [ndim](const double *x, uint32 *to) {
    for (int d = 0; d < ndim; ++d) to[d] = static_cast<uint32>(x[d] * 0x1p32);
  });
  const engine::SampleReceiver take = [&](const SampleBatch &batch) {
    lost.take(batch);
    return true;
  };
  engine::SamplesIteration first;
  first.samples = 10000;
  first.receiver = &take;
  samples.set_grid(grid(1, intervals), false);
  samples.submit(first);
  samples.collect();
  SampledResult result(1);
  result.ndim = ndim;
  result.neval = 50000;
  result.integral = {integral_of_peak(ndim)};
  result.error = {.005 * integral_of_peak(ndim)};
  Found found;
  SamplesClimber climber(samples, false, 2, [&](const engine::SamplesResult &one) {
    found.evaluations += one.samples;
  });
  found.edges = lost.look({map_of_first(ndim), intervals}, 100000, climber, result);
  found.suspected = found.evaluations > 0;
  return found;
}

TEST(LostPeaks, HaveAPlaceInTheNewMap) {
  const int ndim = 6;
  const Found found = lost_by_map_of_first(two_peaks, ndim, 1);
  ASSERT_TRUE(found.suspected);
  ASSERT_TRUE(map::are_edges(found.edges, ndim, intervals));
  for (int d = 0; d < ndim; ++d) {
    EXPECT_GT(share_near(found.edges, d, first_place), .25) << d;
    EXPECT_GT(share_near(found.edges, d, second_place), .25) << d;
  }
  EXPECT_LE(found.evaluations, 50000 / 2);
  EXPECT_EQ(lost_by_map_of_first(two_peaks, ndim, 3).edges, found.edges);
}

TEST(LostPeaks, AreNotSuspectedInTheTailsOfTheOneThatTheMapHas) {
  for (const int ndim : {2, 4, 6, 8})
    EXPECT_FALSE(lost_by_map_of_first(one_peak, ndim, 1).suspected) << ndim;
}

struct Run {
  std::int64_t maxeval = 1000000;
  int seed = 1;
  bool cubes = true;
  int threads = 1;
};

VegasPlusResult integrate(const Run &run, engine::SampleReceiver receiver = {},
                          const std::string &path = "") {
  constexpr int ndim = 5;
  ThreadedSamples samples(problem(ndim, 1, static_cast<std::uint64_t>(run.seed)),
                          host(two_peaks, ndim), {}, run.threads);
  const Log silent(0, {});
  StateFile state(path, true, silent);
  VegasPlusTask task = run.cubes ? m_cubes_task() : VegasPlusTask{};
  task.engine = &samples;
  task.goal.epsrel = 1e-2;
  task.goal.maxeval = run.maxeval;
  task.samples = 1944;
  task.receiver = std::move(receiver);
  task.log = &silent;
  task.state = &state;
  VegasPlusResult result(1);
  result.ndim = ndim;
  vegas_plus(task, result);
  return result;
}

const double both = 2 * integral_of_peak(5);

TEST(VegasPlus, GoesBackToAPeakThatItHasLost) {
  for (const bool cubes : {true, false})
    for (const int seed : {1, 2, 3, 4}) {
      const VegasPlusResult result = integrate({.seed = seed, .cubes = cubes});
      EXPECT_TRUE(!result.converged || std::fabs(result.integral[0] - both) < .03 * both)
          << cubes << ' ' << seed << ' ' << result.integral[0];
      EXPECT_TRUE(result.converged || !cubes) << seed;
    }
}

// By the time at which it is seen, nothing is left to find both with.
TEST(VegasPlus, DoesNotTrustAHalfAtTheEndOfMaxeval) {
  bool ended_with_half = false;
  for (std::int64_t maxeval = 20000; maxeval <= 40000; maxeval += 1000) {
    const VegasPlusResult result = integrate({.maxeval = maxeval});
    ended_with_half |= !result.trusted && std::fabs(result.integral[0] - both / 2) < .05 * both;
    EXPECT_FALSE(result.converged) << maxeval;
  }
  EXPECT_TRUE(ended_with_half);
}

TEST(VegasPlus, HasTheSameBitsWhereItGoesBack) {
  const VegasPlusResult whole = integrate({});
  ASSERT_TRUE(whole.converged);
  std::vector<VegasPlusResult> others{integrate({.threads = 3})};
  std::int64_t received = 0;
  others.push_back(integrate({}, [&](const SampleBatch &batch) {
    received += batch.count;
    return true;
  }));
  EXPECT_GT(received, whole.neval / 2);
  for (const std::int64_t stop : {5000, 30000, 100000}) {
    const support::Directory directory;
    integrate({.maxeval = stop}, {}, directory.file("state"));
    others.push_back(integrate({}, {}, directory.file("state")));
  }
  for (const VegasPlusResult &other : others) {
    EXPECT_EQ(other.integral, whole.integral);
    EXPECT_EQ(other.error, whole.error);
    EXPECT_EQ(other.edges, whole.edges);
    EXPECT_EQ(other.neval, whole.neval);
  }
}

}  // namespace
