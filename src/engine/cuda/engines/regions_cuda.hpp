// The regions engine on a GPU.
#pragma once

#include <functional>
#include <memory>

#include "engine/cuda/runtime/device.hpp"
#include "engine/group/group.hpp"
#include "engine/regions.hpp"

namespace cuboid::engine::cuda {

class BatchedLaunch;

/// The kernels of engine/cuda/kernel/regions_rule.cuh for one integrand, to be launched by
/// cudaLaunchKernelExC, and the integrand's bytes, which become the first argument.  Of the
/// kernels, the one that the box needs is enough.
struct RegionsKernels {
  const void *finite = nullptr;
  const void *mapped = nullptr;
  const void *integrand = nullptr;
  /// That of regions_probe.cuh, which is made where it is needed, and lives as long as the others.
  std::function<const void *(bool mapped)> probe;
  /// They stay loaded when the engine is gone, until the next one has done with the stream.
  bool stay = false;
  /// Of a batch function, around which these kernels place points and sum values; it outlives the
  /// engine.  nullptr: there is none.
  BatchedLaunch *batched = nullptr;
};

/// Points of an iteration from which on ranks share out the regions; with fewer, one device works
/// off all of them, or each does so itself.  An H200 takes about 6 ms for so many; with half as
/// many, calls that end soon after take longer than on one device (gpu_devices.txt).
inline constexpr std::int64_t points_worth_sharing_out = std::int64_t{1} << 28;
/// An eighth of them is enough where four times as many seem to follow, after half as many in all.
/// Of the integrals f2, f3, f4 and f6 of `gpu_devices pairs`, that was so for those alone that had
/// 1e9 evaluations or more still to come (gpu_devices.txt).
inline constexpr std::int64_t shorter_where_many_follow = 8;
inline constexpr double times_to_follow = 4;

/// lower, upper: [ndim], finite or infinite.  key: as of rule::make_orbit_rule.  call: on whose
/// stream everything runs, and which outlives the engine.  memory: bytes of the device to use at
/// most, but never less than the engine begins with; 0: nine tenths of what is free.
/// ranks: share out the regions, each on a device of the same kind; memory is then that of all
/// together, and there are no slices.  nullptr: none.  growing_from: bytes of regions from which on
/// their arrays grow where they are; 0: a sixteenth of the device's memory.  The result depends
/// neither on the number of ranks nor on points_worth_sharing and growing_from.
/// Throws Failure: CUBOID_BAD_NDIM, CUBOID_BAD_ARGUMENT, CUBOID_OUT_OF_MEMORY, CUBOID_INTERNAL.
std::unique_ptr<RegionsEngine> make_cuda_regions(
    int ndim, int ncomp, const double *lower, const double *upper, int key,
    const RegionsKernels &kernels, const DeviceCall &call, std::int64_t memory,
    group::Group *ranks = nullptr, std::int64_t points_worth_sharing = points_worth_sharing_out,
    std::int64_t growing_from = 0);

}  // namespace cuboid::engine::cuda
