// The engine of the cores does what the oracle does.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "base/failure.hpp"
#include "engine/cpu/make_engine.hpp"
#include "engine/cpu/points/box.hpp"
#include "engine/cpu/regions/regions_cpu.hpp"
#include "engine/reference/regions_reference.hpp"
#include "support/regions.hpp"

namespace {

using namespace cuboid::engine;

int peaks(const int *ndim, const double *x, const int *ncomp, double *f, void *) {
  double sum = 0;
  double distance = 0;
  for (int d = 0; d < *ndim; ++d) {
    sum += (d + 1) * x[d];
    distance += (x[d] - .3) * (x[d] - .3);
  }
  const double values[] = {std::exp(-20 * distance), std::cos(sum),
                           std::fabs(x[0] - .41) * std::exp(.3 * sum)};
  for (int c = 0; c < *ncomp; ++c) f[c] = values[c];
  return 0;
}

HostFunction host_function(int ndim, int ncomp, cuboid_function function) {
  HostFunction host;
  host.ndim = ndim;
  host.ncomp = ncomp;
  host.function = function;
  return host;
}

std::unique_ptr<PointsEngine> points_engine(int ndim, int ncomp, cpu::WorkerMode mode,
                                            cuboid_function function = peaks) {
  cpu::EngineOptions options;
  options.mode = mode;
  options.cores = 2;
  return cpu::make_points_engine(host_function(ndim, ncomp, function), options);
}

/// One for each thread.
std::vector<std::unique_ptr<PointsEngine>> points_engines(int ndim, int ncomp, int threads,
                                                          cuboid_function function = peaks) {
  cpu::EngineOptions options;
  options.mode = cpu::WorkerMode::threads;
  options.cores = threads;
  auto engines = cpu::make_points_engines(host_function(ndim, ncomp, function), options);
  EXPECT_EQ(engines.size(), static_cast<std::size_t>(threads));
  return engines;
}

struct EngineCase {
  int ndim;
  int ncomp;
  int key;
  bool shifted = false;
};

class HostRegions : public testing::TestWithParam<EngineCase> {};

TEST_P(HostRegions, AgreeStepByStep) {
  const auto [ndim, ncomp, key, shifted] = GetParam();
  const auto reference = reference::make_regions(
      ndim, ncomp, key, points_engine(ndim, ncomp, cpu::WorkerMode::serial));
  const auto cpu =
      cpu::make_regions(ndim, ncomp, key, points_engine(ndim, ncomp, cpu::WorkerMode::threads));
  EXPECT_EQ(reference->shape().npoints, cpu->shape().npoints);
  RegionRequest request = support::eighths(ndim);
  request.goal.epsrel = 1e-9;
  request.goal.maxeval = 400000;
  request.shifted = shifted;
  RegionSurvey expected = reference->start(request);
  RegionSurvey actual = cpu->start(request);
  for (int step = 0; step < 12; ++step) {
    ASSERT_EQ(actual.status, expected.status) << step;
    ASSERT_EQ(actual.nregions, expected.nregions) << step;
    ASSERT_EQ(actual.neval, expected.neval) << step;
    ASSERT_EQ(actual.iterations, expected.iterations) << step;
    for (int c = 0; c < ncomp; ++c) {
      EXPECT_NEAR(actual.value[c], expected.value[c], 1e-12) << step;
      EXPECT_NEAR(actual.error[c], expected.error[c], 1e-6 * expected.error[c] + 1e-13) << step;
    }
    // Below this, rounding chooses the regions.
    if (*std::min_element(expected.error.begin(), expected.error.end()) < 1e-10) break;
    expected = reference->advance(1);
    actual = cpu->advance(1);
  }
}

INSTANTIATE_TEST_SUITE_P(All, HostRegions,
                         testing::Values(EngineCase{1, 2, 0}, EngineCase{2, 1, 0},
                                         EngineCase{2, 3, 7}, EngineCase{3, 2, 0},
                                         EngineCase{3, 1, 9}, EngineCase{4, 3, 0},
                                         EngineCase{5, 1, 7}, EngineCase{6, 1, 0},
                                         EngineCase{3, 2, 0, true}));

/// A bump between the points of the first regions, over a slope; a constant beside it.
int bump(const int *ndim, const double *x, const int *, double *f, void *) {
  double distance = 0;
  for (int d = 0; d < *ndim; ++d) distance += (1 + .2 * d) * (x[d] - .415) * (x[d] - .415);
  f[0] = std::exp(x[0] + .7 * x[1] + .4 * x[2]) + 50 * std::exp(-4000 * distance);
  f[1] = 2;
  return 0;
}

// Step by step until a look finds nothing any more, and with any number of workers.
TEST(CpuRegions, LookBetweenThePointsAsTheOracleDoes) {
  const auto reference =
      reference::make_regions(3, 2, 0, points_engine(3, 2, cpu::WorkerMode::serial, bump));
  const auto cpu = cpu::make_regions(3, 2, 0, points_engine(3, 2, cpu::WorkerMode::serial, bump));
  std::vector<std::unique_ptr<PointsEngine>> three;
  while (three.size() < 3) three.push_back(points_engine(3, 2, cpu::WorkerMode::serial, bump));
  const auto threads = cpu::make_regions(3, 2, 0, std::move(three));
  RegionRequest request = support::eighths(3);
  request.goal = {1e-4, 0, 0, 1000000};
  RegionSurvey expected = reference->start(request);
  RegionSurvey actual = cpu->start(request);
  RegionSurvey shared = threads->start(request);
  int found = 0;
  for (int number = 1; number <= 8; ++number) {
    ASSERT_EQ(actual.status, expected.status) << number;
    ASSERT_EQ(actual.nregions, expected.nregions) << number;
    ASSERT_EQ(actual.neval, expected.neval) << number;
    EXPECT_EQ(shared.value, actual.value) << number;
    EXPECT_EQ(shared.error, actual.error) << number;
    EXPECT_EQ(shared.neval, actual.neval) << number;
    EXPECT_NEAR(actual.value[0], expected.value[0], 1e-12) << number;
    EXPECT_NEAR(actual.error[0], expected.error[0], 1e-6 * expected.error[0] + 1e-13) << number;
    const bool converged = expected.status == RegionStatus::converged;
    const RegionLook look{number, 20000};
    expected = converged ? reference->look(look) : reference->advance(1);
    actual = converged ? cpu->look(look) : cpu->advance(1);
    shared = converged ? threads->look(look) : threads->advance(1);
    found += converged && expected.status != RegionStatus::converged;
  }
  EXPECT_GT(found, 0);
}

/// Until nothing can be gained any more, in slices where the engine has no room.
RegionSurvey refined(RegionsEngine &engine, const RegionRequest &request, int *slices = nullptr) {
  RegionSurvey survey = engine.start(request);
  while (true) {
    const bool full = survey.status == RegionStatus::full || survey.status == RegionStatus::done;
    if (full && !engine.slice()) return survey;
    if (full && slices != nullptr) ++*slices;
    if (!full && survey.status != RegionStatus::running) return survey;
    survey = engine.advance(1);
  }
}

TEST(CpuRegions, ReachInSlicesWhatTheOracleReachesWithoutThem) {
  constexpr int ndim = 3;
  RegionRequest request = support::eighths(ndim);
  request.goal = {1e-7, 0, 0, 100000000};
  const auto whole =
      reference::make_regions(ndim, 1, 0, points_engine(ndim, 1, cpu::WorkerMode::serial));
  const RegionSurvey expected = refined(*whole, request);
  ASSERT_EQ(expected.status, RegionStatus::converged);
  // Room for a part of the regions.
  const auto sliced = cpu::make_regions(ndim, 1, 0, points_engine(ndim, 1, cpu::WorkerMode::serial),
                                        300 * expected.nregions / 2);
  int slices = 0;
  const RegionSurvey actual = refined(*sliced, request, &slices);
  EXPECT_GT(slices, 1);
  EXPECT_EQ(actual.status, RegionStatus::converged);
  EXPECT_LE(actual.error[0], 1e-7 * actual.value[0]);
  EXPECT_NEAR(actual.value[0], expected.value[0], actual.error[0] + expected.error[0]);
}

/// Unlike in both coordinates and resolved nowhere, so that no rounding decides what is halved.
int ripples(const int *, const double *x, const int *, double *f, void *) {
  f[0] = std::sin(300 * x[0] * x[0] + 170 * x[1]);
  return 0;
}

TEST(CpuRegions, MarkAsTheOracleDoesUntilMaxeval) {
  RegionRequest request = support::eighths(2);
  request.goal = {1e-12, 0, 0, 65 * 1001};
  request.least = 40;
  const auto reference =
      reference::make_regions(2, 1, 0, points_engine(2, 1, cpu::WorkerMode::serial, ripples));
  const auto cpu =
      cpu::make_regions(2, 1, 0, points_engine(2, 1, cpu::WorkerMode::serial, ripples));
  const RegionSurvey &expected = reference->start(request);
  const RegionSurvey &actual = cpu->start(request);
  while (expected.status == RegionStatus::running) {
    reference->advance(1);
    cpu->advance(1);
    ASSERT_EQ(actual.status, expected.status) << expected.iterations;
    ASSERT_EQ(actual.nregions, expected.nregions) << expected.iterations;
    EXPECT_NEAR(actual.value[0], expected.value[0], 1e-13);
  }
  EXPECT_EQ(expected.status, RegionStatus::budget);
}

/// So narrow that the errors of all regions but those around it are in the lowest bin.
int peak(const int *ndim, const double *x, const int *, double *f, void *) {
  double square = 0;
  for (int d = 0; d < *ndim; ++d) square += (x[d] - .5) * (x[d] - .5);
  f[0] = std::exp(-4000 * square);
  return 0;
}

TEST(CpuRegions, LeaveAloneWhatIsZeroAroundAPeak) {
  RegionRequest request;
  request.goal = {1e-6, 0, 0, 100000000};
  request.least = 600;
  request.cuts = {3, 3, 3, 3};
  const auto reference =
      reference::make_regions(4, 1, 0, points_engine(4, 1, cpu::WorkerMode::serial, peak));
  const auto cpu = cpu::make_regions(4, 1, 0, points_engine(4, 1, cpu::WorkerMode::serial, peak));
  const RegionSurvey &expected = reference->start(request);
  const RegionSurvey &actual = cpu->start(request);
  for (int step = 0; step < 3; ++step) {
    reference->advance(1);
    cpu->advance(1);
    ASSERT_EQ(actual.nregions, expected.nregions) << step;
  }
  EXPECT_LT(actual.nregions, 5000);
}

TEST(CpuRegions, GiveTheSameBitsForAnyNumberOfWorkers) {
  RegionRequest request;
  request.goal.epsrel = 1e-7;
  request.goal.maxeval = 600000;
  request.least = 5;
  request.cuts = {1, 1, 1, 1};
  const auto serial = cpu::make_regions(4, 1, 0, points_engine(4, 1, cpu::WorkerMode::serial));
  const auto threads = cpu::make_regions(4, 1, 0, points_engines(4, 1, 3));
  serial->start(request);
  threads->start(request);
  const RegionSurvey &one = serial->advance(100);
  const RegionSurvey &two = threads->advance(100);
  EXPECT_EQ(one.value, two.value);
  EXPECT_EQ(one.error, two.error);
  EXPECT_EQ(one.neval, two.neval);
}

/// Not a number in the last of the first regions, and earlier ones.
int hole(const int *, const double *x, const int *, double *f, void *) {
  f[0] = x[0] > .7 ? std::nan("") : x[0];
  return 0;
}

TEST(CpuRegions, ReportTheFirstFailureOfAnyThread) {
  RegionRequest request;
  request.goal.maxeval = 100000000;
  request.cuts = {3, 3, 3, 3};
  std::string first;
  for (const int threads : {1, 2, 5}) {
    const auto regions = cpu::make_regions(4, 1, 0, points_engines(4, 1, threads, hole));
    try {
      regions->start(request);
      ADD_FAILURE() << "a value that is not a number has not stopped " << threads << " threads";
    } catch (const cuboid::Failure &failure) {
      EXPECT_EQ(failure.status(), CUBOID_NONFINITE);
      if (first.empty()) first = failure.message();
      EXPECT_EQ(failure.message(), first) << threads;
    }
  }
}

}  // namespace
