// The fully symmetric rules (symmetric_rule.hpp) in the form that is applied to lists of regions,
// on the host and on devices: orbit by orbit, the integrand's sum over an orbit is multiplied by
// the weights of that orbit.
#pragma once

#include <cstdint>
#include <vector>

#include "rule/region_estimate.hpp"

namespace cuboid::rule {

/// The points with `na` coordinates +-a, `nb` coordinates +-b and the others 0, in the cube
/// [-1/2, 1/2]^ndim.
struct Orbit {
  int na = 0;
  int nb = 0;
  double a = 0;
  double b = 0;
  double weight[nsums] = {};
  std::int64_t npoints = 0;
};

struct OrbitRule {
  int ndim = 0;
  int degree = 0;
  int norbits = 0;
  std::int64_t npoints = 0;
  Orbit orbit[max_orbits];
  /// Orbits 1 to naxis have their points on the axes; those of orbit 1, the outermost, and of
  /// orbit 2 give the fourth differences that choose the axis of a split.
  int naxis = 0;
  double difference_ratio = 0;  ///< (a of orbit 2 / a of orbit 1)^2
  NullRules null;
};

/// ndim, key: see make_symmetric_rule.  The rules of degree 7 and 9 have a null rule besides that
/// sees the faces.
OrbitRule make_orbit_rule(int ndim, int key);

/// One point of an orbit: two bits a coordinate, 1 for +, 3 for -, 0 for none, for each generator.
struct PointCode {
  std::uint64_t a = 0;
  std::uint64_t b = 0;
};

/// All points of an orbit; a point and the one with the last sign changed are neighbours.
std::vector<PointCode> orbit_points(int ndim, const Orbit &orbit);

}  // namespace cuboid::rule
