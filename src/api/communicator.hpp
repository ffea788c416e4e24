// The communicator of the process.
#pragma once

#include <memory>

#include "api/handles.hpp"
#include "base/failure.hpp"
#include "engine/group/transport.hpp"

namespace cuboid::api {

/// That of cuboid_use_communicator, or what CUBOID_MPI asks for; nullptr: none.  Throws Failure.
std::shared_ptr<engine::group::Transport> communicator_of_process();

/// That of the options, else that of the process.  Throws Failure.
std::shared_ptr<engine::group::Transport> communicator_of(const cuboid_options &options);

/// A call is refused before it meets the other ranks: see router::told_to_ranks.
Failure refused_by_ranks(const cuboid_options &options, const Failure &failure);

/// Whether this rank prints.
inline bool prints(const std::shared_ptr<engine::group::Transport> &ranks) {
  return !ranks || ranks->rank() == 0;
}
bool prints(const cuboid_options &options);

}  // namespace cuboid::api
