// State files, warm starts, receivers and what is said of values that are not finite, in VEGAS+.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <limits>
#include <string>
#include <vector>

#include "algorithm/common/map_progress.hpp"
#include "algorithm/vegas_plus/vegas_plus.hpp"
#include "base/failure.hpp"
#include "engine/cpu/samples/samples.hpp"
#include "engine/reference/samples.hpp"
#include "support/directory.hpp"
#include "unit/engine/cpu/samples/samples_support.hpp"

namespace {

using namespace cuboid;
using namespace cuboid::algorithm;
using namespace cuboid::test;
using engine::reference::ReferenceSamples;

struct Settings {
  std::int64_t maxeval = 120000;
  std::int64_t samples = 5000;
  std::int64_t increase = 1000;
  double epsrel = 0;
  std::uint64_t seed = 3;
  bool quasi = false;
  bool reset = false;
  bool keep = true;
  double beta = 0.75;
  std::function<bool(const engine::SampleBatch &)> receiver;
};

const Log silent(0, {});

VegasPlusResult integrate(const Settings &settings, const std::string &path,
                          cuboid_function function = product_and_square, int ncomp = 2) {
  engine::SamplesProblem one = problem(3, ncomp, settings.seed);
  one.quasi = settings.quasi;
  ReferenceSamples engine(one, host(function, 3, ncomp));
  StateFile state(path, settings.keep, silent);
  VegasPlusTask task;
  task.goal.epsabs = 0;
  task.goal.epsrel = settings.epsrel;
  task.samples = settings.samples;
  task.increase = settings.increase;
  task.goal.maxeval = settings.maxeval;
  task.beta = settings.beta;
  task.state = &state;
  task.log = &silent;
  task.reset_state = settings.reset;
  task.receiver = settings.receiver;
  VegasPlusResult result(ncomp);
  task.engine = &engine;
  vegas_plus(task, result);
  return result;
}

void expect_same(const VegasPlusResult &a, const VegasPlusResult &b) {
  EXPECT_EQ(a.integral, b.integral);
  EXPECT_EQ(a.error, b.error);
  EXPECT_EQ(a.covariance, b.covariance);
  EXPECT_EQ(a.chi2, b.chi2);
  EXPECT_EQ(a.neval, b.neval);
  EXPECT_EQ(a.niterations, b.niterations);
  EXPECT_EQ(a.edges, b.edges);
}

TEST(VegasPlusState, GoingOnGivesTheBitsOfARunThatWasNotInterrupted) {
  for (const bool quasi : {false, true})
    for (const double beta : {0.0, 0.75}) {
      const support::Directory directory;
      Settings settings;
      settings.quasi = quasi;
      settings.beta = beta;
      const VegasPlusResult whole = integrate(settings, "");
      for (const std::int64_t maxeval : {10000, 40000, 41000, 120000}) {
        settings.maxeval = maxeval;
        integrate(settings, directory.file("state"));
      }
      expect_same(integrate(settings, directory.file("state")), whole);
    }
}

// Where a run goes on that was stopped at each of these numbers of evaluations.
template <class Function>
void expect_going_on_gives(const VegasPlusResult &whole, const Settings &settings,
                           const Function &function, std::initializer_list<std::int64_t> stops) {
  for (const std::int64_t stop : stops) {
    const support::Directory directory;
    Settings first = settings;
    first.maxeval = stop;
    integrate(first, directory.file("state"), function, 1);
    expect_same(integrate(settings, directory.file("state"), function, 1), whole);
  }
}

int wave(const int *, const double *x, const int *, double *f, void *) {
  f[0] = std::cos(3 * x[0]) * std::exp(x[1]) + x[2];
  return 0;
}

// Before, at and behind the iteration that goes back to the even map.
TEST(VegasPlusState, GoingOnKeepsTheFirstMap) {
  Settings settings;
  settings.samples = 100000;
  settings.increase = 0;
  settings.maxeval = 500000;
  const VegasPlusResult whole = integrate(settings, "", wave, 1);
  EXPECT_EQ(whole.left_out, first_maps_compared);
  expect_going_on_gives(whole, settings, wave, {200000, 300000, 400000});
}

int corner(const int *, const double *x, const int *, double *f, void *) {
  f[0] = x[0] < 0.3 && x[1] < 0.6 ? std::exp(x[0] + x[2]) : 0;
  return 0;
}

// Before, within and behind the trial of the softer map, which jumps gain nothing from.
TEST(VegasPlusState, GoingOnFindsTheMapBeforeTheSofterOne) {
  Settings settings;
  settings.samples = 100000;
  settings.increase = 0;
  settings.maxeval = 600000;
  const VegasPlusResult whole = integrate(settings, "", corner, 1);
  expect_going_on_gives(whole, settings, corner, {200000, 300000, 400000, 500000});
}

TEST(VegasPlusState, GoingOnBetweenLooksGivesTheSameBits) {
  const support::Directory directory;
  Settings settings;
  settings.samples = 100;
  settings.increase = 0;
  settings.epsrel = 1e-3;
  settings.maxeval = 1000000;
  const VegasPlusResult whole = integrate(settings, "");
  EXPECT_TRUE(whole.converged);
  EXPECT_GT(whole.niterations, 200);
  for (const std::int64_t maxeval : {9100, 10100, 15500}) {
    settings.maxeval = maxeval;
    EXPECT_FALSE(integrate(settings, directory.file("state")).converged);
  }
  settings.maxeval = 1000000;
  expect_same(integrate(settings, directory.file("state")), whole);
}

TEST(VegasPlusState, TheMapAloneBeginsANewRun) {
  const support::Directory directory;
  Settings settings;
  const VegasPlusResult first = integrate(settings, directory.file("state"));
  settings.reset = true;
  const VegasPlusResult second = integrate(settings, directory.file("state"));
  EXPECT_EQ(second.niterations, first.niterations);
  // As many but for what is rounded, hypercube by hypercube.
  EXPECT_NEAR(static_cast<double>(second.neval) / static_cast<double>(first.neval), 1, 0.01);
  // Other random numbers, of iterations that the first run has not used.
  EXPECT_NE(second.integral, first.integral);
  EXPECT_NEAR(second.integral[0], 1, 5 * second.error[0]);
}

TEST(VegasPlusState, FilesThatDoNotFitAreLeftAside) {
  const support::Directory directory;
  const std::string file = directory.file("state");
  Settings settings;
  const VegasPlusResult expected = integrate(settings, "");
  integrate(settings, file);
  const std::string good = support::contents(file);
  ASSERT_GT(good.size(), 1000u);
  settings.quasi = true;
  const VegasPlusResult quasi = integrate(settings, "");
  support::write(file, good);
  expect_same(integrate(settings, file), quasi);
  settings.quasi = false;
  for (const std::size_t place : {std::size_t{0}, std::size_t{50}, good.size() / 2, good.size()}) {
    std::string bad = good;
    if (place < good.size())
      bad[place] = static_cast<char>(bad[place] ^ 1);
    else
      bad.pop_back();
    support::write(file, bad);
    settings.keep = true;
    expect_same(integrate(settings, file), expected);
  }
}

TEST(VegasPlus, HandsAllSamplesToTheReceiver) {
  Settings settings;
  std::vector<double> estimates;
  std::int64_t samples = 0;
  settings.receiver = [&](const engine::SampleBatch &batch) {
    estimates.resize(static_cast<std::size_t>(batch.iteration));
    samples += batch.count;
    for (std::int64_t i = 0; i < batch.count; ++i)
      estimates.back() += batch.weight[i] * batch.f[2 * i];
    return true;
  };
  const VegasPlusResult received = integrate(settings, "");
  settings.receiver = {};
  expect_same(received, integrate(settings, ""));
  EXPECT_EQ(static_cast<std::int64_t>(estimates.size()), received.niterations);
  // All but those of the pilot, which come in runs of 8.
  EXPECT_EQ(received.neval - samples, 500 / 8 * 8);
  for (const double estimate : estimates) EXPECT_NEAR(estimate, 1, 0.1);
}

/// A host engine that knows of first values that are not finite as little as a device.
class Forgetful final : public engine::SamplesEngine {
 public:
  explicit Forgetful(SamplesEngine &inner) : inner_(inner) {}
  const engine::SamplesProblem &problem() const override { return inner_.problem(); }
  std::int64_t max_intervals() const override { return inner_.max_intervals(); }
  std::size_t max_under_way() const override { return 5; }
  void set_grid(const engine::SamplesGrid &grid, bool adaptive) override {
    inner_.set_grid(grid, adaptive);
  }
  void submit(const engine::SamplesIteration &iteration) override { inner_.submit(iteration); }
  engine::SamplesResult collect() override {
    engine::SamplesResult result = inner_.collect();
    if (result.first_nonfinite) result.nonfinite_from = result.first_nonfinite->sample / 100 * 100;
    result.first_nonfinite.reset();
    return result;
  }
  std::vector<std::uint64_t> edges() override { return inner_.edges(); }
  std::vector<double> deviations() override { return inner_.deviations(); }
  engine::SamplesMemory memory() override { return inner_.memory(); }
  void remember(const engine::SamplesMemory &memory) override { inner_.remember(memory); }

 private:
  SamplesEngine &inner_;
};

int seldom_nan(const int *, const double *x, const int *, double *f, void *) {
  f[0] = x[0] > 0.3 && x[0] < 0.30003 ? std::numeric_limits<double>::quiet_NaN() : x[1];
  return 0;
}

int half_nan(const int *, const double *x, const int *, double *f, void *) {
  f[0] = x[0] > 0.5 ? std::numeric_limits<double>::infinity() : x[1];
  return 0;
}

std::string failure_of(engine::SamplesEngine &engine) {
  VegasPlusTask task;
  task.goal.epsrel = task.goal.epsabs = 0;
  task.samples = 5000;
  task.goal.maxeval = 1000000;
  VegasPlusResult result(1);
  try {
    task.engine = &engine;
    vegas_plus(task, result);
  } catch (const Failure &failure) {
    EXPECT_EQ(failure.status(), CUBOID_NONFINITE);
    return failure.message();
  }
  return "";
}

TEST(VegasPlus, NamesTheFirstPointThatIsNotFinite) {
  for (const auto function : {seldom_nan, half_nan}) {
    ReferenceSamples one(problem(2), host(function, 2));
    const std::string expected = failure_of(one);
    EXPECT_NE(expected.find(function == seldom_nan ? "f[0] is nan at x = (0.3000"
                                                   : "f[0] is inf at x = ("),
              std::string::npos)
        << expected;
    // Found by repeating the run, while later iterations were under way.
    ReferenceSamples other(problem(2), host(function, 2));
    Forgetful forgetful(other);
    EXPECT_EQ(failure_of(forgetful), expected);
  }
}

TEST(VegasPlus, AnIntegralOfZeroIsTrustedWithFewSamples) {
  const auto odd = [](const int *, const double *x, const int *, double *f, void *) {
    f[0] = std::sin(2 * M_PI * x[0]);
    f[1] = (x[0] - 0.5) * (x[1] - 0.5);
    return 0;
  };
  for (const bool cubes : {false, true})
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
      ReferenceSamples samples(problem(2, 2, seed), host(odd, 2, 2));
      VegasPlusTask task = cubes ? m_cubes_task() : VegasPlusTask{};
      task.goal.epsrel = 0;
      task.goal.epsabs = 1e-3;
      task.samples = 500;
      task.goal.maxeval = 50000;
      VegasPlusResult result(2);
      task.engine = &samples;
      vegas_plus(task, result);
      EXPECT_TRUE(result.trusted) << seed;
      EXPECT_TRUE(result.converged) << seed;
      for (std::size_t c = 0; c < 2; ++c)
        EXPECT_NEAR(result.integral[c], 0, 5 * result.error[c]) << seed;
    }
}

}  // namespace
