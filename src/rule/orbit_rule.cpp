#include "rule/orbit_rule.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "rule/face_rule.hpp"
#include "rule/symmetric_rule.hpp"

namespace cuboid::rule {

namespace {

double binomial(int n, int k) {
  double value = 1;
  for (int i = 1; i <= k; ++i) value = value * (n - k + i) / i;
  return value;
}

/// Number of points: positions of the a, positions of the b among the rest, and signs.
std::int64_t orbit_size(int ndim, const Orbit &orbit) {
  return static_cast<std::int64_t>(binomial(ndim, orbit.na) * binomial(ndim - orbit.na, orbit.nb) *
                                   std::ldexp(1.0, orbit.na + orbit.nb));
}

Orbit orbit_of(int ndim, const SymmetricOrbit &source) {
  Orbit orbit;
  orbit.a = source.generator[0];
  orbit.na = source.diagonal
                 ? ndim
                 : static_cast<int>(std::count(source.generator.begin(),
                                               source.generator.begin() + source.nonzero, orbit.a));
  orbit.nb = source.nonzero - orbit.na;
  if (orbit.nb > 0) orbit.b = source.generator[orbit.na];
  std::copy(source.weight.begin(), source.weight.end(), orbit.weight);
  orbit.npoints = orbit_size(ndim, orbit);
  return orbit;
}

bool on_axes(const Orbit &orbit) {
  return orbit.na == 1 && orbit.nb == 0;
}

/// Moves an orbit to the first place after the centre.
void put_first(OrbitRule &rule, int orbit) {
  std::rotate(rule.orbit + 1, rule.orbit + orbit, rule.orbit + orbit + 1);
}

/// Adds the points near the faces, and the null rule that sees them.
void add_face_rule(OrbitRule &rule) {
  SymmetricOrbit face;
  face.nonzero = 1;
  face.generator[0] = face_generator;
  rule.orbit[rule.norbits++] = orbit_of(rule.ndim, face);
  // First of those on the axes, so that the axis of a split is chosen by it.
  put_first(rule, rule.norbits - 1);
  std::vector<Orbit *> orbits;
  std::vector<double> generators;
  for (Orbit &orbit : rule.orbit) {
    if (!on_axes(orbit) || (orbit.weight[0] == 0 && orbit.a != face_generator)) continue;
    orbits.push_back(&orbit);
    generators.push_back(orbit.a);
  }
  const FaceWeights weights = face_weights(rule.ndim, generators);
  rule.orbit[0].weight[face_sum] = weights.centre;
  for (std::size_t i = 0; i < orbits.size(); ++i) orbits[i]->weight[face_sum] = weights.axis[i];
}

/// The first of the orbits on the axes is the outermost, and at degree 7 and 9 the second is the
/// innermost of the two that all rules of those degrees have.
void order_axes(OrbitRule &rule) {
  if (rule.ndim == 1) return;
  if (rule.degree <= 9) {
    if (rule.orbit[2].a < rule.orbit[1].a) put_first(rule, 2);
    add_face_rule(rule);
    return;
  }
  int outermost = 1;
  for (int s = 1; s < rule.norbits; ++s)
    if (on_axes(rule.orbit[s]) && rule.orbit[s].a > rule.orbit[outermost].a) outermost = s;
  put_first(rule, outermost);
}

void scale_null_rules(OrbitRule &rule) {
  const std::span<const Orbit> orbits(rule.orbit, static_cast<std::size_t>(rule.norbits));
  rule.null.norbits = rule.norbits;
  rule.null.face = inverse_norm(orbits, 2, 0);
  for (int s = 0; s < rule.norbits; ++s)
    for (int r = 0; r < 3; ++r) {
      const double *w = rule.orbit[s].weight;
      const double lambda = cancelling_factor(rule.orbit[s], r + 2);
      rule.null.lambda[s][r] = lambda;
      // An orbit without weight takes no part.
      const bool takes_part = w[1] != 0 || w[2] != 0 || w[3] != 0 || w[4] != 0;
      rule.null.nu[s][r] = takes_part ? inverse_norm(orbits, r + 2, lambda) : 0;
    }
}

}  // namespace

OrbitRule make_orbit_rule(int ndim, int key) {
  const SymmetricRule symmetric = make_symmetric_rule(ndim, key);
  OrbitRule rule;
  rule.ndim = ndim;
  rule.degree = symmetric.degree;
  rule.null.decay = symmetric.error.a;
  rule.null.trusted = symmetric.error.b;
  rule.null.plain = symmetric.error.c;
  for (const SymmetricOrbit &source : symmetric.orbits)
    rule.orbit[rule.norbits++] = orbit_of(ndim, source);
  order_axes(rule);
  scale_null_rules(rule);
  for (int s = 0; s < rule.norbits; ++s) {
    rule.npoints += rule.orbit[s].npoints;
    if (on_axes(rule.orbit[s]) && rule.naxis == s - 1) rule.naxis = s;
  }
  const double ratio = rule.orbit[2].a / rule.orbit[1].a;
  rule.difference_ratio = ratio * ratio;
  return rule;
}

std::vector<PointCode> orbit_points(int ndim, const Orbit &orbit) {
  std::vector<PointCode> points;
  points.reserve(static_cast<std::size_t>(orbit.npoints));
  // Kind of each coordinate (0: none, 1: a, 2: b), counted through like digits.
  std::vector<int> kind(ndim, 0);
  const auto emit = [&] {
    std::vector<int> nonzero;
    for (int d = 0; d < ndim; ++d) {
      if (kind[d] != 0) nonzero.push_back(d);
    }
    for (std::uint64_t signs = 0; signs < std::uint64_t{1} << nonzero.size(); ++signs) {
      PointCode code;
      for (std::size_t i = 0; i < nonzero.size(); ++i) {
        const std::uint64_t bits = (signs >> i & 1 ? std::uint64_t{3} : std::uint64_t{1})
                                   << 2 * nonzero[i];
        (kind[nonzero[i]] == 1 ? code.a : code.b) |= bits;
      }
      points.push_back(code);
    }
  };
  const auto place = [&](const auto &self, int d, int na, int nb) -> void {
    if (na + nb > ndim - d) return;
    if (d == ndim) {
      emit();
      return;
    }
    for (int k = 0; k <= 2; ++k) {
      if ((k == 1 && na == 0) || (k == 2 && nb == 0)) continue;
      kind[d] = k;
      self(self, d + 1, na - (k == 1), nb - (k == 2));
    }
    kind[d] = 0;
  };
  place(place, 0, orbit.na, orbit.nb);
  return points;
}

}  // namespace cuboid::rule
