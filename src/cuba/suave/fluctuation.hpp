// How strongly the integrand fluctuates in the halves of a region.
#pragma once

#include <vector>

#include "cuba/suave/region.hpp"

namespace cuboid::algorithm::suave_parts {

/// Sums of phi^flatness over the samples in the halves of a region along one axis.  They may lie
/// beyond the range of double.
struct HalfSums {
  long double lower = 0;
  long double upper = 0;
};

/// What one sample contributes: phi = 1 + |weight| (f - integral)^2 / (error max(|integral|,
/// error)), with a cap that keeps phi^flatness within the range of long double.
struct FluctuationMeasure {
  int component = 0;
  double integral = 0;  ///< of the component in the region
  double error = 0;     ///< > 0
  double flatness = 0;  ///< > 0
};

/// What is done with a sum at each sample that is added, so that it stays in the range of long
/// double.
enum class FluctuationCap {
  /// The smaller of the sum and the cap.
  from_above,
  /// The larger of the two, as in Cuba 4.2: the sum over any samples is the cap, unless powers are
  /// so large that they count beside it, and it may overflow.
  from_below,
};

/// One element for each axis.
std::vector<HalfSums> fluctuation_sums(const Region &region, int ncomp,
                                       const FluctuationMeasure &measure, FluctuationCap cap);

}  // namespace cuboid::algorithm::suave_parts
