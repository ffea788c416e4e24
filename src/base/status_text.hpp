// The sentence of each status.
#pragma once

#include "cuboid.h"

namespace cuboid {

constexpr const char *status_text(int status) {
  switch (status) {
#define CUBOID_STATUS_CASE(name, value, sentence) \
  case value:                                     \
    return sentence;
    CUBOID_STATUSES(CUBOID_STATUS_CASE)
#undef CUBOID_STATUS_CASE
    default:
      return "unknown status";
  }
}

}  // namespace cuboid
