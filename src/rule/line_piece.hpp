// A piece of a line: what a pair of rules says of it, of its halves, and of points between those of
// the rules.  Both the host's line and the kernel for lists decide by this.
#pragma once

#ifndef __CUDACC_RTC__
#include <cmath>
#endif

#include "base/hd.hpp"

namespace cuboid::rule {

inline constexpr int kronrod_points = 21;

/// The 10-point Gauss rule within the 21-point Kronrod rule on (-1, 1), from the left.
struct KronrodPair {
  double nodes[kronrod_points];  ///< those with odd numbers are Gauss's
  double weights[kronrod_points];
  double gauss[kronrod_points];          ///< 0 at the others
  double interpolation[kronrod_points];  ///< weights of the polynomial through all values
};

/// Where the whole range is split: halves would keep the symmetry of an integrand about its centre,
/// which hides a pole there, and the stride of one that is periodic.
inline constexpr double first_split = 0.4472135954999579;

/// Where the first pieces of a range in t begin, whose middle has most of the integrand; the last
/// one ends at place number first_pieces.
inline constexpr int first_pieces = 4;
CUBOID_HD constexpr double first_cut(int place) {
  return place == 0 ? 0 : place == 1 ? 0.2236 : place == 2 ? 0.512 : place == 3 ? 0.7764 : 1;
}

inline constexpr double line_rounding = 50 * 0x1p-52;

/// Parts of |x| below which a piece is not split: its points would fall together.
CUBOID_HD inline bool is_narrow(double from, double to) {
  constexpr double min_width = 0x1p-45;
  const double a = ::fabs(from), b = ::fabs(to);
  return to - from <= min_width * (a < b ? b : a);
}

CUBOID_HD inline bool is_number(double value) {
  return value - value == 0;
}

/// What the rules say of a component.
struct PieceEstimate {
  double value = 0;
  double error = 0;
  double difference = 0;  ///< of the two rules
  bool exact = true;      ///< but for rounding
  bool coarse = false;    ///< exact but for the rounding of the points
};

/// The rounding of a point, as a part of the largest |x| of its piece, at most.
inline constexpr double point_rounding = 0x1p-53;

/// The pair of rules on a piece, and the error of R. Piessens and others, QUADPACK (Springer 1983):
/// that of Kronrod's rule falls faster than the difference of the two, which is compared with how
/// much the integrand varies.  g: the values; half: of the width; farthest: the largest |x|, where
/// the integrand gets points of the piece itself, else 0.
CUBOID_HD inline PieceEstimate estimate_piece(const KronrodPair &rule, const double *g, double half,
                                              double farthest) {
  double kronrod = 0, gauss = 0, size = 0, spread = 0, variation = 0;
  for (int i = 0; i < kronrod_points; ++i) {
    kronrod += rule.weights[i] * g[i];
    gauss += rule.gauss[i] * g[i];
    size += rule.weights[i] * ::fabs(g[i]);
  }
  for (int i = 0; i < kronrod_points; ++i) spread += rule.weights[i] * ::fabs(g[i] - kronrod / 2);
  for (int i = 1; i < kronrod_points; ++i) variation += ::fabs(g[i] - g[i - 1]);
  double error = ::fabs(kronrod - gauss);
  PieceEstimate piece;
  piece.difference = half * error;
  if (spread > 0 && error > 0) {
    const double ratio = 200 * error / spread;
    const double part = ratio * ::sqrt(ratio);
    error = spread * (part < 1 ? part : 1);
  }
  const double least = line_rounding * size;
  piece.exact = error <= least;
  piece.value = half * kronrod;
  piece.error = half * (error < least ? least : error);
  // The error falls faster than the difference only where the integrand is smooth, which it is not
  // at rounded points: the sum is off by the slope times the rounding, which may be the same for
  // all points, that of the centre.  Of 2000 sines on (s, s + 1), s = 10^2 to 10^7, 300 were off by
  // more than three errors (Line.KnowsHowCoarseNumbersAre).
  const double coarse = point_rounding * farthest * variation;
  // In a narrower piece there may be a pole, beside which points are as coarse
  // (Line.TellsAPoleFromCoarseNumbers).
  constexpr double min_coarse = 0x1p-40;
  piece.coarse = piece.difference <= coarse && piece.error < coarse && half > min_coarse * farthest;
  piece.exact = piece.exact || piece.coarse;
  if (piece.error < coarse) piece.error = coarse;
  return piece;
}

/// Of halves, from what was known of the whole.  Their sum should be as far from it as its error
/// says: if it is not, both have the difference for an error, and are split again.  Where the rules
/// come together by less than those of a smooth function do, their difference may be small by
/// chance, and the errors fall as with a kink, to a quarter; that of Gauss's rule is about four
/// times Kronrod's.
CUBOID_HD inline void compare_halves(const PieceEstimate &whole, PieceEstimate &left,
                                     PieceEstimate &right) {
  // Two halves of an interval bring the rules nearer to each other by this factor at least where
  // the integrand is smooth: the degrees of 10 and 21 points would say 2^-20.
  constexpr double min_drop = 0x1p-12;
  // So many times what is expected of the error of a kink: of 300 with random places and peaks
  // beside them, 99 in 100 are within it, and 98 without it (tests/api/line_test.cpp).
  constexpr double by_chance = 3;
  const auto raise = [](double &error, double to) {
    if (error < to) error = to;
  };
  const double off = ::fabs(left.value + right.value - whole.value);
  if (off > whole.error) {
    raise(left.error, off);
    raise(right.error, off);
  }
  PieceEstimate &worse = left.difference < right.difference ? right : left;
  if (worse.exact || worse.difference < min_drop * whole.difference) return;
  double falls = worse.difference;
  raise(falls, off / 4);
  raise(falls, whole.difference / 16);
  raise(worse.error, by_chance * falls);
}

/// A jump between the last point of a piece and the first one of its neighbour is seen by neither:
/// it is where these differ by more than they and the points beside them.  It may be anywhere
/// between the two, which is then part of the error.  0: there is none.  l, r: the values at both;
/// widths: of both together.
CUBOID_HD inline double error_of_jump(const KronrodPair &rule, const double *l, const double *r,
                                      double widths) {
  const double *const end = l + kronrod_points - 2;
  const double gap = 1 + rule.nodes[0];
  const double jump = ::fabs(r[0] - end[1]);
  const double smooth = 2 * (::fabs(end[1] - end[0]) + ::fabs(r[1] - r[0])) +
                        line_rounding * (::fabs(end[1]) + ::fabs(r[0]));
  return jump <= smooth ? 0 : jump * gap * widths / 2;
}

/// Of the polynomial through the values at the nodes but those whose bits are set, at u, which is
/// none of the others.  It has the barycentric form (J.-P. Berrut and L. N. Trefethen, Barycentric
/// Lagrange interpolation, SIAM Review 46 (2004) 501).
CUBOID_HD inline double interpolated(const KronrodPair &rule, const double *values, double u,
                                     unsigned without = 0) {
  double above = 0, below = 0;
  for (int i = 0; i < kronrod_points; ++i) {
    if ((without >> i & 1) != 0) continue;
    double part = rule.interpolation[i] / (u - rule.nodes[i]);
    for (int j = 0; without >> j != 0; ++j)
      if ((without >> j & 1) != 0) part *= rule.nodes[i] - rule.nodes[j];
    above += part * values[i];
    below += part;
  }
  return above / below;
}

/// What is seen between the points of a piece.
struct SeenBetween {
  double at;     ///< in the coordinate of the rule, -1 to 1
  double value;  ///< there
  double gap;    ///< from there to the next points, in the variable
};

/// Whether it is something that the rules have missed.  known: the piece's values; difference: of
/// the rules there; farthest: as that of estimate_piece().
CUBOID_HD inline bool is_surprising(const KronrodPair &rule, const double *known,
                                    const SeenBetween &seen, double width, double difference,
                                    double tolerance, double farthest) {
  // It is farther from the polynomial through the values of the piece than so many times the mean
  // difference of the two rules (a kink: 7 to 20), ...
  constexpr double beyond_rules = 30;
  // ... than so many times the rounding of the largest value, and would bring this part of the
  // tolerance as far as to the next points: of a peak a probe meets the tail.
  constexpr double beyond_rounding = 1e4 * 0x1p-52;
  constexpr double part_of_tolerance = 1e-4;
  const double off = ::fabs(seen.value - interpolated(rule, known, seen.at));
  double largest = ::fabs(seen.value);
  if (off <= beyond_rounding * largest) return false;  // as of most that is smooth
  for (int i = 0; i < kronrod_points; ++i)
    if (largest < ::fabs(known[i])) largest = ::fabs(known[i]);
  if (!(off > beyond_rounding * largest && off * width > beyond_rules * difference &&
        off * seen.gap > part_of_tolerance * tolerance))
    return false;
  // What points are rounded by makes, with the slope between the nodes, is no surprise
  // (Line.KnowsHowCoarseNumbersAre, line_far.txt).
  constexpr double beyond_points = 8;
  double slope = 0;
  for (int i = 1; i < kronrod_points; ++i) {
    const double here = ::fabs(known[i] - known[i - 1]) / (rule.nodes[i] - rule.nodes[i - 1]);
    if (slope < here) slope = here;
  }
  return off * width > 2 * beyond_points * point_rounding * farthest * slope;
}

}  // namespace cuboid::rule
