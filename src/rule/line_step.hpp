// The first step of line: its first pieces, their verdict, and the points between theirs.  Lists on
// a device take it for each integral; the host's line takes it piece by piece.
#pragma once

#include "base/hd.hpp"
#include "base/tolerance.hpp"
#include "rule/line_piece.hpp"
#include "rule/line_variable.hpp"

namespace cuboid::rule {

/// A point between those of the pieces, which lie in their variable's range in the same way for all
/// integrals.
struct LineGlimpse {
  double at;   ///< in the coordinate of the piece's rule
  double gap;  ///< to the next points, in parts of the variable's range
  int piece;   ///< in the order of the range
  int whole;   ///< the point of the whole that lies there; -1: none, it is evaluated
};

struct LineProbe {
  static constexpr int max_glimpses = 96;
  int count = 0;
  int evaluated = 0;
  LineGlimpse glimpses[max_glimpses];
};

/// What all integrals have in common.
struct LineStepTables {
  KronrodPair pair;
  LineProbe direct, mapped;  ///< of finite ranges, and of infinite ones
};

template <int ncomp>
struct LineStepResult {
  double value[ncomp], error[ncomp];
  int evaluations = 0;
};

/// The kind between limits that rise.
CUBOID_HD inline VariableKind kind_between(double lower, double upper) {
  const bool below = lower - lower != 0, above = upper - upper != 0;
  if (below) return above ? VariableKind::everywhere : VariableKind::to;
  return above ? VariableKind::from : VariableKind::direct;
}

/// mapped: of an infinite range.
template <class Functions, int ncomp, bool mapped>
class LineStep {
 public:
  CUBOID_HD LineStep(const LineStepTables &tables, const Goal &goal)
      : tables_(tables), probe_(mapped ? tables.mapped : tables.direct), goal_(goal) {}

  /// evaluate(x, f): the integrand.  False: that is not all there is to be done, or a value was not
  /// finite.
  template <class Evaluate>
  CUBOID_HD bool take(const Evaluate &evaluate, double lower, double upper,
                      LineStepResult<ncomp> &result) {
    const bool falls = lower > upper;
    begin(falls ? upper : lower, falls ? lower : upper);
    const bool is_wide = mapped || !is_narrow(variable_.a, variable_.b);
    const bool done = is_wide && look_beyond_ends(evaluate) && apply(evaluate) && is_accurate() &&
                      add_jumps() && probe(evaluate);
    for (int c = 0; done && c < ncomp; ++c) {
      result.value[c] = falls ? -sum_[c] : sum_[c];
      result.error[c] = error_[c];
    }
    result.evaluations =
        pieces * kronrod_points + (mapped ? 2 * points_at_end : 0) + probe_.evaluated;
    return done;
  }

 private:
  static constexpr int pieces = mapped ? first_pieces : 3;
  static constexpr int first = mapped ? 0 : 1;  ///< the first of a finite range is the whole

  CUBOID_HD void begin(double a, double b) {
    if constexpr (mapped) {
      variable_ = make_variable<Functions>(kind_between(a, b), a, b, false, false);
      const double from = variable_.ends[0].t;
      width_ = variable_.ends[1].t - from;
      for (int k = 0; k <= pieces; ++k) from_[k] = from + first_cut(k) * width_;
    } else {
      variable_.a = a;
      variable_.b = b;
      width_ = b - a;
      from_[0] = from_[1] = a;
      from_[2] = a + width_ * first_split;
      from_[3] = b;
    }
    for (int c = 0; c < ncomp; ++c) beyond_[c] = beyond_error_[c] = 0;
  }

  /// The whole ends where its second half does.
  CUBOID_HD double to_of(int piece) const {
    return !mapped && piece == 0 ? from_[3] : from_[piece + 1];
  }
  CUBOID_HD double width_of(int piece) const { return to_of(piece) - from_[piece]; }
  /// The largest |x| of a piece without a map.
  CUBOID_HD double farthest_of(int piece) const {
    if constexpr (mapped) return 0;
    const double from = ::fabs(from_[piece]), to = ::fabs(to_of(piece));
    return from < to ? to : from;
  }
  CUBOID_HD double *values(int piece, int c) {
    return values_ + (c * pieces + piece) * kronrod_points;
  }

  template <class Evaluate>
  CUBOID_HD bool look_beyond_ends(const Evaluate &evaluate) {
    for (int end = 0; mapped && end < 2; ++end) {
      double f[ncomp], seen[ncomp][points_at_end], distance[points_at_end], farthest = 0;
      for (int i = 0; i < points_at_end; ++i) {
        const double factor = factor_at_end(variable_.ends[end], i);
        const double x = variable_.place_at(end, factor).x;
        distance[i] = distance_at_end(variable_, end, factor, x);
        if (i == 0) farthest = x;
        evaluate(&x, f);
        for (int c = 0; c < ncomp; ++c) {
          if (!is_number(f[c])) return false;
          seen[c][i] = f[c];
        }
      }
      const End &here = variable_.ends[end];
      const double to = here.infinite ? farthest : variable_.point_of(end);
      for (int c = 0; c < ncomp; ++c) {
        const Beyond beyond = look_beyond<Functions>(seen[c], distance, here, to);
        if (beyond.diverges) return false;
        beyond_[c] += beyond.value;
        beyond_error_[c] += beyond.error;
      }
    }
    return true;
  }

  /// The values at a point of a piece, with dx/dt.
  template <class Evaluate>
  CUBOID_HD bool evaluate_at(const Evaluate &evaluate, int piece, double at, double *g) const {
    const double half = width_of(piece) / 2, centre = from_[piece] + half;
    double jacobian = 1;
    const double x = variable_.template place_of<Functions>(centre + half * at, jacobian).x;
    evaluate(&x, g);
    bool finite = true;
    for (int c = 0; c < ncomp; ++c) {
      finite = finite && is_number(g[c]);
      g[c] = g[c] == 0 ? 0 : g[c] * jacobian;
    }
    return finite;
  }

  template <class Evaluate>
  CUBOID_HD bool apply(const Evaluate &evaluate) {
    for (int point = 0; point < pieces * kronrod_points; ++point) {
      const int piece = point / kronrod_points, i = point % kronrod_points;
      double g[ncomp];
      if (!evaluate_at(evaluate, piece, tables_.pair.nodes[i], g)) return false;
      for (int c = 0; c < ncomp; ++c) values(piece, c)[i] = g[c];
    }
    bool exact[pieces];
    for (int k = 0; k < pieces; ++k) {
      exact[k] = true;
      for (int c = 0; c < ncomp; ++c) {
        known_[c][k] = estimate_piece(tables_.pair, values(k, c), width_of(k) / 2, farthest_of(k));
        exact[k] = exact[k] && known_[c][k].exact;
        if (!is_number(known_[c][k].value) || !is_number(known_[c][k].error)) return false;
      }
    }
    for (int c = 0; c < ncomp; ++c) {
      for (int k = 0; k < pieces; ++k) known_[c][k].exact = exact[k];
      if constexpr (!mapped) compare_halves(known_[c][0], known_[c][1], known_[c][2]);
    }
    return true;
  }

  /// Zeros alone say nothing.
  CUBOID_HD bool is_accurate() {
    bool zeros = true, accurate = true;
    for (int c = 0; c < ncomp; ++c) {
      sum_[c] = beyond_[c];
      error_[c] = beyond_error_[c];
      for (int k = first; k < pieces; ++k) {
        sum_[c] += known_[c][k].value;
        error_[c] += known_[c][k].error;
      }
      zeros = zeros && sum_[c] == 0 && error_[c] == 0;
      accurate = accurate && error_[c] <= tolerance(c);
    }
    return accurate && !zeros;
  }

  CUBOID_HD double tolerance(int c) const { return larger_tolerance(goal_, ::fabs(sum_[c])); }

  CUBOID_HD bool add_jumps() {
    bool any = false;
    for (int left = first; left + 1 < pieces; ++left)
      for (int c = 0; c < ncomp; ++c) {
        const double l = width_of(left), r = width_of(left + 1);
        double &error = known_[c][l < r ? left + 1 : left].error;
        const double jump =
            error_of_jump(tables_.pair, values(left, c), values(left + 1, c), l + r);
        if (jump <= error) continue;
        error = jump;
        any = true;
      }
    return !any || is_accurate();
  }

  /// False: something was seen between the points.
  template <class Evaluate>
  CUBOID_HD bool probe(const Evaluate &evaluate) {
    for (int i = 0; i < probe_.count; ++i) {
      const LineGlimpse &glimpse = probe_.glimpses[i];
      const int piece = first + glimpse.piece;
      double g[ncomp];
      if (glimpse.whole < 0 && !evaluate_at(evaluate, piece, glimpse.at, g)) return false;
      for (int c = 0; c < ncomp; ++c) {
        const double value = glimpse.whole < 0 ? g[c] : values(0, c)[glimpse.whole];
        if (is_surprising(tables_.pair, values(piece, c), {glimpse.at, value, glimpse.gap * width_},
                          width_of(piece), known_[c][piece].difference, tolerance(c),
                          farthest_of(piece)))
          return false;
      }
    }
    return true;
  }

  const LineStepTables &tables_;
  const LineProbe &probe_;
  const Goal &goal_;
  Variable variable_;
  double width_ = 0;         ///< of the range in t
  double from_[pieces + 1];  ///< where pieces begin
  double beyond_[ncomp], beyond_error_[ncomp];
  double sum_[ncomp], error_[ncomp];
  PieceEstimate known_[ncomp][pieces];
  double values_[ncomp * pieces * kronrod_points];
};

}  // namespace cuboid::rule
