// Lists of one-dimensional integrals on a device: what the first step of line settles there is what
// the host has.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "cuboid.h"
#include "device_support.hpp"

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double rounding = 1e-14;

using Peak = support::Peak<1>;

struct Limits {
  std::vector<double> lower, upper;
};

struct Many {
  int returned = 0;
  std::string message, log;
  std::vector<double> value, error;
  std::vector<int> statuses;
  std::vector<std::int64_t> neval;
};

class LinesOnDevice : public support::OnDevice {
 protected:
  void set_options() override {
    cuboid_options_set_text(options, "method", "line");
    cuboid_options_set_real(options, "epsrel", 1e-6);
    cuboid_options_set_integer(options, "verbosity", 3);
  }

  void make(int components) {
    const std::string text = support::peak_source(1);
    ASSERT_EQ(cuboid_integrand_from_cuda_source(&integrand, 1, components, text.c_str(), "gaussian",
                                                nullptr, sizeof(Peak)),
              0)
        << cuboid_last_error();
    ASSERT_EQ(cuboid_integrand_create(&host_, 1, components, support::host_peak<1>(), nullptr), 0);
    components_ = components;
  }
  void TearDown() override {
    cuboid_integrand_free(host_);
    OnDevice::TearDown();
  }

  /// limits: of each, or of all.
  Many integrate(const cuboid_integrand *which, const std::vector<Peak> &peaks,
                 const Limits &limits) {
    Many all;
    cuboid_options_set_log(
        options,
        [](void *text, int, const char *line) { *static_cast<std::string *>(text) += line; },
        &all.log);
    const auto count = std::ssize(peaks);
    cuboid_many *many = nullptr;
    all.returned = cuboid_integrate_many(which, count, limits.lower.data(), limits.upper.data(),
                                         limits.lower.size() == 1 ? 0 : 1, peaks.data(),
                                         sizeof(Peak), options, &many);
    EXPECT_NE(many, nullptr) << cuboid_last_error();
    if (many == nullptr) return all;
    const auto numbers = count * components_;
    all.message = cuboid_many_message(many);
    all.value.assign(cuboid_many_value(many), cuboid_many_value(many) + numbers);
    all.error.assign(cuboid_many_error(many), cuboid_many_error(many) + numbers);
    all.statuses.assign(cuboid_many_statuses(many), cuboid_many_statuses(many) + count);
    all.neval.assign(cuboid_many_neval(many), cuboid_many_neval(many) + count);
    cuboid_many_free(many);
    return all;
  }

  void expect_those_of_the_host(const std::vector<Peak> &peaks, const Limits &limits,
                                const std::string &left) {
    const Many here = integrate(integrand, peaks, limits);
    EXPECT_NE(here.log.find("fed the device; " + left + " integrals"), std::string::npos)
        << here.log;
    const Many there = integrate(host_, peaks, limits);
    ASSERT_EQ(here.value.size(), there.value.size());
    EXPECT_EQ(here.returned, there.returned) << here.message << there.message;
    for (std::size_t i = 0; i < peaks.size(); ++i) {
      EXPECT_EQ(here.statuses[i], there.statuses[i]) << i;
      EXPECT_EQ(here.neval[i], there.neval[i]) << i;
    }
    for (std::size_t i = 0; i < here.value.size(); ++i) {
      const double size = std::fabs(there.value[i]);
      EXPECT_NEAR(here.value[i], there.value[i], rounding * size) << i;
      EXPECT_NEAR(here.error[i], there.error[i], rounding * size) << i;
    }
  }

  cuboid_integrand *host_ = nullptr;
  int components_ = 1;
};

TEST_F(LinesOnDevice, AreThoseOfTheHost) {
  make(1);
  // More than one chunk.
  expect_those_of_the_host(support::random_peaks<1>(70000, 1, 20), {{0}, {1}}, "0");
  expect_those_of_the_host(support::random_peaks<1>(1000, 1, 6), {{1}, {-0.5}}, "0");
}

TEST_F(LinesOnDevice, HaveManyComponents) {
  make(5);
  expect_those_of_the_host(support::random_peaks<1>(1000, 1, 20), {{0}, {1}}, "0");
}

// A tenth of them is sharp, and some ranges are infinite.
TEST_F(LinesOnDevice, LeaveWhatNeedsMoreThanAStep) {
  make(1);
  std::vector<Peak> peaks = support::random_peaks<1>(200, 1, 5);
  Limits limits;
  for (std::size_t i = 0; i < peaks.size(); ++i) {
    if (i % 10 == 3) peaks[i].sharpness = 1e6;
    limits.lower.push_back(i % 7 == 0 ? -infinity : 0);
    limits.upper.push_back(i % 3 == 0 ? infinity : 1);
  }
  const Many here = integrate(integrand, peaks, limits), there = integrate(host_, peaks, limits);
  EXPECT_EQ(here.returned, 0) << here.message;
  EXPECT_EQ(here.log.find("fed the device; 0 integrals"), std::string::npos) << here.log;
  for (std::size_t i = 0; i < peaks.size(); ++i) {
    const double truth = support::along_axis(peaks[i], 0, limits.lower[i], limits.upper[i]);
    EXPECT_NEAR(here.value[i], truth, 1e-6 * truth) << i;
    EXPECT_NEAR(here.value[i], there.value[i], 1e-6 * truth) << i;
    EXPECT_EQ(here.statuses[i], there.statuses[i]) << i;
  }
}

// NaN, and -999.
TEST_F(LinesOnDevice, DoNotSpoilEachOther) {
  make(1);
  std::vector<Peak> peaks = support::random_peaks<1>(100, 1, 20);
  peaks[7].sharpness = -1;
  peaks[13].sharpness = 0;
  const Many all = integrate(integrand, peaks, {{0}, {1}});
  EXPECT_EQ(all.statuses[7], CUBOID_NONFINITE);
  EXPECT_TRUE(std::isnan(all.value[7]));
  EXPECT_EQ(all.statuses[13], CUBOID_ABORTED);
  EXPECT_NE(all.message.find("98 of 100 integrals converged"), std::string::npos) << all.message;
}

// Without a name: what a step does not settle goes on by regions.
TEST_F(LinesOnDevice, AreTakenByAuto) {
  make(1);
  cuboid_options_set_text(options, "method", "auto");
  std::vector<Peak> peaks = support::random_peaks<1>(70000, 1, 20);
  for (std::size_t i = 0; i < peaks.size(); i += 5) peaks[i].sharpness = 1e4;
  const Many all = integrate(integrand, peaks, {{0}, {1}});
  EXPECT_EQ(all.returned, 0) << all.message;
  EXPECT_NE(all.message.find("a first step by line"), std::string::npos) << all.message;
  EXPECT_NE(all.log.find("fed the device; 0 integrals"), std::string::npos) << all.log;
  for (std::size_t i = 0; i < peaks.size(); ++i) {
    const double truth = support::along_axis(peaks[i], 0, 0, 1);
    EXPECT_NEAR(all.value[i], truth, 1e-6 * truth) << i;
    EXPECT_TRUE(i % 5 == 0 || all.neval[i] <= 105) << i << ": " << all.neval[i];
  }
}

// Where a step may not be taken, all follow by themselves, and what is asked for is what they have.
TEST_F(LinesOnDevice, FollowByThemselvesWhereMoreIsAskedFor) {
  make(1);
  cuboid_options_set_text(options, "probing", "thorough");
  const std::vector<Peak> peaks = support::random_peaks<1>(5, 1, 20);
  const Many all = integrate(integrand, peaks, {{0}, {1}});
  EXPECT_EQ(all.returned, 0) << all.message;
  for (const std::int64_t neval : all.neval) EXPECT_GT(neval, 1000);
}

}  // namespace
