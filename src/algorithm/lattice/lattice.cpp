#include "algorithm/lattice/run.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <coroutine>
#include <limits>
#include <utility>
#include <vector>

#include "algorithm/common/convergence.hpp"
#include "algorithm/common/heavy_tail.hpp"
#include "algorithm/common/iterations.hpp"
#include "algorithm/common/print_iteration.hpp"
#include "algorithm/lattice/asking.hpp"
#include "algorithm/lattice/plan.hpp"
#include "algorithm/lattice/prospect.hpp"
#include "algorithm/lattice/series.hpp"
#include "algorithm/lattice/state.hpp"
#include "base/failure.hpp"
#include "base/point_text.hpp"
#include "elementary/functions.hpp"
#include "map/smooth_fit.hpp"

namespace cuboid::algorithm {

namespace {

/// Errors above so many times the least are left out, of forms whose trials tell something.
constexpr double left_out_above = 100;

/// By how many times less an error must be for a single axis to get another transform.
constexpr double refined_below = 0.8;

/// By how much the error of random vectors must be below that of the table's.
constexpr double better_vector = 0.25;

/// Iterations that find the map after the first one, which has few samples; the share of maxeval
/// that one may take; and samples in it.  With samples that double from the first iteration on to
/// the full size the map is so much worse that the error for a 6-D corner peak is 60 times as large
/// (2^20 points, examples/lattice.c).
constexpr int map_iterations = 5;
constexpr std::int64_t map_share = 64;
constexpr std::int64_t least_map_samples = 512;
constexpr std::int64_t most_map_samples = 1 << 16;

/// Numbers of iterations that are left to the map: no samples of VEGAS+ are those that it follows.
constexpr std::int64_t most_map_iterations = 16;

/// "2^20", or the number.
std::string points_text(std::int64_t points) {
  const auto count = static_cast<std::uint64_t>(points);
  return std::has_single_bit(count) ? "2^" + std::to_string(std::countr_zero(count))
                                    : std::to_string(points);
}

/// Share of maxeval that lattices have in any case, before VEGAS+ may go on.
constexpr std::int64_t lattices_share = 16;

}  // namespace

/// The steps of a run, in the order in which they are taken.
class LatticeRun::Steps {
 public:
  Steps(const LatticeTask &task, const engine::LatticeProblem &problem, bool mapped,
        LatticeResult &result)
      : problem_(problem),
        task_(task),
        mapped_(mapped),
        result_(result),
        convergence_(task.goal),
        series_(task.goal, problem.ncomp, state_),
        plan_(task, problem, state_, series_),
        integration_(integrate()) {
    waiting_ = integration_.handle();
  }

  bool go_on() {
    std::exchange(waiting_, nullptr).resume();
    if (!integration_.ended()) return true;
    integration_.take();
    return false;
  }

  const MapRequest *samples() const { return map_request_ ? &*map_request_ : nullptr; }
  std::span<const engine::LatticeRequest> lattices() const { return requests_; }

  void answer(MapAnswer &&answer) { map_answer_ = std::move(answer); }

  void answer(const engine::LatticeSums &sums) {
    const engine::LatticeRequest &request = requests_[answers_.size()];
    answers_.push_back(sums.integral);
    note(request.points * request.shifts(), sums.nonfinite, sums.first_nonfinite);
  }

 private:
  Asking<void> integrate() {
    co_await begin();
    while (!result_.converged && !result_.handover) {
      std::optional<LatticeStep> step = plan_.next_step();
      if (!step) break;
      if (!step->again) {
        co_await choose(step->points);
        // The vectors may have cost more than the least.
        step->shifts = std::clamp(LatticePlan::shifts_within(plan_.remaining(), step->points),
                                  task_.shifts, step->shifts);
      }
      co_await sum(*step);
      update_result();
      if (task_.log != nullptr) print_iteration(*task_.log, result_.niterations, result_);
      if (saves() && !result_.converged) save_lattices(*task_.state, state_, problem_);
      if (vegas_plus_does_better()) hand_over();
    }
  }

  bool saves() const { return task_.state != nullptr && task_.state->used(); }

  Asking<void> begin() {
    const auto phase =
        saves() ? restore_lattices(*task_.state, state_, problem_) : std::optional<LatticePhase>{};
    if (phase == LatticePhase::vegas_plus) {
      result_.handover.emplace();
      result_.handover->in_state_file = true;
      co_return;
    }
    if (phase) {
      fit_map();
      result_.neval = state_.neval;
      result_.nonfinite = state_.nonfinite;
      convergence_.set_due(state_.due);
      update_result();
      if (vegas_plus_does_better()) hand_over();
      co_return;
    }
    if (mapped_) co_await find_map();
    fit_map();
    state_.forms = all_forms(task_.transform, !state_.edges.empty());
  }

  // ---- what is needed from outside ----

  /// Stops until go_on() is called again.
  struct Wait {
    Steps &steps;

    bool await_ready() const noexcept { return false; }
    void await_suspend(std::coroutine_handle<> waiting) const noexcept { steps.waiting_ = waiting; }
    void await_resume() const noexcept {}
  };

  Asking<MapAnswer> draw(MapRequest request) {
    map_request_ = std::move(request);
    co_await Wait{*this};
    map_request_.reset();
    note(map_answer_.found.samples, map_answer_.found.nonfinite, map_answer_.found.first_nonfinite);
    co_return std::move(map_answer_);
  }

  /// The sums of each: [shifts][ncomp].
  Asking<std::vector<std::vector<double>>> evaluate(std::vector<engine::LatticeRequest> requests) {
    requests_ = std::move(requests);
    co_await Wait{*this};
    requests_.clear();
    co_return std::exchange(answers_, {});
  }

  Asking<std::vector<LatticeEstimate>> estimates_of(std::vector<engine::LatticeRequest> requests) {
    const std::vector<std::vector<double>> found = co_await evaluate(std::move(requests));
    std::vector<LatticeEstimate> estimates;
    for (const std::vector<double> &shifts : found)
      estimates.push_back(estimate_of_shifts(shifts, problem_.ncomp));
    co_return estimates;
  }

  // ---- the smooth map ----

  Asking<void> find_map() {
    const std::int64_t samples = task_.map_samples > 0
                                     ? task_.map_samples
                                     : std::min(task_.goal.maxeval / map_share, most_map_samples);
    if (samples < least_map_samples) co_return;
    Iterations iterations(problem_.ncomp);
    MapRequest one;
    one.grid.emplace();
    for (std::int32_t number = 0; number <= map_iterations; ++number) {
      one.iteration.number = number;
      one.iteration.samples = number == 0 ? least_map_samples : samples;
      one.last = number == map_iterations;
      MapAnswer answer = co_await draw(one);
      engine::SamplesResult &found = answer.found;
      if (number > 0) note_deviation(found);
      // Before it there was no map.
      if (number > 1) note_tail(found);
      iterations.add({std::move(found.integral), std::move(found.error),
                      std::move(found.correlation), std::move(found.dominance), found.samples});
      // What stands until there is a lattice.
      iterations.combine(result_);
      one.grid.reset();
      if (number == 0) {
        // The first one was for the size of the values.
        one.grid.emplace().nintervals = map_intervals;
        one.iteration.alpha = 1;
      }
      if (one.last) state_.edges = std::move(answer.edges);
    }
  }

  /// Keeps the standard deviation of one sample: the larger one of the iterations of full size.
  void note_deviation(const engine::SamplesResult &found) {
    state_.deviation.resize(found.error.size());
    for (std::size_t c = 0; c < found.error.size(); ++c)
      state_.deviation[c] = std::max(
          state_.deviation[c], found.error[c] * std::sqrt(static_cast<double>(found.samples)));
  }

  /// Adds to the mean share of one sample in the variance.
  void note_tail(const engine::SamplesResult &found) {
    state_.tail.resize(found.error.size());
    for (std::size_t c = 0; c < found.error.size(); ++c)
      state_.tail[c] +=
          relevant_share(found.dominance[c], found.error[c], found.integral[c], found.samples) /
          (map_iterations - 1);
  }

  void fit_map() {
    constexpr std::size_t stride = map_intervals + 1;
    for (std::size_t begin = 0; begin < state_.edges.size(); begin += stride)
      smooth_.push_back(map::fit_smooth_map({state_.edges.data() + begin, stride}));
  }

  // ---- evaluations ----

  engine::LatticeRequest request(const LatticeForm &form, const LatticeVector &vector,
                                 std::int64_t points, std::int64_t shifts) {
    const int ndim = problem_.ndim;
    engine::LatticeRequest request;
    request.points = points;
    rng::LatticeGenerators generators = vector.generators(ndim, points, task_.seed);
    request.generator = std::move(generators.generator);
    request.fine = std::move(generators.fine);
    request.shift = rng::lattice_shifts(ndim, shifts, ++state_.stream, task_.seed);
    for (int axis = 0; axis < ndim; ++axis) request.transform.push_back(transform_of(form, axis));
    if (form.smooth) request.smooth = smooth_;
    request.number = state_.sums + 1;
    return request;
  }

  /// Counts what was evaluated.
  void note(std::int64_t points, std::int64_t nonfinite,
            const std::optional<engine::SamplesNonfinite> &first) {
    result_.neval = state_.neval += points;
    result_.nonfinite = state_.nonfinite += nonfinite;
    if (nonfinite == 0) return;
    if (result_.first_nonfinite.empty() && first)
      result_.first_nonfinite =
          point_text(first->x.data(), problem_.ndim, first->component, first->value);
    if (!task_.stop_at_nonfinite) return;
    throw Failure(CUBOID_NONFINITE,
                  result_.first_nonfinite.empty()
                      ? "the integrand is NaN or infinite at " + std::to_string(nonfinite) +
                            " of " + std::to_string(points) + " points"
                      : "the integrand is not finite: " + result_.first_nonfinite);
  }

  std::int64_t shifts_of_last() const {
    return static_cast<std::int64_t>(state_.lattices.back().shifts.size()) / problem_.ncomp;
  }

  // ---- what VEGAS+ would do ----

  LatticeProspect prospect() const {
    const SummedLattice &last = state_.lattices.back();
    return {series_.last(),
            static_cast<double>(last.points) * static_cast<double>(shifts_of_last()),
            series_.rate(most_doublings), state_.deviation, plan_.remaining()};
  }

  /// Whether it is to go on in the place of lattices: as soon as these have had their share, with
  /// lattices large enough to say how the errors fall, and a success is not about to be confirmed.
  bool vegas_plus_does_better() const {
    return task_.hands_over && !result_.converged && convergence_.due() == 0 &&
           state_.neval >= task_.goal.maxeval / lattices_share && series_.large_enough() &&
           (has_spread_of_tail() || algorithm::vegas_plus_does_better(prospect(), task_.goal));
  }

  /// Whether an error that is small enough is that of a heavy tail, and VEGAS+ has room for one
  /// that can be believed.
  bool has_spread_of_tail() const {
    return series_.has_heavy_tail() && series_.excess() <= 1 &&
           needed_by_vegas_plus(prospect(), task_.goal) <= plan_.remaining();
  }

  void hand_over() {
    LatticeHandover &handover = result_.handover.emplace();
    handover.edges = state_.edges;
    handover.edges_intervals = map_intervals;
    handover.numbers_used = most_map_iterations + state_.sums;
    handover.needed = needed_by_vegas_plus(prospect(), task_.goal);
    if (task_.log != nullptr)
      task_.log->print(1, "VEGAS+ goes on: lattices do no better than random points");
  }

  // ---- choices ----

  Asking<void> choose(std::int64_t points) {
    if (plan_.tries_forms(points)) co_await try_forms(LatticePlan::trial_bits(points), points);
    state_.vector = {};
    if (!has_vector(points)) {
      state_.vector = co_await vector_in_the_middle(false, points);
    } else if (LatticePlan::tries_vectors(points) && plan_.random_vectors_fit(points)) {
      const bool bad = co_await table_is_bad(std::int64_t{1} << LatticePlan::trial_bits(points));
      if (bad) state_.vector = co_await vector_in_the_middle(true, points);
    }
  }

  Asking<void> try_forms(int bits, std::int64_t points) {
    std::vector<engine::LatticeRequest> requests;
    for (const LatticeForm &form : state_.forms)
      requests.push_back(request(form, {}, std::int64_t{1} << bits, trial_shifts));
    const std::vector<LatticeEstimate> found = co_await estimates_of(std::move(requests));
    std::vector<TriedForm> tried;
    for (std::size_t i = 0; i < found.size(); ++i) tried.push_back({state_.forms[i], found[i]});
    const bool telling = bits >= telling_bits;
    const std::vector<KeptForm> kept =
        best_forms(tried, telling ? left_out_above : std::numeric_limits<double>::max(),
                   falls(tried, bits, points));
    state_.forms.clear();
    state_.varied.clear();
    for (const KeptForm &one : kept) {
      state_.forms.push_back(one.form);
      state_.varied.push_back(one.variation);
    }
    state_.tried_bits = bits;
    if (plan_.refines(bits)) co_await refine(bits);
    if (task_.log != nullptr)
      task_.log->print(2, "%zu forms tried with 2^%d points: %s", tried.size(), bits,
                       form_text(state_.forms.front()).c_str());
  }

  /// By how much the forms' variations will fall from the trial to the lattice; empty: not known.
  std::vector<double> falls(const std::vector<TriedForm> &tried, int bits, std::int64_t points) {
    const int between = bits - state_.tried_bits;
    if (state_.varied.empty() || state_.tried_bits < first_bits) return {};
    const std::vector<double> varies = relative_variations(tried);
    const int doublings = std::bit_width(static_cast<std::uint64_t>(points)) - 1 - bits;
    std::vector<double> fall;
    for (std::size_t i = 0; i < varies.size(); ++i)
      fall.push_back(expected_fall(state_.varied[i], varies[i], between, doublings,
                                   fastest_fall(tried[i].form.transform), problem_.ncomp));
    return fall;
  }

  // ---- transforms by axis ----

  /// The form that axes are tried from: the best one of a Korobov transform, if any is left.  From
  /// the others no single axis leads to less, where two or more have to change.
  std::size_t form_to_refine() const {
    for (std::size_t i = 0; i < state_.forms.size(); ++i)
      if (fastest_fall(state_.forms[i].transform) > 1) return i;
    return 0;
  }

  /// Tries other transforms on one axis after the other, with the same shifts.  What comes of it is
  /// tried against the other forms from then on.
  Asking<void> refine(int bits) {
    state_.refined = true;
    const std::size_t from = form_to_refine();
    LatticeForm form = state_.forms[from];
    engine::LatticeRequest request = this->request(form, {}, std::int64_t{1} << bits, trial_shifts);
    const auto varies_with = [this](engine::LatticeRequest one) -> Asking<double> {
      std::vector<engine::LatticeRequest> requests(1, std::move(one));
      const std::vector<LatticeEstimate> found = co_await estimates_of(std::move(requests));
      co_return variation(found[0]);
    };
    const double before = co_await varies_with(request);
    double least = before;
    for (int axis = 0; axis < problem_.ndim; ++axis)
      for (const map::Transform other : refined_transforms) {
        map::Transform &here = request.transform[static_cast<std::size_t>(axis)];
        const map::Transform old = here;
        if (other == old) continue;
        here = other;
        const double varies = co_await varies_with(request);
        if (varies < least + problem_.ncomp * elementary::log(refined_below))
          least = varies;
        else
          here = old;
      }
    if (least == before) co_return;
    form.axes = request.transform;
    const double varies = state_.varied[from] + least - before;
    const auto place = std::ranges::find_if(state_.varied, [&](double v) { return varies < v; });
    state_.forms.insert(state_.forms.begin() + (place - state_.varied.begin()), form);
    state_.varied.insert(place, varies);
  }

  Asking<LatticeVector> vector_in_the_middle(bool random, std::int64_t points) {
    const std::uint32_t before = state_.stream;
    std::vector<engine::LatticeRequest> requests;
    for (std::uint32_t i = 0; i < random_vectors; ++i)
      requests.push_back(request(state_.forms.front(), {random, before + i + 1}, points, 1));
    std::vector<double> values;
    const std::vector<std::vector<double>> found = co_await evaluate(std::move(requests));
    for (const std::vector<double> &one : found)
      values.insert(values.end(), one.begin(), one.end());
    const std::size_t middle = in_the_middle(values, problem_.ncomp);
    co_return LatticeVector{random, before + static_cast<std::uint32_t>(middle) + 1};
  }

  /// Whether a random vector is much better for this integrand.
  Asking<bool> table_is_bad(std::int64_t points) {
    const LatticeVector random = co_await vector_in_the_middle(true, points);
    std::vector<engine::LatticeRequest> requests;
    for (const LatticeVector &vector : {random, LatticeVector{}})
      requests.push_back(request(state_.forms.front(), vector, points, trial_shifts));
    const std::vector<LatticeEstimate> found = co_await estimates_of(std::move(requests));
    co_return variation(found[0]) - variation(found[1]) <
        problem_.ncomp *elementary::log(better_vector);
  }

  // ---- the lattice, and what is known then ----

  Asking<void> sum(LatticeStep step) {
    engine::LatticeRequest request =
        this->request(state_.forms.front(), state_.vector, step.points, step.shifts);
    if (task_.receiver) request.receiver = &task_.receiver;
    std::vector<engine::LatticeRequest> requests(1, std::move(request));
    const std::vector<std::vector<double>> found = co_await evaluate(std::move(requests));
    ++state_.sums;
    if (step.again)
      state_.lattices.back().confirmed = shifts_of_last();
    else
      state_.lattices.push_back({step.points, {}, 0});
    std::vector<double> &shifts = state_.lattices.back().shifts;
    shifts.insert(shifts.end(), found[0].begin(), found[0].end());
  }

  void update_result() {
    series_.update();
    const LatticeEstimate &last = series_.last();
    result_.integral = last.integral;
    result_.error = last.error;
    result_.covariance = last.covariance;
    result_.niterations = static_cast<std::int64_t>(series_.size());
    series_.judge(result_);
    describe();
    Standing standing;
    standing.samples = shifts_of_last() * state_.lattices.back().points;
    const bool exhausted = !plan_.again_fits() && !plan_.larger_step();
    standing.supported =
        series_.supported() && (!exhausted || task_.goal.goes_on || series_.stands_unconfirmed());
    // A narrow peak on something smooth leaves no trace in errors that fall.
    standing.allowance = Allowance::part_of_tolerance;
    convergence_.look(result_, standing, exhausted);
    state_.due = convergence_.due();
  }

  void describe() {
    const SummedLattice &lattice = state_.lattices.back();
    result_.description = points_text(lattice.points) + " points in each of " +
                          std::to_string(shifts_of_last()) + " shifts, transform " +
                          form_text(state_.forms.front()) +
                          (state_.vector.random ? ", random vector" : "");
  }

  const engine::LatticeProblem &problem_;
  const LatticeTask &task_;
  const bool mapped_;
  LatticeResult &result_;
  Convergence convergence_;
  LatticeState state_;
  std::vector<map::SmoothAxis> smooth_;  ///< [ndim]; empty: none
  LatticeSeries series_;
  const LatticePlan plan_;

  std::optional<MapRequest> map_request_;
  MapAnswer map_answer_;
  std::vector<engine::LatticeRequest> requests_;
  std::vector<std::vector<double>> answers_;  ///< to these, as far as they have come
  std::coroutine_handle<> waiting_;           ///< what goes on next
  Asking<void> integration_;                  ///< goes before what its steps use
};

LatticeRun::LatticeRun(const LatticeTask &task, const engine::LatticeProblem &problem, bool mapped,
                       LatticeResult &result)
    : steps_(std::make_unique<Steps>(task, problem, mapped, result)) {}
LatticeRun::~LatticeRun() = default;

bool LatticeRun::go_on() {
  return steps_->go_on();
}
const MapRequest *LatticeRun::samples() const {
  return steps_->samples();
}
std::span<const engine::LatticeRequest> LatticeRun::lattices() const {
  return steps_->lattices();
}
void LatticeRun::answer(MapAnswer &&answer) {
  steps_->answer(std::move(answer));
}
void LatticeRun::answer(const engine::LatticeSums &sums) {
  steps_->answer(sums);
}

namespace {

MapAnswer draw(const MapRequest &request, engine::SamplesEngine &engine) {
  if (request.grid) engine.set_grid(*request.grid, false);
  engine.submit(request.iteration);
  MapAnswer answer{engine.collect(), {}};
  if (request.last) answer.edges = engine.edges();
  return answer;
}

}  // namespace

void lattice(const LatticeTask &task, LatticeResult &result) {
  try {
    LatticeRun run(task, task.engine->problem(), task.samples != nullptr, result);
    while (run.go_on()) {
      if (const MapRequest *map = run.samples()) run.answer(draw(*map, *task.samples));
      for (const engine::LatticeRequest &request : run.lattices())
        run.answer(task.engine->evaluate(request));
    }
  } catch (const engine::Interrupted &interrupted) {
    result.neval += interrupted.evaluated();
    throw;
  }
}

}  // namespace cuboid::algorithm
