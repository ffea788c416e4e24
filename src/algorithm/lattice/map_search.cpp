#include "algorithm/lattice/map_search.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "algorithm/common/heavy_tail.hpp"
#include "algorithm/common/iterations.hpp"
#include "run/accuracy.hpp"

namespace cuboid::algorithm {

namespace {

/// Samples of an iteration that finds the map.  With samples that double from the first iteration
/// on to the full size the map is so much worse that the error for a 6-D corner peak is 60 times as
/// large (2^20 points, examples/lattice.c).
constexpr std::int64_t min_map_samples = 512;
constexpr std::int64_t max_map_samples = 1 << 16;
constexpr std::int64_t min_of_part = 128;

/// Keeps the standard deviation of one sample: the larger one of the iterations of full size.
void note_deviation(LatticeState &state, const engine::SamplesResult &found) {
  state.deviation.resize(found.error.size());
  for (std::size_t c = 0; c < found.error.size(); ++c)
    state.deviation[c] = std::max(state.deviation[c],
                                  found.error[c] * std::sqrt(static_cast<double>(found.samples)));
}

/// Adds to the mean share of one sample in the variance.
void note_tail(LatticeState &state, const engine::SamplesResult &found) {
  state.tail.resize(found.error.size());
  for (std::size_t c = 0; c < found.error.size(); ++c)
    state.tail[c] +=
        relevant_share(found.dominance[c], found.error[c], found.integral[c], found.samples) /
        (map_iterations - 1);
}

/// How rare it is that a sample meets what makes up the variance, where its value is no larger than
/// others are: of larger ones, tails are judged (LatticeSeries::has_heavy_tail).
class Rarity {
 public:
  explicit Rarity(int ncomp)
      : variance_(static_cast<std::size_t>(ncomp)), single_(static_cast<std::size_t>(ncomp)) {}

  void add(const engine::SamplesResult &found) {
    ++iterations_;
    samples_ += static_cast<double>(found.samples);
    for (std::size_t c = 0; c < variance_.size(); ++c) {
      const double variance = found.error[c] * found.error[c];
      variance_[c] += variance;
      if (relevant_share(found.dominance[c], found.error[c], found.integral[c], found.samples) == 0)
        single_[c] = std::max(single_[c], found.dominance[c] * variance);
    }
  }

  /// [ncomp]: samples for one of those that make it up, about as many as single ones would take; 0
  /// where all that they have brought is within the tolerance, and may as well be missed.
  std::vector<double> samples_of_one(const Goal &goal, const Result &result) const {
    std::vector<double> samples(variance_.size());
    for (std::size_t c = 0; c < samples.size(); ++c)
      if (single_[c] > 0 &&
          variance_[c] > iterations_ * std::sqrt(single_[c]) * tolerance(result, goal, c))
        samples[c] = samples_ / variance_[c] * single_[c];
    return samples;
  }

 private:
  double iterations_ = 0;
  double samples_ = 0;
  std::vector<double> variance_;
  std::vector<double> single_;  ///< the most that one sample adds to that of an iteration
};

}  // namespace

Asking<void> find_map(const LatticeTask &task, const engine::LatticeProblem &problem,
                      LatticeNeeds &needs, LatticeState &state, LatticeResult &result) {
  const std::int64_t samples = task.map_samples > 0
                                   ? task.map_samples
                                   : std::min(task.goal.maxeval / map_share, max_map_samples);
  const std::int64_t least = problem.parts > 1 ? min_of_part * problem.parts : min_map_samples;
  if (samples < least) co_return;
  Iterations iterations(problem.ncomp);
  Rarity rarity(problem.ncomp);
  MapRequest one;
  one.grid.emplace();
  for (std::int32_t number = 0; number <= map_iterations; ++number) {
    one.iteration.number = number;
    one.iteration.samples = number == 0 ? least : samples;
    one.last = number == map_iterations;
    MapAnswer answer = co_await needs.draw(one);
    engine::SamplesResult &found = answer.found;
    if (number > 0) note_deviation(state, found);
    // Before it there was no map.
    if (number > 1) note_tail(state, found);
    if (number >= map_iterations - 1) rarity.add(found);
    iterations.add({std::move(found.integral), std::move(found.error), std::move(found.correlation),
                    std::move(found.dominance), found.samples});
    // What stands until there is a lattice.
    iterations.combine(result);
    one.grid.reset();
    if (number == 0) {
      // The first one was for the size of the values.
      one.grid.emplace().nintervals = map_intervals;
      one.iteration.alpha = 1;
    }
    if (one.last) state.edges = std::move(answer.edges);
    if (one.last) state.rarity = rarity.samples_of_one(task.goal, result);
  }
}

}  // namespace cuboid::algorithm
