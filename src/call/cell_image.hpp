// Where the cells of a region's unit cube lie in it, for the records of a trace.
#pragma once

#include "call/request.hpp"
#include "run/trace.hpp"

namespace cuboid::router {

/// Empty: the integral is taken in a box.
algorithm::CellImage cell_image_of(const engine::HostFunction &host);

}  // namespace cuboid::router
