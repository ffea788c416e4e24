// The function in C: what it says, and that a compiler makes the same values of it.
#include "expression/text.hpp"

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <string>

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

TEST(Text, CompiledHasTheValuesOfTheInterpreterToRounding) {
  const support::Directory folder;
  {
    std::ofstream file(folder.file("texts.c"));
    int number = 0;
    for (const Row &row : table)
      file << c_text(expression::parse(row.text, 2, {"a", "sigma"}),
                     "row" + std::to_string(number++));
  }
  const std::string library = folder.file("texts.so");
  const std::string command =
      "cc -O1 -Wall -Werror -shared -fPIC -o " + library + " " + folder.file("texts.c") + " -lm";
  ASSERT_EQ(std::system(command.c_str()), 0);
  void *const handle = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  ASSERT_NE(handle, nullptr) << dlerror();
  const int ndim = 2, ncomp = 1;
  const double x[] = {0.5, 0.25};
  double parameters[] = {3, -2};
  int number = 0;
  for (const Row &row : table) {
    const auto function = reinterpret_cast<cuboid_function>(
        dlsym(handle, ("row" + std::to_string(number++)).c_str()));
    double value = 0;
    function(&ndim, x, &ncomp, &value, parameters);
    const double own = values_of(row.text)[0];
    EXPECT_NEAR(value, own, 1e-15 * std::max(1., std::fabs(own))) << row.text;
  }
  dlclose(handle);
}

}  // namespace
