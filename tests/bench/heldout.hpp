// Integrals of families that no constant of the library was chosen on, with random parameters.
#pragma once

#include <string>
#include <vector>

#include "reference/integrals.hpp"

namespace cuboid_test {

struct HeldoutIntegral {
  ReferenceIntegral integral;  ///< its function reads userdata
  std::string id;
  std::vector<double> userdata;
  /// The part of the cube that carries the integral: (integral of |f|)^2 / integral of f^2.
  double support;
};

/// Names: heldout_a_box_d05_0 and so on, with two halves a and b, the family, the dimensions and
/// the number of the draw.
const std::vector<HeldoutIntegral> &heldout_integrals();

}  // namespace cuboid_test
