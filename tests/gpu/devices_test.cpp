// Integrations that several devices share out.  Where there is one device only, threads that each
// take it for their own do what several would.
#include <cuda_runtime_api.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "base/clock.hpp"
#include "batch/devices.hpp"
#include "batch/one.hpp"
#include "engine/cuda/runtime/error.hpp"
#include "engine/cuda/runtime/memory.hpp"
#include "engine/device/chosen_device.hpp"
#include "engine/group/thread_transport.hpp"

namespace {

using namespace cuboid;
using engine::group::Transport;
using router::Outcome;
using router::Request;

constexpr const char *source = R"(
#include <math.h>
#include <stdlib.h>
int peak(const int *ndim, const double x[], const int *ncomp, double f[], void *userdata) {
  const double *hole = (const double *)userdata;
  double r = 0;
  for (int d = 0; d < *ndim; ++d) r += (x[d] - 0.4) * (x[d] - 0.4);
  f[0] = exp(-20 * r);
  f[1] = x[0] * f[0];
  if (x[0] > hole[0]) f[1] = NAN;
  if (x[0] < hole[2]) abort();
  return x[1] > hole[1] ? -999 : 0;
}
)";

/// Ranks that do not know that they are threads: what they have goes through the hosts' memory.
class Foreign final : public Transport {
 public:
  explicit Foreign(std::shared_ptr<Transport> inner) : inner_(std::move(inner)) {}
  int rank() const override { return inner_->rank(); }
  int size() const override { return inner_->size(); }
  void gather(std::uint64_t *words, const std::int64_t *first) override {
    inner_->gather(words, first);
  }
  void broadcast(std::uint64_t *words, std::int64_t count, int root) override {
    inner_->broadcast(words, count, root);
  }
  void sum(std::uint64_t *words, std::int64_t count) override { inner_->sum(words, count); }

 private:
  std::shared_ptr<Transport> inner_;
};

class Devices : public testing::Test {
 protected:
  void SetUp() override {
    const std::string problem = engine::device_problem();
    if (!problem.empty() && !std::getenv("CUBOID_REQUIRE_GPU")) GTEST_SKIP() << problem;
    ASSERT_EQ(problem, "");
    int count = 0;
    ASSERT_EQ(cudaGetDeviceCount(&count), cudaSuccess);
    several_ = count > 1;
  }

  Request request_for(const std::string &method, int ndim = 4) {
    auto &integrand = integrands_.emplace_back(
        engine::device_integrand_from_source(ndim, 2, source, "peak", sizeof hole_));
    Request request;
    request.host.ndim = ndim;
    request.host.ncomp = 2;
    request.host.userdata = hole_;
    request.device = integrand;
    request.options.method = method;
    request.options.epsrel = 0;
    request.options.nstart = (1 << 22) + 1000;
    request.options.nincrease = 100000;
    request.options.names_samples = true;
    request.options.maxeval = 20'000'000;
    request.options.seed = 5;
    return request;
  }

  /// What each rank finds.  devices: of the ranks.
  static std::vector<Outcome> run(const Request &request, const std::vector<int> &devices,
                                  bool by_hosts = false) {
    auto ranks = engine::group::connect_threads(std::vector<std::string>(devices.size(), "device"),
                                                "devices");
    if (by_hosts)
      for (auto &rank : ranks) rank = std::make_shared<Foreign>(std::move(rank));
    std::vector<Outcome> outcomes(ranks.size(), Outcome(request.host.ncomp));
    std::vector<std::jthread> threads;
    for (std::size_t r = 0; r < ranks.size(); ++r)
      threads.emplace_back([&outcome = outcomes[r], device = devices[r],
                            own = router::request_of_rank(request, std::move(ranks[r]))] {
        const engine::ChosenDevice chosen(device);
        outcome = router::run(own);
      });
    threads.clear();
    return outcomes;
  }

  std::vector<std::vector<int>> sets() const {
    std::vector<std::vector<int>> sets;
    for (const std::size_t size : {2u, 3u, 5u, 8u}) sets.emplace_back(size, 0);
    if (several_) {
      sets.push_back({0, 1});
      sets.push_back({1, 0, 1});
    }
    return sets;
  }

  static void expect_same(const Outcome &one, const Outcome &other) {
    EXPECT_EQ(one.status, other.status) << one.message << "; " << other.message;
    EXPECT_EQ(one.result.integral, other.result.integral);
    EXPECT_EQ(one.result.error, other.result.error);
    EXPECT_EQ(one.result.covariance, other.result.covariance);
    EXPECT_EQ(one.result.neval, other.result.neval);
    EXPECT_EQ(one.nonfinite, other.nonfinite);
  }

  void expect_bits_of_one(const Request &request, int min_status = 0) {
    const Outcome alone = router::run(request);
    ASSERT_GE(alone.status, min_status) << alone.message;
    for (const auto &set : sets())
      for (const bool by_hosts : {false, true})
        for (const Outcome &outcome : run(request, set, by_hosts)) {
          SCOPED_TRACE(request.options.method + ", " + std::to_string(set.size()) + " ranks, " +
                       (by_hosts ? "by hosts" : "by peers"));
          expect_same(outcome, alone);
        }
  }

  double hole_[3] = {2, 2, -1};  ///< where NaN and -999 begin, and below which the device is lost
  std::vector<engine::DeviceIntegrandPointer> integrands_;
  bool several_ = false;
};

TEST_F(Devices, HaveTheBitsOfOne) {
  for (const char *method : {"vegas_plus", "m_cubes", "m_cubes_1d", "lattice"})
    expect_bits_of_one(request_for(method));
}

TEST_F(Devices, HaveTheBitsOfOneWithMoreHypercubesThanAllKnow) {
  Request request = request_for("vegas_plus", 7);
  request.options.nstart = 20'000'000;
  request.options.maxeval = 70'000'000;
  expect_bits_of_one(request);
}

TEST_F(Devices, BeginWhereCubatureIsLongEnough) {
  Request request = request_for("pagani", 6);
  request.options.maxeval = 8'000'000'000;
  const std::vector<int> devices = {0, several_ ? 1 : 0, 0};
  for (const auto &[epsrel, part] : {std::pair(1e-3, ""), std::pair(1e-9, "3 devices took part")}) {
    request.options.epsrel = epsrel;
    const Outcome alone = router::run(request);
    ASSERT_GE(alone.status, 0) << alone.message;
    const Outcome outcome =
        router::run_on_devices(request, devices, router::OthersBegin::when_needed, router::run);
    expect_same(outcome, alone);
    EXPECT_EQ(outcome.message.find("took part") != std::string::npos, *part != '\0')
        << outcome.message;
    EXPECT_NE(outcome.message.find(part), std::string::npos) << outcome.message;
  }
}

// Whatever the first one has done before it needs the others, also by other methods.
TEST_F(Devices, BeginWhereAnyStepIsLongEnough) {
  const std::vector<int> devices = {0, several_ ? 1 : 0, 0};
  int began = 0;
  for (const char *method : {"lattice", "auto"})
    for (const int ndim : {3, 6, 10})
      for (const double epsrel : {1e-2, 1e-4, 1e-7}) {
        SCOPED_TRACE(std::string(method) + ", " + std::to_string(ndim) + "-D to " +
                     std::to_string(epsrel));
        Request request = request_for(method, ndim);
        request.options.names_samples = false;
        request.options.epsrel = epsrel;
        request.options.maxeval = 300'000'000;
        const Outcome alone = router::run(request);
        ASSERT_GE(alone.status, 0) << alone.message;
        const Outcome outcome =
            router::run_on_devices(request, devices, router::OthersBegin::when_needed, router::run);
        expect_same(outcome, alone);
        EXPECT_EQ(std::string(outcome.method), alone.method);
        if (outcome.message.find("took part") != std::string::npos) ++began;
      }
  EXPECT_GT(began, 0);
}

TEST_F(Devices, HaveTheBitsOfOneWithQuasiRandomPoints) {
  Request request = request_for("vegas_plus");
  request.options.quasi = 1;
  expect_bits_of_one(request);
}

TEST_F(Devices, HaveTheBitsOfOneOverABox) {
  Request request = request_for("vegas_plus", 3);
  request.lower = {0, -1, 0};
  request.upper = {1, 1, std::numeric_limits<double>::infinity()};
  expect_bits_of_one(request);
}

TEST_F(Devices, HaveTheBitsOfOneInFewAndInManyDimensions) {
  for (const int ndim : {2, 12}) expect_bits_of_one(request_for("vegas_plus", ndim));
}

TEST_F(Devices, CountWhatIsNotFiniteOnAnyOfThem) {
  hole_[0] = 0.999;
  for (const char *method : {"vegas_plus", "lattice"}) {
    Request request = request_for(method);
    // Values that counted as zero are no success.
    request.options.nonfinite = "zero";
    expect_bits_of_one(request, CUBOID_NONFINITE);
    request.options.nonfinite = "stop";
    const Outcome alone = router::run(request);
    EXPECT_EQ(alone.status, CUBOID_NONFINITE);
    for (const Outcome &outcome : run(request, {0, 0, 0})) {
      EXPECT_EQ(outcome.status, CUBOID_NONFINITE) << outcome.message;
      // But for how many devices took part.
      EXPECT_EQ(outcome.message.rfind(alone.message, 0), 0) << outcome.message;
    }
  }
}

TEST_F(Devices, EndTogetherWhereOneIsToldToStop) {
  hole_[1] = 0.99999;
  for (const char *method : {"vegas_plus", "m_cubes", "lattice"})
    for (const Outcome &outcome : run(request_for(method), {0, 0, 0}))
      EXPECT_EQ(outcome.status, CUBOID_ABORTED) << outcome.message;
}

TEST_F(Devices, EndTogetherWhereOneHasNoMemory) {
  for (const bool by_hosts : {false, true})
    for (const std::int64_t successes : {0, 3, 8, 15, 25, 40}) {
      engine::cuda::fail_allocation_after(successes);
      const auto outcomes = run(request_for("vegas_plus"), {0, 0, 0}, by_hosts);
      engine::cuda::fail_allocation_after(-1);
      for (const Outcome &outcome : outcomes) {
        EXPECT_EQ(outcome.status, outcomes[0].status) << outcome.message;
        EXPECT_TRUE(outcome.status >= 0 || outcome.status == CUBOID_OUT_OF_MEMORY)
            << outcome.message;
      }
    }
}

/// Wherever a call of CUDA fails on one of them: none waits for it, and all say why.
TEST_F(Devices, EndTogetherWhereOneFails) {
  for (const char *method : {"vegas_plus", "lattice", "pagani"}) {
    Request request = request_for(method, 5);
    request.options.epsrel = method == std::string("pagani") ? 1e-12 : 0;
    request.options.maxeval = 60'000'000;
    request.options.rank_timeout = 5;
    // With kernels that are compiled.
    run(request, {0, 0, 0});
    int failed = 0;
    // Until all calls were made before.
    for (std::int64_t successes = 0;; successes += 1 + successes / 12) {
      SCOPED_TRACE(method + (" after " + std::to_string(successes)) + " calls");
      engine::cuda::fail_call_after(successes);
      const double begin = monotonic_seconds();
      const auto outcomes = run(request, {0, 0, 0}, failed % 2 == 1);
      EXPECT_LT(monotonic_seconds() - begin, request.options.rank_timeout);
      engine::cuda::fail_call_after(-1);
      for (const Outcome &outcome : outcomes)
        EXPECT_EQ(outcome.status, outcomes[0].status) << outcome.message;
      if (outcomes[0].status >= 0) break;
      for (const Outcome &outcome : outcomes) {
        EXPECT_EQ(outcome.status, CUBOID_DEVICE_FAILED) << outcome.message;
        EXPECT_NE(outcome.message.find("cudaErrorUnknown"), std::string::npos) << outcome.message;
      }
      ++failed;
    }
    EXPECT_GT(failed, 20) << method;
  }
}

TEST_F(Devices, EndTogetherWhereOneIsLost) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  hole_[2] = 1e-5;
  for (const char *method : {"vegas_plus", "lattice", "pagani"})
    EXPECT_EXIT(
        {
          int failed = 0;
          for (const Outcome &outcome : run(request_for(method), {0, 0, 0})) {
            std::fprintf(stderr, "%s\n", outcome.message.c_str());
            failed += outcome.status == CUBOID_DEVICE_FAILED;
          }
          std::exit(failed == 3 ? 0 : 1);
        },
        testing::ExitedWithCode(0), "must be restarted")
        << method;
}

TEST_F(Devices, AreRefusedInTheChildOfAFork) {
  const Request request = request_for("vegas_plus");
  const Outcome before = router::run(request);
  const pid_t child = fork();
  if (child == 0) {
    int refused = 0;
    for (const Outcome &outcome : run(request, {0, 0}))
      refused += outcome.status < 0 &&
                 outcome.message.find("forked after CUDA was used") != std::string::npos;
    _exit(refused == 2 ? 0 : 1);
  }
  int status = -1;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
  for (const Outcome &outcome : run(request, {0, 0})) expect_same(outcome, before);
}

TEST_F(Devices, EndTogetherWhenCancelled) {
  volatile int cancel = 0;
  Request request = request_for("vegas_plus");
  request.listeners.cancel = &cancel;
  request.options.maxeval = std::int64_t{1} << 50;
  std::jthread timer([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(1500));
    cancel = 1;
  });
  for (const Outcome &outcome : run(request, {0, 0, 0})) {
    EXPECT_EQ(outcome.status, CUBOID_CANCELLED) << outcome.message;
    EXPECT_GT(outcome.result.neval, 0);
  }
}

TEST_F(Devices, EndTogetherWhenTheTimeIsOver) {
  Request request = request_for("m_cubes");
  request.options.time_limit = 0.2;
  request.options.maxeval = std::int64_t{1} << 50;
  for (const Outcome &outcome : run(request, {0, 0}))
    EXPECT_EQ(outcome.status, CUBOID_TIME_LIMIT) << outcome.message;
}

TEST_F(Devices, ServeSeveralCallersAtOnce) {
  const Request request = request_for("vegas_plus");
  const Outcome alone = router::run(request);
  std::vector<std::jthread> callers;
  std::vector<std::vector<Outcome>> found(8);
  for (auto &outcomes : found)
    callers.emplace_back([&] {
      outcomes = run(request, several_ ? std::vector{0, 1} : std::vector{0, 0});
    });
  callers.clear();
  for (const auto &outcomes : found)
    for (const Outcome &outcome : outcomes) expect_same(outcome, alone);
}

TEST_F(Devices, AreNamedByTheOption) {
  if (!several_) GTEST_SKIP() << "there is one device";
  Request request = request_for("vegas_plus");
  const Outcome alone = router::run(request);
  request.options.devices = "0,1";
  Outcome outcome = router::run(request);
  expect_same(outcome, alone);
  EXPECT_NE(outcome.message.find("; 2 devices took part"), std::string::npos) << outcome.message;
  // Short steps are for the first alone.
  request.options.nstart = request.options.nincrease = 1000;
  request.options.raise_samples = 0;
  request.options.maxeval = 100000;
  request.options.devices = "1,0";
  outcome = router::run(request);
  EXPECT_EQ(outcome.message.find("took part"), std::string::npos) << outcome.message;
  EXPECT_NE(outcome.message.find("evaluated on device 1"), std::string::npos) << outcome.message;
}

TEST_F(Devices, AreNamedByTheEnvironment) {
  setenv("CUBOID_DEVICE", "all", 1);
  const Request request = request_for("m_cubes");
  const Outcome outcome = router::run(request);
  unsetenv("CUBOID_DEVICE");
  expect_same(outcome, router::run(request));
  EXPECT_EQ(outcome.message.find("devices took part") != std::string::npos, several_)
      << outcome.message;
}

}  // namespace
