// PAGANI on the cores where memory ends without anybody having said how much there is.
#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <memory>

#include "algorithm/cubature/pagani.hpp"
#include "engine/cpu/make_engine.hpp"
#include "engine/cpu/regions/regions_cpu.hpp"
#include "support/pagani.hpp"
#include "support/refused_memory.hpp"

namespace {

/// Larger blocks than this are not to be had.
std::atomic<std::size_t> largest_block = SIZE_MAX;
std::atomic<int> refusals = 0;

}  // namespace

bool support::is_refused(std::size_t size) {
  if (size <= largest_block) return false;
  ++refusals;
  return true;
}

namespace {

using namespace cuboid;

/// A peak, whose integral over the unit cube is known.
int peak(const int *ndim, const double x[], const int *, double f[], void *) {
  f[0] = 1;
  for (int d = 0; d < *ndim; ++d) f[0] /= 1e-2 + (x[d] - .4) * (x[d] - .4);
  return 0;
}
double peak_integral(int ndim) {
  return std::pow(10 * (std::atan(6.) + std::atan(4.)), ndim);
}

algorithm::PaganiResult integrate(const algorithm::PaganiTask &task, std::size_t block) {
  constexpr int ndim = 4;
  engine::HostFunction host;
  host.ndim = ndim;
  host.ncomp = 1;
  host.function = peak;
  engine::cpu::EngineOptions settings;
  settings.mode = engine::cpu::WorkerMode::serial;
  const auto regions =
      engine::cpu::make_regions(ndim, 1, 0, engine::cpu::make_points_engine(host, settings));
  refusals = 0;
  largest_block = block;
  struct Ended {
    ~Ended() { largest_block = SIZE_MAX; }
  } ended;
  return support::pagani(*regions, task);
}

TEST(PaganiWithoutMemory, GoesOnInSlices) {
  algorithm::PaganiTask task;
  task.goal.epsrel = 1e-8;
  task.goal.epsabs = 0;
  task.goal.maxeval = 1000000000;
  const algorithm::PaganiResult whole = integrate(task, SIZE_MAX);
  ASSERT_EQ(whole.status, CUBOID_CONVERGED);
  EXPECT_EQ(refusals, 0);
  // Of the regions that are needed, a third and a twelfth.
  for (const std::int64_t share : {3, 12}) {
    const auto block = static_cast<std::size_t>(whole.nregions / share) * sizeof(double) * 5;
    const algorithm::PaganiResult result = integrate(task, block);
    EXPECT_GT(refusals, 0);
    EXPECT_EQ(result.status, CUBOID_CONVERGED) << result.message;
    EXPECT_NEAR(result.integral[0], peak_integral(4), result.error[0]);
    EXPECT_LE(result.error[0], 1e-8 * result.integral[0]);
    const algorithm::PaganiResult again = integrate(task, block);
    EXPECT_EQ(again.integral, result.integral);
    EXPECT_EQ(again.error, result.error);
    EXPECT_EQ(again.neval, result.neval);
  }
}

int nothing(const int *, const double[], const int *, double f[], void *) {
  f[0] = 1;
  return 0;
}

TEST(PaganiWithoutMemory, KeepsTheFirstLookWhereThereIsNoneForTheSecond) {
  engine::HostFunction host;
  host.ndim = 2;
  host.ncomp = 1;
  host.function = nothing;
  engine::cpu::EngineOptions settings;
  settings.mode = engine::cpu::WorkerMode::serial;
  algorithm::PaganiTask task;
  task.goal.maxeval = 1000000000;
  const auto regions =
      engine::cpu::make_regions(2, 1, 0, engine::cpu::make_points_engine(host, settings));
  const algorithm::PaganiResult twice = support::pagani(*regions, task);
  const auto fresh =
      engine::cpu::make_regions(2, 1, 0, engine::cpu::make_points_engine(host, settings));
  refusals = 0;
  largest_block = 100000;
  const algorithm::PaganiResult once = support::pagani(*fresh, task);
  largest_block = SIZE_MAX;
  EXPECT_GT(refusals, 0);
  EXPECT_EQ(once.status, CUBOID_CONVERGED);
  EXPECT_LT(once.nregions, twice.nregions);
  EXPECT_NEAR(once.integral[0], 1, 1e-12);
}

}  // namespace
