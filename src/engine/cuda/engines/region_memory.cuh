// The arrays of the regions on a device.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "engine/cuda/engines/block_sums.cuh"
#include "engine/cuda/kernel/regions_arrays.cuh"
#include "engine/cuda/runtime/memory.hpp"
#include "engine/cuda/runtime/reserved_memory.hpp"

namespace cuboid::engine::cuda {

/// Arrays for `room` regions: in a block of the pool; or, where regions are many, in memory that
/// grows where it is, with addresses for `capacity` of them.
struct RegionMemory {
  RegionMemory(int ndim, int ncomp, std::int64_t regions, const DeviceCall &call) : room(regions) {
    ArrayPlacer counted(nullptr);
    place(counted, ndim, ncomp, regions);
    block = DeviceMemory(call, counted.bytes());
    ArrayPlacer placer(block.get());
    place(placer, ndim, ncomp, regions);
  }

  /// Where they grow, their number is a multiple of this: so is each row of numbers of them then.
  static constexpr std::int64_t unit = ReservedMemory::granularity;

  /// Arrays that grow, to as many regions as the device has memory for.
  static std::unique_ptr<RegionMemory> growing(int ndim, int ncomp, std::int64_t regions,
                                               const DeviceCall &call) {
    auto memory = std::unique_ptr<RegionMemory>(new RegionMemory);
    const std::int64_t most =
        (call.device().memory() / bytes_per_region(ndim, ncomp) / unit + 1) * unit;
    ArrayPlacer counted(nullptr);
    memory->place(counted, ndim, ncomp, most);
    const std::int64_t bytes = (counted.bytes() / unit + 1) * unit;
    memory->reserved = std::make_unique<ReservedMemory>(call, bytes);
    ArrayPlacer placer(memory->reserved->get());
    memory->place(placer, ndim, ncomp, most);
    memory->rows = rows_of(ndim, ncomp);
    const ReservedMemory::Part all_of_prefix[] = {{memory->begin_of_prefix(), bytes}};
    memory->reserved->fill(all_of_prefix);
    memory->grow(regions);
    return memory;
  }

  bool grows() const { return reserved != nullptr; }

  /// For more regions, where it grows.  Throws Failure(CUBOID_OUT_OF_MEMORY), and all is as before.
  void grow(std::int64_t regions) {
    std::vector<ReservedMemory::Part> parts;
    std::int64_t begin = 0;
    for (const std::int64_t width : rows) {
      parts.push_back({begin + width * room, begin + width * regions});
      begin += width * arrays.capacity;
    }
    reserved->fill(parts);
    room = regions;
  }

  /// Of a split.
  static std::int64_t chunks(std::int64_t capacity) { return capacity / reduction_threads + 1; }

  static std::int64_t bytes_per_region(int ndim, int ncomp) {
    return 9 * ndim + 40 * ncomp + 8 + 1;
  }

  /// Of the arrays with which an iteration works.
  static std::int64_t bytes_per_split(int ncomp) {
    return 2 * nsums * ncomp * static_cast<std::int64_t>(sizeof(double)) +
           static_cast<std::int64_t>(sizeof(long long)) +
           ncomp * static_cast<std::int64_t>(sizeof(rule::RegionEstimate));
  }

  DeviceMemory block;                        ///< or
  std::unique_ptr<ReservedMemory> reserved;  ///< that grows, with the widths of a region
  std::vector<std::int64_t> rows;            ///< in its rows
  std::int64_t room = 0;
  RegionArrays arrays{};
  unsigned long long *prefix = nullptr;  ///< [chunks(capacity)], 0 before the first split

 private:
  RegionMemory() = default;

  void place(ArrayPlacer &placer, int ndim, int ncomp, std::int64_t capacity) {
    arrays.capacity = capacity;
    arrays.lower = placer.place<double>(ndim * capacity);
    arrays.depth = placer.place<unsigned char>(ndim * capacity);
    arrays.value = placer.place<double>(ncomp * capacity);
    arrays.null = placer.place<double>(ncomp * capacity);
    arrays.carried = placer.place<double>(ncomp * capacity);
    arrays.error = placer.place<double>(ncomp * capacity);
    arrays.plain = placer.place<double>(ncomp * capacity);
    arrays.axis = placer.place<int>(capacity);
    arrays.rank = placer.place<int>(capacity);
    prefix = placer.place<unsigned long long>(chunks(capacity));
  }

  /// Of place(), in its order, but for the prefix.
  static std::vector<std::int64_t> rows_of(int ndim, int ncomp) {
    std::vector<std::int64_t> rows(static_cast<std::size_t>(ndim), sizeof(double));
    rows.insert(rows.end(), static_cast<std::size_t>(ndim), sizeof(unsigned char));
    rows.insert(rows.end(), static_cast<std::size_t>(5 * ncomp), sizeof(double));
    rows.insert(rows.end(), 2, sizeof(int));
    return rows;
  }

  std::int64_t begin_of_prefix() const {
    return reinterpret_cast<const char *>(prefix) - static_cast<const char *>(reserved->get());
  }
};

}  // namespace cuboid::engine::cuda
