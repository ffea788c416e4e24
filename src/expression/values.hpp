// What each operation computes, with the same bits on every processor.
#pragma once

#include <cstddef>

#include "expression/operation.hpp"

namespace cuboid::expression {

/// out[i] = the operation on a[i], b[i] and c[i]; those that it does not have are not looked at.
/// out may be one of them.  Not for leaves.
void apply(Operation operation, std::size_t count, const double *a, const double *b,
           const double *c, double *out);

}  // namespace cuboid::expression
