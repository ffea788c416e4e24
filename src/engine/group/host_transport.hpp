// Ranks that are processes of one host.
#pragma once

#include <memory>

#include "engine/group/transport.hpp"

namespace cuboid::engine::group {

/// The same ranks with memory that all of them see, through which they hand over what is not long,
/// in a microsecond or two; where they are not of one host, or it may not be had, the transport as
/// it is.  CUBOID_SHARED_MEMORY=0 asks for that.  Every rank calls this.
std::shared_ptr<Transport> with_memory_of_host(std::shared_ptr<Transport> transport);

}  // namespace cuboid::engine::group
