#include "algorithm/vegas_plus/state.hpp"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>
#include <utility>

#include "elementary/functions.hpp"
#include "statistics/strata.hpp"

namespace cuboid::algorithm {

namespace {

/// Numbers of iterations have 31 bits; half of them are left for the run that goes on.
constexpr std::int64_t max_numbers = std::int64_t{1} << 30;

double seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

bool are_edges(const std::vector<std::uint64_t> &edges, const engine::SamplesProblem &problem,
               std::int64_t nintervals) {
  const auto n = static_cast<std::size_t>(nintervals);
  if (edges.size() != static_cast<std::size_t>(problem.parts * problem.ndim) * (n + 1))
    return false;
  for (std::size_t i = 0; i < edges.size(); ++i) {
    const std::size_t place = i % (n + 1);
    if (place == 0 ? edges[i] != 0 : edges[i] <= edges[i - 1]) return false;
    if (place == n && edges[i] != std::uint64_t{1} << 32) return false;
  }
  return true;
}

std::size_t cubes_of(const engine::SamplesGrid &grid, int ndim) {
  const double cubes = elementary::pow(static_cast<double>(grid.nstrat), ndim);
  return static_cast<std::size_t>(std::llround(std::min(cubes, 1e18)));
}

/// Throws BadState for grids that no run has chosen.
void require_grid(const VegasPlusState &state, const engine::SamplesProblem &problem) {
  const engine::SamplesGrid &grid = state.grid;
  StateReader::require(
      grid.nstrat >= 1 && grid.nintervals >= 2 && grid.nintervals / 2 >= grid.nstrat &&
      grid.nintervals % grid.nstrat == 0 &&
      std::has_single_bit(static_cast<std::uint64_t>(grid.nintervals / grid.nstrat)) &&
      are_edges(state.memory.edges, problem, grid.nintervals) &&
      (state.edges_before_trial.empty() ||
       are_edges(state.edges_before_trial, problem, grid.nintervals)));
  // Every hypercube has four samples at least; Sobol points have one hypercube.
  const std::size_t cubes = cubes_of(grid, problem.ndim);
  StateReader::require(cubes == 1 || (cubes <= static_cast<std::size_t>(state.samples) / 4 &&
                                      cubes <= static_cast<std::size_t>(max_equal_cubes) &&
                                      problem.ndim <= statistics::max_stratified_ndim));
  StateReader::require(cubes == 1 || !problem.quasi);
  const auto parts = static_cast<std::size_t>(problem.parts);
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
    state.samples = reader.get_count();
    state.numbers_used = reader.get_count();
    state.neval = reader.get_count();
    reader.resumes_at(state.neval);
    state.nonfinite = reader.get_count();
    state.due = reader.get_count();
    reader.get(&state.grid.nstrat, 1);
    reader.get(&state.grid.nintervals, 1);
    state.adaptive = reader.get<std::uint8_t>() != 0;
    // Runs with and without hypercubes differ in what their errors are.
    reader.require((reader.get<std::uint8_t>() != 0) == problem_.quasi);
    reader.get(state.memory.edges);
    reader.get(state.memory.variance);
    reader.get(state.memory.scale);
    reader.get(state.memory.weight);
    if (problem_.parts > 1) reader.get(state.memory.share);
    reader.get(state.edges_before_trial);
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

bool VegasPlusStateFile::due() const {
  if (!file_->is_file()) return false;
  constexpr double share = 0.05;
  return seconds() - last_saved_ > cost_ / share;
}

void VegasPlusStateFile::save(VegasPlusState state, engine::SamplesEngine &engine,
                              const Iterations &iterations) {
  const double begin = seconds();
  state.memory = engine.memory();
  StateWriter writer;
  if (after_lattices_) writer.put(LatticePhase::vegas_plus);
  writer.put(state.samples);
  writer.put(state.numbers_used);
  writer.put(state.neval);
  writer.put(state.nonfinite);
  writer.put(state.due);
  writer.put(state.grid.nstrat);
  writer.put(state.grid.nintervals);
  writer.put(static_cast<std::uint8_t>(state.adaptive));
  writer.put(static_cast<std::uint8_t>(problem_.quasi));
  writer.put(state.memory.edges);
  writer.put(state.memory.variance);
  writer.put(state.memory.scale);
  writer.put(state.memory.weight);
  if (problem_.parts > 1) writer.put(state.memory.share);
  writer.put(state.edges_before_trial);
  iterations.save(writer);
  file_->save(identity(), writer);
  last_saved_ = seconds();
  cost_ = last_saved_ - begin;
}

}  // namespace cuboid::algorithm
