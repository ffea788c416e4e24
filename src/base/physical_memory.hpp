// The memory of this machine.
#pragma once

#include <unistd.h>

#include <cstdint>

namespace cuboid {

/// In bytes.  Asked for once: each integration needs it, and the system takes its time.
inline std::int64_t physical_memory() {
  static const std::int64_t bytes =
      static_cast<std::int64_t>(sysconf(_SC_PHYS_PAGES)) * sysconf(_SC_PAGESIZE);
  return bytes;
}

}  // namespace cuboid
