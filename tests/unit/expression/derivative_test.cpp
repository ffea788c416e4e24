// Derivatives by variables and parameters, and the jumps that they leave out.
#include "expression/derivative.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "base/failure.hpp"
#include "expression/jumps.hpp"
#include "unit/expression/table.hpp"

namespace {

using namespace cuboid;
using namespace expression_test;
using expression::Operation;

TEST(Derivative, OfEachFunctionIsWhatItsSlopeIs) {
  const std::string_view texts[] = {"x + 2*x - 3/x + y*x/y",
                                    "x^5 + x^-2 + x^y + y^x + a^x",
                                    "-x + abs(x - 1)",
                                    "sqrt(x) + cbrt(x)",
                                    "exp(x) + exp2(x) + expm1(x*x)",
                                    "log(x) + log2(x) + log10(x) + log1p(x)",
                                    "sin(x)*cos(2*x) + tan(x)",
                                    "asin(x) + acos(x/2) + atan(x)",
                                    "sinh(x) + cosh(x)*tanh(x)",
                                    "asinh(x) + acosh(2 + x) + atanh(x)",
                                    "erf(x) + erfc(x*x)",
                                    "j0(3*x) + j1(2*x)",
                                    "min(x, 2*y + 1) + max(x^2, y/2)",
                                    "hypot(x, y) + atan2(x, y) + atan2(y, x)",
                                    "fmod(7*x, y*y + 1) + fmod(5, x + 1)",
                                    "x > y ? x^2 : x^3",
                                    "floor(9*x)*x + sign(x)*x",
                                    "r = x*x; exp(-r)/(1 + r)"};
  constexpr double step = 1e-5;
  for (const std::string_view text : texts) {
    auto parsed = expression::parse(text, 2, {"a", "sigma"});
    const auto slope = [&](double low, double high) {
      const double parameters[] = {3, -2};
      const double x[] = {low, 0.25, high, 0.25};
      double f[2] = {};
      expression::Program(parsed).evaluate(2, 2, x, parameters, f);
      return (f[1] - f[0]) / (high - low);
    };
    // Of the differences the one with half the step says how far both are off.
    const double wide = slope(0.5 - step, 0.5 + step);
    const double narrow = slope(0.5 - step / 2, 0.5 + step / 2);
    parsed.components = derivatives(parsed, Operation::variable, 0);
    EXPECT_NEAR(values_of(parsed)[0], narrow + (narrow - wide) / 3, 2e-9) << text;
  }
}

TEST(Derivative, ByParametersSharesWhatTheFunctionHas) {
  auto parsed = expression::parse("exp(-a*x^2)*cos(sigma*y), x", 2, {"a", "sigma"});
  const std::size_t before = parsed.graph.nodes().size();
  const auto by_a = derivatives(parsed, Operation::parameter, 0);
  EXPECT_LE(parsed.graph.nodes().size() - before, 6u);
  parsed.components = by_a;
  const auto values = values_of(parsed);
  EXPECT_NEAR(values[0], -0.25 * std::exp(-0.75) * std::cos(0.5), 1e-16);
  EXPECT_EQ(values[1], 0);
}

TEST(Derivative, IsAnExpressionThatHasOneItself) {
  auto parsed = expression::parse("sin(a*x)", 1, {"a"});
  parsed.components = derivatives(parsed, Operation::parameter, 0);
  parsed.components = derivatives(parsed, Operation::parameter, 0);
  EXPECT_NEAR(values_of(parsed)[0], -0.25 * std::sin(1.5), 1e-16);
}

TEST(Derivative, IsZeroWhereAFactorIsAndTheOtherIsInfinite) {
  for (const std::string_view text :
       {"sqrt(max(0, x - a))", "max(0, x - a)^a", "hypot(max(0, x - a)^0.5, x)",
        "asin(min(1, a*x))", "1/(1 + exp(1000*a*x))", "x/(1 + exp(473*a*x))", "1/cosh(1000*a*x)^2",
        "exp(-a*exp(1000*a*x))"}) {
    auto parsed = expression::parse(text, 2, {"a", "sigma"});
    parsed.components = derivatives(parsed, Operation::parameter, 0);
    EXPECT_EQ(values_of(parsed)[0], 0) << text;
    parsed.components = derivatives(parsed, Operation::parameter, 0);
    EXPECT_EQ(values_of(parsed)[0], 0) << text << ", twice";
  }
}

TEST(Derivative, RefusesTheGammaFunctionsOfWhatItIsTakenBy) {
  auto parsed = expression::parse("x*tgamma(y)", 2, {});
  parsed.components = derivatives(parsed, Operation::variable, 0);
  EXPECT_NEAR(values_of(parsed)[0], std::tgamma(0.25), 2e-15);
  parsed = expression::parse("x*tgamma(y)", 2, {});
  try {
    derivatives(parsed, Operation::variable, 1);
    FAIL();
  } catch (const Failure &failure) {
    EXPECT_EQ(failure.message(), "expression, column 3: 'tgamma' has no derivative here");
  }
}

std::string jumps(std::string_view text) {
  std::string list;
  for (const expression::Jump &jump : moving_jumps(expression::parse(text, 2, {"a"})))
    list += std::string(jump.word) + " at " + std::to_string(jump.column) +
            (jump.is_kink ? " (kink); " : "; ");
  return list;
}

TEST(Jumps, AreThoseWhosePlaceDependsOnAParameter) {
  EXPECT_EQ(jumps("x < 0.5 ? a : floor(y)"), "");
  EXPECT_EQ(jumps("x < a ? 1 : 0"), "< at 3; ");
  EXPECT_EQ(jumps("x < a && y < 0.5"), "< at 3; ");
  EXPECT_EQ(jumps("floor(x + a) + a*floor(x)"), "floor at 1; ");
  EXPECT_EQ(jumps("abs(x - a) + max(x, y)"), "fabs at 1 (kink); ");
  EXPECT_EQ(jumps("a ? x : y"), "? at 3; ");
}

}  // namespace
