// The formulas of the refinement of the map of VEGAS, on host and device: G. P. Lepage, "Adaptive
// multidimensional integration: vegas enhanced", J. Comput. Phys. 439 (2021) 110386, equations 17
// to 24, but for the damping.  The sums between them are those of the engine.
//
// A histogram of squares is the sum of what the integrand gives and of the noise of few samples in
// an interval.  A map that follows the noise has widths that jump from interval to interval, and
// what the mirror images of pairs cancel is lost.  So the histogram is taken apart by scales, by
// smoothing it again and again with the weights 1/4, 1/2, 1/4 at strides of 1, 2, 4 ... intervals
// (M. Holschneider et al., in "Wavelets", Springer 1989, 286; the scales of J.-L. Starck and F.
// Murtagh); a detail is what one smoothing takes away.  The finest details are noise and show how
// much there is; of the others, and of what is left in the end, that part is kept by which they
// exceed what noise alone would give (W. James and C. Stein, Proc. 4th Berkeley Symp. 1 (1961) 361,
// scale by scale).
#pragma once

#include "base/hd.hpp"
#include "base/words.hpp"

namespace cuboid::map {

/// Scales of a histogram of n intervals: strides of powers of 2 up to a quarter of it.
CUBOID_HD inline uint32 refinement_scales(uint32 n) {
  uint32 scales = 1;
  while (uint32{4} << scales <= n) ++scales;
  return scales;
}

/// The neighbours of an interval at a stride, at most half of n; the ends are mirrors.
CUBOID_HD inline uint32 interval_before(uint32 i, uint32 stride) {
  return i < stride ? stride - 1 - i : i - stride;
}
CUBOID_HD inline uint32 interval_after(uint32 i, uint32 stride, uint32 n) {
  return i + stride < n ? i + stride : 2 * n - 1 - i - stride;
}

CUBOID_HD inline double smoothed(double before, double squares, double after) {
  return (before + 2 * squares + after) / 4;
}

/// What is left of the variance of white noise in the details of a scale, (4^k + 5) / (3 8^k) with
/// k = scale + 1, and after its smoothing, (2 4^k + 1) / (3 8^k): sums of squares of the weights.
CUBOID_HD inline double noise_of_details(uint32 scale) {
  const double half = 1.0 / (uint32{2} << scale);
  return half * (1 + 5 * half * half) / 3;
}
CUBOID_HD inline double noise_of_smoothed(uint32 scale) {
  const double half = 1.0 / (uint32{2} << scale);
  return half * (2 + half * half) / 3;
}

/// How far one refinement goes.
struct RefinementStep {
  double alpha = 0;    ///< 0 leaves the map alone, less than 1 takes shorter steps
  double certain = 1;  ///< what of the certainty that many samples give lengthens the step
  /// Of the width, that counts beside the squares of an interval: see squares_by_width.
  int width_power = 0;
};

/// What the finest details say of a histogram whose mean is 1.
struct HistogramNoise {
  double variance;    ///< of an interval
  double certainty;   ///< 0 with few samples, 1 with many
  double ignorance;   ///< 1 if hardly any sample counts, 0 with some
  double even_share;  ///< of the samples, which the map spreads evenly over the axis
};

/// Samples that are neither few nor many: such as count, which are less than there are where some
/// of them are much larger than others.  Of 100 to 10000, 1000 is best over the integrands of
/// tests/bench/vegas_peer.py; a factor of 4 is hardly seen.
inline constexpr double some_samples = 1000;

/// Of so few the map follows those that count as fast as of many: they have met a peak that it has
/// yet to find, and what they say of its place is all that is known.  Of 3, 10 and 30, 10 is best
/// for Gaussians of width 0.03 in 8 and 10 dimensions with 20000 samples an iteration: after ten
/// iterations their errors are 0.003 and 0.02 of what they are without it.
inline constexpr double few_samples = 10;

/// So many of them are spread evenly over the axis, whatever the histogram says.  What n samples
/// leave out with 5 % is a part of 3 / n (the rule of three): a histogram says nothing of less, and
/// a map that gave it up would show so in errors that are too small (T. Hesterberg, Technometrics
/// 37 (1995) 185, defensive importance sampling).
inline constexpr double even_samples = 3;

/// But no larger share of the samples than this: while few have met a peak they do not count, and
/// in many dimensions the map would not get there.
inline constexpr double max_even = 0.02;

/// finest: mean square of the finest details of n intervals.
CUBOID_HD inline HistogramNoise histogram_noise(double finest, uint32 n) {
  const double variance = finest / noise_of_details(0);
  // n / variance samples of the same size would give such noise.
  return {variance, n / (n + some_samples * variance),
          few_samples * variance / (n + few_samples * variance),
          even_samples * variance / (n + even_samples / max_even * variance)};
}

/// What part of deviations is kept, of which noise alone would have `expected` as mean square.
CUBOID_HD inline double kept_part(double square, double expected) {
  return square > expected ? 1 - expected / square : 0;
}

/// The same of the details of a scale.  Where many samples leave little noise, what may be noise is
/// left out: the mean squares of a few details exceed their expectation by chance.
CUBOID_HD inline double kept_of_details(double square, uint32 scale, HistogramNoise noise) {
  return kept_part(square, noise.variance * noise_of_details(scale) * (1 + 3 * noise.certainty));
}

/// The same of what is left after the last scale, relative to its mean.  With few samples the map
/// has to follow it, or it would never find a peak.
CUBOID_HD inline double kept_of_smoothed(double square, uint32 scale, HistogramNoise noise) {
  return kept_part(square, noise.variance * noise_of_smoothed(scale) * 2 * noise.certainty);
}

/// The least squares of an interval, relative to the mean: it gets no wider than about 30 times in
/// one step, so that what looks empty is looked at again.
inline constexpr double min_squares = 1e-3;

/// The exponent with which squares become the weights of intervals.  1/2 leads to the best map at
/// once: densities in proportion to the root of the mean square.  With few samples steps are
/// shorter: long ones would leave nothing where a second peak may be.  With hardly any they are
/// long again.
CUBOID_HD inline double refinement_exponent(RefinementStep step, HistogramNoise noise) {
  constexpr double cautious = 0.15;
  constexpr double best = 0.5;
  const double certain = step.certain * noise.certainty;
  const double known = certain > noise.ignorance ? certain : noise.ignorance;
  // A density that is larger by a factor makes the squares smaller by the square of that, and the
  // power of the width by its power.
  return step.alpha * (cautious + (best - cautious) * known) * 2 / (2 + step.width_power);
}

/// The squares of an interval, less the noise and relative to the mean, as they count.  Its weight
/// is their power of refinement_exponent.
CUBOID_HD inline double counting_squares(double squares) {
  return squares > min_squares ? squares : min_squares;
}

/// What the map makes equal in all intervals: the squares times a power of the width, which is
/// relative to the mean.  With the power 0 densities follow the integrand f, as in the source.
/// That is best where hypercubes are large.  Where they resolve the integrand, what varies in one
/// is its slope times its width, so that their variances are as f^2 times the square of the width,
/// and the sum of their deviations is least where these are equal: densities then follow f^(1/2).
CUBOID_HD inline double squares_by_width(double squares, double width, RefinementStep step) {
  double result = squares;
  for (int i = 0; i < step.width_power; ++i) result *= width;
  return result;
}

/// The share of the new map below an edge of the old one.  weight: share of the intervals below it
/// in the weight of all.
CUBOID_HD inline double share_below(double weight, uint64 edge, double even_share) {
  return weight + even_share * (static_cast<double>(edge) * 0x1p-32 - weight);
}

/// The place of an edge within the old interval of this weight, as a share of its width.  wanted:
/// weight up to the edge; begin: up to the interval.
CUBOID_HD inline double place_in_interval(double wanted, double begin, double weight) {
  if (!(weight > 0)) return 0;
  const double part = (wanted - begin) / weight;
  return part < 0 ? 0 : part > 1 ? 1 : part;
}

}  // namespace cuboid::map
