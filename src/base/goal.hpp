// What an integration is to reach, and what it may cost.
#pragma once

#include <cstdint>

namespace cuboid {

/// Evaluations without which an integrand whose values were all zero is not called zero by the
/// native methods.  A part of the volume of 1 / 10000 is missed by so many random points with a
/// probability of e^-10.
inline constexpr std::int64_t least_for_zero = 100000;

struct Goal {
  double epsrel = 1e-3;            ///< relative accuracy
  double epsabs = 0;               ///< absolute accuracy; the larger of the two tolerances counts
  std::int64_t mineval = 0;        ///< least number of evaluations
  std::int64_t maxeval = 1000000;  ///< evaluations after which no new work is begun
};

}  // namespace cuboid
