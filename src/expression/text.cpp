#include "expression/text.hpp"

#include <cmath>
#include <cstdio>

namespace cuboid::expression {

namespace {

/// In a form that begins no other: 17 digits give the double back.
std::string number(double value) {
  if (std::isinf(value)) return value > 0 ? "HUGE_VAL" : "(-HUGE_VAL)";
  char text[40];
  std::snprintf(text, sizeof text, "%.17e", value);
  const std::string digits = text;
  return value < 0 ? "(" + digits + ")" : digits;
}

std::string element(const std::string &array, int index) {
  const std::string number = std::to_string(index);
  return array + "[" + number + "]";
}

std::string name(NodeIndex node) {
  const std::string number = std::to_string(node);
  return "t" + number;
}

std::string value(const Node &node) {
  const std::string a = name(node.operand[0]);
  const std::string b = name(node.operand[1]);
  switch (node.operation) {
    case Operation::constant:
      return number(node.value);
    case Operation::variable:
      return element("x", node.index);
    case Operation::parameter:
      return element("p", node.index);
    case Operation::negate:
      return "-" + a;
    case Operation::logical_not:
      return a + " == 0.";
    case Operation::sign:
      return "(" + a + " > 0.) - (" + a + " < 0.)";
    case Operation::logical_and:
    case Operation::logical_or:
      return a + " != 0. " + std::string(sign_of(node.operation)) + " " + b + " != 0.";
    case Operation::slope_product:
      return a + " == 0. || " + b + " == 0. ? 0. : " + a + " * " + b;
    case Operation::select:
      return a + " != 0. ? " + b + " : " + name(node.operand[2]);
    default:
      break;
  }
  if (const std::string_view sign = sign_of(node.operation); !sign.empty())
    return a + " " + std::string(sign) + " " + b;
  const std::string function(name_of(node.operation));
  return function + "(" + a + (operands_of(node.operation) == 2 ? ", " + b : "") + ")";
}

}  // namespace

std::string c_text(const Expression &expression, const std::string &function_name) {
  std::string text = "#include <math.h>\nint " + function_name +
                     "(const int *ndim, const double x[], const int *ncomp, double f[], void "
                     "*userdata) {\nconst double *p = (const double *)userdata;\n"
                     "(void)ndim; (void)ncomp; (void)p; (void)x;\n";
  const std::vector<bool> is_needed = needed(expression.graph, expression.components);
  for (std::size_t i = 0; i < is_needed.size(); ++i)
    if (is_needed[i])
      text += "const double " + name(static_cast<NodeIndex>(i)) + " = " +
              value(expression.graph.nodes()[i]) + ";\n";
  for (std::size_t i = 0; i < expression.components.size(); ++i)
    text += element("f", static_cast<int>(i)) + " = " + name(expression.components[i]) + ";\n";
  return text + "return 0;\n}\n";
}

}  // namespace cuboid::expression
