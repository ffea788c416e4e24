// What an integration is to reach, and what it may cost.
#pragma once

#include <cstdint>

namespace cuboid {

struct Goal {
  double epsrel = 1e-3;            ///< relative accuracy
  double epsabs = 0;               ///< absolute accuracy; the larger of the two tolerances counts
  std::int64_t mineval = 0;        ///< least number of evaluations
  std::int64_t maxeval = 1000000;  ///< evaluations after which no new work is begun
};

}  // namespace cuboid
