// Functions that set more components, or read more variables, than they are said to have.
#pragma once

#include "cuboid.h"

namespace command {

/// The function, called with arrays of ndim variables and ncomp components for each point, behind
/// which nothing may be touched: who does ends the command with status 2 and a sentence, where the
/// library's memory would be overwritten, or what lies in it be taken for a variable.  For one
/// function of a process, on any of its threads.
cuboid_function guarded(cuboid_function function, int ndim, int ncomp);

}  // namespace command
