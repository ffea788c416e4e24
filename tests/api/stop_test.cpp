// What ends an integration from outside: the cancel flag, the clock, the memory.
#include <time.h>

#include <atomic>
#include <cmath>
#include <thread>

#include "handles.hpp"
#include "support/directory.hpp"

namespace {

using api::Integrand;
using api::Options;
using api::Result;

double now() {
  timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/// Counts its calls and may set a flag at one of them.
struct Counter {
  std::atomic<long> calls{0};
  long at = -1;
  volatile int flag = 0;
};

int counting(const int *ndim, const double x[], const int *ncomp, double f[], void *user) {
  auto *counter = static_cast<Counter *>(user);
  if (++counter->calls == counter->at) __atomic_store_n(&counter->flag, 1, __ATOMIC_RELAXED);
  return support::peak(ndim, x, ncomp, f, nullptr);
}

int sleeping(const int *ndim, const double x[], const int *ncomp, double f[], void *) {
  const timespec time{0, 100'000};
  nanosleep(&time, nullptr);
  return support::peak(ndim, x, ncomp, f, nullptr);
}

class Stopping : public testing::TestWithParam<const char *> {
 protected:
  Stopping() {
    options_.set("method", std::string(GetParam())).set("epsrel", 0.0).set("epsabs", 0.0);
    options_.set("maxeval", std::int64_t{1} << 40);
  }
  bool vegas() const { return std::string(GetParam()) == "vegas"; }

  Options options_;
};

INSTANTIATE_TEST_SUITE_P(, Stopping, testing::Values("vegas", "cuhre", "vegas_plus", "lattice"),
                         [](const auto &method) { return std::string(method.param); });

void expect_best_so_far(const Result &r, int status, int ndim) {
  EXPECT_EQ(r.status, status) << r.message;
  // What is no failure leaves its sentence in the result alone.
  EXPECT_EQ(r.last_error == r.message, status < 0);
  EXPECT_GT(r.error[0], 0);
  EXPECT_NEAR(r.value[0], support::peak_integral(ndim), 5 * r.error[0]);
}

TEST_P(Stopping, ByTheCancelFlagInTheIntegrand) {
  Counter counter;
  counter.at = 100000;
  cuboid_options_set_cancel(options_.get(), &counter.flag);
  const Result r = api::integrate(Integrand(3, 1, counting, &counter), options_);
  expect_best_so_far(r, CUBOID_CANCELLED, 3);
  EXPECT_LT(counter.calls, 102000);
}

TEST_P(Stopping, ByTheCancelFlagOfAnotherThread) {
  Counter counter;
  cuboid_options_set_cancel(options_.get(), &counter.flag);
  double set = 0;
  std::thread other([&] {
    while (counter.calls < 20000) std::this_thread::yield();
    set = now();
    __atomic_store_n(&counter.flag, 1, __ATOMIC_RELAXED);
  });
  const Result r = api::integrate(Integrand(3, 1, counting, &counter), options_);
  const double end = now();
  other.join();
  expect_best_so_far(r, CUBOID_CANCELLED, 3);
  EXPECT_LT(end - set, 2);
}

TEST_P(Stopping, BeforeTheBeginning) {
  Counter counter;
  counter.flag = 1;
  cuboid_options_set_cancel(options_.get(), &counter.flag);
  const Result r = api::integrate(Integrand(3, 1, counting, &counter), options_);
  EXPECT_EQ(r.status, CUBOID_CANCELLED);
  EXPECT_EQ(counter.calls, 0);
  EXPECT_TRUE(std::isnan(r.value[0]));
  // Nothing of it stays in the handles.
  counter.flag = 0;
  options_.set("maxeval", 5000);
  EXPECT_EQ(api::integrate(Integrand(3, 1, counting, &counter), options_).status,
            CUBOID_NOT_CONVERGED);
}

/// In one dimension, for what has no end.
TEST(StoppedLine, KeepsTheBestSoFar) {
  Options options;
  options.set("method", "line").set("epsrel", 0.).set("maxeval", std::int64_t{1} << 40);
  static int flag;
  flag = 0;
  cuboid_options_set_cancel(options.get(), &flag);
  int calls = 0;
  const auto steps = +[](const int *, const double x[], const int *, double f[], void *userdata) {
    f[0] = 1 + std::fmod(std::floor(1e6 * x[0] * x[0]), 2);
    if (++*static_cast<int *>(userdata) == 5000) flag = 1;
    return 0;
  };
  const Result r = api::integrate(Integrand(1, 1, steps, &calls), options);
  EXPECT_EQ(r.status, CUBOID_CANCELLED) << r.message;
  EXPECT_NEAR(r.value[0], 1.5, 0.2);
  EXPECT_GT(r.error[0], 0);
  EXPECT_EQ(r.neval, calls);
  cuboid_options_set_cancel(options.get(), nullptr);
  const Result timed =
      api::integrate(Integrand(1, 1, steps, &calls), options.set("time_limit", 0.05));
  EXPECT_EQ(timed.status, CUBOID_TIME_LIMIT) << timed.message;
  EXPECT_NEAR(timed.value[0], 1.5, 0.2);
}

TEST(StoppedAuto, IsNotCalledSettled) {
  for (const std::int64_t splits : {1, 64}) {
    Counter counter;
    counter.at = 100;
    Options options;
    options.set("epsrel", 1e-12).set("splits", splits);
    cuboid_options_set_cancel(options.get(), &counter.flag);
    const Result r = api::integrate(Integrand(3, 1, counting, &counter), options);
    EXPECT_EQ(r.status, CUBOID_CANCELLED);
    EXPECT_EQ(r.message, "the caller's cancel flag was set") << splits;
  }
}

class StoppingEarly : public testing::TestWithParam<const char *> {};

INSTANTIATE_TEST_SUITE_P(, StoppingEarly,
                         testing::Values("vegas", "suave", "divonne", "cuhre", "pagani",
                                         "vegas_plus", "lattice"),
                         [](const auto &method) { return std::string(method.param); });

// Far from the end of the first iteration, sample, or set of regions.
TEST_P(StoppingEarly, CountsWhatWasEvaluatedAndGivesWhatWasSummed) {
  const std::string method = GetParam();
  const bool sums = method == "vegas" || method == "suave";
  for (const std::string workers : {"serial", "threads"}) {
    Counter counter;
    counter.at = 500;
    Options options;
    options.set("method", method).set("workers", workers).set("cores", 2).set("seed", 5);
    options.set("epsrel", 1e-9).set("maxeval", 100000000).set("nstart", 100000);
    options.set("nnew", 100000).set("nbatch", 700).set("key1", 9001);
    cuboid_options_set_cancel(options.get(), &counter.flag);
    const double lower[10] = {0};
    const double upper[10] = {.5, .5, .5, .5, .5, .5, .5, .5, .5, .5};
    const Result r = api::integrate(Integrand(10, 1, counting, &counter), options, lower, upper);
    EXPECT_EQ(r.status, CUBOID_CANCELLED) << r.message;
    EXPECT_EQ(r.neval, counter.calls) << workers;
    EXPECT_EQ(std::isfinite(r.value[0]), sums) << workers;
    if (!sums) continue;
    EXPECT_GT(r.error[0], 0);
    EXPECT_TRUE(std::isfinite(r.error[0]));
  }
}

TEST(StoppedSamples, AreAnEstimateOfTheirOwn) {
  for (const std::string method : {"vegas", "suave"}) {
    Counter counter;
    counter.at = 20000;
    Options options;
    options.set("method", method).set("workers", std::string("serial")).set("seed", 3);
    options.set("nstart", 100000).set("nnew", 100000).set("epsrel", 1e-9);
    cuboid_options_set_cancel(options.get(), &counter.flag);
    const Result r = api::integrate(Integrand(3, 1, counting, &counter), options);
    expect_best_so_far(r, CUBOID_CANCELLED, 3);
    // The same as of a run that was asked for no more.
    Counter whole;
    options.set("nstart", 20000).set("nnew", 20000).set("maxeval", 1);
    cuboid_options_set_cancel(options.get(), &whole.flag);
    const Result expected = api::integrate(Integrand(3, 1, counting, &whole), options);
    EXPECT_EQ(r.neval, expected.neval) << method;
    EXPECT_NEAR(r.value[0], expected.value[0], 1e-12 * expected.value[0]) << method;
    EXPECT_NEAR(r.error[0], expected.error[0], 1e-6 * expected.error[0]) << method;
  }
}

TEST_P(Stopping, ByTheClock) {
  for (const std::string workers : {"serial", "threads"}) {
    options_.set("time_limit", 0.5).set("workers", workers).set("cores", 2);
    const double begin = now();
    const Result r = api::integrate(Integrand(2, 1, sleeping), options_);
    const double elapsed = now() - begin;
    expect_best_so_far(r, CUBOID_TIME_LIMIT, 2);
    EXPECT_GE(elapsed, 0.5);
  }
}

TEST_P(Stopping, ByTheMemory) {
  if (std::string(GetParam()) == "vegas_plus" || std::string(GetParam()) == "lattice") {
    // They make do with fewer hypercubes, and keep next to nothing.
    options_.set("memory_limit", 100).set("maxeval", 10000);
    EXPECT_GE(api::integrate(Integrand(3, 1, support::peak), options_).status, 0);
    return;
  }
  options_.set("memory_limit", vegas() ? 10 : 100000);
  const Result r = api::integrate(Integrand(3, 1, support::peak), options_);
  EXPECT_NE(r.message.find("memory_limit = "), std::string::npos) << r.message;
  if (vegas()) {
    EXPECT_EQ(r.status, CUBOID_OUT_OF_MEMORY);
    EXPECT_TRUE(std::isnan(r.value[0]));
  } else {
    expect_best_so_far(r, CUBOID_OUT_OF_MEMORY, 3);
    EXPECT_GT(r.nregions, 10);
  }
}

TEST_P(Stopping, AndGoingOnGivesTheSameBits) {
  options_.set("maxeval", 30000);
  for (const int seed : {0, 7}) {
    const support::Directory directory;
    options_.set("seed", seed);
    Counter counter;
    cuboid_options_set_cancel(options_.get(), &counter.flag);
    const Integrand integrand(3, 2, counting, &counter);
    options_.set("statefile", directory.file("whole"));
    const Result whole = api::integrate(integrand, options_);
    EXPECT_EQ(whole.status, CUBOID_NOT_CONVERGED);

    options_.set("statefile", directory.file("parts"));
    for (const long at : {1500L, 4000L, 9000L}) {
      counter.calls = 0;
      counter.at = at;
      counter.flag = 0;
      EXPECT_EQ(api::integrate(integrand, options_).status, CUBOID_CANCELLED);
    }
    counter.at = -1;
    counter.flag = 0;
    api::expect_same(api::integrate(integrand, options_), whole);
  }
}

TEST_P(Stopping, KeepsOrDeletesTheState) {
  const support::Directory directory;
  options_.set("statefile", directory.file("state")).set("epsrel", 1e-3).set("maxeval", 1000000);
  EXPECT_EQ(api::integrate(Integrand(3, 1, support::peak), options_).status, CUBOID_CONVERGED);
  EXPECT_TRUE(directory.names().empty());
  options_.set("keep_state", 1);
  EXPECT_EQ(api::integrate(Integrand(3, 1, support::peak), options_).status, CUBOID_CONVERGED);
  EXPECT_EQ(directory.names().size(), 1U);
}

TEST(VegasState, MayBeResetToItsGrid) {
  const support::Directory directory;
  Options options;
  options.set("method", std::string("vegas")).set("epsrel", 0.0).set("epsabs", 0.0);
  options.set("statefile", directory.file("state")).set("maxeval", 20000);
  const Integrand integrand(3, 1, support::peak);
  const Result first = api::integrate(integrand, options);
  options.set("reset_state", 1).set("maxeval", 1000);
  const Result again = api::integrate(integrand, options);
  EXPECT_EQ(again.neval, 1000);
  EXPECT_EQ(again.niterations, 1);
  // One iteration of 1000 samples with the grid does as well as several without.
  EXPECT_LT(again.error[0], 0.05 * support::peak_integral(3));
  EXPECT_NEAR(again.value[0], first.value[0], 5 * std::hypot(again.error[0], first.error[0]));
}

TEST_P(Stopping, ReportsAStateThatCannotBeSaved) {
  // A folder that is there, and in which nobody can make a file.
  options_.set("statefile", std::string("/proc/cuboid-state")).set("maxeval", 20000);
  const Result r = api::integrate(Integrand(3, 1, support::peak), options_);
  EXPECT_EQ(r.status, CUBOID_NOT_CONVERGED);
  EXPECT_NE(r.message.find("could not be saved"), std::string::npos) << r.message;
}

TEST_P(Stopping, RefusesAStateFileWhoseFolderIsMissing) {
  const support::Directory directory;
  options_.set("statefile", directory.file("missing/state")).set("maxeval", 5000);
  const Result r = api::integrate(Integrand(3, 1, support::peak), options_);
  EXPECT_EQ(r.status, CUBOID_BAD_ARGUMENT);
  EXPECT_EQ(r.neval, 0);
  EXPECT_NE(r.message.find(directory.file("missing") + ": No such file or directory"),
            std::string::npos)
      << r.message;
}

}  // namespace
