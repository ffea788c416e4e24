// How many evaluations a method will need, from what it reached with few.
#pragma once

#include <optional>
#include <span>

#include "call/progress.hpp"

namespace cuboid::router {

/// The power of the last stretch; nothing: there is one mark.  A stretch ends at a mark, and begins
/// at the last one before it that has at most a quarter of the evaluations, or at the first of all,
/// so that a single step, which may have found something new, does not tell all.
std::optional<double> power_seen(std::span<const Reached> marks);

/// The power to be expected of cubature, and no more than `most`: as long as a peak has not been
/// resolved its error may fall by any power, which says nothing of what is left.  Where it rose
/// from one stretch, in which the error fell, to the last one, it is expected to rise on by as
/// much: where all that is left lies at planes across the axes, each round of splits halves the
/// error and adds as many regions as the one before, so that the error falls faster than with any
/// power.  Elsewhere it is the power of the last stretch.
std::optional<double> power_to_come(std::span<const Reached> marks, double most);

/// Share of the accuracy after so many evaluations.
double share_after(const Reached &reached, double power, double evaluations);

}  // namespace cuboid::router
