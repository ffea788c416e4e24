// The regions engine on the cores of the host.  Regions are worked off in batches, each from its
// points to its sums by one thread and one points engine.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "engine/engine.hpp"
#include "engine/group/group.hpp"
#include "engine/regions.hpp"

namespace cuboid::engine::cpu {

/// points: at least one, each for a thread of its own; they evaluate on the unit cube (BoxEngine
/// for any other box).  memory: bytes for regions; 0: as much as there is.  ranks: those that share
/// out the regions, with this rank's points engines alone, and which outlive the engine; nullptr:
/// this rank has all of them.  With ranks, memory is that of all together, and there are no slices.
/// The result depends neither on the number of engines nor on that of ranks.
std::unique_ptr<RegionsEngine> make_regions(int ndim, int ncomp, int key,
                                            std::vector<std::unique_ptr<PointsEngine>> points,
                                            std::int64_t memory = 0, group::Group *ranks = nullptr);

/// With one engine, which may share out its points itself.
inline std::unique_ptr<RegionsEngine> make_regions(int ndim, int ncomp, int key,
                                                   std::unique_ptr<PointsEngine> points,
                                                   std::int64_t memory = 0,
                                                   group::Group *ranks = nullptr) {
  std::vector<std::unique_ptr<PointsEngine>> engines;
  engines.push_back(std::move(points));
  return make_regions(ndim, ncomp, key, std::move(engines), memory, ranks);
}

}  // namespace cuboid::engine::cpu
