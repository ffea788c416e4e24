// Lists of integrals of peaks, on a warp that the host plays.
#pragma once

#include "support/warp.hpp"
// The kernel's header comes after what stands for CUDA.
#include "engine/cuda/kernel/regions_many.cuh"
//
#include <cmath>
#include <cstddef>
#include <random>
#include <vector>

#include "batch/many_refinement.hpp"
#include "engine/cuda/engines/many_grid.hpp"
#include "engine/cuda/engines/rule_table.hpp"
#include "support/gaussian.hpp"

namespace support {

using namespace cuboid;
using namespace cuboid::engine::cuda;

/// A peak; or zero, one, or NaN, everywhere.
template <int ndim>
struct WarpPeak {
  double sharpness;
  double centre[ndim];

  void operator()(const double *x, double *f) const {
    double square = 0;
    for (int d = 0; d < ndim; ++d) square += (x[d] - centre[d]) * (x[d] - centre[d]);
    f[0] = sharpness < 0    ? std::nan("")
           : sharpness <= 1 ? sharpness
                            : std::exp(-sharpness * square);
  }

  double truth() const { return sharpness <= 1 ? sharpness : gaussian_integral(sharpness, centre); }
};

template <int ndim>
std::vector<WarpPeak<ndim>> some_peaks(std::size_t count, double most, unsigned seed = 3) {
  std::mt19937 generator(seed);
  std::uniform_real_distribution<double> unit(0, 1);
  std::vector<WarpPeak<ndim>> peaks(count);
  for (WarpPeak<ndim> &peak : peaks) {
    peak.sharpness = 5 + (most - 5) * unit(generator);
    for (double &c : peak.centre) c = unit(generator);
  }
  return peaks;
}

struct FoundOnWarp {
  std::vector<double> value, error, chi2;
  std::vector<long long> neval, nonfinite;
  std::vector<int> iterations;
  std::vector<rule::IntegralEnd> status;
};

/// Whether an integral that ended so is integrated by itself.
inline bool is_left_alone(rule::IntegralEnd status) {
  return status == rule::IntegralEnd::full || status == rule::IntegralEnd::large;
}

/// A list of peaks, or of other functions, on one warp.  lanes: of an integral.
template <int ndim, bool mapped = false, class Function = WarpPeak<ndim>>
class WarpRun {
 public:
  explicit WarpRun(double epsrel, int lanes = many_lanes, long long maxeval = 1000000000)
      : rule_(rule::make_orbit_rule(ndim, 0)),
        packed_(pack_rule(rule_)),
        points_(table_points(rule_)) {
    packed_.table = packed_.table_at(packed_.arrays.data());
    const engine::ManyRefinement refinement = router::many_refinement(
        {epsrel, 0, 0, maxeval}, {ndim, 1, rule_.npoints, many_first_regions(ndim)});
    arguments_.lanes = lanes;
    arguments_.points = points_.data();
    arguments_.refinement = refinement;
    arguments_.stops_at_nonfinite = true;
    arguments_.first = packed(refinement.first);
    arguments_.finer = packed(refinement.finer);
    arguments_.shifted = packed(refinement.shifted);
    arguments_.npoints = rule_.npoints;
    arguments_.large = 2 * max_regions * rule_.npoints;
    arguments_.axes = box_;
    set_capacity(max_regions);
  }

  /// Regions of an integral.
  void set_capacity(long long capacity) {
    arguments_.capacity = capacity;
    arguments_.workspace_stride = many_workspace_bytes(ndim, 1, capacity);
    const auto bytes =
        static_cast<std::size_t>(arguments_.workspace_stride * (32 / arguments_.lanes));
    workspace_.resize(bytes / sizeof(double) + 1);
    arguments_.workspace = reinterpret_cast<char *>(workspace_.data());
  }

  /// Where integrals are noted that need more regions.
  void set_outgrown(long long *integrals, unsigned long long *count) {
    arguments_.outgrown = integrals;
    arguments_.outgrown_end = count;
  }

  ManyArguments &arguments() { return arguments_; }

  FoundOnWarp integrate(const std::vector<Function> &peaks) {
    FoundOnWarp found;
    place_results(peaks, found);
    run(peaks, std::ssize(peaks));
    return found;
  }

  /// As a device does: on many_lanes lanes each, and then those that have outgrown their room on a
  /// warp each.
  FoundOnWarp integrate_twice(const std::vector<Function> &peaks) {
    FoundOnWarp found;
    place_results(peaks, found);
    std::vector<long long> outgrown(peaks.size());
    unsigned long long count = 0;
    arguments_.lanes = many_lanes;
    set_capacity(many_small);
    set_outgrown(outgrown.data(), &count);
    run(peaks, std::ssize(peaks));
    arguments_.lanes = 32;
    set_capacity(max_regions);
    set_outgrown(nullptr, nullptr);
    arguments_.which = outgrown.data();
    run(peaks, static_cast<long long>(count));
    arguments_.which = nullptr;
    return found;
  }

  /// Integrates with a function that is called between two launches for all points.
  void set_batched() { batched_ = true; }

 private:
  static constexpr long long max_regions = engine::ManyRegionsEngine::max_regions;

  void place_results(const std::vector<Function> &peaks, FoundOnWarp &found) {
    const std::size_t count = peaks.size();
    for (auto *numbers : {&found.value, &found.error, &found.chi2}) numbers->resize(count);
    for (auto *numbers : {&found.neval, &found.nonfinite}) numbers->resize(count);
    found.iterations.resize(count);
    found.status.resize(count);
    arguments_.userdata = reinterpret_cast<const char *>(peaks.data());
    arguments_.userdata_stride = sizeof peaks[0];
    arguments_.results = {found.value.data(), found.error.data(),     found.chi2.data(),
                          found.neval.data(), found.nonfinite.data(), found.iterations.data(),
                          found.status.data()};
  }

  void run(const std::vector<Function> &peaks, long long count) {
    unsigned long long next = 0;
    const int stop = 0;
    arguments_.count = count;
    arguments_.next = &next;
    arguments_.stop = &stop;
    if (batched_) return run_in_steps(peaks);
    support::Warp::instance().run([&] {
      integrate_many<Function, ndim, 1, mapped>(peaks[0], packed_.table, rule_.null, arguments_);
    });
  }

  void run_in_steps(const std::vector<Function> &peaks) {
    std::vector<long long> numbers(peaks.size());
    for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = 1000 + static_cast<long long>(i);
    std::vector<double> progress(static_cast<std::size_t>(32 * many_progress_bytes(1)) / 8);
    int work = 0;
    const long long rows[] = {7};
    arguments_.steps = {
        true, 0, reinterpret_cast<char *>(progress.data()), &work, rows, numbers.data(), nullptr};
    launch({});
    arguments_.steps.fresh = false;
    while (work > 0) {
      const auto count = static_cast<std::size_t>(work * arguments_.npoints);
      std::vector<double> x(count * ndim, -1), f(count);
      std::vector<long long> integral(count, -1);
      arguments_.steps.integral_of_point = integral.data();
      // The rows of the launch begin with the seventh.
      launch({x.data(), nullptr, 7, count});
      for (std::size_t i = 0; i < count; ++i) {
        peaks.at(static_cast<std::size_t>(integral[i] - 1000))(x.data() + i * ndim, &f[i]);
      }
      launch({x.data(), f.data(), 7, count});
    }
  }

  void launch(const BatchedPoints &points) {
    support::Warp::instance().run(
        [&] { step_many<ndim, 1, mapped>(points, packed_.table, rule_.null, arguments_); });
  }

  rule::OrbitRule rule_;
  PackedRule packed_;
  std::vector<double> points_;
  map::Interval box_[ndim];
  std::vector<double> workspace_;
  ManyArguments arguments_{};
  bool batched_ = false;
};

}  // namespace support
