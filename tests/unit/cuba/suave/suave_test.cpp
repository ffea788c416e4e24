// Suave as a whole.
#include <algorithm>
#include <cmath>
#include <fstream>
#include <numbers>
#include <random>
#include <set>

#include "support/directory.hpp"
#include "unit/cuba/suave/suave_support.hpp"

namespace {

using namespace suave_test;
using cuboid::algorithm::SuaveVariant;

void sum_of_squares(const double *x, double *f) {
  f[0] = std::fabs(x[0] * x[0] + x[1] * x[1] + x[2] * x[2] - 0.125);
}

void product(const double *x, double *f) {
  f[0] = std::sin(x[0]) * std::cos(x[1]) * std::exp(x[2]);
}

void ridge(const double *x, double *f) {
  const double t = x[0] + x[1];
  f[0] = 1 / (t * t + 0.003) * std::cos(x[1]) * std::exp(x[2]);
}

/// The name of a file that does not exist yet, and goes with the object, as do its refused copies.
class TemporaryName {
 public:
  const std::string &get() const { return name_; }
  bool exists() const { return std::ifstream(name_).good(); }
  std::string contents() const { return support::contents(name_); }
  void write(const std::string &bytes) const { support::write(name_, bytes); }

 private:
  support::Directory directory_;
  const std::string name_ = directory_.file("state");
};

void expect_same(const Result &found, const Result &expected) {
  EXPECT_EQ(found.integral, expected.integral);
  EXPECT_EQ(found.error, expected.error);
  EXPECT_EQ(found.chi2, expected.chi2);
  EXPECT_EQ(found.dof, expected.dof);
  EXPECT_EQ(found.neval, expected.neval);
  EXPECT_EQ(found.nregions, expected.nregions);
  EXPECT_EQ(found.converged, expected.converged);
}

// Recorded with Cuba 4.1.
TEST(Suave, HasTheNumbersOfCuba) {
  Integration one_step(3, 1, product);
  one_step.task.goal.maxeval = 999;
  one_step();
  EXPECT_EQ(one_step.result.neval, 1000);
  EXPECT_EQ(one_step.result.nregions, 1);
  EXPECT_FALSE(one_step.result.converged);
  EXPECT_NEAR(one_step.result.integral[0], 0.66491593057081666, 1e-14);
  EXPECT_NEAR(one_step.result.error[0], 0.013864733477202889, 1e-14);
  EXPECT_EQ(one_step.result.prob()[0], -999);

  Integration last_only(3, 1, ridge);
  last_only.task.last_only = true;
  last_only();
  EXPECT_EQ(last_only.result.neval, 36000);
  EXPECT_EQ(last_only.result.nregions, 36);
  EXPECT_TRUE(last_only.result.converged);
  EXPECT_NEAR(last_only.result.integral[0] / 5.2690320288664152, 1, 1e-9);
  EXPECT_NEAR(last_only.result.error[0] / 0.0051660282865804768, 1, 1e-9);

  Integration sharp(3, 1, ridge);
  sharp.options.smooth = false;
  sharp();
  EXPECT_EQ(sharp.result.neval, 33000);
  EXPECT_NEAR(sharp.result.integral[0] / 5.2700359092251983, 1, 1e-9);

  Integration ranlux(3, 1, ridge);
  ranlux.task.last_only = true;
  ranlux.options.seed = 5;
  ranlux.options.rng_level = 2;
  ranlux();
  EXPECT_EQ(ranlux.result.neval, 50000);
  EXPECT_NEAR(ranlux.result.integral[0] / 5.2776496306403669, 1, 1e-9);
  EXPECT_NEAR(ranlux.result.error[0] / 0.023611887088346564, 1, 1e-9);

  Integration flat(3, 1, ridge);
  flat.options.flatness = 3;
  flat();
  EXPECT_EQ(flat.result.neval, 25000);
  EXPECT_NEAR(flat.result.integral[0] / 5.2670749447627099, 1, 1e-9);

  Integration least(3, 1, ridge);
  least.options.nmin = 50;
  least();
  EXPECT_EQ(least.result.neval, 28038);
  EXPECT_EQ(least.result.nregions, 28);
  EXPECT_NEAR(least.result.integral[0] / 5.2686612549209508, 1, 1e-9);
}

// Recorded with Cuba 4.2.2.
TEST(Suave, HasTheNumbersOfCuba42) {
  Integration last_only(3, 1, ridge);
  last_only.options.variant = SuaveVariant::cuba_4_2;
  last_only.task.last_only = true;
  last_only();
  EXPECT_EQ(last_only.result.neval, 37000);
  EXPECT_NEAR(last_only.result.integral[0] / 5.2683457372201365, 1, 1e-9);
  EXPECT_NEAR(last_only.result.error[0] / 0.0052201791665942637, 1, 1e-9);

  Integration flat(3, 1, ridge);
  flat.options.variant = SuaveVariant::cuba_4_2;
  flat.options.flatness = 3;
  flat();
  EXPECT_EQ(flat.result.neval, 50000);
  EXPECT_NEAR(flat.result.integral[0] / 2.2967370149563187, 1, 1e-9);
}

void two_demos(const double *x, double *f) {
  product(x, f);
  ridge(x, f + 1);
}

TEST(Suave, FirstComponentDecidesAsInCuba) {
  Integration run(3, 2, two_demos);
  run.options.variant = SuaveVariant::cuba_4_1;
  run();
  EXPECT_EQ(run.result.neval, 50000);
  EXPECT_FALSE(run.result.converged);
  EXPECT_NEAR(run.result.integral[0] / 0.66473826309149953, 1, 1e-9);
  EXPECT_NEAR(run.result.integral[1] / 5.2744573637846646, 1, 1e-9);
}

// The second component, which is the difficult one, is what needs the samples.
TEST(Suave, WorstComponentDecidesInTheNativeMethod) {
  Integration first(3, 2, two_demos);
  first.options.variant = SuaveVariant::cuba_4_1;
  first();
  Integration worst(3, 2, two_demos);
  worst();
  EXPECT_TRUE(worst.result.converged);
  EXPECT_LT(worst.result.neval, first.result.neval);
  EXPECT_LT(worst.result.error[1], first.result.error[1] / 3);
}

// A component that is constant does not keep the others from being improved.
TEST(Suave, ComponentOfVastScaleDoesNotDecide) {
  Integration run(3, 2, [](const double *x, double *f) {
    f[0] = 1e20;
    ridge(x, f + 1);
  });
  run();
  EXPECT_TRUE(run.result.converged);
  EXPECT_NEAR(run.result.integral[1], 5.27, 0.03);
}

TEST(Suave, SamplesOfARegionAreOneBatchWithItsWeights) {
  Integration run(3, 1, ridge);
  run.engine.keep = true;
  run();
  std::int64_t total = 0;
  bool first = true;
  for (const Batch &batch : run.engine.batches) {
    total += batch.count;
    if (first) {
      EXPECT_EQ(batch.count, 1000);
      EXPECT_EQ(batch.iteration, 1);
      for (const double weight : batch.weight) EXPECT_EQ(weight, 1e-3);
    } else {
      EXPECT_GE(batch.count, 10);
      EXPECT_GE(batch.iteration, 2);
    }
    first = false;
    // The weights of a set measure its region.
    double volume = 0;
    for (const double weight : batch.weight) {
      EXPECT_GE(weight, 0);
      volume += weight;
    }
    EXPECT_NEAR(volume * std::exp2(batch.iteration - 1), 1, 0.5);
    for (const double x : batch.x) {
      EXPECT_GE(x, 0);
      EXPECT_LT(x, 1);
    }
  }
  EXPECT_EQ(total, run.result.neval);
  EXPECT_EQ(run.engine.batches.size(), static_cast<std::size_t>(2 * run.result.nregions - 1));
  // Of two regions from one bisection, the points lie on the two sides of a cut.
  for (std::size_t b = 1; b + 1 < run.engine.batches.size(); b += 2) {
    const Batch &lower = run.engine.batches[b];
    const Batch &upper = run.engine.batches[b + 1];
    EXPECT_EQ(lower.iteration, upper.iteration);
    EXPECT_EQ(lower.count + upper.count, 1000);
    int cuts = 0;
    for (std::size_t d = 0; d < 3; ++d) {
      double highest = 0, lowest = 1;
      for (std::size_t i = d; i < lower.x.size(); i += 3) highest = std::max(highest, lower.x[i]);
      for (std::size_t i = d; i < upper.x.size(); i += 3) lowest = std::min(lowest, upper.x[i]);
      cuts += highest <= lowest;
    }
    EXPECT_EQ(cuts, 1);
  }
}

TEST(Suave, SamplesOfBothHalvesMayBeOneBatch) {
  Integration one_by_one(3, 1, ridge);
  Integration together(3, 1, ridge);
  together.engine.few_batches = true;
  for (Integration *const run : {&one_by_one, &together}) {
    run->engine.keep = true;
    (*run)();
  }
  EXPECT_EQ(together.result.integral, one_by_one.result.integral);
  EXPECT_EQ(together.result.error, one_by_one.result.error);
  EXPECT_EQ(together.result.neval, one_by_one.result.neval);
  const std::vector<Batch> &halves = one_by_one.engine.batches;
  const std::vector<Batch> &both = together.engine.batches;
  ASSERT_EQ(halves.size(), 2 * both.size() - 1);
  for (std::size_t b = 1; b < both.size(); ++b) {
    Batch joined = halves[2 * b - 1];
    const Batch &upper = halves[2 * b];
    joined.x.insert(joined.x.end(), upper.x.begin(), upper.x.end());
    joined.weight.insert(joined.weight.end(), upper.weight.begin(), upper.weight.end());
    EXPECT_EQ(both[b].count, joined.count + upper.count);
    EXPECT_EQ(both[b].iteration, joined.iteration);
    EXPECT_EQ(both[b].x, joined.x);
    EXPECT_EQ(both[b].weight, joined.weight);
  }
}

/// Deviations from the true value in terms of the reported error, over many seeds.
struct Pulls {
  double mean = 0;
  double rms = 0;
};

template <class Prepare>
Pulls pulls_of_a_bell(int runs, Prepare prepare) {
  // integral over [0, 1]^3 of exp(-20 |x - 1/2|^2)
  const double exact =
      std::pow(std::sqrt(std::numbers::pi / 20) * std::erf(std::sqrt(20.0) / 2), 3);
  Pulls pulls;
  for (int seed = 1; seed <= runs; ++seed) {
    Integration run(3, 1, [](const double *x, double *f) {
      double r2 = 0;
      for (int d = 0; d < 3; ++d) r2 += (x[d] - 0.5) * (x[d] - 0.5);
      f[0] = std::exp(-20 * r2);
    });
    run.options.seed = seed;
    prepare(run);
    run();
    const double pull = (run.result.integral[0] - exact) / run.result.error[0];
    pulls.mean += pull / runs;
    pulls.rms += pull * pull / runs;
  }
  pulls.rms = std::sqrt(pulls.rms);
  return pulls;
}

TEST(Suave, ErrorsOfTheLastSetsAreHonest) {
  const Pulls pulls = pulls_of_a_bell(150, [](Integration &run) {
    run.task.last_only = true;
    run.task.goal.epsrel = 1e-4;
    run.task.goal.maxeval = 30000;
  });
  EXPECT_LT(std::fabs(pulls.mean), 0.4);
  EXPECT_LT(pulls.rms, 1.1);
  EXPECT_GT(pulls.rms, 0.4);
}

TEST(Suave, ErrorsOfTheMeanAreHonestForLargeSets) {
  const Pulls pulls = pulls_of_a_bell(100, [](Integration &run) {
    run.options.nnew = 10000;
    run.task.goal.maxeval = 50000;
  });
  EXPECT_LT(std::fabs(pulls.mean), 0.4);
  EXPECT_LT(pulls.rms, 1.1);
  EXPECT_GT(pulls.rms, 0.4);
}

TEST(Suave, MinevalAndMaxeval) {
  Integration run(3, 1, product);
  run.task.goal.mineval = 20000;
  run();
  EXPECT_TRUE(run.result.converged);
  EXPECT_EQ(run.result.neval, 20000);
  // Accurate, but not by mineval: no success.
  Integration beyond(3, 1, product);
  beyond.task.goal.mineval = 60000;
  beyond();
  EXPECT_FALSE(beyond.result.converged);
  EXPECT_EQ(beyond.result.neval, 50000);
  for (const std::int64_t maxeval : {0, -1, 1}) {
    Integration first_step(3, 1, ridge);
    first_step.task.goal.maxeval = maxeval;
    first_step();
    EXPECT_EQ(first_step.result.neval, 1000);
    EXPECT_EQ(first_step.result.nregions, 1);
    EXPECT_FALSE(first_step.result.converged);
    EXPECT_TRUE(std::isfinite(first_step.result.integral[0]));
  }
}

TEST(Suave, AccuracyThatCannotBeReached) {
  for (const double eps : {0.0, -1.0}) {
    Integration run(2, 1, [](const double *x, double *f) { f[0] = x[0]; });
    run.task.goal.epsrel = run.task.goal.epsabs = eps;
    run.task.goal.maxeval = 5000;
    run();
    EXPECT_FALSE(run.result.converged);
    EXPECT_EQ(run.result.neval, 5000);
  }
}

TEST(Suave, ConstantIntegrands) {
  Integration zero(3, 1, [](const double *, double *f) { f[0] = 0; });
  zero();
  EXPECT_TRUE(zero.result.converged);
  EXPECT_EQ(zero.result.neval, 1000);
  EXPECT_EQ(zero.result.integral[0], 0);
  Integration one(3, 1, [](const double *, double *f) { f[0] = 1; });
  one();
  EXPECT_TRUE(one.result.converged);
  EXPECT_EQ(one.result.neval, 1000);
  EXPECT_NEAR(one.result.integral[0], 1, 1e-14);
  EXPECT_LT(one.result.error[0], 1e-8);
}

TEST(Suave, OddOptionsGiveFiniteResults) {
  for (const std::int64_t nnew : {2, 5, 20, 63, 64, 65, 513})
    for (const double flatness : {1e-300, 0.01, 1.0, 25.0, 1e6, 1e300})
      for (const SuaveVariant variant : {SuaveVariant::native, SuaveVariant::cuba_4_2}) {
        Integration run(2, 1, [](const double *x, double *f) { f[0] = x[0] + x[1] * x[1]; });
        run.options.variant = variant;
        run.options.nnew = nnew;
        run.options.flatness = flatness;
        run.options.smooth = nnew % 2 == 0;
        run.task.goal.epsrel = 1e-9;
        run.task.goal.maxeval = 3000;
        run();
        EXPECT_FALSE(run.result.converged);
        EXPECT_GE(run.result.neval, 3000);
        EXPECT_TRUE(std::isfinite(run.result.integral[0])) << nnew << " " << flatness;
        EXPECT_TRUE(run.result.error[0] > 0) << nnew << " " << flatness;
      }
}

TEST(Suave, ManyDimensions) {
  Integration run(200, 1, [](const double *x, double *f) { f[0] = x[0] + x[199]; });
  run.options.seed = 3;
  run.task.goal.maxeval = 5000;
  run.task.goal.epsrel = 1e-9;
  run();
  EXPECT_NEAR(run.result.integral[0], 1, 5 * run.result.error[0]);
  EXPECT_EQ(run.result.nregions, 5);
}

TEST(Suave, PeakDeepInACorner) {
  Integration run(2, 1,
                  [](const double *x, double *f) { f[0] = 1 / std::sqrt(x[0] * x[0] + 1e-300); });
  run.options.nnew = 50;
  run.task.goal.epsrel = 1e-12;
  run.task.goal.maxeval = 200000;
  run();
  EXPECT_FALSE(run.result.converged);
  EXPECT_GE(run.result.neval, 200000);
}

TEST(Suave, SquaresOfLargeValuesDoNotOverflow) {
  Integration run(2, 1, [](const double *x, double *f) { f[0] = 1e300 * x[0]; });
  run();
  EXPECT_TRUE(run.result.converged);
  EXPECT_NEAR(run.result.integral[0] / 1e300, 0.5, 5 * run.result.error[0] / 1e300);
}

TEST(Suave, NoResultIsInfinite) {
  constexpr double most = std::numeric_limits<double>::max();
  Integration run(2, 1, [](const double *, double *f) { f[0] = most; });
  try {
    run();
    EXPECT_TRUE(std::isfinite(run.result.integral[0]));
  } catch (const Failure &failure) {
    EXPECT_EQ(failure.status(), CUBOID_NONFINITE);
  }
}

TEST(Suave, ResultHoldsWhenTheEngineFails) {
  Integration first(3, 1, ridge);
  first.engine.fail_at = 1;
  EXPECT_THROW(first(), Failure);
  EXPECT_EQ(first.result.neval, 1000);
  EXPECT_EQ(first.result.nregions, 1);
  EXPECT_TRUE(std::isnan(first.result.integral[0]));
  EXPECT_FALSE(first.result.converged);

  Integration later(3, 1, ridge);
  later.engine.fail_at = 7;
  EXPECT_THROW(later(), Failure);
  EXPECT_EQ(later.result.nregions, 3);
  EXPECT_EQ(later.result.neval, 4000);
  Integration whole(3, 1, ridge);
  whole.task.goal.maxeval = 3000;
  whole();
  EXPECT_EQ(later.result.integral, whole.result.integral);
  EXPECT_EQ(later.result.error, whole.result.error);
}

TEST(Suave, MemoryIsEightBytesANumber) {
  // 30000 samples of 8 (3 + 1 + 1) bytes, and for 30 regions their grids and the newest bins.
  constexpr std::int64_t samples = 30000 * 40;
  constexpr std::int64_t regions = 30 * (3 * 66 * 8 + 512) + 30000 * 3;
  Integration enough(3, 1, ridge);
  enough.task.goal.epsrel = 1e-9;
  enough.task.goal.maxeval = 30000;
  enough.task.memory_limit = samples + regions;
  enough();
  EXPECT_EQ(enough.result.neval, 30000);
  Integration short_of(3, 1, ridge);
  short_of.task.goal.epsrel = 1e-9;
  short_of.task.goal.maxeval = 30000;
  short_of.task.memory_limit = samples;
  try {
    short_of();
    FAIL() << "more memory than there are samples was needed";
  } catch (const Failure &failure) {
    EXPECT_EQ(failure.status(), CUBOID_OUT_OF_MEMORY);
  }
  EXPECT_GT(short_of.result.neval, 25000);
  EXPECT_TRUE(std::isfinite(short_of.result.integral[0]));
  EXPECT_FALSE(short_of.result.converged);
}

TEST(Suave, ResumesExactly) {
  for (const int seed : {0, 42})
    for (const int level : {0, 3})
      for (const std::int64_t stop : {1, 1500, 7000, 20000}) {
        Integration whole(3, 2, two_demos);
        whole.task.goal.maxeval = 30000;
        whole.task.goal.epsrel = 1e-6;
        whole.options.seed = seed;
        whole.options.rng_level = level;
        whole();
        const TemporaryName name;
        for (const std::int64_t maxeval : {stop, std::int64_t{30000}}) {
          Integration part(3, 2, two_demos);
          part.task = whole.task;
          part.options = whole.options;
          part.task.goal.maxeval = maxeval;
          part.statefile = name.get();
          part();
          EXPECT_TRUE(name.exists());
          if (maxeval == 30000) expect_same(part.result, whole.result);
        }
      }
}

TEST(Suave, ResumesAfterAFailure) {
  Integration whole(3, 1, ridge);
  whole();
  const TemporaryName name;
  Integration broken(3, 1, ridge);
  broken.statefile = name.get();
  broken.engine.fail_at = 12;
  EXPECT_THROW(broken(), Failure);
  Integration rest(3, 1, ridge);
  rest.statefile = name.get();
  rest();
  expect_same(rest.result, whole.result);
}

// Whatever stands in the file: a fresh start or an error, never a crash.
TEST(Suave, DamagedStatesAreRefused) {
  Integration fresh(2, 1, [](const double *x, double *f) { f[0] = x[0] * x[1]; });
  fresh.task.goal.maxeval = 3000;
  fresh.task.goal.epsrel = 1e-9;
  fresh();
  const TemporaryName name;
  const auto run_with = [&](const std::string &contents, std::int64_t maxeval) {
    name.write(contents);
    Integration run(2, 1, [](const double *x, double *f) { f[0] = x[0] * x[1]; });
    run.task.goal.maxeval = maxeval;
    run.task.goal.epsrel = 1e-9;
    run.statefile = name.get();
    run();
    return run.result;
  };
  expect_same(run_with("", 3000), fresh.result);
  expect_same(run_with(std::string(5000, '\x5a'), 3000), fresh.result);
  run_with("", 2000);
  const std::string sound = name.contents();
  expect_same(run_with(sound, 3000), fresh.result);
  for (const std::size_t size : {sound.size() - 1, sound.size() / 2, std::size_t{50}})
    expect_same(run_with(sound.substr(0, size), 3000), fresh.result);
  std::mt19937 generator(1);
  for (int i = 0; i < 200; ++i) {
    std::string damaged = sound;
    const std::size_t byte = generator() % damaged.size();
    damaged[byte] = static_cast<char>(damaged[byte] ^ (1 << generator() % 8));
    expect_same(run_with(damaged, 3000), fresh.result);
  }
}

TEST(Suave, StateIsSavedSparinglyForManyRegions) {
  const TemporaryName name;
  Integration run(1, 1, [](const double *x, double *f) { f[0] = std::exp(x[0]); });
  run.options.nnew = 20;
  run.task.goal.epsrel = 1e-12;
  run.task.goal.maxeval = 40000;
  run.statefile = name.get();
  run();
  EXPECT_GE(run.result.nregions, 1500);
  Integration whole(1, 1, [](const double *x, double *f) { f[0] = std::exp(x[0]); });
  whole.options.nnew = 20;
  whole.task.goal.epsrel = 1e-12;
  whole.task.goal.maxeval = 60000;
  whole();
  Integration rest(1, 1, [](const double *x, double *f) { f[0] = std::exp(x[0]); });
  rest.options.nnew = 20;
  rest.task.goal.epsrel = 1e-12;
  rest.task.goal.maxeval = 60000;
  rest.statefile = name.get();
  rest();
  expect_same(rest.result, whole.result);
}

TEST(Suave, PrintsAsCubaDoes) {
  Integration run(2, 2, [](const double *x, double *f) {
    f[0] = x[0] < 0.5 ? 1 : 3;
    f[1] = 2;
  });
  run.task.goal.epsrel = 1e-9;
  run.task.goal.maxeval = 2000;
  run.verbosity = 1;
  run();
  const Result &result = run.result;
  ASSERT_EQ(run.lines.size(), 2U);
  const std::string first = "\nIteration 1:  1000 integrand evaluations so far\n[1] ";
  EXPECT_EQ(run.lines[0].substr(0, first.size()), first);
  char text[400];
  std::snprintf(text, sizeof text,
                "\nIteration 2:  2000 integrand evaluations so far\n"
                "[1] %g +- %g  \tchisq %g (2 df)\n[2] %g +- %g  \tchisq %g (2 df)",
                result.integral[0], result.error[0], result.chi2[0], result.integral[1],
                result.error[1], result.chi2[1]);
  EXPECT_EQ(run.lines[1], text);
}

TEST(Suave, PrintsTheRegionsOfAllComponents) {
  Integration run(2, 2, [](const double *x, double *f) {
    f[0] = x[0] < 0.5 ? 1 : 3;
    f[1] = 2 * f[0];
  });
  run.task.goal.epsrel = 1e-9;
  run.task.goal.maxeval = 2000;
  run.verbosity = 3;
  run();
  std::string text;
  for (const std::string &line : run.lines) text += line + "\n";
  // The halves stand between the line of the first iteration and that of the second, and no region
  // is printed twice.
  const std::size_t first = text.find("\nIteration 1:");
  const std::size_t second = text.find("\nIteration 2:");
  ASSERT_NE(second, std::string::npos);
  EXPECT_EQ(text.substr(0, first).find("\nRegion (0.000000) - (1.000000)\n"), 0U);
  EXPECT_EQ(text.find("\nRegion", second), std::string::npos);
  const std::string regions = text.substr(first, second - first);
  // The cut is where the step is.  In each half the function is constant.
  const std::size_t lower =
      regions.find("\nRegion (0.000000) - (0.500000)\n       (0.000000) - (1.000000)\n[1] ");
  const std::size_t upper =
      regions.find("\nRegion (0.500000) - (1.000000)\n       (0.000000) - (1.000000)\n[1] ");
  ASSERT_NE(lower, std::string::npos);
  ASSERT_NE(upper, std::string::npos);
  EXPECT_LT(lower, upper);
  // Two sets in each: the first in the line of the component, the second below, chi2 at its end.
  int counted[4];
  double value[4], error[4], chi2[2];
  int dof[2];
  ASSERT_EQ(std::sscanf(regions.c_str() + lower,
                        "\nRegion (0.000000) - (0.500000)\n (0.000000) - (1.000000)\n"
                        "[1] %lg +- %lg (%d)\n    %lg +- %lg (%d)  \tchisq %lg (%d df)\n"
                        "[2] %lg +- %lg (%d)\n    %lg +- %lg (%d)  \tchisq %lg (%d df)\n",
                        &value[0], &error[0], &counted[0], &value[1], &error[1], &counted[1],
                        &chi2[0], &dof[0], &value[2], &error[2], &counted[2], &value[3], &error[3],
                        &counted[3], &chi2[1], &dof[1]),
            16);
  EXPECT_EQ(dof[0], 1);
  EXPECT_EQ(dof[1], 1);
  EXPECT_EQ(counted[0], counted[2]);
  EXPECT_EQ(counted[1], counted[3]);
  EXPECT_NEAR(counted[0], 500, 2);
  EXPECT_NEAR(value[0], 0.5, 0.01);
  EXPECT_NEAR(value[1], 0.5, 0.01);
  EXPECT_NEAR(value[2] / value[0], 2, 1e-4);
  EXPECT_EQ(regions.find("[3]"), std::string::npos);
}

TEST(Suave, PrintsNothingUnasked) {
  Integration run(3, 1, sum_of_squares);
  run.statefile = testing::TempDir() + "no/such/folder/state";
  run();
  EXPECT_TRUE(run.lines.empty());
}

}  // namespace
