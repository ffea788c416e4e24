// A part of the range of a variable, and what the pair of rules found in it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "elementary/functions.hpp"
#include "rule/kronrod_pair.hpp"
#include "rule/line_variable.hpp"

namespace cuboid::algorithm::line_parts {

using rule::End;
using rule::kronrod_pair;
using rule::kronrod_points;
using rule::Place;
using rule::Variable;
using rule::VariableKind;

/// Those of the maps.
struct Functions {
  static double exp(double x) { return elementary::exp(x); }
  static double log(double x) { return elementary::log(x); }
};

struct Piece {
  int variable = 0;
  double from = 0, to = 0;  ///< in its variable
  int splits = 0;
  double weight = 0;          ///< the piece with the largest is split next
  std::vector<double> value;  ///< [ncomp], as is the next
  std::vector<double> error;
  std::vector<double> difference;  ///< [ncomp], of the two rules
  std::vector<double> values;      ///< [ncomp][kronrod_points], with dx/dt
  bool exact = false;              ///< but for rounding
  bool coarse = false;             ///< that of the points, in a component
  bool looked_at = false;
  std::uint32_t invented = 0;  ///< a bit for each point whose value is not that of the integrand

  double width() const { return to - from; }
  rule::PieceEstimate estimate(std::size_t c) const {
    return {value[c], error[c], difference[c], exact};
  }
  /// Where nothing but zeros was seen, the widest is the first.
  bool operator<(const Piece &other) const {
    return std::pair(weight, width()) < std::pair(other.weight, other.width());
  }
};

inline bool is_before(const Piece &a, const Piece &b) {
  return std::pair(a.variable, a.from) < std::pair(b.variable, b.from);
}

/// A point between those of a piece's rule.
struct Glimpse {
  std::size_t piece = 0;
  double at = 0;                   ///< in the coordinate of the rule, -1 to 1
  double gap = 0;                  ///< from there to the next points, in the variable
  const double *values = nullptr;  ///< of the first component, the others follow after each
                                   ///< kronrod_points numbers; nullptr: not known yet
  bool is_beside = false;          ///< they are those of a point beside it
  bool is_new = false;             ///< they are those of this probe
};

/// A point at which a probe saw what the rules had missed.
struct Surprise {
  int variable = 0;
  double t = 0;
  std::vector<double> values;  ///< as those of a Glimpse
};

}  // namespace cuboid::algorithm::line_parts
