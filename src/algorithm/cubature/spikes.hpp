// Where something stands out of a line, if it spreads over one or two of the points.
#pragma once

#include <algorithm>
#include <cmath>

#include "rule/probe.hpp"

namespace cuboid::algorithm {

/// Fits the last coefficients of a line (rule/probe.hpp) by the values of one point, or of two
/// neighbours.  What spreads over two points hardly has a part in the very last coefficients, and
/// by these alone it would be taken for something else elsewhere.
template <int npoints>
class Spikes {
 public:
  /// value: callable with the number of a point.
  template <class Value>
  explicit Spikes(const Value &value) {
    for (int j = 0; j < npoints; ++j)
      for (int k = 0; k < count; ++k) sums_[k] += value(j) * cosines.of_point[j][k];
    for (const double sum : sums_) all_ += sum * sum;
  }

  /// single: what the very last coefficients alone say, which is right where the others are those
  /// of what the line resolves.
  rule::StandingOut best(const rule::StandingOut &single) const {
    Fit best{1, single};
    for (int j = 0; j < npoints; ++j) one(j, best);
    for (int j = 0; j + 1 < npoints; ++j) neighbours(j, best);
    return best.residual > max_residual ? single : best.found;
  }

 private:
  static constexpr int count = 2 * rule::compared;
  static constexpr rule::LineCosines<npoints> cosines{};
  /// Of the squares of the coefficients, the part that may stay unexplained.
  static constexpr double max_residual = .1;
  /// Two points explain more than one always; they are to leave less by this factor.
  static constexpr double better = .25;

  struct Fit {
    double residual;  ///< unexplained part of the squares
    rule::StandingOut found;
  };

  static double product(const double *a, const double *b) {
    double sum = 0;
    for (int k = 0; k < count; ++k) sum += a[k] * b[k];
    return sum;
  }

  void one(int point, Fit &best) const {
    const double *const cosine = cosines.of_point[point];
    const double along = product(sums_, cosine);
    const double squares = product(cosine, cosine);
    const double residual = 1 - along * along / (squares * all_);
    if (residual < best.residual) best = {residual, {std::fabs(along) / squares, point}};
  }

  void neighbours(int point, Fit &best) const {
    const double *const a = cosines.of_point[point];
    const double *const b = cosines.of_point[point + 1];
    const double aa = product(a, a);
    const double ab = product(a, b);
    const double bb = product(b, b);
    const double as = product(a, sums_);
    const double bs = product(b, sums_);
    const double determinant = aa * bb - ab * ab;
    const double first = (bb * as - ab * bs) / determinant;
    const double second = (aa * bs - ab * as) / determinant;
    // They are of one thing.
    if (first * second < 0) return;
    const double residual = std::max(1 - (first * as + second * bs) / all_, 0.);
    if (!(residual < better * best.residual)) return;
    const bool later = std::fabs(second) > std::fabs(first);
    best = {residual, {std::fabs(later ? second : first), later ? point + 1 : point}};
  }

  double sums_[count] = {};
  double all_ = 0;
};

/// As rule::standing_out.
template <class Value>
rule::StandingOut spikes_in(int npoints, const Value &value) {
  const rule::StandingOut single = rule::standing_out(npoints, value);
  if (single.height == 0) return single;
  if (npoints == rule::max_line_points) return Spikes<rule::max_line_points>(value).best(single);
  return Spikes<rule::max_line_points / 2>(value).best(single);
}

}  // namespace cuboid::algorithm
