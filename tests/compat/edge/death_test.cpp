// Workers that die or stop, and masters that do.
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <atomic>
#include <fstream>

#include "calls.hpp"
#include "support/process.hpp"

namespace {

using namespace edge;

/// In memory that workers share.
struct Shared {
  std::atomic<int> calls;
  std::atomic<bool> dead;
  std::atomic<int> workers[2];
};

Shared *shared() {
  static Shared *const memory =
      new (mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0))
          Shared();
  return memory;
}

/// How the worker that makes a certain call ends.
struct Death {
  const char *name;
  void (*die)();
};

constexpr Death deaths[] = {
    {"Abort", [] { abort(); }},       {"Exit", [] { exit(0); }},
    {"ExitAtOnce", [] { _exit(3); }}, {"SegmentationFault", [] { raise(SIGSEGV); }},
    {"Kill", [] { raise(SIGKILL); }}, {"Pipe", [] { raise(SIGPIPE); }},
    {"Stop", [] { raise(SIGSTOP); }}, {"Sleep", [] { pause(); }},
};

struct Task {
  void (*die)();
  int at;
};

int dying(const int *ndim, const double x[], const int *ncomp, double f[], void *userdata,
          const int *, const int *core) {
  const auto *task = static_cast<const Task *>(userdata);
  // The master evaluates points by itself that are too few for workers.
  if (++shared()->calls >= task->at && *core >= 0 && task->die && !shared()->dead.exchange(true)) {
    signal(SIGABRT, SIG_DFL);
    signal(SIGSEGV, SIG_DFL);
    task->die();
  }
  return support::peak(ndim, x, ncomp, f, nullptr);
}

class Dying : public testing::TestWithParam<std::tuple<Routine, Death>> {
 protected:
  Dying() {
    const rlimit none{0, 0};
    setrlimit(RLIMIT_CORE, &none);
    setenv("CUBOID_WORKER_TIMEOUT", "0.5", 1);
    cubacores(2, 10000);
  }
  ~Dying() override { EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1) << "a child is left"; }
};

std::string test_name(const testing::TestParamInfo<Dying::ParamType> &test) {
  const auto &[routine, death] = test.param;
  return name_of(routine) + death.name;
}

INSTANTIATE_TEST_SUITE_P(, Dying,
                         testing::Combine(testing::ValuesIn(routines_of_int),
                                          testing::ValuesIn(deaths)),
                         test_name);

TEST_P(Dying, IsAFailureInTimeAndNotTheEnd) {
  const auto [routine, death] = GetParam();
  Task never{nullptr, -1};
  Arguments a;
  a.integrand = support::as<integrand_t>(dying);
  a.userdata = &never;
  a.epsrel = 1e-9;
  a.maxeval = 4000;
  shared()->calls = 0;
  const Outcome expected = call(routine, a);
  ASSERT_TRUE(expected.not_converged()) << expected.fail << expected.why;

  // Divonne's last points are few.
  const int last = static_cast<int>(is_divonne(routine) ? 3 * expected.neval / 4 : expected.neval);
  for (const bool kept : {false, true}) {
    void *spin = nullptr;
    for (const int at : {1, last / 2, last}) {
      Task task{death.die, at};
      Arguments b = a;
      b.userdata = &task;
      if (kept) b.spin = &spin;
      shared()->calls = 0;
      shared()->dead = false;
      const Outcome o = call(routine, b);
      expect_failure(o, CUBOID_WORKER_LOST, 1);
      EXPECT_NE(o.why.find("worker "), std::string::npos) << o.why;
      // The next call gets new workers.
      b.userdata = &never;
      expect_same(call(routine, b), expected);
    }
    cubawait(&spin);
  }
}

int waiting(const int *, const double x[], const int *, double f[], void *, const int *,
            const int *core) {
  shared()->workers[*core] = getpid();
  pause();
  f[0] = x[0];
  return 0;
}

/// Whether the process ends within seconds.  Who inherits it may not have reaped it yet.
bool ends(pid_t process) {
  for (int i = 0; i < 500; ++i) {
    std::ifstream file("/proc/" + std::to_string(process) + "/stat");
    std::string text;
    if (!std::getline(file, text)) return true;
    const std::size_t state = text.rfind(')') + 2;
    if (state >= text.size() || text[state] == 'Z' || text[state] == 'X') return true;
    usleep(10000);
  }
  return false;
}

TEST(DyingMaster, TakesItsWorkersAlong) {
  for (const int number : {SIGKILL, SIGTERM, SIGINT}) {
    shared()->workers[0] = shared()->workers[1] = 0;
    const int status = support::wait_status_of([number] {
      const pid_t self = getpid();
      if (fork() == 0) {
        alarm(30);
        while (shared()->workers[0] == 0 || shared()->workers[1] == 0) usleep(1000);
        kill(self, number);
        _exit(0);
      }
      cubacores(2, 10000);
      Arguments a;
      a.integrand = support::as<integrand_t>(waiting);
      call(Routine::Vegas, a);
      return 1;
    });
    ASSERT_TRUE(WIFSIGNALED(status));
    EXPECT_EQ(WTERMSIG(status), number);
    for (const std::atomic<int> &worker : shared()->workers) {
      ASSERT_GT(worker, 0);
      EXPECT_TRUE(ends(worker)) << "worker " << worker;
    }
  }
}

TEST(DyingMaster, OfItsOwnEvaluationDiesAsUsual) {
  const int status = support::wait_status_of([] {
    const rlimit none{0, 0};
    setrlimit(RLIMIT_CORE, &none);
    cubacores(0, 10000);
    Arguments a;
    a.integrand = [](const int *, const double[], const int *, double[], void *) -> int {
      signal(SIGABRT, SIG_DFL);
      abort();
    };
    call(Routine::Vegas, a);
    return 0;
  });
  ASSERT_TRUE(WIFSIGNALED(status));
  EXPECT_EQ(WTERMSIG(status), SIGABRT);
}

}  // namespace
