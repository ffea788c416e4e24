// What a caller is told while an integration runs.
#include <unistd.h>

#include <cmath>
#include <limits>
#include <stdexcept>
#include <thread>

#include "handles.hpp"

namespace {

using api::Integrand;
using api::Options;
using api::Result;

/// Keeps what it is told.
struct Listener {
  std::vector<cuboid_progress> told;
  std::vector<double> values;
  std::string method, phases;
  std::thread::id thread = std::this_thread::get_id();
  bool elsewhere = false;
  bool estimated = false;
  bool shares_fit = true;
  std::size_t most = std::numeric_limits<std::size_t>::max();  ///< cancels then

  void take(const cuboid_progress &progress) {
    told.push_back(progress);
    method = progress.method;
    if (phases.find(progress.phase) == std::string::npos) phases += progress.phase;
    elsewhere = elsewhere || std::this_thread::get_id() != thread;
    const bool known = std::isfinite(progress.value[0]) && std::isfinite(progress.error[0]);
    estimated = estimated || known;
    if (!known) return;
    const double larger = std::fmax(progress.share_relative, progress.share_absolute);
    shares_fit =
        shares_fit && progress.share >= 0 && progress.share <= 1 && progress.share == larger;
  }
};

int listen(void *user, const cuboid_progress *progress) {
  auto *listener = static_cast<Listener *>(user);
  listener->take(*progress);
  return listener->told.size() >= listener->most;
}

int sleeping(const int *ndim, const double x[], const int *ncomp, double f[], void *userdata) {
  usleep(200);
  return support::peak(ndim, x, ncomp, f, userdata);
}

class Progress : public testing::TestWithParam<const char *> {
 protected:
  Progress() { options_.set("method", std::string(GetParam())).set("epsrel", 1e-9); }

  Result run(const Integrand &integrand, Listener &listener, double seconds = 0) {
    EXPECT_EQ(cuboid_options_set_progress(options_.get(), listen, &listener, seconds), 0);
    return api::integrate(integrand, options_);
  }

  Options options_;
};

INSTANTIATE_TEST_SUITE_P(, Progress, testing::ValuesIn(api::methods_up_to(3)),
                         [](const auto &method) { return std::string(method.param); });

TEST_P(Progress, IsToldOnTheCallingThreadAndChangesNoBit) {
  const Integrand integrand(3, 2, support::peak);
  integrand.set_thread_safe(true);
  // Of a few batches the other thread may happen to take all.
  options_.set("maxeval", 60000).set("epsrel", 1e-9);
  const Result expected = api::integrate(integrand, options_);
  for (const std::string workers : {"serial", "threads"}) {
    SCOPED_TRACE(workers);
    options_.set("workers", workers).set("cores", 2);
    Listener listener;
    const Result r = run(integrand, listener);
    api::expect_same(r, expected);
    ASSERT_GE(listener.told.size(), 2u);
    EXPECT_FALSE(listener.elsewhere);
    EXPECT_TRUE(listener.estimated);
    EXPECT_TRUE(listener.shares_fit);
    EXPECT_EQ(listener.method, r.method);
    std::int64_t before = 0;
    for (const cuboid_progress &told : listener.told) {
      EXPECT_EQ(told.size, static_cast<std::int64_t>(sizeof told));
      EXPECT_EQ(told.ncomp, 2);
      EXPECT_EQ(told.maxeval, 60000);
      EXPECT_GE(told.evaluations, before);
      before = told.evaluations;
    }
    EXPECT_GT(before, r.neval / 4);
    EXPECT_LE(before, r.neval);
  }
}

TEST_P(Progress, EndsTheIntegrationWhereTheCallerWants) {
  options_.set("maxeval", std::int64_t{1} << 40).set("epsrel", 0.0);
  Listener listener;
  listener.most = 200;
  const Result r = run(Integrand(3, 1, support::peak), listener, 1e-4);
  EXPECT_EQ(r.status, CUBOID_CANCELLED) << r.message;
  EXPECT_EQ(r.message.rfind("the progress function ended the integration", 0), 0u) << r.message;
  EXPECT_EQ(listener.told.size(), listener.most);
  // What is evaluated at once may have been counted by the method already.
  constexpr std::int64_t max_at_once = 2000;
  EXPECT_GE(r.neval + max_at_once, listener.told.back().evaluations);
}

TEST_P(Progress, KeepsItsDistance) {
  options_.set("maxeval", std::int64_t{1} << 40).set("epsrel", 0.0).set("time_limit", 1000.0);
  Listener listener;
  listener.most = 4;
  const Result r = run(Integrand(3, 1, sleeping), listener, 0.05);
  EXPECT_EQ(r.status, CUBOID_CANCELLED) << r.message;
  ASSERT_EQ(listener.told.size(), listener.most);
  double before = 0;
  for (const cuboid_progress &told : listener.told) {
    EXPECT_GE(told.seconds - before, 0.0499);
    EXPECT_GT(told.rate, 0);
    EXPECT_TRUE(std::isnan(told.seconds_left) || told.seconds_left <= 1000);
    before = told.seconds;
  }
}

TEST_P(Progress, ThatThrowsEndsTheIntegration) {
  const auto throwing = [](void *, const cuboid_progress *) -> int {
    throw std::runtime_error("enough");
  };
  ASSERT_EQ(cuboid_options_set_progress(options_.get(), throwing, nullptr, 0), 0);
  const Result r = api::integrate(Integrand(3, 1, support::peak), options_);
  EXPECT_EQ(r.status, CUBOID_EXCEPTION);
  EXPECT_EQ(r.message, "the progress function threw an exception: enough");
  EXPECT_TRUE(std::isnan(r.value[0]));
}

TEST(ProgressOption, RefusesTimesThatAreNone) {
  Options options;
  for (const double seconds : {-1.0, std::numeric_limits<double>::quiet_NaN()}) {
    EXPECT_EQ(cuboid_options_set_progress(options.get(), listen, nullptr, seconds),
              CUBOID_BAD_ARGUMENT);
    EXPECT_NE(std::string(cuboid_last_error()).find("seconds = "), std::string::npos);
  }
  EXPECT_EQ(cuboid_options_set_progress(nullptr, listen, nullptr, 1), CUBOID_BAD_ARGUMENT);
}

TEST(ProgressOption, NamesThePhasesOfDivonne) {
  Options options;
  options.set("method", std::string("divonne")).set("epsrel", 1e-5).set("maxeval", 200000);
  Listener listener;
  ASSERT_EQ(cuboid_options_set_progress(options.get(), listen, &listener, 0), 0);
  api::integrate(Integrand(3, 1, support::peak), options);
  EXPECT_NE(listener.phases.find("partitioning"), std::string::npos) << listener.phases;
  EXPECT_NE(listener.phases.find("main integration"), std::string::npos) << listener.phases;
}

}  // namespace
