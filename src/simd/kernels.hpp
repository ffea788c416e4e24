// The loops in which the library spends its own time, compiled once for each instruction set.
//
// All sets give the same bits: the order of every sum is written down, in lanes of fixed number,
// and nothing is contracted.
#pragma once

#include <cstdint>

namespace cuboid::simd {

/// Intervals of Cuba's Vegas grid on each axis.
inline constexpr int vegas_bins = 128;

/// One axis of a Vegas grid as the kernels read it: the lower edge of a bin, and 128 times its
/// width.
struct VegasBin {
  double lower;
  double scaled_width;
};

/// Samples to place.
struct VegasPoints {
  std::int64_t count;
  std::int64_t ndim;
  const std::uint64_t *fraction;  ///< [ndim][count], see rng/fraction.hpp
  const VegasBin *grid;           ///< [ndim][128]
  double first_weight;            ///< of a sample in a uniform grid
  double *x;                      ///< [count][ndim]
  double *weight;                 ///< [count]
  std::uint8_t *bin;              ///< [ndim][bin_stride]
  std::int64_t bin_stride;
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
  double *marginal;     ///< ncomp 1: [ndim][128], else [ndim][128][padded]
  std::int64_t padded;  ///< ncomp, rounded up to a multiple of 4
  double *scratch;      ///< ncomp 1: [count + 8], else [padded], zeros beyond ncomp
};

inline constexpr int philox_rounds = 7;

/// Samples of VEGAS+ are worked on in blocks of so many.  Rows of them have room for whole blocks,
/// and hold valid numbers there.
inline constexpr int samples_block = 64;

/// Pairs of samples of VEGAS+ to draw: the words of rng/philox.hpp, for consecutive pairs.
struct PhiloxPairs {
  std::int64_t count;
  std::int64_t rows;              ///< words of a pair
  std::uint64_t first;            ///< number of the first pair
  std::uint32_t iteration;        ///< last word of the counter
  const std::uint32_t (*key)[2];  ///< [philox_rounds]
  std::uint32_t *word;            ///< [rows][stride]
  std::int64_t stride;
};

/// Samples to place by the map of map/importance_map.hpp.  The arrays hold the first samples of all
/// pairs, or the second ones.
struct MapPoints {
  std::int64_t count;
  std::int64_t ndim;
  std::int64_t stride;
  const std::uint32_t *word;     ///< [ndim][stride]
  const std::uint32_t *stratum;  ///< [ndim][stride]: its first interval
  std::uint32_t mask;            ///< intervals of a stratum, less one
  const std::uint64_t *map;
  std::uint32_t *interval;  ///< [ndim][stride]
  double *x;                ///< [count][2 ndim], of which ndim are written
  double *volume;           ///< [count]: products of the widths
};

inline constexpr int most_nonzero = 3;

/// A permutation of a generator with up to three nonzero coordinates.
struct Support {
  std::uint8_t axis[most_nonzero];       ///< rising
  std::uint8_t generator[most_nonzero];  ///< number of the nonzero value on each
};

/// The places of one region.
struct RegionPlaces {
  std::int64_t ndim;
  const double *centre;  ///< [ndim + 3]
  const double *plus;    ///< [generators][ndim] coordinates for a value of the generator
  const double *minus;   ///< the same for its negative
};

/// Number of null rules and of the basic rule.
inline constexpr int rule_weights = 5;

struct Kernels {
  const char *name;

  /// out[i] = base exclusive-or pattern[i].
  void (*exclusive_or)(std::int64_t count, std::uint64_t base, const std::uint64_t *pattern,
                       std::uint64_t *out);

  /// Maps random numbers to samples, weights and bins: cuba-vegas, step 2.
  void (*vegas_place)(const VegasPoints &points);

  /// Adds weighted values, their squares, and the squares to the bins of every axis: step 3.
  void (*vegas_add)(const VegasValues &values);

  /// Draws the random words of pairs.
  void (*philox_pairs)(const PhiloxPairs &pairs);

  /// Places samples and multiplies the widths of their intervals.
  void (*map_points)(const MapPoints &points);

  /// Writes 2^nonzero points for each support: x[..][ndim], with 3 more doubles at the end
  /// overwritten.
  void (*cuhre_support_points)(const RegionPlaces &places, const Support *support,
                               std::int64_t count, int nonzero, double *x);

  /// sum[component][8] += weight[8] f, point by point; f: [count][ncomp].
  void (*cuhre_add)(std::int64_t count, std::int64_t ncomp, const double *f, const double *weight,
                    double *sum);
};

/// For this processor.
const Kernels &kernels();

/// For every instruction set that this processor has, the least one first: [*count].
const Kernels *const *all_kernels(int *count);

}  // namespace cuboid::simd
