// Sums lattices of many integrals in one launch: each has some blocks, whose warps take a group of
// points as where the device has one lattice alone, so that the bits are the same.
#pragma once

#include "engine/cuda/kernel/integrand_of.cuh"
#include "engine/cuda/kernel/lattice.cuh"
#include "engine/cuda/kernel/lattice_many_arguments.cuh"

namespace cuboid::engine::cuda {

/// The job of a block: the last one that begins with it or before.
__device__ __forceinline__ uint32 job_of_block(const LatticeManyArguments &many, uint32 block) {
  uint32 first = 0;
  uint32 end = many.count;
  while (end - first > 1) {
    const uint32 middle = (first + end) / 2;
    if (many.jobs[middle].first_block <= block)
      first = middle;
    else
      end = middle;
  }
  return first;
}

/// For all threads of a block.
__device__ __forceinline__ void set_arguments(const LatticeManyArguments &many, uint32 number,
                                              LatticeArguments &arguments) {
  const LatticeManyJob &job = many.jobs[number];
  const uint64 *const words = many.words + job.words;
  for (uint32 axis = threadIdx.x; axis < many.ndim; axis += blockDim.x) {
    arguments.generator[axis] = words[axis];
    arguments.fine[axis] = words[many.ndim + axis];
    arguments.transform[axis] = static_cast<map::Transform>(words[2 * many.ndim + axis]);
  }
  if (threadIdx.x != 0) return;
  arguments.shift = words + 3 * many.ndim;
  arguments.smooth = job.smooth < 0 ? nullptr : many.smooth + job.smooth;
  arguments.box = many.box == nullptr ? nullptr : many.box + job.integral * many.boxes * many.ndim;
  arguments.group_sums = many.group_sums + job.group_sums;
  arguments.nonfinite = many.nonfinite + number;
  arguments.unit = job.unit;
  arguments.chunks = statistics::lattice_chunks(job.points);
  arguments.first_group = job.first_group;
  arguments.end_group = job.end_group;
  arguments.stretch = {0, arguments.chunks.length()};
  arguments.chunk_sums = nullptr;
}

template <class Integrand, int ndim, int ncomp>
__device__ __forceinline__ void sum_lattices_of_many(const Integrand &common,
                                                     const LatticeManyArguments &many) {
  __shared__ LatticeArguments arguments;
  const uint32 number = job_of_block(many, blockIdx.x);
  const LatticeManyJob &job = many.jobs[number];
  set_arguments(many, number, arguments);
  __syncthreads();
  const auto sum = [&](const Integrand &integrand) {
    sum_lattice<Integrand, ndim, ncomp, GeneralLattice<true>>(integrand, arguments,
                                                              blockIdx.x - job.first_block);
  };
  if constexpr (requires { common.from_slot(uint64{}); }) {
    sum(common.from_slot(many.rows[number]));
  } else {
    const char *const block =
        many.userdata == nullptr ? nullptr : many.userdata + job.integral * many.userdata_stride;
    sum(integrand_of(common, block, many.aborted + job.integral));
  }
}

/// variant: always 0.
template <class Integrand, int ndim, int ncomp, int variant>
__global__ void __launch_bounds__(lattice_threads)
    lattice_many_kernel(const __grid_constant__ Integrand integrand,
                        const __grid_constant__ LatticeManyArguments many) {
  sum_lattices_of_many<Integrand, ndim, ncomp>(integrand, many);
}

}  // namespace cuboid::engine::cuda

CUBOID_KERNELS(lattice_many, lattice_many_kernel, 1,
               ndim <= lattice_ndim_limit && ncomp <= lattice_ncomp_limit)
