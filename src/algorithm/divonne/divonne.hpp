// The native Divonne: Cuba's Divonne finds regions, and the result is that of fresh samples in them
// (FinalPass), for which half of maxeval is kept.
#pragma once

#include "cuba/divonne/divonne.hpp"
#include "run/task.hpp"

namespace cuboid::algorithm {

/// As cuba::divonne().
void divonne(const Task &task, const DivonneOptions &options, Result &result);

}  // namespace cuboid::algorithm
