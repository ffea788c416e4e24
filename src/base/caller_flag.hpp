// A flag of the caller's, such as the one that cancels an integration.
#pragma once

namespace cuboid {

/// Whether it is set, which another thread may do at this moment.  nullptr: there is none.
inline bool is_set(const volatile int *flag) {
  return flag != nullptr && __atomic_load_n(flag, __ATOMIC_RELAXED) != 0;
}

}  // namespace cuboid
