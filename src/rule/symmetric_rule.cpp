#include "rule/symmetric_rule.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string>

#include "base/failure.hpp"
#include "rule/symmetric_tables.hpp"

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

SymmetricOrbit orbit(const std::vector<double> &generator, const Weights &w) {
  SymmetricOrbit orbit;
  orbit.nonzero = static_cast<int>(generator.size());
  std::copy(generator.begin(), generator.end(), orbit.generator.begin());
  orbit.weight = {w.w0, w.w1, w.w2, w.w3, w.w4};
  return orbit;
}

SymmetricOrbit diagonal_orbit(int ndim, double value, const Weights &w) {
  SymmetricOrbit result = orbit({value}, w);
  result.nonzero = ndim;
  result.diagonal = true;
  return result;
}

// The order in which the weights are evaluated decides about their last digits, and so about
// regions whose error is at rounding level.  It is that of the published results.
std::vector<SymmetricOrbit> degree_9(int ndim) {
  const double n = ndim;
  const double corners = std::ldexp(1.0, ndim);
  const double *k = degree_9_constants;
  std::vector<SymmetricOrbit> orbits;
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

std::vector<SymmetricOrbit> degree_7(int ndim) {
  const double n = ndim;
  const double corners = std::ldexp(1.0, ndim);
  const double *k = degree_7_constants;
  std::vector<SymmetricOrbit> orbits;
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

}  // namespace

SymmetricRule make_symmetric_rule(int ndim, int key) {
  if (ndim < 1 || ndim > cuhre_max_dimensions)
    throw Failure(CUBOID_BAD_NDIM, "ndim = " + std::to_string(ndim) +
                                       ": cubature rules have 1 to " +
                                       std::to_string(cuhre_max_dimensions) + " dimensions");
  // The rule of 15 points integrates degree 22, and by symmetry 23.
  if (ndim == 1) return {23, {5, 1, 5}, {std::begin(kronrod_orbits), std::end(kronrod_orbits)}};
  if (key == 7) return {7, {5, 1, 5}, degree_7(ndim)};
  if (key != 9 && ndim == 2)
    return {13, {10, 1, 5}, {std::begin(degree_13_orbits), std::end(degree_13_orbits)}};
  if (key != 9 && ndim == 3)
    return {11, {4, .5, 3}, {std::begin(degree_11_orbits), std::end(degree_11_orbits)}};
  return {9, {5, 1, 5}, degree_9(ndim)};
}

}  // namespace cuboid::rule
