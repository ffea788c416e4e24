#include "algorithm/lattice/run.hpp"

#include <algorithm>
#include <bit>
#include <string>
#include <utility>
#include <vector>

#include "algorithm/common/convergence.hpp"
#include "algorithm/common/iterations.hpp"
#include "algorithm/lattice/asking.hpp"
#include "algorithm/lattice/map_search.hpp"
#include "algorithm/lattice/needs.hpp"
#include "algorithm/lattice/plan.hpp"
#include "algorithm/lattice/prospect.hpp"
#include "algorithm/lattice/series.hpp"
#include "algorithm/lattice/state.hpp"
#include "algorithm/lattice/trials.hpp"
#include "map/smooth_fit.hpp"
#include "run/print_iteration.hpp"

namespace cuboid::algorithm {

namespace {

/// Numbers of iterations that are left to the map: no samples of VEGAS+ are those that it follows.
constexpr std::int64_t max_map_iterations = 16;

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
        needs_(task, problem, state_, result),
        trials_(task, problem, state_, plan_, needs_),
        integration_(integrate()) {
    needs_.begin_with(integration_.handle());
  }

  bool go_on() {
    needs_.go_on();
    if (!integration_.ended()) return true;
    integration_.take();
    return false;
  }

  LatticeNeeds &needs() { return needs_; }

 private:
  Asking<void> integrate() {
    co_await begin();
    while (!result_.converged && !result_.handover) {
      std::optional<LatticeStep> step = plan_.next_step();
      if (!step) break;
      if (!step->again) {
        co_await trials_.choose(step->points);
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
    if (mapped_) co_await find_map(task_, problem_, needs_, state_, result_);
    fit_map();
    state_.forms = all_forms(task_.transform, !state_.edges.empty());
  }

  void fit_map() {
    constexpr std::size_t stride = map_intervals + 1;
    std::vector<map::SmoothAxis> smooth;
    for (std::size_t begin = 0; begin < state_.edges.size(); begin += stride)
      smooth.push_back(map::fit_smooth_map({state_.edges.data() + begin, stride}));
    needs_.set_smooth_map(std::move(smooth));
  }

  std::int64_t shifts_of_last() const {
    return static_cast<std::int64_t>(state_.lattices.back().shifts.size()) / problem_.ncomp;
  }

  // ---- what VEGAS+ would do ----

  double evaluations_left() const { return static_cast<double>(task_.goal.maxeval - state_.neval); }

  LatticeProspect prospect() const {
    const SummedLattice &last = state_.lattices.back();
    return {
        series_.last(),
        static_cast<double>(last.points * problem_.parts) * static_cast<double>(shifts_of_last()),
        series_.rate(max_doublings), state_.deviation, evaluations_left()};
  }

  /// Whether it is to go on instead of lattices: as soon as these have had their share, with
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
           needed_by_vegas_plus(prospect(), task_.goal) <= evaluations_left();
  }

  void hand_over() {
    LatticeHandover &handover = result_.handover.emplace();
    handover.edges = state_.edges;
    handover.edges_intervals = map_intervals;
    handover.numbers_used = max_map_iterations + state_.sums;
    handover.needed = needed_by_vegas_plus(prospect(), task_.goal);
    if (task_.log != nullptr)
      task_.log->print(1, "VEGAS+ goes on: lattices do no better than random points");
  }

  // ---- the lattice, and what is known then ----

  Asking<void> sum(LatticeStep step) {
    engine::LatticeRequest request =
        needs_.request(state_.forms.front(), state_.vector, step.points, step.shifts);
    if (task_.receiver) request.receiver = &task_.receiver;
    std::vector<engine::LatticeRequest> requests(1, std::move(request));
    const std::vector<std::vector<double>> found = co_await needs_.evaluate(std::move(requests));
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
    ConvergenceState convergence;
    convergence.samples = shifts_of_last() * state_.lattices.back().points * problem_.parts;
    const bool exhausted = !plan_.again_fits() && !plan_.larger_step();
    convergence.supported =
        series_.supported() && (!exhausted || task_.goal.goes_on || series_.stands_unconfirmed());
    // A narrow peak on something smooth leaves no trace in errors that fall.
    convergence.allowance = Allowance::part_of_tolerance;
    convergence_.decide(result_, convergence, exhausted);
    state_.due = convergence_.due();
  }

  void describe() {
    const SummedLattice &lattice = state_.lattices.back();
    const std::string parts = std::to_string(problem_.parts) + " copies of ";
    result_.description = (problem_.parts > 1 ? parts : "") + points_text(lattice.points) +
                          " points in each of " + std::to_string(shifts_of_last()) +
                          " shifts, transform " + form_text(state_.forms.front()) +
                          (state_.vector.random ? ", random vector" : "");
  }

  const engine::LatticeProblem &problem_;
  const LatticeTask &task_;
  const bool mapped_;
  LatticeResult &result_;
  Convergence convergence_;
  LatticeState state_;
  LatticeSeries series_;
  const LatticePlan plan_;
  LatticeNeeds needs_;
  LatticeTrials trials_;
  Asking<void> integration_;  ///< goes before what its steps use
};

LatticeRun::LatticeRun(const LatticeTask &task, const engine::LatticeProblem &problem, bool mapped,
                       LatticeResult &result)
    : steps_(std::make_unique<Steps>(task, problem, mapped, result)) {}
LatticeRun::~LatticeRun() = default;

bool LatticeRun::go_on() {
  return steps_->go_on();
}
const MapRequest *LatticeRun::samples() const {
  return steps_->needs().samples();
}
std::span<const engine::LatticeRequest> LatticeRun::lattices() const {
  return steps_->needs().lattices();
}
void LatticeRun::answer(MapAnswer &&answer) {
  steps_->needs().answer(std::move(answer));
}
void LatticeRun::answer(const engine::LatticeSums &sums) {
  steps_->needs().answer(sums);
}

}  // namespace cuboid::algorithm
