#include "algorithm/lattice/state.hpp"

#include <algorithm>
#include <utility>

#include "map/importance_edges.hpp"

namespace cuboid::algorithm {

namespace {

StateIdentity identity(const engine::LatticeProblem &problem) {
  return {Routine::lattice, problem.ndim, problem.ncomp};
}

/// None, or one for each axis.
void describe_axes(StateWriter &writer, const std::vector<map::Transform> &axes, int) {
  writer.in_bytes(!axes.empty());
  for (const map::Transform one : axes) writer.in_bytes(one);
}
void describe_axes(StateReader &reader, std::vector<map::Transform> &axes, int ndim) {
  bool any = false;
  reader.in_bytes(any);
  axes.resize(any ? static_cast<std::size_t>(ndim) : 0);
  for (map::Transform &one : axes) reader.in_bytes(one);
}

/// What the file has behind the phase, in its order: of the state, or for it.
void describe(auto &file, auto &state, const engine::LatticeProblem &problem) {
  file.fields(state.neval, state.nonfinite, state.due, state.sums, state.stream, state.tried_bits);
  if (problem.parts > 1) {
    std::int64_t parts = problem.parts;
    file.fields(parts);
    StateReader::require(parts == problem.parts);
  }
  file.fields(state.edges, state.deviation, state.tail, state.rarity);
  file.list(state.forms, [&](auto &form) {
    file.in_bytes(form.transform, form.smooth);
    describe_axes(file, form.axes, problem.ndim);
  });
  file.fields(state.varied);
  file.in_bytes(state.refined, state.vector.random);
  file.fields(state.vector.number);
  file.list(state.lattices, [&](auto &one) { file.fields(one.points, one.shifts, one.confirmed); });
}

bool is_sound(const LatticeForm &form) {
  const auto known = [](map::Transform one) {
    return static_cast<int>(one) < map::transform_count;
  };
  return known(form.transform) && std::all_of(form.axes.begin(), form.axes.end(), known);
}

bool is_sound(const SummedLattice &one, std::size_t ncomp) {
  const std::size_t shifts = one.shifts.size() / ncomp;
  return one.points >= 2 && one.points <= engine::lattice_max_points &&
         is_lattice_size(one.points) && one.shifts.size() == shifts * ncomp && shifts >= 4 &&
         shifts <= 2 * engine::lattice_max_shifts && one.confirmed >= 0 &&
         one.confirmed <= static_cast<std::int64_t>(shifts) - 4;
}

/// Throws BadState for what no run has written.
void require_sound(const LatticeState &state, const engine::LatticeProblem &problem) {
  const auto ncomp = static_cast<std::size_t>(problem.ncomp);
  StateReader::require_counts({state.neval, state.nonfinite, state.due});
  StateReader::require(state.sums >= 1 && state.sums <= 2 * engine::lattice_max_bits &&
                       state.stream <= std::uint32_t{1} << 30 && state.tried_bits >= 0 &&
                       state.tried_bits <= engine::lattice_max_bits);
  StateReader::require(state.edges.empty() ||
                       map::are_edges(state.edges, problem.parts * problem.ndim, map_intervals));
  StateReader::require((state.deviation.empty() || state.deviation.size() == ncomp) &&
                       state.tail.size() == state.deviation.size() &&
                       state.rarity.size() == state.deviation.size());
  StateReader::require(!state.forms.empty() && state.forms.size() <= 2 * map::transform_count + 1);
  for (const LatticeForm &form : state.forms)
    StateReader::require(is_sound(form) && (!form.smooth || !state.edges.empty()));
  StateReader::require(state.varied.empty() || state.varied.size() == state.forms.size());
  StateReader::require_finite(state.varied.data(), state.varied.size());
  StateReader::require(!state.lattices.empty() &&
                       state.lattices.size() <= engine::lattice_max_bits);
  std::int64_t points = 0;
  for (const SummedLattice &one : state.lattices) {
    StateReader::require(is_sound(one, ncomp) && one.points > points);
    StateReader::require_finite(one.shifts.data(), one.shifts.size());
    points = one.points;
  }
}

}  // namespace

void save_lattices(StateFile &file, const LatticeState &state,
                   const engine::LatticeProblem &problem) {
  StateWriter writer;
  writer.put(LatticePhase::lattices);
  describe(writer, state, problem);
  file.save(identity(problem), writer);
}

std::optional<LatticePhase> restore_lattices(StateFile &file, LatticeState &state,
                                             const engine::LatticeProblem &problem) {
  LatticeState found;
  auto phase = LatticePhase::lattices;
  const bool restored = file.restore(identity(problem), [&](StateReader &reader) {
    phase = reader.get<LatticePhase>();
    reader.require(phase == LatticePhase::lattices || phase == LatticePhase::vegas_plus);
    if (phase != LatticePhase::lattices) return;
    describe(reader, found, problem);
    reader.resumes_at(found.neval);
    require_sound(found, problem);
    reader.require(reader.at_end());
  });
  if (!restored) return {};
  state = std::move(found);
  return phase;
}

}  // namespace cuboid::algorithm
