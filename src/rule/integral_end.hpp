// How the refinement of an integral ends, and whether a success is proved: what the loop of one
// integral (algorithm/cubature/pagani.cpp) and that of many on a device decide alike.
#pragma once

#ifndef __CUDACC_RTC__
#include <cmath>
#endif

#include "base/hd.hpp"
#include "rule/decision.hpp"

namespace cuboid::rule {

/// The first ones are those of RegionStatus.
enum class IntegralEnd : int {
  interrupted = -1,  ///< from outside, in the midst of it
  running,           ///< it goes on
  converged,
  budget,     ///< another iteration would exceed maxeval
  full,       ///< it needs more regions than there is room for
  final,      ///< no region can be split any further
  done,       ///< a slice of its regions is
  nonfinite,  ///< the integrand returned NaN or infinity
  overflow,   ///< sums are not finite
  aborted,    ///< the integrand returned -999
  large       ///< it will need more regions than there is room for
};

/// What an iteration ends with.  status: what the sums say, or the marking; bad: a value was not
/// finite that is to end the integration; finite: the sums are.
CUBOID_HD inline IntegralEnd end_of_iteration(RegionStatus status, bool bad, bool finite) {
  if (bad) return IntegralEnd::nonfinite;
  return finite ? static_cast<IntegralEnd>(status) : IntegralEnd::overflow;
}

/// What was seen of an integrand.
enum class Seen {
  error,     ///< of a component at least,
  rounding,  ///< or no error but that of rounding,
  zeros      ///< or nothing at all
};

/// value, error: of all components.  rounding: errors of no more than that part of the value are
/// those of rounding.
template <class Numbers>
CUBOID_HD inline Seen what_is_seen(int ncomp, const Numbers &value, const Numbers &error,
                                   double rounding = exact_rounding) {
  Seen seen = Seen::zeros;
  for (int c = 0; c < ncomp; ++c) {
    if (!(error[c] <= rounding * ::fabs(value[c]))) return Seen::error;
    if (value[c] != 0) seen = Seen::rounding;
  }
  return seen;
}

/// What a success rests on.
struct Probed {
  Seen seen;
  int probes;      ///< grids of first regions that were evaluated
  bool refined;    ///< those of the last one were split,
  bool confirmed;  ///< or agree with those of the one before
  long long neval;
};

/// With fewer evaluations, first regions that were not refined prove nothing, and neither do zeros.
struct Proof {
  long long evaluations = 0;
  long long zeros = 0;
};

/// Whether it does not rest on too little.  Else the cube is looked at again with other regions.
CUBOID_HD inline bool is_proved(const Probed &probed, const Proof &proof) {
  if (probed.seen == Seen::zeros) return probed.probes > 1 && probed.neval >= proof.zeros;
  if (probed.refined || probed.confirmed) return true;
  return probed.probes == 1 && probed.neval >= proof.evaluations && probed.seen == Seen::error;
}

}  // namespace cuboid::rule
