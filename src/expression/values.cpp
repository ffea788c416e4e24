#include "expression/values.hpp"

#include <math.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "elementary/functions.hpp"
#include "elementary/parts.hpp"
#include "elementary/trigonometric.hpp"

namespace cuboid::expression {

namespace {

/// pow of the C library, from one that has no negative bases.
double power(double x, double y) {
  if (!(x < 0)) return elementary::pow(x, y);
  if (y != std::trunc(y)) return std::isinf(x) ? elementary::pow(-x, y) : elementary::not_a_number;
  const double value = elementary::pow(-x, y);
  return std::fmod(y, 2) == 0 || std::isinf(y) ? value : -value;
}

/// Several at a time where no base is negative, with the same bits.
void powers(std::size_t count, const double *x, const double *y, double *out) {
  const bool negative = std::any_of(x, x + count, [](double base) { return base < 0; });
  if (negative || out == y) {
    for (std::size_t i = 0; i < count; ++i) out[i] = power(x[i], y[i]);
    return;
  }
  if (out != x) std::copy_n(x, count, out);
  elementary::powers({out, count}, y);
}

double sign(double x) {
  return static_cast<double>((x > 0) - (x < 0));
}

/// lgammal writes its sign to a variable that all threads share.
double log_gamma(double x) {
  int ignored = 0;
  return static_cast<double>(::lgammal_r(x, &ignored));
}

template <class Value>
void each(std::size_t count, const double *a, double *out, Value value) {
  for (std::size_t i = 0; i < count; ++i) out[i] = value(a[i]);
}

void together(std::size_t count, const double *a, double *out, void (*all)(std::span<double>)) {
  if (out != a) std::copy_n(a, count, out);
  all({out, count});
}

/// Those whose bits the C library leaves to the processor where they are of doubles: in long double
/// it has one variant for all processors.
struct LongFunction {
  Operation operation;
  long double (*value)(long double);
};
constexpr LongFunction long_functions[] = {
    {Operation::log10, ::log10l}, {Operation::log1p, ::log1pl}, {Operation::tan, ::tanl},
    {Operation::asin, ::asinl},   {Operation::acos, ::acosl},   {Operation::atan, ::atanl},
    {Operation::sinh, ::sinhl},   {Operation::cosh, ::coshl},   {Operation::tanh, ::tanhl},
    {Operation::asinh, ::asinhl}, {Operation::acosh, ::acoshl}, {Operation::atanh, ::atanhl},
    {Operation::erf, ::erfl},     {Operation::erfc, ::erfcl},   {Operation::tgamma, ::tgammal},
    {Operation::j0, ::j0l},       {Operation::j1, ::j1l},
};

bool apply_long(Operation operation, std::size_t count, const double *a, double *out) {
  for (const auto &[its, value] : long_functions) {
    if (its != operation) continue;
    for (std::size_t i = 0; i < count; ++i) out[i] = static_cast<double>(value(a[i]));
    return true;
  }
  return false;
}

template <class Value>
void pairs(std::size_t count, const double *a, const double *b, double *out, Value value) {
  for (std::size_t i = 0; i < count; ++i) out[i] = value(a[i], b[i]);
}

void apply_to_one(Operation operation, std::size_t count, const double *a, double *out) {
  if (apply_long(operation, count, a, out)) return;
  switch (operation) {
    case Operation::negate:
      return each(count, a, out, [](double x) { return -x; });
    case Operation::logical_not:
      return each(count, a, out, [](double x) { return x == 0 ? 1. : 0.; });
    case Operation::abs:
      return each(count, a, out, [](double x) { return std::fabs(x); });
    case Operation::sign:
      return each(count, a, out, sign);
    case Operation::floor:
      return each(count, a, out, [](double x) { return std::floor(x); });
    case Operation::ceil:
      return each(count, a, out, [](double x) { return std::ceil(x); });
    case Operation::round:
      return each(count, a, out, [](double x) { return std::round(x); });
    case Operation::trunc:
      return each(count, a, out, [](double x) { return std::trunc(x); });
    case Operation::sqrt:
      return each(count, a, out, [](double x) { return std::sqrt(x); });
    case Operation::cbrt:
      return each(count, a, out, [](double x) { return std::cbrt(x); });
    case Operation::exp:
      return together(count, a, out, elementary::exps);
    case Operation::exp2:
      return each(count, a, out, elementary::exp2);
    case Operation::expm1:
      return each(count, a, out, elementary::expm1);
    case Operation::log:
      return together(count, a, out, elementary::logs);
    case Operation::log2:
      return each(count, a, out, elementary::log2);
    case Operation::sin:
      return each(count, a, out, elementary::sin);
    case Operation::cos:
      return each(count, a, out, elementary::cos);
    default:
      return each(count, a, out, log_gamma);
  }
}

void apply_to_two(Operation operation, std::size_t count, const double *a, const double *b,
                  double *out) {
  const auto each_pair = [&](auto value) { pairs(count, a, b, out, value); };
  switch (operation) {
    case Operation::add:
      return each_pair([](double x, double y) { return x + y; });
    case Operation::subtract:
      return each_pair([](double x, double y) { return x - y; });
    case Operation::multiply:
      return each_pair([](double x, double y) { return x * y; });
    case Operation::divide:
      return each_pair([](double x, double y) { return x / y; });
    case Operation::power:
      return powers(count, a, b, out);
    case Operation::less:
      return each_pair([](double x, double y) { return x < y ? 1. : 0.; });
    case Operation::less_equal:
      return each_pair([](double x, double y) { return x <= y ? 1. : 0.; });
    case Operation::equal:
      return each_pair([](double x, double y) { return x == y ? 1. : 0.; });
    case Operation::not_equal:
      return each_pair([](double x, double y) { return x != y ? 1. : 0.; });
    case Operation::logical_and:
      return each_pair([](double x, double y) { return x != 0 && y != 0 ? 1. : 0.; });
    case Operation::logical_or:
      return each_pair([](double x, double y) { return x != 0 || y != 0 ? 1. : 0.; });
    // As fmin and fmax, which pass NaN over.
    case Operation::min:
      return each_pair([](double x, double y) { return x < y || y != y ? x : y; });
    case Operation::max:
      return each_pair([](double x, double y) { return x > y || y != y ? x : y; });
    case Operation::hypot:
      return each_pair([](double x, double y) { return std::hypot(x, y); });
    case Operation::atan2:
      return each_pair([](double x, double y) { return static_cast<double>(::atan2l(x, y)); });
    // Without a branch, so that it is done for several at a time.
    case Operation::slope_product:
      return each_pair([](double x, double y) {
        const double product = x * y;
        return (static_cast<int>(x == 0) | static_cast<int>(y == 0)) != 0 ? 0. : product;
      });
    default:
      return each_pair([](double x, double y) { return std::fmod(x, y); });
  }
}

}  // namespace

void apply(Operation operation, std::size_t count, const double *a, const double *b,
           const double *c, double *out) {
  switch (operands_of(operation)) {
    case 1:
      return apply_to_one(operation, count, a, out);
    case 2:
      return apply_to_two(operation, count, a, b, out);
    default:
      for (std::size_t i = 0; i < count; ++i) out[i] = a[i] != 0 ? b[i] : c[i];
  }
}

}  // namespace cuboid::expression
