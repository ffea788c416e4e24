// Which regions of an integral are split next: step 7 of regions_many_warp.cuh.
#pragma once

#include "engine/cuda/kernel/lane_group.cuh"
#include "engine/cuda/kernel/regions_arrays.cuh"
#include "engine/cuda/kernel/regions_many_memory.cuh"

namespace cuboid::engine::cuda {

/// Regions that a lane looks at together: it waits for what it loads of them once.
CUBOID_HD constexpr int regions_at_once(int ncomp) {
  return ncomp == 1 ? 4 : ncomp == 2 ? 2 : 1;
}

/// By the lanes of the integral.
template <int ncomp>
struct RegionMarking {
  static constexpr int at_once = regions_at_once(ncomp);
  const LaneGroup &group;
  IntegralMemory<ncomp> &memory;
  const RegionArrays &regions;

  /// Marks regions, whose places are listed in regions.rank then.  Their number.
  __device__ int mark(int count) {
#pragma unroll 4
    for (int bin = group.lane; bin < rule::nbins; bin += group.lanes) memory.histogram[bin] = 0;
    __syncwarp();
    int top = -1;
    double mass = 0;
#pragma unroll 1
    for (int first = group.lane; first < count; first += at_once * group.lanes) {
      int bin[at_once];
      find_bins(first, count, bin);
#pragma unroll
      for (int i = 0; i < at_once; ++i) {
        if (bin[i] < 0) continue;
        atomicAdd(&memory.histogram[bin[i]], 1u);
        mass += rule::bin_error(bin[i]);
        top = top < bin[i] ? bin[i] : top;
      }
    }
    __syncwarp();
    const Marked marked = threshold(group.largest(top), group.sum(mass));
    const int split =
        count > 0 ? static_cast<int>(rule::marked_regions(memory.goal, marked.count)) : 0;
    list_marked(count, marked.bin, split);
    return split;
  }

 private:
  struct Marked {
    int bin;
    int count;
  };

  /// The first regions of the bin and above, as many as are split.
  __device__ void list_marked(int count, int threshold, int split) {
    const int max_slots = group.max_of_groups(count);
    int before = 0;
#pragma unroll 1
    for (int begin = 0; begin < max_slots; begin += at_once * group.lanes) {
      int bin[at_once];
      find_bins(begin + group.lane, count, bin);
#pragma unroll
      for (int i = 0; i < at_once; ++i) {
        const bool chosen = bin[i] >= threshold && bin[i] >= 0 && before < split;
        const unsigned int votes = group.votes(chosen);
        const int rank = before + __popc(votes & ((1u << group.lane) - 1));
        if (chosen && rank < split) regions.rank[rank] = begin + i * group.lanes + group.lane;
        before += __popc(votes);
      }
    }
    __syncwarp();
  }

  /// Bins of the region at a place and of those that follow on the lane; -1: none, or it cannot be
  /// split.
  __device__ void find_bins(int first, int count, int (&bin)[at_once]) const {
    int axis[at_once];
    double error[at_once][ncomp];
#pragma unroll
    for (int i = 0; i < at_once; ++i) {
      const int slot = first + i * group.lanes;
      const bool has = slot < count;
      axis[i] = has ? regions.axis[slot] : -1;
#pragma unroll
      for (int c = 0; c < ncomp; ++c)
        error[i][c] = has ? regions.error[c * regions.capacity + slot] : 0;
    }
#pragma unroll
    for (int i = 0; i < at_once; ++i)
      bin[i] = rule::error_bin(rule::marking_error(axis[i], ncomp, error[i], memory.scale));
  }

  /// The highest bin from which on enough regions are marked.  top: the highest that has any; all:
  /// the errors of all bins.  The lanes look at as many bins at a time as they are, from the top
  /// on.
  __device__ Marked threshold(int top, double all) const {
    Marked marked{0, 0};
    double mass = 0;
    bool open = top >= 0;
#pragma unroll 1
    for (int first = top; __any_sync(all_lanes, open); first -= group.lanes) {
      const int bin = first - group.lane;
      const bool probes = open && bin >= 0;
      int count = probes ? static_cast<int>(memory.histogram[bin]) : 0;
      double weight = count == 0 ? 0 : count * rule::bin_error(bin);
      __syncwarp();
#pragma unroll 1
      for (int step = 1; step < group.lanes; step *= 2) {
        const int more = __shfl_up_sync(all_lanes, count, step);
        const double more_weight = __shfl_up_sync(all_lanes, weight, step);
        if (group.lane < step) continue;
        count += more;
        weight += more_weight;
      }
      count += marked.count;
      weight += mass;
      const unsigned int votes =
          group.votes(probes && rule::enough_marked(memory.goal, count, weight, all));
      const int last = votes != 0 ? __ffs(static_cast<int>(votes)) - 1 : group.lanes - 1;
      const int counted = __shfl_sync(all_lanes, count, group.begin + last);
      mass = __shfl_sync(all_lanes, weight, group.begin + last);
      if (!open) continue;
      marked.count = counted;
      open = votes == 0 && first >= group.lanes;
      if (votes != 0) marked.bin = first - last;
    }
    return marked;
  }
};

}  // namespace cuboid::engine::cuda
