#include "engine/cpu/regions/rule_workers.hpp"

#include <cxxabi.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstring>
#include <exception>
#include <mutex>
#include <utility>

namespace cuboid::engine::cpu {

RuleWorkers::RuleWorkers(int ndim, int ncomp, int key,
                         std::vector<std::unique_ptr<PointsEngine>> points)
    : ndim_(ndim),
      ncomp_(ncomp),
      rule_(rule::make_orbit_rule(ndim, key)),
      kernels_(simd::kernels()),
      worthwhile_batch_(
          std::min(points.front()->worthwhile_batch(), regions_most_batch(ndim, ncomp))),
      team_(static_cast<int>(points.size())) {
  make_steps();
  divide(worthwhile_batch_);
  cut_orbits();
  for (auto &engine : points) workers_.push_back({std::move(engine), {}, {}, {}, {}});
}

std::vector<RuleWorkers::Line> RuleWorkers::lines(std::int64_t doubles) {
  return std::vector<Line>(static_cast<std::size_t>((doubles + lanes - 1) / lanes));
}

/// All numbers of the lines, which follow each other without gaps.
double *RuleWorkers::numbers(std::vector<Line> &all) {
  return reinterpret_cast<double *>(all.data());
}

/// The same as rows, from a line on.
double (*RuleWorkers::rows(std::vector<Line> &all, std::int64_t first))[RuleWorkers::lanes] {
  return reinterpret_cast<double(*)[lanes]>(all.data() + first);
}

/// The number of workers has no say in it: with the parts, the order of the points changes, and
/// with that, which failure comes first.
std::int64_t RuleWorkers::part_of(std::int64_t regions) const {
  // So that none of some tens of workers waits long for the last one.
  constexpr std::int64_t least_parts = 32;
  const std::int64_t least_batch = groups_at_once_ > 1 ? groups_at_once_ * lanes : 1;
  return std::max(std::min(regions / least_parts, batch_), least_batch);
}

/// How many points of how many regions are evaluated at once.  least: points that are enough for
/// a call of the engine.
void RuleWorkers::divide(std::int64_t least) {
  // So many stay in the first-level cache from when they are written until they are read.
  constexpr std::int64_t bytes_of_points = 16 << 10;
  const std::int64_t bytes_of_row = ndim_ * lanes * static_cast<int>(sizeof(double));
  const std::int64_t fits = std::max(bytes_of_points / bytes_of_row, (least + lanes - 1) / lanes);
  const std::int64_t ntiles = (rule_.npoints + fits - 1) / fits;
  tile_ = std::min((rule_.npoints + ntiles - 1) / ntiles, rule_.npoints);
  // No more than one call has room for: the rest would be a call of its own.
  groups_at_once_ =
      tile_ < rule_.npoints ? 1 : std::max<std::int64_t>(least / (rule_.npoints * lanes), 1);
  // As many regions as make a task for a thread.
  constexpr std::int64_t points_of_batch = 4096;
  const std::int64_t at_once = groups_at_once_ * lanes;
  batch_ = at_once * std::max<std::int64_t>(points_of_batch / (at_once * rule_.npoints), 1);
}

void RuleWorkers::make_steps() {
  stride_ = simd::rule_step_stride(ndim_);
  steps_ = lines(rule_.npoints * stride_ + lanes);
  double *row = numbers(steps_);
  for (int s = 0; s < rule_.norbits; ++s) {
    const rule::Orbit &orbit = rule_.orbit[s];
    for (const rule::PointCode &code : rule::orbit_points(ndim_, orbit)) {
      for (int d = 0; d < ndim_; ++d) {
        const std::uint64_t a = code.a >> 2 * d & 3;
        const std::uint64_t b = code.b >> 2 * d & 3;
        row[d] = a == 1 ? orbit.a : a == 3 ? -orbit.a : b == 1 ? orbit.b : b == 3 ? -orbit.b : 0;
      }
      for (std::int64_t i = ndim_; i < stride_; ++i) row[i] = row[i - ndim_];
      row += stride_;
    }
    std::copy_n(orbit.weight, rule::nsums, weight_[s]);
  }
}

void RuleWorkers::cut_orbits() {
  tiles_.resize(static_cast<std::size_t>((rule_.npoints + tile_ - 1) / tile_));
  std::int64_t point = 0;
  for (int s = 0; s < rule_.norbits; ++s) {
    const std::int64_t begin = point;
    const std::int64_t end = begin + rule_.orbit[s].npoints;
    while (point < end) {
      const std::int64_t tile = point / tile_;
      const std::int64_t count = std::min(end, (tile + 1) * tile_) - point;
      tiles_[tile].push_back({s, point == begin, point, count});
      point += count;
    }
  }
}

void RuleWorkers::share_out(std::int64_t count, std::int64_t part, const Work &work) {
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
  if (nparts > 1 && size() > 1)
    team_.run(static_cast<int>(std::min<std::int64_t>(nparts, size())), take_parts);
  else
    take_parts(0);
  if (failure) std::rethrow_exception(failure);
}

void RuleWorkers::apply_rule(int worker_number, const RegionList &regions,
                             const std::int64_t *place, std::int64_t count, RuleValues &result) {
  Worker &worker = workers_[worker_number];
  prepare(worker, std::min(groups_at_once_, (count + lanes - 1) / lanes));
  for (std::int64_t first = 0; first < count; first += groups_at_once_ * lanes) {
    const std::int64_t at_once = std::min(groups_at_once_ * lanes, count - first);
    const std::int64_t ngroups = (at_once + lanes - 1) / lanes;
    for (std::int64_t g = 0; g < ngroups; ++g)
      begin(worker.groups[g], regions, place + first + g * lanes,
            std::min<std::int64_t>(at_once - g * lanes, lanes));
    for (std::int64_t point = 0; point < rule_.npoints; point += tile_)
      evaluate_tile(worker, ngroups, point, std::min(tile_, rule_.npoints - point));
    for (std::int64_t g = 0; g < ngroups; ++g)
      finish(worker.groups[g], &result.values[(first + g * lanes) * ncomp_],
             &result.differences[(first + g * lanes) * ndim_ * ncomp_]);
  }
}

/// For so many groups, by the thread that works with it.
void RuleWorkers::prepare(Worker &worker, std::int64_t ngroups) const {
  if (std::ssize(worker.groups) >= ngroups) return;
  const std::int64_t points = ngroups * lanes * tile_;
  worker.x = lines(points * ndim_ + lanes);
  worker.f = lines(points * ncomp_);
  worker.rows = lines(lanes * tile_);
  std::vector<Group> groups(static_cast<std::size_t>(ngroups));
  for (Group &group : groups) {
    group.centre = lines(lanes * ndim_ + lanes);
    group.width = lines(lanes * ndim_ + lanes);
    group.row_sums = lines(lanes * 4 * rule_.norbits * ncomp_);
    group.near = lines(lanes * points_near() * ncomp_);
  }
  worker.groups = std::move(groups);
}

void RuleWorkers::begin(Group &group, const RegionList &regions, const std::int64_t *place,
                        std::int64_t count) const {
  group.count = count;
  double *centre = numbers(group.centre);
  double *width = numbers(group.width);
  for (std::int64_t i = 0; i < count; ++i) {
    const double *const lowest = &regions.lower[place[i] * ndim_];
    for (int d = 0; d < ndim_; ++d, ++centre, ++width) {
      *width = regions.width(place[i], d);
      *centre = lowest[d] + .5 * *width;
    }
    group.volume.value[i] = regions.volume(place[i]);
  }
}

/// Some points of all regions of some groups.
void RuleWorkers::evaluate_tile(Worker &worker, std::int64_t ngroups, std::int64_t first,
                                std::int64_t count) {
  PointSet set;
  double *x = numbers(worker.x);
  set.x = x;
  for (std::int64_t g = 0; g < ngroups; ++g) {
    Group &group = worker.groups[g];
    kernels_.rule_points({count, ndim_, group.count, numbers(steps_) + first * stride_, stride_,
                          numbers(group.centre), numbers(group.width), x});
    x += count * group.count * ndim_;
    set.count += count * group.count;
  }
  double *f = numbers(worker.f);
  worker.points->evaluate(set, f);
  for (std::int64_t g = 0; g < ngroups; ++g) {
    Group &group = worker.groups[g];
    for (int c = 0; c < ncomp_; ++c) {
      if (group.count == lanes && ncomp_ == 1) {
        add(group, c, first, count, reinterpret_cast<const double(*)[lanes]>(f));
      } else {
        for (std::int64_t i = 0; i < count; ++i) {
          worker.rows[i] = {};
          for (std::int64_t k = 0; k < group.count; ++k)
            worker.rows[i].value[k] = f[(i * group.count + k) * ncomp_ + c];
        }
        add(group, c, first, count, rows(worker.rows, 0));
      }
    }
    f += count * group.count * ncomp_;
  }
}

/// To the sums of the orbits of which they are.  f: [count] the values at points from `first` on.
void RuleWorkers::add(Group &group, int c, std::int64_t first, std::int64_t count,
                      const double (*f)[lanes]) const {
  if (first < points_near())
    std::memcpy(&group.near[c * points_near() + first], f,
                std::min(count, points_near() - first) * sizeof(Line));
  for (const Piece &piece : tiles_[first / tile_])
    kernels_.add_rows(piece.first, piece.count, f + (piece.first - first), piece.begins,
                      rows(group.row_sums, 4 * (c * rule_.norbits + piece.orbit)));
}

/// values: [count][ncomp].  differences: [count][ndim][ncomp].
void RuleWorkers::finish(Group &group, RuleValue *values, double *differences) const {
  const int m = ncomp_;
  const double ratio = rule_.difference_ratio;
  for (int c = 0; c < m; ++c) {
    alignas(64) double orbit_sum[rule::max_orbits][lanes];
    alignas(64) double sum[rule::nsums][lanes];
    alignas(64) double largest[3][lanes];
    const auto *row_sum =
        reinterpret_cast<const double(*)[4][lanes]>(&group.row_sums[4 * c * rule_.norbits]);
    kernels_.rule_sums(
        {rule_.norbits, rule::nsums, row_sum, &weight_[0][0], group.volume.value, orbit_sum, sum});
    const rule::NullRules &null = rule_.null;
    kernels_.null_rule_sums({null.norbits, null.lambda, null.nu, sum + 1, largest});
    for (std::int64_t i = 0; i < group.count; ++i) {
      const double n[3] = {largest[0][i], largest[1][i], largest[2][i]};
      values[i * m + c] = {sum[0][i], rule::null_rule_error(null, n, sum[rule::face_sum][i])};
    }
    // The points on the axes come in pairs, the last axis first.
    const Line *const centre = &group.near[c * points_near()];
    for (int d = 0; d < ndim_; ++d) {
      const Line *const first = centre + 1 + 2 * (ndim_ - 1 - d);
      const Line *const second = first + 2 * ndim_;
      double difference[lanes];
      for (int i = 0; i < lanes; ++i)
        difference[i] = std::fabs(2 * (1 - ratio) * centre->value[i] +
                                  ratio * (first[0].value[i] + first[1].value[i]) -
                                  (second[0].value[i] + second[1].value[i]));
      for (std::int64_t i = 0; i < group.count; ++i)
        differences[(i * ndim_ + d) * m + c] = difference[i];
    }
  }
}

std::int64_t RuleWorkers::nonfinite() const {
  std::int64_t count = 0;
  for (const Worker &worker : workers_) count += worker.points->nonfinite().count;
  return count;
}

}  // namespace cuboid::engine::cpu
