// The variables in which line integrates: x itself, or a double exponential map of t; and what lies
// between the ranges of t and the ends.  Functions: has exp and log, of the host or of a device.
#pragma once

#ifndef __CUDACC_RTC__
#include <cmath>
#endif

#include "base/hd.hpp"
#include "rule/line_piece.hpp"

namespace cuboid::rule {

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

inline constexpr double half_pi = 1.5707963267948966;

/// q = pi / 2 sinh t, after H. Takahasi and M. Mori, Double exponential formulas for numerical
/// integration, Publ. RIMS 9 (1974) 721.
struct Variable {
  VariableKind kind = VariableKind::direct;
  double a = 0, b = 0;
  End ends[2] = {};  ///< of rising t

  /// dx/dt goes to jacobian; it is positive for rising limits, whichever way t runs.
  /// The distances are those from a and b.
  template <class Functions>
  CUBOID_HD Place place_of(double t, double &jacobian) const {
    jacobian = 1;
    if (kind == VariableKind::direct) return {t, t - a, b - t};
    const double up = Functions::exp(t), down = 1 / up;
    const double q = half_pi * (up - down) / 2;
    jacobian = half_pi * (up + down) / 2;
    if (kind == VariableKind::both) {
      const double small = Functions::exp(-2 * ::fabs(q));
      const double distance = (b - a) * (small / (1 + small));
      jacobian *= 2 * distance / (1 + small);
      if (q < 0) return {a + distance, distance, (b - a) - distance};
      return {b - distance, (b - a) - distance, distance};
    }
    const double power = Functions::exp(q);
    if (kind == VariableKind::everywhere) {
      jacobian *= (power + 1 / power) / 2;
      return {(power - 1 / power) / 2, HUGE_VAL, HUGE_VAL};
    }
    jacobian *= power;
    if (kind == VariableKind::from) return {a + power, power, HUGE_VAL};
    return {b - power, HUGE_VAL, power};
  }

  /// So many times the distance from an end.
  CUBOID_HD Place place_at(int end, double factor) const {
    const double distance = factor * ends[end].distance;
    if (kind == VariableKind::everywhere)
      return {end == 1 ? distance : -distance, HUGE_VAL, HUGE_VAL};
    if (kind == VariableKind::from) return {a + distance, distance, HUGE_VAL};
    if (kind == VariableKind::to) return {b - distance, HUGE_VAL, distance};
    if (end == 0) return {a + distance, distance, (b - a) - distance};
    return {b - distance, (b - a) - distance, distance};
  }

  CUBOID_HD bool is_infinite() const { return ends[0].infinite || ends[1].infinite; }
  CUBOID_HD double point_of(int end) const {
    return (kind == VariableKind::to) != (end == 1) ? b : a;
  }
};

/// The inverse of q = pi / 2 sinh t.
template <class Functions>
CUBOID_HD double t_of(double q) {
  const double s = ::fabs(q) / half_pi;
  return ::copysign(Functions::log(s + ::sqrt(s * s + 1)), q);
}

/// The part of |x| that the map of an end other than 0 leaves: the distance is then known to 2^-19
/// of itself.
inline constexpr double min_part_of_end = 0x1p-34;

/// It leaves no more than this part of a width, so that the other points at the end, up to 16 times
/// as far, are inside: on (1e9, 1e9 + 1) a function was called below its limits.
inline constexpr double max_part_of_width = 0x1p-10;

/// The least distance from an end of a range of this width, or without another end.
CUBOID_HD inline double min_distance_from(double end, double width, bool exact, bool infinite) {
  // From 0, and the inverse of the greatest from there: so far that products of a few powers stay
  // in the range of double.
  constexpr double min_distance = 1e-100;
  const double of_end = exact ? 0 : ::fabs(end) * min_part_of_end, of_width = width * min_distance;
  if (of_end < of_width) return of_width;
  const double most = width * max_part_of_width;
  return infinite || of_end < most ? of_end : most;
}

/// One of the kinds but the first, with its ends.  exact: whether the integrand has the distance
/// from a, and from b.
template <class Functions>
CUBOID_HD Variable make_variable(VariableKind kind, double a, double b, bool exact_a,
                                 bool exact_b) {
  constexpr double greatest_distance = 1e100;
  Variable variable{kind, a, b};
  End &low = variable.ends[0], &high = variable.ends[1];
  if (kind == VariableKind::both) {
    low.distance = min_distance_from(a, b - a, exact_a, false);
    high.distance = min_distance_from(b, b - a, exact_b, false);
    low.exact = exact_a;
    high.exact = exact_b;
    // Where 1 / (1 + exp(-2 q)) is that part of the range; without the difference, the range of t
    // was off by distance^2 / (b - a), and a step near 1e5 by 50 errors.
    const auto q_at = [&](double distance) {
      return Functions::log(distance / (b - a - distance)) / 2;
    };
    low.t = t_of<Functions>(q_at(low.distance));
    high.t = -t_of<Functions>(q_at(high.distance));
    return variable;
  }
  high.distance = greatest_distance;
  high.infinite = true;
  high.t = t_of<Functions>(Functions::log(greatest_distance));
  if (kind == VariableKind::everywhere) {
    high.t = t_of<Functions>(Functions::log(2 * greatest_distance));
    low = high;
    low.t = -high.t;
    return variable;
  }
  low.exact = kind == VariableKind::from ? exact_a : exact_b;
  low.distance = min_distance_from(kind == VariableKind::from ? a : b, 1, low.exact, true);
  low.t = t_of<Functions>(Functions::log(low.distance));
  return variable;
}

/// Where the integrand is looked at beside an end: so many times the least distance, towards the
/// inside.
inline constexpr int points_at_end = 3;
CUBOID_HD inline double factor_at_end(const End &end, int point) {
  const double factor = point == 0 ? 1 : point == 1 ? 4 : 16;
  return end.infinite ? 1 / factor : factor;
}

/// How far such a point is from the end, or from 0 if that is infinite.
CUBOID_HD inline double distance_at_end(const Variable &variable, int end, double factor,
                                        double x) {
  const End &here = variable.ends[end];
  if (here.infinite) return ::fabs(x);
  return here.exact ? factor * here.distance : ::fabs(x - variable.point_of(end));
}

/// A component between an end and the range of t.
struct Beyond {
  double value = 0, error = 0;
  bool is_power = false;    ///< else nothing of it is known but how large it may be
  bool alternates = false;  ///< in the tail
  bool diverges = false;
};

/// From the values f at the points beside the end, with their distances: between the end and the
/// least distance the integrand is taken for a power of the distance, whose exponent is that of the
/// first two.  What the exponent of the last two is off says how far this is from the truth.
/// to: the end, or the farthest point where that is infinite.
template <class Functions>
CUBOID_HD Beyond look_beyond(const double (&f)[points_at_end],
                             const double (&distance)[points_at_end], const End &end, double to) {
  // How far a power may be from that of 1/x for an integral to exist: beyond, it cannot be told
  // from one that diverges like a logarithm.
  constexpr double min_from_divergence = 0.004;
  Beyond beyond;
  if (f[0] == 0 && f[1] == 0) return beyond;
  const double all = ::fabs(f[0] * distance[0]);
  // Distances from an end are off by half a unit of its last place, and values near it with them.
  if (!end.infinite && !end.exact) beyond.error = ::fabs(f[0] * to) * 0x1p-52;
  if (f[0] * f[1] <= 0 || f[1] * f[2] <= 0 || !is_number(f[0]) || !is_number(f[1])) {
    beyond.error += all + ::fabs(f[1] * distance[1]);
    beyond.alternates = end.infinite;
    return beyond;
  }
  beyond.is_power = true;
  const double near = Functions::log(f[1] / f[0]) / Functions::log(distance[1] / distance[0]);
  const double next = Functions::log(f[2] / f[1]) / Functions::log(distance[2] / distance[1]);
  const double above = end.infinite ? -1 - near : 1 + near;
  if (!(above > min_from_divergence)) {
    beyond.error = HUGE_VAL;
    beyond.diverges = true;
    return beyond;
  }
  const double doubt = 2 * ::fabs(near - next) / above * (1 < 1 / above ? 1 / above : 1.0);
  const double part = doubt + line_rounding;
  beyond.value = f[0] * distance[0] / above;
  beyond.error += all / above * (part < 1 ? part : 1.0);
  return beyond;
}

}  // namespace cuboid::rule
