// The calls of the integrand, as the serial engine makes them.
#include <fenv.h>
#include <setjmp.h>

#include <atomic>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <thread>

#include "base/clock.hpp"
#include "engine/common/nonfinite.hpp"
#include "unit/engine/cpu/engine_support.hpp"

namespace {

using namespace engine_test;

constexpr double nan_value = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

std::unique_ptr<PointsEngine> serial(const HostFunction &host, EngineOptions options = {}) {
  options.mode = WorkerMode::serial;
  return make_points_engine(host, options);
}

struct Calls {
  std::vector<std::int64_t> sizes;
  std::vector<int> cores;
  bool all_nan_before = true;
};

int record_calls(const int *, const double x[], const int *ncomp, double f[], void *userdata,
                 const std::int64_t *nvec, const int *core, const double[], const int *) {
  auto &calls = *static_cast<Calls *>(userdata);
  calls.sizes.push_back(*nvec);
  calls.cores.push_back(*core);
  for (std::int64_t i = 0; i < *nvec * *ncomp; ++i) {
    calls.all_nan_before = calls.all_nan_before && std::isnan(f[i]);
    f[i] = x[0];
  }
  return 1;
}

TEST(Serial, SplitsByNvecWithTheTailLast) {
  for (int ncomp : {1, 3, 300}) {
    Calls calls;
    const HostFunction host{2, ncomp, as_function(record_calls), &calls, 7};
    evaluate(*serial(host), Points(24, 2), ncomp);
    EXPECT_EQ(calls.sizes, (std::vector<std::int64_t>{7, 7, 7, 3}));
    EXPECT_EQ(calls.cores, std::vector<int>(4, -1));
    EXPECT_TRUE(calls.all_nan_before);
  }
}

TEST(Serial, NvecAboveTheBatchGivesOneCall) {
  Calls calls;
  const HostFunction host{2, 1, as_function(record_calls), &calls, 5000};
  evaluate(*serial(host), Points(3000, 2), 1);
  EXPECT_EQ(calls.sizes, (std::vector<std::int64_t>{3000}));
}

TEST(Serial, PrefillReachesEveryPointOfManyBlocks) {
  Calls calls;
  const HostFunction host{2, 2, as_function(record_calls), &calls, 1};
  evaluate(*serial(host), Points(5000, 2), 2);
  EXPECT_EQ(calls.sizes.size(), 5000u);
  EXPECT_TRUE(calls.all_nan_before);
}

TEST(Serial, ValuesAndArguments) {
  const Points points(100, 3);
  for (std::int64_t nvec : {1, 8, 1000}) {
    const HostFunction host{3, 2, as_function(polynomial), nullptr, nvec};
    const auto f = evaluate(*serial(host), points, 2, 4);
    for (std::size_t i = 0; i < 100; ++i)
      for (std::size_t c = 0; c < 2; ++c) {
        double sum = points.weight[i] + 4;
        for (std::size_t d = 0; d < 3; ++d)
          sum += static_cast<double>((c + 1) * (d + 1)) * points.x[3 * i + d] * points.x[3 * i + d];
        EXPECT_EQ(f[2 * i + c], sum);
      }
  }
}

int five_arguments(const int *, const double x[], const int *, double f[], void *) {
  f[0] = 2 * x[0];
  return 0;
}

TEST(Serial, ShortPrototypeAndNoWeights) {
  const HostFunction host{2, 1, five_arguments, nullptr, 1};
  const double x[] = {0.25, 0.5, 0.75, 0.5};
  double f[2];
  serial(host)->evaluate({2, x, nullptr, 0}, f);
  EXPECT_EQ(f[0], 0.5);
  EXPECT_EQ(f[1], 1.5);
}

int fails_at(const int *, const double x[], const int *, double f[], void *userdata) {
  f[0] = x[0];
  if (x[0] <= 0.5) return 0;
  switch (*static_cast<int *>(userdata)) {
    case 0:
      return -999;
    case 1:
      throw std::runtime_error("table not loaded");
    default:
      throw 42;
  }
}

TEST(Serial, AbortAndExceptions) {
  int kind = 0;
  const HostFunction host{1, 1, fails_at, &kind, 1};
  const auto engine = serial(host);
  const double x[] = {0.25, 0.75};
  double f[2];
  const auto run = [&](int which, std::int64_t count) {
    kind = which;
    return failure_of([&] { engine->evaluate({count, x, nullptr, 0}, f); });
  };
  EXPECT_EQ(run(0, 2), std::pair(int(CUBOID_ABORTED), std::string("the integrand returned -999")));
  const auto [status, sentence] = run(1, 2);
  EXPECT_EQ(status, CUBOID_EXCEPTION);
  EXPECT_NE(sentence.find("table not loaded"), std::string::npos);
  EXPECT_EQ(run(2, 2).first, CUBOID_EXCEPTION);
  EXPECT_EQ(run(1, 1).first, 0) << "usable afterwards";
}

jmp_buf back;
int jumps(const int *, const double x[], const int *, double f[], void *) {
  f[0] = x[0];
  if (x[0] > 0.5) longjmp(back, 1);
  return 0;
}

TEST(Serial, UsableAfterLongjmp) {
  static const double x[] = {0.25, 0.75};
  static double f[2];
  const HostFunction host{1, 1, jumps, nullptr, 1};
  const auto engine = serial(host);
  for (int i = 0; i < 3; ++i) {
    if (setjmp(back) == 0) {
      engine->evaluate({2, x, nullptr, 0}, f);
      FAIL() << "did not jump";
    }
  }
  engine->evaluate({1, x, nullptr, 0}, f);
  EXPECT_EQ(f[0], 0.25);
}

struct Bad {
  std::int64_t at;
  double value;
};
int one_bad(const int *ndim, const double x[], const int *ncomp, double f[], void *userdata,
            const std::int64_t *nvec, const int *, const double[], const int *) {
  const auto &bad = *static_cast<Bad *>(userdata);
  for (std::int64_t i = 0; i < *nvec; ++i)
    for (int c = 0; c < *ncomp; ++c) f[i * *ncomp + c] = x[i * *ndim];
  if (bad.at < *nvec * *ncomp) f[bad.at] = bad.value;
  return 0;
}

TEST(Serial, StopsAtAnyNonfiniteValue) {
  for (int ncomp : {1, 2, 5}) {
    const Points points(23, 2);
    for (std::int64_t at = 0; at < 23 * ncomp; ++at) {
      for (double value : {nan_value, -nan_value, infinity, -infinity}) {
        Bad bad{at, value};
        const HostFunction host{2, ncomp, as_function(one_bad), &bad, 1000};
        const auto engine = serial(host);
        const auto [status, sentence] = failure_of([&] { evaluate(*engine, points, ncomp); });
        EXPECT_EQ(status, CUBOID_NONFINITE);
        const std::string component = "f[" + std::to_string(at % ncomp) + "] is ";
        EXPECT_NE(sentence.find(component), std::string::npos) << sentence;
        EXPECT_EQ(engine->nonfinite().count, 1);
      }
    }
  }
}

TEST(Serial, SentenceNamesThePoint) {
  Bad bad{1, infinity};
  const HostFunction host{2, 2, as_function(one_bad), &bad, 10};
  const auto engine = serial(host);
  const double x[] = {0.5, 0.125};
  double f[2];
  const auto [status, sentence] = failure_of([&] { engine->evaluate({1, x, nullptr, 0}, f); });
  EXPECT_EQ(sentence, "the integrand is not finite: f[1] is inf at x = (0.5, 0.125)");
  EXPECT_EQ(engine->nonfinite().first, "f[1] is inf at x = (0.5, 0.125)");
}

int forgets(const int *, const double[], const int *, double[], void *) {
  return 0;
}

TEST(Serial, ValuesThatAreNotSetAreFound) {
  const HostFunction host{2, 1, forgets, nullptr, 1};
  const auto engine = serial(host);
  EXPECT_EQ(failure_of([&] { evaluate(*engine, Points(40, 2), 1); }).first, CUBOID_NONFINITE);
  EXPECT_EQ(engine->nonfinite().count, 40);
}

TEST(Serial, PolicyZero) {
  Bad bad{3, nan_value};
  const HostFunction host{1, 1, as_function(one_bad), &bad, 100};
  EngineOptions options;
  options.nonfinite = Nonfinite::zero;
  const auto engine = serial(host, options);
  const Points points(20, 1);
  for (int batch = 1; batch <= 3; ++batch) {
    const auto f = evaluate(*engine, points, 1);
    EXPECT_EQ(f[3], 0);
    EXPECT_EQ(f[4], points.x[4]);
    EXPECT_EQ(engine->nonfinite().count, batch);
  }
}

struct CancelAfter {
  int calls = 0;
  int limit = 0;
  volatile int cancel = 0;
};
int cancels(const int *, const double[], const int *, double f[], void *userdata) {
  auto &state = *static_cast<CancelAfter *>(userdata);
  f[0] = 1;
  if (++state.calls == state.limit) state.cancel = 1;
  return 0;
}

TEST(Serial, CancelEndsBeforeTheNextCall) {
  CancelAfter state;
  state.limit = 5;
  const HostFunction host{1, 1, cancels, &state, 1};
  EngineOptions options;
  options.limits.cancel = &state.cancel;
  const auto engine = serial(host, options);
  EXPECT_EQ(failure_of([&] { evaluate(*engine, Points(100, 1), 1); }).first, CUBOID_CANCELLED);
  EXPECT_EQ(state.calls, 5);
  EXPECT_EQ(failure_of([&] { evaluate(*engine, Points(100, 1), 1); }).first, CUBOID_CANCELLED);
  EXPECT_EQ(state.calls, 5);
}

int takes(const int *, const double[], const int *, double f[], void *userdata) {
  f[0] = 1;
  spend(*static_cast<double *>(userdata));
  return 0;
}

TEST(Serial, SaysHowFarItHasCome) {
  expect_true_progress(with_workers(WorkerMode::serial, 0));
}

TEST(Serial, DeadlineIsKeptForCheapAndCostlyIntegrands) {
  for (double seconds : {0.0, 1e-5, 2e-2}) {
    const HostFunction host{1, 1, takes, &seconds, 1};
    EngineOptions options;
    const double start = monotonic_seconds();
    options.limits.deadline = start + 0.1;
    const auto engine = serial(host, options);
    const Points points(50000, 1);  // Of costly ones, a batch outlasts the test.
    const auto [status, sentence] = failure_of([&] {
      while (true) evaluate(*engine, points, 1);
    });
    EXPECT_EQ(status, CUBOID_TIME_LIMIT);
    EXPECT_GE(monotonic_seconds() - start, 0.1);
  }
}

std::vector<std::pair<char, int>> hook_calls;
void init_hook(void *, const int *core) {
  hook_calls.emplace_back('i', *core);
}
void exit_hook(void *, const int *core) {
  hook_calls.emplace_back('e', *core);
}

TEST(Serial, HooksOfTheMaster) {
  hook_calls.clear();
  process_settings().set_init_hook(init_hook, nullptr);
  process_settings().set_exit_hook(exit_hook, nullptr);
  const HostFunction host{2, 1, as_function(polynomial), nullptr, 1};
  { const auto unused = serial(host); }
  EXPECT_TRUE(hook_calls.empty());
  {
    const auto engine = serial(host);
    evaluate(*engine, Points(3, 2), 1);
    evaluate(*engine, Points(3, 2), 1);
    EXPECT_EQ(hook_calls.size(), 1u);
  }
  process_settings().set_init_hook(nullptr, nullptr);
  process_settings().set_exit_hook(nullptr, nullptr);
  EXPECT_EQ(hook_calls, (std::vector<std::pair<char, int>>{{'i', 32768}, {'e', 32768}}));
}

TEST(Serial, TwoThreadsWithEnginesOfTheirOwn) {
  const Points points(500, 4);
  const HostFunction host{4, 2, as_function(polynomial), nullptr, 3};
  const auto expected = serial_values(host, points);
  std::atomic<int> wrong = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&] {
      for (int i = 0; i < 50; ++i)
        if (evaluate(*serial(host), points, 2) != expected) ++wrong;
    });
  for (std::thread &thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
}

}  // namespace
