// The pairs of samples of VEGAS+ and m-Cubes.
#include "base/magnitude.hpp"
#include "base/words.hpp"
#include "map/importance_map.hpp"
#include "rng/philox.hpp"
#include "simd/columns.hpp"
#include "simd/functions.hpp"
#include "simd/vectors.hpp"
#include "statistics/strata.hpp"

namespace cuboid::simd::CUBOID_SIMD {

namespace {

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

}  // namespace

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

namespace {

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

}  // namespace

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

namespace {

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

}  // namespace

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

}  // namespace cuboid::simd::CUBOID_SIMD
