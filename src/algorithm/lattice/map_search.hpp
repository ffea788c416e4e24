// The samples that the smooth map of lattices is fitted to.
#pragma once

#include "algorithm/lattice/asking.hpp"
#include "algorithm/lattice/needs.hpp"

namespace cuboid::algorithm {

/// Of the samples: they are in hypercubes that get samples as they vary, where there is room for
/// any.  Without them the map goes to the first of several peaks that it meets, and leaves nothing
/// where the others are.
struct MapGrid {
  engine::SamplesGrid grid;
  bool adaptive = false;
};

MapGrid map_grid(const LatticeTask &task, int ndim);

/// Draws them, and keeps in the state the edges of their map, the standard deviation of one of them
/// and the share of one in the variance.  The result is theirs until there is a lattice.
Asking<void> find_map(const LatticeTask &task, int ncomp, LatticeNeeds &needs, LatticeState &state,
                      LatticeResult &result);

}  // namespace cuboid::algorithm
