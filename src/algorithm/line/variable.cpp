#include "algorithm/line/variable.hpp"

#include <algorithm>
#include <limits>

namespace cuboid::algorithm::line_parts {

namespace {

constexpr double half_pi = 1.5707963267948966;
constexpr double infinity = std::numeric_limits<double>::infinity();

/// The least distance from an end at 0, and the greatest of x from 0: so far that products of a few
/// powers stay in the range of double.
constexpr double min_distance = 1e-100;
constexpr double greatest_distance = 1e100;

/// The least distance from another end, as a part of it: the distance is then known to 2^-19 of
/// itself.
constexpr double min_part = 0x1p-34;

double min_distance_from(double end, double width, bool exact) {
  return std::max(exact ? 0 : std::fabs(end) * min_part, width * min_distance);
}

/// The inverse of q = pi / 2 sinh t.
double t_of(double q) {
  const double s = std::fabs(q) / half_pi;
  return std::copysign(elementary::log(s + std::sqrt(s * s + 1)), q);
}

}  // namespace

Place Variable::place_of(double t, double &jacobian) const {
  jacobian = 1;
  if (kind == VariableKind::direct) return {t, t - a, b - t};
  const double up = elementary::exp(t), down = 1 / up;
  const double q = half_pi * (up - down) / 2;
  jacobian = half_pi * (up + down) / 2;
  if (kind == VariableKind::both) {
    const double small = elementary::exp(-2 * std::fabs(q));
    const double distance = (b - a) * (small / (1 + small));
    jacobian *= 2 * distance / (1 + small);
    if (q < 0) return {a + distance, distance, (b - a) - distance};
    return {b - distance, (b - a) - distance, distance};
  }
  const double power = elementary::exp(q);
  if (kind == VariableKind::everywhere) {
    jacobian *= (power + 1 / power) / 2;
    return {(power - 1 / power) / 2, infinity, infinity};
  }
  jacobian *= power;
  if (kind == VariableKind::from) return {a + power, power, infinity};
  return {b - power, infinity, power};
}

Place Variable::place_at(int end, double factor) const {
  const double distance = factor * ends[end].distance;
  if (kind == VariableKind::everywhere)
    return {end == 1 ? distance : -distance, infinity, infinity};
  if (kind == VariableKind::from) return {a + distance, distance, infinity};
  if (kind == VariableKind::to) return {b - distance, infinity, distance};
  if (end == 0) return {a + distance, distance, (b - a) - distance};
  return {b - distance, (b - a) - distance, distance};
}

Variable make_variable(VariableKind kind, double a, double b, bool exact_a, bool exact_b) {
  Variable variable{kind, a, b, {}};
  End &low = variable.ends[0], &high = variable.ends[1];
  if (kind == VariableKind::both) {
    low.distance = min_distance_from(a, b - a, exact_a);
    high.distance = min_distance_from(b, b - a, exact_b);
    low.exact = exact_a;
    high.exact = exact_b;
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
  low.exact = kind == VariableKind::from ? exact_a : exact_b;
  low.distance = min_distance_from(kind == VariableKind::from ? a : b, 1, low.exact);
  low.t = t_of(elementary::log(low.distance));
  return variable;
}

}  // namespace cuboid::algorithm::line_parts
