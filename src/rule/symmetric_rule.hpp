// The fully symmetric rules of DCUHRE, as lists of orbits with their weights.  Genz and Malik, SIAM
// J. Numer. Anal. 20 (1983) 580; Berntsen, Espelid and Genz, ACM TOMS 17 (1991) 437 and 452
// (Algorithm 698).  Two evaluators make their own forms of them: CuhreRule for points on the host,
// OrbitRule for lists of regions.
#pragma once

#include <array>
#include <cmath>
#include <vector>

namespace cuboid::rule {

/// Of all these rules, and so of the methods that use them: an orbit of 2^ndim points is in each.
inline constexpr int cuhre_max_dimensions = 20;

/// All points that follow from one generator by permutation and change of sign.
struct SymmetricOrbit {
  /// Nonzero coordinates: 0 to 3, or diagonal: all of them, with the same value.
  int nonzero = 0;
  std::array<double, 3> generator{};  ///< nonzero values, falling; of a diagonal: one
  std::array<double, 5> weight{};     ///< basic rule, four null rules
  bool diagonal = false;
};

/// How the null rules give the error: b N_1 if a N_1 <= N_2 and a N_2 <= N_3, else c times the
/// largest.
struct ErrorConstants {
  double a = 0;
  double b = 0;
  double c = 0;
};

/// A rule on the cube [-1/2, 1/2]^ndim, weights for volume 1.
struct SymmetricRule {
  int degree = 0;
  ErrorConstants error;
  std::vector<SymmetricOrbit> orbits;  ///< the centre, those on the axes, the others
};

/// ndim: 1 to cuhre_max_dimensions, else Failure(CUBOID_BAD_NDIM).  key: 7, 9, 11 (3 dimensions),
/// 13 (2 dimensions); for others the highest degree that the dimension has.  In one dimension, for
/// every key, the Gauss-Kronrod rule of 15 points (A. S. Kronrod, Nodes and weights of quadrature
/// formulas, 1965) with null rules of degree 13, 11, 9 and 7 that are orthogonal and of the rule's
/// norm: Berntsen and Espelid, ACM TOMS 17 (1991) 233.
SymmetricRule make_symmetric_rule(int ndim, int key);

/// What the null rule before is multiplied by so that its sum with null rule r has no weight on an
/// orbit: section 3 of ACM TOMS 17 (1991) 437.
template <class Orbit>
double cancelling_factor(const Orbit &orbit, int r) {
  constexpr double uncancelled = 100;
  return orbit.weight[r - 1] == 0 ? uncancelled : -orbit.weight[r] / orbit.weight[r - 1];
}

/// 1 over the norm, the sum of the absolute weights, of null rule r plus lambda times the one
/// before.
template <class Orbits>
double inverse_norm(const Orbits &orbits, int r, double lambda) {
  double norm = 0;
  for (const auto &orbit : orbits)
    norm += static_cast<double>(orbit.npoints) *
            std::fabs(orbit.weight[r] + lambda * orbit.weight[r - 1]);
  return 1 / norm;
}

}  // namespace cuboid::rule
