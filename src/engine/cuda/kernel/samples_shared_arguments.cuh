// What the kernels for samples that many integrals share are given: see samples_shared.cuh.
#pragma once

#include "engine/cuda/kernel/samples_arguments.cuh"
#include "statistics/shared_sum.hpp"

namespace cuboid::engine::cuda {

inline constexpr int shared_threads = 128;  ///< of a block, each with an integral
inline constexpr int shared_tile = 64;      ///< samples in shared memory at once
static_assert(statistics::shared_slice % shared_tile == 0 && shared_tile % 4 == 0);

/// Integrals, by their place in a list.
struct SharedIntegrals {
  const char *userdata;    ///< nullptr: the integrand has its own
  uint64 userdata_stride;  ///< bytes
  const double *scale;     ///< [integrals][ncomp]
  int *aborted;            ///< [integrals]: 1 where the integrand returned -999
};

/// Sums for some of them.  A row of blocks has the places, and each slice of the samples a row.
struct SharedSumming {
  SharedIntegrals integrals;
  const uint32 *which;  ///< [places]: of the integrals; nullptr: all, as they stand
  uint32 places;
  uint64 samples;                  ///< a multiple of 4
  const double *x;                 ///< [samples][ndim]
  const double *weight;            ///< [samples]: of which the integral is the mean
  statistics::SharedSum *sums;     ///< [slices][ncomp][places]
  statistics::SharedCount *count;  ///< [slices][places]
};

/// Of the integrals that the map follows.
struct SharedModels {
  SharedIntegrals integrals;
  uint32 count;
  const float *weight;  ///< [count][ncomp]: of squares
  statistics::HistogramUnit unit;
};

}  // namespace cuboid::engine::cuda
