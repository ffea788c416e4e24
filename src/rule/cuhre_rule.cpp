#include "rule/cuhre_rule.hpp"

#include <algorithm>

#include "rule/face_rule.hpp"
#include "rule/region_estimate.hpp"

namespace cuboid::rule {

namespace {

std::uint8_t generator_index(CuhreRule &rule, double value) {
  const auto found = std::find(rule.generators.begin(), rule.generators.end(), value);
  const auto index = found - rule.generators.begin();
  if (found == rule.generators.end()) rule.generators.push_back(value);
  return static_cast<std::uint8_t>(index);
}

// Permutations in ascending order of the tuple read from the last coordinate to the first.
void place(CuhreRule &rule, CuhreOrbit &orbit) {
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
  orbit.npoints = static_cast<std::int64_t>(orbit.supports.size()) << orbit.nonzero;
}

// The points near the faces stand before the outer ones on the axes, so that the fourth differences
// are taken with them.
void add_face_rule(CuhreRule &rule) {
  rule.face = inverse_norm(rule.orbits, 2, 0);
  CuhreOrbit face;
  face.nonzero = 1;
  face.generator[0] = face_generator;
  place(rule, face);
  rule.points += face.npoints;
  rule.orbits.insert(rule.orbits.begin() + 2, face);
  rule.diagonal_generator.insert(rule.diagonal_generator.begin() + 2, -1);
  std::vector<CuhreOrbit *> orbits;
  std::vector<double> generators;
  for (CuhreOrbit &orbit : rule.orbits) {
    if (orbit.nonzero != 1 || orbit.diagonal) continue;
    orbits.push_back(&orbit);
    generators.push_back(orbit.generator[0]);
  }
  const FaceWeights weights = face_weights(rule.ndim, generators);
  rule.orbits[0].weight[face_sum] = weights.centre;
  for (std::size_t i = 0; i < orbits.size(); ++i) orbits[i]->weight[face_sum] = weights.axis[i];
}

}  // namespace

CuhreRule make_cuhre_rule(int ndim, int key, bool faces) {
  CuhreRule rule;
  rule.ndim = ndim;
  const SymmetricRule symmetric = make_symmetric_rule(ndim, key);
  rule.degree = symmetric.degree;
  rule.error = symmetric.error;
  for (const SymmetricOrbit &source : symmetric.orbits) {
    CuhreOrbit &orbit = rule.orbits.emplace_back();
    orbit.nonzero = source.nonzero;
    orbit.diagonal = source.diagonal;
    orbit.generator = source.generator;
    std::copy(source.weight.begin(), source.weight.end(), orbit.weight.begin());
    rule.diagonal_generator.push_back(-1);
    if (orbit.diagonal) {
      rule.diagonal_generator.back() = generator_index(rule, orbit.generator[0]);
      orbit.npoints = std::int64_t{1} << ndim;
    } else {
      place(rule, orbit);
    }
    rule.points += orbit.npoints;
  }
  for (CuhreOrbit &orbit : rule.orbits)
    for (int r = 0; r < null_pairs; ++r) {
      orbit.lambda[r] = cancelling_factor(orbit, r + 2);
      orbit.nu[r] = inverse_norm(rule.orbits, r + 2, orbit.lambda[r]);
    }
  if (faces) add_face_rule(rule);
  return rule;
}

}  // namespace cuboid::rule
