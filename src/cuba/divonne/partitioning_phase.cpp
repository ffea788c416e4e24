#include <algorithm>
#include <cmath>
#include <utility>

#include "cuba/divonne/integration.hpp"
#include "cuba/divonne/numbers.hpp"
#include "rule/korobov.hpp"
#include "run/trace.hpp"

namespace cuboid::algorithm::divonne_detail {

namespace {

constexpr int levels_of_cube = 1;
constexpr int levels_of_cycle = 4;

/// A region may take so many times what others took that were split side by side, on the average.
constexpr double reserve_for_split = 1.25;

/// While no lattice is large enough, the regions with more than so many times the largest spread
/// are split together, or more than that where little is missing: each half of all regions that is
/// split too many costs as much again.
constexpr double min_part = 0.5;

}  // namespace

void Integration::partition() {
  result_.phase = "partitioning";
  task_.log->print(1, "\nPartitioning phase:");
  std::vector<double> floor(ncomp_, 0);
  if (regions_.empty()) {
    regions_.push_back(partitioner_->whole());
    sums_.touch(0);
    update_totals();
    publish_partitioning();
    split({0}, levels_of_cube, floor, 0);
  }
  for (;;) {
    update_totals();
    publish_partitioning();
    log_cycle();
    if (!partitioning_pays()) return;
    ++progress_.iteration;
    const std::int64_t before = evaluations_.count();
    const std::vector<std::size_t> chosen = largest_regions(floor);
    split(chosen, levels_of_cycle, floor, min_main_points());
    progress_.cycle_cost = evaluations_.count() - before;
    save_if_due();
  }
}

void Integration::publish_partitioning() {
  for (std::size_t c = 0; c < ncomp_; ++c) {
    result_.integral[c] = totals_[c].integral;
    result_.error[c] = totals_[c].error;
    result_.chi2[c] = 0;
  }
  result_.dof = 0;
  result_.nregions = regions();
  result_.niterations = progress_.iteration;
}

/// Points in every region with which the main integration reaches the accuracy.
double Integration::need() const {
  const bool random = options_.key2 < 0 && !random_.quasi();
  const auto n = static_cast<double>(first_->effective());
  double most = 0;
  for (std::size_t c = 0; c < ncomp_; ++c) {
    const double error = totals_[c].error / allowed(c);
    const double needed = random ? n * error * error : totals_[c].spread / allowed(c);
    most = std::max(most, needed);
  }
  return most;
}

/// Evaluations in one region if so many points are wanted.
std::int64_t Integration::main_points(std::int64_t wanted) const {
  return options_.key2 < 0 || is_rule(options_.key2, task_.ndim) ? wanted : wanted / 2 + 1;
}

/// Evaluations at the end, if the partitioning ends now.
std::int64_t Integration::expected() const {
  const std::int64_t wanted = std::max(2 * first_->effective(), rounded_up(need()));
  std::int64_t sum;
  if (__builtin_mul_overflow(regions(), main_points(wanted), &sum)) return max_number;
  return evaluations_.count() + sum;
}

/// Whether no lattice has so many points.  Random samples could be larger, but not so well spent.
bool Integration::beyond_lattices(double needed) const {
  return !is_rule(options_.key2, task_.ndim) && needed >= rule::korobov_max_points;
}

/// Whether to split further.  That ends when it has not brought the expected number of evaluations
/// down for maxpass cycles, when it cannot do so any more, or when what the main integration needs
/// at least would no longer be left.
bool Integration::partitioning_pays() {
  if (evaluations_.count() + progress_.cycle_cost + regions() * min_main_points() >
      task_.goal.maxeval)
    return false;
  if (!room_for_regions()) return false;
  const double needed = need();
  if (!(needed > 2 * static_cast<double>(first_->effective()))) return false;
  if (beyond_lattices(needed)) return true;
  const std::int64_t evaluations = expected();
  if (evaluations < progress_.fewest) {
    progress_.fewest = evaluations;
    progress_.pass = 0;
    return true;
  }
  return ++progress_.pass <= options_.maxpass;
}

/// The region with the largest spread in the component that is furthest from its aim, and in floor
/// the second largest spread of every component.  While no lattice is large enough, all regions
/// with a spread near to the largest.
std::vector<std::size_t> Integration::largest_regions(std::vector<double> &floor) {
  std::size_t furthest = 0;
  for (std::size_t c = 1; c < ncomp_; ++c)
    if (totals_[c].spread / allowed(c) > totals_[furthest].spread / allowed(furthest)) furthest = c;
  const double needed = need();
  const double missing = needed / rule::korobov_max_points - 1;
  const double part = beyond_lattices(needed) ? std::max(min_part, 1 - missing)
                                              : std::numeric_limits<double>::infinity();
  return sums_.take_largest(furthest, part, floor);
}

/// Whether to split regions side by side gives the same parts as one after the other: points of a
/// generator belong to whoever asks next.
bool Integration::may_split_together() const {
  return first_->kind() == SampleKind::rule || first_->kind() == SampleKind::lattice;
}

/// Replaces regions by their parts: the first takes the place of the whole, the others go to the
/// end.  Ends early when no more would be left of maxeval than what is reserved for every region;
/// so many are split side by side that they do not come near to that, unless they take more than
/// any before.
void Integration::split(const std::vector<std::size_t> &chosen, int levels,
                        const std::vector<double> &floor, std::int64_t reserved) {
  const auto taken = [&] { return evaluations_.count() + regions() * reserved; };
  for (std::size_t done = 0, end = 0; done < chosen.size(); done = end) {
    const std::int64_t before = taken();
    const std::int64_t left = task_.goal.maxeval - before;
    if (done > 0 && left < 0) break;
    // At first as if each became as many parts as it can.
    const double each = progress_.dearest > 0
                            ? reserve_for_split * static_cast<double>(progress_.dearest)
                            : static_cast<double>((before / regions()) << levels);
    end = done + 1;
    if (may_split_together() && left > 0)
      end = std::min(end + static_cast<std::size_t>(static_cast<double>(left) / (1 + each)),
                     chosen.size());
    const auto first = chosen.begin();
    split_together(
        {first + static_cast<std::ptrdiff_t>(done), first + static_cast<std::ptrdiff_t>(end)},
        levels, floor);
    if (levels < levels_of_cycle) continue;
    progress_.dearest =
        std::max(progress_.dearest, (taken() - before) / static_cast<std::int64_t>(end - done));
  }
}

void Integration::split_together(const std::vector<std::size_t> &chosen, int levels,
                                 const std::vector<double> &floor) {
  std::vector<double> scale;
  for (std::size_t c = 0; c < ncomp_; ++c) scale.push_back(allowed(c));
  // The regions stay as they are until their parts are known, for whoever reads the result if the
  // engine throws.
  std::vector<const Region *> wholes;
  wholes.reserve(chosen.size());
  for (const std::size_t i : chosen) wholes.push_back(&regions_[i]);
  std::vector<std::vector<Region>> parts = partitioner_->split(wholes, levels, floor, scale);
  for (std::size_t j = 0; j < chosen.size(); ++j) {
    regions_[chosen[j]] = std::move(parts[j].front());
    sums_.touch(chosen[j]);
    for (std::size_t k = 1; k < parts[j].size(); ++k) {
      sums_.touch(regions_.size());
      regions_.push_back(std::move(parts[j][k]));
    }
  }
}

void Integration::log_cycle() const {
  if (task_.log->trace()) task_.log->trace()->iteration(progress_.iteration + 1, result_, {});
  if (!task_.log->shows(1)) return;
  std::string text = formatted("\nIteration %lld (pass %d):  %lld regions\n",
                               static_cast<long long>(progress_.iteration + 1), progress_.pass,
                               static_cast<long long>(regions()));
  text += formatted("%7lld integrand evaluations so far,\n",
                    static_cast<long long>(evaluations_.count()));
  text += formatted("%7lld in optimizing regions,\n",
                    static_cast<long long>(partitioner_->spent.in_search));
  text += formatted("%7lld in finding cuts", static_cast<long long>(partitioner_->spent.in_cuts));
  for (std::size_t c = 0; c < ncomp_; ++c)
    text += formatted("\n[%zu] %g +- %g", c + 1, result_.integral[c], result_.error[c]);
  task_.log->print(1, "%s", text.c_str());
}

}  // namespace cuboid::algorithm::divonne_detail
