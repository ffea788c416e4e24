// What is done when all regions have been sampled and the accuracy is missed.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>

#include "cuba/divonne/integration.hpp"
#include "cuba/divonne/numbers.hpp"
#include "run/accuracy.hpp"

namespace cuboid::algorithm::divonne_detail {

namespace {

/// Of the variance or, for rules, the error that the accuracy allows: what is aimed at.  A tenth is
/// left for what the plan foresees wrongly.
constexpr double aim_of_improvement = 0.9;

// Half and twice of these three change no result on the reference
// (tests/bench/results/divonne_constants.txt): there, samples always had to become larger.

/// The parts of a region have about so much of its variance or error together.
constexpr double left_by_split = 0.4;

/// What regions that are not split may have together in any case.
constexpr double min_unsplit = 0.5;

/// Of the evaluations, where the caller has fixed the points of a region.
constexpr double max_growth = 1.25;

/// A sample that is worth taking has so many times the points of the one before, and so is none of
/// the same points.
constexpr double much_larger = 1.125;

}  // namespace

/// When all regions are done: takes further samples where errors have come out larger than the plan
/// had them.  False when the accuracy is reached, or nothing can be done about it.
bool Integration::improve() {
  if (accurate(result_, task_.goal)) return false;
  update_totals();
  return enlarge_samples() || (options_.key3 == 1 && refine_largest_errors());
}

/// Splits the regions with the largest errors, as many as the evaluations that are left allow.  A
/// caller who has said how many points a region gets has also said about what it is to cost.
bool Integration::refine_largest_errors() {
  if (!room_for_regions()) return false;
  if (progress_.unrefined == 0) progress_.unrefined = evaluations_.count();
  const std::int64_t max_evaluations =
      follows_accuracy(options_.key2, task_.ndim)
          ? task_.goal.maxeval
          : std::min(task_.goal.maxeval,
                     std::max(rounded_up(max_growth * static_cast<double>(progress_.unrefined)),
                              task_.goal.mineval));
  const std::int64_t left = max_evaluations - evaluations_.count();
  std::int64_t each = 2 * (first_->points() + second_->points());
  std::int64_t most;
  if (progress_.refined > 0) {
    each = std::max(each, (evaluations_.count() - progress_.refined_from) / progress_.refined);
    most = (left + each / 2) / each;
  } else {
    // What a region costs depends on how many parts it is split into, which the first ones show.
    most = left < each ? 0 : std::max<std::int64_t>(left / each / 4, 1);
  }
  std::vector<bool> marked(regions_.size(), false);
  std::vector<std::size_t> chosen;
  for (std::size_t c = 0; c < ncomp_; ++c) {
    if (reached(result_, task_.goal, c)) continue;
    for (const std::size_t i : to_be_split(by_errors(c))) {
      if (static_cast<std::int64_t>(chosen.size()) >= most) break;
      if (marked[i]) continue;
      marked[i] = true;
      chosen.push_back(i);
    }
  }
  if (chosen.empty()) return false;
  progress_.refined = static_cast<std::int64_t>(chosen.size());
  progress_.refined_from = evaluations_.count();
  task_.log->print(3, "\nSplit");
  split(chosen, 1, std::vector<double>(ncomp_, 0), 0);
  return true;
}

/// The regions by their errors in one component, the largest first, and what part each has of the
/// variance or, for rules, the error that the accuracy allows.
std::vector<Integration::Part> Integration::by_errors(std::size_t c) const {
  std::vector<Part> parts;
  parts.reserve(regions_.size());
  const double allowed_error = allowed(c);
  double sum = 0;
  for (std::size_t i = 0; i < regions_.size(); ++i) {
    const double error = error_of(regions_[i].outcome[c], c) / allowed_error;
    // As publish_main adds them.
    const double share = second_->kind() == SampleKind::rule ? error : error * error;
    parts.push_back({i, share});
    sum += share;
  }
  std::sort(parts.begin(), parts.end(), [](const Part &a, const Part &b) {
    return a.share != b.share ? a.share > b.share : a.region < b.region;
  });
  // The sum has a part that belongs to no region.
  const double error = result_.error[c] / allowed_error;
  const double whole = second_->kind() == SampleKind::rule ? error : error * error;
  for (Part &part : parts) part.share *= whole / sum;
  return parts;
}

/// As many of the largest errors as have to be split.
std::vector<std::size_t> Integration::to_be_split(const std::vector<Part> &parts) {
  double all = 0;
  for (const Part &part : parts) all += part.share;
  // The most that leaves what is aimed at if left_by_split of the others remains.
  const double unsplit =
      std::max((aim_of_improvement - left_by_split * all) / (1 - left_by_split), min_unsplit);
  std::vector<std::size_t> chosen;
  for (const Part &part : parts) {
    if (all <= unsplit) break;
    chosen.push_back(part.region);
    all -= part.share;
  }
  return chosen;
}

/// So many of the largest errors, and so many times the points of the last sample for these, that
/// the accuracy is reached with the fewest evaluations.
Integration::Enlargement Integration::cheapest_enlargement(const std::vector<Part> &parts) const {
  double all = 0;
  for (const Part &part : parts) all += part.share;
  Enlargement best{parts.size(), std::numeric_limits<double>::infinity()};
  double chosen = 0;
  for (std::size_t count = 1; count <= parts.size(); ++count) {
    chosen += parts[count - 1].share;
    const double left = aim_of_improvement - (all - chosen);
    if (!(left > 0)) continue;
    // The mean of the samples that there are and the new one, or the new one alone.
    const double variance = std::max(chosen / left - (task_.last_only ? 0 : 1), 0.0);
    const double factor = std::max(
        second_->kind() == SampleKind::random ? variance : std::sqrt(variance), much_larger);
    if (static_cast<double>(count) * factor < static_cast<double>(best.count) * best.factor)
      best = {count, factor};
  }
  return best;
}

/// What was wanted of the last sample, or less, where it had less room: that is where a run goes on
/// with a larger maxeval, and what it wants would grow with each call.
std::int64_t Integration::base_of_last_sample() const {
  const std::int64_t times = std::max<std::int64_t>(std::abs(options_.key2), 1);
  const auto wanted = static_cast<double>(main_points(progress_.wanted));
  if (static_cast<double>(times) * wanted <= static_cast<double>(progress_.affordable))
    return progress_.wanted;
  const std::int64_t taken = options_.key2 < 0 ? second_->points() : 2 * second_->points();
  return std::max<std::int64_t>(taken / times, 1);
}

/// Samples regions once more with the number of points that the errors ask for, if it is not the
/// caller who has said how many they are to be.
bool Integration::enlarge_samples() {
  if (!follows_accuracy(options_.key2, task_.ndim)) return false;
  std::vector<bool> marked(regions_.size(), false);
  double factor = much_larger;
  for (std::size_t c = 0; c < ncomp_; ++c) {
    if (reached(result_, task_.goal, c)) continue;
    const std::vector<Part> parts = by_errors(c);
    const Enlargement enlargement = cheapest_enlargement(parts);
    factor = std::max(factor, enlargement.factor);
    for (std::size_t k = 0; k < enlargement.count; ++k) marked[parts[k].region] = true;
  }
  const std::int64_t count = std::count(marked.begin(), marked.end(), true);
  const std::int64_t affordable = (task_.goal.maxeval - evaluations_.count()) / count;
  const std::int64_t points = second_->points();
  if (static_cast<double>(affordable) < much_larger * static_cast<double>(points)) return false;
  progress_.wanted = rounded_up(factor * static_cast<double>(base_of_last_sample()));
  progress_.affordable = affordable;
  make_samplers();
  if (second_->points() <= points) return false;
  for (std::size_t i = 0; i < regions_.size(); ++i) {
    if (!marked[i]) continue;
    if (!task_.last_only) regions_[i].before = std::move(regions_[i].outcome);
    regions_[i].outcome.clear();
    sums_.touch(i);
  }
  task_.log->print(3, "Sampling %lld regions once more with %lld points per region.",
                   static_cast<long long>(count), static_cast<long long>(second_->points()));
  return true;
}

}  // namespace cuboid::algorithm::divonne_detail
