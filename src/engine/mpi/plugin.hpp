// Opens the plug-in library that belongs to the MPI library of this process.
#pragma once

#include "cuboid_transport.h"

namespace cuboid::engine::mpi {

/// The same at each call.  Throws Failure: CUBOID_NOT_COMPILED, with a sentence that names what
/// cannot be opened and how it can be had.
const cuboid_transport &plugin();

}  // namespace cuboid::engine::mpi
