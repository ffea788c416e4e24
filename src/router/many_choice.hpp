// How each integral of a list gets its method where none is named.
#pragma once

#include <cstdint>
#include <optional>

#include "router/plan.hpp"
#include "router/request.hpp"

namespace cuboid::router {

struct ManyChoice {
  /// Evaluations of cuhre, which settles most integrals of most lists.  What it has not settled
  /// then is looked at as by cuboid_integrate, which goes on from there.  0: all are.
  std::int64_t of_cuhre = 0;
};

/// Nothing: all integrals get the method of the plan.
std::optional<ManyChoice> choice_of(const Request &request, const Plan &plan);

}  // namespace cuboid::router
