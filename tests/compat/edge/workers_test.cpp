// Workers as Cuba's programs ask for them: numbers, spin pointers, hooks, signals, and other
// children.
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <stdexcept>

#include "calls.hpp"
#include "support/process.hpp"

namespace {

using namespace edge;

/// In memory that workers share.
struct Shared {
  std::atomic<int> calls;
  std::atomic<int> in_master;
  std::atomic<int> init[64], exit[64];
  std::atomic<int> init_in_master, exit_in_master;
  std::atomic<int> greatest_core;
};

Shared *shared() {
  static Shared *const memory =
      new (mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0))
          Shared();
  return memory;
}

int counting(const int *ndim, const double x[], const int *ncomp, double f[], void *, const int *,
             const int *core) {
  ++shared()->calls;
  if (*core == -1) ++shared()->in_master;
  int greatest = shared()->greatest_core;
  while (*core > greatest && !shared()->greatest_core.compare_exchange_weak(greatest, *core)) {
  }
  return support::peak(ndim, x, ncomp, f, nullptr);
}

class Workers : public edge::EveryRoutine {
 protected:
  Workers() {
    new (shared()) Shared();
    shared()->greatest_core = -1;
  }
  ~Workers() override {
    cubacores(0, 10000);
    EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1) << "a child is left";
  }

  /// Divonne asks for a few points now and then, which are the master's.
  void expect_shared_out() const {
    if (divonne()) {
      EXPECT_LT(shared()->in_master, shared()->calls / 2);
    } else {
      EXPECT_EQ(shared()->in_master, 0);
    }
  }

  static Arguments counted() {
    Arguments a;
    a.integrand = support::as<integrand_t>(counting);
    a.epsrel = 1e-9;
    a.maxeval = 6000;
    return a;
  }
};

INSTANTIATE_TEST_SUITE_P(, Workers, testing::ValuesIn(every_routine), routine_name);

TEST_P(Workers, DoNotChangeABit) {
  cubacores(0, 10000);
  const Outcome expected = run(counted());
  EXPECT_EQ(shared()->calls, expected.neval);
  EXPECT_EQ(shared()->in_master, expected.neval);
  for (const int cores : {1, 2, 3})
    for (const int points : {10000, 7, 0, -5}) {
      new (shared()) Shared();
      cubacores(cores, points);
      expect_same(run(counted()), expected);
      EXPECT_EQ(shared()->calls, expected.neval);
      expect_shared_out();
      EXPECT_EQ(shared()->greatest_core, cores - 1);
    }
}

TEST_P(Workers, AreNoMoreThanDescriptorsAllow) {
  support::expect_zero_in_child([&] {
    rlimit limit;
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = 40;
    setrlimit(RLIMIT_NOFILE, &limit);
    cubacores(1000000, 10000);
    const Outcome o = run(counted());
    return o.fail >= 0 && shared()->greatest_core < 40 ? 0 : 1;
  });
}

TEST_P(Workers, SpinWithoutWorkersIsHarmless) {
  cubacores(0, 10000);
  const Outcome expected = run(counted());
  void *spin = nullptr;
  Arguments a = counted();
  a.spin = &spin;
  expect_same(run(a), expected);
  cubawait(&spin);
  EXPECT_EQ(spin, nullptr);
  cubafork(&spin);
  expect_same(run(a), expected);
  cubawait(&spin);
  EXPECT_EQ(spin, nullptr);
  cubawait(&spin);
}

TEST_P(Workers, SpinOfMinusOneIsAutomatic) {
  cubacores(2, 10000);
  int spin = -1;
  Arguments a = counted();
  a.spin = &spin;
  const Outcome o = run(a);
  EXPECT_EQ(spin, -1);
  expect_shared_out();
  cubawait(&spin);
  EXPECT_EQ(spin, -1);
  EXPECT_TRUE(o.not_converged());
}

TEST_P(Workers, AreKeptBehindASpinPointer) {
  cubacores(2, 10000);
  void *spin = nullptr;
  Arguments a = counted();
  const Outcome expected = run(a);
  a.spin = &spin;
  expect_same(run(a), expected);
  ASSERT_NE(spin, nullptr);
  void *const kept = spin;
  expect_same(run(a), expected);
  EXPECT_EQ(spin, kept);
  cubawait(&spin);
  EXPECT_EQ(spin, nullptr);
}

TEST_P(Workers, ForkedBeforehandAreUsed) {
  cubacores(2, 10000);
  void *spin = nullptr;
  cubafork(&spin);
  ASSERT_NE(spin, nullptr);
  Arguments a = counted();
  a.spin = &spin;
  EXPECT_TRUE(run(a).not_converged());
  expect_shared_out();
  // With unusable arguments they stay as they are.
  Arguments bad = a;
  bad.ndim = 0;
  expect_failure(run(bad), CUBOID_BAD_NDIM, 1);
  bad = a;
  bad.ncomp = -3;
  EXPECT_EQ(run(bad).fail, CUBOID_BAD_NCOMP);
  EXPECT_TRUE(run(a).not_converged());
  cubawait(&spin);
}

TEST_P(Workers, SpinAndUnusableArguments) {
  cubacores(2, 10000);
  void *spin = nullptr;
  Arguments a = counted();
  a.spin = &spin;
  a.ndim = 0;
  expect_failure(run(a), CUBOID_BAD_NDIM, 1);
  cubawait(&spin);
}

// Cuba's Divonne waits for ever.
TEST_P(Workers, ThatAreKeptEvaluateGivenPoints) {
  double given[60];
  for (int i = 0; i < 60; ++i) given[i] = 0.01 * (i + 1);
  Arguments a = counted();
  a.ngiven = 20;
  a.xgiven = given;
  cubacores(0, 10000);
  const Outcome expected = run(a);
  cubacores(2, 10000);
  void *spin = nullptr;
  cubafork(&spin);
  a.spin = &spin;
  for (int twice = 0; twice < 2; ++twice) expect_same(run(a), expected);
  cubawait(&spin);
}

TEST_P(Workers, RunTheHooksOncePerIntegration) {
  const auto init = +[](void *, const int *core) {
    ++(*core == 32768 ? shared()->init_in_master : shared()->init[*core]);
  };
  const auto exit = +[](void *, const int *core) {
    ++(*core == 32768 ? shared()->exit_in_master : shared()->exit[*core]);
  };
  cubainit(reinterpret_cast<void (*)()>(init), nullptr);
  cubaexit(reinterpret_cast<void (*)()>(exit), nullptr);
  cubacores(2, 10000);
  run(counted());
  for (int core = 0; core < 2; ++core) {
    EXPECT_EQ(shared()->init[core], 1);
    EXPECT_EQ(shared()->exit[core], 1);
  }
  if (!divonne()) {
    EXPECT_EQ(shared()->init_in_master, 0);
  }
  EXPECT_EQ(shared()->init_in_master, shared()->exit_in_master);
  new (shared()) Shared();
  cubacores(0, 10000);
  run(counted());
  EXPECT_EQ(shared()->init_in_master, 1);
  EXPECT_EQ(shared()->exit_in_master, 1);
  cubainit(nullptr, nullptr);
  cubaexit(nullptr, nullptr);
  run(counted());
  EXPECT_EQ(shared()->init_in_master, 1);
}

TEST_P(Workers, ReportFailuresAsTheMasterDoes) {
  const auto failing = +[](const int *, const double x[], const int *, double f[], void *userdata) {
    f[0] = x[0];
    const double at = 0.9;
    const int what = *static_cast<int *>(userdata);
    if (x[0] < at) return 0;
    if (what == 0) f[0] = NAN;
    if (what == 1) return -999;
    return 0;
  };
  constexpr int statuses[] = {CUBOID_NONFINITE, CUBOID_ABORTED};
  for (int what = 0; what < 2; ++what) {
    Arguments a = counted();
    a.integrand = failing;
    a.userdata = &what;
    cubacores(0, 10000);
    const Outcome expected = run(a);
    cubacores(2, 10000);
    const Outcome o = run(a);
    expect_failure(o, statuses[what], 1);
    EXPECT_EQ(o.why, expected.why);
    EXPECT_EQ(o.neval, expected.neval);
  }
}

TEST_P(Workers, OtherChildrenAreNotReaped) {
  const pid_t other = fork();
  if (other == 0) _exit(42);
  cubacores(2, 10000);
  run(counted());
  void *spin = nullptr;
  Arguments a = counted();
  a.spin = &spin;
  run(a);
  cubawait(&spin);
  int status = 0;
  ASSERT_EQ(waitpid(other, &status, 0), other);
  EXPECT_EQ(WEXITSTATUS(status), 42);
}

TEST_P(Workers, SignalHandlersStay) {
  struct sigaction before[32], after;
  for (int number = 1; number < 32; ++number) sigaction(number, nullptr, &before[number]);
  cubacores(2, 10000);
  run(counted());
  for (int number = 1; number < 32; ++number) {
    sigaction(number, nullptr, &after);
    EXPECT_EQ(after.sa_handler, before[number].sa_handler) << "signal " << number;
    EXPECT_EQ(after.sa_flags, before[number].sa_flags) << "signal " << number;
  }
}

TEST_P(Workers, InterruptedWaitsGoOn) {
  // Without SA_RESTART, every wait of the master ends early now and then.
  struct sigaction action = {}, old;
  action.sa_handler = [](int) {};
  sigaction(SIGALRM, &action, &old);
  cubacores(0, 10000);
  const Outcome expected = run(counted());
  itimerval timer{{0, 1000}, {0, 1000}}, off{};
  cubacores(2, 10000);
  setitimer(ITIMER_REAL, &timer, nullptr);
  for (int i = 0; i < 20; ++i) expect_same(run(counted()), expected);
  setitimer(ITIMER_REAL, &off, nullptr);
  sigaction(SIGALRM, &old, nullptr);
}

TEST_P(Workers, SideEffectsAndAtexitStayInTheWorker) {
  cubacores(2, 10000);
  static int side_effect;
  side_effect = 0;
  Arguments a = counted();
  a.integrand = [](const int *, const double x[], const int *, double f[], void *) {
    ++side_effect;
    f[0] = x[0];
    return 0;
  };
  const Outcome o = run(a);
  EXPECT_GE(o.fail, 0);
  EXPECT_LE(side_effect, divonne() ? o.neval / 2 : 0);
}

}  // namespace
