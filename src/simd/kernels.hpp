// The loops in which the library spends its own time, compiled once for each instruction set.
//
// All sets give the same bits: the order of every sum is written down, in lanes of fixed number,
// and nothing is contracted.
#pragma once

#include <cstdint>

namespace cuboid::map {
enum class Transform : int;
struct SmoothAxis;
}  // namespace cuboid::map

namespace cuboid::simd {

/// Intervals of Cuba's Vegas grid on each axis.
inline constexpr int vegas_bins = 128;

/// Those of a region of Suave.
inline constexpr int suave_bins = 64;

/// One axis of a grid as the kernels read it: the lower edge of a bin, and its width times their
/// number.
struct VegasBin {
  double lower;
  double scaled_width;
};

/// Samples to place.
struct VegasPoints {
  std::int64_t count;
  std::int64_t ndim;
  const std::uint64_t *fraction;  ///< [ndim][count], see rng/fraction.hpp
  const VegasBin *grid;           ///< [ndim][vegas_bins], or with Suave [ndim][suave_bins]
  double first_weight;            ///< of a sample in a uniform grid
  double *x;                      ///< [count][ndim]
  double *weight;                 ///< [count]
  std::uint8_t *bin;              ///< [ndim][bin_stride]
  std::int64_t bin_stride;
};

/// Samples to place by a grid that is relative to a region.
struct SuavePoints {
  VegasPoints points;
  const double *lower;   ///< [ndim] of the region
  const double *extent;  ///< [ndim]
};

/// Values of samples to sum up.
struct VegasValues {
  std::int64_t count;
  std::int64_t ndim;
  std::int64_t ncomp;
  const double *f;          ///< [count][ncomp]
  const double *weight;     ///< [count]
  const std::uint8_t *bin;  ///< [ndim][bin_stride]
  std::int64_t bin_stride;
  double *sum;          ///< [ncomp]
  double *square;       ///< [ncomp] sums of squares
  double *least;        ///< [ncomp] of the weighted values
  double *greatest;     ///< [ncomp]
  double *marginal;     ///< ncomp 1: [ndim][128], else [ndim][128][padded]
  std::int64_t padded;  ///< ncomp, rounded up to a multiple of 4
  double *scratch;      ///< ncomp 1: [count + 8], else [padded], zeros beyond ncomp
};

/// Samples of VEGAS+ are worked on in blocks of so many.  Rows of them have room for whole blocks,
/// and hold valid numbers there.
inline constexpr int samples_block = 64;

/// Pairs of samples of VEGAS+ to draw: rng::pair_words for consecutive pairs.
struct PhiloxPairs {
  std::int64_t count;
  std::int64_t rows;    ///< words of a pair
  std::uint64_t first;  ///< number of the first pair
  std::uint32_t iteration;
  const std::uint32_t (*key)[2];  ///< [rng::fewest_philox_rounds]
  std::uint32_t *word;            ///< [rows][stride]
  std::int64_t stride;
};

/// Samples to place by the map of map/importance_map.hpp.  The arrays hold the first samples of all
/// pairs, or the second ones.
struct MapPoints {
  std::int64_t count;
  std::int64_t ndim;
  std::int64_t word_stride;
  std::int64_t stride;
  const std::uint32_t *word;      ///< [ndim][word_stride]
  const std::uint32_t *stratum;   ///< [ndim][stride]: its first interval
  std::uint32_t per_stratum;      ///< intervals of a stratum
  const unsigned long long *map;  ///< [ndim][intervals]
  std::uint32_t *interval;        ///< [ndim][stride]
  double *x;                      ///< [count][2 ndim], of which ndim are written
  double *volume;                 ///< [count]: products of the widths
  double volume_unit;             ///< at which they begin
};

/// One component of the values of pairs of samples.
struct PairValues {
  std::int64_t count;    ///< pairs
  std::int64_t step;     ///< components
  const double *f;       ///< [2 count][step], of which the first is taken
  const double *volume;  ///< [2][stride]: of the first samples of the pairs, and the second ones
  double unit;
  double *value;  ///< [2][stride]: f times volume and unit
  std::int64_t stride;
};

/// What pairs add to the sums of their hypercubes.  Two of them show the variance.
struct PairTerms {
  std::int64_t count;      ///< even
  const double *value;     ///< [2][stride]
  const double *per_cube;  ///< [count]
  double *term;            ///< [count]: the sum of both values times per_cube
  double *difference;      ///< [count / 2]: of the sums of two pairs, the second less the first
  std::int64_t stride;
};

/// What pairs add to the histograms: statistics::histogram_units.
struct HistogramUnits {
  std::int64_t count;
  std::int64_t ncomp;
  const double *value;   ///< [ncomp][2][stride]
  const float *weight;   ///< [ncomp], of the squares
  const float *density;  ///< [count]
  float scale;           ///< of the sum of squares
  float most;
  std::uint32_t first;  ///< lower bits of the number of the first sample
  std::uint32_t *unit;  ///< [2][stride], with room for whole blocks
  std::int64_t stride;
};

/// Units to add to the histograms of all axes.
struct HistogramPairs {
  std::int64_t count;           ///< pairs
  const std::uint32_t *chosen;  ///< [count]: their numbers; nullptr: 0, 1, 2 ...
  std::int64_t ndim;
  const std::uint32_t *interval;  ///< [2][ndim][stride]
  const std::uint32_t *unit;      ///< [2][stride]
  std::int64_t stride;
  unsigned long long *histogram;  ///< [ndim][intervals]
};

inline constexpr int max_nonzero = 3;

/// A permutation of a generator with up to three nonzero coordinates.
struct Support {
  std::uint8_t axis[max_nonzero];       ///< rising
  std::uint8_t generator[max_nonzero];  ///< number of the nonzero value on each
};

/// The places of one region.
struct RegionPlaces {
  std::int64_t ndim;
  const double *centre;  ///< [ndim + 3]
  const double *plus;    ///< [generators][ndim] coordinates for a value of the generator
  const double *minus;   ///< the same for its negative
};

/// Values of one component at the points of a rule, in some regions.
struct CuhreValues {
  std::int64_t regions;
  std::int64_t points;  ///< of the rule
  std::int64_t norbits;
  const std::int64_t *orbit_points;  ///< [norbits]
  const double *weight;              ///< [norbits][8]
  const double *f;                   ///< [regions][points]
  double *sum;                       ///< [regions][8], added to
};

/// Null rules of a region, of which each but the first is combined with the one before it.
struct CuhreNullRules {
  std::int64_t norbits;
  const double *lambda, *nu;  ///< [norbits][4], of which three count: rule::CuhreOrbit
  const double *sum;          ///< [8], as of CuhreValues
  double *largest;            ///< [4]: of the combinations without one orbit
};

/// Up to so many axes, the points of a rule are given as shares of the bounds of a region.
inline constexpr int max_shared_axes = 4;

/// Room that cuhre_points needs behind the numbers in each array.
inline constexpr std::int64_t shared_axes_overrun = 8 * max_shared_axes;

/// Points of a rule in one region.
struct CuhrePoints {
  std::int64_t numbers;               ///< points times axes
  std::int64_t ndim;                  ///< 1 to max_shared_axes
  const double *of_lower, *of_upper;  ///< [numbers]
  const double *lower, *upper;        ///< [ndim]
  double *x;                          ///< [numbers]
};

/// Points of the unit cube, which are moved to a finite box: map::Interval, for rows of numbers.
struct BoxPoints {
  std::int64_t count;   ///< numbers: points times axes
  std::int64_t period;  ///< of the arrays of limits, which hold so many: whole points
  const double *origin, *width, *smallest, *largest;
  const double *t;
  double *x;
};

/// Points of a line of a probe (rule/probe.hpp).
inline constexpr int longest_line = 16;

/// A line through a region.
struct LineThrough {
  const double *bounds;  ///< [2][ndim] of the region: lower, upper
  std::int64_t axis;     ///< along which it runs
};

/// Lines whose points to place.
struct LinePoints {
  std::int64_t count;
  std::int64_t ndim;
  std::int64_t points;  ///< of a line, up to longest_line
  const LineThrough *line;
  const double *begin;  ///< [count][ndim]: of the first point, in widths of the region
  const double *part;   ///< [points]: how far the points are from there, along the axis
  double *x;            ///< [count][points][ndim]
};

/// Lines whose values to judge.
struct LineValues {
  std::int64_t count;
  std::int64_t points;   ///< of a line, 8 or 16
  const double *f;       ///< [count][points]
  const double *cosine;  ///< [points][4]: parts of a point in two lower and two higher coefficients
  double falling;        ///< what stands out has higher ones above that times the lower ones,
  double rounding;       ///< and above that times the largest value
  std::uint8_t *stands_out;  ///< [count]: 1 or 0
};

/// Number of null rules and of the basic rule.
inline constexpr int rule_weights = 5;

/// Consecutive points of a lattice, see engine/lattice.hpp.
struct LatticePoints {
  std::int64_t count;
  std::int64_t ndim;
  const std::uint64_t *first;       ///< [ndim]: where the first point lies, of 2^64
  const std::uint64_t *generator;   ///< [ndim]: what each next one adds
  const map::Transform *transform;  ///< [ndim]
  const map::SmoothAxis *smooth;    ///< [ndim], or nullptr
  double unit;                      ///< factor of the weights
  double *x;                        ///< [count][ndim]
  double *weight;                   ///< [count]
};

/// Values of a lattice to add up in order.
struct LatticeValues {
  std::int64_t count;
  std::int64_t ncomp;
  const double *f;       ///< [count][ncomp]
  const double *weight;  ///< [count]
  double *sum;           ///< [ncomp], added to
};

/// Points of the unit cube, of which some coordinates are reflected, to be those of a box.
struct ReflectedPoints {
  std::int64_t count;
  std::int64_t ndim;
  const double *lower, *width;  ///< [ndim] of the box
  const double *start, *sign;   ///< [ndim]: 0 and 1, or 1 and -1 for a coordinate that is reflected
  const double *unit;           ///< [count][ndim]
  double *x;                    ///< [count][ndim]
};

/// Values, and the range of each component.
struct ValuesAndRanges {
  std::int64_t count;
  std::int64_t ncomp;
  const double *f;           ///< [count][ncomp]
  const double *low, *high;  ///< [ncomp]
};

struct Kernels {
  const char *name;

  /// out[i] = base exclusive-or pattern[i].
  void (*exclusive_or)(std::int64_t count, std::uint64_t base, const std::uint64_t *pattern,
                       std::uint64_t *out);

  /// Scrambles fractions: rng/scrambled_fraction.hpp.
  void (*scramble)(std::int64_t count, std::uint32_t seed, std::uint64_t *fraction);

  /// Maps random numbers to samples, weights and bins: cuba-vegas, step 2.
  void (*vegas_place)(const VegasPoints &points);

  /// The same for Suave.
  void (*suave_place)(const SuavePoints &points);

  /// Adds weighted values, their squares, and the squares to the bins of every axis: step 3.
  void (*vegas_add)(const VegasValues &values);

  /// Draws the random words of pairs.
  void (*philox_pairs)(const PhiloxPairs &pairs);

  /// Places samples and multiplies the widths of their intervals.
  void (*map_points)(const MapPoints &points);

  /// Weights values.  Returns the upper word of the greatest magnitude: 0x7FF00000 and more if one
  /// is not finite.
  std::uint32_t (*pair_values)(const PairValues &values);

  void (*pair_terms)(const PairTerms &terms);
  void (*histogram_units)(const HistogramUnits &units);
  void (*histogram_add)(const HistogramPairs &pairs);

  /// Writes 2^nonzero points for each support: x[..][ndim], with 3 more doubles at the end
  /// overwritten.
  void (*cuhre_support_points)(const RegionPlaces &places, const Support *support,
                               std::int64_t count, int nonzero, double *x);

  /// sum[component][8] += weight[8] f, point by point; f: [count][ncomp].
  void (*cuhre_add)(std::int64_t count, std::int64_t ncomp, const double *f, const double *weight,
                    double *sum);

  /// The same for one component at all points of a rule, orbit by orbit, with all eight weights.
  void (*cuhre_add_rule)(const CuhreValues &values);

  void (*cuhre_null_rules)(const CuhreNullRules &rules);

  /// x[i] = of_lower[i] lower[d] + of_upper[i] upper[d], d being i modulo ndim.
  void (*cuhre_points)(const CuhrePoints &points);

  void (*fill)(std::int64_t count, double value, double *out);

  /// True if no value is NaN or infinite.  Integer arithmetic, so that no floating-point exception
  /// flag is raised and a trap that the caller has enabled does not fire.
  bool (*all_finite)(std::int64_t count, const double *f);

  void (*box_points)(const BoxPoints &points);

  /// Places points of lines.
  void (*line_points)(const LinePoints &points);

  /// Tells the lines that something stands out of.
  void (*judge_lines)(const LineValues &values);

  void (*lattice_points)(const LatticePoints &points);
  void (*lattice_add)(const LatticeValues &values);

  /// x = lower + (start + sign unit) width.
  void (*reflected_points)(const ReflectedPoints &points);

  /// The first of the points with a value outside of its range; count: there is none.
  std::int64_t (*first_outside)(const ValuesAndRanges &given);

  /// Replaces numbers by ((s - 1) / ln s)^(3/2) of their shares s = importance norm, from 0 to 1.
  void (*damp_importance)(std::int64_t count, double norm, double *importance);
};

/// For this processor.
const Kernels &kernels();

/// For every instruction set that this processor has, the least one first: [*count].
const Kernels *const *all_kernels(int *count);

}  // namespace cuboid::simd
