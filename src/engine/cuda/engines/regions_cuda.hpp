// The regions engine on a GPU.
#pragma once

#include <cstdint>
#include <memory>

#include "engine/device/integrand.hpp"
#include "engine/group/group.hpp"
#include "engine/regions.hpp"

namespace cuboid::engine::cuda {

/// Points of an iteration from which on ranks share out the regions; with fewer, one device works
/// off all of them, or each does so itself.  An H200 takes about 6 ms for so many; with half as
/// many, calls that end soon after take longer than on one device (gpu_devices.txt).
inline constexpr std::int64_t points_worth_sharing_out = std::int64_t{1} << 28;
/// An eighth of them is enough where four times as many seem to follow, after half as many in all.
/// Of the integrals f2, f3, f4 and f6 of `gpu_devices pairs`, that was so for those alone that had
/// 1e9 evaluations or more still to come (gpu_devices.txt).
inline constexpr std::int64_t shorter_where_many_follow = 8;
inline constexpr double times_to_follow = 4;

/// As make_device_regions_engine.  points_worth_sharing: instead of points_worth_sharing_out.
/// growing_from: bytes of regions from which on their arrays grow where they are; 0: a sixteenth of
/// the device's memory.  The result depends neither on the number of ranks nor on these two.
std::unique_ptr<RegionsEngine> make_cuda_regions(const DeviceIntegrandPointer &integrand,
                                                 void *userdata, const double *lower,
                                                 const double *upper, int key, std::int64_t memory,
                                                 group::Group *ranks,
                                                 std::int64_t points_worth_sharing,
                                                 std::int64_t growing_from);

}  // namespace cuboid::engine::cuda
