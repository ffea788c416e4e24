// Several threads that integrate at once, worker threads, and the same bits from all of them.
#include <atomic>
#include <chrono>
#include <cmath>
#include <mutex>
#include <set>
#include <thread>

#include "handles.hpp"

namespace {

using api::Integrand;
using api::Options;
using api::Result;

constexpr int rounds = 5;

class Threads : public testing::TestWithParam<const char *> {
 protected:
  void prepare(Options &options) const {
    options.set("method", std::string(GetParam())).set("epsrel", 1e-9).set("maxeval", 20000);
  }
  /// With so many workers, which do not change the result.
  Result run(const Integrand &integrand, const char *workers, int cores, int nvec = 1) const {
    Options options;
    prepare(options);
    options.set("workers", std::string(workers)).set("cores", cores).set("nvec", nvec);
    return api::integrate(integrand, options);
  }
};

INSTANTIATE_TEST_SUITE_P(, Threads,
                         testing::Values("vegas", "cuhre", "vegas_plus", "m_cubes", "lattice"),
                         [](const auto &method) { return std::string(method.param); });

TEST_P(Threads, IntegrateAtOnce) {
  const Integrand shared(4, 2, support::peak);
  const Result expected = run(shared, "serial", 0);
  std::vector<std::thread> threads;
  std::vector<Result> results(6);
  for (std::size_t i = 0; i < results.size(); ++i)
    threads.emplace_back([&, i] {
      for (int round = 0; round < rounds; ++round) {
        if (i % 2 == 0) {
          results[i] = run(shared, i % 3 == 0 ? "threads" : "auto", 2);
        } else {
          const Integrand own(4, 2, support::peak);
          results[i] = run(own, "serial", -1);
        }
      }
    });
  for (std::thread &thread : threads) thread.join();
  for (const Result &result : results) api::expect_same(result, expected);
}

/// Who calls the integrand: seen by this process, for a moment each time.
struct Callers {
  std::mutex mutex;
  std::int64_t calls = 0;
  std::set<std::thread::id> threads;
};

int noting_the_caller(const int *ndim, const double x[], const int *ncomp, double f[],
                      void *userdata) {
  auto *callers = static_cast<Callers *>(userdata);
  std::int64_t call = 0;
  {
    const std::lock_guard lock(callers->mutex);
    call = ++callers->calls;
    callers->threads.insert(std::this_thread::get_id());
  }
  if (call % 16 == 0) std::this_thread::sleep_for(std::chrono::microseconds(20));
  return support::peak(ndim, x, ncomp, f, nullptr);
}

TEST_P(Threads, AreTakenUnaskedOnlyForIntegrandsThatAreDeclaredSafe) {
  Callers callers;
  const Integrand integrand(4, 1, noting_the_caller, &callers);
  const Result serial = run(integrand, "auto", 2);
  EXPECT_EQ(callers.calls, serial.neval) << "the program's own counter is in another process";
  EXPECT_EQ(callers.threads.size(), 1u);
  callers.calls = 0;
  integrand.set_thread_safe(true);
  api::expect_same(run(integrand, "auto", 2), serial);
  EXPECT_EQ(callers.calls, serial.neval);
  EXPECT_EQ(callers.threads.size(), 2u);
  integrand.set_thread_safe(false);
  callers.threads.clear();
  api::expect_same(run(integrand, "auto", 2), serial);
  EXPECT_EQ(callers.threads.size(), 1u);
}

TEST(ThreadSafe, NeedsAnIntegrand) {
  EXPECT_EQ(cuboid_integrand_set_thread_safe(nullptr, 1), CUBOID_BAD_ARGUMENT);
  EXPECT_NE(std::string(cuboid_last_error()).find("integrand"), std::string::npos);
}

TEST_P(Threads, ForbidWorkerProcessesAndTheCallerLearnsIt) {
  std::atomic<bool> done{false};
  std::thread other([&] { done.wait(false); });
  const Result result = run(Integrand(4, 1, support::peak), "fork", 2);
  done = true;
  done.notify_all();
  other.join();
  EXPECT_GE(result.status, 0);
  EXPECT_NE(
      api::said(result).find("no worker processes were started: the process has other threads"),
      std::string::npos)
      << api::said(result);
}

TEST_P(Threads, ShareOneOptionsHandle) {
  const Integrand integrand(4, 1, support::peak);
  Options options;
  prepare(options);
  const Result expected = api::integrate(integrand, options);
  std::vector<std::thread> threads;
  std::vector<Result> results(4);
  for (Result &result : results)
    threads.emplace_back([&] { result = api::integrate(integrand, options); });
  for (std::thread &thread : threads) thread.join();
  for (const Result &result : results) api::expect_same(result, expected);
}

TEST_P(Threads, MayChangeTheSettingsMeanwhile) {
  const Integrand integrand(4, 1, support::peak);
  const Result expected = run(integrand, "serial", 0);
  std::atomic<bool> done{false};
  std::thread other([&] {
    while (!done) {
      cuboid_cores(0, 100);
      cuboid_verbose(0);
      cuboid_init(nullptr, nullptr);
      std::this_thread::yield();
    }
  });
  for (int round = 0; round < rounds; ++round)
    api::expect_same(run(integrand, "auto", 0), expected);
  done = true;
  other.join();
  cuboid_cores(0, 10000);
}

TEST_P(Threads, WorkersDoNotChangeABit) {
  const Integrand integrand(4, 3, support::peak);
  const Result expected = run(integrand, "serial", 0);
  for (const int cores : {1, 2, 3})
    for (const int round : {1, 2}) {
      SCOPED_TRACE("cores " + std::to_string(cores) + " round " + std::to_string(round));
      api::expect_same(run(integrand, "threads", cores), expected);
    }
}

TEST_P(Threads, WorkersOfVectorsDoNotChangeABit) {
  const auto vector = +[](const int *ndim, const double x[], const int *ncomp, double f[],
                          void *userdata, const int *nvec) {
    for (int i = 0; i < *nvec; ++i)
      support::peak(ndim, x + i * *ndim, ncomp, f + i * *ncomp, userdata);
    return 0;
  };
  const Result expected = run(Integrand(4, 3, support::peak), "serial", 0);
  const Integrand integrand(4, 3, support::as<cuboid_function>(vector));
  for (const int nvec : {1, 16, 1000})
    for (const int cores : {1, 3})
      api::expect_same(run(integrand, "threads", cores, nvec), expected);
}

/// Integrates over one more axis inside.
int nested(const int *, const double x[], const int *, double f[], void *) {
  const Integrand inner(1, 1, support::first_coordinate);
  Options options;
  options.set("maxeval", 200).set("method", std::string("cuhre"));
  const Result r = api::integrate(inner, options);
  f[0] = x[0] * r.value[0];
  return r.status < 0 ? -999 : 0;
}

TEST_P(Threads, IntegrandsMayIntegrate) {
  const Integrand integrand(2, 1, nested);
  Options options;
  options.set("method", std::string(GetParam())).set("maxeval", 2000).set("cores", 2);
  for (const std::string workers : {"serial", "threads"}) {
    options.set("workers", workers);
    const Result r = api::integrate(integrand, options);
    EXPECT_GE(r.status, 0) << r.message;
    EXPECT_NEAR(r.value[0], 0.25, 5 * r.error[0]);
  }
}

TEST_P(Threads, FailuresInWorkersAreThoseOfTheSerialRun) {
  const auto failing = [](const int *, const double x[], const int *, double f[], void *) {
    f[0] = x[0] > 0.9 ? NAN : x[0];
    return 0;
  };
  const Integrand integrand(4, 1, failing);
  const Result expected = run(integrand, "serial", 0);
  EXPECT_EQ(expected.status, CUBOID_NONFINITE);
  for (int round = 0; round < rounds; ++round) {
    const Result r = run(integrand, "threads", 3);
    EXPECT_EQ(r.status, CUBOID_NONFINITE);
    EXPECT_EQ(r.message, expected.message);
    EXPECT_EQ(r.neval, expected.neval);
  }
}

}  // namespace
