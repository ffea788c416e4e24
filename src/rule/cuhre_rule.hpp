// The fully symmetric rules of DCUHRE: Genz and Malik, SIAM J. Numer. Anal. 20 (1983) 580;
// Berntsen, Espelid and Genz, ACM TOMS 17 (1991) 437 and 452 (Algorithm 698).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "simd/kernels.hpp"

namespace cuboid::rule {

inline constexpr int null_pairs = 3;

/// All points that follow from one generator by permutation and change of sign.
struct Orbit {
  /// Nonzero coordinates: 0 to 3, or diagonal: all of them, with the same value.
  int nonzero = 0;
  bool diagonal = false;
  std::array<double, simd::most_nonzero> generator{};  ///< nonzero values, falling
  std::array<double, 8> weight{};                      ///< basic rule, four null rules, zeros
  std::int64_t points = 0;
  /// For a nonzero number up to 3: where the coordinates stand, permutation by permutation.
  std::vector<simd::Support> supports;
  std::array<double, null_pairs> lambda{};  ///< factors that cancel one null rule by the next
  std::array<double, null_pairs> nu{};      ///< 1 over the norm of the combination
};

/// How the null rules give the error: b N_1 if a N_1 <= N_2 and a N_2 <= N_3, else c times the
/// largest.
struct ErrorConstants {
  double a;
  double b;
  double c;
};

/// A rule on the cube [-1/2, 1/2]^ndim, weights for volume 1.
struct CuhreRule {
  int ndim = 0;
  int degree = 0;
  std::int64_t points = 0;
  std::vector<Orbit> orbits;       ///< the first three: centre and two axis orbits
  std::vector<double> generators;  ///< distinct nonzero values; Support::generator counts these
  std::vector<int>
      diagonal_generator;  ///< [orbits] index of the value of a diagonal orbit, else -1
  ErrorConstants error{};
};

inline constexpr int cuhre_most_dimensions = 20;

/// ndim: 1 to 20.  key: 7, 9, 11 (3 dimensions), 13 (2 dimensions); for others the highest degree
/// that the dimension has.  In one dimension, for every key, the Gauss-Kronrod rule of 15 points
/// with null rules of degree 13, 11, 9 and 7 that are orthogonal and of the rule's norm: Berntsen
/// and Espelid, ACM TOMS 17 (1991) 233.
CuhreRule make_cuhre_rule(int ndim, int key);

}  // namespace cuboid::rule
