// What the command says of a result, and with which status it ends.
#pragma once

#include <string>

#include "cuboid.h"

namespace command {

enum ExitStatus : int {
  converged = 0,
  missed = 1,        ///< a result that misses the request
  failed = 2,        ///< no result
  interrupted = 130  ///< Ctrl-C, as shells have it: 128 + SIGINT
};

ExitStatus exit_status(const cuboid_result *result);

/// For people: a line for each component, and why the integration ended.
std::string in_words(const cuboid_result *result, double seconds);

/// For programs: one JSON object on one line; numbers that are not finite are null.
std::string in_json(const cuboid_result *result, double seconds);

}  // namespace command
