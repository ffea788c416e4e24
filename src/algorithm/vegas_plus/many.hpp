// VEGAS+ and m-Cubes for many integrals, whose iterations are carried out side by side.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "algorithm/vegas_plus/task.hpp"
#include "base/failure.hpp"
#include "engine/many_samples.hpp"

namespace cuboid::algorithm {

struct ManyVegasPlus {
  /// Of an iteration.  An integral that would need more is left out in the end, and so is one that
  /// is not accurate after max_iterations.
  std::int64_t max_samples = 0;
  /// Calls work(i) for each i below count, in any order and on any threads.
  std::function<void(std::size_t count, const std::function<void(std::size_t)> &work)> for_all;
  /// Is handed each integral that ends, on any of these threads.  failure: what ended it, or
  /// nullptr.
  std::function<void(std::size_t integral, const VegasPlusResult &result, const Failure *failure)>
      put;
  /// After each iteration: false if the others are to be left as they are.
  std::function<bool(std::int64_t evaluated)> goes_on;
};

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
/// Returns the integrals that were left out.  Throws Failure if the device fails.
std::vector<std::size_t> vegas_plus_many(const VegasPlusTask &task,
                                         engine::ManySamplesEngine &engine,
                                         const ManyVegasPlus &many);

}  // namespace cuboid::algorithm
