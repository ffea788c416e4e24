// State files that are not what they should be, and those that are.
#include <sys/stat.h>

#include <csetjmp>
#include <random>

#include "calls.hpp"
#include "support/directory.hpp"
#include "support/sanitized.hpp"

namespace {

using namespace edge;
using support::contents;
using support::Directory;

EDGE_SUITE(StateFile);

Arguments hard() {
  Arguments a;
  a.integrand = support::peak;
  a.epsrel = 1e-12;
  a.maxeval = 6000;
  return a;
}

/// A run that does not find a usable file has the results of one without, apart from the degrees of
/// freedom of Vegas, which Cuba counts differently when there is a state file.
void expect_fresh(Routine routine, Arguments a, const std::string &name) {
  const Directory empty;
  Arguments b = a;
  const std::string other = empty.file("state");
  b.statefile = other.c_str();
  a.statefile = name.c_str();
  expect_same(call(routine, a), call(routine, b));
}

/// The file that a run of the routine leaves.
std::string file_of(Routine routine, const Arguments &arguments) {
  const Directory directory;
  const std::string name = directory.file("state");
  Arguments a = arguments;
  a.statefile = name.c_str();
  EXPECT_TRUE(call(routine, a).not_converged());
  return contents(name);
}

TEST_P(StateFile, IsLeftByFailureAndDeletedBySuccess) {
  const Directory directory;
  const std::string name = directory.file("state");
  Arguments a = hard();
  a.statefile = name.c_str();
  EXPECT_TRUE(run(a).not_converged());
  EXPECT_EQ(directory.names(), std::vector<std::string>{"state"});
  struct stat status;
  ASSERT_EQ(stat(name.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0600U);

  a.epsrel = 0.5;
  a.flags = 16;
  EXPECT_EQ(run(a).fail, 0);
  EXPECT_EQ(directory.names().size(), 1U);
  a.flags = 0;
  EXPECT_EQ(run(a).fail, 0);
  EXPECT_TRUE(directory.names().empty());
}

TEST_P(StateFile, ThatIsForeignIsRenamed) {
  const Directory directory;
  const std::string name = directory.file("state");
  support::write(name, "not a state");
  Arguments a;
  a.flags = 1;
  a.statefile = name.c_str();
  testing::internal::CaptureStdout();
  EXPECT_EQ(run(a).fail, 0);
  const std::string printed = testing::internal::GetCapturedStdout();
  EXPECT_NE(printed.find("That file is now " + name + "-refused-1."), std::string::npos) << printed;
  EXPECT_EQ(directory.names(), std::vector<std::string>{"state-refused-1"});
  EXPECT_EQ(contents(name + "-refused-1"), "not a state");
}

TEST_P(StateFile, ThatIsADeviceOrAFifoStays) {
  const Directory directory;
  const std::string name = directory.file("state");
  ASSERT_EQ(mkfifo(name.c_str(), 0600), 0);
  expect_fresh(GetParam(), hard(), name);
  Arguments a;
  a.statefile = name.c_str();
  EXPECT_EQ(run(a).fail, 0);
  struct stat status;
  ASSERT_EQ(stat(name.c_str(), &status), 0);
  EXPECT_TRUE(S_ISFIFO(status.st_mode));
}

TEST_P(StateFile, EmptyNameIsNone) {
  Arguments a = hard();
  const Outcome expected = run(a);
  a.statefile = "";
  expect_same(run(a), expected);
}

TEST_P(StateFile, OfOtherContentsIsIgnored) {
  const Directory directory;
  const std::string name = directory.file("state");
  std::mt19937_64 generator(1);
  std::vector<std::string> cases{"", "x", std::string(100000, '\0'), std::string(100000, '\xff')};
  for (const std::size_t size : {1U, 16U, 39U, 40U, 41U, 4096U, 100000U}) {
    std::string bytes(size, '\0');
    for (char &byte : bytes) byte = static_cast<char>(generator());
    cases.push_back(bytes);
  }
  const std::string own = file_of(GetParam(), hard());
  for (const std::size_t size :
       {std::size_t{1}, std::size_t{39}, std::size_t{40}, own.size() / 2, own.size() - 1})
    cases.push_back(own.substr(0, size));
  cases.push_back(own + "x");
  for (std::size_t at = 0; at < own.size(); at += 1 + own.size() / 12) {
    cases.push_back(own);
    cases.back()[at] = static_cast<char>(cases.back()[at] ^ 1 << generator() % 8);
  }
  for (const std::string &bytes : cases) {
    support::write(name, bytes);
    expect_fresh(GetParam(), hard(), name);
  }
}

/// The routine with the other integers.
Routine twin_of(Routine routine) {
  return static_cast<Routine>(static_cast<int>(routine) ^ 1);
}

TEST_P(StateFile, OfAnotherIntegrationIsIgnored) {
  const Directory directory;
  const std::string name = directory.file("state");
  for (const Routine another : routines_of_int) {
    if (another == GetParam() || another == twin_of(GetParam())) continue;
    support::write(name, file_of(another, hard()));
    expect_fresh(GetParam(), hard(), name);
  }

  Arguments other = hard();
  other.ndim = 2;
  support::write(name, file_of(GetParam(), other));
  expect_fresh(GetParam(), hard(), name);

  other = hard();
  other.ncomp = 2;
  support::write(name, file_of(GetParam(), other));
  expect_fresh(GetParam(), hard(), name);
}

TEST_P(StateFile, OfTheTwinWithOtherIntegersIsTheSame) {
  const Routine twin = twin_of(GetParam());
  EXPECT_EQ(file_of(GetParam(), hard()), file_of(twin, hard()));
  const Directory directory;
  const std::string name = directory.file("state");
  Arguments a = hard();
  a.statefile = name.c_str();
  a.maxeval = 12000;
  support::write(name, file_of(twin, hard()));
  const Outcome from_twin = run(a);
  support::write(name, file_of(GetParam(), hard()));
  expect_same(from_twin, run(a));
  EXPECT_GE(from_twin.neval, 0.9 * 12000);
}

TEST_P(StateFile, OfOtherOptionsIsTakenAsInCuba) {
  const Directory directory;
  const std::string name = directory.file("state");
  Arguments a = hard();
  a.statefile = name.c_str();
  support::write(name, file_of(GetParam(), hard()));
  a.seed = 5;
  a.nstart = 700;
  a.nnew = 700;
  a.key1 = 60;
  a.key = 7;
  a.maxeval = 12000;
  const Outcome o = run(a);
  EXPECT_TRUE(o.not_converged());
  EXPECT_NEAR(o.integral[0], support::peak_integral(3), 5 * o.error[0]);
  Arguments fresh = a;
  const Directory empty;
  const std::string other = empty.file("state");
  fresh.statefile = other.c_str();
  EXPECT_NE(run(fresh).integral[0], o.integral[0]);
}

TEST_P(StateFile, ThatCannotBeWrittenDoesNotStopTheIntegration) {
  const Directory directory;
  ASSERT_EQ(mkdir(directory.file("directory").c_str(), 0700), 0);
  for (const std::string &name :
       {directory.file("directory"), directory.file("missing/state"), directory.file("state") + "/",
        directory.file(std::string(255, 'n')), directory.file(std::string(5000, 'n'))})
    for (const int flags : {0, 2}) {
      testing::internal::CaptureStdout();
      Arguments a = hard();
      a.flags = flags;
      expect_fresh(GetParam(), a, name);
      testing::internal::GetCapturedStdout();
    }
  EXPECT_EQ(directory.names(), std::vector<std::string>{"directory"});
}

TEST_P(StateFile, WithoutPermissionToReadIsReplaced) {
  const Directory directory;
  const std::string name = directory.file("state");
  const std::string own = file_of(GetParam(), hard());
  support::write(name, own);
  ASSERT_EQ(chmod(name.c_str(), 0200), 0);
  expect_fresh(GetParam(), hard(), name);
  EXPECT_EQ(contents(name), own);
}

TEST_P(StateFile, OfLongNamesWorks) {
  const Directory directory;
  const std::string name = directory.file(std::string(240, 'n'));
  testing::internal::CaptureStdout();
  Arguments a = hard();
  a.flags = 2;
  a.statefile = name.c_str();
  EXPECT_TRUE(run(a).not_converged());
  EXPECT_NE(testing::internal::GetCapturedStdout().find("Saved state to " + name),
            std::string::npos);
  EXPECT_EQ(directory.names().size(), 1U);
}

/// Stops after so many evaluations, as a killed process would.
struct Stop {
  long long after;
  long long calls = 0;
};

int stopping(const int *ndim, const double x[], const int *ncomp, double f[], void *userdata) {
  auto *stop = static_cast<Stop *>(userdata);
  support::peak(ndim, x, ncomp, f, nullptr);
  return ++stop->calls > stop->after ? -999 : 0;
}

TEST_P(StateFile, ContinuesAnInterruptedRunToTheSameBits) {
  for (const int seed : {0, 3}) {
    for (const int level : {0, 3}) {
      const Directory directory;
      Stop never{1LL << 60};
      Arguments a = hard();
      a.integrand = stopping;
      a.userdata = &never;
      a.maxeval = 20000;
      a.seed = seed;
      a.flags = level << 8;
      if (seed != 0) {
        // Divonne's own random points.
        a.key1 = -60;
        a.key2 = -1;
      }
      const std::string whole = directory.file("whole");
      a.statefile = whole.c_str();
      const Outcome expected = run(a);

      const std::string parts = directory.file("parts");
      a.statefile = parts.c_str();
      for (const long long after : {5001LL, 3000LL}) {
        Stop stop{after};
        a.userdata = &stop;
        EXPECT_EQ(run(a).fail, CUBOID_ABORTED);
      }
      a.userdata = &never;
      expect_same(run(a), expected);
    }
  }
}

// Cuba takes another split axis for the last region.
TEST(CuhreStateFile, OfARunThatEndedGoesOnAsOneLongRun) {
  Arguments a = hard();
  a.ndim = 4;
  a.maxeval = 6000;
  const Outcome expected = call(Routine::Cuhre, a);
  for (long long first = 500; first < 3500; first += 300) {
    const Directory directory;
    const std::string name = directory.file("state");
    Arguments part = a;
    part.statefile = name.c_str();
    part.maxeval = first;
    EXPECT_EQ(call(Routine::Cuhre, part).fail, CUBOID_NOT_CONVERGED);
    part.maxeval = a.maxeval;
    expect_same(call(Routine::Cuhre, part), expected);
  }
}

std::jmp_buf way_out;

int leaving(const int *ndim, const double x[], const int *ncomp, double f[], void *userdata) {
  auto *stop = static_cast<Stop *>(userdata);
  support::peak(ndim, x, ncomp, f, nullptr);
  if (++stop->calls > stop->after) std::longjmp(way_out, 1);
  return 0;
}

TEST_P(StateFile, IsFreeAfterALongjmp) {
  if (support::sanitized)
    GTEST_SKIP() << "what a method held is lost memory, which a sanitizer reports";
  const Directory directory;
  const std::string name = directory.file("state");
  Stop stop{3000};
  Arguments a = hard();
  a.statefile = name.c_str();
  a.integrand = leaving;
  a.userdata = &stop;
  if (setjmp(way_out) == 0) run(a);
  EXPECT_EQ(stop.calls, 3001);
  a.integrand = support::peak;
  testing::internal::CaptureStdout();
  a.flags = 1;
  EXPECT_TRUE(run(a).not_converged());
  EXPECT_NE(testing::internal::GetCapturedStdout().find("Saved state to"), std::string::npos);
  EXPECT_EQ(directory.names(), std::vector<std::string>{"state"});
}

// Cuba crashes on files with more than 1024 regions.
TEST(CuhreStateFile, OfManyRegionsIsRead) {
  const Directory directory;
  const std::string name = directory.file("state");
  Arguments a = hard();
  a.ndim = 2;
  a.key = 7;
  a.epsrel = 0;
  a.epsabs = 0;
  a.maxeval = 100000;
  a.statefile = name.c_str();
  const Outcome first = call(Routine::Cuhre, a);
  EXPECT_GT(first.nregions, 2000);
  a.maxeval = 200000;
  const Outcome second = call(Routine::Cuhre, a);
  EXPECT_GT(second.nregions, first.nregions + 1000);
  EXPECT_GE(second.neval, 200000);
  EXPECT_EQ(second.fail, CUBOID_NOT_CONVERGED);
  EXPECT_NEAR(second.integral[0], support::peak_integral(2), 1e-12);
}

}  // namespace
