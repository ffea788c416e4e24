// Compiled several times with different values of CUBOID_SIMD, the name of an instruction set.  Of
// the functions that other files define inline, only those with CUBOID_HD_INLINED may be used here:
// of the others the linker would keep one of the copies, and with it perhaps instructions that the
// processor does not have.
#include "simd/kernels.hpp"

#include "base/magnitude.hpp"
#include "base/words.hpp"
#include "elementary/side_by_side.hpp"
#include "map/importance_map.hpp"
#include "map/periodise.hpp"
#include "map/smooth_map.hpp"
#include "rng/philox.hpp"
#include "statistics/strata.hpp"

namespace cuboid::simd::CUBOID_SIMD {

namespace {

// Vectors of a compiler extension that gcc and clang share.
typedef double Double2 __attribute__((vector_size(16)));
typedef double Double4 __attribute__((vector_size(32)));
typedef std::uint64_t Word4 __attribute__((vector_size(32)));

// As many numbers as a register holds, where their order does not count; compilers make little of
// longer vectors.
#if defined(__AVX512F__)
typedef double Wide __attribute__((vector_size(64)));
typedef std::uint64_t WideWord __attribute__((vector_size(64)));
#elif defined(__AVX__)
typedef Double4 Wide;
typedef Word4 WideWord;
#else
typedef Double2 Wide;
typedef std::uint64_t WideWord __attribute__((vector_size(16)));
#endif
constexpr int wide = sizeof(Wide) / sizeof(double);

// The arrays are aligned for their elements only.
template <class Vector, class Element>
inline __attribute__((always_inline)) void load(Vector &vector, const Element *from) {
  __builtin_memcpy(&vector, from, sizeof vector);
}

template <class Vector>
inline __attribute__((always_inline)) void store(double *to, const Vector &vector) {
  __builtin_memcpy(to, &vector, sizeof vector);
}

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

// Four rows as four columns, `step` apart.
inline __attribute__((always_inline)) void store_columns(const Double4 &a, const Double4 &b,
                                                         const Double4 &c, const Double4 &e,
                                                         double *to, std::int64_t step) {
  const Double4 low_ab = __builtin_shufflevector(a, b, 0, 4, 2, 6);
  const Double4 high_ab = __builtin_shufflevector(a, b, 1, 5, 3, 7);
  const Double4 low_ce = __builtin_shufflevector(c, e, 0, 4, 2, 6);
  const Double4 high_ce = __builtin_shufflevector(c, e, 1, 5, 3, 7);
  store<Double4>(to, __builtin_shufflevector(low_ab, low_ce, 0, 1, 4, 5));
  store<Double4>(to + step, __builtin_shufflevector(high_ab, high_ce, 0, 1, 4, 5));
  store<Double4>(to + 2 * step, __builtin_shufflevector(low_ab, low_ce, 2, 3, 6, 7));
  store<Double4>(to + 3 * step, __builtin_shufflevector(high_ab, high_ce, 2, 3, 6, 7));
}

// Four samples on axes d to d + 3.  x: of the first sample and axis.
template <class Kind>
inline __attribute__((always_inline)) void place_block(const typename Kind::Points &given,
                                                       std::int64_t d, std::int64_t i,
                                                       Double4 &weight) {
  const VegasPoints &points = Kind::points(given);
  Double4 a;
  place_four<Kind>(given, d, i, a, weight);
  Double4 b;
  place_four<Kind>(given, d + 1, i, b, weight);
  Double4 c;
  place_four<Kind>(given, d + 2, i, c, weight);
  Double4 e;
  place_four<Kind>(given, d + 3, i, e, weight);
  store_columns(a, b, c, e, points.x + i * points.ndim + d, points.ndim);
}

template <class Kind>
inline __attribute__((always_inline)) void place_pair(const typename Kind::Points &given,
                                                      std::int64_t d, std::int64_t i,
                                                      Double4 &weight) {
  const VegasPoints &points = Kind::points(given);
  Double4 a;
  place_four<Kind>(given, d, i, a, weight);
  Double4 b;
  place_four<Kind>(given, d + 1, i, b, weight);
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

void vegas_place(const VegasPoints &points) {
  place_all<VegasGrid>(points);
}

void suave_place(const SuavePoints &points) {
  place_all<SuaveGrid>(points);
}

void exclusive_or(std::int64_t count, std::uint64_t base, const std::uint64_t *pattern,
                  std::uint64_t *out) {
  std::int64_t i = 0;
  for (; i + 4 <= count; i += 4) {
    Word4 word;
    load(word, pattern + i);
    word ^= base;
    __builtin_memcpy(out + i, &word, sizeof word);
  }
  for (; i < count; ++i) out[i] = base ^ pattern[i];
}

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

void vegas_add(const VegasValues &values) {
  if (values.ncomp == 1)
    add_one_component(values);
  else
    add_components(values);
}

// The centre goes to x in fours, past the end of the point if need be: the next point comes there.
// Chunks: fours of a point; 0: not known when compiling.
template <int chunks>
inline __attribute__((always_inline)) void copy_centre(const RegionPlaces &places, double *x) {
  const std::int64_t end = chunks > 0 ? 4 * chunks : places.ndim;
  for (std::int64_t d = 0; d < end; d += 4) {
    Double4 centre;
    load(centre, places.centre + d);
    store(x + d, centre);
  }
}

template <int chunks, int nonzero>
void support_points(const RegionPlaces &places, const Support *support, std::int64_t count,
                    double *x) {
  const std::int64_t ndim = places.ndim;
  for (std::int64_t s = 0; s < count; ++s) {
    std::int64_t axis[nonzero];
    double place[nonzero][2];
    for (int k = 0; k < nonzero; ++k) {
      axis[k] = support[s].axis[k];
      const std::int64_t at = support[s].generator[k] * ndim + axis[k];
      place[k][0] = places.plus[at];
      place[k][1] = places.minus[at];
    }
    for (int signs = 0; signs < 1 << nonzero; ++signs) {
      copy_centre<chunks>(places, x);
      for (int k = 0; k < nonzero; ++k) x[axis[k]] = place[k][signs >> k & 1];
      x += ndim;
    }
  }
}

template <int chunks>
void support_points_of(const RegionPlaces &places, const Support *support, std::int64_t count,
                       int nonzero, double *x) {
  if (nonzero == 1)
    support_points<chunks, 1>(places, support, count, x);
  else if (nonzero == 2)
    support_points<chunks, 2>(places, support, count, x);
  else
    support_points<chunks, 3>(places, support, count, x);
}

void cuhre_support_points(const RegionPlaces &places, const Support *support, std::int64_t count,
                          int nonzero, double *x) {
  if (places.ndim <= 4)
    support_points_of<1>(places, support, count, nonzero, x);
  else if (places.ndim <= 8)
    support_points_of<2>(places, support, count, nonzero, x);
  else if (places.ndim <= 12)
    support_points_of<3>(places, support, count, nonzero, x);
  else
    support_points_of<0>(places, support, count, nonzero, x);
}

void add_component(std::int64_t count, std::int64_t ncomp, const double *f, const double *weight,
                   double *sum) {
  static_assert(rule_weights == 5);
  Double4 weights, total;
  load(weights, weight);
  load(total, sum);
  const double last_weight = weight[4];
  double last = sum[4];
#pragma GCC unroll 4
  for (std::int64_t i = 0; i < count; ++i) {
    const double value = f[i * ncomp];
    total += weights * value;
    last += last_weight * value;
  }
  store(sum, total);
  sum[4] = last;
}

// Four components at a time: the sums stay in registers.
void add_four_components(std::int64_t count, std::int64_t ncomp, const double *f,
                         const double *weight, double *sum) {
  Double4 total[rule_weights];
  for (int r = 0; r < rule_weights; ++r)
    total[r] = Double4{sum[r], sum[8 + r], sum[16 + r], sum[24 + r]};
  for (std::int64_t i = 0; i < count; ++i) {
    Double4 value;
    load(value, f + i * ncomp);
    for (int r = 0; r < rule_weights; ++r) total[r] += value * weight[r];
  }
  for (int r = 0; r < rule_weights; ++r)
    for (int k = 0; k < 4; ++k) sum[8 * k + r] = total[r][k];
}

void cuhre_add(std::int64_t count, std::int64_t ncomp, const double *f, const double *weight,
               double *sum) {
  std::int64_t c = 0;
  for (; c + 4 <= ncomp; c += 4) add_four_components(count, ncomp, f + c, weight, sum + 8 * c);
  for (; c < ncomp; ++c) add_component(count, ncomp, f + c, weight, sum + 8 * c);
}

void cuhre_add_rule(std::int64_t norbits, const std::int64_t *points, const double *weight,
                    const double *f, double *sum) {
  Double4 total[2];
  for (int k = 0; k < 2; ++k) load(total[k], sum + 4 * k);
  for (std::int64_t o = 0; o < norbits; ++o) {
    Double4 weights[2];
    for (int k = 0; k < 2; ++k) load(weights[k], weight + 8 * o + 4 * k);
#pragma GCC unroll 4
    for (const double *const end = f + points[o]; f < end; ++f)
      for (int k = 0; k < 2; ++k) total[k] += weights[k] * *f;
  }
  for (int k = 0; k < 2; ++k) store(sum + 4 * k, total[k]);
}

void cuhre_places(std::int64_t count, const double *of_lower, const double *of_upper, double lower,
                  double upper, double *place) {
  std::int64_t i = 0;
  for (; i + wide <= count; i += wide) {
    Wide a, b;
    load(a, of_lower + i);
    load(b, of_upper + i);
    store<Wide>(place + i, a * lower + b * upper);
  }
  for (; i < count; ++i) place[i] = of_lower[i] * lower + of_upper[i] * upper;
}

void fill(std::int64_t count, double value, double *out) {
  const Wide values = Wide{} + value;
  std::int64_t i = 0;
  for (; i + wide <= count; i += wide) store(out + i, values);
  for (; i < count; ++i) out[i] = value;
}

// Adding one unit of the exponent to an exponent of all ones, and to no other, reaches the sign
// bit.
constexpr std::uint64_t exponent_bits = 0x7ff0000000000000;
constexpr std::uint64_t exponent_unit = 0x0010000000000000;
constexpr std::uint64_t sign_bit = 0x8000000000000000;

bool all_finite(std::int64_t count, const double *f) {
  WideWord carries[4] = {};
  std::int64_t i = 0;
  for (; i + 4 * wide <= count; i += 4 * wide)
    for (int k = 0; k < 4; ++k) {
      WideWord bits;
      load(bits, f + i + wide * k);
      carries[k] |= (bits & exponent_bits) + exponent_unit;
    }
  const WideWord all = (carries[0] | carries[1]) | (carries[2] | carries[3]);
  std::uint64_t carry = 0;
  for (int k = 0; k < wide; ++k) carry |= all[k];
  for (; i < count; ++i) {
    std::uint64_t bits;
    __builtin_memcpy(&bits, f + i, sizeof bits);
    carry |= (bits & exponent_bits) + exponent_unit;
  }
  return carry >> 63 == 0;
}

constexpr int chunks_of_lanes = region_lanes / wide;

// A row of all regions for each point.  ndim: known when compiling, and as the number of regions
// it makes whole vectors.
template <int ndim>
void rule_points_of(const RulePoints &given) {
  constexpr int vectors = chunks_of_lanes * ndim;
  const RulePoints points = given;
  Wide centre[vectors], width[vectors];
  for (int k = 0; k < vectors; ++k) {
    load(centre[k], points.centre + wide * k);
    load(width[k], points.width + wide * k);
  }
  const double *step = points.step;
  double *x = points.x;
  for (std::int64_t i = 0; i < points.npoints; ++i) {
    for (int k = 0; k < vectors; ++k) {
      Wide steps;
      load(steps, step + wide * k % ndim);
      store<Wide>(x + wide * k, centre[k] + steps * width[k]);
    }
    step += points.stride;
    x += wide * vectors;
  }
}

// Vectors reach beyond the end of a point: the next one comes there.
void rule_points_of_any(const RulePoints &given) {
  const RulePoints points = given;
  const double *step = points.step;
  double *x = points.x;
  for (std::int64_t i = 0; i < points.npoints; ++i, step += points.stride)
    for (std::int64_t r = 0; r < points.regions; ++r, x += points.ndim)
      for (std::int64_t d = 0; d < points.ndim; d += wide) {
        Wide centre, width, steps;
        load(centre, points.centre + r * points.ndim + d);
        load(width, points.width + r * points.ndim + d);
        load(steps, step + d);
        store<Wide>(x + d, centre + steps * width);
      }
}

void rule_points(const RulePoints &points) {
  switch (points.regions == region_lanes ? points.ndim : 0) {
    case 1:
      return rule_points_of<1>(points);
    case 2:
      return rule_points_of<2>(points);
    case 3:
      return rule_points_of<3>(points);
    case 4:
      return rule_points_of<4>(points);
    case 5:
      return rule_points_of<5>(points);
    case 6:
      return rule_points_of<6>(points);
    case 7:
      return rule_points_of<7>(points);
    case 8:
      return rule_points_of<8>(points);
    default:
      return rule_points_of_any(points);
  }
}

void box_points(const BoxPoints &points) {
  for (std::int64_t first = 0; first < points.count; first += points.period) {
    const std::int64_t left = points.count - first;
    const std::int64_t count = left < points.period ? left : points.period;
    const double *const t = points.t + first;
    double *const __restrict out = points.x + first;
    for (std::int64_t i = 0; i < count; ++i) {
      const double x = points.origin[i] + t[i] * points.width[i];
      const double above = x < points.smallest[i] ? points.smallest[i] : x;
      out[i] = above > points.largest[i] ? points.largest[i] : above;
    }
  }
}

// Four sums that do not wait for each other.
void add_rows(std::int64_t first, std::int64_t count, const double (*f)[region_lanes], bool anew,
              double (*sum)[region_lanes]) {
  for (int chunk = 0; chunk < region_lanes; chunk += wide) {
    // The row that comes next belongs to total[0].
    Wide total[4] = {};
    if (!anew)
      for (std::int64_t k = 0; k < 4; ++k) load(total[k], sum[(first + k) % 4] + chunk);
    std::int64_t i = 0;
    for (; i + 4 <= count; i += 4)
      for (int k = 0; k < 4; ++k) {
        Wide row;
        load(row, f[i + k] + chunk);
        total[k] += row;
      }
    for (int k = 0; k < 3; ++k) {
      if (i + k >= count) break;
      Wide row;
      load(row, f[i + k] + chunk);
      total[k] += row;
    }
    for (std::int64_t k = 0; k < 4; ++k) store(sum[(first + k) % 4] + chunk, total[k]);
  }
}

void rule_sums(const RuleSums &given) {
  const RuleSums sums = given;
  for (int chunk = 0; chunk < region_lanes; chunk += wide) {
    for (std::int64_t s = 0; s < sums.norbits; ++s) {
      Wide row[4];
      for (int k = 0; k < 4; ++k) load(row[k], sums.row_sum[s][k] + chunk);
      store<Wide>(sums.orbit_sum[s] + chunk, (row[0] + row[1]) + (row[2] + row[3]));
    }
    Wide volume;
    load(volume, sums.volume + chunk);
    for (std::int64_t k = 0; k < sums.nsums; ++k) {
      Wide total{};
      for (std::int64_t s = 0; s < sums.norbits; ++s) {
        Wide orbit;
        load(orbit, sums.orbit_sum[s] + chunk);
        total += sums.weight[s * sums.nsums + k] * orbit;
      }
      store<Wide>(sums.sum[k] + chunk, total * volume);
    }
  }
}

void null_rule_sums(const NullRuleSums &given) {
  const NullRuleSums sums = given;
  for (int chunk = 0; chunk < region_lanes; chunk += wide)
    for (int r = 0; r < 3; ++r) {
      Wide larger_degree, smaller_degree;
      load(larger_degree, sums.sum[r] + chunk);
      load(smaller_degree, sums.sum[r + 1] + chunk);
      Wide largest{};
      for (std::int64_t s = 0; s < sums.norbits; ++s) {
        const Wide sum = smaller_degree + sums.lambda[s][r] * larger_degree;
        const Wide size =
            reinterpret_cast<Wide>(reinterpret_cast<WideWord>(sum) & ~sign_bit) * sums.nu[s][r];
        largest = size > largest ? size : largest;
      }
      store(sums.largest[r] + chunk, largest);
    }
}

// Numbers that are worked on at once: loops over so many without branches become vectors.
constexpr int block = samples_block;

struct PhiloxBlocks {
  std::uint32_t word[4][block];

  inline __attribute__((always_inline)) rng::PhiloxBlock get(int i) const {
    return {{word[0][i], word[1][i], word[2][i], word[3][i]}};
  }
  inline __attribute__((always_inline)) void set(int i, const rng::PhiloxBlock &one) {
    for (int k = 0; k < 4; ++k) word[k][i] = one.word[k];
  }
};

void philox_round(PhiloxBlocks &blocks, std::uint32_t key_0, std::uint32_t key_1) {
  for (int i = 0; i < block; ++i) blocks.set(i, rng::philox_round(blocks.get(i), key_0, key_1));
}

void philox_pairs(const PhiloxPairs &pairs) {
  PhiloxBlocks blocks;
  for (std::int64_t begin = 0; begin < pairs.count; begin += block) {
    for (std::int64_t first_row = 0; first_row < pairs.rows; first_row += 4) {
      const auto group = static_cast<std::uint32_t>(first_row / 4);
      for (int i = 0; i < block; ++i) {
        const std::uint64_t number = pairs.first + static_cast<std::uint64_t>(begin + i);
        blocks.set(i, rng::pair_counter(number, group, pairs.iteration));
      }
      for (int round = 0; round < rng::fewest_philox_rounds; ++round)
        philox_round(blocks, pairs.key[round][0], pairs.key[round][1]);
      for (std::int64_t k = 0; k < 4 && first_row + k < pairs.rows; ++k)
        __builtin_memcpy(pairs.word + (first_row + k) * pairs.stride + begin, blocks.word[k],
                         sizeof blocks.word[k]);
    }
  }
}

union Bits {
  double number;
  std::uint64_t word;
};

// The bits of 2^84 and 2^52, to which whole numbers of 32 bits are added in units of 2^32 and 1 by
// setting them.
constexpr std::uint64_t upper_offset = 0x4530000000000000;
constexpr std::uint64_t lower_offset = 0x4330000000000000;

// The upper and lower 32 bits of a number as doubles, the one in units of 2^32.
inline __attribute__((always_inline)) double upper_half(std::uint64_t number) {
  Bits bits;
  bits.word = number >> 32 | upper_offset;
  return bits.number - 0x1p84;
}
inline __attribute__((always_inline)) double lower_half(std::uint64_t number) {
  Bits bits;
  bits.word = (number & 0xFFFFFFFF) | lower_offset;
  return bits.number - 0x1p52;
}

// Some numbers in units of 2^-64, rounded down.
inline __attribute__((always_inline)) void round_down(const std::uint64_t *from, double *to) {
  WideWord fixed;
  load(fixed, from);
  const Wide upper = reinterpret_cast<Wide>(fixed >> 32 | upper_offset) - 0x1p84;
  const Wide lower = reinterpret_cast<Wide>((fixed & 0xFFFFFFFF) | lower_offset) - 0x1p52;
  const Wide nearest = upper + lower;
  // One unit less if the nearest double is above: comparisons give -1.
  const Wide missing = lower - (nearest - upper);
  const WideWord word =
      reinterpret_cast<WideWord>(nearest) + reinterpret_cast<WideWord>(missing < 0.0);
  const Wide point = reinterpret_cast<Wide>(word) * 0x1p-64;
  // Where 2^64 has become zero.
  constexpr std::uint64_t last_point = std::uint64_t{map::last_point_upper_word} << 32;
  const WideWord zero = reinterpret_cast<WideWord>(fixed == 0);
  const WideWord bits = (reinterpret_cast<WideWord>(point) & ~zero) | (last_point & zero);
  store(to, bits);
}

// One axis of a block of samples.  The loops go through whole blocks, since the rows do.
void map_axis(const MapPoints &points, std::int64_t d, std::int64_t begin,
              std::uint32_t *__restrict width, double *__restrict x) {
  const std::uint32_t *__restrict const word = points.word + d * points.word_stride + begin;
  const std::uint32_t *__restrict const stratum = points.stratum + d * points.stride + begin;
  std::uint32_t *__restrict const interval = points.interval + d * points.stride + begin;
  const uint64 *__restrict const map = points.map;
  const std::uint32_t per_stratum = points.per_stratum;
  std::uint64_t cell[block];
  for (int i = 0; i < block; ++i)
    interval[i] = stratum[i] + map::map_position(word[i], per_stratum).interval;
#pragma GCC unroll 8
  for (int i = 0; i < block; ++i) {
    std::uint64_t place = interval[i];
    // Keeps the loop scalar: to take the places out of vectors and to put the cells into others
    // takes longer than to load and store them.
    __asm__("" : "+r"(place));
    cell[i] = map[place];
  }
  for (int i = 0; i < block; ++i) width[i] = map::interval_width(cell[i]);
  for (int i = 0; i < block; ++i) cell[i] = wide_multiply_add(word[i], width[i], cell[i]);
  for (int i = 0; i < block; i += wide) round_down(cell + i, x + i);
}

// The points of a block on `axes` axes, 1 to 4, from the rows of their coordinates.
void store_points(const double (*x)[block], std::int64_t axes, std::int64_t count, double *to,
                  std::int64_t step) {
  std::int64_t i = 0;
  for (; axes == 4 && i + 4 <= count; i += 4) {
    Double4 row[4];
    for (int k = 0; k < 4; ++k) load(row[k], x[k] + i);
    store_columns(row[0], row[1], row[2], row[3], to + i * step, step);
  }
  for (; i < count; ++i)
    for (std::int64_t k = 0; k < axes; ++k) to[i * step + k] = x[k][i];
}

void map_points(const MapPoints &given) {
  const MapPoints points = given;
  std::uint32_t width[4][block];
  double x[4][block];
  for (std::int64_t begin = 0; begin < points.count; begin += block) {
    const std::int64_t count = points.count - begin < block ? points.count - begin : block;
    double *__restrict const volume = points.volume + begin;
    for (int i = 0; i < block; ++i) volume[i] = points.volume_unit;
    for (std::int64_t d = 0; d < points.ndim; d += 4) {
      const std::int64_t axes = points.ndim - d < 4 ? points.ndim - d : 4;
      for (std::int64_t k = 0; k < axes; ++k) map_axis(points, d + k, begin, width[k], x[k]);
      for (std::int64_t k = 0; k + 1 < axes; k += 2)
        for (int i = 0; i < block; ++i) {
          const std::uint64_t product = wide_multiply(width[k][i], width[k + 1][i]);
          volume[i] *= upper_half(product) + lower_half(product);
        }
      if (axes % 2 == 1)
        for (int i = 0; i < block; ++i) volume[i] *= lower_half(width[axes - 1][i]);
      store_points(x, axes, count, points.x + begin * 2 * points.ndim + d, 2 * points.ndim);
    }
  }
}

// step: known to the compiler where the values are next to each other; 0: any.
template <int known_step>
std::uint32_t pair_values_of(const PairValues &values) {
  const std::int64_t step = known_step > 0 ? known_step : values.step;
  const double unit = values.unit;
  std::uint32_t greatest = 0;
  for (int half = 0; half < 2; ++half) {
    const double *__restrict const f = values.f + half * step;
    const double *__restrict const volume = values.volume + half * values.stride;
    double *__restrict const value = values.value + half * values.stride;
    for (std::int64_t i = 0; i < values.count; ++i) value[i] = f[2 * i * step] * (volume[i] * unit);
    for (std::int64_t i = 0; i < values.count; ++i) {
      const std::uint32_t word = upper_word(value[i]);
      greatest = greatest < word ? word : greatest;
    }
  }
  return greatest;
}

std::uint32_t pair_values(const PairValues &values) {
  return values.step == 1 ? pair_values_of<1>(values) : pair_values_of<0>(values);
}

void pair_terms(const PairTerms &terms) {
  const double *__restrict const first = terms.value;
  const double *__restrict const second = terms.value + terms.stride;
  const double *__restrict const per_cube = terms.per_cube;
  double *__restrict const term = terms.term;
  double *__restrict const difference = terms.difference;
  for (std::int64_t i = 0; i < terms.count; ++i) term[i] = per_cube[i] * (first[i] + second[i]);
  for (std::int64_t i = 0; i < terms.count / 2; ++i)
    difference[i] = (first[2 * i + 1] + second[2 * i + 1]) - (first[2 * i] + second[2 * i]);
}

void histogram_units(const HistogramUnits &given) {
  const HistogramUnits units = given;
  for (std::int64_t half = 0; half < 2; ++half)
    for (std::int64_t begin = 0; begin < units.count; begin += block) {
      float square[block] = {};
      for (std::int64_t c = 0; c < units.ncomp; ++c) {
        const double *__restrict const value = units.value + (2 * c + half) * units.stride + begin;
        const float weight = units.weight[c];
        for (int i = 0; i < block; ++i) {
          const auto v = static_cast<float>(value[i]);
          square[i] += weight * (v * v);
        }
      }
      const float *__restrict const density = units.density + begin;
      std::uint32_t *__restrict const unit = units.unit + half * units.stride + begin;
      const auto number = units.first + static_cast<std::uint32_t>(2 * begin + half);
      for (std::uint32_t i = 0; i < block; ++i)
        unit[i] = statistics::histogram_units(square[i] * density[i], {units.scale, units.most},
                                              number + 2 * i);
    }
}

void histogram_add(const HistogramPairs &given) {
  const HistogramPairs pairs = given;
  for (std::int64_t half = 0; half < 2; ++half) {
    const std::uint32_t *const unit = pairs.unit + half * pairs.stride;
    for (std::int64_t d = 0; d < pairs.ndim; ++d) {
      const std::uint32_t *const interval = pairs.interval + (half * pairs.ndim + d) * pairs.stride;
      if (pairs.chosen == nullptr)
        for (std::int64_t i = 0; i < pairs.count; ++i) pairs.histogram[interval[i]] += unit[i];
      else
        for (std::int64_t i = 0; i < pairs.count; ++i)
          pairs.histogram[interval[pairs.chosen[i]]] += unit[pairs.chosen[i]];
    }
  }
}

// One axis of a block of points of a lattice.  fixed: where they lie.
template <map::Transform transform>
void periodise(const std::uint64_t *__restrict fixed, double *__restrict x,
               double *__restrict weight) {
  for (int i = 0; i < block; ++i) {
    const map::Periodised point = map::periodised<transform>(map::unit_fraction(fixed[i]));
    x[i] = point.x;
    weight[i] *= point.weight;
  }
}

void periodise(map::Transform transform, const std::uint64_t *fixed, double *x, double *weight) {
  switch (transform) {
    case map::Transform::none:
      return periodise<map::Transform::none>(fixed, x, weight);
    case map::Transform::baker:
      return periodise<map::Transform::baker>(fixed, x, weight);
    case map::Transform::korobov_1:
      return periodise<map::Transform::korobov_1>(fixed, x, weight);
    case map::Transform::korobov_2:
      return periodise<map::Transform::korobov_2>(fixed, x, weight);
    case map::Transform::korobov_3:
      return periodise<map::Transform::korobov_3>(fixed, x, weight);
  }
}

void map_smoothly(const map::SmoothAxis axis, double *__restrict x, double *__restrict weight) {
  for (int i = 0; i < block; ++i) {
    const map::Periodised point = map::smoothly_mapped(axis, x[i]);
    x[i] = point.x;
    weight[i] *= point.weight;
  }
}

// Whole blocks are worked out, of which the last may not be wanted as a whole.
void lattice_points(const LatticePoints &given) {
  const LatticePoints points = given;
  double x[4][block];
  double weight[block];
  std::uint64_t fixed[block];
  for (std::int64_t begin = 0; begin < points.count; begin += block) {
    const std::int64_t count = points.count - begin < block ? points.count - begin : block;
    for (int i = 0; i < block; ++i) weight[i] = 1;
    for (std::int64_t d = 0; d < points.ndim; d += 4) {
      const std::int64_t axes = points.ndim - d < 4 ? points.ndim - d : 4;
      for (std::int64_t k = 0; k < axes; ++k) {
        const std::uint64_t step = points.generator[d + k];
        std::uint64_t next = points.first[d + k] + static_cast<std::uint64_t>(begin) * step;
        for (int i = 0; i < block; ++i, next += step) fixed[i] = next;
        periodise(points.transform[d + k], fixed, x[k], weight);
        if (points.smooth != nullptr) map_smoothly(points.smooth[d + k], x[k], weight);
      }
      store_points(x, axes, count, points.x + begin * points.ndim + d, points.ndim);
    }
    for (std::int64_t i = 0; i < count; ++i) points.weight[begin + i] = weight[i] * points.unit;
  }
}

void lattice_add(const LatticeValues &given) {
  const LatticeValues values = given;
  for (std::int64_t c = 0; c < values.ncomp; ++c) {
    double sum = values.sum[c];
    for (std::int64_t i = 0; i < values.count; ++i)
      sum = fused(values.f[i * values.ncomp + c], values.weight[i], sum);
    values.sum[c] = sum;
  }
}

// Along as many neighbouring axes as there are numbers in Some.
template <class Some>
inline __attribute__((always_inline)) void reflect_along(const ReflectedPoints &points,
                                                         std::int64_t d) {
  Some lower, width, start, sign;
  load(lower, points.lower + d);
  load(width, points.width + d);
  load(start, points.start + d);
  load(sign, points.sign + d);
  const double *unit = points.unit + d;
  double *x = points.x + d;
  for (std::int64_t i = 0; i < points.count; ++i, unit += points.ndim, x += points.ndim) {
    Some place;
    load(place, unit);
    store<Some>(x, lower + (start + sign * place) * width);
  }
}

void reflected_points(const ReflectedPoints &points) {
  std::int64_t d = 0;
  for (; d + 4 <= points.ndim; d += 4) reflect_along<Double4>(points, d);
  for (; d < points.ndim; ++d) reflect_along<double>(points, d);
}

// (s - 1) / ln s of a share s; the limit for s = 1 is 1, and for 0 it is 0.
template <class Word, class Real>
inline __attribute__((always_inline)) void damp_share(Real &share) {
  const auto some = share > 0;
  const auto not_all = share < 1;
  const Real inside = some ? (not_all ? share : Real{} + 0.5) : Real{} + 0.5;
  const Real damped = (inside - 1) / elementary::log_of_ordinary<Word>(inside);
  share = some ? (not_all ? damped : Real{} + 1) : Real{};
}

// The power 3/2, of which 0 and 1 stay.
template <class Real>
inline __attribute__((always_inline)) void raise_share(Real &share, const Real &root) {
  const auto some = share > 0;
  const auto not_all = share < 1;
  const Real raised = elementary::three_halves_power(share, some ? root : Real{} + 1);
  share = some ? (not_all ? raised : share) : share;
}

void damp_importance(std::int64_t count, double norm, double *importance) {
  double share[block];
  double root[block];
  for (std::int64_t begin = 0; begin < count; begin += block) {
    const std::int64_t some = count - begin < block ? count - begin : block;
    for (int i = 0; i < block; ++i) share[i] = i < some ? importance[begin + i] * norm : 0;
    for (int i = 0; i < some; i += wide) {
      Wide shares;
      load(shares, share + i);
      damp_share<WideWord>(shares);
      store(share + i, shares);
    }
    for (int i = 0; i < block; ++i) root[i] = __builtin_sqrt(share[i]);
    for (int i = 0; i < some; i += wide) {
      Wide shares, roots;
      load(shares, share + i);
      load(roots, root + i);
      raise_share(shares, roots);
      store(share + i, shares);
    }
    for (int i = 0; i < some; ++i) importance[begin + i] = share[i];
  }
}

#define CUBOID_TEXT(name) #name
#define CUBOID_NAME(name) CUBOID_TEXT(name)

}  // namespace

extern const Kernels table;
const Kernels table = {CUBOID_NAME(CUBOID_SIMD),
                       exclusive_or,
                       vegas_place,
                       suave_place,
                       vegas_add,
                       philox_pairs,
                       map_points,
                       pair_values,
                       pair_terms,
                       histogram_units,
                       histogram_add,
                       cuhre_support_points,
                       cuhre_add,
                       cuhre_add_rule,
                       cuhre_places,
                       fill,
                       all_finite,
                       box_points,
                       rule_points,
                       add_rows,
                       rule_sums,
                       null_rule_sums,
                       lattice_points,
                       lattice_add,
                       reflected_points,
                       damp_importance};

}  // namespace cuboid::simd::CUBOID_SIMD
