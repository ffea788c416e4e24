// What the kernels of the lattice engine are given: plain structs, the same for host and device.
#pragma once

#include "base/hd.hpp"
#include "base/words.hpp"
#include "map/interval.hpp"
#include "map/periodise.hpp"
#include "map/smooth_map.hpp"
#include "statistics/lattice_chunks.hpp"

namespace cuboid::engine::cuda {

inline constexpr int lattice_ndim_limit = 64;
inline constexpr int lattice_ncomp_limit = 32;

/// The kernels: one for each map::Transform in the unit cube, and those for any.
inline constexpr int general_lattice = map::transform_count;
inline constexpr int boxed_lattice = general_lattice + 1;
inline constexpr int lattice_variants = boxed_lattice + 1;

/// Threads of a block: a multiple of the chunks of a group, since a warp takes a group.  64 and 256
/// take as long (gpu_launch.txt).
inline constexpr int lattice_threads = 128;

/// Points with NaN or infinity.
struct LatticeNonfinite {
  uint64 count;
  uint64 first;  ///< numbered through all shifts
};

/// One launch: some groups of the shifts of a lattice.  Pointers are to device memory.
struct LatticeArguments {
  const uint64 *shift;            ///< [shifts][ndim]
  const map::SmoothAxis *smooth;  ///< [ndim]; nullptr: none
  const map::Interval *box;       ///< [ndim]; nullptr: the unit cube
  double *group_sums;             ///< [shifts][ncomp][groups]
  LatticeNonfinite *nonfinite;
  uint64 first_group;  ///< numbered through all shifts
  uint64 end_group;
  double unit;  ///< factor of the weights
  statistics::LatticeChunks chunks;
  // Around a batch function a launch has a stretch of each chunk, and goes on with the sums of
  // those before it: so all chunks are under way at once, in little memory.
  statistics::LatticeStretch stretch;
  double *chunk_sums;  ///< [chunks of the groups][ncomp]; nullptr: there is one stretch
  uint64 generator[lattice_ndim_limit];
  uint64 fine[lattice_ndim_limit];  ///< see rng::lattice_place
  map::Transform transform[lattice_ndim_limit];
};

}  // namespace cuboid::engine::cuda
