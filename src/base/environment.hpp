// The one place where the library asks for environment variables.
#pragma once

#include <stdlib.h>

namespace cuboid {

/// The value of a variable, or nullptr.  nullptr also in a program that runs with more rights than
/// its caller (setuid, setgid, file capabilities): the caller has set the variables, and some of
/// them name folders from which code is loaded.
inline const char *environment_variable(const char *name) {
  return ::secure_getenv(name);
}

}  // namespace cuboid
