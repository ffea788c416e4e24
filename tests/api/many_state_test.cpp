// Progress, ends and the state file of many integrals in one call.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "api/many.hpp"
#include "support/directory.hpp"

namespace {

using many::gaussian;
using many::integrate_many;
using many::Many;
using many::Peak;
using many::some_peaks;

volatile int cancel_flag = 0;
std::atomic<std::int64_t> calls = 0;

/// Counts its calls.  One with a sharpness above 1000 sets the cancel flag.
int counted(const int *ndim, const double x[], const int *ncomp, double f[], void *userdata) {
  ++calls;
  if (static_cast<const Peak *>(userdata)->sharpness > 1000)
    __atomic_store_n(&cancel_flag, 1, __ATOMIC_RELAXED);
  return gaussian(ndim, x, ncomp, f, userdata);
}

void expect_same(const Many &one, const Many &other) {
  EXPECT_EQ(one.value, other.value);
  EXPECT_EQ(one.error, other.error);
  EXPECT_EQ(one.prob, other.prob);
  EXPECT_EQ(one.statuses, other.statuses);
  EXPECT_EQ(one.neval, other.neval);
}

class ManyState : public testing::TestWithParam<const char *> {
 protected:
  ManyState() {
    cancel_flag = 0;
    options_.set("method", std::string(GetParam())).set("seed", 3).set("maxeval", 6000);
    cuboid_options_set_cancel(options_.get(), &cancel_flag);
    peaks_[40].sharpness = 2000;
  }

  /// Cancelled by integral 40; goes on without the cancel flag.
  void interrupt_and_resume(const api::Integrand &integrand) {
    const Many whole = uncancelled(integrand, calls_of_whole_);
    options_.set("statefile", name_);
    const Many part = integrate_many(integrand, peaks_, options_);
    EXPECT_EQ(part.returned, CUBOID_CANCELLED);
    EXPECT_GT(std::count(part.statuses.begin(), part.statuses.end(), CUBOID_CANCELLED), 0);
    EXPECT_TRUE(std::filesystem::exists(name_));
    const Many rest = uncancelled(integrand, calls_of_rest_);
    EXPECT_EQ(rest.returned, whole.returned);
    expect_same(rest, whole);
    EXPECT_NE(rest.message.find("; resumed at "), std::string::npos) << rest.message;
    EXPECT_FALSE(std::filesystem::exists(name_));
  }

  Many uncancelled(const api::Integrand &integrand, std::int64_t &calls_made) {
    cuboid_options_set_cancel(options_.get(), nullptr);
    calls = 0;
    Many all = integrate_many(integrand, peaks_, options_);
    calls_made = calls;
    cancel_flag = 0;
    cuboid_options_set_cancel(options_.get(), &cancel_flag);
    return all;
  }

  support::Directory directory_;
  const std::string name_ = directory_.file("many.state");
  api::Options options_;
  std::vector<Peak> peaks_ = some_peaks(60);
  std::int64_t calls_of_whole_ = 0;
  std::int64_t calls_of_rest_ = 0;
};

INSTANTIATE_TEST_SUITE_P(Methods, ManyState,
                         testing::Values("cuhre", "pagani", "vegas", "suave", "vegas_plus", "auto"),
                         [](const auto &method) { return std::string(method.param); });

TEST_P(ManyState, GoesOnWhereACancelledCallEnded) {
  interrupt_and_resume({2, 1, counted});
  EXPECT_LT(calls_of_rest_, calls_of_whole_ / 2);
}

TEST_P(ManyState, GoesOnWithThreads) {
  const api::Integrand safe(2, 1, counted);
  safe.set_thread_safe(true);
  options_.set("workers", "threads").set("cores", 3);
  interrupt_and_resume(safe);
  EXPECT_LT(calls_of_rest_, calls_of_whole_);
}

/// One with a centre sets the cancel flag after some calls: to find out whether a state file
/// belongs to the list takes a few.
int cancelling_layers(const int *ndim, const double x[], const int *ncomp, double f[],
                      void *userdata) {
  const bool cancels = static_cast<const Peak *>(userdata)->centre[0] > 0;
  if (cancels && ++calls == 1000) __atomic_store_n(&cancel_flag, 1, __ATOMIC_RELAXED);
  return many::layers(ndim, x, ncomp, f, userdata);
}

// Those that got a method of their own before the end, and those that get one after it.
TEST(ManyStateOfAChoice, GoesOnWhereACancelledCallEnded) {
  const support::Directory directory;
  std::vector<Peak> exponents;
  for (const double exponent : {0., 0.3, 0.4, 0.35, 0.25, 0.}) exponents.push_back({exponent, {}});
  exponents[3].centre[0] = 1;
  const api::Integrand integrand(3, 1, cancelling_layers);
  api::Options options;
  options.set("epsrel", 1e-4).set("maxeval", 300000);
  const Many whole = integrate_many(integrand, exponents, options);
  EXPECT_NE(whole.message.find("lattice for 4"), std::string::npos) << whole.message;

  options.set("statefile", directory.file("many.state"));
  cancel_flag = 0;
  calls = 0;
  cuboid_options_set_cancel(options.get(), &cancel_flag);
  const Many part = integrate_many(integrand, exponents, options);
  EXPECT_EQ(part.returned, CUBOID_CANCELLED);
  EXPECT_NE(part.message.find(" for 2"), std::string::npos) << part.message;
  cuboid_options_set_cancel(options.get(), nullptr);
  const Many rest = integrate_many(integrand, exponents, options);
  EXPECT_EQ(rest.returned, whole.returned);
  expect_same(rest, whole);
  EXPECT_EQ(rest.method, "auto");
}

class ManyStateFile : public testing::Test {
 protected:
  ManyStateFile() {
    options_.set("statefile", name_).set("keep_state", 1).set("epsrel", 1e-5);
    peaks_[5].sharpness = -1;
    peaks_[6].sharpness = 0;
  }

  std::string refusal(std::int64_t count = 20) {
    cuboid_many *many = nullptr;
    EXPECT_EQ(cuboid_integrate_many(integrand_.get(), count, lower_, upper_, stride_, peaks_.data(),
                                    sizeof(Peak), options_.get(), &many),
              CUBOID_BAD_ARGUMENT);
    EXPECT_EQ(many, nullptr);
    return cuboid_last_error();
  }

  support::Directory directory_;
  const std::string name_ = directory_.file("many.state");
  api::Options options_;
  std::vector<Peak> peaks_ = some_peaks(20);
  api::Integrand integrand_{2, 1, counted};
  const double *lower_ = nullptr;
  const double *upper_ = nullptr;
  std::int64_t stride_ = 0;
};

TEST_F(ManyStateFile, IsKeptWithAllThatNeedsNotBeDoneAgain) {
  const Many whole = integrate_many(integrand_, peaks_, options_);
  EXPECT_EQ(whole.statuses[5], CUBOID_NONFINITE);
  EXPECT_EQ(whole.statuses[6], CUBOID_ABORTED);
  calls = 0;
  const Many again = integrate_many(integrand_, peaks_, options_);
  EXPECT_LE(calls, 16 * 3);
  EXPECT_EQ(again.statuses, whole.statuses);
  EXPECT_EQ(std::vector(again.value.begin() + 7, again.value.end()),
            std::vector(whole.value.begin() + 7, whole.value.end()));
  EXPECT_NE(again.message.find("(the first is number 5): the integrand is not finite"),
            std::string::npos)
      << again.message;
}

TEST_F(ManyStateFile, BelongsToOneList) {
  integrate_many(integrand_, peaks_, options_);
  const std::string kept = support::contents(name_);
  EXPECT_NE(refusal(19).find("count = 20 instead of count = 19"), std::string::npos);
  options_.set("epsrel", 1e-4);
  EXPECT_NE(refusal().find("epsrel = "), std::string::npos);
  options_.set("epsrel", 1e-5).set("method", "vegas");
  EXPECT_NE(refusal().find("belongs to the method auto"), std::string::npos);
  options_.set("method", "auto").set("seed", 3);
  EXPECT_NE(refusal().find("seed = "), std::string::npos);
  options_.set("seed", 0);
  std::vector<double> lower(40, 0.0), upper(40, 1.0);
  upper[33] = 2;
  lower_ = lower.data();
  upper_ = upper.data();
  stride_ = 2;
  EXPECT_NE(refusal().find("boxes of checksum"), std::string::npos);
  lower_ = upper_ = nullptr;
  stride_ = 0;
  peaks_[19].sharpness *= 1.1;
  EXPECT_NE(refusal().find("belongs to another integrand"), std::string::npos);
  EXPECT_EQ(support::contents(name_), kept);
  options_.set("overwrite_state", 1);
  EXPECT_NE(integrate_many(integrand_, peaks_, options_).message.find("begun anew because"),
            std::string::npos);
}

TEST_F(ManyStateFile, IsNotThatOfASingleIntegral) {
  const api::Integrand single(2, 1, gaussian, peaks_.data());
  options_.set("maxeval", 1000).set("epsrel", 1e-12);
  EXPECT_EQ(api::integrate(single, options_).status, CUBOID_NOT_CONVERGED);
  EXPECT_NE(refusal().find("belongs to another method"), std::string::npos);
}

TEST_F(ManyStateFile, IsRefusedWhereItIsForged) {
  integrate_many(integrand_, peaks_, options_);
  std::string kept = support::contents(name_);
  kept[kept.size() / 2] = static_cast<char>(kept[kept.size() / 2] ^ 1);
  support::write(name_, kept);
  EXPECT_NE(refusal().find("is damaged"), std::string::npos);
}

struct Listener {
  std::vector<cuboid_progress> told;
  std::string method, phase;
  std::thread::id thread;
  std::int64_t most = INT64_MAX;  ///< integrals after which the call is to end
};

int listen(void *user, const cuboid_progress *progress) {
  auto &listener = *static_cast<Listener *>(user);
  listener.told.push_back(*progress);
  listener.method = progress->method;
  listener.phase = progress->phase;
  listener.thread = std::this_thread::get_id();
  return progress->iterations >= listener.most;
}

class ManyProgress : public testing::TestWithParam<const char *> {
 protected:
  Many integrate(cuboid_progress_function function, double seconds = 0) {
    options_.set("method", std::string(GetParam())).set("maxeval", 5000);
    EXPECT_EQ(cuboid_options_set_progress(options_.get(), function, &listener_, seconds), 0);
    return integrate_many({2, 1, gaussian}, peaks_, options_);
  }

  api::Options options_;
  std::vector<Peak> peaks_ = some_peaks(100);
  Listener listener_;
};

INSTANTIATE_TEST_SUITE_P(Methods, ManyProgress, testing::Values("cuhre", "vegas", "divonne"),
                         [](const auto &method) { return std::string(method.param); });

TEST_P(ManyProgress, IsThatOfTheWhole) {
  const Many all = integrate(listen);
  ASSERT_GE(listener_.told.size(), 100U);
  EXPECT_EQ(listener_.method, GetParam());
  EXPECT_EQ(listener_.phase, "integrals");
  EXPECT_EQ(listener_.thread, std::this_thread::get_id());
  const cuboid_progress *before = &listener_.told[0];
  for (const cuboid_progress &told : listener_.told) {
    EXPECT_GE(told.iterations, before->iterations);
    EXPECT_GE(told.evaluations, before->evaluations);
    EXPECT_DOUBLE_EQ(told.share, static_cast<double>(told.iterations) / 100);
    EXPECT_EQ(told.ncomp, 0);
    EXPECT_EQ(told.value, nullptr);
    EXPECT_TRUE(told.iterations == 0 || told.seconds_left >= 0);
    before = &told;
  }
  EXPECT_GE(before->iterations, 99);
  const Many silent = integrate(nullptr);
  expect_same(all, silent);
}

TEST_P(ManyProgress, EndsTheWhole) {
  listener_.most = 30;
  const Many all = integrate(listen);
  EXPECT_EQ(all.returned, CUBOID_CANCELLED);
  EXPECT_NE(all.message.find("): the progress function ended the integration"), std::string::npos)
      << all.message;
  for (std::size_t i = 0; i < 30; ++i) EXPECT_NE(all.statuses[i], CUBOID_CANCELLED) << i;
  for (std::size_t i = 31; i < 100; ++i) EXPECT_EQ(all.statuses[i], CUBOID_CANCELLED) << i;
}

TEST_P(ManyProgress, KeepsWhatIsFinishedWhereItThrows) {
  const Many all = integrate([](void *, const cuboid_progress *progress) -> int {
    if (progress->iterations >= 10) throw std::runtime_error("enough");
    return 0;
  });
  EXPECT_EQ(all.returned, CUBOID_EXCEPTION);
  EXPECT_EQ(all.message.find("the progress function threw an exception: enough"), 0U)
      << all.message;
  EXPECT_FALSE(std::isnan(all.value[5]));
  EXPECT_EQ(all.statuses[50], CUBOID_CANCELLED);
}

TEST_P(ManyProgress, KeepsToItsInterval) {
  integrate(listen, 1000);
  EXPECT_TRUE(listener_.told.empty());
}

}  // namespace
