// Maps of the open unit interval to intervals with finite and infinite ends, one axis at a time.
#pragma once

#ifndef __CUDACC_RTC__
#include <cmath>
#include <limits>
#endif

#include "base/hd.hpp"

namespace cuboid::map {

enum class IntervalKind {
  none,        ///< no interval: a NaN, the same infinity twice, or a width that overflows
  finite,      ///< [a, b]:        x = a + t (b - a),            dx/dt = b - a
  from,        ///< [a, inf):      x = a + t / (1 - t),          dx/dt = 1 / (1 - t)^2
  to,          ///< (-inf, b]:     x = b - (1 - t) / t,          dx/dt = 1 / t^2
  everywhere,  ///< (-inf, inf):   x = (2 t - 1) / (t (1 - t)),  dx/dt = 1 / t^2 + 1 / (1 - t)^2
};

/// One axis of a box.  Limits in falling order give the map of the ordered ones and the opposite
/// sign of the Jacobian, except that for [a, b] x falls from the one to the other.
struct Interval {
  IntervalKind kind = IntervalKind::finite;
  double origin = 0;    ///< the lower limit as given (finite), or the finite one
  double width = 1;     ///< upper - lower (finite); else the sign of the Jacobian, 1 or -1
  double smallest = 0;  ///< representable numbers inside the interval: the least
  double largest = 1;   ///< and the greatest

  /// x strictly inside the interval (for limits with a representable number between them), also
  /// where rounding or t = 0 or 1 would hit an end.  jacobian: dx/dt, finite.
  CUBOID_HD double map(double t, double &jacobian) const {
    double x;
    if (kind == IntervalKind::finite) {
      x = origin + t * width;
      jacobian = width;
    } else {
      // 2^-500 keeps the squares finite, of which `from` has none: 3 % of exp(-x) x^-.99 lie below.
      // 1 - 2^-53 is the last number before 1.
      const double least = kind == IntervalKind::from ? 0 : 0x1p-500;
      constexpr double most = 1 - 0x1p-53;
      t = t < least ? least : t > most ? most : t;
      const double to_lower = 1 / t;
      const double to_upper = 1 / (1 - t);
      if (kind == IntervalKind::from) {
        x = origin + t * to_upper;
        jacobian = width * to_upper * to_upper;
      } else if (kind == IntervalKind::to) {
        x = origin - (1 - t) * to_lower;
        jacobian = width * to_lower * to_lower;
      } else {
        x = (2 * t - 1) * to_lower * to_upper;
        jacobian = width * (to_lower * to_lower + to_upper * to_upper);
      }
    }
    return x < smallest ? smallest : x > largest ? largest : x;
  }
};

#ifndef __CUDACC_RTC__
/// The axis from lower to upper.
inline Interval make_interval(double lower, double upper) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const double sign = lower <= upper ? 1 : -1;
  const double low = sign > 0 ? lower : upper;
  const double high = sign > 0 ? upper : lower;
  Interval interval;
  if (!(low <= high) || low == infinity || high == -infinity) {
    interval.kind = IntervalKind::none;
    return interval;
  }
  if (low == -infinity || high == infinity) {
    interval.kind = high < infinity   ? IntervalKind::to
                    : low > -infinity ? IntervalKind::from
                                      : IntervalKind::everywhere;
    interval.origin = high < infinity ? high : low > -infinity ? low : 0;
    interval.width = sign;
  } else {
    interval.origin = lower;
    interval.width = upper - lower;
    if (!std::isfinite(interval.width)) interval.kind = IntervalKind::none;
  }
  interval.smallest = std::nextafter(low, high);
  interval.largest = std::nextafter(high, low);
  // Neighbouring or equal limits have nothing between them.
  if (interval.smallest > interval.largest || low == high) {
    interval.smallest = low;
    interval.largest = high;
  }
  return interval;
}
#endif

}  // namespace cuboid::map
