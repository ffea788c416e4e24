// Whether this process may be forked without its children inheriting a broken state.
#pragma once

namespace cuboid::engine::cpu {

/// What forbids a fork, as the end of "workers are not started because"; nullptr if nothing does:
/// other threads run (their locks would stay locked in the child), a CUDA context exists or MPI is
/// in use (neither survives a fork), or this process is itself a worker.
const char *reason_not_to_fork();

/// CPUs on which this process may run.
int available_cpus();

}  // namespace cuboid::engine::cpu
