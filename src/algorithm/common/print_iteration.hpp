// What every method prints of its results.
#pragma once

#include <string>

#include "algorithm/common/log.hpp"
#include "algorithm/common/task.hpp"

namespace cuboid::algorithm {

/// A line for each component, with a newline before it: integral, error, chi-square.
std::string component_lines(const Result &result);

/// Prints at level 1 the number of an iteration, the evaluations so far, and these lines, if it is
/// due.
void print_iteration(const Log &log, std::int64_t iteration, const Result &result);

/// Prints the same of the last iteration, if it was not due.
void print_last_iteration(const Log &log, const Result &result);

}  // namespace cuboid::algorithm
