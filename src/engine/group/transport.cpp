#include "engine/group/transport.hpp"

#include <unistd.h>

namespace cuboid::engine::group {

Transport::Transport() : process_(::getpid()) {}

bool Transport::is_of_this_process() const {
  return process_ == ::getpid();
}

}  // namespace cuboid::engine::group
