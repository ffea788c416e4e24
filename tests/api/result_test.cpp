// Statuses, what stands in a result after a failure, the last error, and limits on sizes.
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

void expect_nothing_known(const Result &r, int status, std::size_t ncomp) {
  EXPECT_EQ(r.status, status) << r.message;
  EXPECT_NE(r.message, "");
  EXPECT_EQ(r.last_error, r.message);
  EXPECT_FALSE(r.trusted);
  for (const std::vector<double> *values : {&r.value, &r.error, &r.chi2}) {
    EXPECT_EQ(values->size(), ncomp);
    for (const double value : *values) EXPECT_TRUE(std::isnan(value)) << value;
  }
}

TEST(Result, OfSuccessAndOfTooFewEvaluations) {
  for (const std::string method : {"vegas", "cuhre"}) {
    Options options;
    options.set("method", method).set("maxeval", 20000).set("epsrel", 1e-1);
    const Integrand integrand(2, 2, support::peak);
    const Result good = api::integrate(integrand, options);
    EXPECT_EQ(good.status, CUBOID_CONVERGED) << good.message;
    EXPECT_EQ(good.last_error, "");
    EXPECT_EQ(good.method, method);
    EXPECT_EQ(good.nregions > 0, method == "cuhre");
    EXPECT_EQ(good.dof, good.niterations - good.left_out - 1);
    EXPECT_NE(good.message.find("reached (relative)"), std::string::npos) << good.message;
    for (std::size_t c = 0; c < 2; ++c)
      EXPECT_NEAR(good.value[c], (static_cast<double>(c) + 1) * support::peak_integral(2),
                  5 * good.error[c]);
    options.set("epsrel", 1e-14).set("maxeval", 5000);
    const Result poor = api::integrate(integrand, options);
    EXPECT_EQ(poor.status, CUBOID_NOT_CONVERGED) << poor.message;
    EXPECT_NE(api::said(poor).find(cuboid_status_text(CUBOID_NOT_CONVERGED)), std::string::npos)
        << poor.message;
    EXPECT_GE(poor.neval, 5000);
    EXPECT_EQ(poor.last_error, "");
  }
}

TEST(Result, ThatIsNotThereIsNothingKnown) {
  EXPECT_EQ(cuboid_result_status(nullptr), CUBOID_BAD_ARGUMENT);
  EXPECT_STREQ(cuboid_result_message(nullptr), "");
  EXPECT_STREQ(cuboid_result_method(nullptr), "");
  EXPECT_EQ(cuboid_result_ncomp(nullptr), 0);
  for (const auto array :
       {cuboid_result_value, cuboid_result_error, cuboid_result_chi2, cuboid_result_prob})
    for (int c = 0; c < 1024; ++c) EXPECT_TRUE(std::isnan(array(nullptr)[c]));
  EXPECT_EQ(cuboid_result_covariance(nullptr), nullptr);
  for (const auto number :
       {cuboid_result_dof, cuboid_result_neval, cuboid_result_nregions, cuboid_result_niterations,
        cuboid_result_left_out, cuboid_result_nonfinite})
    EXPECT_EQ(number(nullptr), 0);
  EXPECT_EQ(cuboid_result_trusted(nullptr), 0);
  cuboid_result_free(nullptr);
}

TEST(Result, OfARunThatIsCancelledBeforeAValueIsNotTrusted) {
  const int cancelled = 1;
  for (const std::string method : {"auto", "cuhre", "pagani", "vegas", "divonne", "lattice"}) {
    SCOPED_TRACE(method);
    Options options;
    options.set("method", method);
    EXPECT_EQ(cuboid_options_set_cancel(options.get(), &cancelled), 0);
    const Result r = api::integrate(Integrand(2, 1, support::peak), options);
    EXPECT_EQ(r.status, CUBOID_CANCELLED) << r.message;
    EXPECT_TRUE(std::isnan(r.value[0]));
    EXPECT_FALSE(r.trusted);
  }
}

/// Two narrow peaks, of which the first estimates are far off.
int product_of_peaks(const int *, const double *x, const int *, double *f, void *) {
  f[0] = 1 / ((4e-4 + (x[0] - .5) * (x[0] - .5)) * (4e-4 + (x[1] - .5) * (x[1] - .5)));
  return 0;
}

// Where it was a difference of large numbers it was -4e6.
TEST(Result, HasAChiSquareThatIsNotRounding) {
  for (const std::string method : {"cuhre", "pagani"}) {
    SCOPED_TRACE(method);
    Options options;
    options.set("method", method).set("epsrel", 1e-10);
    const Result r = api::integrate(Integrand(2, 1, product_of_peaks), options);
    EXPECT_EQ(r.status, CUBOID_CONVERGED) << r.message;
    EXPECT_GE(r.chi2[0], 0);
    // The errors are larger than what the iterations change.
    EXPECT_LE(r.chi2[0], static_cast<double>(r.dof));
  }
}

TEST(Result, OfAutomaticMethods) {
  Options options;
  options.set("maxeval", 1000);
  EXPECT_EQ(api::integrate(Integrand(7, 1, support::peak), options).method, "cuhre");
  EXPECT_EQ(api::integrate(Integrand(8, 1, support::peak), options).method, "vegas_plus");
}

TEST(Result, OfFailuresOfTheIntegrand) {
  const auto aborting = [](const int *, const double[], const int *, double[], void *) {
    return -999;
  };
  const auto throwing = [](const int *, const double[], const int *, double[], void *) -> int {
    throw std::runtime_error("thrown on purpose");
  };
  const auto silent = [](const int *, const double[], const int *, double[], void *) { return 0; };
  for (const char *method : {"vegas", "cuhre", "vegas_plus"}) {
    Options options;
    options.set("method", std::string(method));
    expect_nothing_known(api::integrate(Integrand(2, 3, aborting), options), CUBOID_ABORTED, 3);
    const Result thrown = api::integrate(Integrand(2, 3, throwing), options);
    expect_nothing_known(thrown, CUBOID_EXCEPTION, 3);
    EXPECT_NE(thrown.message.find("thrown on purpose"), std::string::npos) << thrown.message;
    const Result nothing = api::integrate(Integrand(2, 3, silent), options);
    expect_nothing_known(nothing, CUBOID_NONFINITE, 3);
    EXPECT_GT(nothing.nonfinite, 0);
  }
}

TEST(Result, OfNonfiniteValuesCountedAsZeroIsNeverASuccess) {
  struct Spoilt {
    double bad;
    int period;
    int calls = 0;
    int spoilt = 0;
  };
  const auto sometimes = [](const int *, const double x[], const int *, double f[], void *user) {
    auto *spoilt = static_cast<Spoilt *>(user);
    f[0] = x[0];
    if (++spoilt->calls % spoilt->period == 0) {
      f[0] = spoilt->bad;
      ++spoilt->spoilt;
    }
    return 0;
  };
  for (const std::string method : {"vegas", "vegas_plus"})
    for (const double bad :
         {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()})
      for (const bool box : {false, true}) {
        Spoilt spoilt{bad, 100};
        Options options;
        options.set("method", method).set("nonfinite", std::string("zero")).set("epsrel", 0.1);
        const double lower[] = {0, 0, 0}, upper[] = {2, 1, 1};
        const Result r = api::integrate(Integrand(3, 1, sometimes, &spoilt), options,
                                        box ? lower : nullptr, box ? upper : nullptr);
        EXPECT_EQ(r.status, CUBOID_NONFINITE) << r.message;
        EXPECT_EQ(r.nonfinite, spoilt.spoilt);
        EXPECT_GT(spoilt.spoilt, 0);
        EXPECT_NE(r.message.find(std::to_string(spoilt.spoilt) + " values"), std::string::npos)
            << r.message;
        EXPECT_NE(r.message.find("x = ("), std::string::npos) << r.message;
        EXPECT_EQ(r.last_error, r.message);
        EXPECT_NEAR(r.value[0], box ? 2 : 0.5, box ? 0.2 : 0.05);
      }
}

TEST(Result, OfManyComponents) {
  for (const char *method : {"vegas", "cuhre"}) {
    Options options;
    options.set("method", std::string(method)).set("maxeval", 1000);
    const Result r = api::integrate(Integrand(3, 3000, support::first_coordinate), options);
    EXPECT_GE(r.status, 0) << r.message;
    ASSERT_EQ(r.value.size(), 3000U);
    for (std::size_t c = 0; c < 3000; ++c)
      ASSERT_NEAR(r.value[c], 0.5 * static_cast<double>(c + 1), 1e-3 * static_cast<double>(c + 1));
  }
}

TEST(Result, OfDimensionsBeyondTheMethod) {
  Options options;
  options.set("method", std::string("cuhre"));
  const Result cuhre = api::integrate(Integrand(21, 2, support::peak), options);
  expect_nothing_known(cuhre, CUBOID_BAD_NDIM, 2);
  EXPECT_NE(cuhre.message.find("ndim = 21 must be between 1 and 20 for cuhre"), std::string::npos)
      << cuhre.message;
  options.set("method", std::string("vegas"));
  options.set("seed", 1).set("maxeval", 1000);
  EXPECT_GE(api::integrate(Integrand(1024, 1, support::first_coordinate), options).status, 0);
}

TEST(Result, OfDimensionsBeyondSobolPoints) {
  for (const char *method : {"auto", "vegas", "suave"})
    for (const int ndim : {41, 200}) {
      Options options;
      options.set("method", std::string(method)).set("epsrel", 0.02).set("maxeval", 20'000);
      const Result r = api::integrate(Integrand(ndim, 1, support::first_coordinate), options);
      EXPECT_GE(r.status, 0) << method << ": " << r.message;
      EXPECT_NEAR(r.value[0], 0.5, 0.05) << method << " in " << ndim;
    }
}

TEST(Result, OfMoreComponentsThanThereIsMemoryFor) {
  cuboid_integrand *integrand = nullptr;
  ASSERT_EQ(cuboid_integrand_create(&integrand, 2, std::numeric_limits<int>::max(),
                                    support::first_coordinate, nullptr),
            0);
  const double bytes_needed = std::numeric_limits<int>::max() * 192.0;
  const auto bytes =
      static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
  if (bytes * 0.7 < bytes_needed) {
    EXPECT_EQ(cuboid_integrate(integrand, nullptr, nullptr, nullptr, nullptr),
              CUBOID_OUT_OF_MEMORY);
    EXPECT_NE(std::string(cuboid_last_error()).find("ncomp = 2147483647 needs at least 4.12e+11"),
              std::string::npos)
        << cuboid_last_error();
  }
  cuboid_integrand_free(integrand);
}

TEST(IntegrandHandle, HasRanges) {
  cuboid_integrand *handle = nullptr;
  const auto create = [&](int ndim, int ncomp) {
    return cuboid_integrand_create(&handle, ndim, ncomp, support::peak, nullptr);
  };
  for (const int ndim : {0, -1, 1025, std::numeric_limits<int>::max()}) {
    EXPECT_EQ(create(ndim, 1), CUBOID_BAD_NDIM);
    EXPECT_EQ(handle, nullptr);
    EXPECT_NE(std::string(cuboid_last_error()).find("ndim = " + std::to_string(ndim)),
              std::string::npos);
  }
  for (const int ncomp : {0, -1, std::numeric_limits<int>::min()}) {
    EXPECT_EQ(create(1, ncomp), CUBOID_BAD_NCOMP);
    EXPECT_EQ(handle, nullptr);
  }
}

TEST(LastError, BelongsToTheThread) {
  cuboid_options *none = nullptr;
  EXPECT_EQ(cuboid_options_set_integer(none, "maxeval", 1), CUBOID_BAD_ARGUMENT);
  const std::string mine = cuboid_last_error();
  EXPECT_NE(mine, "");
  std::string fresh = "?", other = "?";
  std::thread([&] {
    fresh = cuboid_last_error();
    cuboid_integrand *handle = nullptr;
    cuboid_integrand_create(&handle, 0, 1, support::peak, nullptr);
    other = cuboid_last_error();
  }).join();
  EXPECT_EQ(fresh, "");
  EXPECT_NE(other.find("ndim = 0"), std::string::npos) << other;
  EXPECT_EQ(cuboid_last_error(), mine);
}

TEST(LastError, IsClearedBySuccess) {
  cuboid_options *options = nullptr;
  EXPECT_NE(cuboid_options_set_integer(nullptr, "maxeval", 1), 0);
  EXPECT_EQ(cuboid_options_create(&options), 0);
  EXPECT_STREQ(cuboid_last_error(), "");
  cuboid_options_free(options);
}

int one_point(const int *, const double *x, const int *ncomp, double *f, void *) {
  for (int c = 0; c < *ncomp; ++c) f[c] = x[0];
  return 0;
}

int nan_everywhere(const int *, const double *, const int *, double *f, void *, const int *nvec) {
  for (int i = 0; i < *nvec; ++i) f[i] = NAN;
  return 0;
}

TEST(Result, SaysThatAFunctionOfOnePointIsGivenSeveral) {
  for (const std::string method :
       {"vegas", "suave", "divonne", "cuhre", "pagani", "vegas_plus", "m_cubes", "lattice", "auto"})
    for (const int nvec : {2, 1000}) {
      Options options;
      options.set("method", method).set("nvec", nvec);
      const Result r = api::integrate(Integrand(2, 2, one_point), options);
      expect_nothing_known(r, CUBOID_NONFINITE, 2);
      EXPECT_EQ(r.message.find("nvec = " + std::to_string(nvec) + ", but the integrand"), 0u)
          << method << ": " << r.message;
    }
  Options options;
  options.set("method", "cuhre").set("nvec", 1000);
  const auto function =
      reinterpret_cast<cuboid_function>(reinterpret_cast<void (*)()>(nan_everywhere));
  EXPECT_EQ(api::integrate(Integrand(2, 1, function), options).message.find("nvec"),
            std::string::npos);
}

int power_with_tail(const int *ndim, const double *x, const int *, double *f, void *,
                    const int *nvec) {
  for (int i = 0; i < *nvec; ++i) f[i] = std::pow(x[i * *ndim], 20) * std::exp(-x[i * *ndim]);
  return 0;
}

/// Infinity times zero at all points of a batch but the first is not that.
TEST(Result, TakesManyPointsOfATailForZero) {
  const double lower = 0, upper = HUGE_VAL, exact = std::tgamma(21);
  const auto function =
      reinterpret_cast<cuboid_function>(reinterpret_cast<void (*)()>(power_with_tail));
  for (const char *const method : {"line", "auto"}) {
    Options options;
    options.set("method", method).set("nvec", 1024).set("epsrel", 1e-6);
    const Result r = api::integrate(Integrand(1, 1, function), options, &lower, &upper);
    EXPECT_EQ(r.status, CUBOID_CONVERGED) << method << ": " << r.message;
    EXPECT_NEAR(r.value.at(0), exact, 1e-6 * exact) << method;
  }
}

/// What is an option of other methods is none of this one's: one set of options serves several.
TEST(Result, DoesNotDependOnOptionsOfOtherMethods) {
  const Integrand integrand(2, 1, support::peak);
  Options plain, others;
  plain.set("method", "cuhre");
  others.set("method", "cuhre").set("nstart", 77).set("flatness", 5.).set("intervals", 64);
  const Result r = api::integrate(integrand, others);
  EXPECT_EQ(r.status, CUBOID_CONVERGED) << r.message;
  EXPECT_EQ(r.value, api::integrate(integrand, plain).value);
}

}  // namespace
