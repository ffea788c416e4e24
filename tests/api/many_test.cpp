// cuboid_integrate_many on the cores.
#include <gtest/gtest.h>

#include <bit>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "api/many.hpp"

namespace {

using many::Boxes;
using many::ends;
using many::gaussian;
using many::integrate_many;
using many::layer;
using many::layers;
using many::Many;
using many::nan_value;
using many::Peak;
using many::some_peaks;

std::uint64_t bits(double value) {
  return std::bit_cast<std::uint64_t>(value);
}

void expect_like_single_calls(const Many &all, const std::vector<Peak> &peaks, int ndim,
                              const api::Options &options, const Boxes &boxes = {}) {
  ASSERT_EQ(all.value.size(), peaks.size()) << all.message;
  for (std::size_t i = 0; i < peaks.size(); ++i) {
    const api::Integrand single(ndim, 1, gaussian, const_cast<Peak *>(&peaks[i]));
    const auto box = static_cast<std::int64_t>(i) * boxes.stride;
    const api::Result result =
        boxes.lower == nullptr
            ? api::integrate(single, options)
            : api::integrate(single, options, boxes.lower + box, boxes.upper + box);
    EXPECT_EQ(bits(all.value[i]), bits(result.value[0])) << i;
    EXPECT_EQ(bits(all.error[i]), bits(result.error[0])) << i;
    EXPECT_EQ(bits(all.prob[i]), bits(result.prob[0])) << i;
    EXPECT_EQ(all.neval[i], result.neval) << i;
    EXPECT_EQ(all.statuses[i], result.status) << i;
  }
}

TEST(Many, GivesTheBitsOfSingleCallsWithEveryMethod) {
  const std::vector<Peak> peaks = some_peaks(12);
  for (const char *method :
       {"cuhre", "pagani", "vegas", "suave", "divonne", "vegas_plus", "lattice"}) {
    SCOPED_TRACE(method);
    api::Options options;
    options.set("method", method).set("seed", 7).set("maxeval", 20000);
    expect_like_single_calls(integrate_many({2, 1, gaussian}, peaks, options), peaks, 2, options);
  }
}

// Zeros that say nothing, peaks that a region has seen and its halves have not, and what is easy.
TEST(Many, JudgesLikeSingleCalls) {
  std::vector<Peak> peaks = some_peaks(12);
  for (std::size_t i = 0; i < peaks.size(); i += 2) peaks[i].sharpness = 1e8;
  peaks[4] = {1e6, {.5, .5, .5}};
  peaks[6] = {1e8, {.5, .5, .5}};
  for (const int maxeval : {3000, 120000}) {
    api::Options options;
    options.set("method", "cuhre").set("probing", "thorough");
    options.set("epsabs", 0.).set("maxeval", maxeval);
    const Many all = integrate_many({2, 1, gaussian}, peaks, options);
    // A look meets the tail of a peak that no rule sees, so that it is not called zero.
    EXPECT_EQ(all.statuses[0], CUBOID_NOT_CONVERGED);
    expect_like_single_calls(all, peaks, 2, options);
  }
}

TEST(Many, GivesTheSameBitsWithAnyNumberOfThreads) {
  const std::vector<Peak> peaks = some_peaks(12);
  for (const char *method : {"cuhre", "vegas_plus", "auto"}) {
    api::Options options;
    options.set("method", method).set("seed", 7).set("maxeval", 5000).set("epsrel", 1e-6);
    // Some need other methods then.
    if (method == std::string("auto")) options.set("epsrel", 1e-9).set("maxeval", 20000);
    const Many serial = integrate_many({2, 1, gaussian}, peaks, options);
    // The last are more than there are integrals, and share out each of them.
    for (const int cores : {1, 3, 13}) {
      SCOPED_TRACE(cores);
      const api::Integrand safe(2, 1, gaussian);
      safe.set_thread_safe(true);
      options.set("workers", "threads").set("cores", cores);
      const Many threaded = integrate_many(safe, peaks, options);
      EXPECT_EQ(threaded.value, serial.value);
      EXPECT_EQ(threaded.error, serial.error);
      EXPECT_EQ(threaded.neval, serial.neval);
      EXPECT_EQ(threaded.statuses, serial.statuses);
    }
  }
}

double exact_of_layers(double exponent, int ndim) {
  const auto below = [exponent](double u) {
    return (1 - layer) * std::pow(u, 1 - exponent) / (1 - exponent) +
           std::pow(u, 2 - exponent) / (2 - exponent);
  };
  return std::pow(below(1 + layer) - below(layer), ndim);
}

TEST(Many, ChoosesForWhatCuhreDoesNotSettle) {
  std::vector<Peak> exponents;
  for (const double exponent : {0., 0.1, 0.3, 0.5, 0.}) exponents.push_back({exponent, {}});
  api::Options options;
  options.set("epsrel", 1e-4);
  const Many chosen = integrate_many({3, 1, layers}, exponents, options);
  EXPECT_EQ(chosen.returned, CUBOID_CONVERGED) << chosen.message;
  EXPECT_EQ(chosen.method, "auto");
  EXPECT_NE(chosen.message.find(", lattice for "), std::string::npos) << chosen.message;
  EXPECT_NE(chosen.message.find("; a first look settled "), std::string::npos) << chosen.message;
  for (std::size_t i = 0; i < exponents.size(); ++i) {
    const double exact = exact_of_layers(exponents[i].sharpness, 3);
    EXPECT_NEAR(chosen.value[i], exact, 2e-4 * exact) << i;
    EXPECT_LE(chosen.neval[i], 1000000) << i;
  }
  options.set("method", "cuhre").set("maxeval", 200000);
  const Many named = integrate_many({3, 1, layers}, exponents, options);
  EXPECT_EQ(named.method, "cuhre");
  EXPECT_LT(named.converged, 5);
  // What cuhre settles at once has its bits.
  for (const std::size_t i : {0, 4}) EXPECT_EQ(bits(chosen.value[i]), bits(named.value[i]));
}

TEST(Many, ChoosesInManyDimensions) {
  const std::vector<Peak> exponents = {{0, {}}, {0.1, {}}};
  const Many chosen = integrate_many({9, 1, ends}, exponents, api::Options().set("epsrel", 1e-2));
  EXPECT_EQ(chosen.returned, CUBOID_CONVERGED) << chosen.message;
  EXPECT_NE(chosen.message.find("; methods that were chosen: "), std::string::npos)
      << chosen.message;
  for (std::size_t i = 0; i < 2; ++i) {
    const double exact = exact_of_layers(exponents[i].sharpness, 9);
    EXPECT_NEAR(chosen.value[i], exact, 5e-2 * exact) << i;
  }
}

TEST(Many, DoesNotDependOnOrderOrCount) {
  std::vector<Peak> peaks = some_peaks(30);
  api::Options options;
  options.set("epsrel", 1e-8);
  const api::Integrand integrand(3, 1, gaussian);
  const Many forward = integrate_many(integrand, peaks, options);
  const Many first = integrate_many(integrand, {peaks[0]}, options);
  EXPECT_EQ(first.value[0], forward.value[0]);
  EXPECT_EQ(first.error[0], forward.error[0]);
  std::vector<Peak> turned(peaks.rbegin(), peaks.rend());
  const Many backward = integrate_many(integrand, turned, options);
  EXPECT_EQ(std::vector(backward.value.rbegin(), backward.value.rend()), forward.value);
  EXPECT_EQ(std::vector(backward.neval.rbegin(), backward.neval.rend()), forward.neval);
}

TEST(Many, HasABoxForEachIntegral) {
  const std::vector<Peak> peaks = some_peaks(4);
  const double infinity = std::numeric_limits<double>::infinity();
  // Three numbers from one box to the next, of which two belong to it.
  const double lower[] = {0, 0, 99, -1, -2, 99, -infinity, 0, 99, 1, 0, 99};
  const double upper[] = {1, 1, 99, 1, 2, 99, infinity, 2, 99, 0, 1, 99};
  const Boxes boxes{lower, upper, 3};
  api::Options options;
  const Many all = integrate_many({2, 1, gaussian}, peaks, options, boxes);
  expect_like_single_calls(all, peaks, 2, options, boxes);
  const Boxes one{lower + 3, upper + 3, 0};
  expect_like_single_calls(integrate_many({2, 1, gaussian}, peaks, options, one), peaks, 2, options,
                           one);
}

/// Its integral over (1, 2) x (2, 3) has no bound.
int pole(const int *, const double *x, const int *, double *f, void *) {
  f[0] = 1 / ((x[0] - 1) * (x[0] - 1) + (x[1] - 2) * (x[1] - 2));
  return 0;
}

// The first box told how coarse numbers are in all: a pole in the corner of the second one
// converged.
TEST(Many, KnowsWhereEachBoxIs) {
  const double lower[] = {0, 0, 1, 2}, upper[] = {.5, 1, 2, 3};
  const api::Integrand integrand(2, 1, pole);
  api::Options options;
  options.set("method", "cuhre").set("maxeval", 600000);
  const Many all = integrate_many(integrand, std::vector<Peak>(2), options, {lower, upper, 2});
  const api::Result alone = api::integrate(integrand, options, lower + 2, upper + 2);
  EXPECT_EQ(alone.status, CUBOID_NOT_CONVERGED);
  EXPECT_EQ(all.statuses[1], CUBOID_NOT_CONVERGED);
  EXPECT_EQ(bits(all.value[1]), bits(alone.value[0]));
  EXPECT_EQ(bits(all.error[1]), bits(alone.error[0]));
}

int singular_at_upper_end(const int *, const double *x, const int *, double *f, void *) {
  f[0] = std::pow(1 - x[0], -.3) * x[1];
  return 0;
}

// Whose points at an upper end were moved inwards in lists alone.
TEST(Many, TakesTheUnitCubeForNoBox) {
  const double lower[] = {0, 0}, upper[] = {1, 1};
  const api::Integrand integrand(2, 1, singular_at_upper_end);
  for (const char *method : {"cuhre", "pagani", "vegas_plus"}) {
    api::Options options;
    options.set("method", method).set("maxeval", 20000);
    const Many all = integrate_many(integrand, std::vector<Peak>(1), options, {lower, upper, 0});
    const api::Result alone = api::integrate(integrand, options, lower, upper);
    EXPECT_EQ(bits(all.value[0]), bits(alone.value[0])) << method;
    EXPECT_EQ(bits(all.error[0]), bits(alone.error[0])) << method;
    EXPECT_EQ(all.neval[0], alone.neval) << method;
  }
}

TEST(Many, LetsNoFailureSpoilOthers) {
  std::vector<Peak> peaks = some_peaks(20);
  peaks[7].sharpness = -1;
  peaks[11].sharpness = -2;
  peaks[13].sharpness = 0;
  peaks[17].sharpness = 1e5;
  api::Options options;
  options.set("method", "cuhre").set("epsrel", 1e-9).set("maxeval", 9000);
  const Many all = integrate_many({2, 1, gaussian}, peaks, options);
  EXPECT_EQ(all.returned, CUBOID_NOT_CONVERGED);
  EXPECT_EQ(all.statuses[7], CUBOID_NONFINITE);
  EXPECT_TRUE(std::isnan(all.value[7]));
  EXPECT_EQ(all.statuses[13], CUBOID_ABORTED);
  EXPECT_EQ(all.statuses[17], CUBOID_NOT_CONVERGED);
  EXPECT_EQ(all.converged, 16);
  expect_like_single_calls(all, peaks, 2, options);
  EXPECT_NE(all.message.find("16 of 20 integrals converged"), std::string::npos) << all.message;
  EXPECT_NE(all.message.find("2 (the first is number 7): the integrand is not finite"),
            std::string::npos)
      << all.message;
}

// A peak so narrow that no point sees it is not called zero sooner than by a single call.
TEST(Many, CallsNothingZeroSooner) {
  std::vector<Peak> peaks = some_peaks(3);
  peaks[1].sharpness = 1e12;
  api::Options options;
  const Many all = integrate_many({2, 1, gaussian}, peaks, options);
  expect_like_single_calls(all, peaks, 2, options);
  EXPECT_GE(all.neval[1], 500000);
}

TEST(Many, KnowsBoxesWithoutVolume) {
  const std::vector<Peak> peaks = some_peaks(10);
  std::vector<double> lower(20, 0), upper(20, 1);
  upper[7] = upper[10] = 0;
  for (const char *method : {"cuhre", "pagani", "vegas"}) {
    SCOPED_TRACE(method);
    api::Options options;
    options.set("method", method);
    const Boxes boxes{lower.data(), upper.data(), 2};
    const Many all = integrate_many({2, 1, gaussian}, peaks, options, boxes);
    expect_like_single_calls(all, peaks, 2, options, boxes);
    EXPECT_EQ(all.converged, 10) << all.message;
    EXPECT_EQ(all.neval[3] + all.neval[5], 0);
    const char *const told =
        "; 2 without volume (the first is number 3): the box has no volume, "
        "for lower[1] = upper[1] = 0";
    EXPECT_NE(all.message.find(told), std::string::npos) << all.message;
  }
}

TEST(Many, KnowsThatTheBoxOfAllHasNoVolume) {
  const std::vector<Peak> peaks = some_peaks(10);
  const double lower[] = {0, 1}, upper[] = {1, 1};
  api::Options options;
  options.set("method", "vegas_plus");
  const Many all = integrate_many({2, 1, gaussian}, peaks, options, {lower, upper, 0});
  EXPECT_EQ(all.returned, CUBOID_CONVERGED) << all.message;
  EXPECT_EQ(all.value, std::vector<double>(10, 0));
  EXPECT_EQ(all.neval, std::vector<std::int64_t>(10, 0));
}

TEST(Many, TellsTheFirstOfEachStatus) {
  std::vector<Peak> peaks = some_peaks(10);
  peaks[3].sharpness = peaks[8].sharpness = -1;
  const api::Integrand integrand(2, 1, gaussian);
  cuboid_many *many = nullptr;
  EXPECT_EQ(cuboid_integrate_many(integrand.get(), 10, nullptr, nullptr, 0, peaks.data(),
                                  sizeof(Peak), nullptr, &many),
            CUBOID_NOT_CONVERGED);
  EXPECT_EQ(cuboid_many_number_of(many, CUBOID_NONFINITE), 2);
  EXPECT_EQ(cuboid_many_first_of(many, CUBOID_NONFINITE), 3);
  EXPECT_NE(std::string(cuboid_many_reason_of(many, CUBOID_NONFINITE)), "");
  EXPECT_EQ(cuboid_many_first_of(many, CUBOID_CONVERGED), 0);
  EXPECT_EQ(cuboid_many_first_of(many, CUBOID_TIME_LIMIT), -1);
  EXPECT_EQ(cuboid_many_number_of(many, CUBOID_TIME_LIMIT), 0);
  EXPECT_STREQ(cuboid_many_reason_of(many, CUBOID_TIME_LIMIT), "");
  EXPECT_STREQ(cuboid_many_method(many), "auto");
  cuboid_many_free(many);
}

volatile int cancel_flag = 0;

int cancelling(const int *, const double[], const int *, double f[], void *userdata) {
  const auto *peak = static_cast<const Peak *>(userdata);
  if (peak->sharpness < 0) cancel_flag = 1;
  f[0] = 1;
  return 0;
}

TEST(Many, KeepsWhatWasFinishedBeforeACancel) {
  std::vector<Peak> peaks = some_peaks(50);
  peaks[20].sharpness = -1;
  for (const char *method : {"cuhre", "vegas"}) {
    SCOPED_TRACE(method);
    cancel_flag = 0;
    api::Options options;
    options.set("method", method);
    cuboid_options_set_cancel(options.get(), &cancel_flag);
    const Many all = integrate_many({2, 1, cancelling}, peaks, options);
    EXPECT_EQ(all.returned, CUBOID_CANCELLED);
    for (int i = 0; i < 20; ++i) EXPECT_EQ(all.statuses[static_cast<std::size_t>(i)], 0) << i;
    for (std::size_t i = 21; i < 50; ++i) {
      EXPECT_EQ(all.statuses[i], CUBOID_CANCELLED);
      EXPECT_TRUE(std::isnan(all.value[i]));
      EXPECT_EQ(all.neval[i], 0);
    }
  }
}

// The last integral waits in each of its points, and never converges.
TEST(Many, EndsAtTheTimeLimitOfTheWhole) {
  const auto step = +[](const int *, const double x[], const int *, double f[], void *userdata) {
    if (static_cast<const Peak *>(userdata)->sharpness > 0) {
      std::this_thread::sleep_for(std::chrono::microseconds(100));
      f[0] = x[0] * x[1] < .3 ? 1 : 2;
    } else {
      f[0] = 1 + x[0];
    }
    return 0;
  };
  std::vector<Peak> peaks(100, Peak{0, {}});
  peaks.back().sharpness = 1;
  api::Options options;
  options.set("time_limit", 1.0).set("epsrel", 1e-9).set("maxeval", std::int64_t{1} << 40);
  const Many all = integrate_many({3, 1, step}, peaks, options);
  EXPECT_EQ(all.returned, CUBOID_TIME_LIMIT);
  EXPECT_EQ(all.converged, 99);
  EXPECT_EQ(all.statuses.back(), CUBOID_TIME_LIMIT);
}

/// What a call with these arguments is refused with, or "" if it is not.
struct Call {
  std::int64_t count = 2;
  const double *lower = nullptr;
  const double *upper = nullptr;
  std::int64_t box_stride = 0;
  const void *userdata = nullptr;
  std::int64_t userdata_stride = 0;
};

std::string refusal(const Call &call, int expected, const api::Options &options = {}) {
  const api::Integrand integrand(2, 1, gaussian);
  auto *many = reinterpret_cast<cuboid_many *>(1);
  EXPECT_EQ(
      cuboid_integrate_many(integrand.get(), call.count, call.lower, call.upper, call.box_stride,
                            call.userdata, call.userdata_stride, options.get(), &many),
      expected);
  EXPECT_EQ(many, nullptr);
  return cuboid_last_error();
}

TEST(Many, RefusesWhatCannotBeUsed) {
  const double lower[] = {0, 0, 0, nan_value};
  const double upper[] = {1, 1, 1, 1};
  const Peak peak{1, {}};
  const int bad = CUBOID_BAD_ARGUMENT;
  EXPECT_NE(refusal({.count = 0}, bad).find("count = 0"), std::string::npos);
  EXPECT_NE(refusal({.count = -3}, bad).find("count = -3"), std::string::npos);
  EXPECT_NE(
      refusal({.count = std::int64_t{1} << 40}, CUBOID_OUT_OF_MEMORY).find("count = 1099511627776"),
      std::string::npos);
  EXPECT_NE(refusal({.lower = lower}, bad).find("upper"), std::string::npos);
  EXPECT_NE(refusal({.upper = upper}, bad).find("lower"), std::string::npos);
  for (const std::int64_t stride : {1, -1, -2})
    EXPECT_NE(refusal({.lower = lower, .upper = upper, .box_stride = stride}, bad)
                  .find("box_stride = " + std::to_string(stride)),
              std::string::npos);
  EXPECT_NE(refusal({.box_stride = 2}, bad).find("box_stride = 2"), std::string::npos);
  EXPECT_NE(refusal({.userdata_stride = 8}, bad).find("userdata_stride = 8"), std::string::npos);
  EXPECT_NE(refusal({.userdata = &peak, .userdata_stride = -8}, bad).find("userdata_stride = -8"),
            std::string::npos);
  const std::string box = refusal({.lower = lower, .upper = upper, .box_stride = 2}, bad);
  EXPECT_NE(box.find("integral 1: lower[1] = nan"), std::string::npos) << box;
  api::Options sampled;
  const auto ignore = [](void *, std::int64_t, std::int64_t, int, const double *, const double *,
                         int, const double *) {};
  ASSERT_EQ(cuboid_options_set_sample_sink(sampled.get(), ignore, nullptr), 0);
  EXPECT_NE(refusal({}, bad, sampled).find("sample sink"), std::string::npos);
  api::Options small;
  small.set("memory_limit", 10);
  EXPECT_NE(refusal({}, CUBOID_OUT_OF_MEMORY, small).find("count = 2"), std::string::npos);
}

TEST(Many, RefusesMissingHandles) {
  cuboid_many *many = nullptr;
  EXPECT_EQ(cuboid_integrate_many(nullptr, 1, nullptr, nullptr, 0, nullptr, 0, nullptr, &many),
            CUBOID_BAD_ARGUMENT);
  const api::Integrand integrand(2, 1, gaussian);
  EXPECT_EQ(
      cuboid_integrate_many(integrand.get(), 1, nullptr, nullptr, 0, nullptr, 0, nullptr, nullptr),
      CUBOID_BAD_ARGUMENT);
  EXPECT_EQ(cuboid_many_status(nullptr), CUBOID_BAD_ARGUMENT);
  EXPECT_STREQ(cuboid_many_message(nullptr), "");
  EXPECT_STREQ(cuboid_many_method(nullptr), "");
  EXPECT_EQ(cuboid_many_value(nullptr), nullptr);
  EXPECT_EQ(cuboid_many_error(nullptr), nullptr);
  EXPECT_EQ(cuboid_many_prob(nullptr), nullptr);
  EXPECT_EQ(cuboid_many_statuses(nullptr), nullptr);
  EXPECT_EQ(cuboid_many_neval(nullptr), nullptr);
  EXPECT_EQ(cuboid_many_count(nullptr) + cuboid_many_ncomp(nullptr), 0);
  EXPECT_EQ(cuboid_many_first_of(nullptr, 0), -1);
  EXPECT_EQ(cuboid_many_seconds(nullptr), 0);
  cuboid_many_free(nullptr);
}

}  // namespace
