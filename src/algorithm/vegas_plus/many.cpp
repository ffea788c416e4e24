#include "algorithm/vegas_plus/many.hpp"

#include <algorithm>
#include <atomic>
#include <memory>
#include <numeric>
#include <optional>
#include <utility>

#include "algorithm/vegas_plus/estimate.hpp"
#include "algorithm/vegas_plus/schedule.hpp"

namespace cuboid::algorithm {

namespace {

/// One of the integrals.
struct Integral {
  VegasPlusResult result;
  VegasPlusEstimate estimate;

  Integral(const VegasPlusTask &task, const engine::SamplesProblem &problem)
      : result(problem.ncomp), estimate(task, problem, result) {
    result.ndim = problem.ndim;
  }
  Integral(const Integral &) = delete;
  Integral &operator=(const Integral &) = delete;
};

class ManyRun {
 public:
  ManyRun(const VegasPlusTask &task, engine::ManySamplesEngine &engine, const ManyVegasPlus &many)
      : task_(task),
        engine_(engine),
        many_(many),
        integrals_(static_cast<std::size_t>(engine.count())),
        open_(integrals_.size()) {
    std::iota(open_.begin(), open_.end(), 0u);
  }

  /// The integrals that are left out.
  std::vector<std::size_t> operator()() {
    begin_schedule(task_, engine_.problem(), engine_.max_intervals(), state_);
    look_at_scales();
    set_grid();
    for (std::int64_t i = 0; !open_.empty() && is_for_many(i); ++i)
      if (!iterate(i)) return {};
    return {open_.begin(), open_.end()};
  }

 private:
  bool is_for_many(std::int64_t i) const {
    return i < max_iterations_of_many &&
           samples_of_iteration(task_, state_, i) <= many_.max_samples;
  }

  void look_at_scales() {
    engine_.set_grid({}, state_.adaptive);
    engine_.iterate(pilot_iteration(state_), open_);
    take([](Integral &, engine::ManySamplesResult &&) { return false; });
  }

  void set_grid() {
    engine::SamplesGrid grid = state_.grid;
    if (!task_.edges.empty())
      grid.edges = resampled_map(task_.edges, task_.edges_intervals, grid.nintervals);
    engine_.set_grid(grid, state_.adaptive);
  }

  /// False if the others are to be left as they are.
  bool iterate(std::int64_t i) {
    const engine::SamplesIteration iteration = scheduled_iteration(task_, state_, i);
    const bool last = samples_of_iteration(task_, state_, i + 1) == 0;
    engine_.iterate(iteration, open_);
    const std::int64_t evaluated = take([&](Integral &one, engine::ManySamplesResult &&found) {
      const bool exhausted = last || one.result.neval >= task_.goal.maxeval;
      one.estimate.add(std::move(found), exhausted);
      return one.result.converged || exhausted;
    });
    return many_.goes_on(evaluated);
  }

  /// Hands what the engine found of the open integrals to add, which says whether the integral has
  /// ended.  Returns how many evaluations there were.
  template <class Add>
  std::int64_t take(Add add) {
    std::vector<char> ended(open_.size());
    std::atomic<std::int64_t> evaluated = 0;
    many_.for_all(open_.size(), [&](std::size_t place) {
      engine::ManySamplesResult found = engine_.result(place);
      evaluated.fetch_add(found.samples, std::memory_order_relaxed);
      ended[place] = take_one(open_[place], std::move(found), add);
    });
    std::size_t place = 0;
    std::erase_if(open_, [&](std::uint32_t) { return ended[place++] != 0; });
    return evaluated;
  }

  template <class Add>
  bool take_one(std::size_t number, engine::ManySamplesResult &&found, Add add) {
    std::unique_ptr<Integral> &integral = integrals_[number];
    std::optional<Failure> failure;
    bool ended = true;
    try {
      if (!integral) integral = begin();
      integral->estimate.count(found);
      require_sound(*integral, found);
      ended = add(*integral, std::move(found));
    } catch (const Failure &thrown) {
      failure = thrown;
    }
    if (!ended) return false;
    many_.put(number, integral->result, failure ? &*failure : nullptr);
    integral.reset();
    return true;
  }

  std::unique_ptr<Integral> begin() const {
    auto integral = std::make_unique<Integral>(task_, engine_.problem());
    integral->estimate.iterations().set_shares_of_cubes(state_.adaptive);
    integral->estimate.set_end_alone_counts(true);
    return integral;
  }

  /// Throws Failure where values end the integration of one.
  void require_sound(const Integral &one, const engine::ManySamplesResult &found) const {
    if (found.failure) throw *found.failure;
    if (found.aborted) throw Failure(CUBOID_ABORTED, "the integrand returned -999");
    if (found.nonfinite > 0 && task_.stop_at_nonfinite)
      throw Failure(CUBOID_NONFINITE, one.estimate.nonfinite_sentence(found));
  }

  const VegasPlusTask &task_;
  engine::ManySamplesEngine &engine_;
  const ManyVegasPlus &many_;
  VegasPlusState state_;
  std::vector<std::unique_ptr<Integral>> integrals_;  ///< nullptr: not begun, or ended
  std::vector<std::uint32_t> open_;
};

}  // namespace

ManyShape shape_of_many(const VegasPlusTask &task, const engine::SamplesProblem &problem,
                        std::int64_t max_intervals, std::int64_t max_samples) {
  VegasPlusState state;
  begin_schedule(task, problem, max_intervals, state);
  const std::int64_t last = samples_of_iteration(task, state, max_iterations_of_many - 1);
  return {state.grid, state.adaptive, std::clamp(last, state.samples, max_samples)};
}

std::vector<std::size_t> vegas_plus_many(const VegasPlusTask &task,
                                         engine::ManySamplesEngine &engine,
                                         const ManyVegasPlus &many) {
  return ManyRun(task, engine, many)();
}

}  // namespace cuboid::algorithm
