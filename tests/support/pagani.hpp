// PAGANI with an engine of a test, for what asks for no more than the result.
#pragma once

#include "algorithm/cubature/pagani.hpp"

namespace support {

inline cuboid::algorithm::PaganiResult pagani(cuboid::engine::RegionsEngine &regions,
                                              cuboid::algorithm::PaganiTask task) {
  task.regions = &regions;
  cuboid::algorithm::PaganiResult result(regions.shape().ncomp);
  cuboid::algorithm::pagani(task, result);
  return result;
}

}  // namespace support
