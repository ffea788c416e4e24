// VEGAS+ and m-Cubes for many integrals, whose iterations are carried out side by side.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "algorithm/common/many_runs.hpp"
#include "algorithm/vegas_plus/task.hpp"

namespace cuboid::algorithm {

/// Iterations of an integral, at most: what has taken so many goes faster where the device has it
/// alone.  Part of what the numbers of an integral depend on.
inline constexpr std::int64_t max_iterations_of_many = 128;

/// What an engine needs room for.
struct ManyShape {
  engine::SamplesGrid grid;
  bool adaptive = false;
  std::int64_t samples = 0;  ///< of an iteration, at most
};
ManyShape shape_of_many(const VegasPlusTask &task, const engine::SamplesProblem &problem,
                        std::int64_t max_intervals, std::int64_t max_samples);

/// Integrates all integrals of an engine as vegas_plus would one after the other: the bits are the
/// same.  task: without an engine, a receiver, a log, a state file and the map of another integral.
/// max_samples: of an iteration.  Returns the integrals that were left out: those that would need
/// more, and those that are not accurate after max_iterations_of_many.  Throws Failure if the
/// device fails.
std::vector<std::size_t> vegas_plus_many(const VegasPlusTask &task,
                                         engine::ManySamplesEngine &engine,
                                         std::int64_t max_samples, const ManyHost &host);

}  // namespace cuboid::algorithm
