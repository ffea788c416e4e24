#include "algorithm/vegas_plus/vegas_plus.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "algorithm/common/convergence.hpp"
#include "algorithm/common/iterations.hpp"
#include "algorithm/common/print_iteration.hpp"
#include "algorithm/vegas_plus/state.hpp"
#include "algorithm/vegas_plus/uniform_look.hpp"
#include "base/failure.hpp"
#include "base/point_text.hpp"
#include "elementary/functions.hpp"
#include "map/resample_importance.hpp"

namespace cuboid::algorithm {

namespace {

/// The random numbers of a point have 32 bits: by so much it is off, as a share of the axis.
constexpr double unit_of_points = 0x1p-32;

/// What that adds to the error of an iteration, if values change by as much as they are large over
/// an axis.  In a linear function nothing else is left: mirror images cancel all but that.
double resolution(const engine::SamplesResult &found, std::size_t component) {
  const double greatest = found.greatest[component];
  if (!std::isfinite(greatest)) return 0;
  return unit_of_points * greatest / std::sqrt(static_cast<double>(found.samples));
}

/// Samples that show the size of the integrand before the first iteration; they are no part of the
/// result.
constexpr std::int64_t pilot_samples = 4096;

/// Samples that small iterations may take to find the map before its steps become shorter: where
/// few samples count, each step is short already, and the map would stand still before it is found.
/// A 4-D Gaussian of width 0.1 to 1e-3 with 1000 samples an iteration takes 8.5e6 evaluations
/// without these steps, 4.2e5 with 20000, 3.5e5 with 50000, 3.0e5 with 200000.
constexpr double samples_for_a_map = 50000;

/// Uniform samples that show whether the map of another integral fits, at most; else they are as
/// many as the first two iterations would have, in which an integration without a map would find
/// what there is.
constexpr std::int64_t most_look_samples = 1 << 16;
/// As many times the error as the samples of the look expect: hypercubes and the points within them
/// make it smaller than a sample's deviation says.
constexpr double surprising = 10;

/// Most samples of an iteration.
constexpr std::int64_t most_samples = std::int64_t{1} << 50;

/// Samples of the first iteration for an interval of an axis, at least: to refine an interval costs
/// half of what a sample does, and with fewer of them errors are the same.  With 5000 samples in
/// eight dimensions those of a Gaussian are 3.8e-7, 3.7e-7, 3.5e-7 and 3.8e-7 with 128, 256, 512
/// and 1024 intervals, with 50000 they are 7.6e-8, 5.7e-8, 5.1e-8 and 5.1e-8.
constexpr std::int64_t samples_of_interval = 10;
/// But at least as many as Cuba's Vegas has.
constexpr std::int64_t least_intervals = 128;

std::int64_t intervals_for(std::int64_t samples, int ndim) {
  return std::max(samples / (samples_of_interval * ndim), least_intervals);
}

/// The map of all axes with another number of intervals.
std::vector<std::uint64_t> resampled(const std::vector<std::uint64_t> &edges, std::int64_t before,
                                     std::int64_t nintervals) {
  if (before == nintervals) return edges;
  std::vector<std::uint64_t> result;
  const auto stride = static_cast<std::size_t>(before) + 1;
  for (std::size_t begin = 0; begin < edges.size(); begin += stride) {
    const auto axis = map::resample_importance({edges.data() + begin, stride},
                                               static_cast<std::size_t>(nintervals));
    result.insert(result.end(), axis.begin(), axis.end());
  }
  return result;
}

/// The run of one integration.
class Run {
 public:
  Run(const VegasPlusTask &task, VegasPlusResult &result)
      : engine_(*task.engine),
        task_(task),
        result_(result),
        file_(task),
        iterations_(engine_.problem().ncomp, task.combination, engine_.problem().quasi),
        convergence_(task.goal) {}

  void operator()() {
    begin();
    iterate();
    if (look_ && result_.converged && !map_fits()) {
      begin_anew();
      iterate();
      add_remark(result_, "the map to begin with misses a part of the integrand: begun anew");
    }
    result_.edges = engine_.edges();
    result_.edges_intervals = state_.grid.nintervals;
  }

  /// Where the run was interrupted: puts the last iterations into the result.
  void close() {
    if (put_off_) combine();
  }

 private:
  void iterate() {
    // What looks at the state or at the samples sees one iteration after the other.
    const std::size_t ahead = file_.used() || task_.receiver ? 1 : engine_.most_under_way();
    while (!finished()) {
      while (in_flight_ < ahead && (in_flight_ == 0 || certain_to_be_needed())) submit();
      collect();
      const bool last = finished();
      if (file_.used() && !result_.converged && (last || file_.due()))
        file_.save(state_, engine_, iterations_);
    }
    while (in_flight_ > 0) collect();
  }

  /// Whether the error is what uniform samples let expect of the map as it is now.
  bool map_fits() const {
    const auto samples = static_cast<double>(result_.neval);
    for (std::size_t c = 0; c < result_.integral.size(); ++c) {
      const double deviation =
          look_->deviation(static_cast<int>(c), engine_.edges(), state_.grid.nintervals);
      if (deviation > surprising * std::sqrt(samples) * result_.error[c] &&
          deviation > surprising * std::fabs(result_.integral[c]))
        return false;
    }
    return true;
  }

  /// Without the map of another integral, and without what was drawn through it.
  void begin_anew() {
    look_.reset();
    edges_.clear();
    state_.numbers_used += iterations_.size();
    submitted_ = 0;
    iterations_ = Iterations(engine_.problem().ncomp, task_.combination, engine_.problem().quasi);
    convergence_ = Convergence(task_.goal);
    result_.converged = result_.trusted = false;
    set_grid();
  }

  void begin() {
    if (std::optional<VegasPlusState> found = file_.restore(iterations_)) {
      if (!task_.reset_state) {
        go_on_from(std::move(*found));
        return;
      }
      state_.numbers_used = found->numbers_used + iterations_.size();
      edges_ = std::move(found->memory.edges);
      edges_intervals_ = found->grid.nintervals;
      iterations_ = Iterations(engine_.problem().ncomp, task_.combination, engine_.problem().quasi);
    } else {
      if (task_.after_lattices) state_.numbers_used = task_.after_lattices->numbers_used;
      edges_ = task_.edges;
      edges_intervals_ = task_.edges_intervals;
      if (task_.edges_of_another) look_.emplace(engine_.problem());
    }
    state_.samples = std::min(task_.samples, most_samples);
    look_at_scale();
    const int ndim = engine_.problem().ndim;
    const std::int64_t wanted = std::min(task_.nintervals, intervals_for(state_.samples, ndim));
    state_.grid = choose_grid(ndim, state_.samples, strata(), wanted, engine_.most_intervals());
    state_.adaptive = strata() == Strata::adaptive && state_.grid.nstrat > 1;
    set_grid();
  }

  void go_on_from(VegasPlusState &&found) {
    restored_memory_ = std::move(found.memory);
    state_ = std::move(found);
    const std::int64_t before = state_.grid.nintervals;
    const std::int64_t most = engine_.most_intervals();
    // A map of another engine may be too fine for this one.
    if (before > most) {
      if (2 * state_.grid.nstrat > most)
        throw Failure(CUBOID_BAD_ARGUMENT,
                      "the hypercubes of the state file need more intervals than the device has "
                      "room for in " +
                          std::to_string(engine_.problem().ndim) + " dimensions");
      while (state_.grid.nintervals > most) state_.grid.nintervals /= 2;
    }
    restored_memory_->edges = resampled(restored_memory_->edges, before, state_.grid.nintervals);
    submitted_ = restored_iterations_ = iterations_.size();
    result_.neval = state_.neval;
    result_.nonfinite = state_.nonfinite;
    convergence_.set_due(state_.due);
    set_grid();
    update_result();
  }

  Strata strata() const {
    if (engine_.problem().quasi) return Strata::none;
    return task_.beta > 0 ? Strata::adaptive : Strata::equal;
  }

  void look_at_scale() {
    engine_.set_grid({}, false);
    const engine::SampleReceiver keep = [this](const engine::SampleBatch &batch) {
      return look_->take(batch);
    };
    engine::SamplesIteration first = pilot();
    if (look_) first.receiver = &keep;
    engine_.submit(first);
    const engine::SamplesResult found = engine_.collect();
    // Doing it again changes nothing: the scales fit already.
    note(found, true, [&](const engine::SampleReceiver &receiver) {
      receive(pilot(), found.nonfinite_from, receiver);
    });
  }

  engine::SamplesIteration pilot() const {
    engine::SamplesIteration pilot;
    pilot.number = 0;
    pilot.samples =
        look_ ? std::clamp<std::int64_t>(2 * state_.samples + task_.increase, 16, most_look_samples)
              : std::clamp<std::int64_t>(state_.samples / 10, 16, pilot_samples);
    return pilot;
  }

  /// Sets the grids as they were before the first iteration of this run.
  void set_grid() {
    engine::SamplesGrid grid = state_.grid;
    if (restored_memory_)
      grid.edges = restored_memory_->edges;
    else if (!edges_.empty())
      grid.edges = resampled(edges_, edges_intervals_, grid.nintervals);
    engine_.set_grid(grid, state_.adaptive);
    iterations_.set_shares_of_cubes(state_.adaptive);
    if (restored_memory_) engine_.remember(*restored_memory_);
  }

  /// 0: a negative increase has used them up.
  std::int64_t samples_of(std::int64_t iteration) const {
    const double sum = static_cast<double>(state_.samples) +
                       static_cast<double>(iteration) * static_cast<double>(task_.increase);
    if (sum > static_cast<double>(most_samples)) return most_samples;
    if (sum < 1) return 0;
    return state_.samples + iteration * task_.increase;
  }

  double alpha_of(std::int64_t i) const {
    if (task_.adapting >= 0 && i >= task_.adapting) return 0;
    if (task_.full_steps < 0) return task_.alpha;
    const double full = static_cast<double>(task_.full_steps) +
                        samples_for_a_map / static_cast<double>(state_.samples);
    return task_.alpha * std::min(full / static_cast<double>(i + 1), 1.0);
  }

  engine::SamplesIteration iteration(std::int64_t i) const {
    engine::SamplesIteration one;
    one.number = static_cast<std::int32_t>(state_.numbers_used + i + 1);
    one.samples = samples_of(i);
    one.beta = state_.adaptive ? task_.beta : 0;
    one.one_map = task_.one_map;
    one.alpha = alpha_of(i);
    return one;
  }

  void submit() {
    engine::SamplesIteration next = iteration(submitted_);
    if (task_.receiver) next.receiver = &task_.receiver;
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
    if (result_.neval + planned_ >= task_.goal.maxeval || samples_of(submitted_) == 0) return false;
    return submitted_ < Convergence::least_iterations ||
           result_.neval + planned_ < std::max(task_.goal.mineval, convergence_.due()) ||
           (task_.goal.epsrel <= 0 && task_.goal.epsabs <= 0);
  }

  void collect() {
    engine::SamplesResult found = engine_.collect();
    --in_flight_;
    const std::int64_t number = submitted_ - 1 - static_cast<std::int64_t>(in_flight_);
    planned_ -= samples_of(number);
    note(found, task_.stop_at_nonfinite, [&](const engine::SampleReceiver &receiver) {
      repeat(number, found.nonfinite_from, receiver);
    });
    for (std::size_t c = 0; c < found.error.size(); ++c)
      found.error[c] = std::hypot(found.error[c], resolution(found, c));
    iterations_.add({std::move(found.integral), std::move(found.error),
                     std::move(found.correlation), std::move(found.dominance), found.samples});
    update_result();
    state_.due = convergence_.due();
    state_.neval = result_.neval;
    state_.nonfinite = result_.nonfinite;
    if (task_.log != nullptr)
      print_iteration(*task_.log, iterations_.size(), result_, map_of(number));
  }

  /// With which the samples of an iteration were drawn, if it is known.
  MapEdges map_of(std::int64_t number) const {
    if (traced_iteration_ != number) return {};
    return [this](int axis) {
      const auto stride = static_cast<std::size_t>(state_.grid.nintervals) + 1;
      std::vector<double> edges;
      for (std::size_t i = 0; i < stride; ++i)
        edges.push_back(0x1p-32 * static_cast<double>(
                                      traced_edges_[static_cast<std::size_t>(axis) * stride + i]));
      return edges;
    };
  }

  /// Whether somebody is told the result after every iteration.
  bool listened_to() const {
    return task_.log != nullptr && (task_.log->trace() != nullptr || task_.log->shows(1));
  }

  void update_result() {
    const bool ended = exhausted() && in_flight_ == 0;
    const bool decides = worth_a_look(iterations_.size());
    put_off_ = !decides && !ended && !listened_to();
    if (put_off_) return;
    const Standing standing = combine();
    // What others want to know, and where maxeval ends a part of the run, is not to count later.
    Convergence passing = convergence_;
    (decides ? convergence_ : passing).look(result_, standing, ended);
    if (!decides && !ended) result_.converged = false;
    if (ended) remark_on_effort(result_, task_.goal);
  }

  Standing combine() {
    const Standing standing = iterations_.combine(result_);
    for (std::size_t c = 0; c < result_.integral.size(); ++c)
      if (!std::isfinite(result_.integral[c]) || std::isnan(result_.error[c]))
        throw Failure(CUBOID_NONFINITE,
                      "the sums of component " + std::to_string(c + 1) +
                          " overflow: scale the integrand, or an axis that runs to infinity");
    return standing;
  }

  /// Counts what an iteration brought.  look_again: hands its samples to a receiver, if it may be
  /// repeated.
  template <class LookAgain>
  void note(const engine::SamplesResult &found, bool repeatable, LookAgain look_again) {
    result_.neval += found.samples;
    result_.nonfinite += found.nonfinite;
    if (found.nonfinite == 0) return;
    const int ndim = engine_.problem().ndim;
    if (result_.first_nonfinite.empty() && found.first_nonfinite)
      result_.first_nonfinite =
          point_text(found.first_nonfinite->x.data(), ndim, found.first_nonfinite->component,
                     found.first_nonfinite->value);
    if (result_.first_nonfinite.empty() && repeatable) look_again(finder());
    if (task_.stop_at_nonfinite) throw Failure(CUBOID_NONFINITE, nonfinite_sentence(found));
  }

  std::string nonfinite_sentence(const engine::SamplesResult &found) const {
    const std::string share = std::to_string(found.nonfinite) + " of " +
                              std::to_string(found.samples) + " samples of an iteration";
    if (result_.first_nonfinite.empty()) return "the integrand is NaN or infinite at " + share;
    return "the integrand is not finite: " + result_.first_nonfinite + ", the first of " + share;
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
              point_text(batch.x + i * ndim, static_cast<int>(ndim), static_cast<int>(c), value);
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
      engine_.set_grid({}, false);
      engine_.remember({engine_.edges(), {}, {}, {}});
      engine_.submit(pilot());
      engine_.collect();
    }
    set_grid();
    for (std::int64_t i = restored_iterations_; i < number; ++i) {
      engine_.submit(iteration(i));
      engine_.collect();
    }
    receive(iteration(number), from, receiver);
  }

  void receive(engine::SamplesIteration again, std::int64_t from,
               const engine::SampleReceiver &receiver) {
    again.receiver = &receiver;
    again.receive_from = from;
    engine_.submit(again);
    engine_.collect();
  }

  bool exhausted() const {
    return result_.neval >= task_.goal.maxeval || samples_of(submitted_) == 0;
  }

  bool finished() const {
    if (iterations_.size() == 0) return false;
    return result_.converged || (exhausted() && in_flight_ == 0);
  }

  engine::SamplesEngine &engine_;
  const VegasPlusTask &task_;
  VegasPlusResult &result_;
  VegasPlusStateFile file_;
  Iterations iterations_;
  Convergence convergence_;
  VegasPlusState state_;
  std::vector<std::uint64_t> edges_;  ///< of the map that was given; empty: none
  std::int64_t edges_intervals_ = 0;
  std::optional<UniformLook> look_;  ///< where the map is that of another integral
  std::optional<engine::SamplesMemory> restored_memory_;
  std::int64_t restored_iterations_ = 0;
  std::int64_t submitted_ = 0;
  std::size_t in_flight_ = 0;
  bool put_off_ = false;                     ///< the result lacks the last iterations
  std::int64_t planned_ = 0;                 ///< samples of the iterations under way
  std::vector<std::uint64_t> traced_edges_;  ///< of the map, for the trace
  std::int64_t traced_iteration_ = -1;       ///< that drew with them
};

/// nstrat times a power of 2 that is at least 2: about the wanted number, but for a factor of the
/// square root of 2 either way, and not more than `most`.
std::int64_t intervals_about(std::int64_t wanted, std::int64_t nstrat, std::int64_t most) {
  wanted = std::min(wanted, 2 * most);
  std::int64_t nintervals = 2 * nstrat;
  while (2 * nintervals <= most && nintervals * 2 * nintervals <= wanted * wanted) nintervals *= 2;
  return nintervals;
}

}  // namespace

VegasPlusTask m_cubes_task() {
  VegasPlusTask task;
  task.beta = 0;
  return task;
}

engine::SamplesGrid choose_grid(int ndim, std::int64_t samples, Strata strata,
                                std::int64_t nintervals, std::int64_t most_intervals,
                                std::int64_t most_cubes) {
  const std::int64_t limit = std::max<std::int64_t>(std::min(nintervals, most_intervals), 2);
  engine::SamplesGrid grid;
  grid.nintervals = intervals_about(nintervals, 1, most_intervals);
  if (strata == Strata::none) return grid;
  // Eight samples a hypercube to begin with leave some to move; m-Cubes has no use for more than
  // four.  From many hypercubes on more of them gain next to nothing, and cost time.
  constexpr double many_cubes = 1 << 18;
  const bool adaptive = strata == Strata::adaptive;
  const auto wanted = static_cast<double>(samples);
  const double cubes = adaptive ? std::min({wanted / 8, std::max(many_cubes, wanted / 32),
                                            static_cast<double>(most_cubes)})
                                : std::min(wanted / 4, 1e9);
  const auto most =
      static_cast<std::int64_t>(elementary::pow(std::max(cubes, 1.0), 1.0 / ndim) + 1e-9);
  grid.nstrat = std::clamp<std::int64_t>(most, 1, limit / 2);
  grid.nintervals = intervals_about(nintervals, grid.nstrat, most_intervals);
  return grid;
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
