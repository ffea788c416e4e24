// The native Suave: Cuba's Suave chooses regions, and the result is that of fresh samples in them
// (FinalPass), for which half of maxeval is kept.
#pragma once

#include "cuba/suave/suave.hpp"
#include "run/task.hpp"

namespace cuboid::algorithm {

/// As cuba::suave().
void suave(const Task &task, const SuaveOptions &options, Result &result);

}  // namespace cuboid::algorithm
