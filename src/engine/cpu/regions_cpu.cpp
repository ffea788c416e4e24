#include "engine/cpu/regions_cpu.hpp"

#include <cxxabi.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <exception>
#include <mutex>
#include <utility>

#include "engine/cpu/worker_thread.hpp"
#include "engine/host/regions_host.hpp"

namespace cuboid::engine::cpu {
namespace {

/// One coordinate that differs from the centre of the region, by `step` widths.
struct Move {
  int axis;
  double step;
};

/// Writes the points of a rule on a region, x: [npoints][ndim].
using WritePoints = void (*)(const rule::OrbitRule &rule, const Move *moves,
                             const HostRegion &region, double *x);

/// ndim: of the rule, known to the compiler so that a point is copied in registers; 0: any.
template <int ndim>
void write_points(const rule::OrbitRule &rule, const Move *move, const HostRegion &region,
                  double *x) {
  const int n = ndim > 0 ? ndim : rule.ndim;
  constexpr int most = ndim > 0 ? ndim : 64;
  double centre[most], width[most];
  for (int d = 0; d < n; ++d) {
    width[d] = std::ldexp(1.0, -region.depth[d]);
    centre[d] = region.lower[d] + .5 * width[d];
  }
  for (int s = 0; s < rule.norbits; ++s) {
    const rule::Orbit &orbit = rule.orbit[s];
    const int moved = orbit.na + orbit.nb;
    for (std::int64_t i = 0; i < orbit.npoints; ++i, x += n) {
      for (int d = 0; d < n; ++d) x[d] = centre[d];
      for (int m = 0; m < moved; ++m, ++move)
        x[move->axis] = centre[move->axis] + move->step * width[move->axis];
    }
  }
}

template <int... ndims>
WritePoints writer_for(int ndim, std::integer_sequence<int, ndims...>) {
  WritePoints writer = write_points<0>;
  ((ndim == ndims ? void(writer = write_points<ndims>) : void()), ...);
  return writer;
}

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
      : HostRegions(ndim, ncomp, key, first_regions, memory) {
    make_moves();
    write_points_ = writer_for(ndim, std::make_integer_sequence<int, 17>());
    // A batch is small enough for the cache of a core.
    constexpr std::int64_t batch_bytes = 1 << 18;
    const std::int64_t bytes = npoints() * (ndim + ncomp) * static_cast<int>(sizeof(double));
    batch_ = std::max<std::int64_t>(batch_bytes / bytes, 1);
    for (auto &engine : points) workers_.push_back({std::move(engine), {}, {}});
  }

 private:
  /// The number of regions the refinement begins with, for the error estimates to rest on.
  static constexpr std::int64_t first_regions = 1024;

  void make_moves() {
    for (int s = 0; s < rule().norbits; ++s) {
      const rule::Orbit &orbit = rule().orbit[s];
      for (const rule::PointCode &code : rule::orbit_points(ndim(), orbit)) {
        for (int d = 0; d < ndim(); ++d) {
          const std::uint64_t a = code.a >> 2 * d & 3;
          const std::uint64_t b = code.b >> 2 * d & 3;
          if (a != 0) moves_.push_back({d, a == 1 ? orbit.a : -orbit.a});
          if (b != 0) moves_.push_back({d, b == 1 ? orbit.b : -orbit.b});
        }
      }
    }
  }

  /// What one thread works with.
  struct Worker {
    std::unique_ptr<PointsEngine> points;
    std::vector<double> x;
    std::vector<double> f;
  };

  void apply_rule(const HostRegion *const *regions, std::int64_t count,
                  RuleSums *results) override {
    const std::int64_t nbatches = (count + batch_ - 1) / batch_;
    std::atomic<std::int64_t> next = 0;
    std::mutex mutex;
    // The failure of the first batch that fails: all before it have been taken and end well.
    std::atomic<std::int64_t> failed = nbatches;
    std::exception_ptr failure;
    const auto work = [&](int number) {
      while (true) {
        const std::int64_t batch = next++;
        if (batch >= failed) return;
        const std::int64_t first = batch * batch_;
        try {
          apply_to_batch(workers_[number], regions + first, std::min(batch_, count - first),
                         results + first);
        } catch (const abi::__forced_unwind &) {
          throw;  // The thread is being cancelled, which must not be held up.
        } catch (...) {
          const std::lock_guard lock(mutex);
          if (batch >= failed) return;
          failed = batch;
          failure = std::current_exception();
        }
      }
    };
    const auto threads =
        std::min<std::int64_t>(static_cast<std::int64_t>(workers_.size()), nbatches);
    run_in_threads(static_cast<int>(threads), work);
    if (failure) std::rethrow_exception(failure);
  }

  void apply_to_batch(Worker &worker, const HostRegion *const *regions, std::int64_t count,
                      RuleSums *results) const {
    worker.x.resize(static_cast<std::size_t>(batch_ * npoints() * ndim()));
    worker.f.resize(static_cast<std::size_t>(batch_ * npoints() * ncomp()));
    for (std::int64_t i = 0; i < count; ++i)
      write_points_(rule(), moves_.data(), *regions[i], worker.x.data() + i * npoints() * ndim());
    PointSet set;
    set.count = count * npoints();
    set.x = worker.x.data();
    worker.points->evaluate(set, worker.f.data());
    for (std::int64_t i = 0; i < count; ++i)
      add_up(*regions[i], worker.f.data() + i * npoints() * ncomp(), results[i]);
  }

  std::int64_t nonfinite() const override {
    std::int64_t count = 0;
    for (const Worker &worker : workers_) count += worker.points->nonfinite().count;
    return count;
  }

  /// f: [npoints][ncomp].
  void add_up(const HostRegion &region, const double *f, RuleSums &result) const {
    const int n = ndim();
    const int m = ncomp();
    double volume = 1;
    for (const int depth : region.depth) volume *= std::ldexp(1.0, -depth);
    result.sums.assign(m, {});
    result.differences.assign(static_cast<std::size_t>(n) * m, 0);
    const double ratio = rule().difference_ratio;
    for (int c = 0; c < m; ++c) {
      const double *value = f + c;
      for (int s = 0; s < rule().norbits; ++s) {
        const rule::Orbit &orbit = rule().orbit[s];
        const double sum = strided_sum(value, orbit.npoints, m);
        for (int k = 0; k < rule::nsums; ++k) result.sums[c][k] += orbit.weight[k] * sum;
        value += orbit.npoints * m;
      }
      for (double &sum : result.sums[c]) sum *= volume;
      // The points on the axes come in pairs, the last axis first.
      const double centre = f[c];
      for (int d = 0; d < n; ++d) {
        const double *first = f + (1 + 2 * (n - 1 - d)) * m + c;
        const double *second = first + 2 * n * m;
        result.differences[d * m + c] = std::fabs(
            2 * (1 - ratio) * centre + ratio * (first[0] + first[m]) - (second[0] + second[m]));
      }
    }
  }

  std::vector<Worker> workers_;
  std::vector<Move> moves_;
  WritePoints write_points_ = nullptr;
  std::int64_t batch_ = 1;  ///< regions
};

}  // namespace

std::unique_ptr<RegionsEngine> make_regions(int ndim, int ncomp, int key,
                                            std::vector<std::unique_ptr<PointsEngine>> points,
                                            std::int64_t memory) {
  return std::make_unique<CpuRegions>(ndim, ncomp, key, std::move(points), memory);
}

}  // namespace cuboid::engine::cpu
