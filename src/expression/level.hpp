// How near a condition is to hold.
#pragma once

#include "expression/graph.hpp"

namespace cuboid::expression {

/// Whether the first component is a comparison, or made of such by `&&`, `||`, `!`, products and
/// `?:`.
bool is_condition(const Expression &expression);

/// Of such: a number that is above 0 where the condition holds and below 0 elsewhere, and
/// changes as its sides do, as b - a of a < b.
Expression level_of(const Expression &condition);

}  // namespace cuboid::expression
