// Where printed output goes.
#pragma once

#include "cuboid.h"
#include "run/log.hpp"

namespace cuboid::api {

/// To stdout, flushed after each text.
algorithm::Log::Sink stdout_sink();

/// To a caller's function, line by line; a null function: to stdout.
algorithm::Log::Sink callback_sink(cuboid_log_function log, void *user);

}  // namespace cuboid::api
