// Workers that are started because they pay.
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <limits>
#include <stdexcept>
#include <thread>

#include "base/clock.hpp"
#include "unit/engine/cpu/engine_support.hpp"

namespace {

using namespace engine_test;
using cuboid::thread_cpu_seconds;

struct Log {
  std::atomic<int> other_processes;
  std::atomic<int> points;
  int master;
};

struct Cost {
  Log *log;
  double seconds;  ///< per point
};
int costs(const int *, const double x[], const int *, double f[], void *userdata) {
  const auto &cost = *static_cast<Cost *>(userdata);
  if (getpid() != cost.log->master) ++cost.log->other_processes;
  ++cost.log->points;
  if (cost.seconds > 0) spend(cost.seconds);
  f[0] = x[0];
  return 0;
}

/// Workers are started by the CPU time of the calling thread: what other programs do does not
/// count.
EngineOptions by_cpu_time() {
  EngineOptions options;
  options.clock = thread_cpu_seconds;
  return options;
}

/// Runs batches of a size; returns the points that worker processes did.
int shared_points(double seconds, std::int64_t batch, int batches, std::int64_t expected = 0) {
  Shared<Log> log;
  log->master = getpid();
  Cost cost{log.get(), seconds};
  const HostFunction host{1, 1, costs, &cost, 1};
  EngineOptions options = by_cpu_time();
  options.expected_points = expected;
  const auto engine = make_points_engine(host, options);
  const Points points(batch, 1);
  for (int i = 0; i < batches; ++i) EXPECT_EQ(evaluate(*engine, points, 1), points.x);
  EXPECT_EQ(log->points, batch * batches) << "each point once";
  return log->other_processes;
}

class Automatic : public testing::Test {
 protected:
  void SetUp() override {
    SKIP_WITHOUT_FORK();
    if (available_cpus() < 2) GTEST_SKIP() << "one CPU";
    if (process_settings().current().cores) GTEST_SKIP() << "CUBACORES is set";
  }
};

TEST_F(Automatic, WorkersShareCostlyPoints) {
  EXPECT_GT(shared_points(5e-5, 150, 40), 0);
  EXPECT_GT(shared_points(1e-4, 3000, 1), 0) << "one huge batch";
}

TEST_F(Automatic, ShortIntegrationsStaySerial) {
  EXPECT_EQ(shared_points(1e-5, 50, 1, 50), 0);
}

TEST_F(Automatic, SameBits) {
  const Points points(400, 3);
  const HostFunction slow{3, 2,
                          as_function([](const int *ndim, const double x[], const int *ncomp,
                                         double f[], void *data, const std::int64_t *nvec,
                                         const int *core, const double weight[], const int *iter) {
                            spend(2e-5 * static_cast<double>(*nvec));
                            return polynomial(ndim, x, ncomp, f, data, nvec, core, weight, iter);
                          }),
                          nullptr, 1};
  for (std::int64_t nvec : {1, 7, 1000}) {
    HostFunction host = slow;
    host.nvec = nvec;
    const auto expected = serial_values(host, points);
    const auto engine = make_points_engine(host, by_cpu_time());
    for (int i = 0; i < 10; ++i) EXPECT_EQ(evaluate(*engine, points, 2), expected);
  }
}

struct Trouble {
  int master;
  std::atomic<bool> armed;
  std::atomic<int> in_workers;  ///< calls
  bool in_master;
  int kind;
};
int makes_trouble(const int *, const double x[], const int *, double f[], void *userdata) {
  auto &trouble = *static_cast<Trouble *>(userdata);
  spend(5e-5);
  f[0] = x[0];
  if (getpid() != trouble.master) ++trouble.in_workers;
  if (!trouble.armed || (getpid() == trouble.master) != trouble.in_master) return 0;
  if (trouble.kind == 0) return -999;
  if (trouble.kind == 1) throw std::runtime_error("no such table");
  if (trouble.kind == 2) f[0] = std::numeric_limits<double>::quiet_NaN();
  if (trouble.kind == 3) {
    trouble.armed = false;
    raise(SIGKILL);
  }
  return 0;
}

TEST_F(Automatic, TroubleAfterTheWorkersHaveStarted) {
  const int expected[] = {CUBOID_ABORTED, CUBOID_EXCEPTION, CUBOID_NONFINITE, CUBOID_WORKER_LOST};
  for (bool in_master : {false, true})
    for (int kind = 0; kind < (in_master ? 3 : 4); ++kind) {
      Shared<Trouble> trouble;
      trouble->master = getpid();
      trouble->in_master = in_master;
      trouble->kind = kind;
      const HostFunction host{1, 1, makes_trouble, trouble.get(), 1};
      const auto engine = make_points_engine(host, by_cpu_time());
      const Points points(300, 1);
      for (int i = 0; i < 5; ++i) evaluate(*engine, points, 1);
      trouble->armed = true;
      // Not every batch is shared out: some are for comparison.
      const int before = trouble->in_workers;
      int status = 0;
      for (int attempt = 0; attempt < 20 && status == 0; ++attempt)
        status = failure_of([&] { evaluate(*engine, points, 1); }).first;
      trouble->armed = false;
      if (status == 0 && trouble->in_workers == before)
        GTEST_SKIP() << "other programs have spoken against workers";
      EXPECT_EQ(status, expected[kind]);
      EXPECT_EQ(evaluate(*engine, points, 1), points.x) << "usable afterwards";
    }
}

TEST_F(Automatic, HooksOfMasterAndWorkers) {
  struct Counts {
    std::atomic<int> begun[2];  ///< in the master, in workers
    std::atomic<int> ended[2];
  };
  static Shared<Counts> counts;
  process_settings().set_init_hook([](void *, const int *core) { ++counts->begun[*core != 32768]; },
                                   nullptr);
  process_settings().set_exit_hook([](void *, const int *core) { ++counts->ended[*core != 32768]; },
                                   nullptr);
  EXPECT_GT(shared_points(5e-5, 300, 20), 0);
  process_settings().set_init_hook(nullptr, nullptr);
  process_settings().set_exit_hook(nullptr, nullptr);
  EXPECT_EQ(counts->begun[0], 1);
  EXPECT_EQ(counts->ended[0], 1);
  EXPECT_GE(counts->begun[1], 1);
  EXPECT_EQ(counts->ended[1], counts->begun[1]);
}

TEST_F(Automatic, NotWithASecondThread) {
  std::atomic<bool> done = false;
  std::thread other([&] {
    while (!done) usleep(1000);
  });
  EXPECT_EQ(shared_points(5e-5, 150, 20), 0);
  done = true;
  other.join();
}

TEST_F(Automatic, KeptWorkersShareCostlyPoints) {
  Shared<Log> log;
  log->master = getpid();
  Cost cost{log.get(), 5e-5};
  const HostFunction host{1, 1, costs, &cost, 1};
  EngineOptions options = by_cpu_time();
  options.kept = start_kept_group();
  EXPECT_EQ(options.kept->counts().cores, available_cpus());
  const Points points(150, 1);
  for (int i = 0; i < 20; ++i)
    EXPECT_EQ(evaluate(*make_points_engine(host, options), points, 1), points.x);
  EXPECT_GT(log->other_processes, 0);
}

struct ThreadLog {
  std::atomic<int> max_core = -1;
  std::atomic<int> min_core = 1000;
};
int costs_with_core(const int *, const double x[], const int *, double f[], void *userdata,
                    const std::int64_t *, const int *core, const double[], const int *) {
  auto &log = *static_cast<ThreadLog *>(userdata);
  log.max_core = std::max(*core, log.max_core.load());
  log.min_core = std::min(*core, log.min_core.load());
  spend(5e-5);
  f[0] = x[0];
  return 0;
}

TEST(AutomaticThreads, StartWhenTheyPay) {
  if (available_cpus() < 2) GTEST_SKIP() << "one CPU";
  ThreadLog log;
  const HostFunction host{1, 1, as_function(costs_with_core), &log, 1};
  EngineOptions options = by_cpu_time();
  options.mode = WorkerMode::threads;
  const auto engine = make_points_engine(host, options);
  const Points points(150, 1);
  for (int i = 0; i < 30; ++i) EXPECT_EQ(evaluate(*engine, points, 1), points.x);
  EXPECT_EQ(log.min_core, 0) << "the calling thread is worker 0 throughout";
  EXPECT_GE(log.max_core, 1);
}

}  // namespace
