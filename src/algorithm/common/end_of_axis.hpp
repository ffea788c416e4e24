// What an integrand does at the end of an axis, beyond the last number that a double holds there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "run/task.hpp"

namespace cuboid::algorithm {

/// Does not trust the result where the map of an axis has gone so close to the upper end of the
/// unit interval that a noticeable part of the integrand lies beyond 1 - 2^-53, the last number
/// before it: no sample can be there, and samples agree on what is left.  The lower end has numbers
/// as close as is wanted.  Adds to the remark.
/// widths: [2 ndim] of the first and the last interval of each axis, as a part of the axis.
/// least: narrower than that, the last one is so close.
void distrust_end_of_axis(Result &result, std::span<const double> widths, double least = 0x1p-41);

/// Such widths.  edges: of the map, [ndim][intervals + 1] in units of 2^-32.
std::vector<double> widths_at_ends(std::span<const std::uint64_t> edges, std::size_t intervals);

/// Result::nearest of samples of which each interval of an axis gets the same number.
std::vector<double> nearest_to_ends(std::vector<double> widths, std::size_t intervals,
                                    std::int64_t samples);

}  // namespace cuboid::algorithm
