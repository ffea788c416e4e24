#include "algorithm/vegas_plus_state.hpp"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>

namespace cuboid::algorithm {

namespace {

double seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

bool are_edges(const std::vector<std::uint64_t> &edges, int ndim, std::int64_t nintervals) {
  const auto n = static_cast<std::size_t>(nintervals);
  if (edges.size() != static_cast<std::size_t>(ndim) * (n + 1)) return false;
  for (std::size_t i = 0; i < edges.size(); ++i) {
    const std::size_t place = i % (n + 1);
    if (place == 0 ? edges[i] != 0 : edges[i] <= edges[i - 1]) return false;
    if (place == n && edges[i] != std::uint64_t{1} << 32) return false;
  }
  return true;
}

std::size_t cubes_of(const engine::SamplesGrid &grid, int ndim) {
  const double cubes = std::pow(static_cast<double>(grid.nstrat), ndim);
  return static_cast<std::size_t>(std::llround(std::min(cubes, 1e18)));
}

}  // namespace

std::optional<VegasPlusState> VegasPlusStateFile::restore(VegasPlusIterations &iterations) {
  if (!used()) return {};
  VegasPlusState state;
  const auto ncomp = static_cast<std::size_t>(problem_.ncomp);
  const bool restored = file_->restore(identity(), [&](StateReader &reader) {
    reader.get(&state.samples, 1);
    reader.get(&state.numbers_used, 1);
    reader.get(&state.neval, 1);
    reader.get(&state.nonfinite, 1);
    reader.get(&state.grid.nstrat, 1);
    reader.get(&state.grid.nintervals, 1);
    state.adaptive = reader.get<std::uint8_t>() != 0;
    // Runs with and without hypercubes differ in what their errors are.
    reader.require((reader.get<std::uint8_t>() != 0) == problem_.quasi);
    reader.get(state.memory.edges);
    reader.get(state.memory.variance);
    reader.get(state.memory.scale);
    reader.get(state.memory.weight);
    reader.require(state.samples >= 1 && state.numbers_used >= 0 && state.neval >= 0 &&
                   state.nonfinite >= 0 && state.grid.nstrat >= 1 &&
                   state.grid.nintervals >= 2 * state.grid.nstrat &&
                   state.grid.nintervals % state.grid.nstrat == 0 &&
                   std::has_single_bit(
                       static_cast<std::uint64_t>(state.grid.nintervals / state.grid.nstrat)) &&
                   state.memory.scale.size() == ncomp && state.memory.weight.size() == ncomp &&
                   are_edges(state.memory.edges, problem_.ndim, state.grid.nintervals));
    reader.require(state.memory.variance.size() ==
                   (state.adaptive ? cubes_of(state.grid, problem_.ndim) : 0));
    iterations.restore(reader);
    reader.require(reader.at_end());
  });
  if (!restored) return {};
  return state;
}

bool VegasPlusStateFile::due() const {
  constexpr double share = 0.05;
  return seconds() - last_saved_ > cost_ / share;
}

void VegasPlusStateFile::save(VegasPlusState state, engine::SamplesEngine &engine,
                              const VegasPlusIterations &iterations) {
  const double begin = seconds();
  state.memory = engine.memory();
  StateWriter writer;
  writer.put(state.samples);
  writer.put(state.numbers_used);
  writer.put(state.neval);
  writer.put(state.nonfinite);
  writer.put(state.grid.nstrat);
  writer.put(state.grid.nintervals);
  writer.put(static_cast<std::uint8_t>(state.adaptive));
  writer.put(static_cast<std::uint8_t>(problem_.quasi));
  writer.put(state.memory.edges);
  writer.put(state.memory.variance);
  writer.put(state.memory.scale);
  writer.put(state.memory.weight);
  iterations.save(writer);
  file_->save(identity(), writer);
  last_saved_ = seconds();
  cost_ = last_saved_ - begin;
}

}  // namespace cuboid::algorithm
