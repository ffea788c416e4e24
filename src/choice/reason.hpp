// What the message of "auto" says was seen.
#pragma once

#include <string>

#include "choice/candidates.hpp"

namespace cuboid::router {

/// What cubature tells of the integrand.
std::string seen_by_cubature(const Contender &cubature);

/// What each method is expected to need.
std::string what_is_needed(const Contenders &contenders);

/// That it is taken, and if none is expected to get there, that it is not.
std::string what_was_taken(const Contenders &contenders, const Contender &taken);

}  // namespace cuboid::router
