// Worker processes: values, life and death.
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <fstream>
#include <map>
#include <set>
#include <stdexcept>
#include <thread>
#include <utility>

#include "base/clock.hpp"
#include "engine/cpu/processes/worker_process.hpp"
#include "unit/engine/cpu/engine_support.hpp"

namespace {

using namespace engine_test;

std::unique_ptr<PointsEngine> forked(const HostFunction &host, int cores,
                                     EngineOptions options = {}) {
  options.mode = WorkerMode::fork;
  options.cores = cores;
  return make_points_engine(host, options);
}

/// No child of this process is left, running or dead.
void expect_no_children() {
  errno = 0;
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1);
  EXPECT_EQ(errno, ECHILD);
}

class Forked : public testing::Test {
 protected:
  void SetUp() override { SKIP_WITHOUT_FORK(); }
  void TearDown() override {
    process_settings().set_init_hook(nullptr, nullptr);
    process_settings().set_exit_hook(nullptr, nullptr);
    process_settings().set_accelerators(0, 1000);
    expect_no_children();
  }
};

TEST_F(Forked, SameBitsForAnyNumberOfWorkers) {
  for (int ncomp : {1, 2, 7, 300})
    for (std::int64_t nvec : {1, 4, 1000})
      for (std::int64_t count : {1, 9, 10, 11, 19, 20, 25, 127, 1000}) {
        const Points points(count, 3, static_cast<unsigned>(count));
        const HostFunction host{3, ncomp, as_function(polynomial), nullptr, nvec};
        const auto expected = serial_values(host, points);
        for (int cores : {1, 2, 3, 5})
          EXPECT_EQ(evaluate(*forked(host, cores), points, ncomp), expected)
              << count << " points, " << cores << " workers, nvec " << nvec;
      }
}

TEST_F(Forked, EveryBatchSizeOnOneGroup) {
  const HostFunction host{2, 2, as_function(polynomial), nullptr, 3};
  const auto engine = forked(host, 3);
  for (std::int64_t count = 1; count <= 60; ++count) {
    const Points points(count, 2);
    EXPECT_EQ(evaluate(*engine, points, 2), serial_values(host, points)) << count;
  }
}

TEST_F(Forked, HugeBatchesGoInPieces) {
  const Points points(300000, 9);
  const HostFunction host{9, 3, as_function(polynomial), nullptr, 1000};
  const auto expected = serial_values(host, points);
  EXPECT_EQ(evaluate(*forked(host, 2), points, 3), expected);
  process_settings().set_cores(2, 777);
  EXPECT_EQ(evaluate(*forked(host, -1), points, 3), expected);
  process_settings().set_cores(2, 10000);
}

int wide(const int *, const double x[], const int *ncomp, double f[], void *) {
  for (int c = 0; c < *ncomp; ++c) f[c] = x[0] + c;
  return 0;
}

TEST_F(Forked, PointsTooLargeForASlotStayWithTheMaster) {
  const int ncomp = 600000;
  const Points points(12, 2);
  const HostFunction host{2, ncomp, wide, nullptr, 1};
  const auto f = evaluate(*forked(host, 2), points, ncomp);
  EXPECT_EQ(f[std::size_t{11} * ncomp + 77], points.x[22] + 77);
}

struct CoreLog {
  std::atomic<int> count[64];  // by core + 32
};
int log_core(const int *, const double x[], const int *, double f[], void *userdata,
             const std::int64_t *nvec, const int *core, const double[], const int *) {
  static_cast<CoreLog *>(userdata)->count[*core + 32] += static_cast<int>(*nvec);
  for (std::int64_t i = 0; i < *nvec; ++i) f[i] = x[i];
  return 0;
}
std::map<int, int> by_core(CoreLog &log) {
  std::map<int, int> counts;
  for (int core = -32; core < 32; ++core)
    if (log.count[core + 32] > 0) counts[core] = log.count[core + 32];
  return counts;
}

TEST_F(Forked, CoreArguments) {
  Shared<CoreLog> log;
  const HostFunction host{1, 1, as_function(log_core), log.get(), 1};
  evaluate(*forked(host, 3), Points(35, 1), 1);
  EXPECT_EQ(by_core(*log), (std::map<int, int>{{0, 12}, {1, 12}, {2, 11}}));
  evaluate(*forked(host, 3), Points(9, 1), 1);
  EXPECT_EQ(log->count[31], 9) << "the master is core -1";
}

TEST_F(Forked, Accelerators) {
  process_settings().set_accelerators(2, 100);
  Shared<CoreLog> log;
  const HostFunction host{1, 1, as_function(log_core), log.get(), 1};
  evaluate(*forked(host, 2), Points(250, 1), 1);
  EXPECT_EQ(by_core(*log), (std::map<int, int>{{-2, 100}, {-1, 100}, {0, 25}, {1, 25}}));
}

struct Fate {
  std::atomic<int> armed = 0;
  std::atomic<int> victim = 0;
  int how = 0;
};
enum { by_sigkill, by_exit, by_abort, by_segv, by_stop, by_stop_sleeping };
int meets_its_fate(const int *, const double x[], const int *, double f[], void *userdata) {
  auto &fate = *static_cast<Fate *>(userdata);
  f[0] = x[0];
  if (fate.armed.exchange(0) == 0) return 0;
  fate.victim = getpid();
  switch (fate.how) {
    case by_sigkill:
      raise(SIGKILL);
      break;
    case by_exit:
      _exit(7);
    case by_abort:
      signal(SIGABRT, SIG_DFL);
      abort();
    case by_segv:
      signal(SIGSEGV, SIG_DFL);
      raise(SIGSEGV);
      break;
    case by_stop:
      raise(SIGSTOP);
      break;
    default:
      pause();
  }
  return 0;
}

TEST_F(Forked, LostWorkersAreAnErrorAndTheLibraryGoesOn) {
  const std::map<int, std::string> sentences{
      {by_sigkill, "was killed by signal 9"},
      {by_exit, "ended with exit status 7"},
      {by_abort, "was killed by signal 6"},
      {by_segv, "was killed by signal 11"},
      {by_stop, "no CPU time, no input or output, and nothing woke it"},
      {by_stop_sleeping, "in state S"}};
  const Points points(100, 1);
  for (const auto &[how, words] : sentences) {
    Shared<Fate> fate;
    fate->how = how;
    const HostFunction host{1, 1, meets_its_fate, fate.get(), 1};
    EngineOptions options;
    options.worker_timeout = 1;
    auto engine = forked(host, 2, options);
    evaluate(*engine, points, 1);
    fate->armed = 1;
    const auto [status, sentence] = failure_of([&] { evaluate(*engine, points, 1); });
    EXPECT_EQ(status, CUBOID_WORKER_LOST);
    EXPECT_NE(sentence.find(words), std::string::npos) << sentence;
    EXPECT_NE(sentence.find("process " + std::to_string(fate->victim)), std::string::npos);
    expect_no_children();
    evaluate(*engine, points, 1);
    EXPECT_EQ(evaluate(*forked(host, 2), points, 1), points.x);
  }
}

TEST_F(Forked, AWorkerThatWorksOrWaitsForACpuIsNotLost) {
  EngineOptions options;
  options.worker_timeout = 0.5;
  const HostFunction host{1, 1,
                          [](const int *, const double x[], const int *, double f[], void *) {
                            f[0] = x[0];
                            if (x[0] > 0.9) spend(0.2);
                            return 0;
                          },
                          nullptr, 1};
  const Points points(60, 1);
  EXPECT_EQ(evaluate(*forked(host, 4, options), points, 1), points.x);
}

/// How a worker may wait for longer than the timeout.
enum Wait { in_one_sleep, for_a_child_that_sleeps, for_a_child_that_works, in_a_trickle, in_poll };

int waits(const int *, const double x[], const int *, double f[], void *userdata) {
  constexpr double seconds = 1.5;
  static bool waited = false;  // In each worker: once.
  f[0] = x[0];
  if (std::exchange(waited, true)) return 0;
  const Wait wait = *static_cast<const Wait *>(userdata);
  if (wait == in_one_sleep) usleep(static_cast<useconds_t>(1e6 * seconds));
  if (wait == in_poll) poll(nullptr, 0, static_cast<int>(1e3 * seconds));
  if (wait == for_a_child_that_sleeps || wait == for_a_child_that_works) {
    const pid_t child = fork();
    if (child == 0) {
      if (wait == for_a_child_that_works)
        spend(seconds);
      else
        usleep(static_cast<useconds_t>(1e6 * seconds));
      _exit(0);
    }
    waitpid(child, nullptr, 0);
  }
  if (wait == in_a_trickle) {
    // A byte now and then, by a process that is not the worker's.
    char byte;
    const auto *const descriptor = static_cast<const int *>(userdata) + 1;
    for (int i = 0; i < 5; ++i) f[0] = read(*descriptor, &byte, 1) == 1 ? x[0] : -1;
  }
  return 0;
}

TEST_F(Forked, AWorkerThatWaitsForWhatGoesOnIsNotLost) {
  const Points points(20, 1);
  for (const int wait :
       {in_one_sleep, for_a_child_that_sleeps, for_a_child_that_works, in_a_trickle, in_poll}) {
    SCOPED_TRACE(wait);
    int ends[2];
    ASSERT_EQ(pipe(ends), 0);
    const pid_t writer = wait == in_a_trickle ? fork() : -1;
    if (writer == 0) {
      for (int i = 0; i < 40; ++i) {
        usleep(150'000);
        if (write(ends[1], "b", 1) != 1) break;
      }
      _exit(0);
    }
    int how[2] = {wait, ends[0]};
    const HostFunction host{1, 1, waits, how, 1};
    EngineOptions options;
    options.worker_timeout = 0.5;
    EXPECT_EQ(evaluate(*forked(host, 2, options), points, 1), points.x);
    close(ends[0]);
    close(ends[1]);
    if (writer > 0) {
      kill(writer, SIGKILL);
      waitpid(writer, nullptr, 0);
    }
  }
}

TEST_F(Forked, AWorkerThatWaitsForAStuckChildIsLost) {
  const HostFunction host{1, 1,
                          [](const int *, const double x[], const int *, double f[], void *) {
                            f[0] = x[0];
                            const pid_t child = fork();
                            if (child == 0) {
                              prctl(PR_SET_PDEATHSIG, SIGKILL);
                              pause();
                            }
                            waitpid(child, nullptr, 0);
                            return 0;
                          },
                          nullptr, 1};
  EngineOptions options;
  options.worker_timeout = 0.5;
  const Points points(20, 1);
  auto engine = forked(host, 2, options);
  const auto [status, sentence] = failure_of([&] { evaluate(*engine, points, 1); });
  EXPECT_EQ(status, CUBOID_WORKER_LOST);
  EXPECT_NE(sentence.find("child processes have made none either"), std::string::npos) << sentence;
}

TEST_F(Forked, DeathBetweenBatches) {
  const HostFunction host{1, 1, as_function(polynomial), nullptr, 1};
  const Points points(100, 1);
  auto group = std::make_shared<WorkerGroup>(WorkerCounts{2}, 5);
  EngineOptions options;
  options.kept = group;
  {
    const auto engine = forked(host, 2, options);
    evaluate(*engine, points, 1);
    kill(group->processes()[1], SIGKILL);
    usleep(20000);
    EXPECT_EQ(failure_of([&] { evaluate(*engine, points, 1); }).first, CUBOID_WORKER_LOST);
    EXPECT_EQ(evaluate(*engine, points, 1), serial_values(host, points));
  }
  expect_no_children();
  const auto engine = forked(host, 2, options);
  EXPECT_EQ(group->counts().cores, 2) << "a kept group starts again";
  EXPECT_EQ(evaluate(*engine, points, 1), serial_values(host, points));
}

struct Trouble {
  int core = 0;  ///< where it happens
  int kind = 0;
};
int makes_trouble(const int *, const double x[], const int *, double f[], void *userdata,
                  const std::int64_t *, const int *core, const double[], const int *) {
  const auto &trouble = *static_cast<Trouble *>(userdata);
  f[0] = x[0];
  if (*core != trouble.core) return 0;
  if (trouble.kind == 0) return -999;
  if (trouble.kind == 1) throw std::runtime_error("no such table");
  f[0] = std::numeric_limits<double>::infinity();
  return 0;
}

TEST_F(Forked, TroubleIsReportedFromWhereverItIs) {
  for (int core : {-1, 0, 1}) {
    for (int kind : {0, 1, 2}) {
      Trouble trouble{core, kind};
      const HostFunction host{1, 1, as_function(makes_trouble), &trouble, 1};
      const auto engine = forked(host, 2);
      const Points points(core == -1 ? 5 : 50, 1);
      const auto [status, sentence] = failure_of([&] { evaluate(*engine, points, 1); });
      EXPECT_EQ(status, kind == 0   ? CUBOID_ABORTED
                        : kind == 1 ? CUBOID_EXCEPTION
                                    : CUBOID_NONFINITE);
      if (kind == 1) {
        EXPECT_NE(sentence.find("no such table"), std::string::npos);
      }
      if (kind == 2) {
        EXPECT_EQ(engine->nonfinite().count, core == -1 ? 5 : 25);
      }
      trouble.core = 99;
      // The workers have their own copy of trouble, so only new ones see the change.
      EXPECT_EQ(evaluate(*forked(host, 2), points, 1), points.x);
    }
  }
}

TEST_F(Forked, AbortLeavesKeptWorkersUsable) {
  Shared<Trouble> trouble;
  *trouble = {1, 0};
  const HostFunction host{1, 1, as_function(makes_trouble), trouble.get(), 1};
  EngineOptions options;
  options.kept = std::make_shared<WorkerGroup>(WorkerCounts{2}, 5);
  const auto before = options.kept->processes();
  const Points points(5000, 1);
  EXPECT_EQ(failure_of([&] { evaluate(*forked(host, 2, options), points, 1); }).first,
            CUBOID_ABORTED);
  trouble->core = 99;
  EXPECT_EQ(evaluate(*forked(host, 2, options), points, 1), points.x);
  EXPECT_EQ(options.kept->processes(), before);
}

int sleeps(const int *, const double x[], const int *, double f[], void *userdata) {
  usleep(static_cast<useconds_t>(*static_cast<int *>(userdata)));
  f[0] = x[0];
  return 0;
}

TEST_F(Forked, CancelAndDeadline) {
  // One point of the second integrand outlasts the test.
  for (int microseconds : {1000, 2000000000}) {
    const HostFunction host{1, 1, sleeps, &microseconds, 1};
    const Points points(5000, 1);
    volatile int cancel = 0;
    EngineOptions options;
    options.limits.cancel = &cancel;
    // A one-shot child sets the flag through a signal, since a thread would forbid the fork.
    static volatile int *flag;
    flag = &cancel;
    signal(SIGALRM, [](int) { *flag = 1; });
    {
      const auto engine = forked(host, 2, options);
      ualarm(200000, 0);
      EXPECT_EQ(failure_of([&] { evaluate(*engine, points, 1); }).first, CUBOID_CANCELLED);
    }
    signal(SIGALRM, SIG_DFL);
    EngineOptions timed;
    const double start = monotonic_seconds();
    timed.limits.deadline = start + 0.2;
    const auto engine = forked(host, 2, timed);
    EXPECT_EQ(failure_of([&] { evaluate(*engine, points, 1); }).first, CUBOID_TIME_LIMIT);
    EXPECT_GE(monotonic_seconds() - start, 0.2);
  }
}

/// A line of letters for each core, written by one process each.
struct HookLog {
  struct Line {
    int length = 0;
    char letters[60];
  } lines[5];

  Line &line(int core) { return lines[core == 32768 ? 4 : core]; }
  void add(char what, int core) {
    Line &end = line(core);
    end.letters[end.length++] = what;
  }
  std::string of(int core) {
    return {line(core).letters, static_cast<std::size_t>(line(core).length)};
  }
};
void log_init(void *log, const int *core) {
  static_cast<HookLog *>(log)->add('i', *core);
}
void log_exit(void *log, const int *core) {
  static_cast<HookLog *>(log)->add('e', *core);
}
int log_first(const int *, const double x[], const int *, double f[], void *userdata,
              const std::int64_t *, const int *core, const double[], const int *) {
  auto &log = *static_cast<HookLog *>(userdata);
  const int hook_core = *core == -1 ? 32768 : *core;
  if (log.of(hook_core).empty() || log.of(hook_core).back() != 'f') log.add('f', hook_core);
  f[0] = x[0];
  return 0;
}

TEST_F(Forked, HooksInOrder) {
  Shared<HookLog> log;
  process_settings().set_init_hook(log_init, log.get());
  process_settings().set_exit_hook(log_exit, log.get());
  const HostFunction host{1, 1, as_function(log_first), log.get(), 1};
  {
    const auto engine = forked(host, 2);
    evaluate(*engine, Points(50, 1), 1);
    evaluate(*engine, Points(50, 1), 1);
    EXPECT_EQ(log->of(32768), "");
    evaluate(*engine, Points(5, 1), 1);
  }
  EXPECT_EQ(log->of(0), "ife");
  EXPECT_EQ(log->of(1), "ife");
  EXPECT_EQ(log->of(32768), "ife");
}

TEST_F(Forked, KeptWorkersServeSeveralIntegrations) {
  Shared<HookLog> log;
  process_settings().set_init_hook(log_init, log.get());
  process_settings().set_exit_hook(log_exit, log.get());
  process_settings().set_cores(2, 10000);
  EngineOptions options;
  options.kept = start_kept_group();
  ASSERT_EQ(options.kept->counts().cores, 2);
  const HostFunction logging{1, 1, as_function(log_first), log.get(), 1};
  const HostFunction other{3, 4, as_function(polynomial), nullptr, 7};
  for (int i = 0; i < 3; ++i) {
    evaluate(*forked(logging, 2, options), Points(50, 1), 1);
    const Points points(100, 3);
    EXPECT_EQ(evaluate(*forked(other, 2, options), points, 4), serial_values(other, points));
  }
  options.kept.reset();
  EXPECT_EQ(log->of(1), "ifeieifeieifeie");
}

TEST_F(Forked, AKeptGroupWithoutWorkers) {
  process_settings().set_cores(0, 10000);
  EngineOptions options;
  options.kept = start_kept_group();
  EXPECT_EQ(options.kept->counts().total(), 0);
  const HostFunction host{1, 1, as_function(polynomial), nullptr, 1};
  const Points points(50, 1);
  EXPECT_EQ(evaluate(*forked(host, 0, options), points, 1), serial_values(host, points));
  process_settings().set_cores(2, 10000);
}

TEST_F(Forked, AKeptGroupInUseIsNotShared) {
  EngineOptions options;
  options.kept = std::make_shared<WorkerGroup>(WorkerCounts{2}, 5);
  Shared<CoreLog> log;
  const HostFunction host{1, 1, as_function(log_core), log.get(), 1};
  const auto first = forked(host, 2, options);
  const auto second = forked(host, 2, options);
  evaluate(*second, Points(50, 1), 1);
  EXPECT_EQ(by_core(*log), (std::map<int, int>{{-1, 50}}));
}

TEST_F(Forked, AForkOfTheMasterLeavesTheGroupAlone) {
  EngineOptions options;
  options.kept = std::make_shared<WorkerGroup>(WorkerCounts{2}, 5);
  const HostFunction host{1, 1, as_function(polynomial), nullptr, 1};
  const Points points(50, 1);
  const auto expected = serial_values(host, points);
  const pid_t child = fork();
  if (child == 0) {
    const bool same = evaluate(*forked(host, 2, options), points, 1) == expected;
    options.kept.reset();
    _exit(same ? 0 : 1);
  }
  int status = -1;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(evaluate(*forked(host, 2, options), points, 1), expected);
}

TEST_F(Forked, NestedIntegrationsStaySerial) {
  const HostFunction outer{1, 1,
                           [](const int *, const double[], const int *, double f[], void *) {
                             Shared<CoreLog> log;
                             const HostFunction inner{1, 1, as_function(log_core), log.get(), 1};
                             evaluate(*forked(inner, 2), Points(50, 1), 1);
                             f[0] = by_core(*log) == std::map<int, int>{{-1, 50}};
                             return 0;
                           },
                           nullptr, 1};
  EXPECT_EQ(evaluate(*forked(outer, 2), Points(20, 1), 1), std::vector<double>(20, 1));
}

TEST_F(Forked, OtherThreadsForbidTheFork) {
  std::atomic<bool> done = false;
  std::thread other([&] {
    while (!done) usleep(1000);
  });
  Shared<CoreLog> log;
  const HostFunction host{1, 1, as_function(log_core), log.get(), 1};
  evaluate(*forked(host, 2), Points(50, 1), 1);
  EXPECT_EQ(by_core(*log), (std::map<int, int>{{-1, 50}}));
  EXPECT_STREQ(reason_not_to_fork(), "the process has other threads");
  done = true;
  other.join();
}

TEST_F(Forked, MpiForbidsTheFork) {
  setenv("PMI_RANK", "0", 1);
  EXPECT_STREQ(reason_not_to_fork(), "the process takes part in an MPI job");
  unsetenv("PMI_RANK");
  EXPECT_EQ(reason_not_to_fork(), nullptr);
}

TEST_F(Forked, ForeignChildrenAreUntouched) {
  const pid_t foreign = fork();
  if (foreign == 0) _exit(33);
  const HostFunction host{1, 1, as_function(polynomial), nullptr, 1};
  for (int i = 0; i < 3; ++i) evaluate(*forked(host, 3), Points(50, 1), 1);
  int status = 0;
  ASSERT_EQ(waitpid(foreign, &status, 0), foreign);
  EXPECT_EQ(WEXITSTATUS(status), 33);
}

TEST_F(Forked, CallersThatReapOrIgnoreChildren) {
  const HostFunction host{1, 1, as_function(polynomial), nullptr, 1};
  const Points points(50, 1);
  for (const auto handler : {SIG_IGN, +[](int) {
                               while (waitpid(-1, nullptr, WNOHANG) > 0) {
                               }
                             }}) {
    signal(SIGCHLD, handler);
    EXPECT_EQ(evaluate(*forked(host, 3), points, 1), serial_values(host, points));
    Shared<Fate> fate;
    fate->armed = 1;
    const HostFunction dying{1, 1, meets_its_fate, fate.get(), 1};
    EXPECT_EQ(failure_of([&] { evaluate(*forked(dying, 3), points, 1); }).first,
              CUBOID_WORKER_LOST);
    signal(SIGCHLD, SIG_DFL);
  }
}

TEST_F(Forked, WorkersGoWithTheirMaster) {
  Shared<std::atomic<int>> workers;
  struct Found {
    int process[2];
  };
  Shared<Found> found;
  const pid_t master = fork();
  if (master == 0) {
    auto *group = new WorkerGroup(WorkerCounts{2}, 5);
    for (int i = 0; i < 2; ++i) found->process[i] = group->processes()[static_cast<std::size_t>(i)];
    *workers = 2;
    pause();
  }
  while (*workers < 2) usleep(1000);
  kill(master, SIGKILL);
  waitpid(master, nullptr, 0);
  for (int process : found->process) {
    bool gone = false;
    for (int i = 0; i < 200 && !gone; ++i) {
      const char state = process_state(process).state;
      gone = state == 'X' || state == 'Z';
      usleep(10000);
    }
    EXPECT_TRUE(gone);
  }
}

TEST_F(Forked, NoSystemVSegment) {
  const auto segments = [] {
    std::ifstream file("/proc/sysvipc/shm");
    return std::string(std::istreambuf_iterator<char>(file), {});
  };
  const std::string before = segments();
  const HostFunction host{1, 1, as_function(polynomial), nullptr, 1};
  const auto engine = forked(host, 2);
  evaluate(*engine, Points(50, 1), 1);
  EXPECT_EQ(segments(), before);
}

TEST_F(Forked, NoDescriptorIsLeft) {
  const HostFunction host{1, 1, as_function(polynomial), nullptr, 1};
  const int before = dup(0);
  close(before);
  for (int i = 0; i < 20; ++i) evaluate(*forked(host, 3), Points(50, 1), 1);
  const int after = dup(0);
  close(after);
  EXPECT_EQ(before, after);
}

TEST_F(Forked, ManyWorkersWithFewDescriptors) {
  const pid_t child = fork();
  if (child == 0) {
    rlimit limit{40, 40};
    setrlimit(RLIMIT_NOFILE, &limit);
    const HostFunction host{1, 1, as_function(polynomial), nullptr, 1};
    const Points points(500, 1);
    const auto group = std::make_shared<WorkerGroup>(WorkerCounts{100000000}, 5);
    EngineOptions options;
    options.kept = group;
    const bool right =
        evaluate(*forked(host, 1, options), points, 1) == serial_values(host, points);
    _exit(right && group->counts().cores > 0 && group->counts().cores < 40 ? 0 : 1);
  }
  int status = -1;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
}

TEST_F(Forked, OutputIsWrittenOnce) {
  char name[] = "forked_output_XXXXXX";
  const int descriptor = mkstemp(name);
  FILE *file = fdopen(descriptor, "w");
  fprintf(file, "master\n");
  const HostFunction host{1, 1,
                          [](const int *, const double x[], const int *, double f[], void *out) {
                            fprintf(static_cast<FILE *>(out), "point\n");
                            f[0] = x[0];
                            return 0;
                          },
                          file, 1};
  evaluate(*forked(host, 2), Points(20, 1), 1);
  fclose(file);
  std::ifstream written(name);
  std::multiset<std::string> lines;
  for (std::string line; std::getline(written, line);) lines.insert(line);
  unlink(name);
  EXPECT_EQ(lines.count("master"), 1u);
  EXPECT_EQ(lines.count("point"), 20u);
}

TEST_F(Forked, Lines) {
  std::vector<std::string> lines;
  EngineOptions options;
  options.starting_line =
      options.sampling_line = [&](const std::string &line) { lines.push_back(line); };
  const HostFunction host{1, 1, as_function(polynomial), nullptr, 1};
  evaluate(*forked(host, 2, options), Points(153, 1), 1);
  EXPECT_EQ(lines, (std::vector<std::string>{"using 2 cores 0 accelerators via shared memory",
                                             "sampling 76 points each on 2 cores"}));
}

TEST_F(Forked, SaysHowFarItHasCome) {
  for (const WorkerMode mode : {WorkerMode::fork, WorkerMode::automatic})
    expect_true_progress(with_workers(mode, 2));
}

}  // namespace
