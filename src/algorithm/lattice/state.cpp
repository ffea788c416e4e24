#include "algorithm/lattice/state.hpp"

#include <utility>

namespace cuboid::algorithm {

namespace {

StateIdentity identity(const engine::LatticeProblem &problem) {
  return {Routine::lattice, problem.ndim, problem.ncomp};
}

bool are_edges(const std::vector<std::uint64_t> &edges, const engine::LatticeProblem &problem) {
  constexpr std::size_t stride = map_intervals + 1;
  if (edges.empty()) return true;
  if (edges.size() != static_cast<std::size_t>(problem.parts * problem.ndim) * stride) return false;
  for (std::size_t i = 0; i < edges.size(); ++i) {
    const std::size_t place = i % stride;
    if (place == 0 ? edges[i] != 0 : edges[i] <= edges[i - 1]) return false;
    if (place == stride - 1 && edges[i] != std::uint64_t{1} << 32) return false;
  }
  return true;
}

map::Transform get_transform(StateReader &reader) {
  const auto transform = reader.get<std::uint8_t>();
  reader.require(transform < map::transform_count);
  return static_cast<map::Transform>(transform);
}

LatticeForm get_form(StateReader &reader, int ndim) {
  LatticeForm form;
  form.transform = get_transform(reader);
  form.smooth = reader.get<std::uint8_t>() != 0;
  if (reader.get<std::uint8_t>() == 0) return form;
  for (int axis = 0; axis < ndim; ++axis) form.axes.push_back(get_transform(reader));
  return form;
}

SummedLattice get_lattice(StateReader &reader, int ncomp) {
  SummedLattice one;
  one.points = reader.get_count();
  reader.require(one.points >= 2 && one.points <= engine::lattice_max_points &&
                 is_lattice_size(one.points));
  reader.get(one.shifts);
  const auto row = static_cast<std::size_t>(ncomp);
  reader.require(one.shifts.size() % row == 0 && one.shifts.size() / row >= 4 &&
                 one.shifts.size() / row <= 2 * engine::lattice_max_shifts);
  reader.require_finite(one.shifts.data(), one.shifts.size());
  one.confirmed = reader.get_count();
  reader.require(static_cast<std::uint64_t>(one.confirmed) + 4 <= one.shifts.size() / row);
  return one;
}

void get_lattices(StateReader &reader, LatticeState &found, const engine::LatticeProblem &problem) {
  found.neval = reader.get_count();
  reader.resumes_at(found.neval);
  found.nonfinite = reader.get_count();
  found.due = reader.get_count();
  found.sums = reader.get<std::int32_t>();
  reader.require(found.sums >= 1 && found.sums <= 2 * engine::lattice_max_bits);
  found.stream = reader.get<std::uint32_t>();
  reader.require(found.stream <= std::uint32_t{1} << 30);
  found.tried_bits = reader.get<std::int32_t>();
  reader.require(found.tried_bits >= 0 && found.tried_bits <= engine::lattice_max_bits);
  if (problem.parts > 1) reader.require(reader.get_count() == problem.parts);
  reader.get(found.edges);
  reader.require(are_edges(found.edges, problem));
  reader.get(found.deviation);
  reader.require(found.deviation.empty() ||
                 found.deviation.size() == static_cast<std::size_t>(problem.ncomp));
  reader.get(found.tail);
  reader.require(found.tail.size() == found.deviation.size());
  const auto forms = reader.get<std::uint64_t>();
  reader.require(forms >= 1 && forms <= 2 * map::transform_count + 1);
  for (std::uint64_t i = 0; i < forms; ++i) {
    found.forms.push_back(get_form(reader, problem.ndim));
    reader.require(!found.forms.back().smooth || !found.edges.empty());
  }
  reader.get(found.varied);
  reader.require(found.varied.empty() || found.varied.size() == forms);
  reader.require_finite(found.varied.data(), found.varied.size());
  found.refined = reader.get<std::uint8_t>() != 0;
  found.vector.random = reader.get<std::uint8_t>() != 0;
  found.vector.number = reader.get<std::uint32_t>();
  const auto lattices = reader.get<std::uint64_t>();
  reader.require(lattices >= 1 && lattices <= engine::lattice_max_bits);
  for (std::uint64_t i = 0; i < lattices; ++i) {
    found.lattices.push_back(get_lattice(reader, problem.ncomp));
    reader.require(i == 0 || found.lattices[i].points > found.lattices[i - 1].points);
  }
  reader.require(reader.at_end());
}

}  // namespace

void save_lattices(StateFile &file, const LatticeState &state,
                   const engine::LatticeProblem &problem) {
  StateWriter writer;
  writer.put(LatticePhase::lattices);
  writer.put(state.neval);
  writer.put(state.nonfinite);
  writer.put(state.due);
  writer.put(state.sums);
  writer.put(state.stream);
  writer.put(static_cast<std::int32_t>(state.tried_bits));
  if (problem.parts > 1) writer.put(std::int64_t{problem.parts});
  writer.put(state.edges);
  writer.put(state.deviation);
  writer.put(state.tail);
  writer.put(static_cast<std::uint64_t>(state.forms.size()));
  for (const LatticeForm &form : state.forms) {
    writer.put(static_cast<std::uint8_t>(form.transform));
    writer.put(static_cast<std::uint8_t>(form.smooth));
    writer.put(static_cast<std::uint8_t>(!form.axes.empty()));
    for (const map::Transform one : form.axes) writer.put(static_cast<std::uint8_t>(one));
  }
  writer.put(state.varied);
  writer.put(static_cast<std::uint8_t>(state.refined));
  writer.put(static_cast<std::uint8_t>(state.vector.random));
  writer.put(state.vector.number);
  writer.put(static_cast<std::uint64_t>(state.lattices.size()));
  for (const SummedLattice &one : state.lattices) {
    writer.put(one.points);
    writer.put(one.shifts);
    writer.put(one.confirmed);
  }
  file.save(identity(problem), writer);
}

std::optional<LatticePhase> restore_lattices(StateFile &file, LatticeState &state,
                                             const engine::LatticeProblem &problem) {
  LatticeState found;
  auto phase = LatticePhase::lattices;
  const bool restored = file.restore(identity(problem), [&](StateReader &reader) {
    phase = reader.get<LatticePhase>();
    reader.require(phase == LatticePhase::lattices || phase == LatticePhase::vegas_plus);
    if (phase == LatticePhase::lattices) get_lattices(reader, found, problem);
  });
  if (!restored) return {};
  state = std::move(found);
  return phase;
}

}  // namespace cuboid::algorithm
