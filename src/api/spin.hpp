// Cuba's spin pointers: workers that outlive an integration.
#pragma once

#include <memory>

#include "engine/cpu/processes/worker_group.hpp"

namespace cuboid::api {

/// The workers that a spin argument stands for.  NULL, or the address of -1: none, the integration
/// starts its own.  The address of a null pointer: workers are started and the pointer is set.
std::shared_ptr<engine::cpu::WorkerGroup> workers_of(void *spin);

/// Starts the workers of the settings and sets *pspin.
void start_workers(void *pspin);

/// Ends the workers of *pspin, if there are any, and sets it to null.
void end_workers(void *pspin);

}  // namespace cuboid::api
