#include "engine/cuda/engines/regions_batched.cuh"

#include <cuda_runtime.h>

#include <algorithm>

#include "engine/cuda/kernel/regions_arrays.cuh"
#include "engine/cuda/kernel/regions_rule_sums.cuh"
#include "engine/cuda/runtime/error.hpp"
#include "rule/region_axis.hpp"
#include "rule/region_division.hpp"

namespace cuboid::engine::cuda {

namespace {

constexpr int batched_threads = 128;  ///< of a block

/// Some of the new regions.
struct Piece {
  long long first;
  int count;
  int npoints;  ///< of the rule
};

/// The points of a launch, and the slopes of the map at them; nullptr: a finite box.
struct PlacedPoints {
  double *x;  ///< [points][ndim]
  double *slope;
};

/// The values at these points, component by component.
struct PlacedValues {
  const double *f;  ///< [points][ncomp]
  const double *slope;
  int ncomp;

  __device__ __forceinline__ double get(long long point, int component) const {
    const double value = f[point * ncomp + component];
    return slope == nullptr ? value : value * slope[point];
  }
  __device__ __forceinline__ double finite_or_zero(long long point, int component) const {
    const double value = get(point, component);
    return is_finite(value) ? value : 0;
  }
};

/// Where a region lies along an axis, as region_box has it.
struct Side {
  double centre;
  double width;
};

__device__ __forceinline__ double part_of_axis(const RegionArrays &regions, long long slot,
                                               int axis) {
  return rule::halved(regions.depth[static_cast<long long>(axis) * regions.capacity + slot]);
}

template <bool mapped>
__device__ __forceinline__ Side side_of(const BoxTable &box, const RegionArrays &regions,
                                        long long slot, int axis) {
  const double size = part_of_axis(regions, slot, axis);
  const double corner = regions.lower[static_cast<long long>(axis) * regions.capacity + slot];
  if constexpr (mapped) return {corner + .5 * size, size};
  return {box.lower[axis] + (corner + .5 * size) * box.width[axis], size * box.width[axis]};
}

/// Of a region, `whole` being that of all.
__device__ __forceinline__ double volume_of(double whole, const RegionArrays &regions,
                                            long long slot, int ndim) {
  double volume = whole;
  for (int d = 0; d < ndim; ++d) volume *= part_of_axis(regions, slot, d);
  return volume;
}

/// Writes a point.  coordinate(axis, side): in the unit cube, or in a finite box.
template <bool mapped, class Coordinate>
__device__ __forceinline__ void write_point(const BoxTable &box, const RegionArrays &regions,
                                            long long slot, int ndim, const PlacedPoints &points,
                                            long long row, const Coordinate &coordinate) {
  double product = 1;
  for (int d = 0; d < ndim; ++d) {
    double x = coordinate(d, side_of<mapped>(box, regions, slot, d));
    if constexpr (mapped) {
      double slope;
      x = box.axis[d].map(x, slope);
      product *= slope;
    }
    points.x[row * ndim + d] = x;
  }
  if constexpr (mapped) points.slope[row] = product;
}

/// A point of the rule: orbit after orbit, on the axes the two signs side by side.
template <bool wide>
class RulePoint {
 public:
  /// in_table: takes_listed_rule.
  __device__ __forceinline__ RulePoint(const RuleTable &rule, int number, bool in_table)
      : index_(number) {
    int s = 0;
    for (; s < rule.norbits && index_ >= rule.orbit[s].npoints; ++s)
      index_ -= rule.orbit[s].npoints;
    const OrbitEntry &orbit = rule.orbit[s];
    generator_ = orbit.a;
    kind_ = s == 0              ? Kind::centre
            : s <= rule.naxis   ? Kind::axis
            : s == rule.norbits ? Kind::vertex
                                : Kind::listed;
    if (kind_ != Kind::listed) return;
    const auto *const codes = static_cast<const Word *>(rule.codes) + orbit.first_code;
    first_ = codes[index_];
    if (orbit.nb > 0) second_ = codes[orbit.npoints + index_];
    // As the kernels around an integrand round: with a table, or multiples of the first generator.
    first_unit_ = in_table ? .5 * orbit.a : 1;
    second_unit_ = in_table ? .5 * orbit.b : orbit.nb > 0 ? orbit.b / orbit.a : 0;
    scale_ = in_table ? 1 : .5 * orbit.a;
  }

  __device__ __forceinline__ double along(int axis, const Side &side) const {
    if (kind_ == Kind::centre) return side.centre;
    if (kind_ == Kind::listed) {
      constexpr int ndim = wide ? 17 : 16;
      const double factor = fma(code_factor<ndim>(second_, axis), second_unit_,
                                code_factor<ndim>(first_, axis) * first_unit_);
      return fma(factor, scale_ * side.width, side.centre);
    }
    const bool moved = kind_ == Kind::vertex || axis == index_ >> 1;
    const bool negative = index_ >> (kind_ == Kind::vertex ? axis : 0) & 1;
    return fma(!moved ? 0. : negative ? -generator_ : generator_, side.width, side.centre);
  }

 private:
  enum class Kind { centre, axis, listed, vertex };
  using Word = typename CodeWord<wide>::type;

  int index_;  ///< in its orbit
  Kind kind_;
  double generator_;
  double first_unit_ = 0;
  double second_unit_ = 0;
  double scale_ = 0;
  Word first_ = 0;
  Word second_ = 0;
};

template <bool wide, bool mapped>
__global__ void __launch_bounds__(batched_threads)
    place_rule_points(const __grid_constant__ RuleTable rule, const __grid_constant__ BoxTable box,
                      const __grid_constant__ RegionArrays regions,
                      const __grid_constant__ WorkArrays work, Piece piece, PlacedPoints points,
                      int ndim, bool in_table) {
  const auto stride = static_cast<long long>(gridDim.x) * batched_threads;
  const long long count = static_cast<long long>(piece.count) * piece.npoints;
  for (long long row = blockIdx.x * static_cast<long long>(batched_threads) + threadIdx.x;
       row < count; row += stride) {
    const auto item = static_cast<unsigned>(row) / static_cast<unsigned>(piece.npoints);
    const RulePoint<wide> point(rule, static_cast<int>(row - item * piece.npoints), in_table);
    write_point<mapped>(box, regions, region_slot(*work.state, work, piece.first + item), ndim,
                        points, row,
                        [&](int axis, const Side &side) { return point.along(axis, side); });
  }
}

/// The sums of a lane of a group, as the rule kernel makes them with a table of points.
template <int lanes, class Value>
__device__ __forceinline__ void add_listed_values(const RuleTable &rule, int ndim, int lane,
                                                  const Value &value, double (&total)[nsums][1]) {
  const int row = (ndim + 1) / 2 * lanes * static_cast<int>(sizeof(double2));
  const RulePart *part = reinterpret_cast<const RulePart *>(rule.listed) + rule.nall_parts + lane;
#pragma unroll
  for (int k = 0; k < nsums; ++k) total[k][0] = 0;
  for (; part->end != RulePart::no_end; part += lanes) {
    const OrbitEntry &orbit = rule.orbit[part->orbit];
    int begin = 0;
    for (int s = 0; s < part->orbit; ++s) begin += rule.orbit[s].npoints;
    double sum = 0;
    if (part->orbit == 0) {
      sum = .5 * __dadd_rn(value(0), value(0));
    } else {
      const int npairs = (part->end - part->first) / row;
      for (int i = 0; i < npairs; ++i) {
        const PointPair pair = pair_at(orbit.nsigned, part->pair() + i);
        sum = __dadd_rn(sum, value(begin + pair.first));
        sum = __dadd_rn(sum, value(begin + pair.opposite));
      }
    }
    add_weighted(orbit, &sum, total);
  }
}

/// The same where the points are counted through.
template <int lanes, class Value>
__device__ __forceinline__ void add_values(const RuleTable &rule, int ndim, int lane,
                                           const Value &value, double (&total)[nsums][1]) {
  const double middle = value(0);
#pragma unroll
  for (int k = 0; k < nsums; ++k) total[k][0] = lane == 0 ? rule.orbit[0].weight[k] * middle : 0;
  for (int pair = lane; pair < rule.naxis * ndim; pair += lanes) {
    double sum = 0;
    for (int sign = 0; sign < 2; ++sign) sum += value(1 + 2 * pair + sign);
    add_weighted(rule.orbit[1 + pair / ndim], &sum, total);
  }
  int first = 1 + 2 * rule.naxis * ndim;
  for (int s = 1 + rule.naxis; s < rule.norbits + rule.has_vertices; ++s) {
    const OrbitEntry &orbit = rule.orbit[s];
    double sum = 0;
#pragma unroll 4
    for (int i = lane; i < orbit.npoints; i += lanes) sum += value(first + i);
    add_weighted(orbit, &sum, total);
    first += orbit.npoints;
  }
}

/// The same as add_carefully makes them, from values of which some counted as zero.
template <int lanes, class Value>
__device__ __noinline__ void add_values_carefully(const RuleTable &rule, int ndim, int lane,
                                                  const Value &value, double (&total)[nsums][1]) {
  for (int k = 0; k < nsums; ++k) total[k][0] = 0;
  int first = 0;
  for (int s = 0; s < rule.norbits + rule.has_vertices; ++s) {
    const OrbitEntry &orbit = rule.orbit[s];
    // On the axes a lane takes both signs of an axis.
    const int together = s >= 1 && s <= rule.naxis ? 2 : 1;
    for (int item = lane * together; item < orbit.npoints; item += lanes * together)
      for (int i = 0; i < together; ++i) {
        const double f = value(first + item + i);
        add_weighted(orbit, &f, total);
      }
    first += orbit.npoints;
  }
}

/// As steepest_axis of regions_rule_sums.cuh.
template <int lanes>
__device__ __forceinline__ int steepest_axis(const PlacedValues &values, long long row,
                                             double ratio, const double *scale, int ndim,
                                             int lane) {
  rule::AxisChoice choice{0, ndim};
  for (int d = lane; d < ndim; d += lanes) {
    double difference = 0;
    for (int c = 0; c < values.ncomp; ++c) {
      double pair[2] = {};
      for (int orbit = 0; orbit < 2; ++orbit)
        for (int sign = 0; sign < 2; ++sign)
          pair[orbit] += values.finite_or_zero(row + 1 + 2 * (orbit * ndim + d) + sign, c);
      const double middle = values.finite_or_zero(row, c);
      const double value = fma(ratio, pair[0], 2 * (1 - ratio) * middle) - pair[1];
      difference =
          rule::add_difference(difference, value < 0 ? -value : value, values.ncomp, scale, c);
    }
    rule::consider(choice, difference, d);
  }
#pragma unroll
  for (int step = lanes / 2; step > 0; step /= 2) {
    if (step >= ndim) continue;  // No axis is that far from lane 0.
    const double other = __shfl_xor_sync(all_lanes, choice.difference, step);
    const int other_axis = __shfl_xor_sync(all_lanes, choice.axis, step);
    rule::merge(choice, {other, other_axis});
  }
  return choice.axis;
}

/// The sums of one region, whose values begin at a row.  All lanes of the warp take part.
template <int lanes>
__device__ __forceinline__ void sum_region(const RuleTable &rule, const WorkArrays &work,
                                           const PlacedValues &values, long long row, int ndim,
                                           double volume, int lane, long long item, bool active,
                                           bool in_table, unsigned long long &nonfinite) {
  WorkArrays of_component = work;
  const long long numbers = nsums * work.nsums_stride;
  bool finite = true;
  double total[nsums][1];
  for (int c = 0; c < values.ncomp; ++c, of_component.sums += numbers) {
    const auto value = [&](int i) { return values.get(row + i, c); };
    if (in_table)
      add_listed_values<lanes>(rule, ndim, lane, value, total);
    else
      add_values<lanes>(rule, ndim, lane, value, total);
    finite = finite && is_finite(total[0][0]);
    store_sums<lanes>(of_component, total, volume, lane, item, active);
  }
  const unsigned int votes = __ballot_sync(all_lanes, finite);
  if (votes == all_lanes) return;
  // The groups that met one begin anew, as begin_anew has it.
  const bool anew = active && (~votes & group_mask<lanes>()) != 0;
  of_component.sums = work.sums;
  for (int c = 0; c < values.ncomp; ++c, of_component.sums += numbers) {
    const auto counted = [&](int i) {
      nonfinite += anew && !is_finite(values.get(row + i, c));
      return values.finite_or_zero(row + i, c);
    };
    add_values_carefully<lanes>(rule, ndim, lane, counted, total);
    store_sums<lanes>(of_component, total, volume, lane, item, anew);
  }
}

template <int lanes>
__global__ void __launch_bounds__(rule_threads)
    sum_rule_values(const __grid_constant__ RuleTable rule, const __grid_constant__ BoxTable box,
                    const __grid_constant__ RegionArrays regions,
                    const __grid_constant__ WorkArrays work, Piece piece, PlacedValues values,
                    int ndim, bool in_table) {
  constexpr int of_warp = 32 / lanes;
  const int lane = threadIdx.x & (lanes - 1);
  const int warps = static_cast<int>(gridDim.x) * (rule_threads / 32);
  const int warp = static_cast<int>(blockIdx.x) * (rule_threads / 32) + threadIdx.x / 32;
  const double *const scale = work.scale + work.state->units * values.ncomp;
  unsigned long long nonfinite = 0;
  // All groups of a warp run the same number of rounds, so that they can exchange values.
  for (int round = warp * of_warp; round < piece.count; round += warps * of_warp) {
    const int own = round + (threadIdx.x & 31) / lanes;
    const bool active = own < piece.count;
    const int number = active ? own : piece.count - 1;
    const long long item = piece.first + number;
    const long long slot = region_slot(*work.state, work, item);
    const long long row = static_cast<long long>(number) * piece.npoints;
    sum_region<lanes>(rule, work, values, row, ndim, volume_of(box.volume, regions, slot, ndim),
                      lane, item, active, in_table, nonfinite);
    const int axis = steepest_axis<lanes>(values, row, rule.difference_ratio, scale, ndim, lane);
    if (active && lane == 0) regions.axis[slot] = axis;
  }
  if (nonfinite != 0) atomicAdd(&work.state->nonfinite, nonfinite);
}

/// The lines of a look at all regions.
struct LookLines {
  unsigned long long *total;
  unsigned long long *first;  ///< [regions] number of the first line of a region
  long long *slot;            ///< [lines] the region of a line; nullptr: lines are only counted
  double *height;             ///< [lines][ncomp]
};

__device__ __forceinline__ rule::RegionLines lines_of(const LookTable &look,
                                                      const RegionArrays &regions, long long slot,
                                                      int ndim) {
  return rule::region_lines(look.request, ndim, of_region(regions.lower, regions, slot),
                            volume_of(1, regions, slot, ndim), look.nregions);
}

/// Numbers the lines; where they are numbered, notes whose they are.
__global__ void __launch_bounds__(batched_threads)
    list_lines(const __grid_constant__ LookTable look, const __grid_constant__ RegionArrays regions,
               LookLines lines, int ndim) {
  const auto stride = static_cast<long long>(gridDim.x) * batched_threads;
  for (long long slot = blockIdx.x * static_cast<long long>(batched_threads) + threadIdx.x;
       slot < look.count; slot += stride) {
    const auto count = static_cast<unsigned long long>(lines_of(look, regions, slot, ndim).count);
    if (lines.slot == nullptr) {
      lines.first[slot] = atomicAdd(lines.total, count);
      continue;
    }
    for (unsigned long long i = 0; i < count; ++i) lines.slot[lines.first[slot] + i] = slot;
  }
}

__device__ __forceinline__ void fill(Turn &turn) {
  if (threadIdx.x < 64) turn[threadIdx.x] = rule::cosine_of_32nd(static_cast<int>(threadIdx.x));
  __syncthreads();
}

template <bool mapped>
__global__ void __launch_bounds__(batched_threads)
    place_look_points(const __grid_constant__ LookTable look, const __grid_constant__ BoxTable box,
                      const __grid_constant__ RegionArrays regions, LookLines lines,
                      unsigned long long first, long long count, PlacedPoints points, int ndim) {
  __shared__ Turn turn;
  fill(turn);
  const int of_line = rule::line_points(ndim);
  const auto stride = static_cast<long long>(gridDim.x) * batched_threads;
  for (long long row = blockIdx.x * static_cast<long long>(batched_threads) + threadIdx.x;
       row < count * of_line; row += stride) {
    const unsigned long long number = first + static_cast<unsigned long long>(row / of_line);
    const auto point = static_cast<int>(row % of_line);
    const long long slot = lines.slot[number];
    const rule::LookLine line =
        rule::look_line(lines_of(look, regions, slot, ndim).key, number - lines.first[slot], ndim);
    const double along = rule::along_line(line, cosine_of(turn, rule::node_angle(point, of_line)));
    write_point<mapped>(box, regions, slot, ndim, points, row, [&](int axis, const Side &side) {
      const double place = axis == line.axis ? along : rule::drawn_fraction(line.key, axis);
      return side.centre + (place - .5) * side.width;
    });
  }
}

/// What stands out of the lines.
template <int of_line>
__global__ void __launch_bounds__(batched_threads)
    judge_lines(LookLines lines, unsigned long long first, long long count, PlacedValues values,
                unsigned long long *nonfinite) {
  __shared__ Turn turn;
  fill(turn);
  constexpr int of_warp = 32 / of_line;
  const int point = threadIdx.x % of_line;
  const long long warps = static_cast<long long>(gridDim.x) * (batched_threads / 32);
  const long long warp = (blockIdx.x * static_cast<long long>(batched_threads) + threadIdx.x) / 32;
  unsigned long long found = 0;
  for (long long round = warp * of_warp; round < count; round += warps * of_warp) {
    const long long own = round + threadIdx.x % 32 / of_line;
    const bool present = own < count;
    const long long row = (present ? own : count - 1) * of_line + point;
    for (int c = 0; c < values.ncomp; ++c) {
      found += present && !is_finite(values.get(row, c));
      const double height = height_of_line<of_line>(values.finite_or_zero(row, c), point, turn);
      if (present && point == 0)
        lines.height[(first + static_cast<unsigned long long>(own)) * values.ncomp + c] = height;
    }
  }
  if (found > 0) atomicAdd(nonfinite, found);
}

/// Into the errors of the regions, line by line.
__global__ void __launch_bounds__(batched_threads)
    take_over_lines(const __grid_constant__ LookTable look, const __grid_constant__ BoxTable box,
                    const __grid_constant__ RegionArrays regions, LookLines lines, int ndim,
                    int ncomp) {
  const auto stride = static_cast<long long>(gridDim.x) * batched_threads;
  const long long thread = blockIdx.x * static_cast<long long>(batched_threads) + threadIdx.x;
  if (thread == 0)
    atomicAdd(&look.state->looked_at,
              *lines.total * static_cast<unsigned long long>(rule::line_points(ndim)));
  for (long long slot = thread; slot < look.count; slot += stride) {
    const rule::RegionLines own = lines_of(look, regions, slot, ndim);
    if (own.count == 0) continue;
    const double volume = volume_of(box.volume, regions, slot, ndim);
    for (int c = 0; c < ncomp; ++c) {
      double heights = 0;
      for (long long i = 0; i < own.count; ++i)
        heights +=
            lines.height[(lines.first[slot] + static_cast<unsigned long long>(i)) * ncomp + c];
      if (take_height(regions, c, slot, heights, own, volume)) look.state->seen = 1;
    }
  }
  __threadfence();
  __syncthreads();
  tell_news(look);
}

const BatchedPoints &as_points(const void *integrand) {
  return *static_cast<const BatchedPoints *>(integrand);
}

}  // namespace

BatchedRegions::BatchedRegions(int ndim, int ncomp, std::int64_t npoints, BatchedLaunch &launch,
                               const DeviceCall &call)
    : ndim_(ndim), ncomp_(ncomp), npoints_(npoints), launch_(launch), call_(call) {}

template <class... Arguments>
void BatchedRegions::start(void (*kernel)(Arguments...), std::int64_t threads,
                           std::type_identity_t<Arguments>... arguments) {
  static_assert(batched_threads == rule_threads);
  const std::int64_t most = std::int64_t{16} * call_.device().multiprocessors();
  const std::int64_t blocks = (threads + batched_threads - 1) / batched_threads;
  cudaLaunchConfig_t config{};
  config.gridDim = dim3(static_cast<unsigned>(std::clamp<std::int64_t>(blocks, 1, most)));
  config.blockDim = dim3(batched_threads);
  config.stream = call_.stream();
  void *pointers[] = {&arguments...};
  check(cudaLaunchKernelExC(&config, reinterpret_cast<const void *>(kernel), pointers),
        "a kernel around a batch function");
}

double *BatchedRegions::room_for_slopes(std::int64_t points) {
  if (slopes_.count() < points) slopes_ = DeviceArray<double>(call_, points);
  return slopes_.get();
}

void BatchedRegions::apply_rule(const RuleTable &rule, const BoxTable &box, bool mapped,
                                const RegionArrays &regions, const WorkArrays &work) {
  long long nwork = 0;
  check(cudaMemcpyAsync(&nwork, &work.state->nwork, sizeof nwork, cudaMemcpyDeviceToHost,
                        call_.stream()),
        "the number of regions");
  call_.wait("the rule before this one");
  const auto at_once =
      std::max(static_cast<std::int64_t>(launch_.most_points()) / npoints_, std::int64_t{1});
  const int lanes = group_lanes(ndim_);
  const bool in_table = takes_listed_rule(ndim_, ncomp_);
  const auto place_kernel =
      ndim_ > 16 ? mapped ? place_rule_points<true, true> : place_rule_points<true, false>
      : mapped ? place_rule_points<false, true>
                 : place_rule_points<false, false>;
  const auto sum_kernel = lanes == 4    ? sum_rule_values<4>
                          : lanes == 8  ? sum_rule_values<8>
                          : lanes == 16 ? sum_rule_values<16>
                                        : sum_rule_values<32>;
  for (std::int64_t first = 0; first < nwork; first += at_once) {
    const Piece piece{first, static_cast<int>(std::min<std::int64_t>(nwork - first, at_once)),
                      static_cast<int>(npoints_)};
    const std::int64_t points = piece.count * npoints_;
    double *const slopes = mapped ? room_for_slopes(points) : nullptr;
    launch_.run(
        0, static_cast<uint64>(points),
        [&](const void *placed) {
          start(place_kernel, points, rule, box, regions, work, piece,
                {as_points(placed).x, slopes}, ndim_, in_table);
        },
        [&](const void *placed) {
          start(sum_kernel, std::int64_t{piece.count} * lanes, rule, box, regions, work, piece,
                {as_points(placed).f, slopes, ncomp_}, ndim_, in_table);
        });
  }
}

void BatchedRegions::look(const LookTable &look, const BoxTable &box, bool mapped,
                          const RegionArrays &regions) {
  const int of_line = rule::line_points(ndim_);
  const DeviceArray<unsigned long long> numbers(call_, look.count + 1);
  LookLines lines{numbers.get(), numbers.get() + 1, nullptr, nullptr};
  check(cudaMemsetAsync(lines.total, 0, sizeof *lines.total, call_.stream()), "lines of a look");
  start(list_lines, look.count, look, regions, lines, ndim_);
  unsigned long long total = 0;
  check(cudaMemcpyAsync(&total, lines.total, sizeof total, cudaMemcpyDeviceToHost, call_.stream()),
        "lines of a look");
  call_.wait("counting the lines of a look");
  const auto count = static_cast<std::int64_t>(total);
  const DeviceArray<long long> slots(call_, count + 1);
  const DeviceArray<double> heights(call_, (count + 1) * ncomp_);
  lines.slot = slots.get();
  lines.height = heights.get();
  start(list_lines, look.count, look, regions, lines, ndim_);
  const auto place_kernel = mapped ? place_look_points<true> : place_look_points<false>;
  const auto judge_kernel = of_line == 16 ? judge_lines<16> : judge_lines<8>;
  const auto at_once =
      std::max(static_cast<std::int64_t>(launch_.most_points()) / of_line, std::int64_t{1});
  for (std::int64_t first = 0; first < count; first += at_once) {
    const std::int64_t here = std::min(count - first, at_once);
    const auto begin = static_cast<unsigned long long>(first);
    double *const slopes = mapped ? room_for_slopes(here * of_line) : nullptr;
    launch_.run(
        0, static_cast<uint64>(here * of_line),
        [&](const void *placed) {
          start(place_kernel, here * of_line, look, box, regions, lines, begin, here,
                {as_points(placed).x, slopes}, ndim_);
        },
        [&](const void *placed) {
          start(judge_kernel, here * of_line, lines, begin, here,
                {as_points(placed).f, slopes, ncomp_}, &look.state->nonfinite);
        });
  }
  start(take_over_lines, look.count, look, box, regions, lines, ndim_, ncomp_);
}

}  // namespace cuboid::engine::cuda
