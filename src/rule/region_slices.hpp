// Working off regions slice by slice where memory does not hold all that are needed.
//
// The regions are a stack.  The slice is its upper part: it is refined until its error is its share
// of what the tolerance allows, and is then taken off; of it, only its sums are kept.  A slice that
// fills the memory in its turn is narrowed to its own upper part, and so on: depth first.
#pragma once

#include <algorithm>
#include <functional>
#include <limits>
#include <vector>

#include "base/tolerances.hpp"
#include "rule/refinement.hpp"
#include "rule/region_error.hpp"

namespace cuboid::rule {

/// Regions up to which all of them are worked on at once: beyond, slices need room.
inline long long limit_without_slices(long long capacity) {
  return capacity - capacity / 4;
}

/// Which regions are worked on, and what was given up of them.
class RegionSlices {
 public:
  /// Sums of all components over the regions first to last - 1.
  using Sum = std::function<std::vector<RegionSums>(long long first, long long last)>;

  bool active() const { return active_; }
  long long begin() const { return begin_; }  ///< regions before it wait
  long long end() const { return end_; }      ///< regions that are there
  /// Regions that there may be before the slice is narrowed.
  long long limit() const { return limit_; }
  long long finished() const { return finished_count_; }  ///< regions that were taken off
  /// The number of regions to split at once at least, where `least` keep the device busy.
  long long least(long long least) const {
    return std::max(std::min(least, (limit_ - begin_) / growth), 1ll);
  }
  /// [ncomp] what the slice has to reach.
  const std::vector<SliceGoal> &goals() const { return goals_; }

  /// Chooses the next slice.  done: the slice (or all, if there was none) has met its goals, or
  /// cannot be refined; else it has reached its limit.  end: regions that are there.  False: no
  /// region is left.
  bool next(bool done, long long end, long long capacity, const Refinement &refinement, int ndim,
            const Sum &sum);

 private:
  /// The factor by which a slice may grow, or so.
  static constexpr long long growth = 8;

  /// Slices of so many times the number of regions that is split at once at least take a device
  /// hardly more time for a region than all regions do, since their iterations are long beside what
  /// comes with each (growth.txt).
  static constexpr long long busy_slice = 64;
  /// But where memory is short, they may be as small as that part of it.
  static constexpr long long smallest_part = 1024;

  void set_goals(const Refinement &refinement, int ndim, const Sum &sum);

  bool active_ = false;
  long long begin_ = 0;
  long long end_ = 0;
  long long limit_ = 0;
  long long finished_count_ = 0;
  std::vector<RegionSums> finished_;
  std::vector<SliceGoal> goals_;
};

inline bool RegionSlices::next(bool done, long long end, long long capacity,
                               const Refinement &refinement, int ndim, const Sum &sum) {
  active_ = true;
  end_ = end;
  constexpr long long smallest = 16;
  const auto size_for = [&] { return std::max((capacity - end_) / growth, smallest); };
  // A slice that would have to be smaller than it is, or than keeps a device busy, is left as it
  // is.
  done = done || size_for() >= end_ - begin_ ||
         size_for() < std::min(busy_slice * refinement.least, capacity / smallest_part);
  if (done) {
    const std::vector<RegionSums> sums = sum(begin_, end_);
    finished_.resize(sums.size());
    for (std::size_t c = 0; c < sums.size(); ++c) add(finished_[c], sums[c]);
    finished_count_ += end_ - begin_;
    end_ = begin_;
    begin_ = 0;
  }
  if (end_ == 0) return false;
  begin_ = std::max<long long>(end_ - size_for(), 0);
  limit_ = end_ + limit_without_slices(capacity - end_);
  set_goals(refinement, ndim, sum);
  return true;
}

/// What the tolerance allows, less what the finished slices have used of it, is shared out: one
/// half in proportion to the errors, the other to the numbers of regions, so that regions of little
/// error are not refined for nothing.  What a slice does not use is left to the others.
inline void RegionSlices::set_goals(const Refinement &refinement, int ndim, const Sum &sum) {
  // Room for the sum of what is met to be somewhat larger than its parts promise.
  constexpr double used = .8;
  // A later slice is asked for no more than this many times what all were asked for.
  constexpr double min_left = .125;
  const std::vector<RegionSums> waiting = sum(0, begin_);
  const std::vector<RegionSums> inside = sum(begin_, end_);
  finished_.resize(inside.size());
  goals_.assign(inside.size(), {});
  const auto estimate_of = [&](std::size_t c) {
    RegionSums all = waiting[c];
    add(all, inside[c]);
    add(all, finished_[c]);
    const double error = total_error(all, ndim, end_ + finished_count_, refinement.few);
    return ComponentEstimate{all.value, error};
  };
  for (std::size_t c = 0; c < inside.size(); ++c) {
    RegionSums remaining = waiting[c];
    add(remaining, inside[c]);
    RegionSums all = remaining;
    add(all, finished_[c]);
    goals_[c].rest = finished_[c];
    add(goals_[c].rest, waiting[c]);
    const auto error_of = [&](const RegionSums &sums) { return slice_error(sums, ndim); };
    const double total = estimate_of(c).error;
    const double tolerance = tolerance_of_all(refinement.goal, estimate_of, inside.size(), c);
    const double allowed = total > 0 ? used * tolerance * error_of(all) / total
                                     : std::numeric_limits<double>::infinity();
    const double left = std::max(allowed - error_of(finished_[c]), min_left * allowed);
    const double error = error_of(remaining);
    const double by_error = error > 0 ? error_of(inside[c]) / error : 0;
    const double by_number = static_cast<double>(end_ - begin_) / static_cast<double>(end_);
    goals_[c].error = left * (.5 * by_error + .5 * by_number);
  }
}

}  // namespace cuboid::rule
