// Integrals of exp(f), of which f is given and the logarithm is asked for.
#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

#include "api/handles.hpp"
#include "support/directory.hpp"
#include "support/domains.hpp"

namespace {

using api::Integrand;
using api::Options;
using api::Result;

constexpr double pi = 3.14159265358979323846;

/// A Gaussian in all coordinates, at a height of exp(height).
struct Likelihood {
  double height, sigma;
};
int likelihood(const int *ndim, const double x[], const int *, double f[], void *user) {
  const auto &[height, sigma] = *static_cast<const Likelihood *>(user);
  f[0] = height;
  for (int d = 0; d < *ndim; ++d) f[0] -= std::pow((x[d] - 0.4) / sigma, 2) / 2;
  return 0;
}
double evidence(int ndim, const Likelihood &of) {
  const double scale = of.sigma * std::sqrt(2.0);
  const double axis =
      of.sigma * std::sqrt(pi / 2) * (std::erf(0.4 / scale) + std::erf(0.6 / scale));
  return of.height + ndim * std::log(axis);
}

Options &logarithm(Options &options, const char *method, double epsrel) {
  return options.set("log", 1).set("method", method).set("epsrel", epsrel).set("seed", 3);
}

TEST(Logarithm, HasTheEvidenceOfALikelihoodBeyondTheRangeOfDouble) {
  for (const double height : {-5000.0, 5000.0, -1e9})
    for (const char *method : {"vegas", "vegas_plus", "lattice", "divonne", "auto"}) {
      SCOPED_TRACE(std::string(method) + " " + std::to_string(height));
      Likelihood of{height, 0.1};
      Options options;
      options.set("maxeval", 4000000);
      const Result result =
          api::integrate({9, 1, likelihood, &of}, logarithm(options, method, 1e-2));
      EXPECT_EQ(result.status, CUBOID_CONVERGED) << result.message;
      EXPECT_NEAR(result.value[0], evidence(9, of), 5 * result.error[0] + 1e-4);
      EXPECT_LE(result.error[0], 1e-2);
      EXPECT_GT(result.error[0], 0);
    }
}

TEST(Logarithm, BeginsAgainWhereALookHasMissedThePeak) {
  // The nearest of the first points is some 20000 below the top.
  Likelihood of{-300, 5e-4};
  Options options;
  const Result found = api::integrate({3, 1, likelihood, &of}, logarithm(options, "pagani", 1e-3));
  EXPECT_EQ(found.status, CUBOID_CONVERGED) << found.message;
  EXPECT_NEAR(found.value[0], evidence(3, of), 2e-3);
}

TEST(Logarithm, IsThatOfTheIntegral) {
  const Integrand plain(2, "exp(sin(5*x) + y), x*y");
  const Integrand of_log(2, "sin(5*x) + y, log(x*y)");
  for (const char *method : {"cuhre", "pagani", "vegas", "suave", "vegas_plus"}) {
    SCOPED_TRACE(method);
    Options options;
    logarithm(options, method, 1e-3);
    const Result log = api::integrate(of_log, options);
    EXPECT_EQ(log.status, CUBOID_CONVERGED) << log.message;
    const Result integral = api::integrate(plain, options.set("log", 0));
    for (int c = 0; c < 2; ++c) {
      EXPECT_NEAR(log.value[c], std::log(integral.value[c]), 1e-10);
      EXPECT_NEAR(log.error[c], integral.error[c] / integral.value[c], 1e-6);
    }
  }
}

/// Values and errors of a list, and its statuses.
struct Many {
  int status;
  std::vector<double> value, error;
  std::vector<int> statuses;
};
Many integrate_many(const Integrand &integrand, const std::vector<Likelihood> &of,
                    const Options &options, const double *lower = nullptr,
                    const double *upper = nullptr, int stride = 0) {
  cuboid_many *many = nullptr;
  const auto count = static_cast<std::int64_t>(of.size());
  const int status = cuboid_integrate_many(integrand.get(), count, lower, upper, stride, of.data(),
                                           sizeof(Likelihood), options.get(), &many);
  EXPECT_NE(many, nullptr) << cuboid_last_error();
  Many found{status, {}, {}, {}};
  for (std::int64_t i = 0; i < count; ++i) {
    found.value.push_back(cuboid_many_value(many)[i]);
    found.error.push_back(cuboid_many_error(many)[i]);
    found.statuses.push_back(cuboid_many_statuses(many)[i]);
  }
  cuboid_many_free(many);
  return found;
}

TEST(Logarithm, IsTakenOfEachIntegralOfAList) {
  // The last is that of a peak which the first points miss.
  std::vector<Likelihood> all;
  for (int i = 0; i < 5; ++i) all.push_back({-5000.0 + 2000 * i, 0.1 + 0.05 * i});
  all.push_back({-300, 5e-4});
  const Integrand integrand(3, 1, likelihood);
  integrand.set_thread_safe(true);
  for (const char *method : {"pagani", "cuhre", "vegas_plus", "auto"}) {
    SCOPED_TRACE(method);
    Options options;
    logarithm(options, method, 1e-2).set("maxeval", 3000000).set("cores", 2);
    std::vector<Likelihood> these = all;
    if (std::string(method) != "pagani") these.pop_back();
    const Many found = integrate_many(integrand, these, options);
    EXPECT_EQ(found.status, CUBOID_CONVERGED);
    for (std::size_t i = 0; i < these.size(); ++i) {
      SCOPED_TRACE(i);
      EXPECT_EQ(found.statuses[i], CUBOID_CONVERGED);
      EXPECT_NEAR(found.value[i], evidence(3, these[i]), 5 * found.error[i] + 1e-4);
      EXPECT_LE(found.error[i], 1e-2);
      EXPECT_GT(found.error[i], 0);
      Likelihood own = these[i];
      options.set("workers", std::string("serial"));
      const Result alone = api::integrate(Integrand(3, 1, likelihood, &own), options);
      EXPECT_EQ(found.value[i], alone.value[0]);
      EXPECT_EQ(found.error[i], alone.error[0]);
      options.set("workers", std::string("auto"));
    }
  }
}

TEST(Logarithm, OfAnEmptyBoxInAListIsThatOfZero) {
  const std::vector<Likelihood> two{{-2000, 0.3}, {-2000, 0.3}};
  const double lower[] = {0, 0}, upper[] = {0, 1};
  Options options;
  const Many found = integrate_many(Integrand(1, 1, likelihood), two,
                                    logarithm(options, "cuhre", 1e-6), lower, upper, 1);
  EXPECT_EQ(found.value[0], -INFINITY);
  EXPECT_NEAR(found.value[1], evidence(1, two[1]), 1e-6);
}

/// A disc with its numbers before those of the integrand, which is NaN outside.
struct InDisc {
  double centre[2], inner, radius, height;
};
int in_disc(const int *, const double x[], const int *, double f[], void *user) {
  f[0] = std::hypot(x[0], x[1]) < 1 + 1e-12 ? *static_cast<const double *>(user) : NAN;
  return 0;
}

TEST(Logarithm, IsTakenOverRegionsOfEachIntegralAndWhereAConditionHolds) {
  Options options;
  logarithm(options, "cuhre", 1e-6);
  InDisc disc{{0, 0}, 0, 1, 2000};
  const Integrand of_disc(2, 1, in_disc, &disc);
  const support::Domain balls = support::made(cuboid_domain_ball, 2, nullptr, 0., 0.);
  const Result found = api::integrate(Integrand(of_disc, balls.get()), options);
  EXPECT_EQ(found.status, CUBOID_CONVERGED) << found.message;
  EXPECT_NEAR(found.value[0], 2000 + std::log(pi), 1e-6);

  const double lower[] = {-1, -1}, upper[] = {1, 1};
  const support::Domain square =
      support::made(cuboid_domain_box, 2, lower, upper, nullptr, nullptr, nullptr);
  const Integrand condition(2, "1 - x^2 - y^2"), plain(2, 1, in_disc, &disc.height);
  const support::Domain where =
      support::made(cuboid_domain_where, square.get(), condition.get(), 1, -1);
  const Result inside = api::integrate(Integrand(plain, where.get()), options.set("epsrel", 1e-4));
  EXPECT_EQ(inside.status, CUBOID_CONVERGED) << inside.message;
  EXPECT_NEAR(inside.value[0], 2000 + std::log(pi), 1e-4);
}

TEST(Logarithm, HasTheSameBitsOnThreads) {
  Likelihood of{-2000, 0.02};
  const Integrand integrand(4, 1, likelihood, &of);
  integrand.set_thread_safe(true);
  for (const char *method : {"vegas_plus", "cuhre", "lattice"}) {
    SCOPED_TRACE(method);
    Options options;
    logarithm(options, method, 1e-3).set("workers", std::string("serial"));
    const Result serial = api::integrate(integrand, options);
    options.set("workers", std::string("threads")).set("cores", 3);
    api::expect_same(serial, api::integrate(integrand, options));
  }
}

TEST(Logarithm, TakesMinusInfinityForZero) {
  const Integrand half(1, "x < 0.5 ? -inf : -1000");
  Options options;
  const Result result = api::integrate(half, logarithm(options, "cuhre", 1e-6));
  EXPECT_NEAR(result.value[0], -1000 + std::log(0.5), 1e-6);
  const Integrand nothing(1, "x - inf");
  const Result zero = api::integrate(nothing, options);
  EXPECT_EQ(zero.status, CUBOID_NOT_CONVERGED);
  EXPECT_EQ(zero.value[0], -INFINITY);
  const Integrand broken(1, "x < 0.5 ? inf : 0");
  EXPECT_EQ(api::integrate(broken, logarithm(options, "vegas", 1e-3)).status, CUBOID_NONFINITE);
}

TEST(Logarithm, WorksOverRegionsAndInfiniteLimits) {
  const Integrand gaussian(2, "-3000 - x^2 - y^2");
  const double lower[] = {-INFINITY, -INFINITY}, upper[] = {INFINITY, INFINITY};
  Options options;
  const Result plane = api::integrate(gaussian, logarithm(options, "cuhre", 1e-6), lower, upper);
  EXPECT_NEAR(plane.value[0], -3000 + std::log(pi), 1e-5);
  const double centre[] = {0, 0};
  const support::Domain disc = support::made(cuboid_domain_ball, 2, centre, 0.0, 1.0);
  const Integrand over_disc(gaussian, disc.get());
  EXPECT_NEAR(api::integrate(over_disc, options).value[0],
              -3000 + std::log(pi * (1 - std::exp(-1.0))), 1e-5);
}

TEST(Logarithm, EndsAsTheIntegrandDoes) {
  Options options;
  logarithm(options, "vegas", 1e-3);
  const auto stop = [](const int *, const double x[], const int *, double f[], void *) {
    f[0] = 0;
    return x[0] > 0.999 ? -999 : 0;
  };
  EXPECT_EQ(api::integrate({1, 1, stop}, options).status, CUBOID_ABORTED);
  const auto fail = [](const int *, const double x[], const int *, double f[], void *) {
    f[0] = 0;
    if (x[0] > 0.9999) throw std::runtime_error("too far");
    return 0;
  };
  const Result result = api::integrate({1, 1, fail}, options);
  EXPECT_EQ(result.status, CUBOID_EXCEPTION);
  EXPECT_NE(result.message.find("too far"), std::string::npos) << result.message;
}

class LogarithmState : public testing::TestWithParam<const char *> {
 protected:
  Result run(const Likelihood &of, int maxeval, const std::string &file, int overwrite = 0,
             int log = 1) const {
    Likelihood own = of;
    Options options;
    logarithm(options, GetParam(), 1e-9).set("maxeval", maxeval).set("statefile", file);
    options.set("overwrite_state", overwrite).set("workers", std::string("serial")).set("log", log);
    return api::integrate(Integrand(3, 1, likelihood, &own), options);
  }
  const support::Directory directory_;
};

TEST_P(LogarithmState, HasItsScale) {
  // Of the second a first look sees nothing, so that its scale is found on the way; these miss it.
  const bool misses = GetParam() == std::string("cuhre") || GetParam() == std::string("suave");
  std::vector<Likelihood> all{{-5000, 0.1}};
  if (!misses) all.push_back({-300, 2e-3});
  for (const Likelihood &of : all) {
    SCOPED_TRACE(of.height);
    const std::string file = directory_.file(std::to_string(of.height));
    const Result half = run(of, 40000, file);
    EXPECT_EQ(half.status, CUBOID_NOT_CONVERGED) << half.message;
    EXPECT_EQ(api::said(half).find("resumed at"), std::string::npos) << api::said(half);
    const Result whole = run(of, 80000, file);
    EXPECT_NE(api::said(whole).find("resumed at"), std::string::npos) << api::said(whole);
    EXPECT_GT(whole.neval, half.neval - 10000);
    EXPECT_NEAR(whole.value[0], evidence(3, of), 5 * whole.error[0] + 0.2);
  }
}

TEST_P(LogarithmState, BelongsToItsIntegral) {
  const std::string file = directory_.file("state");
  run({-5000, 0.1}, 40000, file);
  for (const int log : {1, 0}) {
    SCOPED_TRACE(log);
    const Likelihood other{log == 1 ? -300. : 1., 0.1};
    const std::string before = support::contents(file);
    const Result refused = run(other, 40000, file, 0, log);
    EXPECT_EQ(refused.status, CUBOID_BAD_ARGUMENT) << refused.message;
    EXPECT_NE(refused.message.find("belongs to a"), std::string::npos) << refused.message;
    EXPECT_TRUE(support::contents(file) == before);
  }
  const Result anew = run({-300, 0.1}, 40000, file, 1);
  EXPECT_NEAR(anew.value[0], evidence(3, {-300, 0.1}), 5 * anew.error[0] + 0.2) << anew.message;
  EXPECT_NE(api::said(anew).find("begun anew"), std::string::npos) << api::said(anew);
}

INSTANTIATE_TEST_SUITE_P(Methods, LogarithmState,
                         testing::Values("vegas", "suave", "divonne", "cuhre", "vegas_plus",
                                         "lattice"),
                         [](const auto &test) { return std::string(test.param); });

TEST(Logarithm, RefusesWhatItDoesNotGoWith) {
  const Integrand integrand(2, "x + y");
  const auto refused = [&](const char *name, const std::string &value) {
    Options options;
    logarithm(options, "vegas", 1e-3).set(name, value);
    const Result result = api::integrate(integrand, options);
    EXPECT_EQ(result.status, CUBOID_BAD_ARGUMENT);
    return result.message;
  };
  EXPECT_EQ(refused("norm", "l2"), "norm = \"l2\" does not go with log = 1");
  EXPECT_EQ(refused("workers", "fork"), "workers = \"fork\" does not go with log = 1");
  Options options;
  logarithm(options, "vegas", 1e-3).set("epsabs", 1e-3);
  EXPECT_EQ(api::integrate(integrand, options).message,
            "epsabs = 0.001 must be 0 with log = 1: epsrel is the absolute accuracy of the "
            "logarithm");
  options.set("epsabs", 0.0);
  const double lower[] = {1, 0}, upper[] = {0, 1};
  EXPECT_EQ(api::integrate(integrand, options, lower, upper).message,
            "limits in falling order make the integral negative, which has no logarithm");
  const double boxes[][2] = {{0, 0}, {1, 1}, {0, 1}, {1, 0}};
  cuboid_many *many = nullptr;
  EXPECT_EQ(cuboid_integrate_many(integrand.get(), 2, boxes[0], boxes[1], 4, nullptr, 0,
                                  options.get(), &many),
            CUBOID_BAD_ARGUMENT);
  EXPECT_STREQ(cuboid_last_error(),
               "integral 1: limits in falling order make the integral negative, which has no "
               "logarithm");
  options.set("norm", std::string("l2"));
  EXPECT_EQ(cuboid_integrate_many(integrand.get(), 2, nullptr, nullptr, 0, nullptr, 0,
                                  options.get(), &many),
            CUBOID_BAD_ARGUMENT);
  EXPECT_STREQ(cuboid_last_error(), "norm = \"l2\" does not go with log = 1");
}

}  // namespace
