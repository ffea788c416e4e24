// VEGAS+ and m-Cubes: adaptive importance sampling with stratification, on whatever engine draws
// the samples.
//
// VEGAS+: G. P. Lepage, J. Comput. Phys. 439 (2021) 110386.  m-Cubes, which is VEGAS+ with as many
// samples in all hypercubes: I. Sakiotis et al., arXiv:2202.01753.
#pragma once

#include <cstdint>

#include "algorithm/vegas_plus/task.hpp"
#include "engine/samples.hpp"

namespace cuboid::algorithm {

/// Grids for a number of samples an iteration.
/// max_cubes: with adaptive strata.
enum class Strata { none, equal, adaptive };
engine::SamplesGrid choose_grid(int ndim, std::int64_t samples, Strata strata,
                                std::int64_t nintervals, std::int64_t max_intervals,
                                std::int64_t max_cubes = max_adaptive_cubes);

/// Integrates.  Evaluations that result has already are counted on.  result is brought up to date
/// after every iteration, so that it holds when the engine throws.  A run that goes on from a state
/// file gives the bits of one that was not interrupted, if the engine is of the same kind.  Throws
/// Failure(CUBOID_NONFINITE) for NaN or infinity with stop_at_nonfinite.
void vegas_plus(const VegasPlusTask &task, VegasPlusResult &result);

}  // namespace cuboid::algorithm
