// Many points at a time.
#include "expression/program.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "unit/expression/table.hpp"

namespace {

using namespace cuboid;

TEST(Program, ValuesDoNotDependOnThePointsBesideThem) {
  const expression::Program program(
      expression::parse("g = exp(-a*y^2); sin(x)*g, g/(x + y), y", 2, {"a"}));
  const double a = 1.5;
  std::vector<double> x;
  for (int i = 0; i < 2 * 300; ++i) x.push_back(i / 600.);
  std::vector<double> together(3 * 300), alone(3 * 300);
  program.evaluate(300, 2, x.data(), &a, together.data());
  for (std::size_t i = 0; i < 300; ++i) program.evaluate(1, 2, &x[2 * i], &a, &alone[3 * i]);
  EXPECT_EQ(together, alone);
}

TEST(Program, PowersOfSpecialNumbersAreThoseOfC) {
  const double infinity = std::numeric_limits<double>::infinity();
  const expression::Program program(expression::parse("x^y", 2, {}));
  const auto power = [&](double x, double y) {
    const double point[] = {x, y};
    double value = 0;
    program.evaluate(1, 2, point, nullptr, &value);
    return value;
  };
  EXPECT_EQ(power(0, 0), 1);
  EXPECT_EQ(power(0, -1), infinity);
  EXPECT_EQ(power(-8, 3), -512);
  EXPECT_TRUE(std::isnan(power(-8, 0.5)));
  EXPECT_EQ(power(-1, infinity), 1);
  EXPECT_EQ(power(-infinity, 3), -infinity);
  EXPECT_EQ(power(-infinity, 0.5), infinity);
}

TEST(Program, MinimumAndMaximumPassNaNOver) {
  EXPECT_EQ(expression_test::values_of("min(0/0, x) + max(x, 0/0)")[0], 1);
}

}  // namespace
