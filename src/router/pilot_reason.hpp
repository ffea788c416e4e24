// What the message of "auto" says was seen.
#pragma once

#include <string>

#include "router/contenders.hpp"

namespace cuboid::router {

/// What cubature tells of the integrand, and what each method is expected to need.  cubature:
/// nullptr where there are too many dimensions for it.
std::string what_was_seen(const Contenders &contenders, const Contender *cubature);

}  // namespace cuboid::router
