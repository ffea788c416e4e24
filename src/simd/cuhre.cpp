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

namespace {

// Weights of an orbit, of which five count, in whole registers.
constexpr int weight_vectors = 8 / wide;

// Sums of as many regions as are added up side by side, so that an addition need not wait for the
// one before it.
template <int regions>
void add_rule_of(const CuhreValues &given, std::int64_t first) {
  const CuhreValues values = given;
  const double *f[regions];
  Wide total[regions][weight_vectors];
  for (int r = 0; r < regions; ++r) {
    f[r] = values.f + (first + r) * values.points;
    for (int k = 0; k < weight_vectors; ++k)
      load(total[r][k], values.sum + 8 * (first + r) + wide * k);
  }
  std::int64_t i = 0;
  for (std::int64_t o = 0; o < values.norbits; ++o) {
    Wide weight[weight_vectors];
    for (int k = 0; k < weight_vectors; ++k) load(weight[k], values.weight + 8 * o + wide * k);
    const auto add = [&](std::int64_t at) __attribute__((always_inline)) {
      for (int r = 0; r < regions; ++r)
        for (int k = 0; k < weight_vectors; ++k) total[r][k] += weight[k] * f[r][at];
    };
    const std::int64_t end = i + values.orbit_points[o];
    for (; i + 4 <= end; i += 4)
      for (int k = 0; k < 4; ++k) add(i + k);
    for (; i < end; ++i) add(i);
  }
  for (int r = 0; r < regions; ++r)
    for (int k = 0; k < weight_vectors; ++k)
      store(values.sum + 8 * (first + r) + wide * k, total[r][k]);
}

}  // namespace

void cuhre_add_rule(const CuhreValues &values) {
  std::int64_t region = 0;
  for (; region + 4 <= values.regions; region += 4) add_rule_of<4>(values, region);
  for (; region + 2 <= values.regions; region += 2) add_rule_of<2>(values, region);
  if (region < values.regions) add_rule_of<1>(values, region);
}

void cuhre_null_rules(const CuhreNullRules &given) {
  const CuhreNullRules rules = given;
  Double4 larger_degree, smaller_degree;
  load(larger_degree, rules.sum + 1);
  load(smaller_degree, rules.sum + 2);
  Double4 largest{};
  for (std::int64_t o = 0; o < rules.norbits; ++o) {
    Double4 lambda, nu;
    load(lambda, rules.lambda + 4 * o);
    load(nu, rules.nu + 4 * o);
    Double4 size = smaller_degree + lambda * larger_degree;
    drop_sign<Word4>(size);
    size *= nu;
    largest = largest < size ? size : largest;
  }
  store(rules.largest, largest);
}

namespace {

template <int ndim>
void points_of(const CuhrePoints &given) {
  const CuhrePoints points = given;
  Wide lower[ndim], upper[ndim];
  for (int k = 0; k < ndim; ++k) {
    lower[k] = repeated<ndim>(points.lower, k);
    upper[k] = repeated<ndim>(points.upper, k);
  }
  for (std::int64_t i = 0; i < points.numbers; i += wide * ndim)
    for (int k = 0; k < ndim; ++k) {
      Wide of_lower, of_upper;
      load(of_lower, points.of_lower + i + wide * k);
      load(of_upper, points.of_upper + i + wide * k);
      store<Wide>(points.x + i + wide * k, of_lower * lower[k] + of_upper * upper[k]);
    }
}

}  // namespace

void cuhre_points(const CuhrePoints &points) {
  static_assert(max_shared_axes == 4);
  if (points.ndim == 1)
    points_of<1>(points);
  else if (points.ndim == 2)
    points_of<2>(points);
  else if (points.ndim == 3)
    points_of<3>(points);
  else
    points_of<4>(points);
}

}  // namespace cuboid::simd::CUBOID_SIMD
