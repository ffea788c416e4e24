// Whether the greatest values that samples have met have a limit.
//
// A power singularity |x - c|^-a with a >= 1/2 has an infinite variance, of which samples that have
// not come near to it show nothing: their sums are too small, and so is the spread of the sums. But
// from the greatest of their values it can be climbed: whenever the distance falls to a third, the
// value grows by 3^a, without end, where peaks, kinks and jumps come to an end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "cuba/divonne/evaluations.hpp"
#include "cuba/divonne/region.hpp"

namespace cuboid::algorithm::divonne_detail {

/// A point from which to climb.
struct Summit {
  double size = 0;    ///< by which it was chosen; 0: there is none
  double height = 0;  ///< |value|
  std::size_t component = 0;
  std::vector<double> x;
  const Box *box = nullptr;  ///< the region that it was met in
};

/// Evaluations for a climb from one point.
std::int64_t points_of_climb(int ndim);

/// Whether a value grows from one of the points along one of the axes, on which the other
/// coordinates stay, like a power whose square has no integral.  A power of the radius in several
/// dimensions does not, and may have a variance.
bool grows_without_limit(const std::vector<Summit> &from, Evaluations &evaluations);

}  // namespace cuboid::algorithm::divonne_detail
