// Lattices for many integrals, whose sums are taken side by side.
#pragma once

#include <cstddef>
#include <vector>

#include "algorithm/common/many_runs.hpp"
#include "algorithm/lattice/lattice.hpp"
#include "engine/many_lattice.hpp"

namespace cuboid::algorithm {

/// Points of a lattice in all its shifts from which on it fills a device by itself.
inline constexpr std::int64_t max_points_of_many = 1 << 22;

/// Integrates all integrals of an engine as lattice() would one after the other: the bits are the
/// same.  task: without an engine, samples, a receiver, a log and a state file.  samples: of the
/// same integrals, for their maps; nullptr: none.  Returns the integrals that were left out: those
/// with which VEGAS+ is to go on, and those that need a lattice of max_points_of_many.  Throws
/// Failure if the device fails.
std::vector<std::size_t> lattice_many(const LatticeTask &task, engine::ManyLatticeEngine &engine,
                                      engine::ManySamplesEngine *samples, const ManyHost &host);

}  // namespace cuboid::algorithm
