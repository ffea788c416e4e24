// What the iterations of VEGAS+ and m-Cubes draw: it follows from the task and from their numbers.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "algorithm/vegas_plus/state.hpp"
#include "algorithm/vegas_plus/task.hpp"
#include "engine/samples.hpp"

namespace cuboid::algorithm {

/// The first iteration and the grids of a run that begins.
void begin_schedule(const VegasPlusTask &task, const engine::SamplesProblem &problem,
                    std::int64_t max_intervals, VegasPlusState &state);

/// Samples that show the size of the integrand before the first iteration; they are no part of the
/// result.
engine::SamplesIteration pilot_iteration(const VegasPlusState &state);

/// Of the i-th iteration, from 0 on.  0: a negative increase has used them up.
std::int64_t samples_of_iteration(const VegasPlusTask &task, const VegasPlusState &state,
                                  std::int64_t i);

engine::SamplesIteration scheduled_iteration(const VegasPlusTask &task, const VegasPlusState &state,
                                             std::int64_t i);

/// Whether the run may go back to the even map of its first iteration and stay there: where it has
/// begun with that, and nobody has said how the map is to be refined.
bool may_keep_first_map(const VegasPlusTask &task, const VegasPlusState &state);

/// Whether the run may find out if a softer map (map::RefinementStep::width_power) is better.
bool may_soften_map(const VegasPlusTask &task, const VegasPlusState &state);

/// Where the i-th iteration stands to the trial of the softer map.
struct SofterMap {
  bool begins = false;     ///< its refinement is the first that leads to the softer map
  bool follows = false;    ///< its refinement leads there
  bool goes_back = false;  ///< before it the map becomes again what it was when the trial began
  bool makes_up = false;   ///< it is one of the first after that
};

/// better: whether iterations have shown it to be better, by those before a given one.
SofterMap softer_map(std::int64_t i, const std::function<bool(std::int64_t)> &better);

/// Makes the refinement after the iteration lead to the softer map, or away from where that began.
void soften(engine::SamplesIteration &iteration, SofterMap trial);

/// The map of all axes with another number of intervals.
std::vector<std::uint64_t> resampled_map(const std::vector<std::uint64_t> &edges,
                                         std::int64_t before, std::int64_t nintervals);

/// The grid with a map that was given, of so many intervals; empty: an even one.
engine::SamplesGrid first_grid(engine::SamplesGrid grid, const std::vector<std::uint64_t> &edges,
                               std::int64_t intervals);

}  // namespace cuboid::algorithm
