// When devices share out the samples of an iteration.
#pragma once

#include <cstdint>

namespace cuboid::engine::group {

/// Samples of an iteration, or points of a lattice, from which on devices share them out: an H200
/// takes about 0.4 ms for them, and what they hand each other takes some 50 us.  With fewer each
/// device works off all of them itself.
inline constexpr std::int64_t samples_worth_sharing = std::int64_t{1} << 22;

}  // namespace cuboid::engine::group
