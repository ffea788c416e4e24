// What the nodes of an expression do, and how texts name it.
#pragma once

#include <array>
#include <string_view>

namespace cuboid::expression {

enum class Operation {
  // Leaves.
  constant,
  variable,
  parameter,
  // Of one operand.
  negate,
  logical_not,
  abs,
  sign,
  floor,
  ceil,
  round,
  trunc,
  sqrt,
  cbrt,
  exp,
  exp2,
  expm1,
  log,
  log2,
  log10,
  log1p,
  sin,
  cos,
  tan,
  asin,
  acos,
  atan,
  sinh,
  cosh,
  tanh,
  asinh,
  acosh,
  atanh,
  erf,
  erfc,
  tgamma,
  lgamma,
  j0,
  j1,
  // Of two.
  add,
  subtract,
  multiply,
  divide,
  power,
  less,
  less_equal,
  equal,
  not_equal,
  logical_and,
  logical_or,
  min,
  max,
  hypot,
  atan2,
  slope_product,  ///< of derivatives, in no text: 0 where a factor is, also if one is infinite
  fmod,
  // Of three: the second where the first is not 0, else the third.
  select,
};

constexpr int operands_of(Operation operation) {
  if (operation <= Operation::parameter) return 0;
  if (operation <= Operation::j1) return 1;
  return operation <= Operation::fmod ? 2 : 3;
}

/// A function that texts may call.
struct Function {
  std::string_view name;
  Operation operation;
};

/// A name in C stands first among those of one operation.
inline constexpr auto functions = std::to_array<Function>({
    {"fabs", Operation::abs},      {"abs", Operation::abs},       {"sign", Operation::sign},
    {"floor", Operation::floor},   {"ceil", Operation::ceil},     {"round", Operation::round},
    {"trunc", Operation::trunc},   {"sqrt", Operation::sqrt},     {"cbrt", Operation::cbrt},
    {"exp", Operation::exp},       {"exp2", Operation::exp2},     {"expm1", Operation::expm1},
    {"log", Operation::log},       {"ln", Operation::log},        {"log2", Operation::log2},
    {"log10", Operation::log10},   {"log1p", Operation::log1p},   {"sin", Operation::sin},
    {"cos", Operation::cos},       {"tan", Operation::tan},       {"asin", Operation::asin},
    {"acos", Operation::acos},     {"atan", Operation::atan},     {"sinh", Operation::sinh},
    {"cosh", Operation::cosh},     {"tanh", Operation::tanh},     {"asinh", Operation::asinh},
    {"acosh", Operation::acosh},   {"atanh", Operation::atanh},   {"erf", Operation::erf},
    {"erfc", Operation::erfc},     {"tgamma", Operation::tgamma}, {"gamma", Operation::tgamma},
    {"lgamma", Operation::lgamma}, {"j0", Operation::j0},         {"j1", Operation::j1},
    {"pow", Operation::power},     {"fmin", Operation::min},      {"min", Operation::min},
    {"fmax", Operation::max},      {"max", Operation::max},       {"hypot", Operation::hypot},
    {"atan2", Operation::atan2},   {"fmod", Operation::fmod},     {"if", Operation::select},
});

/// The first name of the operation; "" for one that is no function.
constexpr std::string_view name_of(Operation operation) {
  for (const Function &function : functions)
    if (function.operation == operation) return function.name;
  return "";
}

/// A sign between two operands.
struct Infix {
  std::string_view sign;
  Operation operation;
  int level;                ///< those with less bind less
  bool is_swapped = false;  ///< a > b is b < a
};

inline constexpr int infix_levels = 6;
inline constexpr auto infixes = std::to_array<Infix>({
    {"||", Operation::logical_or, 0},
    {"&&", Operation::logical_and, 1},
    {"==", Operation::equal, 2},
    {"!=", Operation::not_equal, 2},
    {"<", Operation::less, 3},
    {"<=", Operation::less_equal, 3},
    {">", Operation::less, 3, true},
    {">=", Operation::less_equal, 3, true},
    {"+", Operation::add, 4},
    {"-", Operation::subtract, 4},
    {"*", Operation::multiply, 5},
    {"/", Operation::divide, 5},
});

/// The first sign of the operation; "" for one that has none between its operands.
constexpr std::string_view sign_of(Operation operation) {
  for (const Infix &infix : infixes)
    if (infix.operation == operation) return infix.sign;
  return "";
}

}  // namespace cuboid::expression
