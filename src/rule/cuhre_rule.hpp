// The fully symmetric rules in the form that gives the points of a region to the host.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "rule/symmetric_rule.hpp"
#include "simd/kernels.hpp"

namespace cuboid::rule {

inline constexpr int null_pairs = 3;

/// An orbit of a symmetric rule with its points, and with what its null rules are multiplied by.
struct CuhreOrbit {
  int nonzero = 0;
  bool diagonal = false;
  std::array<double, simd::max_nonzero> generator{};  ///< nonzero values, falling
  std::array<double, 8> weight{};                     ///< basic rule, four null rules, faces, zeros
  std::int64_t npoints = 0;
  /// For a nonzero number up to 3: where the coordinates stand, permutation by permutation.
  std::vector<simd::Support> supports;
  std::array<double, null_pairs> lambda{};  ///< factors that cancel one null rule by the next
  std::array<double, null_pairs> nu{};      ///< 1 over the norm of the combination
};

/// A rule on the cube [-1/2, 1/2]^ndim, weights for volume 1.
struct CuhreRule {
  int ndim = 0;
  int degree = 0;
  std::int64_t points = 0;
  std::vector<CuhreOrbit> orbits;  ///< the first three: centre and two axis orbits
  std::vector<double> generators;  ///< distinct nonzero values; Support::generator counts these
  std::vector<int>
      diagonal_generator;  ///< [orbits] index of the value of a diagonal orbit, else -1
  ErrorConstants error{};
  /// Makes the null rule of the faces (face_rule.hpp) comparable with the first; 0: there is none.
  double face = 0;
};

/// ndim, key: see make_symmetric_rule.  faces: with points near the faces, and the null rule that
/// sees them, whose sum is at face_sum (region_estimate.hpp).
CuhreRule make_cuhre_rule(int ndim, int key, bool faces = false);

}  // namespace cuboid::rule
