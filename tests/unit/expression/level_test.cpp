#include "expression/level.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "expression/parse.hpp"
#include "expression/program.hpp"

namespace cuboid::expression {
namespace {

constexpr int ndim = 2;

double value_of(const Expression &expression, const std::vector<double> &x) {
  const double parameter = 0.3;
  double value = 0;
  Program(expression).evaluate(1, ndim, x.data(), &parameter, &value);
  return value;
}

TEST(Level, IsAboveZeroWhereAConditionHolds) {
  for (const char *const text :
       {"x < y", "x >= y*y", "x^2 + y^2 < a", "x < .5 && y < .7", "x < .5 || !(y < x)", "!(x < y)",
        "(x < .6)*(y > .2)", "x < y ? y < .5 : x < a", "if(x > .4, y < .5, 1)", "x < .3 && y",
        "r = x*y; r < .1 || (r > .2 && x != y)", "floor(3*x) <= 1", "!(floor(3*y) < floor(3*x))",
        "!(x < .5 && floor(2*y))", "sqrt(x - .5) < 1 || y < .5"}) {
    const Expression condition = parse(text, ndim, {"a"});
    ASSERT_TRUE(is_condition(condition)) << text;
    const Expression level = level_of(condition);
    int held = 0;
    for (double x = 0.013; x < 1; x += 0.0371)
      for (double y = 0.007; y < 1; y += 0.0412) {
        EXPECT_EQ(value_of(level, {x, y}) > 0, value_of(condition, {x, y}) > 0)
            << text << " at " << x << ", " << y;
        held += value_of(condition, {x, y}) > 0 ? 1 : 0;
      }
    EXPECT_GT(held, 0) << text;
  }
}

TEST(Level, ChangesAsTheSidesDo) {
  const Expression level = level_of(parse("x < 3*y && x + y < 1", ndim, {"a"}));
  EXPECT_DOUBLE_EQ(value_of(level, {.25, .125}), .125);
  EXPECT_DOUBLE_EQ(value_of(level, {.75, .75}), -.5);
}

TEST(Level, IsThatOfConditionsAlone) {
  for (const char *const text : {"x - y", "x*(y < .5)", "x == y", "abs(x < y)"})
    EXPECT_FALSE(is_condition(parse(text, ndim, {"a"}))) << text;
}

// What is used twice is one node: the level of a chain has as many as the chain.
TEST(Level, OfWhatIsUsedTwiceIsOne) {
  std::string text = "r0 = x < y;", last = "r0";
  for (int i = 1; i <= 60; ++i) {
    const std::string next = "r" + std::to_string(i);
    text += next + " = (" + last + " && x < y + " + std::to_string(i) + ") || " + last + ";";
    last = next;
  }
  EXPECT_LT(level_of(parse(text + last, ndim, {"a"})).graph.nodes().size(), 1000U);
}

}  // namespace
}  // namespace cuboid::expression
