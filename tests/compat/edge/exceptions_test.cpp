// What the caller's functions throw reaches the caller, as it does through a library in C: the very
// object, and the library is usable afterwards.  The environment says on what kind of workers.
#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <new>
#include <stdexcept>
#include <string>

#include "calls.hpp"
#include "support/directory.hpp"
#include "support/process.hpp"
#include "support/sanitized.hpp"

extern "C" void vegas_(const int *ndim, const int *ncomp, integrand_t integrand, void *userdata,
                       const int *nvec, const double *epsrel, const double *epsabs,
                       const int *flags, const int *seed, const int *mineval, const int *maxeval,
                       const int *nstart, const int *nincrease, const int *nbatch,
                       const int *gridno, const char *statefile, void *spin, int *neval, int *fail,
                       double integral[], double error[], double prob[], int statefile_length);

namespace {

using namespace edge;

/// Derived from nothing, and too much to be copied by chance.
struct Own {
  std::string text = "thrown by a function of the program's, and longer than any short string";
  static inline std::atomic<int> alive = 0;  ///< several threads may throw at once
  Own() { ++alive; }
  Own(const Own &other) : text(other.text) { ++alive; }
  ~Own() { --alive; }
};

struct Unusual : std::bad_alloc {};

enum class Thrown { own, number, bad_alloc, standard };
constexpr Thrown every_kind[] = {Thrown::own, Thrown::number, Thrown::bad_alloc, Thrown::standard};

[[noreturn]] void throw_one(Thrown kind) {
  switch (kind) {
    case Thrown::own:
      throw Own();
    case Thrown::number:
      throw 7;
    case Thrown::bad_alloc:
      throw Unusual();
    case Thrown::standard:
      break;
  }
  throw std::out_of_range("no such luck");
}

/// Throws the kind that userdata points to in the points with x1 > .9.
int throwing(const int *ndim, const double x[], const int *ncomp, double f[], void *userdata) {
  if (x[0] > .9) throw_one(*static_cast<const Thrown *>(userdata));
  return support::peak(ndim, x, ncomp, f, nullptr);
}

/// "" if body throws the kind, else what it does instead.
template <class Body>
std::string other_than(Thrown kind, Body &&body) {
  try {
    body();
  } catch (const Own &own) {
    return kind == Thrown::own && own.text == Own().text ? "" : "another Own";
  } catch (int number) {
    return kind == Thrown::number && number == 7 ? "" : "another number";
  } catch (const Unusual &) {
    return kind == Thrown::bad_alloc ? "" : "Unusual";
  } catch (const std::out_of_range &error) {
    return kind == Thrown::standard && error.what() == std::string("no such luck") ? ""
                                                                                   : error.what();
  } catch (...) {
    return "something else";
  }
  return "nothing is thrown";
}

/// Whether the master evaluates little itself.
bool leaves_all_to_processes() {
  const char *const cores = getenv("CUBACORES");
  return cores != nullptr && *cores != '0' && getenv("CUBOID_WORKERS") == nullptr;
}

int descriptors() {
  int open = 0;
  for (int number = 0; number < 256; ++number) open += fcntl(number, F_GETFD) >= 0;
  return open;
}

class Exceptions : public edge::EveryRoutine {
 protected:
  ~Exceptions() override {
    EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1) << "a child is left";
    EXPECT_EQ(Own::alive, 0);
    EXPECT_EQ(std::uncaught_exceptions(), 0);
    EXPECT_EQ(std::current_exception(), nullptr);
    EXPECT_EQ(descriptors(), descriptors_before_);
    cubainit(nullptr, nullptr);
    cubaexit(nullptr, nullptr);
  }

  Arguments many() const {
    Arguments a;
    a.integrand = throwing;
    a.epsrel = 1e-9;
    a.maxeval = 40000;
    return a;
  }

 private:
  int descriptors_before_ = descriptors();
};

INSTANTIATE_TEST_SUITE_P(, Exceptions, testing::ValuesIn(every_routine), routine_name);

TEST_P(Exceptions, OfTheIntegrandReachTheCaller) {
  const Outcome expected = run({});
  for (Thrown kind : every_kind) {
    Arguments a = many();
    a.userdata = &kind;
    for (int i = 0; i < 3; ++i) EXPECT_EQ(other_than(kind, [&] { run(a); }), "");
    expect_same(run({}), expected);
  }
}

TEST_P(Exceptions, LeaveWorkersThatAreKeptUsable) {
  // Workers read it where it is when they are forked.
  Thrown kind = Thrown::own;
  void *spin = nullptr;
  cubafork(&spin);
  Arguments a = many();
  a.integrand = support::peak;
  const Outcome expected = run(a);
  Arguments b = many();
  b.userdata = &kind;
  b.spin = a.spin = &spin;
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(other_than(kind, [&] { run(b); }), "");
    expect_same(run(a), expected);
  }
  cubawait(&spin);
}

TEST_P(Exceptions, OfAnInnerIntegrationPassBothCalls) {
  struct Inner {
    Routine routine;
    Arguments arguments;
  };
  const auto nested = [](const int *, const double[], const int *, double f[], void *userdata) {
    const auto *inner = static_cast<const Inner *>(userdata);
    f[0] = call(inner->routine, inner->arguments).integral[0];
    return 0;
  };
  for (Thrown kind : every_kind) {
    Inner inner{GetParam(), many()};
    inner.arguments.userdata = &kind;
    Arguments a;
    a.integrand = nested;
    a.userdata = &inner;
    EXPECT_EQ(other_than(kind, [&] { run(a); }), "");
  }
}

void throwing_hook(void *kind, const int *core) {
  if (*core >= 0) throw_one(*static_cast<const Thrown *>(kind));
}

TEST_P(Exceptions, OfTheInitHookReachTheCaller) {
  for (Thrown kind : every_kind) {
    cubainit(support::as<void (*)()>(throwing_hook), &kind);
    EXPECT_EQ(other_than(kind, [&] { run({}); }), "");
    cubainit(nullptr, nullptr);
    EXPECT_GE(run({}).fail, 0);
  }
}

// A worker's exit hook runs in the worker, after all that the master hears of it.
TEST_P(Exceptions, OfTheExitHookReachTheCaller) {
  if (leaves_all_to_processes()) return;
  for (Thrown kind : every_kind) {
    cubaexit(support::as<void (*)()>(throwing_hook), &kind);
    Arguments few;
    few.maxeval = 5;
    few.nstart = few.nnew = few.nbatch = 5;
    EXPECT_EQ(other_than(kind, [&] { run(divonne() || cuhre() ? Arguments() : few); }), "");
    cubaexit(nullptr, nullptr);
    EXPECT_GE(run({}).fail, 0);
  }
}

TEST_P(Exceptions, OfThePeakFinderReachTheCaller) {
  if (!divonne()) return;
  static Thrown kind;
  for (Thrown each : every_kind) {
    kind = each;
    Arguments a;
    a.nextra = 3;
    a.peakfinder = [](const int *, const double[], int *, double[], void *) { throw_one(kind); };
    EXPECT_EQ(other_than(kind, [&] { run(a); }), "");
    EXPECT_GE(run({}).fail, 0);
  }
}

int throwing_in_workers(const int *ndim, const double x[], const int *ncomp, double f[],
                        void *userdata, const int *, const int *core) {
  if (*core >= 0) throw 7;
  return support::peak(ndim, x, ncomp, f, userdata);
}

TEST_P(Exceptions, OfWorkersAloneAreAFailure) {
  if (!leaves_all_to_processes()) return;
  Arguments a = many();
  a.integrand = support::as<integrand_t>(throwing_in_workers);
  expect_failure(run(a), CUBOID_EXCEPTION, 1);
  EXPECT_GE(run({}).fail, 0);
}

/// Knows where it was thrown.
struct Self {
  const void *self = this;
};

TEST_P(Exceptions, AreTheVeryObject) {
  Arguments a;
  a.integrand = [](const int *, const double[], const int *, double[], void *) -> int {
    throw Self();
  };
  try {
    run(a);
    FAIL();
  } catch (const Self &self) {
    EXPECT_EQ(&self, self.self);
  }
}

TEST_P(Exceptions, LeaveOutputsThatSayThatNothingIsKnown) {
  double integral = 0, error = 0, prob = 0;
  int nregions = 0, neval = 0, fail = 0;
  Thrown kind = Thrown::number;
  EXPECT_THROW(Cuhre(3, 1, throwing, &kind, 1, 1e-9, 0, 0, 0, 50000, 0, nullptr, nullptr, &nregions,
                     &neval, &fail, &integral, &error, &prob),
               int);
  EXPECT_EQ(fail, CUBOID_EXCEPTION);
  EXPECT_TRUE(std::isnan(integral) && std::isnan(error) && std::isnan(prob));
}

TEST(ExceptionsOfFortran, PassVegas) {
  const int ndim = 3, one = 1, zero = 0, maxeval = 40000, thousand = 1000, five_hundred = 500;
  const double epsrel = 1e-9, epsabs = 1e-12;
  const std::int64_t no_spin = -1;
  int neval, fail;
  double integral, error, prob;
  for (Thrown kind : every_kind)
    EXPECT_EQ(other_than(kind,
                         [&] {
                           vegas_(&ndim, &one, throwing, &kind, &one, &epsrel, &epsabs, &zero,
                                  &zero, &zero, &maxeval, &thousand, &five_hundred, &thousand,
                                  &zero, "", const_cast<std::int64_t *>(&no_spin), &neval, &fail,
                                  &integral, &error, &prob, 0);
                         }),
              "");
}

/// Jumps on the thread and in the process that made the call.
jmp_buf way_out;
pthread_t caller;
pid_t calling_process;
int jumping(const int *ndim, const double x[], const int *ncomp, double f[], void *) {
  if (getpid() == calling_process && pthread_equal(pthread_self(), caller)) longjmp(way_out, 1);
  usleep(100);
  return support::peak(ndim, x, ncomp, f, nullptr);
}

__attribute__((noinline)) bool is_left_by_jump(Routine routine, const char *statefile = nullptr) {
  if (setjmp(way_out) != 0) return true;
  Arguments a;
  a.integrand = jumping;
  a.statefile = statefile;
  // So few that the caller evaluates them, and more than that on threads.
  if (leaves_all_to_processes()) a.nstart = a.nnew = a.nbatch = 5;
  a.maxeval = 2000;
  call(routine, a);
  return false;
}

int threads() {
  int found = 0;
  DIR *tasks = opendir("/proc/self/task");
  while (const dirent *entry = readdir(tasks)) found += entry->d_name[0] != '.';
  closedir(tasks);
  return found;
}

/// The same, once those are gone that have ended: a thread that was joined stands in the list until
/// the system has taken it off, which takes a while where the processors are busy.
int threads_left(int expected) {
  constexpr int max_waits = 1000;
  for (int i = 0; i < max_waits && threads() > expected; ++i) usleep(5000);
  return threads();
}

/// Deeper in the stack than the call that was left.
__attribute__((noinline)) Outcome run_deeper(Routine routine, int depth) {
  volatile char room[4096];
  room[0] = static_cast<char>(depth);
  const Outcome o = depth > 0 ? run_deeper(routine, depth - 1) : call(routine, Arguments());
  return room[0] == static_cast<char>(depth) ? o : Outcome();
}

// Not all memory of a call that is left is found again, which is why this runs in a child: leak
// checkers would be right to complain.
TEST_P(Exceptions, JumpsOutLeaveNeitherProcessesNorThreadsNorDescriptors) {
  if (support::sanitized) GTEST_SKIP() << "a sanitizer has threads and frames of its own";
  const Outcome expected = run({});
  support::expect_zero_in_child([&] {
    caller = pthread_self();
    calling_process = getpid();
    const int threads_before = threads(), descriptors_before = descriptors();
    for (int i = 0; i < 30; ++i)
      EXPECT_TRUE(is_left_by_jump(GetParam()) || leaves_all_to_processes());
    // What one call left may still be there, but not what thirty did.
    EXPECT_LT(threads(), threads_before + 4);
    EXPECT_LT(descriptors(), descriptors_before + 4);
    expect_same(run({}), expected);
    EXPECT_EQ(threads_left(threads_before), threads_before);
    EXPECT_EQ(descriptors(), descriptors_before);
    EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1) << "a child is left";
    is_left_by_jump(GetParam());
    expect_same(run_deeper(GetParam(), 3), expected);
    expect_same(run({}), expected);
    EXPECT_EQ(threads_left(threads_before), threads_before);
    return testing::Test::HasFailure() ? 1 : 0;
  });
}

TEST_P(Exceptions, JumpsOutLeaveTheStateFileToTheNextRun) {
  if (support::sanitized) GTEST_SKIP() << "a sanitizer has threads and frames of its own";
  if (leaves_all_to_processes()) return;
  const support::Directory directory;
  const std::string state = directory.file("state");
  support::expect_zero_in_child([&] {
    caller = pthread_self();
    calling_process = getpid();
    EXPECT_TRUE(is_left_by_jump(GetParam(), state.c_str()));
    Arguments a;
    a.statefile = state.c_str();
    a.flags = 16;  // The file is kept.
    a.integrand = support::peak;
    a.epsrel = 1e-9;
    run(a);
    EXPECT_EQ(access(state.c_str(), F_OK), 0);
    EXPECT_NE(access((state + ".cuboid-lock").c_str(), F_OK), 0);
    return testing::Test::HasFailure() ? 1 : 0;
  });
}

int cancelled_in(const int *, const double[], const int *, double f[], void *) {
  f[0] = 1;
  pthread_testcancel();
  return 0;
}

TEST_P(Exceptions, DoNotHoldUpTheCancellationOfTheThread) {
  if (support::sanitized)
    GTEST_SKIP() << "the sanitizers of gcc 12 do not know the unwinding of a cancelled thread";
  Routine routine = GetParam();
  const auto thread_body = [](void *argument) -> void * {
    Arguments a;
    a.integrand = cancelled_in;
    a.epsrel = a.epsabs = 0;
    a.mineval = a.maxeval = 1LL << 30;
    pthread_cancel(pthread_self());
    call(*static_cast<const Routine *>(argument), a);
    return nullptr;
  };
  for (int i = 0; i < 3; ++i) {
    pthread_t thread;
    ASSERT_EQ(pthread_create(&thread, nullptr, thread_body, &routine), 0);
    void *result = nullptr;
    pthread_join(thread, &result);
    EXPECT_EQ(result, PTHREAD_CANCELED);
  }
  EXPECT_GE(run({}).fail, 0);
}

}  // namespace
