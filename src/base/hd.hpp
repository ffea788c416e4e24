// Marks functions that are compiled for the host and, under nvcc, for the device as well.
#pragma once

#ifdef __CUDACC__
#define CUBOID_HD __host__ __device__
#else
#define CUBOID_HD
#endif

// Instead of CUBOID_HD and inline: for the functions that the kernels of simd/ use as well.
// They are part of each caller, and no copy is left among which the linker could choose one with
// instructions that the processor does not have.
#ifdef __CUDACC__
#define CUBOID_HD_INLINED CUBOID_HD __forceinline__
#else
#define CUBOID_HD_INLINED inline __attribute__((always_inline))
#endif
