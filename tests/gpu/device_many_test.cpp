// Many integrals in one call on a device, through the public interface.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "cuboid.h"
#include "device_support.hpp"
#include "support/directory.hpp"

namespace {

const double infinity = std::numeric_limits<double>::infinity();

using Peak = support::Peak<3>;
using support::along_axis;

const std::string text = support::peak_source(3);
const char *const source = text.c_str();

double truth(const Peak &peak, int ndim) {
  double value = 1;
  for (int d = 0; d < ndim; ++d) value *= along_axis(peak, d, 0, 1);
  return value;
}

std::vector<Peak> some_peaks(std::size_t count, double least = 5, double most = 25) {
  return support::random_peaks<3>(count, least, most);
}

struct Many {
  int returned = 0;
  std::string message;
  std::string method;
  std::vector<double> value, error;
  std::vector<int> statuses;
  std::vector<std::int64_t> neval;
};

std::vector<std::uint64_t> bits(const std::vector<double> &values) {
  std::vector<std::uint64_t> all;
  for (const double value : values) all.push_back(std::bit_cast<std::uint64_t>(value));
  return all;
}

void expect_same(const Many &one, std::size_t i, const Many &other, std::size_t j) {
  EXPECT_EQ(bits({one.value[i], one.error[i]}), bits({other.value[j], other.error[j]}))
      << i << ", " << j;
  EXPECT_EQ(one.neval[i], other.neval[j]) << i << ", " << j;
  EXPECT_EQ(one.statuses[i], other.statuses[j]) << i << ", " << j;
}

class ManyOnDevice : public support::OnDevice {
 protected:
  void set_options() override { cuboid_options_set_real(options, "epsrel", 1e-6); }

  void compile(int ndim) {
    cuboid_integrand_free(integrand);
    ASSERT_EQ(cuboid_integrand_from_cuda_source(&integrand, ndim, 1, source, "gaussian", nullptr,
                                                sizeof(Peak)),
              0)
        << cuboid_last_error();
  }

  Many integrate(const std::vector<Peak> &peaks, const double *lower = nullptr,
                 const double *upper = nullptr, std::int64_t stride = 0) const {
    Many all;
    cuboid_many *many = nullptr;
    const auto count = std::ssize(peaks);
    all.returned = cuboid_integrate_many(integrand, count, lower, upper, stride, peaks.data(),
                                         sizeof(Peak), options, &many);
    EXPECT_NE(many, nullptr) << cuboid_last_error();
    if (many == nullptr) return all;
    all.message = cuboid_many_message(many);
    all.method = cuboid_many_method(many);
    all.value.assign(cuboid_many_value(many), cuboid_many_value(many) + count);
    all.error.assign(cuboid_many_error(many), cuboid_many_error(many) + count);
    all.statuses.assign(cuboid_many_statuses(many), cuboid_many_statuses(many) + count);
    all.neval.assign(cuboid_many_neval(many), cuboid_many_neval(many) + count);
    cuboid_many_free(many);
    return all;
  }
};

TEST_F(ManyOnDevice, AreAccurate) {
  for (const int ndim : {1, 2, 3}) {
    SCOPED_TRACE(ndim);
    compile(ndim);
    const std::vector<Peak> peaks = some_peaks(2000);
    const Many all = integrate(peaks);
    EXPECT_EQ(all.returned, CUBOID_CONVERGED) << all.message;
    EXPECT_EQ(all.method, "auto");
    for (std::size_t i = 0; i < peaks.size(); ++i) {
      const double exact = truth(peaks[i], ndim);
      EXPECT_NEAR(all.value[i], exact, 1e-6 * exact) << i;
      EXPECT_LE(all.error[i], 1e-6 * all.value[i]) << i;
      EXPECT_GT(all.neval[i], 0) << i;
    }
  }
}

// Warps look at no points but those of their rules, and say so; who asks for more has what single
// calls have.
TEST_F(ManyOnDevice, AreProbedWhereThatIsAskedFor) {
  compile(3);
  std::vector<Peak> peaks = some_peaks(20);
  const Many by_warps = integrate(peaks);
  EXPECT_NE(by_warps.message.find("without probes"), std::string::npos) << by_warps.message;
  cuboid_options_set_text(options, "method", "pagani");
  cuboid_options_set_text(options, "probing", "thorough");
  const Many all = integrate(peaks);
  EXPECT_EQ(all.returned, CUBOID_CONVERGED) << all.message;
  EXPECT_EQ(all.message.find("without probes"), std::string::npos) << all.message;
  for (std::size_t i = 0; i < peaks.size(); ++i) {
    SCOPED_TRACE(i);
    cuboid_integrand *one = nullptr;
    ASSERT_EQ(
        cuboid_integrand_from_cuda_source(&one, 3, 1, source, "gaussian", &peaks[i], sizeof(Peak)),
        0);
    cuboid_result *alone = nullptr;
    EXPECT_EQ(cuboid_integrate(one, nullptr, nullptr, options, &alone), 0);
    EXPECT_EQ(bits({all.value[i], all.error[i]}),
              bits({cuboid_result_value(alone)[0], cuboid_result_error(alone)[0]}));
    EXPECT_EQ(all.neval[i], cuboid_result_neval(alone));
    EXPECT_GT(cuboid_result_probed(alone), 0);
    cuboid_result_free(alone);
    cuboid_integrand_free(one);
  }
}

TEST_F(ManyOnDevice, HaveTheSameBitsInAnyCompany) {
  compile(2);
  // More than one chunk.
  std::vector<Peak> peaks = some_peaks(300000);
  const Many all = integrate(peaks);
  for (const std::size_t i : {0, 1, 4711, 65535, 65536, 131072, 262144, 299999})
    expect_same(all, i, integrate({peaks[i]}), 0);
  const std::vector<Peak> turned(peaks.rbegin(), peaks.rend());
  const Many backward = integrate(turned);
  for (std::size_t i = 0; i < peaks.size(); ++i)
    expect_same(all, i, backward, peaks.size() - 1 - i);
  EXPECT_EQ(bits(integrate(peaks).value), bits(all.value));
}

TEST_F(ManyOnDevice, DoNotDependOnTheNumberOfWarps) {
  compile(3);
  const std::vector<Peak> peaks = some_peaks(500, 1, 1e4);
  const Many all = integrate(peaks);
  cuboid_options_set_integer(options, "memory_limit", 50000000);
  const Many few = integrate(peaks);
  for (std::size_t i = 0; i < peaks.size(); ++i) expect_same(all, i, few, i);
}

TEST_F(ManyOnDevice, HaveBoxesOfTheirOwn) {
  compile(2);
  const std::vector<Peak> peaks = some_peaks(4);
  const double lower[] = {0, 0, 99, -1, 0, 99, -infinity, 0, 99, 1, 0, 99};
  const double upper[] = {1, 1, 99, 1, 2, 99, infinity, infinity, 99, 0, 1, 99};
  const Many all = integrate(peaks, lower, upper, 3);
  for (std::size_t i = 0; i < peaks.size(); ++i) {
    const double *low = lower + 3 * i;
    const double *high = upper + 3 * i;
    const double exact =
        along_axis(peaks[i], 0, low[0], high[0]) * along_axis(peaks[i], 1, low[1], high[1]);
    EXPECT_NEAR(all.value[i], exact, 1e-6 * std::fabs(exact)) << i;
    expect_same(all, i, integrate({peaks[i]}, low, high), 0);
  }
}

// exp(s z) overflows where the density of z is zero.
TEST_F(ManyOnDevice, CountInfinityTimesZeroAsZero) {
  const char *const payoff =
      "#include <math.h>\n"
      "int f(const int *ndim, const double x[], const int *ncomp, double f[], void *userdata) {\n"
      "  const double s = *(const double *)userdata;\n"
      "  f[0] = exp(s * (x[0] + x[1])) * exp(-.5 * (x[0] * x[0] + x[1] * x[1]));\n"
      "  return 0;\n}\n";
  cuboid_integrand_free(integrand);
  ASSERT_EQ(
      cuboid_integrand_from_cuda_source(&integrand, 2, 1, payoff, "f", nullptr, sizeof(double)), 0)
      << cuboid_last_error();
  const double shifts[] = {.5, 1, 1.5};
  const double lower[] = {-infinity, -infinity}, upper[] = {infinity, infinity};
  cuboid_options_set_real(options, "epsrel", 1e-3);
  for (const char *method : {"auto", "pagani", "vegas_plus", "m_cubes", "lattice"}) {
    SCOPED_TRACE(method);
    cuboid_options_set_text(options, "method", method);
    cuboid_many *many = nullptr;
    EXPECT_EQ(cuboid_integrate_many(integrand, 3, lower, upper, 0, shifts, sizeof(double), options,
                                    &many),
              CUBOID_CONVERGED)
        << cuboid_many_message(many);
    for (int i = 0; i < 3; ++i)
      EXPECT_NEAR(
          cuboid_many_value(many)[i] / (2 * std::acos(-1) * std::exp(shifts[i] * shifts[i])), 1,
          3e-3)
          << i;
    cuboid_many_free(many);
  }
}

TEST_F(ManyOnDevice, DoNotSpoilEachOther) {
  compile(2);
  std::vector<Peak> peaks = some_peaks(100);
  const Many sound = integrate(peaks);
  peaks[7].sharpness = -1;
  peaks[13].sharpness = 0;
  const Many all = integrate(peaks);
  EXPECT_EQ(all.returned, CUBOID_NOT_CONVERGED);
  EXPECT_EQ(all.statuses[7], CUBOID_NONFINITE);
  EXPECT_TRUE(std::isnan(all.value[7]));
  EXPECT_EQ(all.statuses[13], CUBOID_ABORTED);
  EXPECT_NE(all.message.find("98 of 100 integrals converged"), std::string::npos) << all.message;
  for (std::size_t i = 0; i < peaks.size(); ++i)
    if (i != 7 && i != 13) expect_same(all, i, sound, i);
}

/// Regions say nothing of what lies between their points.
TEST_F(ManyOnDevice, LeaveRoomInTheirErrors) {
  compile(2);
  cuboid_options_set_real(options, "epsrel", 1e-3);
  const Many all = integrate(some_peaks(10, 1, 1.01));
  for (std::size_t i = 0; i < all.value.size(); ++i) {
    const double part = std::min(1e-3, 64 / static_cast<double>(all.neval[i]));
    EXPECT_GE(all.error[i], part * all.value[i] * (1 - 1e-12)) << i;
    EXPECT_LE(all.error[i], 1e-3 * all.value[i]) << i;
  }
}

TEST_F(ManyOnDevice, EndAtMaxeval) {
  compile(3);
  cuboid_options_set_integer(options, "maxeval", 5000);
  const Many all = integrate(some_peaks(10));
  EXPECT_EQ(all.returned, CUBOID_NOT_CONVERGED);
  for (const std::int64_t neval : all.neval) EXPECT_LE(neval, 5000);
}

TEST_F(ManyOnDevice, BeginWithMoreRegionsWhereMuchIsAsked) {
  compile(3);
  const std::vector<Peak> smooth = some_peaks(10, 1, 1.01);
  constexpr std::int64_t points = 127;  // Of the rule.
  cuboid_options_set_real(options, "epsrel", 1e-6);
  for (const std::int64_t neval : integrate(smooth).neval) EXPECT_GE(neval, 32 * points);
  cuboid_options_set_real(options, "epsrel", 1e-4);
  for (const std::int64_t neval : integrate(smooth).neval) EXPECT_LT(neval, 32 * points);
}

/// Integrals that need more regions than a warp has room for, and some that do not.
class OutgrownOnDevice : public ManyOnDevice {
 protected:
  /// Each of the 16384 regions of a warp is half of another; both had the 127 points of the rule.
  static constexpr std::int64_t max_in_a_warp = 2 * 16384 * 127;

  void set_options() override {
    // Without a name a single call looks at its integral first.
    cuboid_options_set_text(options, "method", "cuhre");
    cuboid_options_set_real(options, "epsrel", 1e-13);
    cuboid_options_set_integer(options, "maxeval", 100000000);
    // More threads than the test needs, whatever the machine has.
    cuboid_options_set_integer(options, "cores", 8);
  }

  static std::vector<Peak> sharp_peaks(std::size_t count) {
    std::vector<Peak> peaks = some_peaks(count, 1e4, 1e5);
    for (std::size_t i = 0; i < count; i += 4) peaks[i].sharpness = 5;
    return peaks;
  }

  /// The integral as a call of its own.
  Many by_itself(Peak &peak) const {
    cuboid_integrand *alone = nullptr;
    EXPECT_EQ(
        cuboid_integrand_from_cuda_source(&alone, 3, 1, source, "gaussian", &peak, sizeof(Peak)),
        0);
    cuboid_result *result = nullptr;
    cuboid_integrate(alone, nullptr, nullptr, options, &result);
    Many one;
    one.value = {cuboid_result_value(result)[0]};
    one.error = {cuboid_result_error(result)[0]};
    one.neval = {cuboid_result_neval(result)};
    one.statuses = {cuboid_result_status(result)};
    cuboid_result_free(result);
    cuboid_integrand_free(alone);
    return one;
  }
};

TEST_F(OutgrownOnDevice, HaveTheBitsOfCallsOfTheirOwn) {
  compile(3);
  std::vector<Peak> peaks = sharp_peaks(24);
  const Many all = integrate(peaks);
  EXPECT_EQ(all.method, "pagani");
  int alone_as_well = 0;
  for (std::size_t i = 0; i < peaks.size(); ++i) {
    if (all.neval[i] <= max_in_a_warp) continue;
    ++alone_as_well;
    expect_same(all, i, by_itself(peaks[i]), 0);
  }
  EXPECT_GT(alone_as_well, 8);
  cuboid_options_set_integer(options, "cores", 1);
  const Many in_turn = integrate(peaks);
  for (std::size_t i = 0; i < peaks.size(); ++i) expect_same(all, i, in_turn, i);
}

bool same(const Many &one, std::size_t i, const Many &other, std::size_t j) {
  return bits({one.value[i], one.error[i]}) == bits({other.value[j], other.error[j]}) &&
         one.neval[i] == other.neval[j] && one.statuses[i] == other.statuses[j];
}

TEST_F(OutgrownOnDevice, GetMethodsOfTheirOwnWhereNoneIsNamed) {
  compile(3);
  std::vector<Peak> peaks = sharp_peaks(24);
  const Many by_cuhre = integrate(peaks);
  cuboid_options_set_text(options, "method", "auto");
  const Many all = integrate(peaks);
  EXPECT_EQ(all.method, "auto");
  EXPECT_NE(all.message.find("; methods that were chosen: "), std::string::npos) << all.message;
  int by_themselves = 0;
  for (std::size_t i = 0; i < peaks.size(); ++i) {
    if (same(all, i, by_cuhre, i)) continue;
    ++by_themselves;
    expect_same(all, i, by_itself(peaks[i]), 0);
  }
  EXPECT_GT(by_themselves, 8);
  EXPECT_LT(by_themselves, 24) << "none was settled beside others";
}

/// What does not suffice beside others has all of it when it is alone.
TEST_F(OutgrownOnDevice, DoNotDependOnTheMemoryThatOthersHave) {
  compile(3);
  // With a gibibyte for each of two, the regions of the last ones do not fit beside each other.
  cuboid_options_set_integer(options, "maxeval", 4000000000);
  std::vector<Peak> peaks = sharp_peaks(6);
  cuboid_options_set_real(options, "epsrel", 1e-15);
  cuboid_options_set_integer(options, "memory_limit", std::int64_t{1} << 31);
  const Many all = integrate(peaks);
  int beyond_a_share = 0;
  for (std::size_t i = 0; i < peaks.size(); ++i) {
    if (all.neval[i] <= max_in_a_warp) continue;
    beyond_a_share += all.neval[i] > 2'000'000'000;
    expect_same(all, i, by_itself(peaks[i]), 0);
  }
  EXPECT_GT(beyond_a_share, 0);
  // So little that only one can be there.
  cuboid_options_set_integer(options, "maxeval", 50000000);
  cuboid_options_set_integer(options, "memory_limit", 50000000);
  const Many few = integrate(peaks);
  for (std::size_t i = 0; i < peaks.size(); ++i)
    if (few.neval[i] > max_in_a_warp) expect_same(few, i, by_itself(peaks[i]), 0);
}

TEST_F(OutgrownOnDevice, DoNotSpoilEachOther) {
  compile(3);
  std::vector<Peak> peaks = sharp_peaks(8);
  const Many sound = integrate(peaks);
  peaks[3].sharpness = -1;
  const Many all = integrate(peaks);
  EXPECT_EQ(all.statuses[3], CUBOID_NONFINITE);
  for (std::size_t i = 0; i < peaks.size(); ++i)
    if (i != 3) expect_same(all, i, sound, i);
}

TEST_F(ManyOnDevice, EndAtTheTimeLimit) {
  compile(3);
  cuboid_options_set_real(options, "epsrel", 1e-12);
  cuboid_options_set_integer(options, "maxeval", 1000000000);
  integrate(some_peaks(10));  // The kernels are there after this.
  cuboid_options_set_real(options, "time_limit", 0.05);
  const Many all = integrate(some_peaks(1000000, 1, 1e4));
  EXPECT_EQ(all.returned, CUBOID_TIME_LIMIT);
  EXPECT_EQ(all.statuses.back(), CUBOID_TIME_LIMIT);
}

// What lies beyond them on the device is not the integral's.
TEST_F(ManyOnDevice, RefuseUserdataOfAnotherSize) {
  compile(2);
  const std::vector<Peak> peaks = some_peaks(4);
  for (const std::int64_t stride : {std::int64_t{8}, std::int64_t{2 * sizeof(Peak)}}) {
    cuboid_many *many = nullptr;
    EXPECT_EQ(cuboid_integrate_many(integrand, 2, nullptr, nullptr, 0, peaks.data(), stride,
                                    options, &many),
              CUBOID_BAD_ARGUMENT);
    const std::string why = cuboid_last_error();
    EXPECT_NE(why.find("userdata_stride = " + std::to_string(stride)), std::string::npos) << why;
    EXPECT_NE(why.find("userdata_bytes = " + std::to_string(sizeof(Peak))), std::string::npos)
        << why;
  }
}

// Methods that do not refine regions take the integrals one by one.
TEST_F(ManyOnDevice, RunWithOtherMethods) {
  compile(3);
  cuboid_options_set_text(options, "method", "vegas_plus");
  cuboid_options_set_integer(options, "seed", 5);
  cuboid_options_set_real(options, "epsrel", 1e-2);
  const std::vector<Peak> peaks = some_peaks(3);
  cuboid_many *many = nullptr;
  EXPECT_EQ(cuboid_integrate_many(integrand, 3, nullptr, nullptr, 0, peaks.data(), sizeof(Peak),
                                  options, &many),
            CUBOID_CONVERGED)
      << cuboid_last_error();
  for (std::size_t i = 0; i < peaks.size(); ++i)
    EXPECT_NEAR(cuboid_many_value(many)[i], truth(peaks[i], 3), 5e-2 * truth(peaks[i], 3));
  cuboid_many_free(many);
}

struct Ends {
  std::int64_t after;  ///< integrals
  std::int64_t told = 0;
};

int end_after(void *user, const cuboid_progress *progress) {
  auto &ends = *static_cast<Ends *>(user);
  ++ends.told;
  EXPECT_STREQ(progress->phase, "integrals");
  return progress->iterations >= ends.after;
}

/// The finished ones are given, and nobody waits for long for those that are under way.
TEST_F(OutgrownOnDevice, EndWhereTheCallerWantsIt) {
  compile(3);
  std::vector<Peak> peaks = sharp_peaks(400);
  const Many whole = integrate(peaks);
  Ends ends{250};
  cuboid_options_set_progress(options, end_after, &ends, 0);
  const Many all = integrate(peaks);
  EXPECT_EQ(all.returned, CUBOID_CANCELLED);
  std::int64_t finished = 0;
  for (std::size_t i = 0; i < peaks.size(); ++i) {
    if (all.statuses[i] == CUBOID_CANCELLED) continue;
    ++finished;
    expect_same(all, i, whole, i);
  }
  EXPECT_GE(finished, 250);
  EXPECT_LT(finished, 400);
}

TEST_F(ManyOnDevice, GoOnWhereACallEnded) {
  compile(2);
  const support::Directory directory;
  const std::vector<Peak> peaks = some_peaks(2000000);
  std::vector<double> lower, upper;
  for (std::size_t i = 0; i < peaks.size(); ++i) {
    lower.insert(lower.end(), {-0.1 * static_cast<double>(i % 7), 0});
    upper.insert(upper.end(), {1, i % 5 == 0 ? infinity : 1});
  }
  const Many whole = integrate(peaks, lower.data(), upper.data(), 2);
  cuboid_options_set_text(options, "statefile", directory.file("many.state").c_str());
  Ends ends{100000};
  cuboid_options_set_progress(options, end_after, &ends, 0);
  EXPECT_EQ(integrate(peaks, lower.data(), upper.data(), 2).returned, CUBOID_CANCELLED);
  EXPECT_GT(ends.told, 0);
  cuboid_options_set_progress(options, nullptr, nullptr, 0);
  const Many rest = integrate(peaks, lower.data(), upper.data(), 2);
  EXPECT_NE(rest.message.find("resumed at"), std::string::npos) << rest.message;
  EXPECT_EQ(rest.returned, whole.returned);
  EXPECT_EQ(bits(rest.value), bits(whole.value));
  EXPECT_EQ(bits(rest.error), bits(whole.error));
  EXPECT_EQ(rest.neval, whole.neval);
  EXPECT_EQ(rest.statuses, whole.statuses);
}

}  // namespace
