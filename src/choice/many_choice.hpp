// How each integral of a list gets its method where none is named.
#pragma once

#include <cstdint>
#include <optional>

#include "call/request.hpp"
#include "router/plan.hpp"

namespace cuboid::router {

/// Where a device refines or samples all integrals side by side, those that it leaves out are
/// looked at as by cuboid_integrate.  A call of its own takes two hundred times as long there as an
/// integral of a list (gpu_many.txt), so that no others are.
struct ManyChoice {
  /// Evaluations of cuhre, which settles most integrals of most lists, one after the other on the
  /// cores.  What it has not settled then is looked at as by cuboid_integrate, which goes on from
  /// there.  0: all that are not settled side by side are looked at so.
  std::int64_t of_cuhre = 0;
  /// In one dimension on the cores line is instead of cuhre, and what it has not settled after
  /// so many evaluations is looked at from the beginning.  0: cuhre is.
  std::int64_t of_line = 0;

  bool has_first() const { return of_cuhre > 0 || of_line > 0; }
};

/// Nothing: all integrals get the method of the plan.
std::optional<ManyChoice> choice_of(const Request &request, const Plan &plan);

}  // namespace cuboid::router
