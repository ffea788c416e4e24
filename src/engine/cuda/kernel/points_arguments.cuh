// How the kernel of points.cuh is launched: the same for host and device.
#pragma once

namespace cuboid::engine::cuda {

/// Threads of a block.  Not tuned, since most of the time goes into the integrand and into copies
/// between host and device.
inline constexpr int points_threads = 128;

}  // namespace cuboid::engine::cuda
