// Places, evaluates and sums the points of lattices: a thread takes a chunk, and a warp a group of
// them.  See src/statistics/lattice_chunks.hpp for the order of the sums.
#pragma once

#include "base/fused.hpp"
#include "base/magnitude.hpp"
#include "base/words.hpp"
#include "engine/cuda/kernel/batched_function.cuh"
#include "engine/cuda/kernel/lattice_arguments.cuh"
#include "engine/cuda/kernel/variants.cuh"
#include "map/periodise.hpp"
#include "map/smooth_map.hpp"
#include "rng/lattice_place.hpp"
#include "statistics/lattice_chunks.hpp"
#include "statistics/side_by_side.hpp"

namespace cuboid::engine::cuda {

/// Axes of a point that are worked on together.  A rare path stays a loop: unrolled, it takes as
/// long to compile as the other.
template <int ndim, bool rare>
inline constexpr int axes_together = rare || ndim > 8 ? 1 : ndim;

/// One transform for all axes of the unit cube.
template <map::Transform transform>
struct PlainLattice {
  static constexpr bool has_one_loop = false;

  template <int ndim, bool rare>
  static __device__ __forceinline__ double place(const LatticeArguments &arguments,
                                                 const uint64 *fixed, double *x) {
    double weight = 1;
#pragma unroll(rare ? 1 : ndim)
    for (int axis = 0; axis < ndim; ++axis) {
      const map::Periodised point = map::periodised<transform>(map::unit_fraction(fixed[axis]));
      x[axis] = point.x;
      if constexpr (transform != map::Transform::none && transform != map::Transform::baker)
        weight *= point.weight;
    }
    return weight * arguments.unit;
  }
};

/// Any transforms, with the smooth map if there is one, and if there may be, with the box, whose
/// divisions take long to compile.  With one loop, which takes less time to compile, the kernel of
/// a box is slower.
template <bool boxed>
struct GeneralLattice {
  static constexpr bool has_one_loop = !boxed;

  template <int ndim, bool rare>
  static __device__ __forceinline__ double place(const LatticeArguments &arguments,
                                                 const uint64 *fixed, double *x) {
    double weight = 1;
    double jacobians = 1;
#pragma unroll(axes_together <ndim, rare>)
    for (int axis = 0; axis < ndim; ++axis) {
      map::Periodised point =
          map::periodised(arguments.transform[axis], map::unit_fraction(fixed[axis]));
      weight *= point.weight;
      if (arguments.smooth != nullptr) {
        point = map::smoothly_mapped(arguments.smooth[axis], point.x);
        weight *= point.weight;
      }
      if (boxed && arguments.box != nullptr) {
        double jacobian;
        point.x = arguments.box[axis].map(point.x, jacobian);
        jacobians *= jacobian;
      }
      x[axis] = point.x;
    }
    return weight * arguments.unit * jacobians;
  }
};

/// The chunk of a thread.
template <class Integrand, int ndim, int ncomp, class Places>
struct LatticeChunk {
  const Integrand &integrand;
  const LatticeArguments &arguments;
  uint64 group;  ///< numbered through all shifts
  uint64 begin;  ///< its first point, of the shift
  uint64 shift;

  double sum[ncomp];

  /// Of the points that are worked off.
  __device__ __forceinline__ uint64 first() const {
    return is_batched<Integrand> ? arguments.stretch.first : 0;
  }
  __device__ __forceinline__ uint32 count() const {
    return static_cast<uint32>(is_batched<Integrand> ? arguments.stretch.in_chunk(length())
                                                     : length());
  }

  /// Where the sums of a stretch stand for the next one.
  __device__ __forceinline__ double *kept_sums() const {
    const uint64 chunk =
        (group - arguments.first_group << statistics::lattice_chunks_per_group_bits) + lane();
    return arguments.chunk_sums + chunk * ncomp;
  }

  __device__ __forceinline__ void start(uint64 *fixed) {
    const uint64 run = rng::lattice_run(begin, arguments.chunks.length_bits);
#pragma unroll
    for (int axis = 0; axis < ndim; ++axis)
      fixed[axis] = rng::lattice_place(begin, run, arguments.generator[axis], arguments.fine[axis],
                                       arguments.shift[shift * ndim + axis]);
    if constexpr (is_batched<Integrand>) {
#pragma unroll
      for (int axis = 0; axis < ndim; ++axis) fixed[axis] += first() * arguments.generator[axis];
    }
#pragma unroll
    for (int c = 0; c < ncomp; ++c) sum[c] = first() == 0 ? 0 : kept_sums()[c];
  }

  /// The last one of a shift may be shorter.
  __device__ __forceinline__ uint64 length() const {
    const uint64 left = arguments.chunks.points - begin;
    return left < arguments.chunks.length() ? left : arguments.chunks.length();
  }

  static __device__ __forceinline__ void advance(const LatticeArguments &arguments, uint64 *fixed) {
#pragma unroll
    for (int axis = 0; axis < ndim; ++axis) fixed[axis] += arguments.generator[axis];
  }

  /// Where sums are not finite, they are added up once more, and NaN and infinity among the values
  /// count as zero.
  __device__ __forceinline__ void run() {
    if constexpr (Places::has_one_loop) {
      // A second one, with the integrand in it, would take as long to compile as the first.
      bool carefully = false;
#pragma unroll 1
      while (!sum_up<false>(carefully) && !carefully && !places_points(integrand)) carefully = true;
    } else {
      if (!sum_up<false>(false) && !places_points(integrand)) sum_up_carefully();
    }
  }

  __device__ __noinline__ void sum_up_carefully() {
    sum_up<true>(true);
  }

  /// Says whether the sums are finite.
  template <bool rare>
  __device__ __forceinline__ bool sum_up(bool carefully) {
    uint64 fixed[ndim];
    start(fixed);
    const uint32 end = count();
    if constexpr (Places::has_one_loop) {
#pragma unroll 1
      for (uint32 i = 0; i < end; ++i) add_point<rare>(i, fixed, carefully);
    } else {
      for (uint32 i = 0; i < end; ++i) add_point<rare>(i, fixed, carefully);
    }
    bool finite = true;
#pragma unroll
    for (int c = 0; c < ncomp; ++c) finite = finite && upper_word(sum[c]) < infinite_word;
    return finite;
  }

  /// i: the number of the point among those that are worked off, as below.
  template <bool rare>
  __device__ __forceinline__ void add_point(uint32 i, uint64 *fixed, bool carefully) {
    double x[ndim];
    double f[ncomp];
    double weight = Places::template place<ndim, rare>(arguments, fixed, x);
    evaluate_in_slot(integrand, slot(i), x, f);
    if (carefully) leave_out_nonfinite(i, f, weight);
#pragma unroll
    for (int c = 0; c < ncomp; ++c) sum[c] = fused(f[c], weight, sum[c]);
    advance(arguments, fixed);
  }

  __device__ __forceinline__ void leave_out_nonfinite(uint32 i, double *f, double &weight) const {
    bool finite = true;
#pragma unroll
    for (int c = 0; c < ncomp; ++c) finite = finite && upper_word(f[c] * weight) < infinite_word;
    if (finite) return;
    weight = 0;
#pragma unroll
    for (int c = 0; c < ncomp; ++c) f[c] = 0;
    count_nonfinite(number(i));
  }

  /// Of a point of the chunk, numbered through all shifts.
  __device__ __forceinline__ uint64 number(uint64 i) const {
    return shift * arguments.chunks.points + begin + first() + i;
  }

  __device__ __forceinline__ uint32 lane() const {
    return static_cast<uint32>((begin >> arguments.chunks.length_bits) %
                               statistics::lattice_chunks_per_group);
  }

  /// Where a batch function has that point.
  __device__ __forceinline__ uint64 slot(uint64 i) const {
    return arguments.stretch.place(arguments.chunks, arguments.first_group, group, lane(), i);
  }

  __device__ __forceinline__ void count_nonfinite(uint64 number) const {
    atomicAdd(&arguments.nonfinite->count, uint64{1});
    atomicMin(&arguments.nonfinite->first, number);
  }
};

/// block: of those that sum this lattice.
template <class Integrand, int ndim, int ncomp, class Places>
__device__ __forceinline__ void sum_lattice(const Integrand &integrand,
                                            const LatticeArguments &arguments, uint32 block) {
  constexpr uint32 lanes = statistics::lattice_chunks_per_group;
  const uint32 lane = threadIdx.x % lanes;
  const statistics::LatticeChunks chunks = arguments.chunks;
  const uint64 group =
      arguments.first_group + uint64{block} * (lattice_threads / lanes) + threadIdx.x / lanes;
  if (group >= arguments.end_group) return;  // The whole warp.
  const uint64 of_shift = group % chunks.groups();
  const uint64 shift = group / chunks.groups();
  const uint64 begin = (of_shift << chunks.group_bits()) + (uint64{lane} << chunks.length_bits);
  LatticeChunk<Integrand, ndim, ncomp, Places> chunk{integrand, arguments, group, begin, shift, {}};
  // A small lattice has fewer chunks than a group has room for.
  if (begin < chunks.points) {
    chunk.run();
    if (is_batched<Integrand> && !places_points(integrand) && arguments.chunk_sums != nullptr) {
#pragma unroll
      for (int c = 0; c < ncomp; ++c) chunk.kept_sums()[c] = chunk.sum[c];
    }
  }
  __syncwarp();
#pragma unroll
  for (int c = 0; c < ncomp; ++c) {
    double sum = chunk.sum[c];
#pragma unroll
    for (uint32 step = 1; step < lanes; step *= 2) sum += __shfl_xor_sync(0xFFFFFFFFu, sum, step);
    if (lane == 0)
      arguments.group_sums[(shift * ncomp + static_cast<uint32>(c)) * chunks.groups() + of_shift] =
          sum;
  }
}

/// The places of one of the kernels.
template <int variant>
struct LatticePlaces : PlainLattice<static_cast<map::Transform>(variant)> {};
template <>
struct LatticePlaces<general_lattice> : GeneralLattice<false> {};
template <>
struct LatticePlaces<boxed_lattice> : GeneralLattice<true> {};

/// variant: of lattice_arguments.cuh.
template <class Integrand, int ndim, int ncomp, int variant>
__global__ void __launch_bounds__(lattice_threads)
    lattice_kernel(const Integrand integrand, const __grid_constant__ LatticeArguments arguments) {
  sum_lattice<Integrand, ndim, ncomp, LatticePlaces<variant>>(integrand, arguments, blockIdx.x);
}

}  // namespace cuboid::engine::cuda

CUBOID_KERNELS(lattice, lattice_kernel, lattice_variants,
               ndim <= lattice_ndim_limit && ncomp <= lattice_ncomp_limit)
