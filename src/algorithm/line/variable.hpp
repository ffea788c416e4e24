// The variables in which line integrates: x itself, or a double exponential map of t.
#pragma once

#include <cmath>

#include "elementary/functions.hpp"

namespace cuboid::algorithm::line_parts {

enum class VariableKind {
  direct,      ///< x = t
  both,        ///< (a, b):      x = a + w / (1 + e^-2q), from the nearer end; w = b - a
  from,        ///< (a, inf):    x = a + e^q
  to,          ///< (-inf, b):   x = b - e^q
  everywhere,  ///< (-inf, inf): x = sinh q
};

/// An end of a variable's range in t, and the distance of x from it there: what lies beyond is
/// added by a power law.
struct End {
  double t = 0;
  double distance = 0;
  bool infinite = false;
};

/// q = pi / 2 sinh t, after H. Takahasi and M. Mori, Double exponential formulas for numerical
/// integration, Publ. RIMS 9 (1974) 721.
struct Variable {
  VariableKind kind = VariableKind::direct;
  double a = 0, b = 0;
  End ends[2];  ///< of rising t

  /// dx/dt goes to jacobian; it is positive for rising limits, whichever way t runs.
  double x_of(double t, double &jacobian) const;
  /// x at so many times the distance from an end.
  double x_at(int end, double factor) const;
  bool is_infinite() const { return ends[0].infinite || ends[1].infinite; }
  double point_of(int end) const { return (kind == VariableKind::to) != (end == 1) ? b : a; }
};

/// One of the kinds but the first, with its ends.
Variable make_variable(VariableKind kind, double a, double b);

}  // namespace cuboid::algorithm::line_parts
