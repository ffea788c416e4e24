// Integrals with known values, of the families that the literature on integrators uses.
#pragma once

#include <string>
#include <vector>

#include "cuboid.h"

namespace cuboid_test {

struct ReferenceIntegral {
  const char *id;  ///< family, dimensions, number of the draw
  int ndim;
  int ncomp;
  std::vector<double> lower, upper;  ///< [ndim]
  cuboid_function function;          ///< without state: it ignores userdata
  std::vector<double> value;         ///< [ncomp] correct to the last digit of a double
  /// Integral of the absolute value, largest over the components: the scale of rounding errors, and
  /// what an error is to be compared with where the value is zero or tiny.
  double magnitude;
  std::vector<std::string> traits;  ///< c0, discontinuous, singular, needle, ...

  bool has(const std::string &trait) const {
    for (const std::string &own : traits)
      if (own == trait) return true;
    return false;
  }
};

/// 1 to 10 dimensions; all families of Genz, the suites of Cuba, PAGANI and m-Cubes, vectors,
/// singular and misleading functions.
const std::vector<ReferenceIntegral> &reference_integrals();

/// The integral of that name; throws std::out_of_range if there is none.
const ReferenceIntegral &reference_integral(const std::string &id);

}  // namespace cuboid_test
