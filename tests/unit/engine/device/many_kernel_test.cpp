// The kernel of many integrals, on a warp that the host plays.
#include "support/many_on_warp.cuh"
//
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "algorithm/cubature/pagani.hpp"
#include "engine/cpu/make_engine.hpp"
#include "engine/reference/regions_reference.hpp"

namespace {

using namespace cuboid;
using namespace cuboid::engine::cuda;

template <int ndim>
using Peak = support::WarpPeak<ndim>;
using Found = support::FoundOnWarp;
template <int ndim, bool mapped = false, class Function = Peak<ndim>>
using WarpRun = support::WarpRun<ndim, mapped, Function>;
using support::some_peaks;

constexpr auto converged = rule::IntegralEnd::converged;
constexpr auto full = rule::IntegralEnd::full;

template <int ndim, bool mapped = false>
void expect_accurate(double epsrel, std::size_t count, double most = 25) {
  SCOPED_TRACE(ndim);
  const auto peaks = some_peaks<ndim>(count, most);
  for (const int lanes : {many_lanes, 32}) {
    const Found found = WarpRun<ndim, mapped>(epsrel, lanes).integrate(peaks);
    for (std::size_t i = 0; i < count; ++i) {
      const double truth = peaks[i].truth();
      EXPECT_EQ(found.status[i], converged) << i;
      EXPECT_NEAR(found.value[i], truth, epsrel * truth) << i;
      EXPECT_LE(found.error[i], epsrel * found.value[i]) << i;
    }
  }
}

TEST(ManyKernel, IsAccurateInAnyNumberOfDimensions) {
  expect_accurate<1>(1e-9, 20);
  expect_accurate<2>(1e-6, 50);
  expect_accurate<3>(1e-6, 10);
  expect_accurate<5>(1e-3, 2);
  expect_accurate<7>(1e-2, 1);
  expect_accurate<8>(1e-1, 1);
  expect_accurate<2, true>(1e-6, 10);
}

// 99.9 % of the true errors are to be within the request.  More than 4 of 1600 beyond it have a
// chance of 2 % at that share.
TEST(ManyKernel, IsAsAccurateAsAskedForInFiveDimensions) {
  constexpr std::size_t count = 1600;
  constexpr double epsrel = 1e-3;
  const auto peaks = some_peaks<5>(count, 25, 5);
  const Found found = WarpRun<5>(epsrel).integrate_twice(peaks);
  int alone = 0, beyond = 0;
  for (std::size_t i = 0; i < count; ++i) {
    if (support::is_left_alone(found.status[i])) {
      ++alone;
      continue;
    }
    EXPECT_EQ(found.status[i], converged) << i;
    const double truth = peaks[i].truth();
    beyond += std::fabs(found.value[i] - truth) > epsrel * truth;
  }
  EXPECT_LE(alone, 4);
  EXPECT_LE(beyond, 4);
}

TEST(ManyKernel, RefinesNarrowPeaks) {
  expect_accurate<3>(1e-6, 5, 1e4);
}

TEST(ManyKernel, GivesTheSameBitsInAnyCompany) {
  const auto peaks = some_peaks<2>(20, 1000);
  WarpRun<2> run(1e-6);
  const Found all = run.integrate(peaks);
  for (const std::size_t i : {0, 7, 19}) {
    const Found alone = run.integrate({peaks[i]});
    EXPECT_EQ(alone.value[0], all.value[i]);
    EXPECT_EQ(alone.error[0], all.error[i]);
    EXPECT_EQ(alone.chi2[0], all.chi2[i]);
    EXPECT_EQ(alone.neval[0], all.neval[i]);
  }
}

TEST(ManyKernel, GivesTheSameBitsAroundABatchFunction) {
  auto peaks = some_peaks<3>(9, 100);
  peaks[4].sharpness = -1;  // Ends at NaN.
  for (const int lanes : {many_lanes, 32})
    for (const bool stops : {true, false}) {
      WarpRun<3> run(1e-5, lanes);
      run.arguments().stops_at_nonfinite = stops;
      const Found found = run.integrate(peaks);
      run.set_batched();
      const Found batched = run.integrate(peaks);
      EXPECT_EQ(found.value, batched.value);
      EXPECT_EQ(found.error, batched.error);
      EXPECT_EQ(found.neval, batched.neval);
      EXPECT_EQ(found.nonfinite, batched.nonfinite);
      EXPECT_EQ(found.status, batched.status);
    }
}

TEST(ManyKernel, StopsAtNaNAndAtNothingElse) {
  auto peaks = some_peaks<2>(3, 25);
  peaks[1].sharpness = -1;
  WarpRun<2> run(1e-6);
  const Found found = run.integrate(peaks);
  EXPECT_EQ(found.status[0], converged);
  EXPECT_EQ(found.status[1], rule::IntegralEnd::nonfinite);
  EXPECT_EQ(found.nonfinite[1], run.arguments().first.count * run.arguments().npoints);
  EXPECT_EQ(found.nonfinite[2], 0);
  EXPECT_EQ(found.status[2], converged);
}

// Step 10 of PAGANI: peaks between the points would look like this.
TEST(ManyKernel, LooksTwiceWhereItSeesNoError) {
  auto peaks = some_peaks<3>(2, 25);
  peaks[0].sharpness = 0;
  peaks[1].sharpness = 1;
  WarpRun<3> run(1e-6);
  const Found found = run.integrate(peaks);
  const long long first = run.arguments().first.count * run.arguments().npoints;
  EXPECT_EQ(found.neval[0], first + run.arguments().shifted.count * run.arguments().npoints);
  EXPECT_EQ(found.neval[1], first + run.arguments().finer.count * run.arguments().npoints);
  EXPECT_EQ(found.value[0], 0);
  EXPECT_NEAR(found.value[1], 1, 1e-14);
  EXPECT_EQ(found.iterations[1], 2);
}

template <int ndim>
void expect_second_look_at_constants() {
  SCOPED_TRACE(ndim);
  std::vector<Peak<ndim>> constants(50);
  for (std::size_t i = 0; i < constants.size(); ++i)
    constants[i].sharpness = static_cast<double>(i + 1) / 51;
  const Found found = WarpRun<ndim>(1e-3).integrate(constants);
  for (std::size_t i = 0; i < constants.size(); ++i) EXPECT_EQ(found.iterations[i], 2) << i;
}

// Of few regions, the rounding of null rules counts many times.
TEST(ManyKernel, LooksTwiceAtEveryConstant) {
  expect_second_look_at_constants<2>();
  expect_second_look_at_constants<3>();
  expect_second_look_at_constants<8>();
}

// Its errors say so when it has an eighth of the regions that a warp has room for.
TEST(ManyKernel, LeavesAWarpThatWillBeTooSmall) {
  const std::vector<Peak<5>> peaks = {{200, {.4, .4, .4, .4, .4}}};
  WarpRun<5> run(1e-9, 32);
  const Found found = run.integrate(peaks);
  EXPECT_EQ(found.status[0], rule::IntegralEnd::large);
  EXPECT_LT(found.neval[0], run.arguments().large / 4);
  // One that maxeval ends before is not carried out once more.
  const long long maxeval = run.arguments().large / 2;
  const Found bounded = WarpRun<5>(1e-9, 32, maxeval).integrate(peaks);
  EXPECT_EQ(bounded.status[0], rule::IntegralEnd::budget);
}

/// A box in a thousandth of the cube, on a constant.
template <int ndim>
struct Box {
  static constexpr double volume = 1e-3;
  double lower[ndim];

  void operator()(const double *x, double *f) const {
    const double side = std::pow(volume, 1. / ndim);
    bool inside = true;
    for (int d = 0; d < ndim; ++d) inside = inside && x[d] > lower[d] && x[d] < lower[d] + side;
    f[0] = inside ? 2 : 1;
  }
};

// Constants are looked at with as many points as single calls look at, 10 for the accuracy.
TEST(ManyKernel, LooksAtConstantsAsSingleCallsDo) {
  constexpr int ndim = 7;
  std::vector<Box<ndim>> boxes(20);
  std::mt19937 generator(5);
  std::uniform_real_distribution<double> unit(0, 1);
  for (Box<ndim> &box : boxes)
    for (double &lower : box.lower)
      lower = (1 - std::pow(Box<ndim>::volume, 1. / ndim)) * unit(generator);
  WarpRun<ndim, false, Box<ndim>> run(1e-4, many_lanes, 200000);
  const Found found = run.integrate_twice(boxes);
  int wrong = 0;
  for (std::size_t i = 0; i < boxes.size(); ++i)
    wrong += found.status[i] == converged && std::fabs(found.value[i] - 1 - 1e-3) > 1e-4;
  EXPECT_LE(wrong, 1);
  const ManyArguments &arguments = run.arguments();
  EXPECT_LE(arguments.finer.count * arguments.npoints, min_for_zero);
  EXPECT_GT(2 * arguments.finer.count * arguments.npoints, min_for_zero);
}

TEST(ManyKernel, SaysWhichIntegralsNeedMoreRegions) {
  WarpRun<3> run(1e-6);
  run.set_capacity(32);
  std::vector<long long> outgrown(5);
  unsigned long long count = 0;
  run.set_outgrown(outgrown.data(), &count);
  auto peaks = some_peaks<3>(5, 25);
  peaks[2].sharpness = -1;  // Ends at NaN.
  const Found found = run.integrate(peaks);
  ASSERT_EQ(count, 4u);
  outgrown.resize(4);
  std::sort(outgrown.begin(), outgrown.end());
  EXPECT_EQ(outgrown, (std::vector<long long>{0, 1, 3, 4}));
  for (const int i : {0, 1, 3, 4}) EXPECT_EQ(found.status[static_cast<std::size_t>(i)], full);
}

/// What PAGANI's loop makes of a peak, on the oracle of the regions of a list.
template <int ndim>
algorithm::PaganiResult by_pagani(const Goal &goal, Peak<ndim> peak) {
  const auto call = [](const int *, const double *x, const int *, double *f, void *userdata) {
    (*static_cast<const Peak<ndim> *>(userdata))(x, f);
    return 0;
  };
  engine::cpu::EngineOptions options;
  options.mode = engine::cpu::WorkerMode::serial;
  options.nonfinite = engine::Nonfinite::zero;
  const auto regions = engine::reference::make_regions(
      ndim, 1, 0,
      engine::cpu::make_points_engine(
          {ndim, 1, reinterpret_cast<cuboid_function>(reinterpret_cast<void (*)()>(+call)), &peak,
           1},
          options),
      many_first_regions(ndim), engine::reference::Kept::in_a_list);
  algorithm::PaganiTask task;
  task.regions = regions.get();
  task.goal = goal;
  task.probing = Probing::none;
  algorithm::PaganiResult result(1);
  algorithm::pagani(task, result);
  return result;
}

/// With the first regions, the goal of each step and the errors of single calls, and an accuracy
/// that is absolute: the units by which devices mark are those of the iteration before.
template <int ndim>
void expect_steps_of_pagani(const Goal &goal, std::vector<Peak<ndim>> peaks) {
  SCOPED_TRACE(ndim);
  WarpRun<ndim> run(1, many_lanes, goal.maxeval);
  run.arguments().refinement = {};
  run.arguments().refinement.goal = goal;
  run.arguments().refinement.least = many_first_regions(ndim) / 2;
  run.arguments().large = std::numeric_limits<long long>::max();
  const Found found = run.integrate(peaks);
  for (std::size_t i = 0; i < peaks.size(); ++i) {
    SCOPED_TRACE(i);
    const algorithm::PaganiResult alone = by_pagani(goal, peaks[i]);
    EXPECT_EQ(algorithm::verdict_on(found.status[i], ndim).status, alone.status);
    EXPECT_EQ(algorithm::verdict_on(found.status[i], ndim).message, alone.message);
    EXPECT_EQ(found.neval[i], alone.neval);
    EXPECT_EQ(found.iterations[i], alone.niterations);
    EXPECT_EQ(found.nonfinite[i], alone.nonfinite);
    if (found.nonfinite[i] > 0) continue;
    // Lanes add up their regions in another order.
    EXPECT_NEAR(found.value[i], alone.integral[0], 1e-13 * alone.integral[0]);
    algorithm::Result with_room(1);
    with_room.integral[0] = found.value[i];
    with_room.error[0] = found.error[i];
    with_room.neval = found.neval[i];
    if (alone.converged) algorithm::leave_room_for_holes(with_room, goal);
    EXPECT_NEAR(with_room.error[0], alone.error[0], 1e-7 * alone.error[0]);
  }
}

TEST(ManyKernel, TakesTheStepsOfPagani) {
  auto peaks = some_peaks<2>(12, 300);
  peaks[4].sharpness = -1;  // Ends at NaN.
  expect_steps_of_pagani<2>({0, 1e-8, 0, 1000000}, peaks);
  expect_steps_of_pagani<3>({0, 1e-6, 0, 1000000}, some_peaks<3>(4, 100));
  // Most end by maxeval.
  expect_steps_of_pagani<3>({0, 1e-9, 0, 30000}, some_peaks<3>(4, 100));
  expect_steps_of_pagani<5>({0, 1e-4, 0, 1000000}, some_peaks<5>(2, 25));
}

TEST(ManyKernel, EndsAtMaxeval) {
  WarpRun<3> run(1e-6);
  run.arguments().first.maxeval = 5000;
  const Found found = run.integrate(some_peaks<3>(3, 25));
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(found.status[i], rule::IntegralEnd::budget);
    EXPECT_LE(found.neval[i], 5000);
  }
}

}  // namespace
