#include "engine/cuda/runtime/error.hpp"

#include <atomic>
#include <string>

#include "base/failure.hpp"
#include "engine/cuda/runtime/ordered_failure.hpp"

namespace cuboid::engine::cuda {

namespace {

std::atomic<bool> lost{false};
constinit OrderedFailure ordered;

/// Errors that stay: the context is gone, and with the primary context whatever else the process
/// has on the device (CUDA Runtime API, cudaError).
bool stays(cudaError_t error) {
  switch (error) {
    case cudaErrorIllegalAddress:
    case cudaErrorLaunchTimeout:
    case cudaErrorAssert:
    case cudaErrorHardwareStackError:
    case cudaErrorIllegalInstruction:
    case cudaErrorMisalignedAddress:
    case cudaErrorInvalidAddressSpace:
    case cudaErrorInvalidPc:
    case cudaErrorLaunchFailure:
    case cudaErrorECCUncorrectable:
    case cudaErrorContextIsDestroyed:
    case cudaErrorMpsClientTerminated:
      return true;
    default:
      return false;
  }
}

int status_of(cudaError_t error) {
  switch (error) {
    case cudaErrorMemoryAllocation:
      return CUBOID_OUT_OF_MEMORY;
    case cudaErrorNoDevice:
    case cudaErrorInsufficientDriver:
    case cudaErrorDevicesUnavailable:
    case cudaErrorInvalidDevice:
    case cudaErrorSystemDriverMismatch:
    case cudaErrorSystemNotReady:
    case cudaErrorOperatingSystem:
    case cudaErrorInitializationError:
    case cudaErrorStubLibrary:
    case cudaErrorCallRequiresNewerDriver:
      return CUBOID_NO_DEVICE;
    default:
      return CUBOID_DEVICE_FAILED;
  }
}

}  // namespace

void fail_call_after(std::int64_t successes) {
  ordered.order(successes);
}

void check(cudaError_t result, const char *action) {
  if (result == cudaSuccess && ordered.is_due()) result = cudaErrorUnknown;
  if (result == cudaSuccess) return;
  // Takes back the error that the runtime remembers for the calling thread, if it can be.
  static_cast<void>(cudaGetLastError());
  std::string sentence = std::string(action) + " failed: " + cudaGetErrorString(result) + " (" +
                         cudaGetErrorName(result) + ")";
  if (stays(result)) {
    lost = true;
    sentence +=
        "; CUDA allows this process no further work on the device, so the process must be "
        "restarted to use it again";
  }
  throw Failure(status_of(result), sentence);
}

bool device_is_lost() {
  return lost;
}

}  // namespace cuboid::engine::cuda
