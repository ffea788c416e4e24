// The lattice engine on a CUDA device.
#pragma once

#include <memory>
#include <optional>

#include "engine/common/interrupts.hpp"
#include "engine/common/lattice_totals.hpp"
#include "engine/cuda/compile/program.hpp"
#include "engine/cuda/engines/device_points.hpp"
#include "engine/cuda/engines/integrand.hpp"
#include "engine/cuda/runtime/device.hpp"
#include "engine/cuda/runtime/kernel_table.hpp"
#include "engine/lattice.hpp"

namespace cuboid::engine::cuda {

/// The kernel for one transform on all axes of the unit cube; nothing: the one for all else, with a
/// box or without.
KernelPart lattice_part(std::optional<map::Transform> transform, bool boxed);

/// Works on the stream of the call, whose device must be current in the calling thread.  kernels:
/// those of lattice_part.  points: evaluates what is handed out.  batched: the integrand is a batch
/// function; nullptr: it is not.  interrupts: looked at every so many points.  Throws Failure:
/// CUBOID_OUT_OF_MEMORY, CUBOID_INTERNAL.
std::unique_ptr<LatticeOfGroups> make_lattice_engine(LatticeProblem problem, const DeviceCall &call,
                                                     Interrupts &interrupts, KernelsOfPart kernels,
                                                     StartPoints points,
                                                     BatchedLaunch *batched = nullptr);

}  // namespace cuboid::engine::cuda
