// The samples of many integrals, each on a block of the device: see kernel/samples_many.cuh.
#include "engine/device/many_samples.hpp"

#include <bit>
#include <string>

#include "base/failure.hpp"
#include "engine/cuda/engines/bound_integrand.hpp"
#include "engine/cuda/engines/many_integrals.hpp"
#include "engine/cuda/engines/many_samples_steps.hpp"
#include "engine/cuda/engines/samples_fill.hpp"
#include "engine/cuda/engines/samples_grid.hpp"
#include "engine/cuda/engines/samples_memory.hpp"
#include "engine/cuda/engines/samples_state.hpp"
#include "engine/cuda/runtime/error.hpp"
#include "engine/cuda/runtime/launch.hpp"
#include "map/importance_edges.hpp"
#include "rng/sobol.hpp"
#include "statistics/strata.hpp"

namespace cuboid::engine::cuda {

namespace {

KernelPart many_samples_part(const ManySamplesKind &kind, bool histogram) {
  return {"engine/cuda/kernel/samples_many.cuh", "samples_many_kernel",
          FillKind{kind.boxed, kind.quasi, kind.adaptive, histogram}.variant()};
}

uint64 whole_fours(uint64 number) {
  return (number + 3) / 4 * 4;
}

class CudaManySamples final : public DeviceManySamples {
 public:
  CudaManySamples(const DeviceIntegrandPointer &integrand, void *userdata, std::uint64_t seed,
                  bool quasi, bool boxed, std::int64_t memory);
  ~CudaManySamples() override { bound_.stay_entered(); }

  const SamplesProblem &problem() const override { return problem_; }
  std::int64_t count() const override { return integrals_.count(); }
  std::int64_t max_intervals() const override {
    return max_samples_intervals(call_.device(), problem_.ndim);
  }
  std::int64_t reserve(std::int64_t count, const SamplesGrid &grid, bool adaptive,
                       std::int64_t samples) override;
  void begin(const IntegralList &list) override;
  void set_grid(const SamplesGrid &grid, bool adaptive) override;
  void iterate(const SamplesIteration &iteration, const std::vector<std::uint32_t> &which) override;
  ManySamplesResult result(std::size_t place) const override;
  std::vector<std::vector<std::uint64_t>> edges() override;

 private:
  /// Numbers of each array's elements for one integral.
  struct Lengths {
    uint64 cells, group_sums, chunks, cube_ends, variances;
    bool adaptive;
    std::int64_t bytes(int width) const;
  };
  Lengths lengths(const SamplesGrid &grid, bool adaptive, std::int64_t samples) const;
  void place(const Lengths &lengths, std::int64_t count);
  void set_volume_units();
  void fill(const SamplesManyArguments &many, bool histogram, unsigned places);
  void launch_fill(const SamplesManyArguments &many, bool histogram, unsigned places,
                   const KernelTable &kernels, const std::string &name);
  void fill_batched(const SamplesManyArguments &many, bool histogram, unsigned places);
  std::vector<uint64> rows_of(const SamplesManyArguments &many, unsigned places);
  void fetch(std::size_t places);
  ManySamplesKind kind() const { return {boxed_, problem_.quasi, adaptive_}; }

  BoundIntegrand bound_;
  ManyIntegrals integrals_{bound_};
  const DeviceCall &call_ = bound_.call();
  SamplesProblem problem_;
  const bool boxed_;
  const std::int64_t memory_;
  SamplesManyArguments many_{};
  bool adaptive_ = false;
  std::vector<double> reports_;      ///< of the last iteration
  std::vector<std::uint32_t> last_;  ///< the integrals that were in it

  GrowingArray<map::MapInterval> map_{call_};
  GrowingArray<map::MapInterval> first_map_{call_};
  GrowingArray<map::VolumeUnit> volume_unit_{call_};
  GrowingArray<uint64> histogram_{call_};
  GrowingArray<SamplesState> state_{call_};
  GrowingArray<SamplesState> first_state_{call_};
  GrowingArray<int> aborted_{call_};
  GrowingArray<uint32> directions_{call_};
  GrowingArray<float> variance_{call_};
  GrowingArray<double> group_sums_{call_};
  GrowingArray<double> piece_variance_{call_};
  GrowingArray<uint32> piece_cube_{call_};
  GrowingArray<uint64> tile_first_{call_};
  GrowingArray<uint32> cube_end_{call_};
  GrowingArray<uint32> which_{call_};
  GrowingArray<double> sums_{call_};
};

CudaManySamples::CudaManySamples(const DeviceIntegrandPointer &integrand, void *userdata,
                                 std::uint64_t seed, bool quasi, bool boxed, std::int64_t memory)
    : bound_(integrand, userdata), boxed_(boxed), memory_(memory) {
  problem_.ndim = integrand->ndim();
  problem_.ncomp = integrand->ncomp();
  problem_.seed = seed;
  problem_.quasi = quasi;
  many_.ndim = static_cast<uint32>(problem_.ndim);
  many_.common.ranks = 1;
  many_.common.keys = rng::make_philox_keys<rng::fewest_philox_rounds>(seed);
  if (!quasi) return;
  const std::vector<std::uint32_t> directions = rng::reversed_direction_words(problem_.ndim);
  many_.common.sobol_directions = directions_.set(directions.data(), directions.size());
  call_.wait("copying to the device");
}

std::int64_t CudaManySamples::Lengths::bytes(int width) const {
  uint64 all = cells * (sizeof(map::MapInterval) + sizeof(uint64)) + sizeof(SamplesState) +
               group_sums * sizeof(double) + static_cast<uint64>(width) * sizeof(double);
  if (adaptive)
    all += 2 * chunks * (sizeof(double) + sizeof(uint32)) + cube_ends * sizeof(uint32) +
           variances * sizeof(float);
  return static_cast<std::int64_t>(all);
}

CudaManySamples::Lengths CudaManySamples::lengths(const SamplesGrid &grid, bool adaptive,
                                                  std::int64_t samples) const {
  uint64 ncube = 1;
  for (int d = 0; d < problem_.ndim; ++d) ncube *= static_cast<uint64>(grid.nstrat);
  Lengths lengths{};
  lengths.adaptive = adaptive;
  lengths.cells = static_cast<uint64>(problem_.ndim * grid.nintervals);
  lengths.chunks = max_samples_chunks(static_cast<uint64>(samples), ncube);
  const auto ncomp = static_cast<uint64>(problem_.ncomp);
  lengths.group_sums =
      (lengths.chunks / statistics::chunks_per_group + 1) * (ncomp + ncomp * (ncomp + 1) / 2);
  // A thread writes the ends of four hypercubes, in whole warps, and one is read ahead.
  lengths.cube_ends = (ncube + 127) / 128 * 128 + 4;
  lengths.variances = whole_fours(ncube);
  return lengths;
}

std::int64_t CudaManySamples::reserve(std::int64_t count, const SamplesGrid &grid, bool adaptive,
                                      std::int64_t samples) {
  const ContextScope scope = bound_.entered();
  const Lengths wanted = lengths(grid, adaptive, samples);
  const std::int64_t bytes = wanted.bytes(ManySamplesReports::width(problem_.ncomp));
  while (memory_ > 0 && count > 1 && count * bytes > memory_) count /= 2;
  // All points of an iteration are one call of a batch function.
  while (bound_.batched() && count > 1 &&
         static_cast<uint64>(count * samples) > bound_.max_points())
    count /= 2;
  while (true) {
    try {
      place(wanted, count);
      return count;
    } catch (const Failure &failure) {
      if (failure.status() != CUBOID_OUT_OF_MEMORY || count == 1) throw;
      count /= 2;
    }
  }
}

void CudaManySamples::place(const Lengths &lengths, std::int64_t count) {
  const auto integrals = static_cast<uint64>(count);
  many_.common.map = map_.reserve(integrals * lengths.cells);
  many_.common.histogram = histogram_.reserve(integrals * lengths.cells);
  many_.common.state = state_.reserve(integrals);
  many_.aborted = aborted_.reserve(integrals);
  many_.which = which_.reserve(integrals);
  many_.common.group_sums = group_sums_.reserve(integrals * lengths.group_sums);
  sums_.reserve(integrals * static_cast<uint64>(ManySamplesReports::width(problem_.ncomp)));
  many_.chunks = lengths.chunks;
  many_.group_sums = lengths.group_sums;
  many_.common.variance = nullptr;
  if (!lengths.adaptive) return;
  many_.common.variance = variance_.reserve(integrals * lengths.variances);
  many_.common.piece_variance = piece_variance_.reserve(integrals * 2 * lengths.chunks);
  many_.common.piece_cube = piece_cube_.reserve(integrals * 2 * lengths.chunks);
  many_.common.tile_first = tile_first_.reserve(integrals * 2);
  many_.common.cube_end = cube_end_.reserve(integrals * lengths.cube_ends);
  many_.variances = lengths.variances;
  many_.cube_ends = lengths.cube_ends;
}

void CudaManySamples::begin(const IntegralList &list) {
  const ContextScope scope = bound_.entered();
  integrals_.begin(list);
  const auto integrals = static_cast<uint64>(list.count);
  SamplesState state;
  set_state(state, problem_.ncomp);
  first_state_.set(&state, 1);
  launch_repeat(
      {reinterpret_cast<const uint64 *>(first_state_.data()), sizeof(SamplesState) / sizeof(uint64),
       reinterpret_cast<uint64 *>(state_.data()), integrals},
      call_.stream());
  aborted_.fill(0, integrals);
  many_.userdata = integrals_.userdata();
  many_.userdata_stride = static_cast<uint64>(integrals_.userdata_stride());
  many_.boxes = integrals_.boxes().stride == 0 ? 0 : 1;
  many_.common.box = boxed_ ? integrals_.axes_on_device() : nullptr;
  call_.wait("copying what many integrals need to the device");
}

/// Of each box.
void CudaManySamples::set_volume_units() {
  std::vector<map::VolumeUnit> units;
  const auto ndim = static_cast<std::size_t>(problem_.ndim);
  const std::span axes(integrals_.boxes().axes);
  for (std::size_t at = 0; at < axes.size(); at += ndim)
    units.push_back(
        map::volume_unit(problem_.ndim, many_.common.intervals, axes.subspan(at, ndim)));
  many_.volume_unit = volume_unit_.set(units.data(), units.size());
  call_.wait("copying the boxes of many integrals to the device");
}

void CudaManySamples::set_grid(const SamplesGrid &grid, bool adaptive) {
  const ContextScope scope = bound_.entered();
  adaptive_ = adaptive;
  set_samples_grid(grid, problem_.ndim, many_.common);
  set_volume_units();
  const auto integrals = static_cast<uint64>(count());
  const uint64 cells = many_.ndim * many_.common.intervals;
  const std::vector<map::MapInterval> intervals = map::intervals_of_edges(
      grid.edges.empty() ? map::equal_edges(problem_.ndim, many_.common.intervals) : grid.edges,
      problem_.ndim);
  first_map_.set(intervals.data(), intervals.size());
  call_.wait("copying the first map to the device");
  launch_repeat({first_map_.data(), cells, map_.data(), integrals}, call_.stream());
  histogram_.fill(0, integrals * cells);
  // All bytes equal: all variances equal, which is all that matters.
  if (adaptive) variance_.fill(0x3F, integrals * many_.variances);
}

void CudaManySamples::fill(const SamplesManyArguments &many, bool histogram, unsigned places) {
  if (bound_.batched()) return fill_batched(many, histogram, places);
  const KernelPart part = many_samples_part(kind(), histogram);
  launch_fill(many, histogram, places, bound_.kernels(part), part.name());
}

/// Where the points of each integral begin in a batch, and where all end.
std::vector<uint64> CudaManySamples::rows_of(const SamplesManyArguments &many, unsigned places) {
  std::vector<uint64> ends(places, many.common.ncube * many.common.samples_per_cube);
  if (adaptive_) {
    // The second number of each tile is the end of its samples.
    check(cudaMemcpy2DAsync(ends.data(), sizeof(uint64), many.common.tile_first + 1,
                            2 * sizeof(uint64), sizeof(uint64), places, cudaMemcpyDeviceToHost,
                            call_.stream()),
          "fetching numbers of samples");
    call_.wait("stratifying many integrals");
  }
  std::vector<uint64> rows{0};
  for (const uint64 end : ends) rows.push_back(rows.back() + end);
  return rows;
}

/// A first launch places the points, a second one sums the values.
void CudaManySamples::fill_batched(const SamplesManyArguments &many, bool histogram,
                                   unsigned places) {
  const std::vector<uint64> rows = rows_of(many, places);
  SamplesManyArguments own = many;
  own.rows = integrals_.number_points(rows, last_);
  const auto launch_around = [&](const void *points, bool with_histogram) {
    const KernelPart part = many_samples_part(kind(), with_histogram);
    KernelTable kernels = bound_.kernels(part);
    kernels.integrand = points;
    launch_fill(own, with_histogram, places, kernels, part.name());
  };
  bound_.run_batched(
      0, rows.back(), [&](const void *points) { launch_around(points, false); },
      [&](const void *points) { launch_around(points, histogram); },
      integrals_.integral_of_point());
}

void CudaManySamples::launch_fill(const SamplesManyArguments &many, bool histogram, unsigned places,
                                  const KernelTable &kernels, const std::string &name) {
  const std::size_t shared = many.ndim * many.common.intervals *
                             (sizeof(map::MapInterval) + (histogram ? sizeof(uint32) : 0));
  allow_shared_memory(kernels.get(name), shared);
  launch(kernels, name, {places, samples_many_threads, shared}, call_.stream(), many);
}

void CudaManySamples::iterate(const SamplesIteration &iteration,
                              const std::vector<std::uint32_t> &which) {
  const ContextScope scope = bound_.entered();
  const auto places = static_cast<unsigned>(which.size());
  last_ = which;
  which_.set(which.data(), which.size());
  SamplesManyArguments many = many_;
  set_samples_iteration(iteration, problem_, many.common);
  if (!adaptive_) many.common.variance = nullptr;
  if (adaptive_)
    launch_many_stratify(many, places, static_cast<uint64>(iteration.samples),
                         static_cast<float>(iteration.beta / 2), call_.stream());
  fill(many, iteration.alpha > 0 || iteration.samples * places < worth_a_fixed_kernel, places);
  if (adaptive_) launch_many_join_pieces(many, places, call_.stream());
  launch_many_finish(many, places,
                     {map_.data(), nullptr, 0, iteration.step(), problem_.ndim, problem_.ncomp,
                      iteration.one_map, adaptive_},
                     {sums_.data(), problem_.ncomp}, call_.stream());
  check(cudaGetLastError(), "an iteration of many integrals");
  fetch(which.size());
}

void CudaManySamples::fetch(std::size_t places) {
  sums_.fetch(reports_,
              places * static_cast<std::size_t>(ManySamplesReports::width(problem_.ncomp)),
              "fetching the sums of many integrals");
  call_.wait("an iteration of many integrals");
}

ManySamplesResult CudaManySamples::result(std::size_t place) const {
  const auto ncomp = static_cast<std::size_t>(problem_.ncomp);
  const double *row =
      reports_.data() + place * static_cast<std::size_t>(ManySamplesReports::width(problem_.ncomp));
  const auto take = [&row](std::vector<double> &numbers, std::size_t count) {
    numbers.assign(row, row + count);
    row += count;
  };
  ManySamplesResult result;
  take(result.integral, ncomp);
  take(result.error, ncomp);
  take(result.dominance, ncomp);
  take(result.greatest, ncomp);
  take(result.correlation, ncomp * (ncomp + 1) / 2);
  result.samples = std::bit_cast<std::int64_t>(row[0]);
  result.nonfinite = std::bit_cast<std::int64_t>(row[1]);
  if (result.nonfinite > 0) result.nonfinite_from = std::bit_cast<std::int64_t>(row[2]);
  result.aborted = std::bit_cast<std::int64_t>(row[3]) != 0;
  return result;
}

std::vector<std::vector<std::uint64_t>> CudaManySamples::edges() {
  const ContextScope scope = bound_.entered();
  const std::size_t cells = many_.ndim * many_.common.intervals;
  std::vector<map::MapInterval> intervals;
  map_.fetch(intervals, static_cast<uint64>(count()) * cells, "copying the maps of many integrals");
  call_.wait("copying the maps of many integrals");
  std::vector<std::vector<std::uint64_t>> edges;
  for (const std::uint32_t integral : last_) {
    const auto begin = intervals.begin() + static_cast<std::ptrdiff_t>(integral * cells);
    edges.push_back(map::edges_of_intervals({begin, begin + static_cast<std::ptrdiff_t>(cells)},
                                            problem_.ndim));
  }
  return edges;
}

}  // namespace

}  // namespace cuboid::engine::cuda

namespace cuboid::engine {

bool device_samples_many(const DeviceIntegrand &integrand) {
  return cuda::as_cuda(integrand).serves_many() && integrand.ndim() <= samples_max_ndim &&
         integrand.ncomp() <= cuda::samples_many_max_components;
}

std::int64_t max_device_intervals(int ndim) {
  return cuda::max_samples_intervals(cuda::Device::chosen(), ndim);
}

void compile_for_many_samples(const DeviceIntegrandPointer &integrand,
                              const ManySamplesKind &kind) {
  cuda::compile_for_chosen(*integrand, cuda::many_samples_part(kind, true));
}

std::unique_ptr<DeviceManySamples> make_device_many_samples(const DeviceIntegrandPointer &integrand,
                                                            void *userdata, std::uint64_t seed,
                                                            bool quasi, bool boxed,
                                                            std::int64_t memory) {
  const cuda::ContextScope scope(cuda::Device::chosen());
  return std::make_unique<cuda::CudaManySamples>(integrand, userdata, seed, quasi, boxed, memory);
}

}  // namespace cuboid::engine
