#include "engine/cpu/regions_cpu.hpp"

#include <cxxabi.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <exception>
#include <mutex>
#include <utility>

#include "engine/cpu/thread_team.hpp"
#include "engine/host/regions_host.hpp"
#include "simd/kernels.hpp"

namespace cuboid::engine::cpu {
namespace {

/// Sum of every stride-th value, in four parts that do not wait for each other.
double strided_sum(const double *value, std::int64_t count, std::int64_t stride) {
  double part[4] = {};
  std::int64_t i = 0;
  for (; i + 3 < count; i += 4)
    for (int k = 0; k < 4; ++k) part[k] += value[(i + k) * stride];
  for (; i < count; ++i) part[0] += value[i * stride];
  return (part[0] + part[1]) + (part[2] + part[3]);
}

class CpuRegions final : public HostRegions {
 public:
  CpuRegions(int ndim, int ncomp, int key, std::vector<std::unique_ptr<PointsEngine>> points,
             std::int64_t memory)
      : HostRegions(ndim, ncomp, key, first_regions, memory),
        kernels_(simd::kernels()),
        team_(static_cast<int>(points.size())) {
    make_steps();
    divide(points.front()->worthwhile_batch());
    for (auto &engine : points) workers_.push_back({std::move(engine), {}, {}});
  }

 private:
  /// The number of regions the refinement begins with, for the error estimates to rest on.
  static constexpr std::int64_t first_regions = 1024;

  /// Eight doubles, which the kernels read and write at once.
  struct alignas(64) Line {
    double value[8];
  };
  static std::size_t lines(std::int64_t doubles) {
    return static_cast<std::size_t>((doubles + 7) / 8);
  }
  /// All numbers of the lines, which follow each other without gaps.
  static double *numbers(std::vector<Line> &lines) {
    return reinterpret_cast<double *>(lines.data());
  }

  /// A part of a rule's points, in so many regions that there are enough for a call of the engine,
  /// and for the regions of a batch.  least: that number.
  void divide(std::int64_t least) {
    // With as much of the table, it stays in the first-level cache from when it is written until
    // it is read.
    constexpr std::int64_t bytes_of_points = 12 << 10;
    const std::int64_t fits =
        std::max(bytes_of_points / (ndim() * static_cast<int>(sizeof(double))), least);
    const std::int64_t ntiles = (npoints() + fits - 1) / fits;
    tile_ = ((npoints() + ntiles - 1) / ntiles + 7) / 8 * 8;
    if (tile_ >= npoints()) tile_ = npoints();
    regions_at_once_ = tile_ < npoints() ? 1 : (least + npoints() - 1) / npoints();
    // As many regions as make a task for a thread, with their values in the second-level cache.
    constexpr std::int64_t bytes_of_batch = 1 << 18;
    const std::int64_t bytes = npoints() * (ndim() + ncomp()) * static_cast<int>(sizeof(double));
    batch_ = std::max({bytes_of_batch / bytes, regions_at_once_, std::int64_t{2}});
  }

  void make_steps() {
    steps_.resize(lines(npoints() * ndim()));
    double *step = numbers(steps_);
    for (int s = 0; s < rule().norbits; ++s) {
      const rule::Orbit &orbit = rule().orbit[s];
      npoints_of_orbit_[s] = orbit.npoints;
      for (const rule::PointCode &code : rule::orbit_points(ndim(), orbit)) {
        for (int d = 0; d < ndim(); ++d) {
          const std::uint64_t a = code.a >> 2 * d & 3;
          const std::uint64_t b = code.b >> 2 * d & 3;
          *step++ = a == 1 ? orbit.a : a == 3 ? -orbit.a : b == 1 ? orbit.b : b == 3 ? -orbit.b : 0;
        }
      }
    }
  }

  /// What one thread works with.
  struct Worker {
    std::unique_ptr<PointsEngine> points;
    std::vector<Line> x;
    std::vector<double> f;
  };

  int workers() const override { return static_cast<int>(workers_.size()); }
  std::int64_t batch() const override { return batch_; }

  void share_out(std::int64_t count, std::int64_t part, const Work &work) override {
    const std::int64_t nparts = (count + part - 1) / part;
    std::atomic<std::int64_t> next = 0;
    std::mutex mutex;
    // The failure of the first part that fails: all before it have been taken and end well.
    std::atomic<std::int64_t> failed = nparts;
    std::exception_ptr failure;
    const auto take_parts = [&](int worker) {
      while (true) {
        const std::int64_t taken = next++;
        if (taken >= failed) return;
        const std::int64_t first = taken * part;
        try {
          work(worker, first, std::min(first + part, count));
        } catch (const abi::__forced_unwind &) {
          throw;  // The thread is being cancelled, which must not be held up.
        } catch (...) {
          const std::lock_guard lock(mutex);
          if (taken >= failed) return;
          failed = taken;
          failure = std::current_exception();
        }
      }
    };
    if (nparts > 1 && workers() > 1)
      team_.run(static_cast<int>(std::min<std::int64_t>(nparts, workers())), take_parts);
    else
      take_parts(0);
    if (failure) std::rethrow_exception(failure);
  }

  void apply_rule(int worker_number, const std::int64_t *place, std::int64_t count,
                  RuleSums &result) override {
    Worker &worker = workers_[worker_number];
    // The last region may end within a line and begin within another one.
    worker.x.resize(lines(regions_at_once_ * tile_ * ndim()) + 1);
    double *const x = numbers(worker.x);
    worker.f.resize(static_cast<std::size_t>(batch_ * npoints() * ncomp() + 8));
    for (std::int64_t point = 0; point < npoints(); point += tile_) {
      const std::int64_t points = std::min(tile_, npoints() - point);
      for (std::int64_t i = 0; i < count; i += regions_at_once_) {
        const std::int64_t regions = std::min(regions_at_once_, count - i);
        for (std::int64_t k = 0; k < regions; ++k)
          write_points(place[i + k], point, points, x + k * points * ndim());
        PointSet set;
        set.count = regions * points;
        set.x = x;
        worker.points->evaluate(set, worker.f.data() + (i * npoints() + point) * ncomp());
      }
    }
    for (std::int64_t i = 0; i < count; ++i)
      add_up(volume_of(place[i]), worker.f.data() + i * npoints() * ncomp(),
             &result.sums[i * ncomp() * rule::nsums], &result.differences[i * ndim() * ncomp()]);
  }

  /// The points from `first` on, x: [count][ndim].
  void write_points(std::int64_t place, std::int64_t first, std::int64_t count, double *x) {
    constexpr int most_ndim = 30;
    double centre[most_ndim], width[most_ndim];
    for (int d = 0; d < ndim(); ++d) {
      width[d] = width_of(place, d);
      centre[d] = lower(place)[d] + .5 * width[d];
    }
    kernels_.rule_points({count, ndim(), numbers(steps_) + first * ndim(), centre, width, x});
  }

  std::int64_t nonfinite() const override {
    std::int64_t count = 0;
    for (const Worker &worker : workers_) count += worker.points->nonfinite().count;
    return count;
  }

  /// f: [npoints][ncomp].  sums: [ncomp][nsums].  differences: [ndim][ncomp].
  void add_up(double volume, const double *f, double *sums, double *differences) const {
    const int n = ndim();
    const int m = ncomp();
    const double ratio = rule().difference_ratio;
    for (int c = 0; c < m; ++c, sums += rule::nsums) {
      double of_orbit[rule::max_orbits];
      if (m == 1) {
        kernels_.sums_in_lanes(rule().norbits, npoints_of_orbit_, f, of_orbit);
      } else {
        const double *value = f + c;
        for (int s = 0; s < rule().norbits; ++s) {
          of_orbit[s] = strided_sum(value, npoints_of_orbit_[s], m);
          value += npoints_of_orbit_[s] * m;
        }
      }
      std::fill_n(sums, rule::nsums, 0);
      for (int s = 0; s < rule().norbits; ++s)
        for (int k = 0; k < rule::nsums; ++k) sums[k] += rule().orbit[s].weight[k] * of_orbit[s];
      for (int k = 0; k < rule::nsums; ++k) sums[k] *= volume;
      // The points on the axes come in pairs, the last axis first.
      const double centre = f[c];
      for (int d = 0; d < n; ++d) {
        const double *first = f + (1 + 2 * (n - 1 - d)) * m + c;
        const double *second = first + 2 * n * m;
        differences[d * m + c] = std::fabs(2 * (1 - ratio) * centre +
                                           ratio * (first[0] + first[m]) - (second[0] + second[m]));
      }
    }
  }

  const simd::Kernels &kernels_;
  std::vector<Worker> workers_;
  std::vector<Line> steps_;  ///< [npoints][ndim] from the centre, in widths
  std::int64_t npoints_of_orbit_[rule::max_orbits] = {};
  std::int64_t batch_ = 2;            ///< regions
  std::int64_t tile_ = 1;             ///< points of a region that are evaluated at once
  std::int64_t regions_at_once_ = 1;  ///< if those are all its points
  ThreadTeam team_;                   ///< goes first, since it works with all of this
};

}  // namespace

std::unique_ptr<RegionsEngine> make_regions(int ndim, int ncomp, int key,
                                            std::vector<std::unique_ptr<PointsEngine>> points,
                                            std::int64_t memory) {
  return std::make_unique<CpuRegions>(ndim, ncomp, key, std::move(points), memory);
}

}  // namespace cuboid::engine::cpu
