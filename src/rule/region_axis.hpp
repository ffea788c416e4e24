// Along which axis a region is halved next: that of the largest fourth difference at its centre
// (J. Berntsen, T. O. Espelid, A. Genz, ACM TOMS 17 (1991) 437).
#pragma once

#include "base/hd.hpp"

namespace cuboid::rule {

/// Halvings of an axis: with more, the points of the rule would neither stay inside of their region
/// nor apart.
constexpr int max_halvings = 45;

/// Differences of the components are added up by their share of the tolerance; a single one needs
/// no unit.  scale: [ncomp].
CUBOID_HD inline double add_difference(double sum, double size, int ncomp, const double *scale,
                                       int component) {
  return sum + size * (ncomp > 1 ? scale[component] : 1.);
}

/// The best of the axes that were looked at.
struct AxisChoice {
  double difference;
  int axis;  ///< ndim: none has a difference
};

/// Looks at the next axis.
CUBOID_HD inline void consider(AxisChoice &choice, double difference, int axis) {
  if (difference > choice.difference) choice = {difference, axis};
}

/// Puts together what was found among some axes and among others.  Ties go to the first axis.
CUBOID_HD inline void merge(AxisChoice &choice, const AxisChoice &other) {
  if (other.difference > choice.difference ||
      (other.difference == choice.difference && other.axis < choice.axis)) {
    choice = other;
  }
}

/// An axis that can be halved: the chosen one, else the first of those halved least; -1: none.
/// depth: indexed by the axis, how often it was halved.
template <class Depths>
CUBOID_HD inline int splittable_axis(int ndim, int chosen, const Depths &depth) {
  if (chosen >= 0 && chosen < ndim && depth[chosen] < max_halvings) return chosen;
  int least = max_halvings;
  int best = -1;
  for (int d = 0; d < ndim; ++d) {
    if (depth[d] < least) {
      least = depth[d];
      best = d;
    }
  }
  return best;
}

}  // namespace cuboid::rule
