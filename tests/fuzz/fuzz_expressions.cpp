// Texts of expressions, of words that mean something and of any bytes: each is refused with a
// sentence, or has values that do not depend on the points beside, derivatives and a text in C.
#include <cmath>

#include "base/failure.hpp"
#include "calls.hpp"
#include "expression/derivative.hpp"
#include "expression/jumps.hpp"
#include "expression/parse.hpp"
#include "expression/program.hpp"
#include "expression/text.hpp"

namespace {

using namespace fuzz;
using namespace cuboid::expression;

constexpr int ndim = 3;

std::string text_from(FuzzedDataProvider &data) {
  constexpr const char *words[] = {"x",      "y",      "x[0]",  "x2",     "p[0]",   "a",    "sigma",
                                   "f[0]=",  "f[1]=",  "r=",    "r",      "1",      ".5",   "2e3",
                                   "0",      "pi",     "inf",   "+",      "-",      "*",    "/",
                                   "^",      "**",     "<",     ">=",     "==",     "!",    "&&",
                                   "||",     "?",      ":",     "(",      ")",      ",",    ";",
                                   " ",      "abs(",   "sign(", "floor(", "sqrt(",  "exp(", "log(",
                                   "sin(",   "tan(",   "erf(",  "j1(",    "min(",   "max(", "pow(",
                                   "hypot(", "atan2(", "fmod(", "if(",    "lgamma("};
  std::string text;
  while (data.remaining_bytes() > 0) {
    if (data.ConsumeIntegralInRange(0, 30) == 0)
      text += data.ConsumeBytesAsString(data.ConsumeIntegralInRange<std::size_t>(0, 8));
    else
      text += data.PickValueInArray(words);
  }
  return text;
}

void evaluate(const Expression &expression) {
  const double x[] = {0.5, -0.25, 3, 1e300, 0, -7};
  const double parameters[] = {3, -2};
  const Program program(expression);
  const std::size_t ncomp = program.ncomp();
  std::vector<double> together(2 * ncomp), alone(ncomp);
  program.evaluate(2, ndim, x, parameters, together.data());
  program.evaluate(1, ndim, x, parameters, alone.data());
  for (std::size_t i = 0; i < ncomp; ++i) {
    const bool both_nan = std::isnan(alone[i]) && std::isnan(together[i]);
    require(both_nan || alone[i] == together[i], "values do not depend on the points beside");
  }
}

}  // namespace

void fuzz::run(FuzzedDataProvider &data) {
  try {
    Expression expression = parse(text_from(data), ndim, {"a", "sigma"});
    evaluate(expression);
    require(c_text(expression, "g").find("return 0;") != std::string::npos, "the text has an end");
    const std::vector<NodeIndex> components = expression.components;
    for (const Operation leaf : {Operation::variable, Operation::parameter}) {
      expression.components = components;
      expression.components = derivatives(expression, leaf, 0);
      evaluate(expression);
      moving_jumps(expression);
    }
  } catch (const cuboid::Failure &failure) {
    require(failure.message().find("expression") != std::string::npos, "the sentence says what");
  }
}
