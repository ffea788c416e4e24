#include "rule/cuhre_rule.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "rule/cuhre_tables.hpp"

namespace cuboid::rule {

namespace {

// Generators of the rules for any dimension: the square roots of DCUHRE's fixed numbers, halved.
constexpr double large = 0.4779536579022695061928604197171830064732;
constexpr double small = 0.2030285873691198677998034402373279133258;
constexpr double third_axis = 0.4476273546261781288207704806530998539285;
constexpr double corner = 0.3430378987808781457001426145164678603407;

struct Weights {
  double w0, w1, w2, w3, w4;
};

Orbit orbit(std::vector<double> generator, const Weights &w) {
  Orbit orbit;
  orbit.nonzero = static_cast<int>(generator.size());
  std::sort(generator.begin(), generator.end(), std::greater<>());
  std::copy(generator.begin(), generator.end(), orbit.generator.begin());
  orbit.weight = {w.w0, w.w1, w.w2, w.w3, w.w4};
  return orbit;
}

Orbit diagonal_orbit(int ndim, double value, const Weights &w) {
  Orbit result = orbit({value}, w);
  result.nonzero = ndim;
  result.diagonal = true;
  return result;
}

// The order in which the weights are evaluated decides about their last digits, and so about
// regions whose error is at rounding level.  It is that of the published results.
std::vector<Orbit> degree_9(int ndim) {
  const double n = ndim;
  const double corners = std::ldexp(1.0, ndim);
  const double *k = degree_9_constants;
  std::vector<Orbit> orbits;
  Weights w{};
  w.w0 = n * (n * (n * k[0] + k[1]) + k[2]) + k[3];
  w.w1 = n * (n * (n * k[4] + k[5]) + k[6]) - k[7];
  w.w2 = n * k[8] - w.w1;
  w.w3 = n * (n * k[9] + k[10]) - 1 + w.w0;
  w.w4 = n * k[11] + 1 - w.w0;
  orbits.push_back(orbit({}, w));
  w.w0 = n * (n * k[12] + k[13]) + k[14];
  w.w1 = n * (n * k[15] + k[16]) + k[17];
  w.w2 = k[18] - w.w1;
  w.w3 = n * k[19] + k[20] + w.w0;
  w.w4 = k[21] - w.w0;
  orbits.push_back(orbit({large}, w));
  w.w0 = n * k[22] + k[23];
  w.w1 = n * k[24] + k[25];
  w.w2 = k[26] - w.w1;
  w.w3 = n * k[27] + k[28];
  w.w4 = -w.w0;
  orbits.push_back(orbit({small}, w));
  orbits.push_back(orbit({third_axis}, {k[29], k[30], -k[29], k[31], -k[29]}));
  orbits.push_back(orbit({0.125}, {0, 0, k[32], 0, 0}));
  w.w0 = k[33] - n * k[12];
  w.w1 = k[34] - n * k[15];
  w.w2 = -w.w1;
  w.w3 = k[35] + w.w0;
  w.w4 = -w.w0;
  orbits.push_back(orbit({large, large}, w));
  orbits.push_back(orbit({large, small}, {k[36], k[37], -k[37], k[38], -k[36]}));
  // Three coordinates need three dimensions: without points, the orbit is left out.
  if (ndim >= 3)
    orbits.push_back(orbit({large, large, large}, {k[39], k[40], -k[40], k[39], -k[39]}));
  w.w0 = k[41] / corners;
  w.w1 = k[7] / corners;
  w.w2 = -w.w1;
  w.w3 = w.w0;
  w.w4 = -w.w0;
  orbits.push_back(diagonal_orbit(ndim, corner, w));
  return orbits;
}

std::vector<Orbit> degree_7(int ndim) {
  const double n = ndim;
  const double corners = std::ldexp(1.0, ndim);
  const double *k = degree_7_constants;
  std::vector<Orbit> orbits;
  Weights w{};
  w.w0 = n * (n * k[0] + k[1]) + k[2];
  w.w1 = n * (n * k[3] + k[4]) - k[5];
  w.w2 = n * k[6] - w.w1;
  w.w3 = n * (n * k[7] + k[8]) - k[9];
  w.w4 = 1 - w.w0;
  orbits.push_back(orbit({}, w));
  orbits.push_back(orbit({small}, {k[10], k[11], -k[10], k[12], -k[10]}));
  w.w0 = k[13] - n * k[0];
  w.w1 = k[14] - n * k[3];
  w.w2 = k[15] - w.w1;
  w.w3 = k[16] - n * k[7];
  w.w4 = -w.w0;
  orbits.push_back(orbit({large}, w));
  orbits.push_back(orbit({0.375}, {0, 0, k[17], 0, 0}));
  orbits.push_back(orbit({large, large}, {-k[7], k[18], -k[18], k[19], k[7]}));
  w.w0 = k[20] / corners;
  w.w1 = k[5] / corners;
  w.w2 = -w.w1;
  w.w3 = k[9] / corners;
  w.w4 = -w.w0;
  orbits.push_back(diagonal_orbit(ndim, corner, w));
  return orbits;
}

template <std::size_t count>
std::vector<Orbit> tabled(const TabledOrbit (&table)[count]) {
  std::vector<Orbit> orbits;
  for (const TabledOrbit &entry : table) {
    const double *w = entry.weight;
    orbits.push_back(
        orbit({entry.generator, entry.generator + entry.nonzero}, {w[0], w[1], w[2], w[3], w[4]}));
  }
  return orbits;
}

std::uint8_t generator_index(CuhreRule &rule, double value) {
  const auto found = std::find(rule.generators.begin(), rule.generators.end(), value);
  const auto index = found - rule.generators.begin();
  if (found == rule.generators.end()) rule.generators.push_back(value);
  return static_cast<std::uint8_t>(index);
}

// Permutations in ascending order of the tuple read from the last coordinate to the first.
void place(CuhreRule &rule, Orbit &orbit) {
  const auto ndim = static_cast<std::size_t>(rule.ndim);
  std::vector<double> tuple(ndim, 0);  // read from the last coordinate
  for (std::size_t k = 0; k < static_cast<std::size_t>(orbit.nonzero); ++k)
    tuple[ndim - 1 - k] = orbit.generator[k];
  do {
    simd::Support support{};
    int k = 0;
    for (std::size_t d = 0; d < ndim; ++d) {
      const double value = tuple[ndim - 1 - d];
      if (value == 0) continue;
      support.axis[k] = static_cast<std::uint8_t>(d);
      support.generator[k] = generator_index(rule, value);
      ++k;
    }
    orbit.supports.push_back(support);
  } while (std::next_permutation(tuple.begin(), tuple.end()));
  orbit.points = static_cast<std::int64_t>(orbit.supports.size()) << orbit.nonzero;
}

// Section 3 of ACM TOMS 17 (1991) 437: each null rule is combined with the one before so that an
// orbit's weights cancel, and the combination has norm 1.
void combine_null_rules(std::vector<Orbit> &orbits) {
  constexpr double uncancelled = 100;
  for (std::size_t r = 0; r < null_pairs; ++r)
    for (Orbit &orbit : orbits) {
      const double lambda =
          orbit.weight[r + 1] == 0 ? uncancelled : -orbit.weight[r + 2] / orbit.weight[r + 1];
      double norm = 0;
      for (const Orbit &other : orbits)
        norm += static_cast<double>(other.points) *
                std::fabs(other.weight[r + 2] + lambda * other.weight[r + 1]);
      orbit.lambda[r] = lambda;
      orbit.nu[r] = 1 / norm;
    }
}

std::vector<Orbit> orbits_of(CuhreRule &rule, int key) {
  if (rule.ndim == 1) {
    // The rule of 15 points integrates degree 22, and by symmetry 23.
    rule.degree = 23;
    rule.error = {5, 1, 5};
    return tabled(kronrod_orbits);
  }
  if (rule.ndim == 2 && key != 7 && key != 9) {
    rule.degree = 13;
    rule.error = {10, 1, 5};
    return tabled(degree_13_orbits);
  }
  if (rule.ndim == 3 && key != 7 && key != 9) {
    rule.degree = 11;
    rule.error = {4, 0.5, 3};
    return tabled(degree_11_orbits);
  }
  rule.error = {5, 1, 5};
  rule.degree = key == 7 ? 7 : 9;
  return key == 7 ? degree_7(rule.ndim) : degree_9(rule.ndim);
}

}  // namespace

CuhreRule make_cuhre_rule(int ndim, int key) {
  CuhreRule rule;
  rule.ndim = ndim;
  rule.orbits = orbits_of(rule, key);
  for (Orbit &orbit : rule.orbits) {
    rule.diagonal_generator.push_back(-1);
    if (orbit.diagonal) {
      rule.diagonal_generator.back() = generator_index(rule, orbit.generator[0]);
      orbit.points = std::int64_t{1} << ndim;
    } else {
      place(rule, orbit);
    }
    rule.points += orbit.points;
  }
  combine_null_rules(rule.orbits);
  return rule;
}

}  // namespace cuboid::rule
