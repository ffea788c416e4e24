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

/// Of a machine's, what may be taken: what was asked for, or where that is 0, what leaves others a
/// quarter.
constexpr std::int64_t memory_within(std::int64_t asked, std::int64_t physical) {
  return asked > 0 ? asked : physical / 4 * 3;
}

}  // namespace cuboid
