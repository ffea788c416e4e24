// What an integrand does at the end of an axis, beyond the last number that a double holds there.
#pragma once

#include <span>

#include "run/task.hpp"

namespace cuboid::algorithm {

/// Does not trust the result where the map of an axis has gone so close to the upper end of the
/// unit interval that a noticeable part of the integrand lies beyond 1 - 2^-53, the last number
/// before it: no sample can be there, and samples agree on what is left.  The lower end has numbers
/// as close as is wanted.  Adds to the remark.
/// last_widths: [ndim] of the last interval of each axis, as a part of the axis.
/// least: narrower than that, it is so close.
void distrust_end_of_axis(Result &result, std::span<const double> last_widths,
                          double least = 0x1p-41);

}  // namespace cuboid::algorithm
