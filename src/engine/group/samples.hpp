// When devices share out the samples of an iteration.
#pragma once

#include <cstdint>

namespace cuboid::engine::group {

/// Samples of an iteration, or points of a lattice, from which on devices share them out: an H200
/// takes about 0.4 ms for them, and what they hand each other takes some 50 us.  With fewer each
/// device works off all of them itself.
inline constexpr std::int64_t samples_worth_sharing = std::int64_t{1} << 22;

/// Whether a rank that has worked for so many seconds on its range, and then exchanged samples,
/// would not have done all of it sooner.
inline bool sharing_samples_pays(double work, double exchange, int ranks) {
  return exchange < work * (ranks - 1);
}

}  // namespace cuboid::engine::group
