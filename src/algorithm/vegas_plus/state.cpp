#include "algorithm/vegas_plus/state.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include "elementary/functions.hpp"
#include "map/importance_edges.hpp"
#include "statistics/strata.hpp"

namespace cuboid::algorithm {

namespace {

/// Numbers of iterations have 31 bits; half of them are left for the run that goes on.
constexpr std::int64_t max_numbers = std::int64_t{1} << 30;

std::size_t cubes_of(const engine::SamplesGrid &grid, int ndim) {
  const double cubes = elementary::pow(static_cast<double>(grid.nstrat), ndim);
  return static_cast<std::size_t>(std::llround(std::min(cubes, 1e18)));
}

/// What the file has, in its order: of the state, or for it.
void describe(auto &file, auto &state, std::int64_t parts, auto &quasi) {
  file.fields(state.samples, state.numbers_used, state.neval, state.nonfinite, state.due);
  file.fields(state.grid.nstrat, state.grid.nintervals);
  file.in_bytes(state.adaptive, quasi);
  file.fields(state.memory.edges, state.memory.variance, state.memory.scale, state.memory.weight);
  if (parts > 1) file.fields(state.memory.share);
  file.fields(state.edges_before_trial);
}

/// Throws BadState for grids that no run has chosen.
void require_grid(const VegasPlusState &state, const engine::SamplesProblem &problem) {
  const engine::SamplesGrid &grid = state.grid;
  const auto parts = static_cast<std::size_t>(problem.parts);
  const int axes = problem.parts * problem.ndim;
  StateReader::require(
      grid.nstrat >= 1 && grid.nintervals >= 2 && grid.nintervals / 2 >= grid.nstrat &&
      grid.nintervals % grid.nstrat == 0 &&
      std::has_single_bit(static_cast<std::uint64_t>(grid.nintervals / grid.nstrat)) &&
      map::are_edges(state.memory.edges, axes, grid.nintervals) &&
      (state.edges_before_trial.empty() ||
       map::are_edges(state.edges_before_trial, axes, grid.nintervals)));
  // Every hypercube has four samples at least; Sobol points have one hypercube.
  const std::size_t cubes = cubes_of(grid, problem.ndim);
  StateReader::require(cubes == 1 || (cubes <= static_cast<std::size_t>(state.samples) / 4 &&
                                      cubes <= static_cast<std::size_t>(max_equal_cubes) &&
                                      problem.ndim <= statistics::max_stratified_ndim));
  StateReader::require(cubes == 1 || !problem.quasi);
  StateReader::require(state.memory.variance.size() == (state.adaptive ? parts * cubes : 0));
}

/// Throws BadState for what no values can have led to.
void require_memory(const engine::SamplesMemory &memory, const engine::SamplesProblem &problem) {
  const auto parts = static_cast<std::size_t>(problem.parts);
  const std::size_t scales = parts * static_cast<std::size_t>(problem.ncomp);
  StateReader::require(memory.scale.size() == scales && memory.weight.size() == scales);
  StateReader::require(memory.share.size() == (parts > 1 ? parts : 0));
  for (const double share : memory.share) StateReader::require(share > 0 && share <= 1);
  for (const float variance : memory.variance)
    StateReader::require(variance >= 0 && std::isfinite(variance));
  for (const double scale : memory.scale)
    StateReader::require(scale >= 0x1p-1000 && scale <= 0x1p1000);
  for (const float weight : memory.weight) StateReader::require(weight >= 0 && weight <= 1);
}

}  // namespace

std::optional<VegasPlusState> VegasPlusStateFile::restore(Iterations &iterations) {
  if (!used() || (after_lattices_ && !after_lattices_->in_state_file)) return {};
  VegasPlusState state;
  // A file that is refused leaves those of the caller as they are.
  Iterations found = iterations;
  state.parts = problem_.parts;
  const bool restored = file_->restore(identity(), [&](StateReader &reader) {
    if (after_lattices_) reader.require(reader.get<LatticePhase>() == LatticePhase::vegas_plus);
    bool quasi = false;
    describe(reader, state, problem_.parts, quasi);
    reader.require_counts(
        {state.samples, state.numbers_used, state.neval, state.nonfinite, state.due});
    reader.resumes_at(state.neval);
    // Runs with and without hypercubes differ in what their errors are.
    reader.require(quasi == problem_.quasi);
    reader.require(state.samples >= 1 && state.numbers_used <= max_numbers);
    require_grid(state, problem_);
    require_memory(state.memory, problem_);
    found.restore(reader);
    reader.require(reader.at_end());
  });
  if (!restored) return {};
  iterations = std::move(found);
  return state;
}

void VegasPlusStateFile::save(VegasPlusState state, engine::SamplesEngine &engine,
                              const Iterations &iterations) {
  schedule_.save(state.parts, [&] {
    state.memory = engine.memory();
    StateWriter writer;
    if (after_lattices_) writer.put(LatticePhase::vegas_plus);
    describe(writer, state, problem_.parts, problem_.quasi);
    iterations.save(writer);
    file_->save(identity(), writer);
  });
}

}  // namespace cuboid::algorithm
