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

/// A point, and how far it is from the limits on both sides; exactly so, unlike what x says of
/// them.
struct Place {
  double x = 0;
  double from_lower = 0, to_upper = 0;
};

/// An end of a variable's range in t, and the distance of x from it there: what lies beyond is
/// added by a power law.
struct End {
  double t = 0;
  double distance = 0;
  bool infinite = false;
  bool exact = false;  ///< the integrand has the distance from here itself
};

/// q = pi / 2 sinh t, after H. Takahasi and M. Mori, Double exponential formulas for numerical
/// integration, Publ. RIMS 9 (1974) 721.
struct Variable {
  VariableKind kind = VariableKind::direct;
  double a = 0, b = 0;
  End ends[2];  ///< of rising t

  /// dx/dt goes to jacobian; it is positive for rising limits, whichever way t runs.
  /// The distances are those from a and b.
  Place place_of(double t, double &jacobian) const;
  /// So many times the distance from an end.
  Place place_at(int end, double factor) const;
  bool is_infinite() const { return ends[0].infinite || ends[1].infinite; }
  double point_of(int end) const { return (kind == VariableKind::to) != (end == 1) ? b : a; }
};

/// One of the kinds but the first, with its ends.  exact: whether the integrand has the distance
/// from a, and from b.
Variable make_variable(VariableKind kind, double a, double b, bool exact_a, bool exact_b);

}  // namespace cuboid::algorithm::line_parts
