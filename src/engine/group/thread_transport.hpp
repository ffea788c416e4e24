// Ranks that are threads of this process, as those are that each drive a device.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/group/transport.hpp"

namespace cuboid::engine::group {

/// A transport for each of the threads.  names: what each is called in sentences; members: what all
/// of them are, such as "devices".  A thread that ends, or gives its transport up, is lost to those
/// who wait for it, at once.
std::vector<std::shared_ptr<Transport>> connect_threads(std::vector<std::string> names,
                                                        const char *members);

}  // namespace cuboid::engine::group
