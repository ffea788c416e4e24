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

std::unique_ptr<PointsEngine> points_engine(int ndim, int ncomp, cpu::WorkerMode mode) {
  HostFunction host;
  host.ndim = ndim;
  host.ncomp = ncomp;
  host.function = peaks;
  cpu::EngineOptions options;
  options.mode = mode;
  options.cores = 2;
  return cpu::make_points_engine(host, options);
}

/// One for each thread.
std::vector<std::unique_ptr<PointsEngine>> points_engines(int ndim, int ncomp, int threads,
                                                          cuboid_function function = peaks) {
  HostFunction host;
  host.ndim = ndim;
  host.ncomp = ncomp;
  host.function = function;
  cpu::EngineOptions options;
  options.mode = cpu::WorkerMode::threads;
  options.cores = threads;
  auto engines = cpu::make_points_engines(host, options);
  EXPECT_EQ(engines.size(), static_cast<std::size_t>(threads));
  return engines;
}

struct EngineCase {
  int ndim;
  int ncomp;
  int key;
};

class HostRegions : public testing::TestWithParam<EngineCase> {};

TEST_P(HostRegions, AgreeStepByStep) {
  const auto [ndim, ncomp, key] = GetParam();
  const auto reference = reference::make_regions(
      ndim, ncomp, key, points_engine(ndim, ncomp, cpu::WorkerMode::serial));
  const auto cpu =
      cpu::make_regions(ndim, ncomp, key, points_engine(ndim, ncomp, cpu::WorkerMode::threads));
  EXPECT_EQ(reference->npoints(), cpu->npoints());
  RegionRequest request;
  request.epsrel = 1e-9;
  request.epsabs = 0;
  request.maxeval = 400000;
  request.least = 3;
  request.cuts.assign(ndim, 0);
  request.cuts[0] = 2;
  if (ndim > 1) request.cuts[1] = 1;
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
                                         EngineCase{5, 1, 7}, EngineCase{6, 1, 0}));

TEST(CpuRegions, GiveTheSameBitsForAnyNumberOfWorkers) {
  RegionRequest request;
  request.epsrel = 1e-7;
  request.maxeval = 600000;
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
  request.maxeval = 100000000;
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
