// Singular ends of axes in several dimensions, as cubature finds them.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "api/handles.hpp"
#include "api/many.hpp"

namespace {

using api::Integrand;
using api::Options;
using api::Result;

Options &cuhre(Options &options, double epsrel) {
  return options.set("method", std::string("cuhre")).set("epsabs", 0.).set("epsrel", epsrel);
}

/// Over the unit cube.
struct Case {
  int ndim;
  const char *text;
  double value;
  std::int64_t most;  ///< evaluations for 1e-9
};

class Ends : public ::testing::TestWithParam<Case> {};

TEST_P(Ends, AreTakenAwayByMaps) {
  const auto &[ndim, text, value, most] = GetParam();
  const Integrand integrand(ndim, text);
  Options options;
  const Result r = api::integrate(integrand, cuhre(options, 1e-9));
  EXPECT_EQ(r.status, CUBOID_CONVERGED) << r.message;
  EXPECT_NEAR(r.value[0], value, 1e-9 * std::fabs(value));
  EXPECT_LT(r.neval, most);
}

INSTANTIATE_TEST_SUITE_P(Integrals, Ends,
                         ::testing::Values(Case{3, "1/sqrt(x[0]*x[1]*x[2])", 8, 10000},
                                           Case{3, "sqrt(x[0]*x[1]*x[2])", 8. / 27, 25000},
                                           Case{3, "log(x[0])*log(x[1])*log(x[2])", -1, 60000},
                                           Case{2, "x[0]^-0.9*x[1]^-0.75", 40, 20000},
                                           Case{2, "(x[0]*(1-x[0]))^-0.5*log(x[1])", -M_PI, 10000},
                                           Case{2, "x[0]^-0.37*x[1]^0.21*exp(x[0])",
                                                2.0227639623621303, 60000}));

// All that lies on the upper faces is infinity times zero.  Regions in the corner are so narrow
// that a step of any other width leads beyond another face.
TEST(EndsOfAxes, AreSteppedOffInACorner) {
  const char *const text = "(1 + x/(1 - x) + y/(1 - y) + z/(1 - z))^-4/((1 - x)*(1 - y)*(1 - z))^2";
  const Integrand integrand(3, text);
  Options options;
  const Result r = api::integrate(integrand, cuhre(options, 1e-3));
  EXPECT_EQ(r.status, CUBOID_CONVERGED) << r.message;
  EXPECT_NEAR(r.value[0], 1. / 6, 1e-3 / 6);
}

/// Polynomials of up to degree 7 leave the first null rules nothing but rounding.
TEST(EndsOfAxes, PolynomialsAreExact) {
  const Integrand integrand(3, "x[0]^2*x[1]^2*x[2]^2");
  Options options;
  const Result r = api::integrate(integrand, cuhre(options, 1e-9));
  EXPECT_EQ(r.status, CUBOID_CONVERGED) << r.message;
  EXPECT_NEAR(r.value[0], 1. / 27, 1e-12);
  EXPECT_LT(r.neval, 2000);
}

double min_distance;

int smooth(const int *, const double x[], const int *, double f[], void *) {
  min_distance = std::fmin(min_distance, std::fmin(x[0], x[1]));
  f[0] = std::exp(x[0] + x[1] * x[1]);
  return 0;
}

TEST(EndsOfAxes, SmoothIntegrandsPayNothing) {
  const Integrand integrand(2, 1, smooth);
  Options options;
  min_distance = 1;
  EXPECT_EQ(api::integrate(integrand, cuhre(options, 1e-10)).status, CUBOID_CONVERGED);
  EXPECT_GT(min_distance, 1e-5);
}

/// Regions are halved where it jumps, in its own variable, and the maps are given up.
TEST(EndsOfAxes, MapsThatHelpNothingAreGivenUp) {
  const Integrand integrand(3, "if(x[0] > 0.5, 1/sqrt(x[0]*x[1]*x[2]+1e-5), sqrt(x[0]*x[1]*x[2]))");
  Options options;
  const Result r = api::integrate(integrand, cuhre(options, 1e-3));
  EXPECT_EQ(r.status, CUBOID_CONVERGED) << r.message;
  EXPECT_LT(r.neval, 100000);
}

/// Over a box.
struct Refused {
  const char *text;
  double lower, upper;  ///< of the first axis; the second one is (0, 1)
  const char *sentence;
};

class RefusedEnds : public ::testing::TestWithParam<Refused> {};

TEST_P(RefusedEnds, SayWhatToDo) {
  const auto &[text, first, last, sentence] = GetParam();
  const double lower[] = {first, 0}, upper[] = {last, 1};
  const Integrand integrand(2, text);
  for (const char *method : {"cuhre", "auto"}) {
    Options options;
    const Result r = api::integrate(
        integrand, cuhre(options, 1e-6).set("method", std::string(method)), lower, upper);
    EXPECT_EQ(r.status, CUBOID_NOT_CONVERGED) << r.message;
    EXPECT_NE(r.message.find(sentence), std::string::npos) << r.message;
    EXPECT_LT(r.neval, 20000) << method;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Integrals, RefusedEnds,
    ::testing::Values(Refused{"(x[0]-1000)^-0.9*exp(x[1])", 1000, 1001,
                              "shift the variable so that the singular end is 0"},
                      Refused{"(1+x[0])^-0.75*exp(x[1])", -1, 1, "beside the lower end of x[0]"},
                      Refused{"(1-x[0])^-0.9*exp(x[1])", 0, 1, "beside the upper end of x[0]"},
                      Refused{"(x[0]-3)^-0.95*exp(x[1])", 3, 5, "beside the lower end of x[0]"},
                      Refused{"exp(x[1])/(x[0]-3)", 3, 5, "the integral diverges"},
                      Refused{"exp(-x[1]^2)/(1+x[0])", 0, INFINITY, "falls as slowly"},
                      Refused{"exp(x[1])/x[0]", 0, 1, "the integral diverges"}));

/// The denominators are 0 below 1e-16, and nothing is known of what lies there: of the first, 1e-8
/// of the integral.
TEST(EndsOfAxes, CountWhatLiesWhereDigitsCancel) {
  for (const char *method : {"cuhre", "pagani"}) {
    Options options;
    options.set("method", std::string(method)).set("epsabs", 0.).set("epsrel", 1e-9);
    Result r = api::integrate(Integrand(1, "sqrt(x)/(exp(x) - 1)"), options);
    EXPECT_NEAR(r.value[0], 1.69969635021554, r.status == CUBOID_CONVERGED ? 2e-9 : r.error[0]);
    EXPECT_NE(r.message.find("expm1"), std::string::npos) << r.message;
    r = api::integrate(Integrand(1, "sqrt(x)/expm1(x)"), options);
    EXPECT_EQ(r.status, CUBOID_CONVERGED) << r.message;
    EXPECT_NEAR(r.value[0], 1.69969635021554, 2e-9);
    r = api::integrate(Integrand(1, "1/(exp(x) - 1)"), options);
    EXPECT_EQ(r.status, CUBOID_NOT_CONVERGED) << r.message;
  }
}

/// What lies below the least double is a thousandth of x^-0.99, and was not in an error of 1e-5.
/// Three thousandths of 1/(x log(x/e^2)^2) do, of which the power depends on the distance.
TEST(EndsOfAxes, CountWhatLiesBelowAllNumbers) {
  struct Row {
    const char *text;
    double value, epsrel;
    bool is_known;
  };
  const Row rows[] = {{"x^-0.99*(1 + y)", 150, 1e-5, false},
                      {"x^-0.99*(1 - y)^-0.5", 200, 1e-5, false},
                      {"x^-0.985*y^-0.5", 2 / 0.015, 1e-5, false},
                      {"x^-0.985*y^-0.5", 2 / 0.015, 1e-3, true},
                      {"x^-0.98*(1 + y)", 75, 1e-5, true},
                      {"(1 + y)/(x*log(x/exp(2))^2)", 0.75, 1e-3, false}};
  for (const Row &row : rows) {
    Options options;
    const Integrand integrand(2, row.text);
    const Result r = api::integrate(integrand, cuhre(options, row.epsrel));
    EXPECT_EQ(r.status == CUBOID_CONVERGED, row.is_known) << row.text << ": " << r.message;
    EXPECT_NEAR(r.value[0], row.value, r.error[0]) << row.text;
    EXPECT_LT(r.neval, 50000) << row.text;
  }
}

/// By whatever method, and with a smooth one beside it that has no reason to be refused.
TEST(EndsOfAxes, FarFromZeroAreDoubted) {
  const double lower[] = {1000, 0}, upper[] = {1001, 1};
  for (const char *method : {"pagani", "vegas_plus", "suave", "vegas", "divonne", "lattice"}) {
    Options options;
    options.set("method", std::string(method)).set("epsrel", 1e-2).set("seed", 1);
    const Integrand singular(2, "(x[0]-1000)^-0.9*exp(x[1])");
    const Result r = api::integrate(singular, options, lower, upper);
    EXPECT_NE(r.status, CUBOID_CONVERGED) << method << ": " << r.value[0];
    const Integrand smooth(2, "exp(x[1]+x[0]-1000)");
    EXPECT_EQ(api::integrate(smooth, options, lower, upper).status, CUBOID_CONVERGED) << method;
  }
}

/// What is singular at an end that is not 0, and smooth in the variable of its map, goes on to it.
TEST(EndsOfAxes, PowersAreBridged) {
  const double lower[] = {1, 0}, upper[] = {2, 1};
  const Integrand integrand(2, "(x[0]-1)^-0.5*exp(x[1])");
  Options options;
  const Result r = api::integrate(integrand, cuhre(options, 1e-9), lower, upper);
  EXPECT_EQ(r.status, CUBOID_CONVERGED) << r.message;
  EXPECT_NEAR(r.value[0], 2 * (std::exp(1.) - 1), 4e-9);
}

/// An integrand that is regular below what a trial sees has no end that is lost.
TEST(EndsOfAxes, AreNotMistakenForWhatIsRegular) {
  const Integrand integrand(2, "exp(x[1])*(x[0]+1e-12)^-0.5");
  Options options;
  const Result r = api::integrate(integrand, cuhre(options, 1e-9));
  const double value = (std::exp(1.) - 1) * 2 * (std::sqrt(1 + 1e-12) - 1e-6);
  EXPECT_EQ(r.status, CUBOID_CONVERGED) << r.message;
  EXPECT_NEAR(r.value[0], value, 1e-9 * value);
}

TEST(EndsOfAxes, StateFilesKeepTheMaps) {
  const Integrand integrand(3, "log(x[0])*log(x[1])*log(x[2])");
  const std::string file = "ends.state";
  std::remove(file.c_str());
  const auto run = [&](std::int64_t maxeval, bool keeps) {
    Options options;
    cuhre(options, 1e-9).set("maxeval", maxeval);
    if (keeps) options.set("statefile", file).set("keep_state", 1);
    return api::integrate(integrand, options);
  };
  const Result whole = run(1000000, false);
  EXPECT_EQ(run(30000, true).status, CUBOID_NOT_CONVERGED);
  const Result rest = run(1000000, true);
  EXPECT_EQ(rest.value, whole.value);
  EXPECT_EQ(rest.error, whole.error);
  EXPECT_EQ(rest.neval, whole.neval);
  std::remove(file.c_str());
}

/// An integral of a list begins without the maps of the one before.
TEST(EndsOfAxes, ListsHaveTheNumbersOfSingleCalls) {
  std::vector<many::Peak> peaks{{.5, {}}, {0, {}}, {.5, {}}, {.9, {}}, {-.5, {}}};
  Options options;
  cuhre(options, 1e-8);
  const Integrand list(2, 1, many::ends, peaks.data());
  const many::Many all = many::integrate_many(list, peaks, options);
  for (std::size_t i = 0; i < peaks.size(); ++i) {
    const Integrand one(2, 1, many::ends, &peaks[i]);
    const Result alone = api::integrate(one, options);
    EXPECT_EQ(all.value[i], alone.value[0]) << i;
    EXPECT_EQ(all.neval[i], alone.neval) << i;
  }
}

}  // namespace
