// Values of the integrand: constants, NaN, infinity, the ends of the range of double.
#include <cstdlib>
#include <limits>

#include "calls.hpp"

namespace {

using namespace edge;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

EDGE_SUITE(Values);

template <class Function>
struct Wrapped {
  Function function;
  static int call(const int *, const double x[], const int *, double f[], void *userdata) {
    f[0] = static_cast<Wrapped *>(userdata)->function(x);
    return 0;
  }
};

/// Integrates a function of x[3].
template <class Function>
Outcome integral_of(Routine routine, Function function, Arguments a = {}) {
  Wrapped<Function> wrapped{function};
  a.integrand = Wrapped<Function>::call;
  a.userdata = &wrapped;
  return call(routine, a);
}

TEST_P(Values, ConstantsAreIntegrated) {
  for (const double constant : {0.0, 1.0, -3.0}) {
    const Outcome o = integral_of(GetParam(), [=](const double *) { return constant; });
    expect_result(o, 0, 1);
    EXPECT_NEAR(o.integral[0], constant, 1e-12);
    EXPECT_LT(o.error[0], 1e-7);
    // Divonne looks more closely, as all of the integrand may have been missed.
    if (divonne()) {
      EXPECT_LT(o.neval, 15000);
    } else {
      EXPECT_EQ(o.neval, cuhre() ? 381 : 1000);
    }
  }
}

/// The numbers between the last parentheses of the sentence.
std::vector<double> coordinates(const std::string &sentence) {
  std::vector<double> x;
  const std::size_t open = sentence.find("x = (");
  if (open == std::string::npos) return x;
  const char *text = sentence.c_str() + open + 5;
  for (char *end = nullptr;; text = end + 1) {
    x.push_back(std::strtod(text, &end));
    if (end == text || *end != ',') return x;
  }
}

TEST_P(Values, NonfiniteValuesAreAFailureThatSaysWhere) {
  for (const double bad : {nan, infinity, -infinity})
    for (const int first_bad : {1, 57, 500}) {
      int calls = 0;
      std::vector<double> where;
      Arguments a;
      a.mineval = 10000;
      const Outcome o = integral_of(
          GetParam(),
          [&](const double *x) {
            if (++calls < first_bad) return x[0];
            if (calls == first_bad) where.assign(x, x + 3);
            return bad;
          },
          a);
      expect_failure(o, CUBOID_NONFINITE, 1);
      EXPECT_EQ(coordinates(o.why), where) << o.why;
      const std::string name = std::isnan(bad) ? " is nan" : bad > 0 ? " is inf" : " is -inf";
      EXPECT_NE(o.why.find("f[0]" + name), std::string::npos) << o.why;
      EXPECT_GE(o.neval, first_bad);
    }
}

TEST_P(Values, OneNanIsEnough) {
  int calls = 0;
  Arguments a;
  a.epsrel = 1e-6;
  const Outcome o = integral_of(
      GetParam(), [&](const double *x) { return ++calls == 100 ? nan : x[0]; }, a);
  expect_failure(o, CUBOID_NONFINITE, 1);
}

TEST_P(Values, TheComponentIsNamed) {
  Arguments a;
  a.ncomp = 5;
  a.integrand = [](const int *, const double x[], const int *ncomp, double f[], void *) {
    for (int c = 0; c < *ncomp; ++c) f[c] = x[0];
    f[3] = nan;
    return 0;
  };
  const Outcome o = run(a);
  expect_failure(o, CUBOID_NONFINITE, 5);
  EXPECT_NE(o.why.find("f[3] is nan"), std::string::npos) << o.why;
}

TEST_P(Values, WhatTheIntegrandDoesNotWriteIsNotTakenForANumber) {
  Arguments a;
  a.integrand = [](const int *, const double[], const int *, double[], void *) { return 0; };
  expect_failure(run(a), CUBOID_NONFINITE, 1);
}

/// A result that is no failure has finite numbers.
void expect_finite(const Outcome &o) {
  if (o.fail < 0) {
    expect_failure(o, CUBOID_NONFINITE, 1);
    return;
  }
  EXPECT_TRUE(std::isfinite(o.integral[0])) << o.integral[0];
  EXPECT_TRUE(std::isfinite(o.error[0])) << o.error[0];
}

/// It also holds the true value.
void expect_honest(const Outcome &o, double truth) {
  expect_finite(o);
  if (o.fail < 0) return;
  // Sums of thousands of rounded numbers, whose spread the error of a constant does not show.
  const double rounding = 1e-13 * std::fabs(truth);
  EXPECT_LE(std::fabs(o.integral[0] - truth), 5 * o.error[0] + rounding);
}

TEST_P(Values, HugeNumbersGiveAResultOrAFailureButNoNonsense) {
  for (const int flags : {0, 4})
    for (const double scale : {1e140, 1e153, 1e160, 1e200, 1e300, 1e307, 1.7e308}) {
      Arguments a;
      a.flags = flags;
      const Outcome step = integral_of(
          GetParam(), [=](const double *x) { return x[0] > 0.37 ? scale : -scale; }, a);
      // Suave's mean over the sets of a region, which flag 4 leaves out, is too low.
      if (suave() && flags == 0) {
        expect_finite(step);
      } else {
        expect_honest(step, 0.26 * scale);
      }
      const Outcome same = integral_of(
          GetParam(), [=](const double *) { return scale; }, a);
      expect_honest(same, scale);
      if (scale <= 1e140) {
        EXPECT_GE(step.fail, 0) << step.why;
        EXPECT_EQ(same.fail, 0) << same.why;
      }
    }
}

TEST_P(Values, SubnormalNumbersAreNumbers) {
  for (const double scale : {1e-300, 1e-315, 5e-324}) {
    const Outcome o = integral_of(GetParam(), [=](const double *x) { return x[0] * scale; });
    expect_result(o, 0, 1);
    EXPECT_NEAR(o.integral[0], 0.5 * scale, 1e-3 * scale + 5e-324);
  }
}

TEST_P(Values, SingularitiesAtTheBoundaryAreNotTouched) {
  const Outcome o = integral_of(GetParam(), [](const double *x) { return std::log(x[0]); });
  EXPECT_GE(o.fail, 0) << o.why;
  EXPECT_NEAR(o.integral[0], -1, 5 * o.error[0]);
}

}  // namespace
