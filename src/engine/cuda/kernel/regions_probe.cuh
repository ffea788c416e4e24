// A probe between the points of the regions (rule/region_probe.hpp).
//
// A warp takes some regions, one a lane, and works off the lines of all of them, some at a time,
// with a lane for each point.  What is added up in a region is added in the order of its lines.
#pragma once

#include "engine/cuda/kernel/regions_arrays.cuh"
#include "engine/cuda/kernel/regions_rule_sums.cuh"
#include "engine/cuda/kernel/started_early.cuh"
#include "engine/cuda/kernel/variants.cuh"
#include "rule/region_probe.hpp"

namespace cuboid::engine::cuda {

/// Of a block of the probe kernel; 64 and 256 take as long (gpu_launch.txt).
constexpr int probe_threads = 128;

/// Up to so many regions, those of a warp stand far apart in the list: those that were never split,
/// of which each has a right to many lines, stand together at its head.  A probe at 1e5 regions in
/// eight dimensions takes a third of the time, one at 5e6, which it has to read from memory, a
/// fifth more (pagani_steps.txt).
constexpr long long max_apart = 1 << 21;

/// What a probe has found, in memory of the host.
struct LookNews {
  unsigned long long number;   ///< of the probe; written last
  unsigned long long npoints;  ///< that were evaluated
  unsigned long long nonfinite;
  bool seen;  ///< the error of a region is another
};

/// Around a batch function, a launch has some of the rounds of the warps.
struct ProbeRows {
  long long begin;
  long long end;
  long long *row;  ///< [rounds + 1]: where their points begin, or, while they are counted, how many
};

/// What a probe goes by, and what it counts.
struct ProbeTable {
  rule::ProbeRequest request;
  long long count;     ///< regions here,
  long long nregions;  ///< and on all ranks
  LoopState *state;
  unsigned long long number;  ///< of the probes of this engine
  LookNews *news;
  /// The number of a decision: LoopState says whether a probe follows it, and at how many points;
  /// it is at all regions.  0: the probe was asked for.
  unsigned long long after;
  ProbeRows rows;  ///< of a batch function
};

/// Whether the probe is to be.  What was left to the decision before it is put in.
__device__ __forceinline__ bool probe_follows(ProbeTable &probe) {
  if (probe.after == 0) return true;
  const LoopState &state = *probe.state;
  if (state.probe_after != probe.after) return false;
  probe.request.npoints = state.probe_points;
  probe.count = probe.nregions = state.nregions;
  return true;
}

/// Regions that a warp takes at a time, a power of two up to 32: several only where there are more
/// of them than warps, at least count / warps if that is below 32.
__host__ __device__ __forceinline__ int regions_of_warp(long long count, long long warps) {
  int of_warp = 1;
  while (of_warp < 32 && (of_warp + 1) * warps <= count) of_warp *= 2;
  return of_warp;
}

__host__ __device__ __forceinline__ long long rounds_of_warps(long long count, int of_warp) {
  return (count + of_warp - 1) / of_warp;
}

/// cos(pi i / 32), one turn.
using Turn = double[64];

__device__ __forceinline__ double cosine_of(const Turn &turn, int angle) {
  return turn[angle & 63];
}

/// The lines of a region of a lane, and where they stand among those of the warp.
struct LinesOfLane {
  rule::RegionLines lines;
  long long end;  ///< lines of the lanes up to this one
};

template <int ndim>
__device__ __forceinline__ LinesOfLane lines_of_lane(const RegionArrays &regions,
                                                     const ProbeTable &probe, long long slot,
                                                     bool present, int lane) {
  LinesOfLane result{};
  if (present) {
    double part = 1;
#pragma unroll
    for (int d = 0; d < ndim; ++d)
      part *= rule::halved(regions.depth[static_cast<long long>(d) * regions.capacity + slot]);
    result.lines = rule::region_lines(probe.request, ndim, of_region(regions.lower, regions, slot),
                                      part, probe.nregions);
  }
  result.end = result.lines.count;
#pragma unroll 1
  for (int step = 1; step < 32; step *= 2) {
    const long long before = __shfl_up_sync(all_lanes, result.end, step);
    if (lane >= step) result.end += before;
  }
  return result;
}

/// The lane whose region has a line of the warp.
__device__ __forceinline__ int lane_of_line(const LinesOfLane &own, long long line) {
  int lane = 0;
#pragma unroll
  for (int step = 16; step > 0; step /= 2)
    if (__shfl_sync(all_lanes, own.end, lane + step - 1) <= line) lane += step;
  return lane;
}

/// The point of a lane.  The lanes of a line share out the work of drawing its place.
template <int ndim>
__device__ __forceinline__ void place_point(const rule::ProbeLine &line, const Turn &turn,
                                            int point, const double (&centre)[ndim],
                                            const double (&width)[ndim], double (&x)[ndim]) {
  constexpr int npoints = rule::line_points(ndim);
  double drawn[(ndim + npoints - 1) / npoints];
#pragma unroll
  for (int first = 0; first < ndim; first += npoints)
    drawn[first / npoints] = rule::drawn_fraction(line.key, first + point);
  const double along = rule::along_line(line, cosine_of(turn, rule::node_angle(point, npoints)));
#pragma unroll
  for (int d = 0; d < ndim; ++d) {
    const double fraction = __shfl_sync(all_lanes, drawn[d / npoints], d % npoints, npoints);
    x[d] = centre[d] + ((d == line.axis ? along : fraction) - .5) * width[d];
  }
}

/// Values that are not finite become zero.  Returns how many were not.
template <int ncomp>
__device__ __forceinline__ int without_nonfinite(double (&f)[ncomp]) {
  int nonfinite = 0;
  for (int c = 0; c < ncomp; ++c) {
    if (is_finite(f[c])) continue;
    f[c] = 0;
    ++nonfinite;
  }
  return nonfinite;
}

/// Of those coefficients of a line that a point has most of, `last` being the one of the lane: as
/// rule::standing_out chooses the point and the height that explain them best.
template <int npoints>
__device__ __forceinline__ double height_at_best_point(double last, int point, const Turn &turn) {
  constexpr int block = rule::compared;
  double sum = 0;
  double squares = 0;
#pragma unroll
  for (int k = 0; k < block; ++k) {
    const double cosine = cosine_of(turn, rule::coefficient_angle(block + k, point, npoints));
    sum += __shfl_sync(all_lanes, last, block + k, npoints) * cosine;
    squares += cosine * cosine;
  }
  double best = ::fabs(sum) / ::sqrt(squares);
  double height = ::fabs(sum) / squares;
  // Of points that explain them as well, the first.  Needed seldom, and a loop compiles sooner.
#pragma unroll 1
  for (int step = 1; step < npoints; step *= 2) {
    const double part = __shfl_down_sync(all_lanes, best, step, npoints);
    const double other = __shfl_down_sync(all_lanes, height, step, npoints);
    if (part <= best) continue;
    best = part;
    height = other;
  }
  return __shfl_sync(all_lanes, height, 0, npoints);
}

/// What stands out of a line that lanes share, a value each: rule::standing_out.  All lanes of a
/// line return the same.
template <int npoints>
__device__ __forceinline__ double height_of_line(double f, int point, const Turn &turn) {
  constexpr int ncoefficients = 2 * rule::compared;
  const int coefficient = point % ncoefficients;
  double sum = 0;
  double largest = 0;
  // All sixteen at once take an eighth of the time that the kernel takes to compile.
#pragma unroll 4
  for (int j = 0; j < npoints; ++j) {
    const double value = __shfl_sync(all_lanes, f, j, npoints);
    largest = largest > ::fabs(value) ? largest : ::fabs(value);
    sum += value * cosine_of(turn, rule::coefficient_angle(coefficient, j, npoints));
  }
  double halves[2] = {};
#pragma unroll
  for (int k = 0; k < ncoefficients; ++k)
    halves[k / (ncoefficients / 2)] += ::fabs(__shfl_sync(all_lanes, sum, k, npoints));
  const bool stands = rule::stands_out(halves[0], halves[1], npoints, largest);
  if (!__any_sync(all_lanes, stands)) return 0;
  const double height = height_at_best_point<npoints>(sum, point, turn);
  return stands ? height : 0;
}

/// The regions of the lanes of a warp.
struct SlotsOfWarp {
  long long first;
  long long step;
  __device__ long long operator[](int lane) const { return first + step * lane; }
};

/// The lines of the warp from number `first` on, one for each group of lanes, and what stands out
/// of them, added to the heights of the lanes of their regions.  Returns how many values were not
/// finite.
template <class Integrand, int ndim, int ncomp, bool mapped>
__device__ __forceinline__ int probe_at_lines(const PointCall<Integrand, ndim, ncomp, mapped> &call,
                                              const RegionArrays &regions, const Turn &turn,
                                              const LinesOfLane &own, const SlotsOfWarp &slots,
                                              long long first, double (&heights)[ncomp]) {
  constexpr int npoints = rule::line_points(ndim);
  const int lane = threadIdx.x % 32;
  const int point = lane % npoints;
  const long long total = __shfl_sync(all_lanes, own.end, 31);
  const bool present = first + lane / npoints < total;
  // Lanes without a line of their own take the last, and nobody looks at what they find.
  const long long number = present ? first + lane / npoints : total - 1;
  const int owner = lane_of_line(own, number);
  const long long before =
      __shfl_sync(all_lanes, own.end - static_cast<long long>(own.lines.count), owner);
  const rule::ProbeLine line =
      rule::probe_line(__shfl_sync(all_lanes, own.lines.key, owner),
                       static_cast<unsigned long long>(number - before), ndim);
  double centre[ndim];
  double width[ndim];
  region_box<mapped>(call.box, regions, slots[owner], centre, width);
  double x[ndim];
  place_point<ndim>(line, turn, point, centre, width, x);
  double f[ncomp];
  call.values(static_cast<uint64>(number) * npoints + point, x, f);
  if (places_points(call.integrand)) return 0;
  const int nonfinite = without_nonfinite(f);
  for (int c = 0; c < ncomp; ++c) {
    const double height = height_of_line<npoints>(f[c], point, turn);
#pragma unroll
    for (int group = 0; group < 32; group += npoints) {
      const double of_group = __shfl_sync(all_lanes, height, group);
      const int owner_of_group = __shfl_sync(all_lanes, present ? owner : -1, group);
      if (lane == owner_of_group) heights[c] += of_group;
    }
  }
  return present ? nonfinite : 0;
}

/// What stood out of the lines of a region becomes the error of a component.  True: it is another.
__device__ __forceinline__ bool take_height(const RegionArrays &regions, int component,
                                            long long slot, double height,
                                            const rule::RegionLines &lines, double volume) {
  const rule::RegionEstimate before = load_estimate(regions, component, slot);
  const rule::RegionEstimate after = rule::estimate_after_probe(before, height, lines, volume);
  if (after.error == before.error && after.carried == before.carried) return false;
  store_estimate(regions, component, slot, after);
  return true;
}

/// The last block tells the host what all have counted.
__device__ __forceinline__ void tell_news(const ProbeTable &probe) {
  if (threadIdx.x != 0) return;
  LoopState &state = *probe.state;
  if (atomicAdd(&state.blocks_done, 1u) != gridDim.x - 1) return;
  __threadfence();
  state.blocks_done = 0;
  probe.news->npoints = atomicExch(&state.looked_at, 0ull);
  probe.news->nonfinite = __ldcg(&state.nonfinite);
  probe.news->seen = atomicExch(&state.seen, 0u) != 0;
  __threadfence_system();
  *const_cast<volatile unsigned long long *>(&probe.news->number) = probe.number;
}

template <class Integrand, int ndim, int ncomp, bool mapped>
__device__ void probe_between(const Integrand &integrand, const BoxTable &box,
                              const RegionArrays &regions, const ProbeTable &asked) {
  // The split after it waits for the same decision.
  let_next_start();
  constexpr int npoints = rule::line_points(ndim);
  constexpr int at_once = 32 / npoints;  // Lines of a warp.
  __shared__ Turn turn;
  if (threadIdx.x < 64) turn[threadIdx.x] = rule::cosine_of_32nd(static_cast<int>(threadIdx.x));
  __syncthreads();
  wait_for_earlier();
  ProbeTable probe = asked;
  if (!probe_follows(probe)) return;
  const int lane = threadIdx.x % 32;
  const long long warps = static_cast<long long>(gridDim.x) * (probe_threads / 32);
  const long long warp = (blockIdx.x * static_cast<long long>(probe_threads) + threadIdx.x) / 32;
  unsigned long long nlines = 0;
  int nonfinite = 0;
  bool seen = false;
  const int of_warp = regions_of_warp(probe.count, warps);
  const long long rounds = rounds_of_warps(probe.count, of_warp);
  const ProbeRows all = is_batched<Integrand> ? probe.rows : ProbeRows{0, rounds, nullptr};
  const bool apart = probe.count <= max_apart;
  // All lanes say the same.  That they do so in votes tells the compiler that they stay together:
  // else it makes each exchange between them twice, the second time for lanes that do not.
  for (long long at = all.begin + warp; __any_sync(all_lanes, at < all.end); at += warps) {
    const SlotsOfWarp slots{apart ? at : at * of_warp, apart ? rounds : 1};
    const long long slot = slots[lane];
    const bool present = lane < of_warp && slot < probe.count;
    const LinesOfLane own = lines_of_lane<ndim>(regions, probe, slot, present, lane);
    const long long total = __shfl_sync(all_lanes, own.end, 31);
    if (counts_points(integrand)) {
      all.row[at] = total * npoints;
      continue;
    }
    const Integrand &here =
        from_slot(integrand, is_batched<Integrand> ? static_cast<uint64>(all.row[at]) : 0);
    const PointCall<Integrand, ndim, ncomp, mapped> call{here, box};
    double heights[ncomp] = {};
    for (long long first = 0; __any_sync(all_lanes, first < total); first += at_once)
      nonfinite += probe_at_lines(call, regions, turn, own, slots, first, heights);
    nlines += static_cast<unsigned long long>(total);
    if (own.lines.count == 0 || places_points(integrand)) continue;
    double centre[ndim];
    double width[ndim];
    const double volume = region_box<mapped>(box, regions, slot, centre, width);
    for (int c = 0; c < ncomp; ++c)
      if (take_height(regions, c, slot, heights[c], own.lines, volume)) seen = true;
  }
  if (places_points(integrand)) return;
  LoopState &state = *probe.state;
  if (lane == 0 && nlines > 0) atomicAdd(&state.looked_at, nlines * npoints);
  if (nonfinite > 0) atomicAdd(&state.nonfinite, static_cast<unsigned long long>(nonfinite));
  if (seen) state.seen = 1;
  __threadfence();
  __syncthreads();
  if (all.end == rounds) tell_news(probe);
}

/// mapped: as of rule_kernel.
template <class Integrand, int ndim, int ncomp, int mapped>
__global__ void __launch_bounds__(probe_threads)
    probe_kernel(const __grid_constant__ Integrand integrand, const __grid_constant__ BoxTable box,
                 const __grid_constant__ RegionArrays regions,
                 const __grid_constant__ ProbeTable probe) {
  probe_between<Integrand, ndim, ncomp, mapped != 0>(integrand, box, regions, probe);
}

}  // namespace cuboid::engine::cuda

CUBOID_KERNELS(probe, probe_kernel, 2, ndim <= max_dimensions)
