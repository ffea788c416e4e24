// Suave as callers reach it: Cuba's entries for C and Fortran, and the native one.
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "calls.hpp"

namespace {

using namespace edge;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

/// One call of Suave, with sound values, and what came of it.
struct Call : Arguments, Outcome {};

Call called(const std::function<void(Call &)> &change) {
  Call call;
  change(call);
  static_cast<Outcome &>(call) = edge::call(Routine::llSuave, call);
  return call;
}

void expect_refused(const std::function<void(Call &)> &change, int fail, const char *argument) {
  const Call call = called(change);
  EXPECT_EQ(call.fail, fail) << argument;
  EXPECT_EQ(call.neval, 0) << argument;
  EXPECT_EQ(call.nregions, 0) << argument;
  EXPECT_NE(call.why.find(argument), std::string::npos) << call.why;
  if (fail != CUBOID_BAD_NCOMP) {
    EXPECT_TRUE(std::isnan(call.integral[0])) << argument;
  }
}

TEST(SuaveEntries, RefuseArgumentsThatCannotBeUsed) {
  for (const int ndim : {0, -1, 1025, std::numeric_limits<int>::max()})
    expect_refused([=](Call &call) { call.ndim = ndim; }, CUBOID_BAD_NDIM, "ndim");
  expect_refused([](Call &call) { call.ndim = 41; }, CUBOID_BAD_NDIM, "ndim = 41");
  for (const int ncomp : {0, -3, 1025})
    expect_refused([=](Call &call) { call.ncomp = ncomp; }, CUBOID_BAD_NCOMP, "ncomp");
  expect_refused([](Call &call) { call.integrand = nullptr; }, CUBOID_BAD_ARGUMENT, "integrand");
  for (const long long nvec : {0, -1})
    expect_refused([=](Call &call) { call.nvec = nvec; }, CUBOID_BAD_ARGUMENT, "nvec");
  for (const long long nnew : {1, 0, -1, -1000})
    expect_refused([=](Call &call) { call.nnew = nnew; }, CUBOID_BAD_ARGUMENT, "nnew");
  for (const long long nmin : {1001, 5000})
    expect_refused([=](Call &call) { call.nmin = nmin; }, CUBOID_BAD_ARGUMENT, "nmin");
  for (const double flatness : {0.0, -1.0, nan, infinity, -infinity})
    expect_refused([=](Call &call) { call.flatness = flatness; }, CUBOID_BAD_ARGUMENT, "flatness");
  expect_refused([](Call &call) { call.epsrel = nan; }, CUBOID_BAD_ARGUMENT, "epsrel");
  expect_refused([](Call &call) { call.epsabs = nan; }, CUBOID_BAD_ARGUMENT, "epsabs");
}

TEST(SuaveEntries, TakeArgumentsAtTheirLimits) {
  for (const long long maxeval : {0LL, -1LL, std::numeric_limits<long long>::min()}) {
    const Call call = called([=](Call &c) { c.maxeval = maxeval; });
    EXPECT_EQ(call.fail, 1);
    EXPECT_EQ(call.neval, 1000);
    EXPECT_NEAR(call.integral[0], 0.5, 0.1);
  }
  for (const long long maxeval : {1LL << 30, 1LL << 62, std::numeric_limits<long long>::max()}) {
    const Call call = called([=](Call &c) {
      c.maxeval = maxeval;
      c.epsrel = 1e-2;
    });
    EXPECT_EQ(call.fail, 0);
    EXPECT_NEAR(call.integral[0], 0.5, 0.02);
  }
  const Call wide = called([](Call &c) {
    c.ndim = 1024;
    c.seed = 1;
    c.maxeval = 2000;
  });
  EXPECT_EQ(wide.fail, 1);
  EXPECT_GT(wide.error[0], 0);
  const Call many = called([](Call &c) {
    c.ncomp = 1024;
    c.maxeval = 4000;
  });
  EXPECT_GE(many.fail, 0);
  EXPECT_NEAR(many.integral[1023] / 1024, many.integral[0], 1e-12);
  EXPECT_GE(called([](Call &c) { c.nmin = 1000; }).fail, 0);
  EXPECT_GE(called([](Call &c) { c.nmin = std::numeric_limits<long long>::min(); }).fail, 0);
  for (const long long nnew : {2, 5, 20}) {
    const Call tiny = called([=](Call &c) {
      c.nnew = nnew;
      c.maxeval = 2000;
    });
    EXPECT_EQ(tiny.fail, 1);
    EXPECT_TRUE(std::isfinite(tiny.integral[0]) && tiny.error[0] > 0);
  }
  for (const double flatness : {1e-300, 0.01, 1e6, 1e300}) {
    const Call call = called([=](Call &c) {
      c.flatness = flatness;
      c.epsrel = 1e-9;
      c.maxeval = 4000;
    });
    EXPECT_EQ(call.fail, 1);
    EXPECT_TRUE(std::isfinite(call.integral[0]));
  }
  EXPECT_EQ(called([](Call &c) { c.mineval = 30000; }).fail, 1);
  EXPECT_EQ(called([](Call &c) { c.nnew = std::numeric_limits<long long>::max(); }).fail,
            CUBOID_OUT_OF_MEMORY);
}

int bad_value(const int *, const double x[], const int *, double f[], void *value) {
  f[0] = x[0] < 0.01 ? *static_cast<double *>(value) : 1;
  return 0;
}

int left_out(const int *, const double[], const int *, double[], void *) {
  return 0;
}

int aborting(const int *, const double x[], const int *, double f[], void *) {
  f[0] = x[0];
  return x[0] > 0.999 ? -999 : -7;
}

int throwing(const int *, const double[], const int *, double[], void *) {
  throw std::runtime_error("from the integrand");
}

TEST(SuaveEntries, TellWhatTheIntegrandDid) {
  for (double value : {nan, infinity, -infinity}) {
    const Call call = called([&](Call &c) {
      c.integrand = bad_value;
      c.userdata = &value;
    });
    EXPECT_EQ(call.fail, CUBOID_NONFINITE);
    EXPECT_TRUE(std::isnan(call.integral[0]));
  }
  // Squares of such values are summed in another unit: nothing but the size differs.
  const auto with_value = [](double value) {
    return called([&](Call &c) {
      c.integrand = bad_value;
      c.userdata = &value;
    });
  };
  const Call vast = with_value(1e300), large = with_value(1e200);
  EXPECT_EQ(vast.fail, 1);
  EXPECT_NEAR(vast.integral[0] / large.integral[0], 1e100, 1e88);
  EXPECT_NEAR(vast.error[0] / large.error[0], 1e100, 1e88);
  EXPECT_EQ(called([](Call &c) { c.integrand = left_out; }).fail, CUBOID_NONFINITE);
  const Call aborted = called([](Call &c) {
    c.integrand = aborting;
    c.epsrel = 1e-9;
  });
  EXPECT_EQ(aborted.fail, CUBOID_ABORTED);
  EXPECT_EQ(aborted.neval % 1000, 0);
  EXPECT_GE(aborted.nregions, 1);
  EXPECT_ANY_THROW(called([](Call &c) { c.integrand = throwing; }));
  EXPECT_GE(called([](Call &) {}).fail, 0);
}

int ridge(const int *, const double x[], const int *ncomp, double f[], void *) {
  const double t = x[0] + x[1];
  f[0] = std::sin(x[0]) * std::cos(x[1]) * std::exp(x[2]);
  if (*ncomp > 1) f[1] = 1 / (t * t + 0.003) * std::cos(x[1]) * std::exp(x[2]);
  return 0;
}

TEST(SuaveEntries, AreOneRoutine) {
  const Call reference = called([](Call &c) {
    c.integrand = ridge;
    c.ncomp = 2;
    c.seed = 7;
  });
  double integral[2], error[2], prob[2];
  int nregions, neval, fail;
  const auto expect_same = [&](const char *entry, long long evaluations) {
    EXPECT_EQ(evaluations, reference.neval) << entry;
    EXPECT_EQ(nregions, reference.nregions) << entry;
    EXPECT_EQ(fail, reference.fail) << entry;
    for (const std::size_t c : {0, 1}) {
      EXPECT_EQ(integral[c], reference.integral[c]) << entry;
      EXPECT_EQ(error[c], reference.error[c]) << entry;
      EXPECT_EQ(prob[c], reference.prob[c]) << entry;
    }
  };
  cuboid_Suave(3, 2, ridge, nullptr, 1, 1e-3, 1e-12, 0, 7, 0, 20000, 1000, 2, 25, "", nullptr,
               &nregions, &neval, &fail, integral, error, prob);
  expect_same("Suave", neval);
  const int ndim = 3, ncomp = 2, nvec = 1, flags = 0, seed = 7, mineval = 0, maxeval = 20000,
            nnew = 1000, nmin = 2;
  const double epsrel = 1e-3, epsabs = 1e-12, flatness = 25;
  cuboid_fortran_suave(&ndim, &ncomp, ridge, nullptr, &nvec, &epsrel, &epsabs, &flags, &seed,
                       &mineval, &maxeval, &nnew, &nmin, &flatness, "    ", nullptr, &nregions,
                       &neval, &fail, integral, error, prob, 4);
  expect_same("suave", neval);
  const long long long_nvec = 1, long_mineval = 0, long_maxeval = 20000, long_nnew = 1000,
                  long_nmin = 2;
  long long long_neval;
  cuboid_fortran_llsuave(&ndim, &ncomp, ridge, nullptr, &long_nvec, &epsrel, &epsabs, &flags, &seed,
                         &long_mineval, &long_maxeval, &long_nnew, &long_nmin, &flatness, nullptr,
                         nullptr, &nregions, &long_neval, &fail, integral, error, prob, 0);
  expect_same("llsuave", long_neval);

  cuboid_integrand *integrand = nullptr;
  cuboid_options *options = nullptr;
  cuboid_result *result = nullptr;
  ASSERT_EQ(cuboid_integrand_create(&integrand, 3, 2, ridge, nullptr), 0);
  ASSERT_EQ(cuboid_options_create(&options), 0);
  EXPECT_EQ(cuboid_options_set_text(options, "method", "suave"), 0);
  EXPECT_EQ(cuboid_options_set_integer(options, "last_only", 0), 0);
  EXPECT_EQ(cuboid_options_set_integer(options, "seed", 7), 0);
  // Half of them find the regions, as many as in the calls above.
  EXPECT_EQ(cuboid_options_set_integer(options, "maxeval", 40000), 0);
  EXPECT_GE(cuboid_integrate(integrand, nullptr, nullptr, options, &result), 0);
  EXPECT_STREQ(cuboid_result_method(result), "suave");
  // The numbers are its own, and no worse: see SuaveVariant.
  for (const std::size_t c : {0, 1}) {
    EXPECT_NE(cuboid_result_value(result)[c], reference.integral[c]);
    EXPECT_NEAR(cuboid_result_value(result)[c], reference.integral[c], 5 * reference.error[c]);
  }
  // Of the components the second is the difficult one, and decides.
  EXPECT_LT(cuboid_result_error(result)[1], reference.error[1]);
  cuboid_result_free(result);

  EXPECT_EQ(cuboid_options_set_real(options, "flatness", 0), CUBOID_BAD_ARGUMENT);
  EXPECT_EQ(cuboid_options_set_integer(options, "nnew", 1), CUBOID_BAD_ARGUMENT);
  // nmin before nnew is no mistake; both together are tested when they are used.
  EXPECT_EQ(cuboid_options_set_integer(options, "nmin", 5000), 0);
  EXPECT_EQ(cuboid_integrate(integrand, nullptr, nullptr, options, nullptr), CUBOID_BAD_ARGUMENT);
  EXPECT_EQ(cuboid_options_set_integer(options, "nnew", 5000), 0);
  EXPECT_GE(cuboid_integrate(integrand, nullptr, nullptr, options, nullptr), 0);
  cuboid_options_free(options);
  cuboid_integrand_free(integrand);
}

TEST(SuaveEntries, BoxesScale) {
  cuboid_integrand *integrand = nullptr;
  cuboid_options *options = nullptr;
  cuboid_result *result = nullptr;
  const auto bell = [](const int *, const double x[], const int *, double f[], void *) {
    f[0] = std::exp(-x[0] * x[0] - x[1] * x[1]);
    return 0;
  };
  ASSERT_EQ(cuboid_integrand_create(&integrand, 2, 1, bell, nullptr), 0);
  ASSERT_EQ(cuboid_options_create(&options), 0);
  cuboid_options_set_text(options, "method", "suave");
  cuboid_options_set_integer(options, "nnew", 20000);
  const double lower[2] = {-infinity, 0}, upper[2] = {infinity, infinity};
  EXPECT_EQ(cuboid_integrate(integrand, lower, upper, options, &result), 0);
  EXPECT_NEAR(cuboid_result_value(result)[0], 3.14159265358979 / 2, 0.01);
  cuboid_result_free(result);
  cuboid_options_free(options);
  cuboid_integrand_free(integrand);
}

TEST(SuaveEntries, WorkersDoNotChangeABit) {
  const auto with_cores = [](int cores) {
    cuboid_cores(cores, 10000);
    const Call call = called([](Call &c) {
      c.integrand = ridge;
      c.ncomp = 2;
    });
    cuboid_cores(0, 0);
    return call;
  };
  const Call serial = with_cores(0);
  for (const int cores : {1, 2, 3}) {
    const Call call = with_cores(cores);
    EXPECT_EQ(call.neval, serial.neval);
    EXPECT_EQ(call.integral, serial.integral);
    EXPECT_EQ(call.error, serial.error);
  }
}

}  // namespace
