#include "algorithm/vegas_plus/vegas_plus.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "algorithm/common/convergence.hpp"
#include "algorithm/common/end_of_axis.hpp"
#include "algorithm/common/lost_peaks.hpp"
#include "algorithm/common/map_progress.hpp"
#include "algorithm/vegas_plus/climber.hpp"
#include "algorithm/vegas_plus/estimate.hpp"
#include "algorithm/vegas_plus/schedule.hpp"
#include "algorithm/vegas_plus/state.hpp"
#include "base/failure.hpp"
#include "base/formatted.hpp"
#include "domain/point_text.hpp"
#include "map/place.hpp"
#include "run/print_iteration.hpp"
#include "run/remarks.hpp"

namespace cuboid::algorithm {

namespace {

/// Uniform samples that show whether the map of another integral fits, at most; else they are as
/// many as an integration without a map draws uniformly, before its map follows what they met.
/// With as many again a peak that the map has no place for is missed as often, and a step of a
/// chain takes a fifth longer (tests/bench/results/chains.txt).
constexpr std::int64_t max_look_samples = 1 << 16;
/// And at most so many values, which are kept.
constexpr std::int64_t max_look_values = 32 * max_look_samples;
/// As many times the error as the uniform samples expect: hypercubes and the points within them
/// make it smaller than a sample's deviation says.
constexpr double surprising = 10;

/// The run of one integration.
class Run {
 public:
  Run(const VegasPlusTask &task, VegasPlusResult &result)
      : engine_(*task.engine),
        task_(task),
        result_(result),
        file_(task),
        estimate_(task, engine_.problem(), result),
        lost_(engine_.problem().ndim, engine_.problem().ncomp,
              [this](const double *x, uint32 *to) { place(x, to); }) {
    estimate_.set_listened_to(task.log != nullptr &&
                              (task.log->trace() != nullptr || task.log->shows(1)));
  }

  void operator()() {
    begin();
    iterate();
    if (looks_ && result_.converged && !map_fits()) {
      begin_anew({});
      iterate();
      add_remark(result_, Remark::started_over);
    }
    look_for_lost_peaks();
    result_.edges = engine_.edges();
    result_.edges_intervals = state_.grid.nintervals;
    if (state_.parts == 1) tell_nearest();
  }

  /// Where the run was interrupted: puts the last iterations into the result, or what is known
  /// without any.
  void close() {
    estimate_.close();
    if (estimate_.iterations().size() > 0 || scale_.integral.empty()) return;
    result_.integral = scale_.integral;
    result_.error = scale_.error;
  }

 private:
  void tell_nearest() {
    const auto intervals = static_cast<std::size_t>(state_.grid.nintervals);
    result_.nearest = nearest_to_ends(widths_at_ends(result_.edges, intervals), intervals,
                                      estimate_.iterations().estimates().samples_from(
                                          static_cast<std::size_t>(result_.left_out)));
  }

  void iterate() {
    // What looks at the state or at the samples sees one iteration after the other.
    const std::size_t ahead = file_.used() || task_.receiver ? 1 : engine_.max_under_way();
    while (!finished()) {
      while (in_flight_ < ahead &&
             (in_flight_ == 0 || (certain_to_be_needed() && !choice_is_due())))
        submit();
      collect();
      const bool last = finished();
      if (result_.converged ? last && file_.is_kept() : file_.used() && (last || file_.due()))
        file_.save(state_, engine_, estimate_.iterations());
    }
    while (in_flight_ > 0) collect();
  }

  /// Whether the error is what uniform samples let expect of the map as it is now.
  bool map_fits() const {
    const auto samples = static_cast<double>(result_.neval);
    const std::vector<double> deviations = engine_.deviations();
    for (std::size_t c = 0; c < deviations.size(); ++c)
      if (deviations[c] > surprising * std::sqrt(samples) * result_.error[c] &&
          deviations[c] > surprising * std::fabs(result_.integral[c]))
        return false;
    return true;
  }

  /// Whether the map is to be found from uniform samples that are few enough to be looked at, and
  /// come with the sums.
  bool may_lose_peaks() const {
    return engine_.hands_out_summed() && task_.edges.empty() && state_.numbers_used == 0 &&
           state_.parts == 1 && !task_.one_map && state_.samples <= LostPeaks::max_samples;
  }

  void place(const double *x, uint32 *to) const {
    const engine::SamplesProblem &problem = engine_.problem();
    for (std::size_t d = 0; d < static_cast<std::size_t>(problem.ndim); ++d)
      to[d] = problem.box.empty() ? static_cast<uint32>(x[d] * 0x1p32)
                                  : map::place_in_units(problem.box[d], x[d]);
  }

  /// Begins anew with a map that has a place for what the first samples met and the map has lost.
  void look_for_lost_peaks() {
    if (!result_.converged || !may_lose_peaks()) return;
    if (lost_.is_empty()) draw_first_again();
    const engine::SamplesMemory memory = engine_.memory();
    SamplesClimber climber(engine_, state_.adaptive, estimate_.iterations().size() + 1,
                           [this](const engine::SamplesResult &found) {
                             note(found, false, [](const engine::SampleReceiver &) {});
                           });
    std::vector<std::uint64_t> edges =
        lost_.look({engine_.edges(), state_.grid.nintervals}, task_.goal.maxeval, climber, result_);
    if (edges.empty()) {
      if (climber.iterations() > 0) set_grid(memory);
      return;
    }
    state_.numbers_used += climber.iterations();
    begin_anew(std::move(edges));
    iterate();
  }

  /// For a run that goes on.  One that goes on from a file has the numbers of one that was not
  /// interrupted, which drew them once.
  void draw_first_again() {
    const engine::SamplesMemory memory = engine_.memory();
    engine_.set_grid(state_.grid, state_.adaptive);
    engine::SamplesIteration first = scheduled_iteration(task_, state_, 0);
    first.alpha = 0;
    first.receiver = &keeper_;
    engine_.submit(first);
    const engine::SamplesResult found = engine_.collect();
    const bool is_counted = task_.state != nullptr && task_.state->is_file();
    if (!is_counted) result_.neval += found.samples + found.lost;
    set_grid(memory);
  }

  void set_grid(const engine::SamplesMemory &memory) {
    engine_.set_grid(state_.grid, state_.adaptive);
    engine_.remember(memory);
  }

  /// With another map, or none, and without what was drawn so far.
  void begin_anew(std::vector<std::uint64_t> edges) {
    looks_ = false;
    restored_memory_.reset();
    restored_iterations_ = 0;
    edges_ = std::move(edges);
    edges_intervals_ = state_.grid.nintervals;
    state_.numbers_used += estimate_.iterations().size();
    submitted_ = 0;
    estimate_.begin_anew();
    set_grid();
  }

  void begin() {
    if (std::optional<VegasPlusState> found = file_.restore(estimate_.iterations())) {
      if (!task_.reset_state) {
        go_on_from(std::move(*found));
        return;
      }
      state_.numbers_used = found->numbers_used + estimate_.iterations().size();
      edges_ = std::move(found->memory.edges);
      edges_intervals_ = found->grid.nintervals;
      estimate_.begin_anew();
    } else {
      if (task_.after_lattices) state_.numbers_used = task_.after_lattices->numbers_used;
      edges_ = task_.edges;
      edges_intervals_ = task_.edges_intervals;
      looks_ = task_.edges_of_another;
    }
    begin_schedule(task_, engine_.problem(), engine_.max_intervals(), state_);
    look_at_scale();
    set_grid();
  }

  void go_on_from(VegasPlusState &&found) {
    restored_memory_ = std::move(found.memory);
    state_ = std::move(found);
    const std::int64_t before = state_.grid.nintervals;
    const std::int64_t most = engine_.max_intervals();
    // A map of another engine may be too fine for this one.
    if (before > most) {
      if (2 * state_.grid.nstrat > most)
        reject(
            "the hypercubes of the state file need more intervals than the device has room for "
            "in " +
            std::to_string(engine_.problem().ndim) + " dimensions");
      while (state_.grid.nintervals > most) state_.grid.nintervals /= 2;
    }
    restored_memory_->edges =
        resampled_map(restored_memory_->edges, before, state_.grid.nintervals);
    state_.edges_before_trial =
        resampled_map(state_.edges_before_trial, before, state_.grid.nintervals);
    submitted_ = restored_iterations_ = estimate_.iterations().size();
    result_.neval = state_.neval;
    result_.nonfinite = state_.nonfinite;
    estimate_.convergence().set_due(state_.due);
    set_grid();
    estimate_.update(nothing_follows());
  }

  /// With the kind of grid that the iterations have, so that a device needs no kernel besides
  /// theirs.
  void look_at_scale() {
    engine_.set_grid({}, state_.adaptive);
    engine::SamplesIteration first = pilot();
    first.keeps = looks_;
    engine_.submit(first);
    scale_ = engine_.collect();
    const engine::SamplesResult &found = scale_;
    // Doing it again changes nothing: the scales fit already.
    note(found, true, [&](const engine::SampleReceiver &receiver) {
      receive(pilot(), found.nonfinite_from, receiver);
    });
  }

  engine::SamplesIteration pilot() const {
    engine::SamplesIteration pilot = pilot_iteration(state_);
    if (looks_)
      pilot.samples = std::clamp<std::int64_t>(
          state_.samples + pilot.samples, 16,
          std::min(max_look_samples, max_look_values / engine_.problem().ncomp));
    return pilot;
  }

  /// Sets the grids as they were before the first iteration of this run.
  void set_grid() {
    engine::SamplesGrid grid = first_grid(state_.grid, edges_, edges_intervals_);
    if (restored_memory_) grid.edges = restored_memory_->edges;
    engine_.set_grid(grid, state_.adaptive);
    estimate_.iterations().set_shares_of_cubes(state_.adaptive);
    if (restored_memory_) engine_.remember(*restored_memory_);
  }

  /// Whether what the next iteration is to do is chosen by those before it.
  bool choice_is_due() const {
    const std::int64_t later = submitted_ - first_maps_compared;
    return (later == 0 && may_keep_first_map(task_, state_)) ||
           ((later == 1 || later == 2) && may_soften_map(task_, state_));
  }

  bool keeps_first_map() const {
    return may_keep_first_map(task_, state_) &&
           first_map_is_best(estimate_.iterations().estimates());
  }

  /// What the i-th iteration is to do.  Gives the engine its first map back where that is to stay.
  engine::SamplesIteration prepare(std::int64_t i) {
    engine::SamplesIteration one = scheduled_iteration(task_, state_, i);
    if (i >= first_maps_compared && keeps_first_map()) {
      if (i == first_maps_compared) engine_.set_grid(state_.grid, state_.adaptive);
      one.alpha = 0;
    } else if (may_soften_map(task_, state_)) {
      const SofterMap trial = softer_map(i, [this](std::int64_t end) {
        return later_map_is_better(estimate_.iterations().estimates(), end);
      });
      if (trial.begins) state_.edges_before_trial = engine_.edges();
      // A run that was begun with other options may not have tried it.
      if (!state_.edges_before_trial.empty()) {
        if (trial.goes_back) go_back_from_trial();
        soften(one, trial);
      }
    }
    return one;
  }

  /// Numbers of samples begin anew: what the hypercubes of the softer map vary by does not fit.
  void go_back_from_trial() {
    engine::SamplesGrid grid = state_.grid;
    grid.edges = state_.edges_before_trial;
    engine_.set_grid(grid, state_.adaptive);
  }

  void submit() {
    engine::SamplesIteration next = prepare(submitted_);
    if (task_.receiver) next.receiver = &task_.receiver;
    if (submitted_ == 0 && may_lose_peaks()) next.receiver = &keeper_;
    // To ask for them later would wait for the iterations under way.
    if (task_.log != nullptr && task_.log->trace() && in_flight_ == 0) {
      traced_edges_ = engine_.edges();
      traced_iteration_ = submitted_;
    }
    engine_.submit(next);
    planned_ += next.samples;
    ++submitted_;
    ++in_flight_;
  }

  /// Whether whatever the iterations under way may bring, there will be a further one.
  bool certain_to_be_needed() const {
    if (result_.neval + planned_ >= task_.goal.maxeval ||
        samples_of_iteration(task_, state_, submitted_) == 0)
      return false;
    return submitted_ < Convergence::min_iterations ||
           result_.neval + planned_ < std::max(task_.goal.mineval, estimate_.convergence().due()) ||
           (task_.goal.epsrel <= 0 && task_.goal.epsabs <= 0);
  }

  void collect() {
    engine::SamplesResult found = engine_.collect();
    --in_flight_;
    const std::int64_t number = submitted_ - 1 - static_cast<std::int64_t>(in_flight_);
    planned_ -= samples_of_iteration(task_, state_, number);
    note(found, task_.stop_at_nonfinite, [&](const engine::SampleReceiver &receiver) {
      repeat(number, found.nonfinite_from, receiver);
    });
    estimate_.add(std::move(found), nothing_follows());
    state_.due = estimate_.convergence().due();
    state_.neval = result_.neval;
    state_.nonfinite = result_.nonfinite;
    if (task_.log != nullptr)
      print_iteration(*task_.log, estimate_.iterations().size(), result_, map_of(number));
  }

  /// With which the samples of an iteration were drawn, if it is known and one.
  MapEdges map_of(std::int64_t number) const {
    if (traced_iteration_ != number || state_.parts > 1) return {};
    return [this](int axis) {
      const auto stride = static_cast<std::size_t>(state_.grid.nintervals) + 1;
      std::vector<double> edges;
      for (std::size_t i = 0; i < stride; ++i)
        edges.push_back(0x1p-32 * static_cast<double>(
                                      traced_edges_[static_cast<std::size_t>(axis) * stride + i]));
      return edges;
    };
  }

  /// Counts what an iteration brought.  look_again: hands its samples to a receiver, if it may be
  /// repeated.
  template <class LookAgain>
  void note(const engine::SamplesResult &found, bool repeatable, LookAgain look_again) {
    estimate_.count(found);
    if (found.nonfinite == 0) return;
    const int ndim = engine_.problem().ndim;
    if (result_.first_nonfinite.empty() && found.first_nonfinite)
      result_.first_nonfinite =
          domain::text_at(engine_.problem().domain, found.first_nonfinite->x.data(), ndim,
                          found.first_nonfinite->component, found.first_nonfinite->value);
    if (result_.first_nonfinite.empty() && repeatable) look_again(finder());
    if (task_.stop_at_nonfinite)
      throw Failure(CUBOID_NONFINITE, estimate_.nonfinite_sentence(found));
  }

  /// Looks for the first value that is not finite.
  engine::SampleReceiver finder() {
    const auto ndim = static_cast<std::size_t>(engine_.problem().ndim);
    const auto ncomp = static_cast<std::size_t>(engine_.problem().ncomp);
    return [this, ndim, ncomp](const engine::SampleBatch &batch) {
      for (std::size_t i = 0; i < static_cast<std::size_t>(batch.count); ++i)
        for (std::size_t c = 0; c < ncomp; ++c) {
          const double value = batch.f[i * ncomp + c];
          if (std::isfinite(value * batch.weight[i])) continue;
          result_.first_nonfinite =
              domain::text_at(engine_.problem().domain, batch.x + i * ndim, static_cast<int>(ndim),
                              static_cast<int>(c), value);
          return false;
        }
      return true;
    };
  }

  /// Repeats this run up to an iteration and hands its samples to a receiver.  The engine cannot go
  /// back to a map and to numbers of samples that later iterations have replaced.
  void repeat(std::int64_t number, std::int64_t from, const engine::SampleReceiver &receiver) {
    for (; in_flight_ > 0; --in_flight_) engine_.collect();
    if (!restored_memory_) {
      engine_.set_grid({}, state_.adaptive);
      engine_.remember({engine_.edges(), {}, {}, {}});
      engine_.submit(pilot());
      engine_.collect();
    }
    set_grid();
    for (std::int64_t i = restored_iterations_; i < number; ++i) {
      engine_.submit(prepare(i));
      engine_.collect();
    }
    receive(prepare(number), from, receiver);
  }

  void receive(engine::SamplesIteration again, std::int64_t from,
               const engine::SampleReceiver &receiver) {
    again.receiver = &receiver;
    again.receive_from = from;
    engine_.submit(again);
    engine_.collect();
  }

  bool exhausted() const {
    return result_.neval >= task_.goal.maxeval ||
           samples_of_iteration(task_, state_, submitted_) == 0;
  }

  bool nothing_follows() const { return exhausted() && in_flight_ == 0; }

  bool finished() const {
    if (estimate_.iterations().size() == 0) return false;
    return result_.converged || nothing_follows();
  }

  engine::SamplesEngine &engine_;
  const VegasPlusTask &task_;
  VegasPlusResult &result_;
  VegasPlusStateFile file_;
  VegasPlusEstimate estimate_;
  VegasPlusState state_;
  std::vector<std::uint64_t> edges_;  ///< of the map that was given; empty: none
  std::int64_t edges_intervals_ = 0;
  /// Where the map is that of another integral: samples that do not follow it are to say whether it
  /// fits.  A map that has no place for a part of the integrand draws so few samples there that
  /// their weights, if there are any, are enormous; uniform samples see that part as well as those
  /// of an integration that begins without a map.
  bool looks_ = false;
  LostPeaks lost_;
  /// Of the first iteration.
  const engine::SampleReceiver keeper_ = [this](const engine::SampleBatch &batch) {
    lost_.take(batch);
    listens_ = listens_ && task_.receiver && restored_iterations_ == 0 && task_.receiver(batch);
    return true;
  };
  bool listens_ = true;          ///< the receiver of the task to the first iteration
  engine::SamplesResult scale_;  ///< of the pilot
  std::optional<engine::SamplesMemory> restored_memory_;
  std::int64_t restored_iterations_ = 0;
  std::int64_t submitted_ = 0;
  std::size_t in_flight_ = 0;
  std::int64_t planned_ = 0;                 ///< samples of the iterations under way
  std::vector<std::uint64_t> traced_edges_;  ///< of the map, for the trace
  std::int64_t traced_iteration_ = -1;       ///< that drew with them
};

}  // namespace

VegasPlusTask m_cubes_task() {
  VegasPlusTask task;
  task.beta = 0;
  return task;
}

void vegas_plus(const VegasPlusTask &task, VegasPlusResult &result) {
  Run run(task, result);
  try {
    run();
  } catch (const engine::Interrupted &interrupted) {
    run.close();
    result.neval += interrupted.evaluated();
    throw;
  }
}

}  // namespace cuboid::algorithm
