// What line takes from a call.
#pragma once

#include "algorithm/line/line.hpp"
#include "engine/engine.hpp"

namespace cuboid::router {

/// lower, upper: nullptr: the unit interval.
inline algorithm::LineOptions line_options(const double *lower, const double *upper,
                                           engine::Nonfinite policy, Probing probing,
                                           bool distances) {
  algorithm::LineOptions options;
  options.probing = probing;
  options.distances = distances;
  if (lower != nullptr) {
    options.lower = *lower;
    options.upper = *upper;
  }
  options.stop_at_nonfinite = policy == engine::Nonfinite::stop;
  return options;
}

}  // namespace cuboid::router
