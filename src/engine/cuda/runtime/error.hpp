// What CUDA reports, as Failures.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>

namespace cuboid::engine::cuda {

/// Throws Failure if the result is an error: CUBOID_OUT_OF_MEMORY, CUBOID_NO_DEVICE or
/// CUBOID_DEVICE_FAILED.  action: "evaluating the integrand on the device", for the sentence, which
/// also says whether the process can go on using the device.
void check(cudaError_t result, const char *action);

/// For tests: the call that is checked after so many fails as if CUDA had said cudaErrorUnknown;
/// negative: none does.
void fail_call_after(std::int64_t successes);

/// True once a kernel has failed in a way after which CUDA refuses all further work of the process.
bool device_is_lost();

}  // namespace cuboid::engine::cuda
