// Which regions are split next: the smallest set that carries most of the error (bulk marking,
// W. Doerfler, SIAM J. Numer. Anal. 33 (1996) 1106), found with a histogram of error sizes.
#pragma once

#include "base/hd.hpp"

namespace cuboid::rule {

/// Bins of half an octave for errors in units of the tolerance, 2^-64 to 2^64.
constexpr int nbins = 256;

/// Bin of an error; errors outside the range count in the first or last.  -1: nothing to split.
CUBOID_HD inline int error_bin(double error) {
  if (!(error > 0)) return -1;
  if (error >= 0x1p64) return nbins - 1;
  if (error < 0x1p-64) return 0;
#ifdef __CUDA_ARCH__
  const long long bits = __double_as_longlong(error);
#else
  long long bits;
  __builtin_memcpy(&bits, &error, sizeof bits);
#endif
  return static_cast<int>((bits >> 51) - 2 * (1023 - 64));
}

/// The error that stands for a bin: the middle of its two ends.
CUBOID_HD inline double bin_error(int bin) {
  // 2^(bin / 2 - 64) times 1.25 or 1.75, exactly.
  const int half = bin >> 1;
  double value = (bin & 1) != 0 ? 1.75 : 1.25;
  const double factor = half < 64 ? .5 : 2;
  for (int i = half < 64 ? 64 - half : half - 64; i > 0; --i) value *= factor;
  return value;
}

/// What a marking has to do.
struct MarkingGoal {
  double share = 0;     ///< of the error that the marked regions carry
  long long least = 0;  ///< marked regions, if there are as many
  long long most = 0;   ///< marked regions
};

/// The share of the error that has to go, so that what is left meets the tolerance, but at most
/// `share`: late steps split no more than they need.
CUBOID_HD inline double needed_share(double share, double error, double tolerance) {
  const double needed = error > 0 ? 1 - .5 * tolerance / error : 1;
  return needed < share ? needed : share;
}

/// The requested accuracy of one component, and the unit in which its errors are compared with
/// those of others.
struct ComponentGoal {
  double tolerance = 0;
  double error = 0;
  double scale = 0;  ///< of errors; 0: this component asks for no split
};

/// mass: the errors of all regions added up, which keeps the unit in range if the tolerance is 0.
CUBOID_HD inline ComponentGoal component_goal(double epsrel, double epsabs, double value,
                                              double error, double mass) {
  ComponentGoal goal;
  const double relative = epsrel * (value < 0 ? -value : value);
  goal.tolerance = relative > epsabs ? relative : epsabs;
  goal.error = error;
  double unit = mass * 0x1p-60;
  unit = unit > 0x1p-1000 ? unit : 0x1p-1000;
  unit = unit > goal.tolerance ? unit : goal.tolerance;
  goal.scale = error <= goal.tolerance ? 0 : 1 / unit;
  return goal;
}

/// True if regions of this bin and above are enough: count and mass are summed over them.
CUBOID_HD inline bool enough_marked(const MarkingGoal &goal, long long count, double mass,
                                    double total_mass) {
  return count >= goal.most || (count >= goal.least && mass >= goal.share * total_mass);
}

}  // namespace cuboid::rule
