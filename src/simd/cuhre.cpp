// The rule of Cuba's Cuhre, one region at a time.
#include "simd/functions.hpp"
#include "simd/vectors.hpp"

namespace cuboid::simd::CUBOID_SIMD {

namespace {

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

}  // namespace

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

namespace {

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

}  // namespace

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

}  // namespace cuboid::simd::CUBOID_SIMD
