// A kernel that is started while the one before it on its stream still runs, so that nothing of
// what it takes to start it is left when its turn comes (programmatic dependent launch).  Devices
// before 9.0 cannot do it, and these functions do nothing there.
#pragma once

namespace cuboid::engine::cuda {

/// Lets the next kernel be started, once all blocks have come here or ended.
__device__ __forceinline__ void let_next_start() {
#if __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
#endif
}

/// Waits until the kernels before this one have ended and all that they wrote can be seen.
__device__ __forceinline__ void wait_for_earlier() {
#if __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}

}  // namespace cuboid::engine::cuda
