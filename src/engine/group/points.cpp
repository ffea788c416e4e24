#include "engine/group/points.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "base/clock.hpp"
#include "engine/group/digest.hpp"
#include "engine/group/work_list.hpp"

namespace cuboid::engine::group {

namespace {

/// Seconds of evaluations between two barriers: short enough that all soon hear of a cancel flag,
/// long against a barrier, which takes some microseconds within a machine and some tens between
/// machines.
constexpr double seconds_between_barriers = 1e-2;

/// Seconds that are long against the resolution of a clock.
constexpr double enough_to_measure = 1e-4;

/// A first point that takes less says little of the others: its code and data came from memory,
/// which takes up to 3 microseconds.  Then so many seconds' worth of such points are measured.
constexpr double certain_at_once = 5e-6;
constexpr double enough_to_know = 2e-5;

/// A barrier in the midst of work takes longer than where all ranks come at once, since they do
/// not: 16 ranks wait 8 to 25 microseconds for each other with cheap integrands, and would meet
/// in 3.  So many times as long is taken for it; of what they wait, most would be waited later
/// anyway.
constexpr double barriers_at_work = 2;

/// Seconds that the evaluations of a rank take between two barriers at most, about.
constexpr double max_seconds_together = 1;

/// Values that are exchanged at once: 128 MiB.
constexpr std::int64_t max_values_together = 1 << 24;

/// To carry a value to the others, in seconds: 1 GB/s, as slow networks are.
constexpr double seconds_per_value = 8e-9;

/// Of the time of a piece of work, what a call takes beside its points, at most.
constexpr double max_of_piece = 0.125;

/// As far as a few of the points tell; the values that come of them are compared at the end.
std::uint64_t digest_of(const PointSet &points, int ndim) {
  constexpr std::int64_t looked_at = 8;
  Digest digest;
  digest.add(points.count);
  digest.add(points.iteration);
  digest.add(points.phase);
  const std::int64_t step = std::max<std::int64_t>(points.count / looked_at, 1);
  for (std::int64_t i = points.count - 1; i >= 0; i -= step)
    for (int d = 0; d < ndim; ++d) digest.add(points.x[i * ndim + d]);
  return digest.value();
}

}  // namespace

GroupEvaluator::GroupEvaluator(int ndim, int ncomp, std::unique_ptr<PointsEngine> own, Group &group)
    : ndim_(ndim), ncomp_(ncomp), own_(std::move(own)), group_(group) {}

void GroupEvaluator::evaluate(const PointSet &points, double *f) {
  std::int64_t first = 0;
  try {
    while (first < points.count) {
      first += evaluate_some(slice(points, ndim_, first, points.count - first), f + first * ncomp_);
      if (alone_left_ == 0) consult();
    }
  } catch (const Interrupted &interrupted) {
    throw Interrupted(interrupted.ending(), first + interrupted.evaluated(),
                      first + interrupted.leading());
  }
}

/// Evaluates the first of the points, as many as it returns.
std::int64_t GroupEvaluator::evaluate_some(const PointSet &points, double *f) {
  if (sharing_pays(points.count)) {
    const std::int64_t count = std::min(points.count, max_together());
    evaluate_together(slice(points, ndim_, 0, count), f);
    return count;
  }
  const std::int64_t count = std::min(points.count, alone_left_);
  evaluate_alone(slice(points, ndim_, 0, count), f);
  alone_left_ -= count;
  return count;
}

void GroupEvaluator::evaluate_alone(const PointSet &points, double *f) {
  const InsideGroup scope;
  if (measured_seconds_ > enough_to_measure) return own_->evaluate(points, f);
  const double begin = monotonic_seconds();
  own_->evaluate(points, f);
  const double seconds = monotonic_seconds() - begin;
  if (points.count == 1) single_ = single_ > 0 ? std::min(single_, seconds) : seconds;
  measured_seconds_ += seconds;
  measured_points_ += points.count;
}

void GroupEvaluator::evaluate_together(const PointSet &points, double *f) {
  const std::int64_t begin = range_begin(points.count, group_.rank(), group_.size());
  const std::int64_t end = range_begin(points.count, group_.rank() + 1, group_.size());
  const auto first = range_begins(points.count, group_.size(), ncomp_);
  SharedWindow *const window = window_for(points.count);
  Message mine;
  mine.digest = digest_of(points, ndim_);
  Done done{end - begin, end - begin, 0};
  const auto work = [&] {
    if (window != nullptr)
      done = evaluate_on(*window, points);
    else if (begin < end)
      own_->evaluate(slice(points, ndim_, begin, end - begin), f + begin * ncomp_);
  };
  const std::optional<Failure> failure = attempt(end - begin, work, mine);
  if (window != nullptr && mine.status == 0) {
    // Without what it takes to share out, which is no reason to do so; and calls for few cheap
    // points say more of calls than of points.
    mine.seconds_per_point =
        done.seconds > certain_at_once ? done.seconds / static_cast<double>(done.evaluated) : 0;
    mine.evaluated = done.evaluated;
    mine.leading = done.leading;
  }
  const Failure *const own = failure ? &*failure : nullptr;
  if (window != nullptr)
    group_.meet_at(*window, Step::batch, mine, own, f, first);
  else
    group_.meet_and_gather(Step::batch, mine, own, f, first);
  take_cost();
  if (!group_.ends_early()) return;
  // Those before the first that is missing.
  std::int64_t evaluated = 0, leading = 0;
  bool complete = group_.agreed();
  for (int r = 0; r < group_.size(); ++r) {
    const Message &message = group_.messages()[static_cast<std::size_t>(r)];
    evaluated += message.evaluated;
    if (complete) leading += message.leading;
    complete = complete && message.leading == range_begin(points.count, r + 1, group_.size()) -
                                                  range_begin(points.count, r, group_.size());
  }
  throw Interrupted(group_.ending(), evaluated, leading);
}

/// The memory for a batch whose ranges others may do a part of.
SharedWindow *GroupEvaluator::window_for(std::int64_t points) const {
  const std::int64_t range = (points + group_.size() - 1) / group_.size();
  if (range < 2 || range > WorkList::most) return nullptr;
  return group_.window_for(range * ncomp_);
}

/// Evaluates this rank's range piece by piece, and then pieces of those who are late.
GroupEvaluator::Done GroupEvaluator::evaluate_on(SharedWindow &window, const PointSet &points) {
  const int own = group_.rank(), size = group_.size();
  const std::uint64_t number = window.next_exchange();
  const std::int64_t least = min_piece();
  Done done;
  const auto evaluate = [&](int rank, WorkList::Piece piece) {
    const std::int64_t first = range_begin(points.count, rank, size) + piece.begin;
    const double start = monotonic_seconds();
    try {
      own_->evaluate(slice(points, ndim_, first, piece.size()),
                     group_.values_on(window, rank) + piece.begin * ncomp_);
    } catch (const Interrupted &interrupted) {
      throw Interrupted(interrupted.ending(), done.evaluated + interrupted.evaluated(),
                        done.leading + (rank == own ? interrupted.leading() : 0));
    }
    done.seconds += monotonic_seconds() - start;
    done.evaluated += piece.size();
    if (rank == own) done.leading += piece.size();
  };
  WorkList range(window.work(own));
  range.begin(number,
              range_begin(points.count, own + 1, size) - range_begin(points.count, own, size));
  for (auto piece = range.take_front(number, least); piece.size() > 0;
       piece = range.take_front(number, least))
    evaluate(own, piece);
  for (int next = 1; next < size; ++next) {
    const int other = (own + next) % size;
    const std::int64_t theirs =
        range_begin(points.count, other + 1, size) - range_begin(points.count, other, size);
    WorkList late(window.work(other));
    for (auto piece = late.take_back(number, least, size - 1); piece.size() > 0;
         piece = late.take_back(number, least, size - 1)) {
      // Another batch than this one, as all will hear where they meet.
      if (piece.end > theirs) return done;
      evaluate(other, piece);
      next = 0;
    }
  }
  return done;
}

/// Points of a piece that takes as long as a barrier, and long for what a call takes beside them.
std::int64_t GroupEvaluator::min_piece() const {
  const double call = std::max(single_ - cost_, 0.0);
  const double least = std::max(group_.latency(), call / max_of_piece) / cost_;
  constexpr double most = WorkList::most;
  return std::max<std::int64_t>(static_cast<std::int64_t>(std::min(std::ceil(least), most)), 1);
}

void GroupEvaluator::consult() {
  Message mine;
  if (measured_points_ > 0)
    mine.seconds_per_point = measured_seconds_ / static_cast<double>(measured_points_);
  if (cost_ == 0) group_.measure_latency();
  if (!group_.ends_early()) group_.meet(Step::consult, mine);
  if (group_.ends_early()) throw Interrupted(group_.ending(), 0, 0);
  const bool first = cost_ == 0;
  take_cost();
  knows_cost_ = !first || cost_ > certain_at_once;
  if (!knows_cost_ && cost_ > 0)
    alone_left_ = static_cast<std::int64_t>(enough_to_know / cost_) + 1;
}

/// What rank 0 has told of times, and what follows from it.
void GroupEvaluator::take_cost() {
  const Message &told = group_.messages()[0];
  if (told.seconds_per_point > 0) cost_ = told.seconds_per_point;
  measured_seconds_ = 0;
  measured_points_ = 0;
  constexpr double most = 1e9;
  alone_left_ = 1;
  if (cost_ > 0)
    alone_left_ = std::max<std::int64_t>(
        static_cast<std::int64_t>(std::min(seconds_between_barriers / cost_, most)), 1);
}

/// Whether ranges, a barrier and an exchange take less time than all points on each rank.
bool GroupEvaluator::sharing_pays(std::int64_t points) const {
  constexpr double min_gain = 0.85;
  if (!knows_cost_ || points < 2) return false;
  const std::int64_t range = (points + group_.size() - 1) / group_.size();
  const bool at_once = range * ncomp_ <= group_.few_values() || window_for(points) != nullptr;
  const double barriers = barriers_at_work * (at_once ? 1 : 2);
  const double together = static_cast<double>(range) * cost_ + barriers * group_.latency() +
                          static_cast<double>(points * ncomp_) * seconds_per_value;
  return together < min_gain * cost_ * static_cast<double>(points);
}

std::int64_t GroupEvaluator::max_together() const {
  const double points = max_seconds_together / cost_ * group_.size();
  const std::int64_t fits = std::max<std::int64_t>(max_values_together / ncomp_, 1);
  return std::max<std::int64_t>(
      static_cast<std::int64_t>(std::min(points, static_cast<double>(fits))), group_.size());
}

}  // namespace cuboid::engine::group
