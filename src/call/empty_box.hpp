// Boxes without volume, over which every integral is 0.
#pragma once

#include <string>

#include "call/outcome.hpp"
#include "call/request.hpp"

namespace cuboid::router {

/// The first axis whose limits are equal; -1: there is none.  lower, upper: [ndim], or nullptr for
/// the unit cube.
int axis_without_width(int ndim, const double *lower, const double *upper);

/// That, and what follows from it.
std::string sentence_of_empty_box(int axis, const double *lower);

/// What is known of such an integral without an evaluation: 0, exactly.
algorithm::Result result_of_empty_box(int ncomp);

/// Whether the box of a call has no volume.
bool has_empty_box(const Request &request);

/// The outcome of such a call.
void leave_zero(const Request &request, Outcome &outcome);

}  // namespace cuboid::router
