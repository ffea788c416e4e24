// Integrations by threads that act as ranks, as those do that each drive a device; here with the
// engines of the cores.
#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "batch/devices.hpp"
#include "batch/one.hpp"
#include "engine/group/thread_transport.hpp"

namespace {

using namespace cuboid;
using router::Outcome;
using router::Request;

/// What happens at a call of the integrand by one of the threads; NaN at all that follow, too.
struct Trouble {
  std::atomic<std::int64_t> calls = 0;
  std::int64_t at = -1;  ///< -1: never
  enum Kind { nan, abort, exception, cancel } kind = nan;
  volatile int cancelled = 0;
};

int integrand(const int *ndim, const double x[], const int *, double f[], void *userdata) {
  auto &trouble = *static_cast<Trouble *>(userdata);
  double square = 0;
  for (int d = 0; d < *ndim; ++d) square += (x[d] - 0.4) * (x[d] - 0.4);
  f[0] = std::exp(-40 * square);
  f[1] = 1 + x[0];
  const std::int64_t call = trouble.calls++;
  // From there on: cubature steps off a single point that is not finite.
  if (trouble.kind == Trouble::nan && trouble.at >= 0 && call >= trouble.at) f[0] = NAN;
  if (call != trouble.at) return 0;
  if (trouble.kind == Trouble::exception) throw std::runtime_error("enough");
  if (trouble.kind == Trouble::cancel) __atomic_store_n(&trouble.cancelled, 1, __ATOMIC_RELAXED);
  return trouble.kind == Trouble::abort ? -999 : 0;
}

Request request_for(const std::string &method, Trouble &trouble) {
  Request request;
  request.host.ndim = 3;
  request.host.ncomp = 2;
  request.host.nvec = 1;
  request.host.function = reinterpret_cast<decltype(request.host.function)>(integrand);
  request.host.userdata = &trouble;
  request.options.method = method;
  request.options.maxeval = 40000;
  request.options.epsrel = 1e-12;
  request.options.nstart = 20000;
  request.options.seed = 7;
  request.options.rank_timeout = 60;
  request.listeners.cancel = &trouble.cancelled;
  return request;
}

/// What each rank finds.
std::vector<Outcome> run_on_threads(const Request &request, int size) {
  auto ranks = engine::group::connect_threads(
      std::vector<std::string>(static_cast<std::size_t>(size), "device"), "devices");
  std::vector<Outcome> outcomes(ranks.size(), Outcome(request.host.ncomp));
  std::vector<std::jthread> threads;
  for (std::size_t r = 0; r < ranks.size(); ++r)
    threads.emplace_back(
        [&outcome = outcomes[r], own = router::request_of_rank(request, std::move(ranks[r]))] {
          outcome = router::run(own);
        });
  threads.clear();
  return outcomes;
}

void expect_same(const Outcome &one, const Outcome &other) {
  EXPECT_EQ(one.status, other.status) << one.message << "; " << other.message;
  EXPECT_EQ(one.result.integral, other.result.integral);
  EXPECT_EQ(one.result.error, other.result.error);
  EXPECT_EQ(one.result.neval, other.result.neval);
}

class ThreadRanks : public testing::TestWithParam<const char *> {};

TEST_P(ThreadRanks, HaveTheBitsOfOne) {
  Trouble none;
  const Request request = request_for(GetParam(), none);
  const Outcome alone = router::run(request);
  ASSERT_GE(alone.status, 0) << alone.message;
  for (const int size : {1, 2, 3, 5, 8})
    for (const Outcome &outcome : run_on_threads(request, size)) {
      expect_same(outcome, alone);
      if (size > 1) {
        EXPECT_NE(outcome.message.find(std::to_string(size) + " devices took part"),
                  std::string::npos)
            << outcome.message;
      }
    }
}

TEST_P(ThreadRanks, EndAlikeWhateverHappensToOne) {
  struct {
    Trouble::Kind kind;
    int status;
  } const cases[] = {{Trouble::nan, CUBOID_NONFINITE},
                     {Trouble::abort, CUBOID_ABORTED},
                     {Trouble::exception, CUBOID_EXCEPTION},
                     {Trouble::cancel, CUBOID_CANCELLED}};
  for (const auto &one : cases) {
    Trouble trouble;
    trouble.kind = one.kind;
    trouble.at = 9000;
    // A value that one of several evaluations has is a difference between ranks.
    for (const Outcome &outcome : run_on_threads(request_for(GetParam(), trouble), 3))
      EXPECT_TRUE(outcome.status == one.status ||
                  (one.kind == Trouble::nan && outcome.status == CUBOID_DISAGREE))
          << one.status << " " << outcome.status << " " << outcome.message;
  }
}

INSTANTIATE_TEST_SUITE_P(Methods, ThreadRanks,
                         testing::Values("vegas_plus", "m_cubes", "lattice", "pagani", "cuhre",
                                         "vegas", "suave"),
                         [](const auto &test) { return std::string(test.param); });

TEST(ThreadRanks, OfManyCallsAtOnceDoNotMeet) {
  Trouble none;
  const Request request = request_for("vegas_plus", none);
  const Outcome alone = router::run(request);
  std::vector<std::jthread> callers;
  std::atomic<int> same = 0;
  for (int caller = 0; caller < 8; ++caller)
    callers.emplace_back([&] {
      for (const Outcome &outcome : run_on_threads(request, 3))
        if (outcome.result.integral == alone.result.integral && outcome.status == alone.status)
          ++same;
    });
  callers.clear();
  EXPECT_EQ(same, 24);
}

}  // namespace
