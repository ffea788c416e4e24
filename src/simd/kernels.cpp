// Compiled several times with different values of CUBOID_SIMD, the name of an instruction set.  No
// function that another file defines inline may be used here: the linker would keep one of the
// copies, and with it perhaps instructions that the processor does not have.
#include "simd/kernels.hpp"

namespace cuboid::simd::CUBOID_SIMD {

namespace {

// Vectors of a compiler extension that gcc and clang share.
typedef double Double2 __attribute__((vector_size(16)));
typedef double Double4 __attribute__((vector_size(32)));
typedef std::uint64_t Word4 __attribute__((vector_size(32)));

// The arrays are aligned for their elements only.
template <class Vector, class Element>
inline __attribute__((always_inline)) void load(Vector &vector, const Element *from) {
  __builtin_memcpy(&vector, from, sizeof vector);
}

template <class Vector>
inline __attribute__((always_inline)) void store(double *to, const Vector &vector) {
  __builtin_memcpy(to, &vector, sizeof vector);
}

// A fraction has its bin in byte 6 and the place in the bin in the 48 bits below.  Put below the
// exponent of 2^-7, the place p gives 2^-7 (1 + p): an exact difference leaves p / 128, which the
// table's 128 times the width is multiplied with.
constexpr std::uint64_t mantissa = 0x000fffffffffffff;
constexpr std::uint64_t exponent = 0x3f80000000000000;
constexpr double offset = 0x1p-7;

// The arrays of one axis, from a sample on.
struct Axis {
  const std::uint64_t *fraction;
  const double *grid;  // pairs of a lower edge and a scaled width
  std::uint8_t *bin;
};

inline __attribute__((always_inline)) Axis axis(const VegasPoints &points, std::int64_t d,
                                                std::int64_t i) {
  return {points.fraction + d * points.count + i, &points.grid[d * vegas_bins].lower,
          points.bin + d * points.bin_stride + i};
}

inline __attribute__((always_inline)) double place_one(const Axis &axis, double &weight) {
  const std::uint64_t fraction = *axis.fraction;
  const std::uint64_t bin = fraction >> 48;
  union {
    std::uint64_t word;
    double number;
  } place;
  place.word = (fraction << 4 & mantissa) | exponent;
  const double *edges = axis.grid + 2 * bin;
  *axis.bin = static_cast<std::uint8_t>(bin);
  weight *= edges[1];
  return edges[0] + (place.number - offset) * edges[1];
}

// Four samples on one axis.
inline __attribute__((always_inline)) void place_four(const Axis &axis, Double4 &x,
                                                      Double4 &weight) {
  const auto *bytes = reinterpret_cast<const unsigned char *>(axis.fraction) + 6;
  Double2 edges[4];
  for (int k = 0; k < 4; ++k) {
    const std::uint64_t bin = bytes[8 * k];
    axis.bin[k] = static_cast<std::uint8_t>(bin);
    load(edges[k], axis.grid + 2 * bin);
  }
  const Double4 even = __builtin_shufflevector(edges[0], edges[2], 0, 1, 2, 3);
  const Double4 odd = __builtin_shufflevector(edges[1], edges[3], 0, 1, 2, 3);
  const Double4 lower = __builtin_shufflevector(even, odd, 0, 4, 2, 6);
  const Double4 width = __builtin_shufflevector(even, odd, 1, 5, 3, 7);
  Word4 word;
  load(word, axis.fraction);
  const Double4 place = reinterpret_cast<Double4>((word << 4 & mantissa) | exponent) - offset;
  weight *= width;
  x = lower + place * width;
}

// Four samples on axes d to d + 3.  x: of the first sample and axis.
inline __attribute__((always_inline)) void place_block(const VegasPoints &points, std::int64_t d,
                                                       std::int64_t i, Double4 &weight) {
  Double4 a;
  place_four(axis(points, d, i), a, weight);
  Double4 b;
  place_four(axis(points, d + 1, i), b, weight);
  Double4 c;
  place_four(axis(points, d + 2, i), c, weight);
  Double4 e;
  place_four(axis(points, d + 3, i), e, weight);
  const Double4 low_ab = __builtin_shufflevector(a, b, 0, 4, 2, 6);
  const Double4 high_ab = __builtin_shufflevector(a, b, 1, 5, 3, 7);
  const Double4 low_ce = __builtin_shufflevector(c, e, 0, 4, 2, 6);
  const Double4 high_ce = __builtin_shufflevector(c, e, 1, 5, 3, 7);
  double *x = points.x + i * points.ndim + d;
  store<Double4>(x, __builtin_shufflevector(low_ab, low_ce, 0, 1, 4, 5));
  store<Double4>(x + points.ndim, __builtin_shufflevector(high_ab, high_ce, 0, 1, 4, 5));
  store<Double4>(x + 2 * points.ndim, __builtin_shufflevector(low_ab, low_ce, 2, 3, 6, 7));
  store<Double4>(x + 3 * points.ndim, __builtin_shufflevector(high_ab, high_ce, 2, 3, 6, 7));
}

inline __attribute__((always_inline)) void place_pair(const VegasPoints &points, std::int64_t d,
                                                      std::int64_t i, Double4 &weight) {
  Double4 a;
  place_four(axis(points, d, i), a, weight);
  Double4 b;
  place_four(axis(points, d + 1, i), b, weight);
  const Double4 low = __builtin_shufflevector(a, b, 0, 4, 2, 6);
  const Double4 high = __builtin_shufflevector(a, b, 1, 5, 3, 7);
  double *x = points.x + i * points.ndim + d;
  store<Double2>(x, __builtin_shufflevector(low, low, 0, 1));
  store<Double2>(x + points.ndim, __builtin_shufflevector(high, high, 0, 1));
  store<Double2>(x + 2 * points.ndim, __builtin_shufflevector(low, low, 2, 3));
  store<Double2>(x + 3 * points.ndim, __builtin_shufflevector(high, high, 2, 3));
}

inline __attribute__((always_inline)) void place_column(const VegasPoints &points, std::int64_t d,
                                                        std::int64_t i, Double4 &weight) {
  Double4 place;
  place_four(axis(points, d, i), place, weight);
  double *x = points.x + i * points.ndim + d;
  for (int k = 0; k < 4; ++k) x[k * points.ndim] = place[k];
}

// Axes beyond the whole blocks: 0 to 3.
template <int rest>
inline __attribute__((always_inline)) void place_rows(const VegasPoints &points) {
  const std::int64_t blocks = points.ndim - rest;
  std::int64_t i = 0;
  for (; i + 4 <= points.count; i += 4) {
    Double4 weight = Double4{} + points.first_weight;
    for (std::int64_t d = 0; d < blocks; d += 4) place_block(points, d, i, weight);
    if (rest >= 2) place_pair(points, blocks, i, weight);
    if (rest % 2 == 1) place_column(points, points.ndim - 1, i, weight);
    store(points.weight + i, weight);
  }
  for (; i < points.count; ++i) {
    double weight = points.first_weight;
    for (std::int64_t d = 0; d < points.ndim; ++d)
      points.x[i * points.ndim + d] = place_one(axis(points, d, i), weight);
    points.weight[i] = weight;
  }
}

void vegas_place(const VegasPoints &given) {
  // A copy whose address nobody has: stores to the arrays cannot change it.
  const VegasPoints points = given;
  if (points.ndim % 4 == 0) place_rows<0>(points);
  if (points.ndim % 4 == 1) place_rows<1>(points);
  if (points.ndim % 4 == 2) place_rows<2>(points);
  if (points.ndim % 4 == 3) place_rows<3>(points);
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

// The sums run from sample to sample, in Cuba's order: where all values of an iteration are equal,
// their rounding is all that is left of the error.
void add_one_component(const VegasValues &given) {
  const VegasValues values = given;
  double *squared = values.scratch;
  double *value = values.scratch + values.count;
  double sum = *values.sum;
  double square = *values.square;
  std::int64_t i = 0;
  for (; i + 8 <= values.count; i += 8) {
    for (int k = 0; k < 8; k += 4) {
      Double4 f, weight;
      load(f, values.f + i + k);
      load(weight, values.weight + i + k);
      const Double4 weighted = weight * f;
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
  }
  *values.sum = sum;
  *values.square = square;
  for (std::int64_t d = 0; d < values.ndim; ++d)
    add_to_bins(values.count, values.bin + d * values.bin_stride, squared,
                values.marginal + d * vegas_bins);
}

void add_components(const VegasValues &values) {
  const std::int64_t ncomp = values.ncomp;
  const std::int64_t padded = values.padded;
  double *__restrict squared = values.scratch;
  double *__restrict sum = values.sum;
  double *__restrict square = values.square;
  for (std::int64_t i = 0; i < values.count; ++i) {
    const double weight = values.weight[i];
    const double *__restrict f = values.f + i * ncomp;
    for (std::int64_t c = 0; c < ncomp; ++c) {
      const double value = weight * f[c];
      squared[c] = value * value;
      sum[c] += value;
      square[c] += squared[c];
    }
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

// Numbers that are worked on at once: loops over so many without branches become vectors.
constexpr int block = samples_block;

// One block of words of a round: products of two words each, whose halves are mixed.
struct PhiloxBlocks {
  std::uint32_t word[4][block];
};

void philox_round(PhiloxBlocks &blocks, std::uint32_t key_0, std::uint32_t key_1) {
  for (int i = 0; i < block; ++i) {
    const std::uint64_t product_0 = std::uint64_t{0xD2511F53u} * blocks.word[0][i];
    const std::uint64_t product_1 = std::uint64_t{0xCD9E8D57u} * blocks.word[2][i];
    blocks.word[0][i] = static_cast<std::uint32_t>(product_1 >> 32) ^ blocks.word[1][i] ^ key_0;
    blocks.word[1][i] = static_cast<std::uint32_t>(product_1);
    blocks.word[2][i] = static_cast<std::uint32_t>(product_0 >> 32) ^ blocks.word[3][i] ^ key_1;
    blocks.word[3][i] = static_cast<std::uint32_t>(product_0);
  }
}

void philox_pairs(const PhiloxPairs &pairs) {
  PhiloxBlocks blocks;
  for (std::int64_t begin = 0; begin < pairs.count; begin += block) {
    for (std::int64_t first_row = 0; first_row < pairs.rows; first_row += 4) {
      for (int i = 0; i < block; ++i) {
        const std::uint64_t number = pairs.first + static_cast<std::uint64_t>(begin + i);
        blocks.word[0][i] = static_cast<std::uint32_t>(number);
        blocks.word[1][i] = static_cast<std::uint32_t>(number >> 32);
        blocks.word[2][i] = static_cast<std::uint32_t>(first_row / 4);
        blocks.word[3][i] = pairs.iteration;
      }
      for (int round = 0; round < philox_rounds; ++round)
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

// Four numbers in units of 2^-64, rounded down.
inline __attribute__((always_inline)) void round_down(const std::uint64_t *from, double *to) {
  Word4 fixed;
  load(fixed, from);
  const Double4 upper = reinterpret_cast<Double4>(fixed >> 32 | upper_offset) - 0x1p84;
  const Double4 lower = reinterpret_cast<Double4>((fixed & 0xFFFFFFFF) | lower_offset) - 0x1p52;
  const Double4 nearest = upper + lower;
  // One unit less if the nearest double is above: comparisons give -1.
  const Double4 missing = lower - (nearest - upper);
  const Word4 word = reinterpret_cast<Word4>(nearest) + reinterpret_cast<Word4>(missing < 0.0);
  const Double4 point = reinterpret_cast<Double4>(word) * 0x1p-64;
  // Where 2^64 has become zero.
  constexpr std::uint64_t last_point = 0x3FEFFFFF00000000;  // 1 - 2^-21
  const Word4 zero = reinterpret_cast<Word4>(fixed == 0);
  const Word4 bits = (reinterpret_cast<Word4>(point) & ~zero) | (last_point & zero);
  store(to, bits);
}

// One axis of a block of samples.  The loops go through whole blocks, since the rows do; samples
// beyond `count` are not stored.
void map_axis(const MapPoints &points, std::int64_t d, std::int64_t begin, std::int64_t count,
              std::uint32_t *__restrict width) {
  const std::uint32_t *__restrict const word = points.word + d * points.stride + begin;
  const std::uint32_t *__restrict const stratum = points.stratum + d * points.stride + begin;
  std::uint32_t *__restrict const interval = points.interval + d * points.stride + begin;
  const std::uint64_t *__restrict const map = points.map;
  const std::uint32_t mask = points.mask;
  std::uint64_t cell[block];
  double x[block];
  for (int i = 0; i < block; ++i) interval[i] = stratum[i] + (word[i] >> 3 & mask);
  for (int i = 0; i < block; ++i) cell[i] = map[interval[i]];
  for (int i = 0; i < block; ++i) width[i] = static_cast<std::uint32_t>(cell[i]);
  for (int i = 0; i < block; ++i) cell[i] += std::uint64_t{word[i]} * width[i];
  for (int i = 0; i < block; i += 4) round_down(cell + i, x + i);
  double *const to = points.x + begin * 2 * points.ndim + d;
  for (std::int64_t i = 0; i < count; ++i) to[i * 2 * points.ndim] = x[i];
}

void map_points(const MapPoints &points) {
  std::uint32_t width[2][block];
  for (std::int64_t begin = 0; begin < points.count; begin += block) {
    const std::int64_t count = points.count - begin < block ? points.count - begin : block;
    double *__restrict const volume = points.volume + begin;
    for (int i = 0; i < block; ++i) volume[i] = 1;
    std::int64_t d = 0;
    for (; d + 1 < points.ndim; d += 2) {
      map_axis(points, d, begin, count, width[0]);
      map_axis(points, d + 1, begin, count, width[1]);
      for (int i = 0; i < block; ++i) {
        const std::uint64_t product = std::uint64_t{width[0][i]} * width[1][i];
        volume[i] *= upper_half(product) + lower_half(product);
      }
    }
    if (d < points.ndim) {
      map_axis(points, d, begin, count, width[0]);
      for (int i = 0; i < block; ++i) volume[i] *= lower_half(width[0][i]);
    }
  }
}

#define CUBOID_TEXT(name) #name
#define CUBOID_NAME(name) CUBOID_TEXT(name)

}  // namespace

extern const Kernels table;
const Kernels table = {
    CUBOID_NAME(CUBOID_SIMD), exclusive_or, vegas_place, vegas_add, philox_pairs, map_points,
    cuhre_support_points,     cuhre_add};

}  // namespace cuboid::simd::CUBOID_SIMD
