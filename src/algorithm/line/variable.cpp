#include "algorithm/line/variable.hpp"

#include <algorithm>

namespace cuboid::algorithm::line_parts {

namespace {

constexpr double half_pi = 1.5707963267948966;

/// The least distance from an end at 0, and the greatest of x from 0: so far that products of a few
/// powers stay in the range of double.
constexpr double min_distance = 1e-100;
constexpr double greatest_distance = 1e100;

/// The least distance from another end, as a part of it: the distance is then known to 2^-19 of
/// itself.
constexpr double min_part = 0x1p-34;

double min_distance_from(double end, double width) {
  return std::max(std::fabs(end) * min_part, width * min_distance);
}

/// The inverse of q = pi / 2 sinh t.
double t_of(double q) {
  const double s = std::fabs(q) / half_pi;
  return std::copysign(elementary::log(s + std::sqrt(s * s + 1)), q);
}

}  // namespace

double Variable::x_of(double t, double &jacobian) const {
  jacobian = 1;
  if (kind == VariableKind::direct) return t;
  const double up = elementary::exp(t), down = 1 / up;
  const double q = half_pi * (up - down) / 2;
  jacobian = half_pi * (up + down) / 2;
  if (kind == VariableKind::both) {
    const double small = elementary::exp(-2 * std::fabs(q));
    const double distance = (b - a) * (small / (1 + small));
    jacobian *= 2 * distance / (1 + small);
    return q < 0 ? a + distance : b - distance;
  }
  const double power = elementary::exp(q);
  if (kind == VariableKind::everywhere) {
    jacobian *= (power + 1 / power) / 2;
    return (power - 1 / power) / 2;
  }
  jacobian *= power;
  return kind == VariableKind::from ? a + power : b - power;
}

double Variable::x_at(int end, double factor) const {
  const double distance = factor * ends[end].distance;
  const bool falls = kind == VariableKind::to || end == 1;
  if (kind == VariableKind::everywhere) return end == 1 ? distance : -distance;
  if (kind == VariableKind::from) return a + distance;
  return falls ? b - distance : a + distance;
}

Variable make_variable(VariableKind kind, double a, double b) {
  Variable variable{kind, a, b, {}};
  End &low = variable.ends[0], &high = variable.ends[1];
  if (kind == VariableKind::both) {
    low.distance = min_distance_from(a, b - a);
    high.distance = min_distance_from(b, b - a);
    low.t = t_of(elementary::log(low.distance / (b - a)) / 2);
    high.t = -t_of(elementary::log(high.distance / (b - a)) / 2);
    return variable;
  }
  high.distance = greatest_distance;
  high.infinite = true;
  high.t = t_of(elementary::log(greatest_distance));
  if (kind == VariableKind::everywhere) {
    high.t = t_of(elementary::log(2 * greatest_distance));
    low = high;
    low.t = -high.t;
    return variable;
  }
  low.distance = min_distance_from(kind == VariableKind::from ? a : b, 1);
  low.t = t_of(elementary::log(low.distance));
  return variable;
}

}  // namespace cuboid::algorithm::line_parts
