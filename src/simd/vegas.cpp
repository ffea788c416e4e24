// The samples of Cuba's Vegas and Suave.
#include "simd/columns.hpp"
#include "simd/functions.hpp"
#include "simd/vectors.hpp"

namespace cuboid::simd::CUBOID_SIMD {

namespace {

constexpr std::uint64_t mantissa = 0x000fffffffffffff;

// How samples are placed by a grid of 2^digits bins.  A fraction has its bin in the upper digits of
// bits 48 to 54, and the place in the bin in the bits below.  Put below the exponent of 2^-digits,
// the place p gives 2^-digits (1 + p): an exact difference leaves p / 2^digits, which the table's
// 2^digits times the width is multiplied with.
template <int digits>
struct Grid {
  static constexpr int shift = digits - 3;
  static constexpr std::uint64_t exponent = static_cast<std::uint64_t>(1023 - digits) << 52;
  static constexpr double offset = 1.0 / (1 << digits);
};

struct VegasGrid : Grid<7> {
  using Points = VegasPoints;
  static constexpr std::int64_t bins = vegas_bins;
  static const VegasPoints &points(const VegasPoints &given) { return given; }
};

struct SuaveGrid : Grid<6> {
  using Points = SuavePoints;
  static constexpr std::int64_t bins = suave_bins;
  static const VegasPoints &points(const SuavePoints &given) { return given.points; }
};

// What places the coordinates of an axis in the region.
inline __attribute__((always_inline)) void to_region(const VegasPoints &, std::int64_t, auto &) {}
inline __attribute__((always_inline)) void to_region(const SuavePoints &given, std::int64_t d,
                                                     auto &x) {
  x = given.lower[d] + x * given.extent[d];
}

// The arrays of one axis, from a sample on.
struct Axis {
  const std::uint64_t *fraction;
  const double *grid;  // pairs of a lower edge and a scaled width
  std::uint8_t *bin;
};

template <class Kind>
inline __attribute__((always_inline)) Axis axis(const VegasPoints &points, std::int64_t d,
                                                std::int64_t i) {
  return {points.fraction + d * points.count + i, &points.grid[d * Kind::bins].lower,
          points.bin + d * points.bin_stride + i};
}

template <class Kind>
inline __attribute__((always_inline)) double place_one(const typename Kind::Points &given,
                                                       std::int64_t d, std::int64_t i,
                                                       double &weight) {
  const Axis one = axis<Kind>(Kind::points(given), d, i);
  const std::uint64_t fraction = *one.fraction;
  const std::uint64_t bin = fraction >> (52 - Kind::shift);
  union {
    std::uint64_t word;
    double number;
  } place;
  place.word = (fraction << Kind::shift & mantissa) | Kind::exponent;
  const double *edges = one.grid + 2 * bin;
  *one.bin = static_cast<std::uint8_t>(bin);
  weight *= edges[1];
  double x = edges[0] + (place.number - Kind::offset) * edges[1];
  to_region(given, d, x);
  return x;
}

// Four samples on one axis.
template <class Kind>
inline __attribute__((always_inline)) void place_four(const typename Kind::Points &given,
                                                      std::int64_t d, std::int64_t i, Double4 &x,
                                                      Double4 &weight) {
  const Axis four = axis<Kind>(Kind::points(given), d, i);
  const auto *bytes = reinterpret_cast<const unsigned char *>(four.fraction) + 6;
  Double2 edges[4];
  for (int k = 0; k < 4; ++k) {
    const std::uint64_t bin = bytes[8 * k] >> (4 - Kind::shift);
    four.bin[k] = static_cast<std::uint8_t>(bin);
    load(edges[k], four.grid + 2 * bin);
  }
  const Double4 even = __builtin_shufflevector(edges[0], edges[2], 0, 1, 2, 3);
  const Double4 odd = __builtin_shufflevector(edges[1], edges[3], 0, 1, 2, 3);
  const Double4 lower = __builtin_shufflevector(even, odd, 0, 4, 2, 6);
  const Double4 width = __builtin_shufflevector(even, odd, 1, 5, 3, 7);
  Word4 word;
  load(word, four.fraction);
  const Double4 place =
      reinterpret_cast<Double4>((word << Kind::shift & mantissa) | Kind::exponent) - Kind::offset;
  weight *= width;
  x = lower + place * width;
  to_region(given, d, x);
}

// On axes d and d + 1.
template <class Kind>
inline __attribute__((always_inline)) void place_two(const typename Kind::Points &given,
                                                     std::int64_t d, std::int64_t i, Double4 &first,
                                                     Double4 &second, Double4 &weight) {
  place_four<Kind>(given, d, i, first, weight);
  place_four<Kind>(given, d + 1, i, second, weight);
}

// Four samples on axes d to d + 3.
template <class Kind>
inline __attribute__((always_inline)) void place_block(const typename Kind::Points &given,
                                                       std::int64_t d, std::int64_t i,
                                                       Double4 &weight) {
  const VegasPoints &points = Kind::points(given);
  Double4 a, b, c, e;
  place_two<Kind>(given, d, i, a, b, weight);
  place_two<Kind>(given, d + 2, i, c, e, weight);
  store_columns(a, b, c, e, points.x + i * points.ndim + d, points.ndim);
}

template <class Kind>
inline __attribute__((always_inline)) void place_pair(const typename Kind::Points &given,
                                                      std::int64_t d, std::int64_t i,
                                                      Double4 &weight) {
  const VegasPoints &points = Kind::points(given);
  Double4 a, b;
  place_two<Kind>(given, d, i, a, b, weight);
  const Double4 low = __builtin_shufflevector(a, b, 0, 4, 2, 6);
  const Double4 high = __builtin_shufflevector(a, b, 1, 5, 3, 7);
  double *x = points.x + i * points.ndim + d;
  store<Double2>(x, __builtin_shufflevector(low, low, 0, 1));
  store<Double2>(x + points.ndim, __builtin_shufflevector(high, high, 0, 1));
  store<Double2>(x + 2 * points.ndim, __builtin_shufflevector(low, low, 2, 3));
  store<Double2>(x + 3 * points.ndim, __builtin_shufflevector(high, high, 2, 3));
}

template <class Kind>
inline __attribute__((always_inline)) void place_column(const typename Kind::Points &given,
                                                        std::int64_t d, std::int64_t i,
                                                        Double4 &weight) {
  const VegasPoints &points = Kind::points(given);
  Double4 place;
  place_four<Kind>(given, d, i, place, weight);
  double *x = points.x + i * points.ndim + d;
  for (int k = 0; k < 4; ++k) x[k * points.ndim] = place[k];
}

// Axes beyond the whole blocks: 0 to 3.
template <class Kind, int rest>
inline __attribute__((always_inline)) void place_rows(const typename Kind::Points &given) {
  const VegasPoints &points = Kind::points(given);
  const std::int64_t blocks = points.ndim - rest;
  std::int64_t i = 0;
  for (; i + 4 <= points.count; i += 4) {
    Double4 weight = Double4{} + points.first_weight;
    for (std::int64_t d = 0; d < blocks; d += 4) place_block<Kind>(given, d, i, weight);
    if (rest >= 2) place_pair<Kind>(given, blocks, i, weight);
    if (rest % 2 == 1) place_column<Kind>(given, points.ndim - 1, i, weight);
    store(points.weight + i, weight);
  }
  for (; i < points.count; ++i) {
    double weight = points.first_weight;
    for (std::int64_t d = 0; d < points.ndim; ++d)
      points.x[i * points.ndim + d] = place_one<Kind>(given, d, i, weight);
    points.weight[i] = weight;
  }
}

template <class Kind>
inline __attribute__((always_inline)) void place_all(const typename Kind::Points &given) {
  // A copy whose address nobody has: stores to the arrays cannot change it.
  const typename Kind::Points copy = given;
  const std::int64_t rest = Kind::points(copy).ndim % 4;
  if (rest == 0) place_rows<Kind, 0>(copy);
  if (rest == 1) place_rows<Kind, 1>(copy);
  if (rest == 2) place_rows<Kind, 2>(copy);
  if (rest == 3) place_rows<Kind, 3>(copy);
}

}  // namespace

void vegas_place(const VegasPoints &points) {
  place_all<VegasGrid>(points);
}

void suave_place(const SuavePoints &points) {
  place_all<SuaveGrid>(points);
}

namespace {

inline __attribute__((always_inline)) void add_to_bins(std::int64_t count, const std::uint8_t *bin,
                                                       const double *squared, double *marginal) {
  std::int64_t i = 0;
  for (; i + 8 <= count; i += 8) {
    for (int k = 0; k < 8; ++k) marginal[bin[i + k]] += squared[i + k];
  }
  for (; i < count; ++i) marginal[bin[i]] += squared[i];
}

/// One comparison and no branch, for numbers as for vectors of them.  A NaN is neither.
template <class Value>
inline __attribute__((always_inline)) void note_extremes(const Value &value, Value &least,
                                                         Value &greatest) {
  least = value < least ? value : least;
  greatest = value > greatest ? value : greatest;
}

// The sums run from sample to sample, in Cuba's order: where all values of an iteration are equal,
// their rounding is all that is left of the error.
void add_one_component(const VegasValues &given) {
  const VegasValues values = given;
  double *squared = values.scratch;
  double *value = values.scratch + values.count;
  double sum = *values.sum;
  double square = *values.square;
  Double4 least = Double4{} + *values.least;
  Double4 greatest = Double4{} + *values.greatest;
  std::int64_t i = 0;
  for (; i + 8 <= values.count; i += 8) {
    for (int k = 0; k < 8; k += 4) {
      Double4 f, weight;
      load(f, values.f + i + k);
      load(weight, values.weight + i + k);
      const Double4 weighted = weight * f;
      note_extremes(weighted, least, greatest);
      store(value + k, weighted);
      store<Double4>(squared + i + k, weighted * weighted);
    }
    for (int k = 0; k < 8; ++k) {
      sum += value[k];
      square += squared[i + k];
    }
  }
  for (; i < values.count; ++i) {
    const double weighted = values.weight[i] * values.f[i];
    squared[i] = weighted * weighted;
    sum += weighted;
    square += squared[i];
    note_extremes(weighted, *values.least, *values.greatest);
  }
  for (int k = 0; k < 4; ++k) {
    note_extremes<double>(least[k], *values.least, *values.greatest);
    note_extremes<double>(greatest[k], *values.least, *values.greatest);
  }
  *values.sum = sum;
  *values.square = square;
  for (std::int64_t d = 0; d < values.ndim; ++d)
    add_to_bins(values.count, values.bin + d * values.bin_stride, squared,
                values.marginal + d * vegas_bins);
}

/// The weighted values of a sample from component c on: one, or a vector of them.
template <class Value>
inline __attribute__((always_inline)) void add_weighted(const VegasValues &values, const double *f,
                                                        double weight, std::int64_t c) {
  Value value, sum, square, least, greatest;
  load(value, f + c);
  load(sum, values.sum + c);
  load(square, values.square + c);
  load(least, values.least + c);
  load(greatest, values.greatest + c);
  value *= weight;
  note_extremes(value, least, greatest);
  const Value squared = value * value;
  store<Value>(values.scratch + c, squared);
  store<Value>(values.sum + c, sum + value);
  store<Value>(values.square + c, square + squared);
  store(values.least + c, least);
  store(values.greatest + c, greatest);
}

void add_components(const VegasValues &given) {
  const VegasValues values = given;
  const std::int64_t ncomp = values.ncomp;
  const std::int64_t fours = ncomp / 4 * 4;
  const std::int64_t padded = values.padded;
  const double *squared = values.scratch;
  for (std::int64_t i = 0; i < values.count; ++i) {
    const double weight = values.weight[i];
    const double *f = values.f + i * ncomp;
    for (std::int64_t c = 0; c < fours; c += 4) add_weighted<Double4>(values, f, weight, c);
    for (std::int64_t c = fours; c < ncomp; ++c) add_weighted<double>(values, f, weight, c);
    const std::uint8_t *bin = values.bin + i;
    for (std::int64_t d = 0; d < values.ndim; ++d) {
      double *marginal = values.marginal + (d * vegas_bins + bin[d * values.bin_stride]) * padded;
      for (std::int64_t c = 0; c < padded; c += 4) {
        Double4 old, more;
        load(old, marginal + c);
        load(more, squared + c);
        store<Double4>(marginal + c, old + more);
      }
    }
  }
}

}  // namespace

void vegas_add(const VegasValues &values) {
  if (values.ncomp == 1)
    add_one_component(values);
  else
    add_components(values);
}

}  // namespace cuboid::simd::CUBOID_SIMD
