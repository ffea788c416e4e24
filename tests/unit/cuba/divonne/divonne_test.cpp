// Divonne from its arguments to its result.
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <limits>
#include <numbers>
#include <string>

#include "engine/cpu/make_engine.hpp"
#include "support/directory.hpp"
#include "unit/cuba/divonne/divonne_support.hpp"

namespace {

using namespace divonne_test;

struct Problem {
  const char *name;
  int ndim;
  double value;
  void (*integrand)(const double *x, double *f);
  bool continuous = true;
};

double gauss(double a, double u) {
  return std::sqrt(std::numbers::pi) / (2 * a) * (std::erf(a * (1 - u)) + std::erf(a * u));
}

const Problem problems[] = {
    {"exponential", 1, std::exp(1.0) - 1, [](const double *x, double *f) { *f = std::exp(x[0]); }},
    {"product", 3, 0.66466967978137714,
     [](const double *x, double *f) { *f = std::sin(x[0]) * std::cos(x[1]) * std::exp(x[2]); }},
    {"narrow peak", 3, std::pow(gauss(20, 0.3), 3),
     [](const double *x, double *f) {
       double sum = 0;
       for (int d = 0; d < 3; ++d) sum += (x[d] - 0.3) * (x[d] - 0.3);
       *f = std::exp(-400 * sum);
     }},
    {"peak in 9 dimensions", 9, std::pow(gauss(2, 0.6), 9),
     [](const double *x, double *f) {
       double sum = 0;
       for (int d = 0; d < 9; ++d) sum += (x[d] - 0.6) * (x[d] - 0.6);
       *f = std::exp(-4 * sum);
     }},
    {"step", 2, 0.55 / 0.7 * 0.3,
     [](const double *x, double *f) { *f = x[0] < 0.3 && x[1] < 0.55 ? 1 / 0.7 : 0; }, false},
    {"quarter disc", 2, std::numbers::pi / 4,
     [](const double *x, double *f) { *f = x[0] * x[0] + x[1] * x[1] < 1; }, false},
    {"singular", 2, 4, [](const double *x, double *f) { *f = 1 / std::sqrt(x[0] * x[1]); }},
    {"logarithm", 3, -1, [](const double *x, double *f) { *f = std::log(x[0]); }},
    {"tiny", 4, 1e-300 / 16,
     [](const double *x, double *f) { *f = 1e-300 * x[0] * x[1] * x[2] * x[3]; }},
    {"large", 4, 1e200 / 16,
     [](const double *x, double *f) { *f = 1e200 * x[0] * x[1] * x[2] * x[3]; }},
};

struct Keys {
  int key1, key2, key3, seed;
};

const Keys all_keys[] = {{47, 1, 1, 0},      {200, 500, 0, 0},  {47, 3, 2, 0}, {47, 1, -2, 3},
                         {-100, -1, 1, 0},   {-200, -1, 1, 42}, {9, 9, 1, 0},  {7, 1, 7, 0},
                         {-200, -1, 200, 7}, {47, 9, 9, 0},     {47, 1, 47, 0}};

void expect_value(const Problem &problem, const Integration &run, const std::string &what) {
  const Result &result = run.result;
  const double error = std::max(result.error[0], 1e-12 * std::fabs(problem.value));
  EXPECT_LE(std::fabs(result.integral[0] - problem.value), 4 * error) << what;
  EXPECT_EQ(result.neval, run.engine.evaluations()) << what;
  EXPECT_EQ(result.converged, result.missing == 0) << what;
  if (result.converged) {
    EXPECT_LE(result.error[0],
              std::max({run.task.goal.epsabs, 0x1p-104, 1e-3 * std::fabs(result.integral[0])}))
        << what;
  }
  EXPECT_GT(run.engine.min_x, 0) << what;
  EXPECT_LT(run.engine.largest_x, 1) << what;
}

TEST(Divonne, GivesValuesWithinItsErrors) {
  for (const Problem &problem : problems)
    for (const Keys &keys : all_keys) {
      // Rules are large in many dimensions, and their errors those of smooth functions.
      const bool rules = keys.key1 == 7 || keys.key2 == 9;
      if (rules && (problem.ndim > 5 || !problem.continuous)) continue;
      Integration run(problem.ndim, 1, problem.integrand);
      run.task.goal.epsabs = 0;
      run.options.key1 = keys.key1;
      run.options.key2 = keys.key2;
      run.options.key3 = keys.key3;
      run.options.seed = keys.seed;
      const std::string what = std::string(problem.name) + ", keys " + std::to_string(keys.key1) +
                               " " + std::to_string(keys.key2) + " " + std::to_string(keys.key3);
      run();
      expect_value(problem, run, what);
      EXPECT_LE(run.result.neval, run.task.goal.maxeval + 20000) << what;
    }
}

TEST(Divonne, ConvergesOnSmoothIntegrands) {
  for (const int i : {0, 1, 3, 8, 9}) {
    Integration run(problems[i].ndim, 1, problems[i].integrand);
    run.task.goal.epsabs = 0;
    run();
    EXPECT_TRUE(run.result.converged) << problems[i].name;
    EXPECT_EQ(run.result.missing, 0);
    EXPECT_LT(run.result.neval, 20000) << problems[i].name;
    EXPECT_GT(run.result.nregions, 1);
    // One for each region, and one for each further sample.
    EXPECT_GE(run.result.dof, run.result.nregions);
    EXPECT_LE(run.result.dof, 2 * run.result.nregions);
  }
}

TEST(Divonne, TellsThePhases) {
  const std::vector<double> given{0.3, 0.3, 0.3};
  Integration run(3, 1, problems[2].integrand);
  run.options.given = given.data();
  run.options.ngiven = 1;
  run.options.ldxgiven = 3;
  run.options.key3 = 200;
  run.options.maxchisq = 0;
  run.options.mindeviation = 0;
  run();
  EXPECT_EQ(run.engine.phases[0], 1);
  EXPECT_GT(run.engine.phases[1], 0);
  EXPECT_GT(run.engine.phases[2], 0);
  EXPECT_GT(run.engine.phases[3], 0);
  EXPECT_EQ(run.engine.phases.size(), 4U);
  EXPECT_GT(run.result.dof, run.result.nregions);
}

TEST(Divonne, FindsANeedleAtAGivenPoint) {
  auto needle = [](const double *x, double *f) {
    double sum = 0;
    for (int d = 0; d < 4; ++d) sum += std::pow(x[d] - 0.1 * (d + 3.5), 2);
    *f = std::exp(-1e5 * sum);
  };
  const double value = std::pow(std::numbers::pi / 1e5, 2);
  Integration blind(4, 1, needle);
  blind.task.goal.epsabs = 1e-30;
  blind();
  EXPECT_LT(blind.result.integral[0], 0.01 * value);

  // The stride is larger than the dimension.
  const std::vector<double> given{0.9, 0.9, 0.9, 0.9, -1, 0.36, 0.45, 0.55, 0.65};
  Integration told(4, 1, needle);
  told.task.goal.epsabs = 1e-30;
  told.options.given = given.data();
  told.options.ngiven = 2;
  told.options.ldxgiven = 5;
  told();
  EXPECT_NEAR(told.result.integral[0], value, 3 * told.result.error[0]);
  EXPECT_LT(told.result.error[0], 0.1 * value);
  EXPECT_EQ(told.engine.phases[0], 2);

  int calls = 0;
  Integration found(4, 1, needle);
  found.task.goal.epsabs = 1e-30;
  found.options.nextra = 3;
  found.options.peakfinder = [&](const double *bounds, std::int64_t &count, double *x) {
    ++calls;
    EXPECT_EQ(count, 3);
    for (int d = 0; d < 4; ++d) {
      EXPECT_LT(bounds[2 * d], bounds[2 * d + 1]);
      x[d] = 0.1 * (d + 3.5) + 0.003;
    }
    count = 1;
  };
  found();
  EXPECT_NEAR(found.result.integral[0], value, 3 * found.result.error[0]);
  EXPECT_LT(found.result.error[0], 0.1 * value);
  EXPECT_GT(calls, 1);
  EXPECT_EQ(found.result.neval, found.engine.evaluations());
}

TEST(Divonne, IgnoresGivenPointsOutsideAndWildPeakFinders) {
  const double nan = std::nan("");
  const std::vector<double> given{-0.1, 0.5, 0.5, 0.5, 2, 0.5, nan, 0.5, 0.5, 0.5, 0.5, 0.5};
  Integration run(3, 1, problems[1].integrand);
  run.options.given = given.data();
  run.options.ngiven = 4;
  run.options.ldxgiven = 3;
  run.options.nextra = 2;
  int calls = 0;
  run.options.peakfinder = [&](const double *, std::int64_t &count, double *x) {
    x[0] = nan;
    count = ++calls % 3 == 0 ? -5 : calls % 3 == 1 ? 1000000 : 2;
  };
  run();
  expect_value(problems[1], run, "wild");
  EXPECT_EQ(run.engine.phases[0], 1);
}

TEST(Divonne, KeepsOutOfTheBorder) {
  Integration run(3, 1, problems[1].integrand);
  run.options.border = 0.01;
  run();
  expect_value(problems[1], run, "border");
  // The points of samples, other than corners, are evaluated where they fall.
  EXPECT_GT(run.engine.min_x, 0);
  Integration without(3, 1, problems[1].integrand);
  without();
  EXPECT_LT(without.engine.min_x, run.engine.min_x * 10);
}

TEST(Divonne, IntegratesVectors) {
  Integration run(3, 3, [](const double *x, double *f) {
    f[0] = x[0];
    f[1] = std::exp(-50 * (x[1] - 0.5) * (x[1] - 0.5));
    f[2] = 7;
  });
  run();
  EXPECT_TRUE(run.result.converged);
  const double values[] = {0.5, gauss(std::sqrt(50.0), 0.5), 7};
  for (std::size_t c = 0; c < 3; ++c)
    EXPECT_NEAR(run.result.integral[c], values[c], 3 * run.result.error[c] + 1e-12);
}

TEST(Divonne, ManyComponentsStayNearMaxeval) {
  Integration run(3, 300, [](const double *x, double *f) {
    for (int c = 0; c < 300; ++c) f[c] = std::sin(x[0] * c + x[1] * x[2]);
  });
  run.task.goal.maxeval = 20000;
  run();
  EXPECT_LT(run.result.neval, 3 * run.task.goal.maxeval);
}

// One after the other, the regions that a cycle splits would take 431 batches, and 204 if their
// parts waited for each other after each level; and the same points.
TEST(Divonne, SplitsTheRegionsOfACycleSideBySide) {
  Integration run(8, 1, [](const double *x, double *f) {
    double square = 0;
    for (int d = 0; d < 8; ++d) square += (x[d] - 0.5) * (x[d] - 0.5);
    *f = 1 / (0.5 + square);
  });
  run.task.goal.epsrel = 1e-5;
  run.task.goal.maxeval = 20000;
  run();
  EXPECT_LE(run.engine.calls, 150);
  EXPECT_EQ(run.result.neval, 19902);
  EXPECT_EQ(run.result.nregions, 61);
  EXPECT_NEAR(run.result.integral[0], 0.88669966187872007, 1e-14);
  EXPECT_NEAR(run.result.error[0], 0.0001680595332094167, 1e-16);
}

TEST(Divonne, ConstantsTakeALookAndConverge) {
  for (const double value : {0.0, 1.0, -3e-200}) {
    Integration run(3, 1, [value](const double *, double *f) { *f = value; });
    run();
    EXPECT_NEAR(run.result.integral[0], value, 1e-12 * std::fabs(value));
    EXPECT_TRUE(run.result.converged);
    EXPECT_GT(run.result.neval, 1000);  // a peak may have been missed
    EXPECT_LT(run.result.neval, 15000);
  }
}

TEST(Divonne, LastOnlyTakesTheMainIntegration) {
  Integration mean(3, 1, problems[1].integrand);
  mean();
  Integration last(3, 1, problems[1].integrand);
  last.task.last_only = true;
  last();
  EXPECT_EQ(last.result.neval, mean.result.neval);
  EXPECT_NE(last.result.integral[0], mean.result.integral[0]);
  EXPECT_GT(last.result.error[0], mean.result.error[0]);
  expect_value(problems[1], last, "last only");
}

TEST(Divonne, BudgetsThatAreTooSmall) {
  for (const std::int64_t maxeval :
       {std::numeric_limits<std::int64_t>::min(), std::int64_t{-1}, std::int64_t{0},
        std::int64_t{1}, std::int64_t{100}, std::int64_t{1000}}) {
    Integration run(3, 1, problems[2].integrand);
    run.task.goal.maxeval = maxeval;
    run.task.goal.epsabs = 1e-300;
    run();
    EXPECT_FALSE(run.result.converged);
    EXPECT_GT(run.result.missing, 0);
    EXPECT_LT(run.result.neval, std::max<std::int64_t>(maxeval, 0) + 500);
    if (maxeval <= 0) {
      EXPECT_EQ(run.result.prob()[0], -999);
    }
  }
}

// Cuba ends after its main integration, whatever the error.
TEST(Divonne, GoesOnUntilMaxevalIsUsed) {
  for (const Problem &problem : {problems[2], problems[3], problems[5], problems[6]})
    for (const Keys keys : {Keys{47, 1, 1, 0}, Keys{47, 1, 0, 0}, Keys{47, 1, 3, 0},
                            Keys{-60, -1, 1, 1}, Keys{-60, -1, 0, 1}})
      for (const std::int64_t maxeval : {30000, 200000}) {
        Integration run(problem.ndim, 1,
                        [&](const double *x, double *f) { problem.integrand(x, f); });
        run.task.goal.epsrel = 1e-9;
        run.task.goal.maxeval = maxeval;
        run.options.key1 = keys.key1;
        run.options.key2 = keys.key2;
        run.options.key3 = keys.key3;
        run.options.seed = keys.seed;
        const Result &result = run();
        EXPECT_LE(result.neval, 1.15 * static_cast<double>(maxeval))
            << problem.name << ", key1 = " << keys.key1 << ", key3 = " << keys.key3;
        EXPECT_TRUE(result.converged || result.neval >= 0.85 * static_cast<double>(maxeval))
            << problem.name << ", key1 = " << keys.key1 << ", key3 = " << keys.key3 << " "
            << result.neval;
      }
}

// Numbers of points that the caller gives say what it is to cost; splitting adds at most a half.
TEST(Divonne, AddsLittleToNumbersOfPointsThatAreGiven) {
  std::int64_t without = 0;
  for (const int key3 : {0, 1}) {
    Integration run(problems[2].ndim, 1,
                    [&](const double *x, double *f) { problems[2].integrand(x, f); });
    run.task.goal.epsrel = 1e-9;
    run.task.goal.maxeval = 1000000;
    run.options.key1 = 9;
    run.options.key2 = 9;
    run.options.key3 = key3;
    const Result &result = run();
    EXPECT_FALSE(result.converged);
    if (key3 == 0) {
      without = result.neval;
    } else {
      EXPECT_GT(result.neval, without);
      EXPECT_LT(static_cast<double>(result.neval), 2.0 * static_cast<double>(without));
    }
  }
}

// Errors that come out a little larger than planned do not cost a second main integration.
TEST(Divonne, PlansWithAReserveForSmoothIntegrands) {
  for (const double epsrel : {1e-3, 1e-4, 1e-5}) {
    Integration run(5, 1, [](const double *x, double *f) {
      double sum = 1;
      for (int d = 0; d < 5; ++d) sum += 0.1 * (d + 2) * x[d];
      *f = std::pow(sum, -6);
    });
    run.task.goal.epsrel = epsrel;
    run.task.goal.maxeval = 100000000;
    const Result &result = run();
    EXPECT_TRUE(result.converged);
    EXPECT_EQ(result.dof, result.nregions) << "samples beyond the main integration";
    EXPECT_GT(result.error[0], 0.9 * epsrel * result.integral[0]);
  }
}

// Errors that come out much larger than planned: samples of more points are joined with those that
// there are, and the regions stay.
TEST(Divonne, JoinsLargerSamplesWithTheFirst) {
  const auto kinks = [](const double *x, double *f) {
    *f = std::sqrt(std::fabs(x[0] + x[1] + x[2] - 1.2));
  };
  // Of sqrt(|s - 1.2|) with the density of the sum of three uniform numbers.
  const double value = 0.6348803759;
  for (const double epsrel : {1e-3, 5e-4, 2e-4, 1e-4})
    for (const bool last_only : {false, true}) {
      Integration run(3, 1, kinks);
      run.task.goal.epsrel = epsrel;
      run.task.goal.maxeval = 10000000;
      run.task.last_only = last_only;
      const Result &result = run();
      EXPECT_TRUE(result.converged);
      EXPECT_EQ(result.dof > result.nregions, !last_only) << epsrel;
      EXPECT_LT(result.nregions, 100);
      EXPECT_NEAR(result.integral[0], value, 4 * result.error[0]) << epsrel;
    }
}

// Those who give numbers of points, and forbid to split, get no more.
TEST(Divonne, TakesNoMorePointsThanItIsTold) {
  Integration run(2, 1, problems[5].integrand);
  run.task.goal.maxeval = 1000000;
  run.options.key1 = 100;
  run.options.key2 = 120;
  run.options.key3 = 0;
  const Result &result = run();
  EXPECT_FALSE(result.converged);
  EXPECT_GT(result.missing, 0);
  EXPECT_LT(result.neval, 50000);
}

TEST(Divonne, LargestNumbersOfEvaluations) {
  for (const double eps : {1e-2, 1e-4}) {
    Integration run(2, 1, problems[1].integrand);
    run.task.ndim = 2;
    run.engine = TestEngine(2, 1, [](const double *x, double *f) { *f = x[0] * x[1]; });
    run.task.goal.maxeval = std::numeric_limits<std::int64_t>::max();
    run.task.goal.epsrel = eps;
    run();
    EXPECT_TRUE(run.result.converged);
    EXPECT_NEAR(run.result.integral[0], 0.25, 3 * run.result.error[0]);
  }
}

TEST(Divonne, MinevalIsReachedWithLargerSamples) {
  Integration run(3, 1, problems[1].integrand);
  run.task.goal.mineval = 20000;
  run();
  EXPECT_GE(run.result.neval, 19000);
  EXPECT_LE(run.result.neval, 30000);
  expect_value(problems[1], run, "mineval");
}

TEST(Divonne, OverflowsAreFailures) {
  Integration run(2, 1, [](const double *, double *f) { *f = 1.7e308; });
  try {
    run();
    EXPECT_TRUE(std::isfinite(run.result.integral[0]));
  } catch (const Failure &failure) {
    EXPECT_EQ(failure.status(), CUBOID_NONFINITE);
  }
}

TEST(Divonne, CallsDoNotDependOnEachOther) {
  Integration first(10, 1, [](const double *x, double *f) { *f = x[0]; });
  first.task.goal.epsrel = 1e-5;
  first.task.goal.maxeval = 1000000;
  first();
  for (const Problem &problem : problems) Integration(problem.ndim, 1, problem.integrand)();
  Integration second(10, 1, [](const double *x, double *f) { *f = x[0]; });
  second.task.goal.epsrel = 1e-5;
  second.task.goal.maxeval = 1000000;
  second();
  EXPECT_EQ(first.result.integral, second.result.integral);
  EXPECT_EQ(first.result.error, second.result.error);
  EXPECT_EQ(first.result.neval, second.result.neval);
}

// ---- workers ----

int peak(const int *ndim, const double x[], const int *, double f[], void *) {
  double sum = 0;
  for (int d = 0; d < *ndim; ++d) sum += (x[d] - 0.4) * (x[d] - 0.4);
  *f = std::exp(-30 * sum);
  return 0;
}

TEST(Divonne, TheSameBitsForAnyNumberOfWorkers) {
  using namespace cuboid::engine::cpu;
  std::vector<Result> results;
  for (const Keys &keys : {all_keys[0], all_keys[5]})
    for (const WorkerMode mode : {WorkerMode::serial, WorkerMode::threads, WorkerMode::fork})
      for (const int cores : {1, 3}) {
        EngineOptions options;
        options.mode = mode;
        options.cores = cores;
        const auto engine = make_points_engine({5, 1, peak, nullptr, 1}, options);
        Integration run(5, 1, nullptr);
        const Log log(0, nullptr);
        StateFile state("", false, log);
        run.task.engine = engine.get();
        run.task.log = &log;
        run.task.state = &state;
        run.options.key1 = keys.key1;
        run.options.key2 = keys.key2;
        run.options.seed = keys.seed;
        cuboid::algorithm::cuba::divonne(run.task, run.options, run.result);
        results.push_back(run.result);
        const Result &expected = results[results.size() > 6 ? 6 : 0];
        EXPECT_EQ(run.result.integral, expected.integral);
        EXPECT_EQ(run.result.error, expected.error);
        EXPECT_EQ(run.result.neval, expected.neval);
        EXPECT_NEAR(run.result.integral[0], std::pow(gauss(std::sqrt(30.0), 0.4), 5),
                    3 * run.result.error[0]);
      }
}

// ---- state ----

class DivonneState : public ::testing::Test {
 protected:
  Integration make(const Keys &keys) const {
    Integration run(3, 1, problems[2].integrand);
    run.task.goal.epsabs = 1e-30;
    run.task.goal.maxeval = 30000;
    run.options.key1 = keys.key1;
    run.options.key2 = keys.key2;
    run.options.key3 = keys.key3;
    run.options.seed = keys.seed;
    run.statefile = path_;
    return run;
  }

  support::Directory directory_;
  const std::string path_ = directory_.file("state");
};

TEST_F(DivonneState, AnInterruptedRunGoesOnBitForBit) {
  for (const Keys &keys :
       {Keys{47, 1, 1, 0}, Keys{-200, -1, 1, 42}, Keys{-100, -1, 200, 0}, Keys{9, 9, 1, 0}}) {
    std::filesystem::remove(path_);
    Integration whole = make(keys);
    whole.statefile.clear();
    whole();
    const int calls = whole.engine.calls;
    int interrupted = 0;
    for (int at = 2; at <= calls; at += std::max(calls / 25, 1)) {
      std::filesystem::remove(path_);
      Integration begun = make(keys);
      begun.engine.fail_at = at;
      EXPECT_THROW(begun(), Failure);
      EXPECT_LE(begun.result.neval, whole.result.neval);
      Integration resumed = make(keys);
      resumed();
      interrupted += resumed.engine.calls < calls;
      EXPECT_EQ(resumed.result.integral, whole.result.integral) << keys.key1 << " at " << at;
      EXPECT_EQ(resumed.result.error, whole.result.error) << keys.key1 << " at " << at;
      EXPECT_EQ(resumed.result.chi2, whole.result.chi2) << keys.key1 << " at " << at;
      EXPECT_EQ(resumed.result.neval, whole.result.neval) << keys.key1 << " at " << at;
      EXPECT_EQ(resumed.result.nregions, whole.result.nregions) << keys.key1 << " at " << at;
    }
    EXPECT_GT(interrupted, 10) << "the state was hardly ever used";
  }
}

TEST_F(DivonneState, MoreEvaluationsContinueAnEndedRun) {
  Integration first = make({47, 1, 1, 0});
  first.task.goal.maxeval = 5000;
  first.task.goal.epsrel = 1e-5;
  first();
  ASSERT_FALSE(first.result.converged);
  Integration second = make({47, 1, 1, 0});
  second.task.goal.maxeval = 200000;
  second.task.goal.epsrel = 1e-5;
  second();
  EXPECT_GT(second.result.neval, first.result.neval);
  EXPECT_EQ(second.result.neval, first.result.neval + second.engine.evaluations());
  EXPECT_LT(second.result.error[0], first.result.error[0]);
  expect_value(
      {"", 3, problems[2].value, nullptr},
      [&] {
        Integration &run = second;
        run.engine.phases[1] += first.result.neval;
        run.task.goal.epsabs = 1;  // the accuracy is tested elsewhere
        return run;
      }(),
      "continued");
}

// Each call finds more room than the one before it had, for samples that wanted more than that.
TEST_F(DivonneState, TellsWhatIsMissingToARunThatGoesOnAgainAndAgain) {
  for (const Keys &keys : {Keys{47, 1, 1, 0}, Keys{-200, 1, 1, 0}, Keys{47, -1, 1, 0}}) {
    std::filesystem::remove(path_);
    for (const std::int64_t maxeval : {3000, 6000, 12000, 24000, 48000, 96000}) {
      Integration run = make(keys);
      run.task.goal.maxeval = maxeval;
      run.task.goal.epsrel = 1e-6;
      run();
      ASSERT_FALSE(run.result.converged);
      // Of lattices, whose errors fall like the inverse number of points, or of random points.
      const double ratio = run.result.error[0] / (1e-6 * run.result.integral[0]);
      const double needed = static_cast<double>(maxeval) * (keys.key2 < 0 ? ratio * ratio : ratio);
      EXPECT_LT(static_cast<double>(run.result.missing), 20 * needed)
          << keys.key1 << ", " << maxeval;
    }
  }
}

TEST_F(DivonneState, ForeignFilesAreRefused) {
  Integration writer = make({47, 1, 1, 0});
  writer.task.goal.maxeval = 1000;
  writer();
  Integration other(2, 1, problems[5].integrand);
  other.statefile = path_;
  other.verbosity = 1;
  Integration fresh(2, 1, problems[5].integrand);
  fresh();
  other();
  EXPECT_EQ(other.result.integral, fresh.result.integral);
  EXPECT_EQ(other.result.neval, fresh.result.neval);
  EXPECT_NE(other.lines.front().find("Error restoring state"), std::string::npos);
}

// ---- output ----

TEST(Divonne, PrintsWhatCubaPrints) {
  Integration run(2, 2, [](const double *x, double *f) {
    f[0] = x[0] * x[1];
    f[1] = std::exp(x[0]);
  });
  run.verbosity = 3;
  run();
  const std::vector<std::string> &lines = run.lines;
  ASSERT_GT(lines.size(), 3U);
  EXPECT_EQ(lines[0], "\nPartitioning phase:");
  int regions, evaluations, searching, cutting;
  double integral, error;
  ASSERT_EQ(std::sscanf(lines[1].c_str(),
                        "\nIteration 1 (pass 0):  %d regions\n%7d integrand evaluations so far,\n"
                        "%7d in optimizing regions,\n%7d in finding cuts\n[1] %lg +- %lg\n[2]",
                        &regions, &evaluations, &searching, &cutting, &integral, &error),
            6)
      << lines[1];
  EXPECT_GT(searching, 0);
  EXPECT_GT(cutting, 0);
  EXPECT_LT(searching + cutting, evaluations);
  EXPECT_NEAR(integral, 0.25, 0.01);
  const std::string main =
      "\nMain integration on " + std::to_string(run.result.nregions) + " regions with ";
  bool seen = false;
  int of_regions = 0;
  for (const std::string &line : lines) {
    seen = seen || line.rfind(main, 0) == 0;
    if (line.rfind("\nRegion (0.000000) - (", 0) == 0) {
      EXPECT_NE(line.find("\n       ("), std::string::npos);
      EXPECT_NE(line.find("\n[2] "), std::string::npos);
      EXPECT_NE(line.find("  \tchisq "), std::string::npos);
    }
    of_regions += line.rfind("\nRegion (", 0) == 0;
  }
  EXPECT_TRUE(seen);
  EXPECT_EQ(of_regions, run.result.nregions);
  EXPECT_EQ(lines.back().rfind("\nTotals:\n[1] ", 0), 0U) << lines.back();
}

TEST(Divonne, SaysWhenThereAreNotEnoughSamples) {
  Integration run(3, 1, problems[2].integrand);
  run.task.goal.maxeval = 0;
  run.verbosity = 1;
  run();
  EXPECT_EQ(run.lines.back(), "\nNot enough samples left for main integration.");
}

/// Each component asks for points of its own, at which all of them have values.
TEST(Divonne, HoldsFewValuesOfManyComponentsAtATime) {
  constexpr int ncomp = 1500;
  Integration run(2, ncomp, [](const double *x, double *f) {
    for (int c = 0; c < ncomp; ++c) f[c] = x[0] + 2 * x[1] + c;
  });
  run.task.goal.maxeval = 10000;
  run();
  EXPECT_LE(run.engine.largest_batch * ncomp, std::int64_t{1} << 21);
  EXPECT_GT(run.engine.evaluations(), 10000);
}

}  // namespace
