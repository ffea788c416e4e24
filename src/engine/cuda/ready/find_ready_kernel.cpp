#include "engine/cuda/ready/ready_kernels.hpp"

namespace cuboid::engine::cuda {

const ReadyKernel *find_ready_kernel(std::string_view part, int ndim, int architecture) {
  const ReadyKernel *found = nullptr;
  for (const ReadyKernel &each : ready_kernels()) {
    const bool runs = each.architecture / 10 == architecture / 10 &&  // one generation
                      each.architecture <= architecture;
    if (!runs || each.ndim != ndim || each.part != part) continue;
    if (found == nullptr || each.architecture > found->architecture) found = &each;
  }
  return found;
}

}  // namespace cuboid::engine::cuda
