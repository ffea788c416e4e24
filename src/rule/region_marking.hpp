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

/// Error of a region in units of the tolerance, by which it is marked: the largest of its
/// components. Negative: it cannot be split.  error: indexed by the component.  scale: [ncomp].
template <class Errors>
CUBOID_HD inline double marking_error(int axis, int ncomp, const Errors &error,
                                      const double *scale) {
  if (axis < 0) return -1;
  double largest = 0;
  for (int c = 0; c < ncomp; ++c) {
    const double scaled = error[c] * scale[c];
    largest = scaled > largest ? scaled : largest;
  }
  return largest;
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
  double share;     ///< of the error that the marked regions carry
  long long least;  ///< marked regions, if there are as many
  long long most;   ///< marked regions
};

/// The share of the error that has to go, so that what is left meets the tolerance, but at most
/// `share`: late steps split no more than they need.
CUBOID_HD inline double needed_share(double share, double error, double tolerance) {
  const double needed = error > 0 ? 1 - .5 * tolerance / error : 1;
  return needed < share ? needed : share;
}

/// True if regions of this bin and above are enough: count and mass are summed over them.
CUBOID_HD inline bool enough_marked(const MarkingGoal &goal, long long count, double mass,
                                    double total_mass) {
  return count >= goal.most || (count >= goal.least && mass >= goal.share * total_mass);
}

/// Of the regions of the chosen bin and above, those that are split: the first ones, in the order
/// of their places.
CUBOID_HD inline long long marked_regions(const MarkingGoal &goal, long long count) {
  return count < goal.most ? count : goal.most;
}

}  // namespace cuboid::rule
