// What every method prints of its results, and tells the trace.
#pragma once

#include <string>

#include "run/log.hpp"
#include "run/task.hpp"
#include "run/trace.hpp"

namespace cuboid::algorithm {

/// A line for each component, with a newline before it: integral, error, chi-square.
std::string component_lines(const Result &result);

/// Prints at level 1 the number of an iteration, the evaluations so far, and these lines, if it is
/// due.  The trace gets it too, and the map with which the samples were drawn, where there is one.
void print_iteration(const Log &log, std::int64_t iteration, const Result &result,
                     const MapEdges &map = {});

/// Prints the same of the last iteration, if it was not due.
void print_last_iteration(const Log &log, const Result &result);

}  // namespace cuboid::algorithm
