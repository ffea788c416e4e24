// Where and how Suave bisects a region.
#pragma once

#include <cstdint>

#include "cuba/suave/fluctuation.hpp"
#include "cuba/suave/region.hpp"

namespace cuboid::algorithm::suave_parts {

/// What decides on a bisection besides the samples.
struct SplitRule {
  int ndim = 0;
  int ncomp = 0;
  double epsrel = 0;
  double epsabs = 0;  ///< > 0
  double flatness = 0;
  FluctuationCap cap = FluctuationCap::from_above;
  std::int64_t nnew = 0;
  std::int64_t least = 0;  ///< samples of a half
};

struct Split {
  int axis = 0;
  std::int64_t lower_samples = 0;
  std::int64_t upper_samples = 0;
};

/// Takes the axis along which the fluctuation of the component in the halves is least, and shares
/// out the new samples by it.  integral, error: of the component in the region.
Split choose_split(const Region &region, const SplitRule &rule, int component, double integral,
                   double error);

/// Moves the grids of the region to where its newest set has the largest values.  scale: [ncomp]
/// factors that make the components comparable.
void refine_grids(Region &region, int ncomp, const double *scale, bool smooth);

}  // namespace cuboid::algorithm::suave_parts
