// The samples that the smooth map of lattices is fitted to.
#pragma once

#include "algorithm/lattice/asking.hpp"
#include "algorithm/lattice/needs.hpp"

namespace cuboid::algorithm {

/// Draws them, and keeps in the state the edges of their map, the standard deviation of one of them
/// and the share of one in the variance.  The result is theirs until there is a lattice.
Asking<void> find_map(const LatticeTask &task, const engine::LatticeProblem &problem,
                      LatticeNeeds &needs, LatticeState &state, LatticeResult &result);

}  // namespace cuboid::algorithm
