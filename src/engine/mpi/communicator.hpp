// The ranks of a communicator as a transport.
#pragma once

#include <cstddef>
#include <memory>

#include "engine/group/transport.hpp"

namespace cuboid::engine::mpi {

/// comm: the size bytes of a handle; nullptr: all processes of the job.  Every rank of it calls
/// this.  Throws Failure: CUBOID_BAD_ARGUMENT, CUBOID_NOT_COMPILED.
std::shared_ptr<group::Transport> open_communicator(const void *comm, std::size_t size);

}  // namespace cuboid::engine::mpi
