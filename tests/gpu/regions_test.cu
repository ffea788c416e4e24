// The regions engine of the GPU against the oracle, and PAGANI on it.  Exit status 77: no GPU.
#include <cuda_runtime.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <mutex>
#include <string>
#include <vector>

#include "algorithm/cubature/pagani.hpp"
#include "base/failure.hpp"
#include "engine/cpu/make_engine.hpp"
#include "engine/cpu/points/box.hpp"
#include "engine/cuda/runtime/memory.hpp"
#include "engine/reference/regions_reference.hpp"
#include "regions_support.cuh"
#include "support/pagani.hpp"
#include "support/regions.hpp"
#include "support/thread_ranks.hpp"

namespace {

using namespace cuboid;
using namespace cuboid::engine;
using namespace cuboid::engine::cuda;

/// The same integrand for the device and, through Cuba's signature, for the host.
template <int dimensions, int components>
struct Waves {
  static constexpr int ndim = dimensions;
  static constexpr int ncomp = components;
  __host__ __device__ void operator()(const double *x, double *f) const {
    double sum = 0;
    double distance = 0;
    for (int d = 0; d < ndim; ++d) {
      sum += (d + 1) * x[d];
      distance += (1 + .3 * d) * (x[d] - .3) * (x[d] - .3);
    }
    for (int c = 0; c < ncomp; ++c) {
      f[c] = c % 2 == 0 ? exp(-(20. + c) * distance) : cos(sum + c) + .5 * sin(5 * x[0]);
    }
  }
};

/// Infinite at some points of the rule, else 1.
struct Holes {
  static constexpr int ndim = 3;
  static constexpr int ncomp = 1;
  __host__ __device__ void operator()(const double *x, double *f) const {
    f[0] = x[0] > .3 && x[0] < .35 ? 1 / (x[0] - x[0]) : 1;
  }
};

/// A normal density over the whole plane.
struct Normal {
  static constexpr int ndim = 2;
  static constexpr int ncomp = 1;
  __host__ __device__ void operator()(const double *x, double *f) const {
    f[0] = exp(-.5 * (x[0] * x[0] + x[1] * x[1])) / (2 * M_PI);
  }
};

/// A polynomial that every rule integrates exactly: in 18 dimensions for the wide words of points.
template <int dimensions>
struct Polynomial {
  static constexpr int ndim = dimensions;
  static constexpr int ncomp = 1;
  __host__ __device__ void operator()(const double *x, double *f) const {
    f[0] = 1 + x[0] * x[0] * x[1] + x[ndim - 1] * x[ndim - 1] * x[ndim - 2] * x[ndim - 2];
  }
};

/// A kink that no rule resolves.
struct Kink {
  static constexpr int ndim = 4;
  static constexpr int ncomp = 1;
  __host__ __device__ void operator()(const double *x, double *f) const {
    f[0] = sqrt(fabs(x[0] + x[1] + x[2] * x[3] - 1.234));
  }
};

/// A narrow peak.
struct Peak {
  static constexpr int ndim = 4;
  static constexpr int ncomp = 1;
  static constexpr double a[] = {9, 11, 8, 10};
  static constexpr double u[] = {.3, .4, .6, .45};
  __host__ __device__ void operator()(const double *x, double *f) const {
    const double at[] = {9 * (x[0] - .3), 11 * (x[1] - .4), 8 * (x[2] - .6), 10 * (x[3] - .45)};
    f[0] = exp(-at[0] * at[0] - at[1] * at[1] - at[2] * at[2] - at[3] * at[3]);
  }
  static double integral() {
    double product = 1;
    for (int d = 0; d < ndim; ++d) {
      product *=
          std::sqrt(M_PI) / (2 * a[d]) * (std::erf(a[d] * (1 - u[d])) + std::erf(a[d] * u[d]));
    }
    return product;
  }
};

template <class F>
std::unique_ptr<RegionsEngine> cuda_regions(int key = 0, const double *lower = nullptr,
                                            const double *upper = nullptr, std::int64_t memory = 0,
                                            group::Group *ranks = nullptr,
                                            std::int64_t points_worth_sharing = 0,
                                            std::int64_t growing_from = 0) {
  return make_cuda_regions(support::regions_functor<F>(), nullptr, lower, upper, key, memory, ranks,
                           points_worth_sharing, growing_from);
}

/// Whose regions grow where they are as soon as they are more than it begins with.
template <class F>
std::unique_ptr<RegionsEngine> growing_regions(std::int64_t memory = 0,
                                               group::Group *ranks = nullptr) {
  return cuda_regions<F>(0, nullptr, nullptr, memory, ranks, 0, 1);
}

template <class F>
int call(const int *, const double *x, const int *, double *f, void *) {
  F()(x, f);
  return 0;
}

template <class F>
std::unique_ptr<RegionsEngine> reference_regions(int key = 0) {
  HostFunction host;
  host.ndim = F::ndim;
  host.ncomp = F::ncomp;
  host.function = call<F>;
  cpu::EngineOptions options;
  options.mode = cpu::WorkerMode::serial;
  options.nonfinite = Nonfinite::zero;
  return reference::make_regions(F::ndim, F::ncomp, key, cpu::make_points_engine(host, options));
}

/// steps: of the refinement; none where equal errors leave the choice of regions to rounding.
template <class F>
void expect_agreement(int key, int steps = 5, bool shifted = false) {
  SCOPED_TRACE(std::to_string(F::ndim) + " dimensions, " + std::to_string(F::ncomp) +
               " components");
  const auto expected_engine = reference_regions<F>(key);
  const auto actual_engine = cuda_regions<F>(key);
  RegionRequest request = support::eighths(F::ndim);
  request.shifted = shifted;
  RegionReduction expected = expected_engine->start(request);
  RegionReduction actual = actual_engine->start(request);
  for (int step = 0; step <= steps; ++step) {
    ASSERT_EQ(actual.status, expected.status) << step;
    ASSERT_EQ(actual.nregions, expected.nregions) << step;
    ASSERT_EQ(actual.neval, expected.neval) << step;
    ASSERT_EQ(actual.iterations, expected.iterations) << step;
    ASSERT_EQ(actual.nonfinite, expected.nonfinite) << step;
    for (int c = 0; c < F::ncomp; ++c) {
      EXPECT_NEAR(actual.value[c], expected.value[c], 1e-11) << step;
      EXPECT_NEAR(actual.error[c], expected.error[c], 1e-5 * expected.error[c] + 1e-11) << step;
    }
    // Below this, rounding chooses the regions.
    if (*std::min_element(expected.error.begin(), expected.error.end()) < 1e-9) break;
    expected = expected_engine->advance(1);
    actual = actual_engine->advance(1);
  }
}

TEST(CudaRegions, AgreeWithTheOracle) {
  for (const int key : {0, 7, 9}) {
    SCOPED_TRACE(key);
    expect_agreement<Waves<2, 1>>(key);
    expect_agreement<Waves<3, 2>>(key);
    expect_agreement<Waves<4, 1>>(key);
    expect_agreement<Waves<5, 3>>(key);
    expect_agreement<Waves<6, 1>>(key);
    expect_agreement<Waves<7, 2>>(key);
    expect_agreement<Waves<8, 1>>(key);
    expect_agreement<Waves<9, 1>>(key);
  }
  // Smooth in one dimension: after the first split, rounding chooses the regions.
  expect_agreement<Waves<1, 1>>(0, 1);
  expect_agreement<Waves<3, 16>>(0);
  // The first regions half a part aside.
  expect_agreement<Waves<4, 1>>(0, 5, true);
}

/// A bump that the points of no first region meet, over a slope; a constant beside it.
struct Bump {
  static constexpr int ndim = 3;
  static constexpr int ncomp = 2;
  __host__ __device__ void operator()(const double *x, double *f) const {
    double distance = 0;
    for (int d = 0; d < ndim; ++d) distance += (1 + .2 * d) * (x[d] - .415) * (x[d] - .415);
    f[0] = exp(x[0] + .7 * x[1] + .4 * x[2]) + 50 * exp(-4000 * distance);
    f[1] = 2;
  }
};

// What stands out between the points, and where it leads.
TEST(CudaRegions, ProbeBetweenThePointsAsTheOracleDoes) {
  const auto expected_engine = reference_regions<Bump>();
  const auto actual_engine = cuda_regions<Bump>();
  RegionRequest request = support::eighths(Bump::ndim);
  request.goal = {1e-4, 0, 0, 1000000};
  RegionReduction expected = expected_engine->start(request);
  RegionReduction actual = actual_engine->start(request);
  for (int number = 1; number <= 6; ++number) {
    ASSERT_EQ(actual.status, expected.status) << number;
    ASSERT_EQ(actual.neval, expected.neval) << number;
    ASSERT_EQ(actual.nregions, expected.nregions) << number;
    for (int c = 0; c < Bump::ncomp; ++c) {
      EXPECT_NEAR(actual.value[c], expected.value[c], 1e-11) << number;
      EXPECT_NEAR(actual.error[c], expected.error[c], 1e-6 * expected.error[c] + 1e-11) << number;
    }
    const bool converged = expected.status == RegionStatus::converged;
    const RegionProbe probe{number, 20000};
    expected = converged ? expected_engine->probe(probe) : expected_engine->advance(1);
    actual = converged ? actual_engine->probe(probe) : actual_engine->advance(1);
  }
  EXPECT_GT(expected.iterations, 1);
}

TEST(CudaRegions, CountNonfiniteValuesAsTheOracleDoes) {
  expect_agreement<Holes>(0, 0);
}

/// Where values are looked at one by one, sums round otherwise: that must not reach the other
/// regions of the warp, which are not the same on all ranks.
TEST(CudaRegions, SumARegionAlikeBesideOneWithHoles) {
  RegionRequest request = support::eighths(3);
  request.cuts = {4, 1, 1};
  // The table is asked for before any split.
  request.goal.maxeval = 1;
  const auto engine = cuda_regions<Holes>();
  engine->start(request);
  const RegionTable table = engine->table();
  ASSERT_EQ(table.count(), 64);
  for (std::int64_t region = 0; region < table.count(); ++region) {
    const double lower = table.lower_of(region)[0];
    if (lower >= .25 && lower < .375) continue;
    EXPECT_EQ(*table.value_of(region), *table.value_of(63)) << region;
    EXPECT_EQ(*table.error_of(region), *table.error_of(63)) << region;
  }
}

TEST(CudaRegions, IntegratePolynomialsInManyDimensions) {
  const auto wide = cuda_regions<Polynomial<18>>();
  RegionRequest request = support::eighths(18);
  EXPECT_NEAR(wide->start(request).value[0], 1 + 1. / 6 + 1. / 9, 1e-10);
  const auto narrow = cuda_regions<Polynomial<12>>(7);
  request = support::eighths(12);
  EXPECT_NEAR(narrow->start(request).value[0], 1 + 1. / 6 + 1. / 9, 1e-11);
}

algorithm::PaganiTask accuracy(double epsrel) {
  algorithm::PaganiTask task;
  task.goal.epsrel = epsrel;
  task.goal.epsabs = 0;
  task.goal.maxeval = 4000000000;
  return task;
}

TEST(CudaPagani, IntegratesOverBoxesAndToInfinity) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const double lower[] = {-infinity, 0}, upper[] = {infinity, infinity};
  const auto half_plane = cuda_regions<Normal>(0, lower, upper);
  const algorithm::PaganiResult half = support::pagani(*half_plane, accuracy(1e-10));
  EXPECT_EQ(half.status, CUBOID_CONVERGED);
  EXPECT_NEAR(half.integral[0], .5, half.error[0]);
  const double from[] = {-1, 2}, to[] = {1, -2};
  const auto turned = cuda_regions<Normal>(0, from, to);
  const algorithm::PaganiResult minus = support::pagani(*turned, accuracy(1e-10));
  EXPECT_NEAR(minus.integral[0], -std::erf(std::sqrt(.5)) * std::erf(std::sqrt(2.)), 1e-10);
}

TEST(CudaPagani, GivesTheSameBitsFromRunToRunAndForAnyMemory) {
  algorithm::PaganiTask task = accuracy(1e-10);
  task.goal.maxeval = 1500000000;
  const auto engine = cuda_regions<Kink>();
  const algorithm::PaganiResult first = support::pagani(*engine, task);
  // More than the memory that the engine begins with.
  EXPECT_GT(first.nregions, std::int64_t{1} << 21);
  for (int run = 0; run < 5; ++run) {
    const std::int64_t memory = run % 2 == 1 ? 2000000000 : 0;
    const auto other =
        run < 3 ? cuda_regions<Kink>(0, nullptr, nullptr, memory) : growing_regions<Kink>(memory);
    const algorithm::PaganiResult again = support::pagani(run == 2 ? *engine : *other, task);
    EXPECT_EQ(again.integral, first.integral) << run;
    EXPECT_EQ(again.error, first.error) << run;
    EXPECT_EQ(again.neval, first.neval) << run;
    EXPECT_EQ(again.niterations, first.niterations) << run;
  }
}

// A tolerance of 0 has the errors of all regions for its unit, which change with each iteration.
TEST(CudaPagani, GivesTheSameBitsForAnyRoomWhereUnitsChange) {
  algorithm::PaganiTask task = accuracy(0);
  task.goal.maxeval = 2000000000;
  const algorithm::PaganiResult first = support::pagani(*cuda_regions<Peak>(), task);
  EXPECT_GT(first.nregions, std::int64_t{1} << 22);
  const algorithm::PaganiResult growing = support::pagani(*growing_regions<Peak>(), task);
  EXPECT_EQ(growing.integral, first.integral);
  EXPECT_EQ(growing.error, first.error);
  EXPECT_EQ(growing.niterations, first.niterations);
}

/// An engine that is not told what follows, and begins with nothing before it is asked to.
class Unforeseen final : public RegionsEngine {
 public:
  explicit Unforeseen(RegionsEngine &engine) : engine_(engine) { shape_ = engine.shape(); }
  const RegionReduction &start(const RegionRequest &request) override {
    RegionRequest unforeseen = request;
    unforeseen.foreseen = false;
    return engine_.start(unforeseen);
  }
  const RegionReduction &advance(int iterations) override { return engine_.advance(iterations); }
  const RegionReduction &probe(const RegionProbe &probe) override { return engine_.probe(probe); }
  bool grow() override { return engine_.grow(); }
  bool slice() override { return engine_.slice(); }

 private:
  RegionsEngine &engine_;
};

template <class F>
std::int64_t expect_the_same_unforeseen(double epsrel, std::int64_t maxeval) {
  SCOPED_TRACE(testing::Message() << F::ndim << " dimensions to " << epsrel);
  algorithm::PaganiTask task = accuracy(epsrel);
  task.goal.maxeval = maxeval;
  const auto engine = cuda_regions<F>();
  const algorithm::PaganiResult ahead = support::pagani(*engine, task);
  const auto other = cuda_regions<F>();
  Unforeseen unforeseen(*other);
  const algorithm::PaganiResult asked = support::pagani(unforeseen, task);
  // A second time with the same engine.
  for (const algorithm::PaganiResult &result : {asked, support::pagani(*engine, task)}) {
    EXPECT_EQ(result.status, ahead.status);
    EXPECT_EQ(result.integral, ahead.integral);
    EXPECT_EQ(result.error, ahead.error);
    EXPECT_EQ(result.neval, ahead.neval);
    EXPECT_EQ(result.niterations, ahead.niterations);
  }
  return ahead.niterations;
}

/// Zero everywhere.
struct Nothing {
  static constexpr int ndim = 3;
  static constexpr int ncomp = 1;
  __host__ __device__ void operator()(const double *, double *f) const { f[0] = 0; }
};

TEST(CudaPagani, GivesTheSameBitsWhereItBeginsAProbeBeforeItIsAskedTo) {
  std::int64_t fewest = 1000, most = 0;
  for (const double epsrel : {1e-2, 1e-4, 1e-6, 1e-8}) {
    for (const std::int64_t iterations : {expect_the_same_unforeseen<Peak>(epsrel, 200000000),
                                          expect_the_same_unforeseen<Waves<3, 2>>(epsrel, 20000000),
                                          expect_the_same_unforeseen<Bump>(epsrel, 20000000)}) {
      fewest = std::min(fewest, iterations);
      most = std::max(most, iterations);
    }
  }
  EXPECT_EQ(fewest, 1);
  EXPECT_GT(most, 4);
  expect_the_same_unforeseen<Kink>(1e-3, 20000000);
  expect_the_same_unforeseen<Polynomial<12>>(1e-3, 200000000);
  expect_the_same_unforeseen<Nothing>(1e-3, 20000000);
  // No room for a probe, or for all of it.
  expect_the_same_unforeseen<Peak>(1e-2, 2600000);
  for (const std::int64_t maxeval : {600000, 1200000, 1230000, 1260000, 1300000})
    expect_the_same_unforeseen<Bump>(1e-2, maxeval);
}

TEST(CudaPagani, SplitsMoreRegionsAtOnceWhereThereAreMany) {
  // An iteration looks at all regions.
  algorithm::PaganiTask task = accuracy(1e-14);
  task.goal.maxeval = 30000000000;
  const algorithm::PaganiResult result = support::pagani(*cuda_regions<Kink>(), task);
  EXPECT_GT(result.nregions, result.niterations << 20);
}

void expect_slices(RegionsEngine &engine, double epsrel, std::int64_t nregions) {
  const algorithm::PaganiResult result = support::pagani(engine, accuracy(epsrel));
  EXPECT_EQ(result.status, CUBOID_CONVERGED) << result.message;
  EXPECT_GT(result.nregions, nregions);
  EXPECT_LE(result.error[0], epsrel * result.integral[0]);
  EXPECT_NEAR(result.integral[0], Peak::integral(), result.error[0]);
}

TEST(CudaPagani, WorksInSlicesWhenMemoryIsShort) {
  // Room for 32768 regions.
  const auto engine = cuda_regions<Peak>(0, nullptr, nullptr, 5000000);
  expect_slices(*engine, 1e-9, 65536);
  const algorithm::PaganiResult first = support::pagani(*engine, accuracy(1e-9));
  const auto other = cuda_regions<Peak>(0, nullptr, nullptr, 5000000);
  const algorithm::PaganiResult again = support::pagani(*other, accuracy(1e-9));
  EXPECT_EQ(again.integral, first.integral);
  EXPECT_EQ(again.error, first.error);
  EXPECT_EQ(again.neval, first.neval);
  // What was in slices is forgotten when the engine begins anew.
  EXPECT_EQ(support::pagani(*engine, accuracy(1e-3)).integral,
            support::pagani(*cuda_regions<Peak>(), accuracy(1e-3)).integral);
}

TEST(CudaPagani, EndsWithAnAnswerWhenMemoryIsMuchTooShort) {
  const auto engine = cuda_regions<Kink>(0, nullptr, nullptr, 5000000);
  algorithm::PaganiTask task = accuracy(1e-10);
  task.goal.maxeval = 50000000;
  const algorithm::PaganiResult result = support::pagani(*engine, task);
  EXPECT_EQ(result.status, CUBOID_NOT_CONVERGED);
  EXPECT_GT(result.error[0], 1e-10 * result.integral[0]);
  EXPECT_LT(result.error[0], 1e-1 * result.integral[0]);
}

TEST(CudaPagani, SurvivesFailedAllocations) {
  algorithm::PaganiTask task = accuracy(1e-10);
  task.goal.maxeval = 30000000;
  const algorithm::PaganiResult undisturbed = support::pagani(*cuda_regions<Kink>(), task);
  int refused = 0;
  for (std::int64_t successes = 0; successes < 4; ++successes) {
    fail_allocation_after(successes);
    try {
      const auto engine = cuda_regions<Kink>();
      fail_allocation_after(-1);
      // With less memory the engine splits fewer regions at once, but not so few here.
      EXPECT_EQ(support::pagani(*engine, task).integral, undisturbed.integral) << successes;
    } catch (const Failure &failure) {
      EXPECT_EQ(failure.status(), CUBOID_OUT_OF_MEMORY) << failure.what();
      ++refused;
    }
  }
  fail_allocation_after(-1);
  // What does not depend on the number of regions cannot do with less.
  EXPECT_EQ(refused, 1);
}

TEST(CudaPagani, WorksInSlicesWhenNoMoreMemoryIsGiven) {
  // Begins with room for 262144 regions.
  const auto engine = cuda_regions<Peak>(0, nullptr, nullptr, 40000000);
  fail_allocation_after(0);
  expect_slices(*engine, 1e-11, 300000);
  fail_allocation_after(-1);
}

// It begins with room for 2097152 regions, and grows by as many at a time: the prefix first, then
// one row after the other.
TEST(CudaPagani, WorksWithWhatItHasWhereItCannotGrow) {
  const algorithm::PaganiTask task = accuracy(1e-13);
  const algorithm::PaganiResult undisturbed = support::pagani(*cuda_regions<Peak>(), task);
  EXPECT_GT(undisturbed.nregions, 1 << 21);
  for (const std::int64_t successes : {0, 1, 5, 20, 40}) {
    SCOPED_TRACE(successes);
    const auto engine = growing_regions<Peak>();
    fail_allocation_after(successes);
    const algorithm::PaganiResult result = support::pagani(*engine, task);
    fail_allocation_after(-1);
    EXPECT_GE(result.status, 0) << result.message;
    EXPECT_NEAR(result.integral[0], Peak::integral(), std::max(result.error[0], 1e-16));
    // It has lost nothing.
    EXPECT_EQ(support::pagani(*engine, task).integral, undisturbed.integral);
  }
}

TEST(CudaPagani, KeepsToMaxeval) {
  const auto engine = cuda_regions<Kink>();
  for (const std::int64_t maxeval : {1000, 1000000, 20000000}) {
    algorithm::PaganiTask task = accuracy(1e-12);
    task.goal.maxeval = maxeval;
    const algorithm::PaganiResult result = support::pagani(*engine, task);
    EXPECT_EQ(result.status, CUBOID_NOT_CONVERGED);
    EXPECT_LE(result.neval, maxeval);
    EXPECT_GT(result.neval, maxeval / 4);
  }
}

TEST(CudaPagani, StopsAtNonfiniteValues) {
  const auto engine = cuda_regions<Holes>();
  EXPECT_EQ(support::pagani(*engine, accuracy(1e-3)).status, CUBOID_NONFINITE);
}

/// A peak beside a corner, so that a few of the first regions have all the work, and beside it a
/// kink.
struct Corner {
  static constexpr int ndim = 5;
  static constexpr int ncomp = 2;
  __host__ __device__ void operator()(const double *x, double *f) const {
    double distance = 0, sum = 0;
    for (int d = 0; d < ndim; ++d) {
      distance += (x[d] - .03 * (d + 1)) * (x[d] - .03 * (d + 1));
      sum += (d + 1) * x[d];
    }
    f[0] = exp(-4000 * distance);
    f[1] = sqrt(fabs(sum - 1.234));
  }
};

/// As many ranks, each a thread, share out the regions.  They take the devices of the machine in
/// turn: with one, all are on it.
template <class F>
std::vector<algorithm::PaganiResult> together(int size, const algorithm::PaganiTask &task,
                                              std::int64_t points_worth_sharing,
                                              bool several_devices, bool growing = false) {
  support::ThreadJob job(size);
  return support::run_ranks(job, [&](std::shared_ptr<group::Transport> transport) {
    const int rank = transport->rank();
    if (several_devices) {
      int devices = 1;
      cudaGetDeviceCount(&devices);
      cudaSetDevice(rank % devices);
    }
    const ContextScope scope(Device::chosen());
    group::Group group(std::move(transport), 0);
    const auto engine = growing
                            ? growing_regions<F>(0, &group)
                            : cuda_regions<F>(0, nullptr, nullptr, 0, &group, points_worth_sharing);
    return support::pagani(*engine, task);
  });
}

template <class F>
void expect_together(const algorithm::PaganiTask &task, bool several_devices = false) {
  const auto alone = cuda_regions<F>();
  const algorithm::PaganiResult expected = support::pagani(*alone, task);
  // Shared out from the first regions on, and later; and where memory grows in place.
  constexpr std::int64_t grows = -1;
  using Case = std::pair<int, std::int64_t>;
  for (const auto &[size, least] :
       {Case{1, 0}, Case{2, 0}, Case{3, 0}, Case{2, 1000000}, Case{3, 5000000}, Case{2, grows}}) {
    SCOPED_TRACE(std::to_string(size) + " ranks, from " + std::to_string(least) + " points on");
    for (const algorithm::PaganiResult &found :
         together<F>(size, task, least, several_devices, least == grows)) {
      EXPECT_EQ(found.status, expected.status) << found.message;
      EXPECT_EQ(found.integral, expected.integral);
      EXPECT_EQ(found.error, expected.error);
      EXPECT_EQ(found.neval, expected.neval);
      EXPECT_EQ(found.nregions, expected.nregions);
      EXPECT_EQ(found.niterations, expected.niterations);
      EXPECT_EQ(found.nonfinite, expected.nonfinite);
    }
  }
}

TEST(CudaRanks, HaveTheSameBitsForAnyNumberOnOneDevice) {
  expect_together<Peak>(accuracy(1e-9));
  expect_together<Waves<8, 1>>(accuracy(1e-6));
  algorithm::PaganiTask task = accuracy(1e-10);
  // The last split takes a part of a bin.
  task.goal.maxeval = 30000000;
  expect_together<Kink>(task);
  expect_together<Corner>(task);
  // Hardly more regions than ranks, and fewer.
  task.goal.maxeval = 1000;
  expect_together<Corner>(task);
}

TEST(CudaRanks, HaveTheSameBitsWhereOneSplitsMoreThanFits) {
  algorithm::PaganiTask task = accuracy(1e-12);
  task.goal.maxeval = 1500000000;
  expect_together<Kink>(task);
}

TEST(CudaRanks, HaveTheSameBitsOnSeveralDevices) {
  int devices = 0;
  cudaGetDeviceCount(&devices);
  if (devices < 2) GTEST_SKIP() << "one device";
  algorithm::PaganiTask task = accuracy(1e-10);
  task.goal.maxeval = 100000000;
  expect_together<Corner>(task, true);
  expect_together<Peak>(accuracy(1e-9), true);
}

TEST(CudaRanks, CountWhatIsNotFiniteOnAll) {
  algorithm::PaganiTask task = accuracy(1e-3);
  task.nonfinite = Nonfinite::zero;
  task.goal.maxeval = 3000000;
  expect_together<Holes>(task);
}

}  // namespace

int main(int argc, char **argv) {
  int devices = 0;
  if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) {
    std::puts("no GPU");
    return std::getenv("CUBOID_REQUIRE_GPU") != nullptr ? 1 : 77;
  }
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
