// Applies a rule whose points all stand in a table, in few dimensions.
//
// The table has half of the points: each step goes to a point and to its opposite, so that two
// values are under way at a time and share what is read.  The centre is its own opposite, is
// evaluated twice and counts once.
//
// Each lane of a group has as many pairs of points, in stretches of few orbits, since a stretch
// costs as much as a pair or two: its sum gets the weights of the orbit.  The sums of the lanes are
// added by halves.  There are two ways to that.  A group may share a region, each lane with its own
// points.  Or a lane takes a region alone, and the points of all lanes of a group one lane after
// the other: then no lane waits for others or evaluates what does not count, but it takes many
// regions to keep a GPU busy.  Sums are the same to the last bit, because both are one loop, in
// which the integrand stands once for each side, and add in the same order.
#pragma once

#include "engine/cuda/kernel/regions_rule_sums.cuh"

namespace cuboid::engine::cuda {

/// Blocks that share a multiprocessor, which bounds the registers.  With 5, exponentials take up to
/// 8 % more time, where the compiler keeps their constants elsewhere, and cosines 4 % less
/// (gpu_cuhre_rate.txt).
constexpr int listed_blocks = 4;

/// Lanes take what is left over alone where it is at least this share of the lanes of the device.
/// Found by measurement: from there on, that takes less time than groups do.
constexpr double worth_taking_alone = .75;

/// The regions that a warp takes, one after the other: first those that its lanes take alone, and
/// among them, a second time and by groups, those where a sum was not finite; then the others.
template <int lanes>
class RegionTurns {
 public:
  long long item = 0;   ///< the number of the region of this lane
  bool active = false;  ///< else, there is no other for it, and nothing is to be written
  bool alone = false;

  __device__ __forceinline__ explicit RegionTurns(const WorkItems &items)
      : begin_(items.begin),
        nwork_(items.end - items.begin),
        threads_(static_cast<long long>(gridDim.x) * rule_threads) {
    // Neighbours of a warp are those of other blocks: what is left over fills all multiprocessors.
    const long long warp = static_cast<long long>(threadIdx.x / 32) * gridDim.x + blockIdx.x;
    const long long rest = nwork_ % threads_;
    end_alone_ = static_cast<double>(rest) < worth_taking_alone * static_cast<double>(threads_)
                     ? nwork_ - rest
                     : nwork_;
    next_alone_ = warp * 32;
    next_shared_ = end_alone_ + warp * of_warp;
  }

  /// All lanes of a warp go on together.  False: there is none any more.
  __device__ __forceinline__ bool next() {
    const int group = static_cast<int>(threadIdx.x / lanes) % of_warp;
    alone = again_ == 0 && next_alone_ < end_alone_;
    if (alone) {
      item = next_alone_ + (threadIdx.x & 31);
      active = item < end_alone_;
      next_alone_ += threads_;
    } else if (again_ != 0) {
      const long long first = next_alone_ - threads_;
      for (int i = 0; i < of_warp; ++i) {
        if (i <= group) {
          active = again_ != 0;
          if (active) item = first + __ffs(static_cast<int>(again_)) - 1;
        }
        again_ &= again_ - 1;
      }
    } else {
      if (next_shared_ >= nwork_) return false;
      item = next_shared_ + group;
      active = item < nwork_;
      next_shared_ += threads_ / lanes;
    }
    if (!active) item = nwork_ - 1;
    item += begin_;
    return true;
  }

  /// votes: of the lanes that have just taken a region alone, those that have to begin anew.
  __device__ __forceinline__ void take_again(unsigned int votes) { again_ = votes; }

 private:
  static constexpr int of_warp = 32 / lanes;
  const long long begin_;
  const long long nwork_;
  const long long threads_;
  long long end_alone_ = 0;
  long long next_alone_;
  long long next_shared_;
  unsigned int again_ = 0;
};

/// The sums of lanes that a lane which is alone has yet to add up, by the height in the tree.
template <int lanes, int ncomp>
struct WaitingSums {
  static constexpr int levels = lanes == 4 ? 2 : lanes == 8 ? 3 : lanes == 16 ? 4 : 5;
  double sum[levels][nsums][ncomp];

  /// Adds those of lower height to the sums of a lane; they wait for the next, or are the last.
  __device__ __forceinline__ void add(int height, double (&total)[nsums][ncomp]) {
#pragma unroll 1
    for (int level = 0; level < height; ++level) {
#pragma unroll
      for (int c = 0; c < ncomp; ++c) {
#pragma unroll
        for (int k = 0; k < nsums; ++k) total[k][c] += sum[level][k][c];
      }
    }
    if (height == levels) return;
#pragma unroll
    for (int c = 0; c < ncomp; ++c) {
#pragma unroll
      for (int k = 0; k < nsums; ++k) {
        sum[height][k][c] = total[k][c];
        total[k][c] = 0;
      }
    }
  }
};

/// The points in shared memory, by their bytes.  The address is kept in a register, where the
/// compiler would make it anew for each point.
class ListedPoints {
 public:
#ifdef __CUDA_ARCH__
  __device__ __forceinline__ explicit ListedPoints(const void *points)
      : begin_(static_cast<unsigned int>(__cvta_generic_to_shared(points))) {
    asm volatile("" : "+r"(begin_));
  }

  __device__ __forceinline__ double2 at(int place) const {
    double2 two;
    asm("ld.shared.v2.f64 {%0, %1}, [%2];"
        : "=d"(two.x), "=d"(two.y)
        : "r"(begin_ + static_cast<unsigned int>(place)));
    return two;
  }

 private:
  unsigned int begin_;
#else
  explicit ListedPoints(const void *points) : begin_(static_cast<const char *>(points)) {}
  double2 at(int place) const {
    return *reinterpret_cast<const double2 *>(begin_ + place);
  }

 private:
  const char *begin_;
#endif
};

/// Adds the values at the centre plus or minus a step.
template <int sign, class Integrand, int ndim, int ncomp, bool mapped>
__device__ __forceinline__ void add_beside(const PointCall<Integrand, ndim, ncomp, mapped> &call,
                                           int number, const double *step,
                                           const double (&centre)[ndim],
                                           const double (&width)[ndim], double (&sum)[ncomp]) {
  double x[ndim];
#pragma unroll
  for (int d = 0; d < ndim; ++d) x[d] = fma(sign * step[d], width[d], centre[d]);
  double f[ncomp];
  call.values(number, x, f);
  // Apart from the last product of the integrand, as where values are stored.
#pragma unroll
  for (int c = 0; c < ncomp; ++c) sum[c] = __dadd_rn(sum[c], f[c]);
}

/// Adds the values at a point of the table and at the one on the other side of the centre.
template <int lanes, class Integrand, int ndim, int ncomp, bool mapped>
__device__ __forceinline__ void add_pair(const PointCall<Integrand, ndim, ncomp, mapped> &call,
                                         const ListedPoints &points, int point,
                                         const PointPair &number, const double (&centre)[ndim],
                                         const double (&width)[ndim], double (&sum)[ncomp]) {
  double step[(ndim + 1) / 2 * 2];
#pragma unroll
  for (int d = 0; d < ndim; d += 2) {
    const double2 two = points.at(point + d / 2 * lanes * static_cast<int>(sizeof(double2)));
    step[d] = two.x;
    step[d + 1] = two.y;
  }
  add_beside<1>(call, number.first, step, centre, width, sum);
  add_beside<-1>(call, number.opposite, step, centre, width, sum);
}

/// The numbers of pair `pair` of a part, where they are needed.
template <class Integrand>
__device__ __forceinline__ PointPair numbers_of(const RuleTable &rule, const RulePart &part,
                                                int pair) {
  // The centre is its own opposite.
  if (!is_batched<Integrand> || part.orbit == 0) return {0, 0};
  int before = 0;
  for (int s = 0; s < part.orbit; ++s) before += rule.orbit[s].npoints;
  const PointPair numbers = pair_at(rule.orbit[part.orbit].nsigned, part.pair() + pair);
  return {before + numbers.first, before + numbers.opposite};
}

/// The sums of a lane, or of all lanes of a group if it is alone.
template <int lanes, class Integrand, int ndim, int ncomp, bool mapped>
__device__ __forceinline__ void add_listed(const PointCall<Integrand, ndim, ncomp, mapped> &call,
                                           const RuleTable &rule, const int4 *listed,
                                           const double (&centre)[ndim],
                                           const double (&width)[ndim], int lane, bool alone,
                                           KeptSums<ndim, ncomp> kept,
                                           double (&total)[nsums][ncomp]) {
  constexpr int row = (ndim + 1) / 2 * lanes * static_cast<int>(sizeof(double2));
  const RulePart *const all_parts = reinterpret_cast<const RulePart *>(listed);
  const RulePart *part = all_parts + (alone ? 0 : rule.nall_parts + lane);
  const ListedPoints points(all_parts + rule.nall_parts + rule.nparts * lanes);
  const int to_next = alone ? 1 : lanes;
  WaitingSums<lanes, ncomp> waiting;
#pragma unroll
  for (int c = 0; c < ncomp; ++c) {
#pragma unroll
    for (int k = 0; k < nsums; ++k) total[k][c] = 0;
  }
  RulePart now = *part;
  part += to_next;
  RulePart ahead = *part;
  int point = now.first;
  double sum[ncomp] = {};
  // Lanes of a group are at parts of different lengths, but at the same row.
#pragma unroll 1
  for (int left = alone ? rule.npairs : rule.nrows; left > 0; --left) {
    // What a lane without a part evaluates does not count.
    if (is_batched<Integrand> && now.end == RulePart::no_end) break;
    const PointPair numbers = numbers_of<Integrand>(rule, now, (point - now.first) / row);
    add_pair<lanes>(call, points, point, numbers, centre, width, sum);
    point += row;
    if (point == now.end) {
#pragma unroll
      for (int c = 0; c < ncomp; ++c) {
        // The centre is its own opposite.
        if (now.orbit == 0) sum[c] *= .5;
      }
      add_weighted(rule.orbit[now.orbit], sum, total);
      if (now.kept() >= 0) {
#pragma unroll
        for (int c = 0; c < ncomp; ++c) kept.at(now.kept(), c) = sum[c];
      }
      if (now.ends()) waiting.add(now.height(), total);
      now = ahead;
      part += to_next;
      ahead = *part;
      point = now.first;
#pragma unroll
      for (int c = 0; c < ncomp; ++c) sum[c] = 0;
    }
  }
}

template <class Integrand, int ndim, int ncomp, bool mapped>
__device__ __forceinline__ void apply_listed_rule(const Integrand &integrand, const RuleTable &rule,
                                                  const BoxTable &box, const RegionArrays &regions,
                                                  const WorkArrays &work) {
  constexpr int lanes = group_lanes(ndim);
  // Of each lane or, where the table leaves no room for that, of each group: then lanes that are
  // alone have their own.
  constexpr bool of_lanes = ndim <= 6;
  constexpr int nkept = (2 * ndim + 1) * ncomp;
  constexpr int step = of_lanes ? rule_threads : 1;
  __shared__ double kept_sums[nkept * rule_threads / (of_lanes ? 1 : lanes)];
  __shared__ int4 listed[listed_bytes(ndim) / sizeof(int4)];

  for (int i = static_cast<int>(threadIdx.x); i < rule.nlisted; i += blockDim.x)
    listed[i] = rule.listed[i];
  __syncthreads();

  const int lane = threadIdx.x & (lanes - 1);
  const LoopState &state = *work.state;
  RegionTurns<lanes> turns(items_of(integrand, rule, state));
  int nonfinite = 0;

  while (turns.next()) {
    const long long slot = region_slot(state, work, turns.item);
    const Integrand &here = at_points_of(integrand, rule, turns.item);
    const PointCall<Integrand, ndim, ncomp, mapped> call{here, box};
    double centre[ndim];
    double width[ndim];
    double total[nsums][ncomp];
    const double volume = region_box<mapped>(box, regions, slot, centre, width);
    double own[of_lanes ? 1 : nkept];
    const int thread = static_cast<int>(threadIdx.x);
    double *const of_group = kept_sums + (of_lanes ? thread - lane : thread / lanes * nkept);
    double *const of_lane = of_lanes ? kept_sums + thread : own;
    const KeptSums<ndim, ncomp> kept{turns.alone ? of_lane : of_group, step};
    add_listed<lanes>(call, rule, listed, centre, width, lane, turns.alone, kept, total);
    const double *const scale = work.scale + state.units * ncomp;
    // All lanes say the same.  That they do so in a vote tells the compiler that they stay
    // together: else it makes each exchange between them twice, the second time for lanes that do
    // not.
    if (__any_sync(all_lanes, turns.alone)) {
      turns.take_again(__ballot_sync(all_lanes, turns.active && !all_finite(total)));
      if (turns.active) {
        store_sums<1>(work, total, volume, 0, turns.item, true);
        regions.axis[slot] = steepest_axis<1, ndim, ncomp>(kept, rule.difference_ratio, scale, 0);
      }
    } else {
      const int found = begin_anew<lanes>(call, rule, centre, width, lane, kept, total);
      if (turns.active) nonfinite += found;
      store_sums<lanes>(work, total, volume, lane, turns.item, turns.active);
      __syncwarp();
      const int axis = steepest_axis<lanes, ndim, ncomp>(kept, rule.difference_ratio, scale, lane);
      if (turns.active && lane == 0) regions.axis[slot] = axis;
    }
    __syncwarp();
  }
  if (nonfinite != 0) atomicAdd(&work.state->nonfinite, static_cast<unsigned long long>(nonfinite));
}

}  // namespace cuboid::engine::cuda
