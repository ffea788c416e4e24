// Expressions with their values where x = 0.5, y = 0.25, a = 3 and sigma = -2.
#pragma once

#include <cmath>
#include <limits>
#include <string_view>
#include <vector>

#include "expression/parse.hpp"
#include "expression/program.hpp"

namespace expression_test {

struct Row {
  std::string_view text;
  double value;
};

inline constexpr double pi = 3.14159265358979323846;

inline const Row table[] = {
    // Numbers and operators.
    {"1/2*x[0]", 0.25},
    {"1/2", 0.5},
    {".5e1 + 1e-1", 5.1},
    {"x^2", 0.25},
    {"x**3", 0.125},
    {"2^3^2", 512},
    {"-2^2", -4},
    {"2^-1", 0.5},
    {"2**-x*2^x", 1},
    {"(-2)^3", -8},
    {"sigma^5", -32},
    {"sigma^21", -2097152},
    {"sigma^-3", -0.125},
    {"x^0", 1},
    {"a^20", 3486784401.},
    {"6/3/2", 1},
    {"6 - 3 - 2", 1},
    {"-x*-y", 0.125},
    {"+x - -y", 0.75},
    {"1 +\n\t2 * 3", 7},
    {"(1 + 2)*3", 9},
    // Comparisons and conditions.
    {"x < 0.5", 0},
    {"x <= 0.5", 1},
    {"x > y", 1},
    {"x >= 0.75", 0},
    {"x == 0.5", 1},
    {"x != 0.5", 0},
    {"x > 0 && y > 0", 1},
    {"x < 0 || y < 0", 0},
    {"x < 0 || y > 0 && 0", 0},
    {"!x", 0},
    {"!(x < 0)", 1},
    {"x > y ? 7 : 8", 7},
    {"x < y ? 7 : x == y ? 8 : 9", 9},
    {"if(x < y, 7, 8)", 8},
    {"x[0]*x[0] + x[1]*x[1] < 1 ? 4 : 0", 4},
    {"1 - (x > 0.25)", 0},
    // Functions.
    {"abs(sigma)", 2},
    {"fabs(-x)", 0.5},
    {"sign(sigma) + sign(0)*4 + sign(x)*16", 15},
    {"min(a, x, sigma)", -2},
    {"max(x, y) + fmin(x, y) + fmax(1, 2)", 2.75},
    {"floor(-0.5) + ceil(0.25)*4 + round(2.5)*16 + trunc(-1.5)*64", -13},
    {"sqrt(2)", 1.4142135623730950488},
    {"cbrt(sigma*4)", -2},
    {"exp(x)", 1.6487212707001281468},
    {"exp2(a) + expm1(0)", 8},
    {"expm1(1e-10)", 1.00000000005e-10},
    {"log(a)", 1.0986122886681096914},
    {"ln(a) - log(3)", 0},
    {"log2(8) + log10(1000)", 6},
    {"log1p(1e-10)", 9.9999999995e-11},
    {"sin(x)", 0.47942553860420300027},
    {"cos(x)", 0.87758256189037271612},
    {"tan(x)", 0.54630248984379051326},
    {"asin(x)*6/pi", 1},
    {"acos(x)", 1.0471975511965977462},
    {"atan(1)*4", pi},
    {"atan2(-1, -1)", -2.3561944901923449288},
    {"sinh(x) + cosh(x) - exp(x)", 0},
    {"tanh(x)", 0.46211715726000975850},
    {"asinh(x)", 0.48121182505960344750},
    {"acosh(2)", 1.3169578969248167086},
    {"atanh(x)", 0.54930614433405484570},
    {"erf(x)", 0.52049987781304653768},
    {"erfc(x)", 0.47950012218695346232},
    {"tgamma(5) + gamma(4)", 30},
    {"lgamma(x)", 0.57236494292470008707},
    {"j0(x)", 0.93846980724081290423},
    {"j1(x)", 0.24226845767487388638},
    {"pow(x, 1/2)", 0.70710678118654752440},
    {"pow(sigma, 2)", 4},
    {"hypot(3, 4)", 5},
    {"fmod(7.5, a)", 1.5},
    // Names.
    {"pi + M_PI", 2 * pi},
    {"e", 2.7182818284590452354},
    {"1/inf", 0},
    {"p[0] + 10*p[1]", -17},
    {"a*x0 + x1", 1.75},
    {"r2 = x*x + y*y; s = r2*2; s + r2", 0.9375},
};

/// At the point, with more coordinates for those who have them.
inline std::vector<double> values_of(const cuboid::expression::Expression &expression) {
  const double x[] = {0.5, 0.25, 2, 3, 4};
  const double parameters[] = {3, -2};
  const cuboid::expression::Program program(expression);
  std::vector<double> f(program.ncomp());
  program.evaluate(1, 5, x, parameters, f.data());
  return f;
}

inline std::vector<double> values_of(std::string_view text) {
  return values_of(cuboid::expression::parse(text, 2, {"a", "sigma"}));
}

}  // namespace expression_test
