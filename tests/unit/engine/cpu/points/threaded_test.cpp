// Threads, for integrands that are declared to be thread-safe.
#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <mutex>
#include <set>
#include <stdexcept>
#include <thread>

#include "base/clock.hpp"
#include "unit/engine/cpu/engine_support.hpp"

namespace {

using namespace engine_test;

std::unique_ptr<PointsEngine> threaded(const HostFunction &host, int cores,
                                       EngineOptions options = {}) {
  options.mode = WorkerMode::threads;
  options.cores = cores;
  return make_points_engine(host, options);
}

TEST(Threaded, SameBitsForAnyNumberOfThreads) {
  for (int ncomp : {1, 3, 300})
    for (std::int64_t nvec : {1, 4, 1000})
      for (std::int64_t count : {1, 9, 10, 19, 25, 127, 1000}) {
        const Points points(count, 3, static_cast<unsigned>(count));
        const HostFunction host{3, ncomp, as_function(polynomial), nullptr, nvec};
        const auto expected = serial_values(host, points);
        for (int threads : {0, 1, 2, 3, 5})
          EXPECT_EQ(evaluate(*threaded(host, threads), points, ncomp), expected);
      }
}

TEST(Threaded, ManyBatchesOnOnePool) {
  const HostFunction host{2, 2, as_function(polynomial), nullptr, 3};
  const auto engine = threaded(host, 4);
  for (std::int64_t count = 1; count <= 2000; count += count < 60 ? 1 : 97) {
    const Points points(count, 2);
    EXPECT_EQ(evaluate(*engine, points, 2), serial_values(host, points)) << count;
  }
}

struct Seen {
  std::mutex mutex;
  std::set<int> cores;
  std::set<std::thread::id> threads;
  std::int64_t points = 0;
};
int see(const int *, const double x[], const int *, double f[], void *userdata,
        const std::int64_t *nvec, const int *core, const double[], const int *) {
  auto &seen = *static_cast<Seen *>(userdata);
  {
    const std::lock_guard lock(seen.mutex);
    seen.cores.insert(*core);
    seen.threads.insert(std::this_thread::get_id());
    seen.points += *nvec;
  }
  usleep(500);
  for (std::int64_t i = 0; i < *nvec; ++i) f[i] = x[i];
  return 0;
}

TEST(Threaded, CoreIsTheNumberOfTheThread) {
  Seen seen;
  const HostFunction host{1, 1, as_function(see), &seen, 1};
  evaluate(*threaded(host, 3), Points(300, 1), 1);
  EXPECT_EQ(seen.cores, (std::set<int>{0, 1, 2}));
  EXPECT_EQ(seen.threads.size(), 3u);
  EXPECT_EQ(seen.points, 300);
}

int makes_trouble(const int *, const double x[], const int *, double f[], void *userdata,
                  const std::int64_t *, const int *core, const double[], const int *) {
  const int *what = static_cast<int *>(userdata);
  usleep(100);
  f[0] = x[0];
  if (*core != what[0]) return 0;
  if (what[1] == 0) return -999;
  if (what[1] == 1) throw std::runtime_error("no such table");
  if (what[1] == 2) f[0] = std::numeric_limits<double>::quiet_NaN();
  return 0;
}

TEST(Threaded, TroubleIsReportedFromWhateverThread) {
  for (int core : {0, 1, 2})
    for (int kind : {0, 1, 2, 3}) {
      int what[] = {core, kind};
      const HostFunction host{1, 1, as_function(makes_trouble), what, 1};
      const auto engine = threaded(host, 3);
      const Points points(300, 1);
      const int expected[] = {CUBOID_ABORTED, CUBOID_EXCEPTION, CUBOID_NONFINITE, 0};
      EXPECT_EQ(failure_of([&] { evaluate(*engine, points, 1); }).first, expected[kind]);
      what[1] = 3;
      EXPECT_EQ(evaluate(*engine, points, 1), points.x) << "usable afterwards";
    }
}

TEST(Threaded, CancelAndDeadline) {
  const HostFunction host{1, 1,
                          [](const int *, const double x[], const int *, double f[], void *) {
                            usleep(500000);  // All points outlast the test.
                            f[0] = x[0];
                            return 0;
                          },
                          nullptr, 1};
  const Points points(5000, 1);
  static volatile int cancel;
  cancel = 0;
  EngineOptions options;
  options.limits.cancel = &cancel;
  {
    const auto engine = threaded(host, 3, options);
    std::thread canceller([] {
      usleep(100000);
      __atomic_store_n(&cancel, 1, __ATOMIC_RELAXED);
    });
    EXPECT_EQ(failure_of([&] { evaluate(*engine, points, 1); }).first, CUBOID_CANCELLED);
    canceller.join();
  }
  EngineOptions timed;
  timed.limits.deadline = monotonic_seconds() + 0.1;
  const auto engine = threaded(host, 3, timed);
  EXPECT_EQ(failure_of([&] { evaluate(*engine, points, 1); }).first, CUBOID_TIME_LIMIT);
}

TEST(Threaded, SaysHowFarItHasCome) {
  expect_true_progress(with_workers(WorkerMode::threads, 3));
}

struct HookCounts {
  std::atomic<int> begun[4];
  std::atomic<int> ended[4];
};
void count_init(void *counts, const int *core) {
  ++static_cast<HookCounts *>(counts)->begun[*core];
}
void count_exit(void *counts, const int *core) {
  ++static_cast<HookCounts *>(counts)->ended[*core];
}

TEST(Threaded, HooksOncePerThreadThatWorked) {
  HookCounts counts{};
  process_settings().set_init_hook(count_init, &counts);
  process_settings().set_exit_hook(count_exit, &counts);
  Seen seen;
  const HostFunction host{1, 1, as_function(see), &seen, 1};
  {
    const auto engine = threaded(host, 3);
    evaluate(*engine, Points(5, 1), 1);
    EXPECT_EQ(counts.begun[0], 1);
    EXPECT_EQ(counts.begun[1], 0);
    evaluate(*engine, Points(300, 1), 1);
    evaluate(*engine, Points(300, 1), 1);
  }
  process_settings().set_init_hook(nullptr, nullptr);
  process_settings().set_exit_hook(nullptr, nullptr);
  for (int core : {0, 1, 2}) {
    EXPECT_EQ(counts.begun[core], 1);
    EXPECT_EQ(counts.ended[core], 1);
  }
}

TEST(Threaded, NestedIntegrationsStaySerial) {
  const HostFunction outer{1, 1,
                           [](const int *, const double[], const int *, double f[], void *) {
                             Seen seen;
                             const HostFunction inner{1, 1, as_function(see), &seen, 10};
                             evaluate(*threaded(inner, 3), Points(50, 1), 1);
                             f[0] = seen.threads.size() == 1;
                             return 0;
                           },
                           nullptr, 1};
  EXPECT_EQ(evaluate(*threaded(outer, 3), Points(40, 1), 1), std::vector<double>(40, 1));
}

TEST(Threaded, TwoPoolsAtOnce) {
  const Points points(2000, 3);
  const HostFunction host{3, 2, as_function(polynomial), nullptr, 5};
  const auto expected = serial_values(host, points);
  std::atomic<int> wrong = 0;
  std::vector<std::thread> callers;
  for (int t = 0; t < 2; ++t)
    callers.emplace_back([&] {
      const auto engine = threaded(host, 3);
      for (int i = 0; i < 30; ++i)
        if (evaluate(*engine, points, 2) != expected) ++wrong;
    });
  for (std::thread &caller : callers) caller.join();
  EXPECT_EQ(wrong, 0);
}

TEST(Threaded, SignalsStayWithTheCaller) {
  static pthread_t handled_by;
  static std::atomic<int> handled;
  handled = 0;
  signal(SIGUSR1, [](int) {
    handled_by = pthread_self();
    ++handled;
  });
  Seen seen;
  const HostFunction host{1, 1, as_function(see), &seen, 1};
  const auto engine = threaded(host, 3);
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
  kill(getpid(), SIGUSR1);
  evaluate(*engine, Points(100, 1), 1);
  EXPECT_EQ(handled, 0) << "no thread of the pool took it";
  pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
  EXPECT_EQ(handled, 1);
  EXPECT_TRUE(pthread_equal(handled_by, pthread_self()));
  signal(SIGUSR1, SIG_DFL);
}

}  // namespace
