// What texts mean, and what is said about those that mean nothing.
#include "expression/parse.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "base/failure.hpp"
#include "unit/expression/table.hpp"

namespace {

using namespace cuboid;
using namespace expression_test;

const std::string beside =
    "; if it is a parameter, its name belongs to names, its value to parameters";

TEST(Parse, TextsHaveTheirValues) {
  for (const Row &row : table) {
    const std::vector<double> values = values_of(row.text);
    ASSERT_EQ(values.size(), 1u) << row.text;
    EXPECT_NEAR(values[0], row.value, 4e-16 * std::fabs(row.value)) << row.text;
  }
}

TEST(Parse, ComponentsStandSideBySideOrByNumber) {
  EXPECT_EQ(values_of("x, 2*x ,min(x, y)"), (std::vector<double>{0.5, 1, 0.25}));
  EXPECT_EQ(values_of("r = x + y; f[1] = r; f[0] = 2*r;"), (std::vector<double>{1.5, 0.75}));
}

TEST(Parse, LettersNameTheFirstFourVariables) {
  const auto values = [](const char *text, int ndim) {
    return expression_test::values_of(expression::parse(text, ndim, {}));
  };
  EXPECT_EQ(values("x*y*z*w", 4)[0], 0.5 * 0.25 * 2 * 3);
  EXPECT_EQ(values("x", 1)[0], 0.5);
  EXPECT_EQ(values("x0 + x4", 5)[0], 4.5);
}

TEST(Parse, WhatIsWrittenTwiceIsOneNode) {
  const auto once = expression::parse("exp(x*y)", 2, {});
  const auto twice = expression::parse("exp(x*y), exp(x[0]*x[1])", 2, {});
  EXPECT_EQ(once.graph.nodes().size(), twice.graph.nodes().size());
  EXPECT_EQ(twice.components[0], twice.components[1]);
}

std::string sentence_of(std::string_view text, int ndim = 2,
                        const std::vector<std::string> &names = {"a", "sigma"}) {
  try {
    expression::parse(text, ndim, names);
  } catch (const Failure &failure) {
    EXPECT_EQ(failure.status(), CUBOID_BAD_ARGUMENT);
    return failure.message();
  }
  return "";
}

TEST(Parse, ErrorsNameTheColumnAndTheNearestName) {
  struct Wrong {
    std::string_view text;
    std::string sentence;
  };
  using namespace std::string_view_literals;
  const Wrong wrong[] = {
      {"", "column 1: there is no value; write one, as in x[0]^2"},
      {"x +", "column 4: there must be a number, a name or a ( before the end"},
      {"(x", "column 3: there must be a ')' before the end"},
      {"x)", "column 2: ')' does not go on with what is before it; an operator or a ; is missing"},
      {"2x", "column 2: a number ends with 'x'; a product needs a *, as in 2*x[0]"},
      {"1.2.3", "column 4: a number ends with '.'; a product needs a *, as in 2*x[0]"},
      {"1e999", "column 1: '1e999' is beyond the range of a double"},
      {"ex(x)", "column 1: there is no 'ex'; the nearest name is 'exp'"},
      {"1 + sgima", "column 5: there is no 'sgima'; the nearest name is 'sigma'"},
      {"system(x)", "column 1: there is no 'system'"},
      {"k*x", "column 1: there is no 'k'" + beside},
      {"x + width", "column 5: there is no 'width'" + beside},
      {"x[2]", "column 1: x[2] is beyond the last of 2 variables, which count from 0"},
      {"x5", "column 1: x[5] is beyond the last of 2 variables, which count from 0"},
      {"p[2]", "column 1: p[2] is beyond the last of 2 parameters, which count from 0"},
      {"x[0.5]", "column 3: between [ and ] there must be a whole number, not '0.5'"},
      {"q[0]", "column 1: 'q' is no array: those are x, of variables, and p, of parameters"},
      {"z", "column 1: 'z' names no variable where there are 2; x[0] is the first"},
      {"sin + 1", "column 1: 'sin' is a function: write sin(...)"},
      {"atan2(x)", "column 1: 'atan2' takes 2 arguments, not 1"},
      {"x = 1", "column 1: 'x' has a meaning already; give it another name"},
      {"r = 1; r = 2; r", "column 8: 'r' is defined twice"},
      {"f[0] = 1; f[0] = 2", "column 11: f[0] is set twice"},
      {"f[1] = x", "column 9: f[0] is not set, but f[1] is"},
      {"f[0] = 1; x", "column 12: there are components with f[...] and without"},
      {"x + y = 1", "column 7: '=' gives a name; to compare, write =="},
      {"x & 1", "column 3: '&' means nothing in an expression; write && for and"},
      {"x | y", "column 3: '|' means nothing in an expression; write || for or"},
      {"np.sin(x)",
       "column 3: '.' means nothing in an expression; functions have no module in front, as "
       "sin(x)"},
      {"x > 0 and x < 1",
       "column 7: 'and' does not go on with what is before it; write && for and"},
      {"x or y", "column 3: 'or' does not go on with what is before it; write || for or"},
      {"x if x > 0 else 0",
       "column 3: 'if' does not go on with what is before it; write c ? a : b for a if c else b"},
      {"sni(1)", "column 1: there is no 'sni'; the nearest name is 'sin'"},
      {"x\0+ 1"sv, "column 2: the character with the code 0 means nothing in an expression"},
      {"2\xc2\xb7x", "column 2: '\xc2\xb7' means nothing in an expression"},
      {"\xcf\x80*x", "column 1: '\xcf\x80' means nothing in an expression"},
      {"2\xe2\x88\x92x", "column 2: '\xe2\x88\x92' means nothing in an expression"},
      {"2\xb7x", "column 2: the character with the code 183 means nothing in an expression"},
      {"x\xcf", "column 2: the character with the code 207 means nothing in an expression"},
      {"x\xc2\xa0", "column 2: the character with the code 194 means nothing in an expression"},
  };
  for (const Wrong &one : wrong)
    EXPECT_EQ(sentence_of(one.text), "expression, " + one.sentence) << one.text;
  EXPECT_EQ(sentence_of("x", 5), "expression, column 1: 'x' is an array: write x[0]");
  EXPECT_EQ(sentence_of("y", 1),
            "expression, column 1: 'y' names no variable where there is 1; x[0] is the first");
}

TEST(Parse, NamesOfParametersAreNamesAndMeanNothingElse) {
  EXPECT_EQ(sentence_of("1", 2, {"2a"}),
            "the parameter's name '2a' is not a name: letters, digits and _");
  EXPECT_EQ(sentence_of("1", 2, {"sin"}),
            "the parameter's name 'sin' means something else in an expression");
  EXPECT_EQ(sentence_of("1", 2, {"a", "a"}), "the parameter's name 'a' is there twice");
}

TEST(Parse, HostileTextsGetASentence) {
  const std::string deep =
      "expression, column 201: there are more than 200 brackets, signs or "
      "powers within each other";
  EXPECT_EQ(sentence_of(std::string(100'000, '(')), deep);
  EXPECT_EQ(sentence_of(std::string(100'000, '-')), deep);
  std::string choices, powers;
  for (int i = 0; i < 100'000; ++i) {
    choices += "x?x:";
    powers += "x^";
  }
  EXPECT_NE(sentence_of(choices).find("more than 200"), std::string::npos);
  EXPECT_NE(sentence_of(powers).find("more than 200"), std::string::npos);
  EXPECT_EQ(sentence_of(std::string(10'000'000, '1')),
            "the expression has 10000000 characters; at most 1000000 are read");
  EXPECT_EQ(sentence_of(std::string(100'000, 'q')),
            "expression, column 1: there is no '" + std::string(40, 'q') + "...'" + beside);
}

}  // namespace
