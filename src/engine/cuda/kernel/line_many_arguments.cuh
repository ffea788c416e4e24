// What the kernel for lists of one-dimensional integrals is given: see line_many.cuh.
#pragma once

#include "base/words.hpp"
#include "rule/line_step.hpp"

namespace cuboid::engine::cuda {

/// Each has its values in the memory of a thread.
inline constexpr int line_many_max_components = 16;

/// Threads of a block, which have an integral each.
inline constexpr int line_many_threads = 128;

/// Arrays in device memory.
struct LineManyArguments {
  const rule::LineStepTables *tables;
  Goal goal;
  uint64 count;
  const double *limits;    ///< lower, upper
  uint64 limits_stride;    ///< 2; 0: all integrals have the same
  const char *userdata;    ///< nullptr: the integrand has its own
  uint64 userdata_stride;  ///< bytes
  double *value, *error;   ///< [count][ncomp]
  long long *evaluations;  ///< [count]; 0: the integral is left to others
};

}  // namespace cuboid::engine::cuda
