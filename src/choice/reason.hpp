// What the reasons of "auto" say was seen.
#pragma once

#include <string>

#include "choice/candidates.hpp"

namespace cuboid::router {

/// What cubature tells of the integrand.
std::string seen_by_cubature(const Candidate &cubature);

/// What each method is expected to need.
std::string what_is_needed(const Candidates &candidates);

/// That it is taken, and if none is expected to get there, that it is not.
std::string what_was_taken(const Candidates &candidates, const Candidate &taken);

}  // namespace cuboid::router
