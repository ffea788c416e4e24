// The function in C: what it says, and that a compiler makes the same values of it.
#include "expression/text.hpp"

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include "cuboid.h"
#include "expression/derivative.hpp"
#include "support/directory.hpp"
#include "unit/expression/table.hpp"

namespace {

using namespace cuboid;
using namespace expression_test;

TEST(Text, ComputesWhatIsThereTwiceOnce) {
  auto parsed = expression::parse("exp(-a*x), y > 0 ? 1 : inf", 2, {"a"});
  const std::string text = c_text(parsed, "g");
  EXPECT_EQ(text.find("#include <math.h>\nint g(const int *ndim, const double x[]"), 0u);
  parsed.components.push_back(derivatives(parsed, expression::Operation::variable, 0)[0]);
  const std::string with_derivative = c_text(parsed, "g");
  EXPECT_EQ(with_derivative.find("exp("), with_derivative.rfind("exp("));
  EXPECT_NE(text.find("HUGE_VAL"), std::string::npos);
}

TEST(Text, HasProductsOfSlopesThatAreZeroWhereAFactorIs) {
  auto parsed = expression::parse("sqrt(max(0, x - a))", 1, {"a"});
  parsed.components = derivatives(parsed, expression::Operation::parameter, 0);
  EXPECT_NE(c_text(parsed, "g").find(" == 0. ? 0. : t"), std::string::npos);
}

/// The functions row0, row1 ... of the table, by the compiler of the machine with some options.
class Compiled {
 public:
  explicit Compiled(const std::string &options) {
    {
      std::ofstream file(folder_.file("texts.c"));
      int number = 0;
      for (const Row &row : table)
        file << c_text(expression::parse(row.text, 2, {"a", "sigma"}),
                       "row" + std::to_string(number++));
    }
    const std::string library = folder_.file("texts.so");
    const std::string command = "cc " + options + " -Wall -Werror -shared -fPIC -o " + library +
                                " " + folder_.file("texts.c") + " -lm";
    if (std::system(command.c_str()) == 0) handle_ = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  }
  ~Compiled() {
    if (handle_ != nullptr) dlclose(handle_);
  }
  Compiled(const Compiled &) = delete;
  Compiled &operator=(const Compiled &) = delete;

  bool is_there() const { return handle_ != nullptr; }
  double value(std::size_t row, const double x[], double parameters[]) const {
    const auto function =
        reinterpret_cast<cuboid_function>(dlsym(handle_, ("row" + std::to_string(row)).c_str()));
    const int ndim = 2, ncomp = 1;
    double value = 0;
    function(&ndim, x, &ncomp, &value, parameters);
    return value;
  }

 private:
  support::Directory folder_;
  void *handle_ = nullptr;
};

constexpr int points = 500;

/// Even in the unit square, and none of them at a jump of the table.
std::vector<double> even_points() {
  std::vector<double> x;
  for (int i = 1; i <= points; ++i)
    for (const double step : {std::sqrt(2.), std::sqrt(3.)})
      x.push_back(i * step - std::floor(i * step));
  return x;
}

class Agreement : public testing::TestWithParam<const char *> {};

TEST_P(Agreement, CompiledHasTheValuesOfTheInterpreterToRounding) {
  const Compiled compiled(GetParam());
  ASSERT_TRUE(compiled.is_there());
  const std::vector<double> x = even_points();
  double parameters[] = {3, -2};
  std::vector<double> own(points);
  std::size_t number = 0;
  for (const Row &row : table) {
    const expression::Program program(expression::parse(row.text, 2, {"a", "sigma"}));
    program.evaluate(points, 2, x.data(), parameters, own.data());
    for (std::size_t i = 0; i < own.size(); ++i) {
      const double value = compiled.value(number, &x[2 * i], parameters);
      if (std::isnan(own[i]) || std::isinf(own[i]))
        EXPECT_TRUE(std::isnan(own[i]) ? std::isnan(value) : value == own[i])
            << row.text << " at " << x[2 * i] << ", " << x[2 * i + 1];
      else
        EXPECT_NEAR(value, own[i], 2e-15 * std::max(1., std::fabs(own[i])))
            << row.text << " at " << x[2 * i] << ", " << x[2 * i + 1];
    }
    ++number;
  }
  EXPECT_GE(number, 60U);
}

// As the command and Python compile texts, without any optimisation, and with fused operations.
INSTANTIATE_TEST_SUITE_P(Text, Agreement,
                         testing::Values("-O2", "-O0", "-O3 -march=native -ffp-contract=fast"));

}  // namespace
