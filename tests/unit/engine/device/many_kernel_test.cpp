// The kernel of many integrals, on a warp that the host plays.
#include "support/warp.hpp"
// The kernel's header comes after what stands for CUDA.
#include "engine/cuda/kernel/regions_many.cuh"
//
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "engine/cuda/engines/rule_table.hpp"

namespace {

using namespace cuboid;
using namespace cuboid::engine::cuda;

/// A peak; or zero, one, or NaN, everywhere.
template <int ndim>
struct Peak {
  double sharpness;
  double centre[ndim];

  void operator()(const double *x, double *f) const {
    double square = 0;
    for (int d = 0; d < ndim; ++d) square += (x[d] - centre[d]) * (x[d] - centre[d]);
    f[0] = sharpness < 0    ? std::nan("")
           : sharpness <= 1 ? sharpness
                            : std::exp(-sharpness * square);
  }

  double truth() const {
    if (sharpness <= 1) return sharpness;
    const double root = std::sqrt(sharpness);
    double value = 1;
    for (const double c : centre)
      value *= std::sqrt(std::acos(-1) / sharpness) / 2 *
               (std::erf(root * (1 - c)) - std::erf(-root * c));
    return value;
  }
};

template <int ndim>
std::vector<Peak<ndim>> some_peaks(std::size_t count, double most) {
  std::mt19937 generator(3);
  std::uniform_real_distribution<double> unit(0, 1);
  std::vector<Peak<ndim>> peaks(count);
  for (Peak<ndim> &peak : peaks) {
    peak.sharpness = 5 + (most - 5) * unit(generator);
    for (double &c : peak.centre) c = unit(generator);
  }
  return peaks;
}

struct Found {
  std::vector<double> value, error, chi2;
  std::vector<long long> neval, nonfinite;
  std::vector<int> iterations, status;
};

ManyGrid grid_of(int ndim, int regions, bool shifted, long long maxeval) {
  ManyGrid grid{};
  int axis = 0;
  for (int parts = 1; parts < regions; parts *= 2) ++grid.cuts[axis++ % ndim];
  grid.shifted = shifted;
  grid.maxeval = maxeval;
  grid.count = static_cast<int>(rule::cube_parts(ndim, grid.cuts, shifted));
  return grid;
}

/// A list of peaks on one warp.  lanes: of an integral.
template <int ndim, bool mapped = false>
class WarpRun {
 public:
  explicit WarpRun(double epsrel, int lanes = many_lanes)
      : rule_(rule::make_orbit_rule(ndim, 0)),
        packed_(pack_rule(rule_)),
        points_(table_points(rule_)) {
    packed_.table.codes = packed_.codes.data();
    const int width = ndim <= 3 ? 8 : 2;
    arguments_.lanes = lanes;
    arguments_.points = points_.data();
    arguments_.refinement.goal = {epsrel, 0, 0, maxeval};
    arguments_.refinement.least = std::max(width / 2, 1);
    arguments_.stops_at_nonfinite = true;
    arguments_.first = grid_of(ndim, width, false, maxeval);
    arguments_.finer = grid_of(ndim, 8 * width, false, maxeval);
    arguments_.shifted = grid_of(ndim, 4 * width, true, maxeval);
    arguments_.npoints = rule_.npoints;
    arguments_.axes = box_;
    set_capacity(16384);
  }

  /// Regions of an integral.
  void set_capacity(long long capacity) {
    arguments_.capacity = capacity;
    arguments_.workspace_stride = capacity * (9 * ndim + 48);
    const auto bytes =
        static_cast<std::size_t>(arguments_.workspace_stride * (32 / arguments_.lanes));
    workspace_.resize(bytes / sizeof(double) + 1);
    arguments_.workspace = reinterpret_cast<char *>(workspace_.data());
  }

  /// Where integrals are noted that need more regions.
  void set_outgrown(long long *integrals, unsigned long long *count) {
    arguments_.outgrown = integrals;
    arguments_.outgrown_end = count;
  }

  ManyArguments &arguments() { return arguments_; }

  Found integrate(const std::vector<Peak<ndim>> &peaks) {
    Found found;
    const std::size_t count = peaks.size();
    for (auto *numbers : {&found.value, &found.error, &found.chi2}) numbers->resize(count);
    for (auto *numbers : {&found.neval, &found.nonfinite}) numbers->resize(count);
    for (auto *numbers : {&found.iterations, &found.status}) numbers->resize(count);
    unsigned long long next = 0;
    const int stop = 0;
    arguments_.count = static_cast<long long>(count);
    arguments_.next = &next;
    arguments_.stop = &stop;
    arguments_.userdata = reinterpret_cast<const char *>(peaks.data());
    arguments_.userdata_stride = sizeof peaks[0];
    arguments_.results = {found.value.data(), found.error.data(),     found.chi2.data(),
                          found.neval.data(), found.nonfinite.data(), found.iterations.data(),
                          found.status.data()};
    run(peaks);
    return found;
  }

  /// Integrates with a function that is called between two launches for all points.
  void set_batched() { batched_ = true; }

 private:
  static constexpr long long maxeval = 100000000;

  void run(const std::vector<Peak<ndim>> &peaks) {
    if (batched_) return run_in_steps(peaks);
    support::Warp::instance().run([&] {
      integrate_many<Peak<ndim>, ndim, 1, mapped>(peaks[0], packed_.table, rule_.null, arguments_);
    });
  }

  void run_in_steps(const std::vector<Peak<ndim>> &peaks) {
    std::vector<long long> numbers(peaks.size());
    for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = 1000 + static_cast<long long>(i);
    std::vector<double> progress(static_cast<std::size_t>(32 * many_progress_bytes(1)) / 8);
    int work = 0;
    const long long rows[] = {7};
    arguments_.steps = {
        true, 0, reinterpret_cast<char *>(progress.data()), &work, rows, numbers.data(), nullptr};
    launch({});
    arguments_.steps.fresh = false;
    while (work > 0) {
      const auto count = static_cast<std::size_t>(work * arguments_.npoints);
      std::vector<double> x(count * ndim, -1), f(count);
      std::vector<long long> integral(count, -1);
      arguments_.steps.integral_of_point = integral.data();
      // The rows of the launch begin with the seventh.
      launch({x.data(), nullptr, 7});
      for (std::size_t i = 0; i < count; ++i) {
        ASSERT_GE(integral[i], 1000);
        peaks[static_cast<std::size_t>(integral[i] - 1000)](x.data() + i * ndim, &f[i]);
      }
      launch({x.data(), f.data(), 7});
    }
  }

  void launch(const BatchedPoints &points) {
    support::Warp::instance().run(
        [&] { step_many<ndim, 1, mapped>(points, packed_.table, rule_.null, arguments_); });
  }

  rule::OrbitRule rule_;
  PackedRule packed_;
  std::vector<double> points_;
  map::Interval box_[ndim];
  std::vector<double> workspace_;
  ManyArguments arguments_{};
  bool batched_ = false;
};

constexpr int converged = static_cast<int>(rule::RegionStatus::converged);

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
  const Found found = WarpRun<2>(1e-6).integrate(peaks);
  EXPECT_EQ(found.status[0], converged);
  EXPECT_EQ(found.status[1], static_cast<int>(ManyEnd::nonfinite));
  EXPECT_EQ(found.nonfinite[1], 8 * 65);
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
  for (const int i : {0, 1, 3, 4})
    EXPECT_EQ(found.status[static_cast<std::size_t>(i)],
              static_cast<int>(rule::RegionStatus::full));
}

TEST(ManyKernel, EndsAtMaxeval) {
  WarpRun<3> run(1e-6);
  run.arguments().first.maxeval = 5000;
  const Found found = run.integrate(some_peaks<3>(3, 25));
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(found.status[i], static_cast<int>(rule::RegionStatus::budget));
    EXPECT_LE(found.neval[i], 5000);
  }
}

}  // namespace
