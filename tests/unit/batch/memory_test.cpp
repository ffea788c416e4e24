// Integrations on threads where an allocation fails, each in turn: a status, and never an abort.
#include <gtest/gtest.h>

#include <atomic>
#include <climits>
#include <cmath>
#include <filesystem>
#include <new>
#include <string>

#include "batch/one.hpp"
#include "support/directory.hpp"
#include "support/refused_memory.hpp"

namespace {

/// Allocations that are still granted, of those that count; the one after them is refused.
std::atomic<long> granted = LONG_MAX;
std::atomic<bool> refuses_all_later = false;
std::atomic<int> refusals = 0;
enum class Counts { nobody, caller, others };
std::atomic<Counts> counts = Counts::nobody;
thread_local bool is_caller = false;

}  // namespace

bool support::is_refused(std::size_t) {
  const Counts whose = counts;
  if (whose == Counts::nobody || is_caller != (whose == Counts::caller)) return false;
  const long left = granted.fetch_sub(1);
  const bool refused = left == 0 || (left < 0 && refuses_all_later);
  if (refused) ++refusals;
  return refused;
}

namespace {

using namespace cuboid;

int smooth(const int *ndim, const double x[], const int *, double f[], void *) {
  f[0] = 1;
  for (int d = 0; d < *ndim; ++d) f[0] *= std::exp(-x[d]);
  return 0;
}

int throwing(const int *ndim, const double x[], const int *ncomp, double f[], void *userdata) {
  if (x[0] > .95) throw 7;
  return smooth(ndim, x, ncomp, f, userdata);
}

/// statefile: "": none.
router::Outcome integrate(const std::string &method, cuboid_function function,
                          const std::string &statefile = "") {
  router::Request request;
  request.options.statefile = statefile;
  request.host = {3, 1, function, nullptr, 1};
  request.options.method = method;
  request.options.workers = "threads";
  request.options.cores = 3;
  request.options.maxeval = 8000;
  request.options.epsrel = 1e-12;
  return router::run(request);
}

class WithoutMemory : public testing::TestWithParam<const char *> {
 protected:
  /// With the allocation number n refused.  The status, which is that of the failure or the one
  /// expected; refusals says whether there were so many.
  int status_without(long n, bool all_later, Counts whose, cuboid_function function,
                     const std::string &statefile = "") {
    granted = n;
    refuses_all_later = all_later;
    refusals = 0;
    is_caller = true;
    counts = whose;
    int status = CUBOID_OUT_OF_MEMORY;
    try {
      const router::Outcome outcome = integrate(GetParam(), function, statefile);
      counts = Counts::nobody;
      status = outcome.status;
    } catch (const std::bad_alloc &) {
      counts = Counts::nobody;  // The interface makes the status of it.
    }
    return status;
  }

  void expect_statuses(cuboid_function function) {
    const int expected = integrate(GetParam(), function).status;
    for (const Counts whose : {Counts::caller, Counts::others})
      for (const bool all_later : {false, true}) {
        // Threads share the work in another way each time: a few calls after the last allocation.
        int without_refusal = 0;
        for (long n = 0; n < 600 && without_refusal < 3; ++n) {
          const int status = status_without(n, all_later, whose, function);
          EXPECT_TRUE(status == CUBOID_OUT_OF_MEMORY || status == expected)
              << status << " at " << n;
          without_refusal = refusals == 0 ? without_refusal + 1 : 0;
        }
      }
    EXPECT_EQ(integrate(GetParam(), function).status, expected);
  }
};

INSTANTIATE_TEST_SUITE_P(, WithoutMemory,
                         testing::Values("vegas", "suave", "divonne", "cuhre", "pagani",
                                         "vegas_plus", "m_cubes"),
                         [](const auto &method) { return std::string(method.param); });

TEST_P(WithoutMemory, IsAStatus) {
  expect_statuses(smooth);
}

TEST_P(WithoutMemory, IsAStatusWithAStateFileThatIsStillOpen) {
  const support::Directory folder;
  const std::string file = folder.file("state");
  // Else its folder's name would need no memory.
  ASSERT_GT(std::filesystem::path(file).parent_path().native().size(), std::string().capacity());
  const int expected = integrate(GetParam(), smooth).status;
  int without_refusal = 0;
  for (long n = 0; n < 2000 && without_refusal < 3; n += 11) {
    std::filesystem::remove(file);
    const int status = status_without(n, true, Counts::caller, smooth, file);
    EXPECT_TRUE(status == CUBOID_OUT_OF_MEMORY || status == expected) << status << " at " << n;
    without_refusal = refusals == 0 ? without_refusal + 1 : 0;
  }
}

TEST_P(WithoutMemory, IsAStatusWhereTheIntegrandThrows) {
  expect_statuses(throwing);
}

}  // namespace
