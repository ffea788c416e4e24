// Which regions are split next: the smallest set that carries most of the error (bulk marking,
// W. Doerfler, SIAM J. Numer. Anal. 33 (1996) 1106), found with a histogram of error sizes.
#pragma once

#include "base/hd.hpp"
#include "base/words.hpp"
#include "rule/exact_sum.hpp"
#include "rule/region_division.hpp"

namespace cuboid::rule {

/// Bins of half an octave for errors in units of the tolerance, 2^-64 to 2^64.
constexpr int nbins = 256;

/// Bin of an error; errors outside the range count in the first or last.  -1: nothing to split.
CUBOID_HD inline int error_bin(double error) {
  if (!(error > 0)) return -1;
  if (error >= 0x1p64) return nbins - 1;
  if (error < 0x1p-64) return 0;
  return static_cast<int>(bits_of(error) >> 51) - 2 * (1023 - 64);
}

/// The larger one of some error in units of the tolerance and of that of another component.
CUBOID_HD inline double larger_error(double largest, double error, double scale) {
  const double scaled = error * scale;
  return scaled > largest ? scaled : largest;
}

/// Error of a region in units of the tolerance, by which it is marked: the largest of its
/// components. Negative: it cannot be split.  error: indexed by the component.  scale: [ncomp].
template <class Errors>
CUBOID_HD inline double marking_error(int axis, int ncomp, const Errors &error,
                                      const double *scale) {
  if (axis < 0) return -1;
  double largest = 0;
  for (int c = 0; c < ncomp; ++c) largest = larger_error(largest, error[c], scale[c]);
  return largest;
}

/// The error that stands for a bin: the middle of its two ends.
CUBOID_HD inline double bin_error(int bin) {
  // 2^(bin / 2 - 64) times 1.25 or 1.75, exactly.
  return ((bin & 1) != 0 ? 1.75 : 1.25) * halved(64 - (bin >> 1));
}

/// What a marking has to do.
struct MarkingGoal {
  double share;     ///< of the error that the marked regions carry
  long long least;  ///< marked regions, if there are as many
  long long most;   ///< marked regions
};

/// The share of the error that has to go, so that what is left meets the tolerance, but at most a
/// half: late steps split no more than they need.
CUBOID_HD inline double needed_share(double error, double tolerance) {
  constexpr double most = .5;
  const double needed = error > 0 ? 1 - .5 * tolerance / error : 1;
  return needed < most ? needed : most;
}

/// True if regions of this bin and above carry the share: mass is summed over them.
CUBOID_HD inline bool carry_share(const MarkingGoal &goal, double mass, double total_mass) {
  return mass >= goal.share * total_mass;
}

/// True if they are enough: so is count.
CUBOID_HD inline bool enough_marked(const MarkingGoal &goal, long long count, double mass,
                                    double total_mass) {
  return count >= goal.most || (count >= goal.least && carry_share(goal, mass, total_mass));
}

/// What is split of what enough_marked has found.
struct MarkedBins {
  int threshold;    ///< all regions of higher bins,
  long long above;  ///< which are so many,
  long long part;   ///< and so many of this one: all of them, or those of the lowest keys
  bool whole;       ///< all of them
};

/// Where the bins above carry the share, regions of the last bin are there for the number alone. Of
/// these, there may be far more than that: around a peak, most regions have so small an error that
/// all of them are in the lowest bin.  They are left alone if they make so many times the number.
/// What 1, 3 and 4 give is in tests/bench/results/pagani_steps.txt.
constexpr long long max_for_number = 2;

/// threshold: the bin; above, inside: regions in the bins above it, and in it; carried: those above
/// carry the share.  Where they are more than may be split, the bins above are enough if they hold
/// half as many: to count keys costs another pass over all regions.
CUBOID_HD inline MarkedBins marked_bins(const MarkingGoal &goal, int threshold, long long above,
                                        long long inside, bool carried) {
  if (carried && above > 0 && above + inside > max_for_number * goal.least)
    return {threshold + 1, above, 0, true};
  if (above + inside <= goal.most) return {threshold, above, inside, true};
  if (2 * above >= goal.most) return {threshold + 1, above, 0, true};
  return {threshold, above, goal.most - above, false};
}

/// A number of a region by which it is chosen among its like: without a pattern in space, and the
/// same wherever the region is kept.  lower: its lower corner, indexed by the axis.
template <class Corner>
CUBOID_HD inline unsigned long long region_key(int ndim, const Corner &lower) {
  unsigned long long key = 0;
  for (int d = 0; d < ndim; ++d) key = mixed(key + bits_of(lower[d]) + mixed_step);
  return key;
}

/// Finds a bound below which a given number of keys lie, or a few less, digit by digit from the
/// highest.  Of equal
/// keys, of which there are hardly any, none may be below it.
struct KeyChoice {
  static constexpr int ndigits = 256;

  long long wanted = 0;  ///< keys that still have to be found
  long long spare = 0;   ///< and so many of them need not be
  unsigned long long bound = 0;
  int shift = 64;  ///< digits above it are known

  /// Counts have to be looked at.
  CUBOID_HD bool open() const { return wanted > spare && shift > 0; }
  /// The next digit of a key; -1: it differs from the bound in an earlier one.
  CUBOID_HD int digit(unsigned long long key) const {
    if (shift < 64 && key >> shift != bound >> shift) return -1;
    return static_cast<int>(key >> (shift - 8) & 0xff);
  }
  /// counts: of keys by their next digit, [ndigits].
  template <class Counts>
  void take(const Counts &counts) {
    shift -= 8;
    int digit = 0;
    while (digit < ndigits - 1 && counts[digit] <= wanted) wanted -= counts[digit++];
    bound |= static_cast<unsigned long long>(digit) << shift;
  }
};

/// Of the regions of the chosen bin and above, those that are split where some lanes have an
/// integral to themselves: the first ones, in the order of their places.  Many go by multiples of
/// `least`, which leave no lane without a region.
CUBOID_HD inline long long marked_regions(const MarkingGoal &goal, long long count) {
  const long long marked = count < goal.most ? count : goal.most;
  return marked > goal.least ? marked - marked % goal.least : marked;
}

}  // namespace cuboid::rule
