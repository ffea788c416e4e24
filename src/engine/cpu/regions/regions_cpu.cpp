#include "engine/cpu/regions/regions_cpu.hpp"

#include <cxxabi.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstring>
#include <exception>
#include <mutex>
#include <utility>

#include "engine/cpu/threads/thread_team.hpp"
#include "engine/host/regions_host.hpp"
#include "simd/kernels.hpp"

namespace cuboid::engine::cpu {
namespace {

class CpuRegions final : public HostRegions {
 public:
  CpuRegions(int ndim, int ncomp, int key, std::vector<std::unique_ptr<PointsEngine>> points,
             std::int64_t memory)
      : HostRegions(ndim, ncomp, key, first_regions, memory),
        kernels_(simd::kernels()),
        team_(static_cast<int>(points.size())) {
    make_steps();
    divide(points.front()->worthwhile_batch());
    cut_orbits();
    for (auto &engine : points) workers_.push_back({std::move(engine), {}, {}, {}, {}});
  }

 private:
  /// The number of regions the refinement begins with, for the error estimates to rest on.
  static constexpr std::int64_t first_regions = 1024;
  static constexpr int lanes = simd::region_lanes;

  /// A number of each of some regions side by side, which the kernels read and write at once.
  struct alignas(64) Line {
    double value[lanes];
  };
  static std::vector<Line> lines(std::int64_t doubles) {
    return std::vector<Line>(static_cast<std::size_t>((doubles + lanes - 1) / lanes));
  }
  /// All numbers of the lines, which follow each other without gaps.
  static double *numbers(std::vector<Line> &all) { return reinterpret_cast<double *>(all.data()); }
  /// The same as rows, from a line on.
  static double (*rows(std::vector<Line> &all, std::int64_t first))[lanes] {
    return reinterpret_cast<double(*)[lanes]>(all.data() + first);
  }

  /// How many points of how many regions are evaluated at once.  least: points that are enough for
  /// a call of the engine.
  void divide(std::int64_t least) {
    // So many stay in the first-level cache from when they are written until they are read.
    constexpr std::int64_t bytes_of_points = 16 << 10;
    const std::int64_t bytes_of_row = ndim() * lanes * static_cast<int>(sizeof(double));
    const std::int64_t fits = std::max(bytes_of_points / bytes_of_row, (least + lanes - 1) / lanes);
    const std::int64_t ntiles = (npoints() + fits - 1) / fits;
    tile_ = std::min((npoints() + ntiles - 1) / ntiles, npoints());
    groups_at_once_ = tile_ < npoints() ? 1 : (least + npoints() * lanes - 1) / (npoints() * lanes);
    // As many regions as make a task for a thread.
    constexpr std::int64_t points_of_batch = 4096;
    const std::int64_t at_once = groups_at_once_ * lanes;
    batch_ = at_once * std::max<std::int64_t>(points_of_batch / (at_once * npoints()), 1);
  }

  void make_steps() {
    stride_ = simd::rule_step_stride(ndim());
    steps_ = lines(npoints() * stride_ + lanes);
    double *row = numbers(steps_);
    for (int s = 0; s < rule().norbits; ++s) {
      const rule::Orbit &orbit = rule().orbit[s];
      for (const rule::PointCode &code : rule::orbit_points(ndim(), orbit)) {
        for (int d = 0; d < ndim(); ++d) {
          const std::uint64_t a = code.a >> 2 * d & 3;
          const std::uint64_t b = code.b >> 2 * d & 3;
          row[d] = a == 1 ? orbit.a : a == 3 ? -orbit.a : b == 1 ? orbit.b : b == 3 ? -orbit.b : 0;
        }
        for (std::int64_t i = ndim(); i < stride_; ++i) row[i] = row[i - ndim()];
        row += stride_;
      }
      std::copy_n(orbit.weight, rule::nsums, weight_[s]);
    }
  }

  /// Points of one orbit among those that are evaluated at once.
  struct Piece {
    int orbit;
    bool begins;  ///< the orbit
    std::int64_t first;
    std::int64_t count;
  };

  void cut_orbits() {
    tiles_.resize(static_cast<std::size_t>((npoints() + tile_ - 1) / tile_));
    std::int64_t point = 0;
    for (int s = 0; s < rule().norbits; ++s) {
      const std::int64_t begin = point;
      const std::int64_t end = begin + rule().orbit[s].npoints;
      while (point < end) {
        const std::int64_t tile = point / tile_;
        const std::int64_t count = std::min(end, (tile + 1) * tile_) - point;
        tiles_[tile].push_back({s, point == begin, point, count});
        point += count;
      }
    }
  }

  /// Regions that stand side by side, with their sums.
  struct Group {
    std::int64_t count = 0;      ///< 1 to lanes
    std::vector<Line> centre;    ///< [count][ndim]
    std::vector<Line> width;     ///< [count][ndim]
    Line volume{};               ///< [count]
    std::vector<Line> row_sums;  ///< [ncomp][norbits][4]
    std::vector<Line> near;      ///< [ncomp][points_near] values at the first points
  };

  /// What one thread works with.
  struct Worker {
    std::unique_ptr<PointsEngine> points;
    std::vector<Group> groups;
    std::vector<Line> x;
    std::vector<Line> f;
    std::vector<Line> rows;  ///< of one component
  };

  /// The centre, and of each axis the points of orbits 1 and 2, by which the axis is chosen.
  int points_near() const { return 1 + 4 * ndim(); }

  int workers() const override { return static_cast<int>(workers_.size()); }
  std::int64_t least_batch() const override {
    return groups_at_once_ > 1 ? groups_at_once_ * lanes : 1;
  }
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
                  RuleValues &result) override {
    Worker &worker = workers_[worker_number];
    if (worker.groups.empty()) prepare(worker);
    for (std::int64_t first = 0; first < count; first += groups_at_once_ * lanes) {
      const std::int64_t regions = std::min(groups_at_once_ * lanes, count - first);
      const std::int64_t ngroups = (regions + lanes - 1) / lanes;
      for (std::int64_t g = 0; g < ngroups; ++g)
        begin(worker.groups[g], place + first + g * lanes,
              std::min<std::int64_t>(regions - g * lanes, lanes));
      for (std::int64_t point = 0; point < npoints(); point += tile_)
        evaluate_tile(worker, ngroups, point, std::min(tile_, npoints() - point));
      for (std::int64_t g = 0; g < ngroups; ++g)
        finish(worker.groups[g], &result.values[(first + g * lanes) * ncomp()],
               &result.differences[(first + g * lanes) * ndim() * ncomp()]);
    }
  }

  /// By the thread that works with it.
  void prepare(Worker &worker) const {
    const std::int64_t points = groups_at_once_ * lanes * tile_;
    worker.x = lines(points * ndim() + lanes);
    worker.f = lines(points * ncomp());
    worker.rows = lines(lanes * tile_);
    std::vector<Group> groups(groups_at_once_);
    for (Group &group : groups) {
      group.centre = lines(lanes * ndim() + lanes);
      group.width = lines(lanes * ndim() + lanes);
      group.row_sums = lines(lanes * 4 * rule().norbits * ncomp());
      group.near = lines(lanes * points_near() * ncomp());
    }
    worker.groups = std::move(groups);
  }

  void begin(Group &group, const std::int64_t *place, std::int64_t count) const {
    group.count = count;
    double *centre = numbers(group.centre);
    double *width = numbers(group.width);
    for (std::int64_t i = 0; i < count; ++i) {
      const double *const lowest = lower(place[i]);
      for (int d = 0; d < ndim(); ++d, ++centre, ++width) {
        *width = width_of(place[i], d);
        *centre = lowest[d] + .5 * *width;
      }
      group.volume.value[i] = volume_of(place[i]);
    }
  }

  /// Some points of all regions of some groups.
  void evaluate_tile(Worker &worker, std::int64_t ngroups, std::int64_t first, std::int64_t count) {
    PointSet set;
    double *x = numbers(worker.x);
    set.x = x;
    for (std::int64_t g = 0; g < ngroups; ++g) {
      Group &group = worker.groups[g];
      kernels_.rule_points({count, ndim(), group.count, numbers(steps_) + first * stride_, stride_,
                            numbers(group.centre), numbers(group.width), x});
      x += count * group.count * ndim();
      set.count += count * group.count;
    }
    double *f = numbers(worker.f);
    worker.points->evaluate(set, f);
    for (std::int64_t g = 0; g < ngroups; ++g) {
      Group &group = worker.groups[g];
      for (int c = 0; c < ncomp(); ++c) {
        if (group.count == lanes && ncomp() == 1) {
          add(group, c, first, count, reinterpret_cast<const double(*)[lanes]>(f));
        } else {
          for (std::int64_t i = 0; i < count; ++i) {
            worker.rows[i] = {};
            for (std::int64_t k = 0; k < group.count; ++k)
              worker.rows[i].value[k] = f[(i * group.count + k) * ncomp() + c];
          }
          add(group, c, first, count, rows(worker.rows, 0));
        }
      }
      f += count * group.count * ncomp();
    }
  }

  /// To the sums of the orbits of which they are.  f: [count] the values at points from `first` on.
  void add(Group &group, int c, std::int64_t first, std::int64_t count,
           const double (*f)[lanes]) const {
    if (first < points_near())
      std::memcpy(&group.near[c * points_near() + first], f,
                  std::min(count, points_near() - first) * sizeof(Line));
    for (const Piece &piece : tiles_[first / tile_])
      kernels_.add_rows(piece.first, piece.count, f + (piece.first - first), piece.begins,
                        rows(group.row_sums, 4 * (c * rule().norbits + piece.orbit)));
  }

  /// values: [count][ncomp].  differences: [count][ndim][ncomp].
  void finish(Group &group, RuleValue *values, double *differences) const {
    const int m = ncomp();
    const double ratio = rule().difference_ratio;
    for (int c = 0; c < m; ++c) {
      alignas(64) double orbit_sum[rule::max_orbits][lanes];
      alignas(64) double sum[rule::nsums][lanes];
      alignas(64) double largest[3][lanes];
      const auto *row_sum =
          reinterpret_cast<const double(*)[4][lanes]>(&group.row_sums[4 * c * rule().norbits]);
      kernels_.rule_sums({rule().norbits, rule::nsums, row_sum, &weight_[0][0], group.volume.value,
                          orbit_sum, sum});
      const rule::NullRules &null = rule().null;
      kernels_.null_rule_sums({null.norbits, null.lambda, null.nu, sum + 1, largest});
      for (std::int64_t i = 0; i < group.count; ++i) {
        const double n[3] = {largest[0][i], largest[1][i], largest[2][i]};
        values[i * m + c] = {sum[0][i], rule::null_rule_error(null, n, sum[rule::face_sum][i])};
      }
      // The points on the axes come in pairs, the last axis first.
      const Line *const centre = &group.near[c * points_near()];
      for (int d = 0; d < ndim(); ++d) {
        const Line *const first = centre + 1 + 2 * (ndim() - 1 - d);
        const Line *const second = first + 2 * ndim();
        double difference[lanes];
        for (int i = 0; i < lanes; ++i)
          difference[i] = std::fabs(2 * (1 - ratio) * centre->value[i] +
                                    ratio * (first[0].value[i] + first[1].value[i]) -
                                    (second[0].value[i] + second[1].value[i]));
        for (std::int64_t i = 0; i < group.count; ++i)
          differences[(i * ndim() + d) * m + c] = difference[i];
      }
    }
  }

  std::int64_t nonfinite() const override {
    std::int64_t count = 0;
    for (const Worker &worker : workers_) count += worker.points->nonfinite().count;
    return count;
  }

  const simd::Kernels &kernels_;
  std::vector<Worker> workers_;
  std::vector<Line> steps_;  ///< [npoints][stride_] from the centre, in widths
  std::int64_t stride_ = 0;
  double weight_[rule::max_orbits][rule::nsums] = {};
  std::vector<std::vector<Piece>> tiles_;  ///< the orbits cut into what is evaluated at once
  std::int64_t tile_ = 1;                  ///< points of each region that are evaluated at once
  std::int64_t groups_at_once_ = 1;        ///< if those are all its points
  std::int64_t batch_ = 2;                 ///< regions
  ThreadTeam team_;                        ///< goes first, since it works with all of this
};

}  // namespace

std::unique_ptr<RegionsEngine> make_regions(int ndim, int ncomp, int key,
                                            std::vector<std::unique_ptr<PointsEngine>> points,
                                            std::int64_t memory) {
  return std::make_unique<CpuRegions>(ndim, ncomp, key, std::move(points), memory);
}

}  // namespace cuboid::engine::cpu
