// Functions that set more components than they are said to have.
#pragma once

#include "cuboid.h"

namespace command {

/// The function, called with an array of ncomp components behind which nothing may be touched: who
/// does ends the command with status 2 and a sentence, where the library's memory would be
/// overwritten.  For one function of a process, on any of its threads.
cuboid_function guarded(cuboid_function function, int ncomp);

}  // namespace command
