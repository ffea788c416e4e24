// VEGAS+ and m-Cubes on the engines of the host.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "algorithm/common/iterations.hpp"
#include "algorithm/common/map_progress.hpp"
#include "algorithm/vegas_plus/vegas_plus.hpp"
#include "base/failure.hpp"
#include "engine/cpu/samples/samples.hpp"
#include "engine/reference/samples.hpp"
#include "statistics/student.hpp"
#include "unit/engine/cpu/samples/samples_support.hpp"

namespace {

using namespace cuboid;
using namespace cuboid::algorithm;
using namespace cuboid::test;
using engine::reference::ReferenceSamples;

VegasPlusTask fixed_budget(std::int64_t samples, int iterations) {
  VegasPlusTask task;
  task.goal.epsrel = task.goal.epsabs = 0;
  task.samples = samples;
  task.goal.maxeval = samples * iterations;
  return task;
}

VegasPlusResult integrate(cuboid_function function, int ndim, VegasPlusTask task,
                          std::uint64_t seed = 1, int ncomp = 1) {
  ReferenceSamples samples(problem(ndim, ncomp, seed), host(function, ndim, ncomp));
  VegasPlusResult result(ncomp);
  task.engine = &samples;
  vegas_plus(task, result);
  return result;
}

struct Pulls {
  double mean = 0;
  double width = 0;
  double prob_median = 0;  ///< of the chi-square probabilities, which are uniform
  int beyond_4 = 0;
  int trusted = 0;
};

Pulls pulls(cuboid_function function, int ndim, double value, const VegasPlusTask &task,
            int seeds) {
  Pulls result;
  std::vector<double> probs;
  for (int seed = 1; seed <= seeds; ++seed) {
    const VegasPlusResult one = integrate(function, ndim, task, static_cast<std::uint64_t>(seed));
    if (!one.trusted) continue;
    const double pull = (one.integral[0] - value) / one.error[0];
    ++result.trusted;
    result.mean += pull;
    result.width += pull * pull;
    result.beyond_4 += std::fabs(pull) > 4 ? 1 : 0;
    probs.push_back(one.prob()[0]);
  }
  result.mean /= result.trusted;
  result.width = std::sqrt(result.width / result.trusted);
  std::sort(probs.begin(), probs.end());
  result.prob_median = probs[probs.size() / 2];
  return result;
}

/// Bounds for so many seeds: three standard deviations of mean and width.
void expect_good(const Pulls &result, int seeds, const char *name) {
  // One hypercube of the last iteration may chance to make up too much of its variance: that
  // happens to one seed in 300, and so to two of 40 in less than one per cent of all sets.
  EXPECT_GE(result.trusted, seeds - 1) << name;
  EXPECT_LT(std::fabs(result.mean), 3 / std::sqrt(seeds)) << name;
  EXPECT_NEAR(result.width, 1, 3 / std::sqrt(2.0 * seeds) + 0.05) << name;
  EXPECT_NEAR(result.prob_median, 0.5, 1.5 / std::sqrt(seeds)) << name;
  EXPECT_EQ(result.beyond_4, 0) << name;
}

int corner(const int *ndim, const double *x, const int *, double *f, void *) {
  double sum = 1;
  for (int d = 0; d < *ndim; ++d) sum += (d + 1) * x[d];
  f[0] = std::pow(sum, -*ndim - 1);
  return 0;
}

int cusp(const int *ndim, const double *x, const int *, double *f, void *) {
  double sum = 0;
  for (int d = 0; d < *ndim; ++d) sum += std::fabs(x[d] - 0.5);
  f[0] = std::exp(-10 * sum);
  return 0;
}

int ridge(const int *ndim, const double *x, const int *, double *f, void *) {
  f[0] = 0;
  for (int k = 0; k < 10; ++k) {
    double sum = 0;
    for (int d = 0; d < *ndim; ++d) sum += (x[d] - k / 9.0) * (x[d] - k / 9.0);
    f[0] += std::exp(-100 * sum);
  }
  return 0;
}

double ridge_integral(int ndim) {
  double sum = 0;
  for (int k = 0; k < 10; ++k)
    sum += std::pow(std::sqrt(M_PI) / 20 * (std::erf(10 * (1 - k / 9.0)) + std::erf(10 * k / 9.0)),
                    ndim);
  return sum;
}

TEST(VegasPlus, PullsAreThoseOfANormalDistribution) {
  constexpr int seeds = 40;
  for (const Combination combination : {Combination::samples, Combination::inverse_variance}) {
    VegasPlusTask task = fixed_budget(20000, 12);
    task.combination = combination;
    expect_good(pulls(gaussian, 3, gaussian_integral(3), task, seeds), seeds, "gaussian");
    expect_good(pulls(cusp, 5, std::pow((1 - std::exp(-5.0)) / 5, 5), task, seeds), seeds, "cusp");
    expect_good(pulls(ridge, 4, ridge_integral(4), task, seeds), seeds, "ridge");
  }
}

/// Says what it is asked for, and nothing of the integral.
class AskedFor final : public engine::SamplesEngine {
 public:
  const engine::SamplesProblem &problem() const override { return problem_; }
  std::int64_t max_intervals() const override { return 1024; }
  void set_grid(const engine::SamplesGrid &grid, bool) override {
    if (!grid.edges.empty()) given_back.push_back({alpha.size(), grid.edges[0]});
  }
  void submit(const engine::SamplesIteration &iteration) override {
    if (iteration.number > 0) {
      alpha.push_back(iteration.alpha);
      certain.push_back(iteration.certain);
      width_power.push_back(iteration.width_power);
    }
    samples_ = iteration.samples;
  }
  engine::SamplesResult collect() override {
    const std::size_t i = alpha.empty() ? 0 : alpha.size() - 1;
    const double error = i < errors_.size() ? errors_[i] : 0.1;
    return {{1.0}, {error}, {1.0}, {0.0}, samples_, 0, {}, 0, {1.0}};
  }
  /// After how many iterations they were asked for.
  std::vector<std::uint64_t> edges() override { return {alpha.size()}; }
  std::vector<double> deviations() override { return {}; }
  engine::SamplesMemory memory() override { return {}; }
  void remember(const engine::SamplesMemory &) override {}

  std::vector<double> alpha, certain;
  std::vector<int> width_power;
  /// Edges that the engine was to have once more: after how many iterations, and those of when.
  std::vector<std::pair<std::size_t, std::uint64_t>> given_back;

  /// errors: of the first iterations; those after them have 0.1.
  explicit AskedFor(int ndim, std::vector<double> errors)
      : problem_(cuboid::test::problem(ndim)), errors_(std::move(errors)) {}

 private:
  const engine::SamplesProblem problem_;
  const std::vector<double> errors_;
  std::int64_t samples_ = 0;
};

struct Steps {
  std::vector<double> alpha, certain;
  std::vector<int> width_power;
  std::vector<std::pair<std::size_t, std::uint64_t>> given_back;
};

/// In five dimensions an axis has few strata.
Steps steps_of(VegasPlusTask task, int ndim = 5, std::vector<double> errors = {}) {
  AskedFor engine(ndim, std::move(errors));
  VegasPlusResult result(1);
  task.engine = &engine;
  vegas_plus(task, result);
  return {engine.alpha, engine.certain, engine.width_power, engine.given_back};
}

TEST(VegasPlus, DampingFallsAfterTheFirstSteps) {
  // Five steps, and as many as take 50000 samples.
  VegasPlusTask task = fixed_budget(10000, 40);
  const std::vector<double> falling = steps_of(task).alpha;
  ASSERT_EQ(falling.size(), 40u);
  for (std::size_t i = 0; i < 40; ++i)
    EXPECT_DOUBLE_EQ(falling[i], i < 10 ? 1 : 10.0 / static_cast<double>(i + 1));
  task.full_steps = -1;
  EXPECT_EQ(steps_of(task).alpha, std::vector<double>(40, 1.0));
  task.adapting = 30;
  EXPECT_EQ(steps_of(task).alpha[29], 1);
  EXPECT_EQ(steps_of(task).alpha[30], 0);
}

TEST(VegasPlus, StepsOfManySamplesFallAtOnceWhereThereAreHypercubes) {
  VegasPlusTask task = fixed_budget(10000, 6);
  const std::vector<double> falling = {1, 1.0 / 2, 1.0 / 3, 0.3, 0.3, 0.3};
  EXPECT_EQ(steps_of(task).certain, falling);
  const std::vector<double> full(6, 1.0);
  task.beta = 0;  // m-Cubes
  EXPECT_EQ(steps_of(task).certain, falling);
  VegasPlusTask uncut = fixed_budget(100, 6);  // too few to cut five axes
  uncut.beta = 0;
  EXPECT_EQ(steps_of(uncut).certain, full);
  task.beta = 0.75;
  task.full_steps = -1;  // alpha was given
  EXPECT_EQ(steps_of(task).certain, full);
  task.full_steps = 5;
  task.edges_intervals = 2;
  for (int axis = 0; axis < 5; ++axis)
    for (const auto edge : {0 * map::whole_axis, map::whole_axis / 3, map::whole_axis})
      task.edges.push_back(edge);
  EXPECT_EQ(steps_of(task).certain, full);
}

TEST(VegasPlus, TriesASofterMapWhereHypercubesAreSmall) {
  VegasPlusTask task = fixed_budget(100000, 8);
  EXPECT_EQ(steps_of(task, 6).width_power, std::vector<int>(8, 0));
  EXPECT_EQ(steps_of(fixed_budget(99999, 8), 2).width_power, std::vector<int>(8, 0));
  // Whole steps there, and two from the map before it, which drew the third iteration.
  using Back = std::vector<std::pair<std::size_t, std::uint64_t>>;
  const Steps worse = steps_of(task, 2);
  EXPECT_EQ(worse.width_power, (std::vector<int>{0, 0, 2, 2, 0, 0, 0, 0}));
  EXPECT_EQ(worse.certain, (std::vector<double>{1, 1.0 / 2, 1, 1, 1, 1, 0.3, 0.3}));
  EXPECT_EQ(worse.given_back, (Back{{4, 2}}));
  const Steps better = steps_of(task, 2, {0.1, 0.1, 0.1, 0.07, 0.07});
  EXPECT_EQ(better.width_power, (std::vector<int>{0, 0, 2, 2, 2, 2, 2, 2}));
  EXPECT_EQ(better.certain, (std::vector<double>{1, 1.0 / 2, 1, 1, 1, 1, 1, 1}));
  EXPECT_EQ(better.given_back, Back{});
  const Steps worse_in_the_end = steps_of(task, 2, {0.1, 0.1, 0.1, 0.07, 0.08});
  EXPECT_EQ(worse_in_the_end.width_power, (std::vector<int>{0, 0, 2, 2, 2, 0, 0, 0}));
  EXPECT_EQ(worse_in_the_end.certain, (std::vector<double>{1, 1.0 / 2, 1, 1, 1, 1, 1, 0.3}));
  EXPECT_EQ(worse_in_the_end.given_back, (Back{{5, 2}}));
  // Not where the even map is best, or somebody has said how the map is to be refined.
  const Steps even = steps_of(task, 2, {0.04});
  EXPECT_EQ(even.alpha, (std::vector<double>{1, 1, 1, 0, 0, 0, 0, 0}));
  task.full_steps = -1;
  EXPECT_EQ(steps_of(task, 2).width_power, std::vector<int>(8, 0));
}

int egg_box(const int *, const double *x, const int *, double *f, void *) {
  const double wave = 2 + std::cos(5 * M_PI * x[0]) * std::cos(5 * M_PI * x[1]);
  f[0] = std::exp(wave * wave * wave * wave * wave - 243);
  return 0;
}

// Hypercubes that resolve peaks have the least variance where the map follows the root of them.
TEST(VegasPlus, TheMapOfResolvedPeaksFollowsTheirRoot) {
  // 2.6621538829370116e105 / (10 pi)^2, the egg box of the reference integrals.
  const double value = 2.6621538829370116e105 / std::exp(243.0) / (100 * M_PI * M_PI);
  const VegasPlusResult result = integrate(egg_box, 2, fixed_budget(200000, 10));
  // With a map that follows the peaks themselves it is 6e-5 of the integral, else 1.1e-5.
  EXPECT_LT(result.error[0], 2e-5 * value);
  EXPECT_NEAR(result.integral[0], value, 4 * result.error[0]);
}

int two_peaks(const int *ndim, const double *x, const int *, double *f, void *) {
  f[0] = 0;
  for (const double centre : {1.0 / 3, 2.0 / 3}) {
    double sum = 0;
    for (int d = 0; d < *ndim; ++d) sum += (x[d] - centre) * (x[d] - centre);
    f[0] += std::exp(-100 * sum);
  }
  return 0;
}

// Peaks along a diagonal couple the axes: with full steps of all of them the map swings.
TEST(VegasPlus, TheMapOfCoupledAxesDoesNotSwing) {
  const double peak = std::pow(std::sqrt(M_PI) / 20 * (std::erf(10 / 3.0) + std::erf(20 / 3.0)), 7);
  const VegasPlusResult result = integrate(two_peaks, 7, fixed_budget(200000, 10));
  // With full steps it is 3.8e-3 of the integral, with those of the schedule 1.1e-3.
  EXPECT_LT(result.error[0], 1.5e-3 * 2 * peak);
  EXPECT_NEAR(result.integral[0], 2 * peak, 4 * result.error[0]);
}

int wide_gaussian(const int *ndim, const double *x, const int *, double *f, void *) {
  double sum = 0;
  for (int d = 0; d < *ndim; ++d) sum += (x[d] - 0.5) * (x[d] - 0.5);
  f[0] = std::exp(-50 * sum);
  return 0;
}

int wave(const int *, const double *x, const int *, double *f, void *) {
  f[0] = std::cos(3 * x[0]) * std::exp(x[1]) + x[2];
  return 0;
}

// Hypercubes follow a smooth function in few dimensions better than a map does, which bends it.
TEST(VegasPlus, GoesBackToTheEvenMapWhereRefiningItMakesTheErrorLarger) {
  const double value = std::sin(3) / 3 * std::expm1(1) + 0.5;
  for (const double beta : {0.0, 0.75}) {
    VegasPlusTask task = fixed_budget(100000, 6);
    task.beta = beta;
    const VegasPlusResult kept = integrate(wave, 3, task);
    EXPECT_EQ(kept.edges[1], map::whole_axis / static_cast<std::uint64_t>(kept.edges_intervals));
    EXPECT_EQ(kept.left_out, first_maps_compared) << beta;
    EXPECT_NEAR(kept.integral[0], value, 4 * kept.error[0]) << beta;
    task.adapting = 6;  // who says when to refine gets it
    const VegasPlusResult refined = integrate(wave, 3, task);
    EXPECT_NE(refined.edges[1], kept.edges[1]) << beta;
    EXPECT_LT(kept.error[0], refined.error[0] / 4) << beta;
  }
}

// A peak is found with few samples an iteration too, where a step of the map can follow little.
TEST(VegasPlus, SmallIterationsFindTheMap) {
  const double value = std::pow(std::sqrt(M_PI / 50) * std::erf(std::sqrt(12.5)), 4);
  for (const std::int64_t samples : {500, 1000}) {
    VegasPlusTask task = fixed_budget(samples, 1000);
    task.goal.epsrel = 2e-3;
    const VegasPlusResult result = integrate(wide_gaussian, 4, task);
    EXPECT_TRUE(result.converged) << samples;
    EXPECT_NEAR(result.integral[0], value, 4 * result.error[0]) << samples;
  }
}

TEST(MCubes, AMapThatFindsThePeakLateGoesOnAdapting) {
  // With so few samples in 12 dimensions the first iterations hardly see the peak.
  VegasPlusTask task = m_cubes_task();
  task.goal.epsrel = task.goal.epsabs = 0;
  task.samples = 10000;
  task.goal.maxeval = 400000;
  const double value = std::pow(std::sqrt(M_PI / 50) * std::erf(std::sqrt(12.5)), 12);
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    const VegasPlusResult result = integrate(wide_gaussian, 12, task, seed);
    EXPECT_TRUE(result.trusted) << seed;
    EXPECT_LT(result.error[0], 0.02 * value) << seed;
    EXPECT_NEAR(result.integral[0], value, 4 * result.error[0]) << seed;
  }
  // A map that stays after one iteration never gets there, and the result says so.
  task.adapting = 1;
  EXPECT_FALSE(integrate(wide_gaussian, 12, task).trusted);
}

TEST(MCubes, PullsAreThoseOfANormalDistribution) {
  constexpr int seeds = 60;
  VegasPlusTask task = m_cubes_task();
  task.goal.epsrel = task.goal.epsabs = 0;
  task.samples = 10000;
  task.goal.maxeval = 120000;
  task.adapting = 8;
  // The integral of corner in 3 dimensions: 1 / (3! (1 + 1) ... ) by inclusion and exclusion.
  double value = 0;
  for (int subset = 0; subset < 8; ++subset) {
    double sum = 1;
    int sign = 1;
    for (int d = 0; d < 3; ++d)
      if (subset & 1 << d) {
        sum += d + 1;
        sign = -sign;
      }
    value += sign / sum;
  }
  value /= 6.0 * 6.0;
  expect_good(pulls(corner, 3, value, task, seeds), seeds, "corner");
  task.one_map = true;
  expect_good(pulls(gaussian, 3, gaussian_integral(3), task, seeds), seeds, "one map");
}

TEST(VegasPlus, StopsAtTheAccuracyAskedFor) {
  VegasPlusTask task;
  task.goal.epsrel = 1e-3;
  task.goal.epsabs = 0;
  task.samples = 20000;
  task.goal.maxeval = 10000000;
  const VegasPlusResult result = integrate(cusp, 4, task);
  EXPECT_TRUE(result.converged);
  EXPECT_LT(result.neval, task.goal.maxeval);
  EXPECT_LE(result.error[0], 1e-3 * result.integral[0]);
  EXPECT_NEAR(result.integral[0], std::pow((1 - std::exp(-5.0)) / 5, 4), 4 * result.error[0]);
  EXPECT_GE(result.niterations - result.left_out, 3);

  task.goal.mineval = 2 * result.neval;
  EXPECT_GE(integrate(cusp, 4, task).neval, task.goal.mineval);
}

TEST(VegasPlus, ExceedsMaxevalByLessThanAnIteration) {
  for (const std::int64_t maxeval : {1000, 50000, 123456}) {
    VegasPlusTask task = fixed_budget(10000, 1);
    task.goal.maxeval = maxeval;
    task.increase = 5000;
    const VegasPlusResult result = integrate(cusp, 4, task);
    EXPECT_FALSE(result.converged);
    EXPECT_LT(result.neval, maxeval + task.samples + result.niterations * task.increase);
  }
}

TEST(VegasPlus, FindsTheNarrowGaussianOfTheBenchmarksOrSaysThatItHasNot) {
  // f4 in 8 dimensions, of volume 1e-10, with a million samples and with 10000.
  struct Budget {
    std::int64_t samples;
    int seeds;
  };
  for (const auto &[samples, seeds] : {Budget{1000000, 1}, Budget{10000, 20}})
    for (int seed = 1; seed <= seeds; ++seed) {
      engine::cpu::ThreadedSamples engine(problem(8, 1, static_cast<std::uint64_t>(seed)),
                                          host(gaussian, 8), {}, 4);
      VegasPlusResult result(1);
      VegasPlusTask task = fixed_budget(samples, 20);
      task.engine = &engine;
      vegas_plus(task, result);
      EXPECT_TRUE(samples == 10000 || result.trusted);
      if (result.trusted) {
        EXPECT_NEAR(result.integral[0], gaussian_integral(8), 5 * result.error[0]) << seed;
      }
      EXPECT_TRUE(result.trusted || !result.remark.empty());
    }
}

TEST(VegasPlus, FollowsThePeakAndNotSingleSamplesInItsTails) {
  // Had the greatest values their full share of the histograms, the errors would be 3.5e-4.
  double error = 0;
  constexpr int seeds = 8;
  for (int seed = 1; seed <= seeds; ++seed) {
    engine::cpu::ThreadedSamples engine(problem(8, 1, static_cast<std::uint64_t>(seed)),
                                        host(gaussian, 8), {}, 2);
    VegasPlusResult result(1);
    VegasPlusTask task = fixed_budget(200000, 20);
    task.engine = &engine;
    vegas_plus(task, result);
    EXPECT_TRUE(result.trusted) << seed;
    EXPECT_NEAR(result.integral[0], gaussian_integral(8), 5 * result.error[0]) << seed;
    error += result.error[0] / gaussian_integral(8) / seeds;
  }
  EXPECT_LT(error, 3.1e-4);
}

TEST(VegasPlus, GivesNoTrustedResultForAPeakThatItMisses) {
  // A peak of volume 3e-19 and 20000 samples an iteration.
  int trusted = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    VegasPlusTask task = fixed_budget(20000, 12);
    const VegasPlusResult result = integrate(gaussian, 16, task, seed);
    if (!result.trusted) continue;
    ++trusted;
    EXPECT_NEAR(result.integral[0], gaussian_integral(16), 5 * result.error[0]) << seed;
  }
  EXPECT_LE(trusted, 5);
}

TEST(VegasPlus, FindsAPeakThatHardlyASampleHasMet) {
  // A peak of volume 1e-13 and 20000 samples an iteration.
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const VegasPlusResult result = integrate(gaussian, 9, fixed_budget(20000, 12), seed);
    EXPECT_TRUE(result.trusted) << seed;
    EXPECT_NEAR(result.integral[0], gaussian_integral(9), 5 * result.error[0]) << seed;
    EXPECT_LT(result.error[0], 0.02 * gaussian_integral(9)) << seed;
  }
}

IterationEstimate estimate(double integral, double sigma, std::int64_t samples = 1000) {
  IterationEstimate result;
  result.integral = {integral};
  result.error = {sigma};
  result.correlation = {1};
  result.dominance = {0};
  result.samples = samples;
  return result;
}

TEST(Iterations, ThatMissedAPeakAreLeftOut) {
  Iterations iterations(1, Combination::samples);
  iterations.add(estimate(0.001, 0.0001));
  iterations.add(estimate(0.0012, 0.0001));
  iterations.add(estimate(0.8, 0.4));
  iterations.add(estimate(1.01, 0.02));
  iterations.add(estimate(0.99, 0.02));
  iterations.add(estimate(1.00, 0.02));
  VegasPlusResult result(1);
  iterations.combine(result);
  EXPECT_EQ(result.missed, 2);
  EXPECT_EQ(result.left_out, 3);
  EXPECT_NEAR(result.integral[0], 1, 1e-12);
  EXPECT_NEAR(result.error[0], 0.02 / std::sqrt(3.0), 1e-12);
  EXPECT_NEAR(result.chi2[0], 0.5, 1e-12);
  EXPECT_EQ(result.dof, 2);
  EXPECT_TRUE(result.trusted);
}

TEST(Iterations, ThatClaimMuchLessErrorThanLaterOnesAreLeftOut) {
  Iterations iterations(1, Combination::samples);
  for (int i = 0; i < 8; ++i) iterations.add(estimate(1e-3, 1e-3));
  iterations.add(estimate(0.9, 0.3));
  iterations.add(estimate(1.1, 0.3));
  VegasPlusResult result(1);
  iterations.combine(result);
  EXPECT_EQ(result.missed, 8);
  EXPECT_NEAR(result.integral[0], 1, 1e-12);
  // A great value stays in: by itself it is one standard deviation.
  Iterations tail(1, Combination::samples);
  for (int i = 0; i < 8; ++i) tail.add(estimate(1, 1e-3));
  tail.add(estimate(31, 30));
  tail.combine(result);
  EXPECT_EQ(result.missed, 0);
}

TEST(Iterations, ShowWhetherTheFirstMapIsBest) {
  const auto best = [](double first, double second, double third, double share) {
    Iterations iterations(1, Combination::samples);
    for (const double error : {first, second, third}) {
      IterationEstimate one = estimate(1, error);
      one.dominance = {share};
      iterations.add(one);
    }
    return first_map_is_best(iterations.estimates());
  };
  EXPECT_TRUE(best(0.01, 0.021, 0.03, 0.01));
  EXPECT_FALSE(best(0.01, 0.019, 0.03, 0.01));
  EXPECT_FALSE(best(0.01, 0.03, 0.019, 0.01));
  // A sample that was met by chance may have made the others larger, or be missing in the first.
  EXPECT_FALSE(best(0.01, 0.03, 0.03, 0.06));
}

TEST(Iterations, ShowWhetherTheMapOfLaterOnesIsBetter) {
  const auto better = [](std::vector<double> errors) {
    Iterations iterations(1, Combination::samples);
    for (const double error : errors) iterations.add(estimate(1, error));
    return later_map_is_better(iterations.estimates(), iterations.size());
  };
  EXPECT_TRUE(better({0.1, 0.1, 0.1, 0.07}));
  EXPECT_FALSE(better({0.1, 0.1, 0.1, 0.071}));
  EXPECT_TRUE(better({0.1, 0.1, 0.1, 0.07, 0.07}));
  EXPECT_FALSE(better({0.1, 0.1, 0.1, 0.07, 0.071}));
  // Of those that follow nothing is asked, nor of those before.
  EXPECT_TRUE(better({0.01, 0.01, 0.1, 0.07, 0.07, 0.2}));
}

TEST(Iterations, AreWeightedAsAskedFor) {
  Iterations iterations(1, Combination::samples);
  iterations.add(estimate(1, 0.1, 1000));
  iterations.add(estimate(1.2, 0.2, 3000));
  VegasPlusResult result(1);
  iterations.combine(result);
  EXPECT_NEAR(result.integral[0], 0.25 * 1 + 0.75 * 1.2, 1e-12);
  // Variances of a sample of 10 and 120: little is known of that of the mean.
  const double u = 0.5 * (120 - 10) / (0.25 * 10 + 0.75 * 120);
  const double factor = statistics::three_sigma_factor(2 / (u * u));
  EXPECT_NEAR(result.error[0], std::sqrt(0.0625 * 0.01 + 0.5625 * 0.04) * factor, 1e-12);
  EXPECT_NEAR(result.chi2[0], 0.04 / 0.05, 1e-12);
}

TEST(Iterations, AreNotWeightedByTheirOwnVariance) {
  // Ten iterations whose variance halves in the middle.  That of one of them changes its weight
  // by nothing: it would be great where the iteration has seen little.
  const auto combined = [](double error_of_one) {
    Iterations iterations(1, Combination::inverse_variance);
    for (int i = 0; i < 10; ++i)
      iterations.add(estimate(i == 7 ? 1.01 : 1, i == 7 ? error_of_one : i < 5 ? 0.014 : 0.01));
    VegasPlusResult result(1);
    iterations.combine(result);
    return result;
  };
  EXPECT_EQ(combined(0.01).left_out, 0);
  EXPECT_EQ(combined(0.01).integral[0], combined(0.009).integral[0]);
  EXPECT_GT(combined(0.01).integral[0], 1.00115);
}

TEST(Iterations, WhoseVarianceOverflowsAreLeftOut) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  for (const Combination combination : {Combination::samples, Combination::inverse_variance}) {
    Iterations iterations(1, combination);
    iterations.add(estimate(1.6, infinity));
    VegasPlusResult result(1);
    iterations.combine(result);
    EXPECT_EQ(result.integral[0], 1.6);
    EXPECT_EQ(result.error[0], infinity);
    EXPECT_FALSE(result.trusted);
    iterations.add(estimate(1, 0.1));
    iterations.add(estimate(1.1, 0.1));
    iterations.combine(result);
    EXPECT_EQ(result.missed, 1);
    EXPECT_NEAR(result.integral[0], 1.05, 1e-12);
    EXPECT_NEAR(result.error[0], 0.1 / std::sqrt(2.0), 1e-12);
  }
}

TEST(Iterations, ThatContradictEachOtherAreNotTrusted) {
  Iterations iterations(1, Combination::samples);
  for (const double integral : {1.0, 1.04, 0.95, 1.05, 0.96})
    iterations.add(estimate(integral, 0.01));
  VegasPlusResult result(1);
  iterations.combine(result);
  EXPECT_FALSE(result.trusted);
}

TEST(VegasPlus, ZeroIsZeroAndAConstantItself) {
  const auto zero = [](const int *, const double *, const int *, double *f, void *) {
    f[0] = 0;
    return 0;
  };
  VegasPlusTask task;
  task.goal.maxeval = 600000;
  const VegasPlusResult nothing = integrate(zero, 3, task);
  EXPECT_EQ(nothing.integral[0], 0);
  EXPECT_EQ(nothing.error[0], 0);
  EXPECT_TRUE(nothing.converged);
  const VegasPlusResult constant = integrate(one, 3, task);
  EXPECT_NEAR(constant.integral[0], 3.5, 1e-8);
  // What may hide where a few thousand samples have seen nothing else.
  EXPECT_GT(constant.error[0], 1e-4);
  EXPECT_LE(constant.error[0], 3.5e-3);
  EXPECT_TRUE(constant.converged);
}

TEST(VegasPlus, ErrorsContainTheResolutionOfThePoints) {
  const auto linear = [](const int *ndim, const double *x, const int *, double *f, void *) {
    f[0] = 0;
    for (int d = 0; d < *ndim; ++d) f[0] += (d + 1) * (x[d] - 0.5);
    return 0;
  };
  for (VegasPlusTask task : {VegasPlusTask{}, m_cubes_task()})
    for (const int ndim : {1, 3, 6, 12}) {
      task.goal.maxeval = ndim < 12 ? 100000 : 400000;
      task.alpha = 0;  // a map that follows the integrand bends it
      const VegasPlusResult result = integrate(linear, ndim, task);
      EXPECT_GT(result.error[0], 1e-14) << ndim;
      EXPECT_LT(std::fabs(result.integral[0]), 4 * result.error[0]) << ndim;
      EXPECT_LT(result.error[0], 1e-8) << ndim;
    }
}

TEST(VegasPlus, ScalesWithTheIntegrand) {
  for (const double scale : {1e-200, 1e200}) {
    double factor = scale;
    const auto scaled = [](const int *ndim, const double *x, const int *ncomp, double *f,
                           void *userdata) {
      cusp(ndim, x, ncomp, f, nullptr);
      f[0] *= *static_cast<double *>(userdata);
      return 0;
    };
    ReferenceSamples samples(problem(3), host(scaled, 3, 1, 1, &factor));
    VegasPlusTask task;
    task.goal.maxeval = 1000000;
    task.goal.epsabs = 0;
    VegasPlusResult result(1);
    task.engine = &samples;
    vegas_plus(task, result);
    EXPECT_TRUE(result.converged);
    EXPECT_NEAR(result.integral[0] / scale, std::pow((1 - std::exp(-5.0)) / 5, 3),
                5 * result.error[0] / scale);
    EXPECT_GT(result.error[0], 0);
  }
}

TEST(VegasPlus, StopsAtNanOrCountsItAsZero) {
  const auto sometimes = [](const int *, const double *x, const int *, double *f, void *) {
    f[0] = x[0] < 0.5 ? std::numeric_limits<double>::quiet_NaN() : 1;
    return 0;
  };
  VegasPlusTask task = fixed_budget(10000, 5);
  try {
    integrate(sometimes, 2, task);
    FAIL() << "no Failure";
  } catch (const Failure &failure) {
    EXPECT_EQ(failure.status(), CUBOID_NONFINITE);
  }
  task.stop_at_nonfinite = false;
  const VegasPlusResult result = integrate(sometimes, 2, task);
  EXPECT_NEAR(result.integral[0], 0.5, 5 * result.error[0] + 1e-6);
}

TEST(VegasPlus, ComponentsHaveTheirCovariance) {
  // The sum of the components has the variance of the sum.
  VegasPlusTask task = fixed_budget(10000, 8);
  const VegasPlusResult result = integrate(product_and_square, 3, task, 5, 2);
  EXPECT_NEAR(result.integral[0], 1, 5 * result.error[0]);
  EXPECT_NEAR(result.integral[1], 2.5, 5 * result.error[1]);
  const double correlation = result.covariance[1] / result.error[0] / result.error[1];
  EXPECT_GT(correlation, 0.3);
  EXPECT_LT(correlation, 1);
}

TEST(VegasPlus, AMapThatIsGivenSavesTheAdaptation) {
  VegasPlusTask task = fixed_budget(20000, 15);
  const VegasPlusResult first = integrate(gaussian, 4, task);
  task.goal.maxeval = 60000;
  task.edges = first.edges;
  task.edges_intervals = first.edges_intervals;
  const VegasPlusResult warm = integrate(gaussian, 4, task, 7);
  task.edges.clear();
  const VegasPlusResult cold = integrate(gaussian, 4, task, 7);
  EXPECT_LT(warm.error[0], 0.05 * gaussian_integral(4));
  EXPECT_TRUE(!cold.trusted || cold.error[0] > 2 * warm.error[0]);
  EXPECT_NEAR(warm.integral[0], gaussian_integral(4), 5 * warm.error[0]);
}

TEST(VegasPlus, ThreadsGiveTheSameBits) {
  VegasPlusTask task = fixed_budget(20000, 6);
  const VegasPlusResult expected = integrate(cusp, 4, task);
  for (const int threads : {1, 3}) {
    engine::cpu::ThreadedSamples samples(problem(4), host(cusp, 4), {}, threads);
    VegasPlusResult result(1);
    task.engine = &samples;
    vegas_plus(task, result);
    EXPECT_EQ(result.integral[0], expected.integral[0]);
    EXPECT_EQ(result.error[0], expected.error[0]);
    EXPECT_EQ(result.edges, expected.edges);
  }
}

TEST(VegasPlus, AMapOfFewSamplesHasFewIntervals) {
  const std::pair<std::int64_t, std::int64_t> cases[] = {{1000, 128}, {10000, 480}, {200000, 1000}};
  for (const auto &[samples, intervals] : cases) {
    VegasPlusTask task = m_cubes_task();
    task.goal.maxeval = 1;
    task.samples = samples;
    const std::int64_t found = integrate(gaussian, 4, task).edges_intervals;
    EXPECT_LE(found, std::lround(static_cast<double>(intervals) * std::sqrt(2))) << samples;
    EXPECT_GE(found, std::lround(static_cast<double>(intervals) / std::sqrt(2))) << samples;
  }
}

TEST(Grid, FitsTheSamplesAndTheIntervals) {
  for (const int ndim : {1, 2, 3, 8, 20, 32})
    for (const std::int64_t samples : {100ll, 1000000ll, 1000000000000ll})
      for (const Strata strata : {Strata::none, Strata::equal, Strata::adaptive}) {
        const auto chosen = choose_grid(ndim, samples, strata, 1000, 512);
        if (strata == Strata::none) {
          EXPECT_EQ(chosen.nstrat, 1);
        }
        EXPECT_GE(chosen.nstrat, 1);
        EXPECT_LE(chosen.nintervals, 512);
        EXPECT_EQ(chosen.nintervals % chosen.nstrat, 0);
        EXPECT_GE(chosen.nintervals, 2 * chosen.nstrat);
        EXPECT_LE(std::pow(static_cast<double>(chosen.nstrat), ndim),
                  std::max(static_cast<double>(samples) / 2, 1.0));
      }
}

}  // namespace
