#include "algorithm/lattice/run.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <coroutine>
#include <limits>
#include <utility>
#include <vector>

#include "algorithm/common/convergence.hpp"
#include "algorithm/common/end_of_axis.hpp"
#include "algorithm/common/iterations.hpp"
#include "algorithm/common/print_iteration.hpp"
#include "algorithm/lattice/asking.hpp"
#include "algorithm/lattice/prospect.hpp"
#include "algorithm/lattice/state.hpp"
#include "base/failure.hpp"
#include "base/point_text.hpp"
#include "base/tolerances.hpp"
#include "elementary/functions.hpp"
#include "map/smooth_fit.hpp"
#include "rng/lattice_table.hpp"

namespace cuboid::algorithm {

namespace {

/// Of lattices before the last one, if the task allows so few.
constexpr std::int64_t usual_shifts = 16;

/// Of the lattices with which forms are compared, and which are so many doublings smaller.
constexpr std::int64_t trial_shifts = 8;
constexpr int trial_doublings = 4;

/// Logarithms of points: of the first lattice, with enough evaluations and at least.
constexpr int first_bits = 7;
constexpr int least_bits = 3;

/// Most doublings from one lattice to the next.
constexpr int most_doublings = 3;

/// From this size of the trials on, forms are left out whose errors are so many times the least.
constexpr int telling_bits = 10;
constexpr double left_out_above = 100;

/// Transforms that are tried on a single axis, and by how many times less an error must be for it
/// to get one.
constexpr map::Transform refined_transforms[] = {map::Transform::none, map::Transform::korobov_1,
                                                 map::Transform::korobov_3};
constexpr double refined_below = 0.8;

/// Random vectors of which the one in the middle is taken, and by how much its error must be below
/// that of the table's vector.
constexpr std::uint32_t random_vectors = 5;
constexpr double better_vector = 0.25;

/// Iterations that find the map after the first one, which has few samples; the share of maxeval
/// that one may take; and samples in it.  With samples that double from the first iteration on to
/// the full size the map is so much worse that the error for a 6-D corner peak is 60 times as large
/// (2^20 points, examples/lattice.c).
constexpr int map_iterations = 5;
constexpr std::int64_t map_share = 64;
constexpr std::int64_t least_map_samples = 512;
constexpr std::int64_t most_map_samples = 1 << 16;

/// Narrower than that, the last interval of an axis is where what lies beyond the last number
/// before the end counts.  Six iterations do not follow a power to its end: of (1 - t)^(b - 1) they
/// leave 2^-20 to 2^-22 for b = 0.1, 2^-17 to 2^-20 for 0.2, and 2^-15 to 2^-17 for 0.3.  Of 770
/// integrals that converge by
///   honesty --families heldout,fresh_,fresh2_,fresh3_,genz,pagani --methods lattice
///     --tolerances 1e-2 --maxeval 300000 --seeds 1 --part 0/2
/// none leaves less than 2^-10.
constexpr double least_end = 0x1p-18;

/// Numbers of iterations that are left to the map: no samples of VEGAS+ are those that it follows.
constexpr std::int64_t most_map_iterations = 16;

/// Errors of their difference by which two lattices contradict each other.
constexpr double contradiction = 6;

/// What a success rests on at least: points of a shift, as a logarithm, and doublings from the
/// first lattice on.  The sums of fewer points are far from normal numbers, and their spread says
/// little.
constexpr int supporting_bits = 10;
constexpr int supporting_doublings = 3;

/// Errors of their difference within which the lattice of a success agrees with the two before it.
constexpr double agreement = 4;

/// By how many times an error of 16 shifts is too small no more often than once in forty times:
/// root of 15 over the quantile 6.26 of chi-square, less the factor 1.19 that it has.
constexpr double chance_of_error = 1.3;

/// The power of the number of points as which errors fall where a heavy tail does not matter.  Of
/// x^-p few points in a shift carry the sums, whatever the map, and too small a spread goes with
/// too small a value.  Errors of these fall as 1/n at most, and by what few of them say as n^-1.4.
/// What this takes of the successes, and of those beyond 3 errors, is printed by
///   constants.py algorithm/lattice/lattice.cpp:fall_of_heavy=0 --methods lattice
///     --families fresh_,fresh2_ --tolerances 1e-2,1e-3 --maxeval 20000,200000 --seeds 12
/// with 0, which takes none; it was chosen on half of their draws (honesty_fresh.txt).
constexpr double fall_of_heavy = 1.5;

/// Shares of the tolerance below which an error need not have fallen: it may be rounding.
constexpr double negligible = 1e-3;

/// As which power of the number of points errors fall at least where a lattice gains anything.
constexpr double slow_rate = 0.75;

/// "2^20", or the number.
std::string points_text(std::int64_t points) {
  const auto count = static_cast<std::uint64_t>(points);
  return std::has_single_bit(count) ? "2^" + std::to_string(std::countr_zero(count))
                                    : std::to_string(points);
}

/// Share of maxeval that lattices have in any case, before VEGAS+ may go on.
constexpr std::int64_t lattices_share = 16;

/// What is summed next.
struct Step {
  std::int64_t points;
  std::int64_t shifts;
  bool again;  ///< with the last lattice: more shifts of it
};

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
      std::optional<Step> step = next_step();
      if (!step) break;
      if (!step->again) {
        co_await choose(step->points);
        // The vectors may have cost more than the least.
        step->shifts =
            std::clamp(shifts_within(remaining(), step->points), task_.shifts, step->shifts);
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

  // ---- what to sum next ----

  std::int64_t shifts_of_a_lattice() const { return std::max(task_.shifts, usual_shifts); }

  /// Logarithm of the points of the lattices that are tried before one of so many.
  static int trial_bits(std::int64_t points) {
    const int bits = std::bit_width(static_cast<std::uint64_t>(points)) - 1;
    return std::max(bits - trial_doublings, std::min(bits, first_bits));
  }
  bool tries_forms(std::int64_t points) const {
    return state_.forms.size() > 1 && trial_bits(points) > state_.tried_bits;
  }
  static bool tries_vectors(std::int64_t points) { return trial_bits(points) >= telling_bits; }

  /// Evaluations before the lattice itself, about: in the best case for vectors.
  double cost_of_choice(std::int64_t points) const {
    const double trial = std::ldexp(1.0, trial_bits(points));
    double cost = 0;
    if (tries_forms(points))
      cost += static_cast<double>(state_.forms.size()) * trial_shifts * trial;
    if (tries_forms(points) && refines(trial_bits(points)))
      cost += (1.0 + std::size(refined_transforms) * problem_.ndim) * trial_shifts * trial;
    if (!has_vector(points))
      cost += random_vectors * static_cast<double>(points);
    else if (tries_vectors(points))
      cost += (random_vectors + trial_shifts) * trial;
    return cost;
  }

  double remaining() const { return static_cast<double>(task_.goal.maxeval - state_.neval); }

  static double evaluations(std::int64_t points, std::int64_t shifts) {
    return static_cast<double>(points) * static_cast<double>(shifts);
  }

  bool fits(std::int64_t points, std::int64_t shifts, double most) const {
    return cost_of_choice(points) + evaluations(points, shifts) <= most;
  }

  std::int64_t shifts_of_last() const {
    return static_cast<std::int64_t>(state_.lattices.back().shifts.size()) / problem_.ncomp;
  }

  /// Whether there is room for random vectors of so many points, where the table's are bad, and for
  /// the least lattice after them.
  bool random_vectors_fit(std::int64_t points) const {
    const double trials = random_vectors + 2 * trial_shifts;
    return evaluations(points, random_vectors + task_.shifts) +
               std::ldexp(trials, trial_bits(points)) <=
           remaining();
  }

  bool again_fits() const {
    return evaluations(state_.lattices.back().points, shifts_of_a_lattice()) <= remaining();
  }

  /// Of a shift.
  std::int64_t most_points() const {
    return task_.points > 0 ? points_at_most(task_.points) : engine::lattice_most_points;
  }

  std::optional<Step> next_step() const {
    if (state_.lattices.empty()) {
      int bits = first_bits;
      while (bits > least_bits &&
             !fits(std::int64_t{1} << bits, shifts_of_a_lattice(), remaining() / 4))
        --bits;
      return Step{std::int64_t{1} << bits, shifts_of_a_lattice(), false};
    }
    if (convergence_.due() > 0 && again_fits())
      return Step{state_.lattices.back().points, shifts_of_a_lattice(), true};
    return larger_step();
  }

  std::optional<Step> larger_step() const {
    const std::int64_t last = state_.lattices.back().points;
    const int wanted = wanted_doublings();
    const std::int64_t points = std::min(last << std::min(wanted, most_doublings), most_points());
    const bool reaches = wanted <= most_doublings;
    if (points > last &&
        fits(points, shifts_of_a_lattice(), reaches ? remaining() : remaining() / 4))
      return Step{points, shifts_of_a_lattice(), false};
    if (task_.goal.goes_on) return {};
    // The last one takes all that is left.
    std::int64_t largest = most_points();
    for (; largest > last; largest = next_power_below(largest))
      if (fits(largest, task_.shifts, remaining()))
        return Step{largest, shifts_that_fit(largest), false};
    return {};
  }

  static std::int64_t next_power_below(std::int64_t points) {
    return static_cast<std::int64_t>(std::bit_floor(static_cast<std::uint64_t>(points - 1)));
  }

  std::int64_t shifts_that_fit(std::int64_t points) const {
    return shifts_within(remaining() - cost_of_choice(points), points);
  }

  static std::int64_t shifts_within(double evaluations, std::int64_t points) {
    constexpr double most = engine::lattice_most_shifts;
    return static_cast<std::int64_t>(
        std::clamp(evaluations / static_cast<double>(points), 0.0, most));
  }

  /// How many times too large the error is, of the component for which it is worst.
  double excess(const LatticeEstimate &estimate) const {
    const auto estimate_of = [&](std::size_t c) {
      return ComponentEstimate{estimate.integral[c], estimate.error[c]};
    };
    double most = 0;
    for (std::size_t c = 0; c < estimate.error.size(); ++c) {
      const double wanted = tolerance_at(task_.goal, estimate_of, c);
      if (estimate.error[c] > 0)
        most = std::max(most, wanted > 0 ? estimate.error[c] / wanted
                                         : std::numeric_limits<double>::infinity());
    }
    return most;
  }

  /// As which power of the number of points the error falls, by the last lattice and one that is at
  /// least so many doublings smaller; 1 where there is none.
  double rate(int doublings) const {
    const std::size_t last = state_.lattices.size() - 1;
    for (std::size_t i = last; i-- > 0;) {
      const std::int64_t points = state_.lattices[last].points;
      if (state_.lattices[i].points << doublings > points) continue;
      const double fall = variation(estimates_[i]) - variation(estimates_[last]);
      const auto ncomp = static_cast<double>(problem_.ncomp);
      const double times =
          static_cast<double>(points) / static_cast<double>(state_.lattices[i].points);
      return fall / ncomp / elementary::log(times);
    }
    return 1;
  }

  /// The same for one component, by all lattices: the line with the least squares.
  double overall_rate(std::size_t component) const {
    const auto count = static_cast<double>(estimates_.size());
    double x = 0;
    double y = 0;
    double xx = 0;
    double xy = 0;
    for (std::size_t i = 0; i < estimates_.size(); ++i) {
      const double points = elementary::log(static_cast<double>(state_.lattices[i].points));
      const double error = elementary::log(
          std::max(estimates_[i].error[component], std::numeric_limits<double>::min()));
      x += points;
      y += error;
      xx += points * points;
      xy += points * error;
    }
    return (x * y - count * xy) / (count * xx - x * x);
  }

  /// Whether few samples carry an integral, and its error falls as slowly as it does then.
  bool has_heavy_tail() const {
    if (estimates_.size() < 2) return false;
    for (std::size_t c = 0; c < state_.tail.size(); ++c)
      if (state_.tail[c] > heavy_share && overall_rate(c) < fall_of_heavy) return true;
    return false;
  }

  // ---- what VEGAS+ would do ----

  LatticeProspect prospect() const {
    const SummedLattice &last = state_.lattices.back();
    return {estimates_.back(), evaluations(last.points, shifts_of_last()), rate(most_doublings),
            state_.deviation, remaining()};
  }

  /// Whether it is to go on in the place of lattices: as soon as these have had their share, with
  /// lattices large enough to say how the errors fall, and a success is not about to be confirmed.
  bool vegas_plus_does_better() const {
    return task_.hands_over && !result_.converged && convergence_.due() == 0 &&
           state_.neval >= task_.goal.maxeval / lattices_share && large_enough() &&
           (has_spread_of_tail() || algorithm::vegas_plus_does_better(prospect(), task_.goal));
  }

  /// Whether an error that is small enough is that of a heavy tail, and VEGAS+ has room for one
  /// that can be believed.
  bool has_spread_of_tail() const {
    return has_heavy_tail() && excess(estimates_.back()) <= 1 &&
           needed_by_vegas_plus(prospect(), task_.goal) <= remaining();
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

  int wanted_doublings() const {
    const double times = excess(estimates_.back());
    if (!(times < 1e15)) return most_doublings + 1;
    const double power = std::clamp(rate(1), 0.5, 4.0);
    const double doublings = std::ceil(elementary::log2(std::max(times, 1.0)) / power);
    return static_cast<int>(std::clamp(doublings, 1.0, most_doublings + 1.0));
  }

  // ---- choices ----

  Asking<void> choose(std::int64_t points) {
    if (tries_forms(points)) co_await try_forms(trial_bits(points), points);
    state_.vector = {};
    if (!has_vector(points)) {
      state_.vector = co_await vector_in_the_middle(false, points);
    } else if (tries_vectors(points) && random_vectors_fit(points)) {
      const bool bad = co_await table_is_bad(std::int64_t{1} << trial_bits(points));
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
    if (refines(bits)) co_await refine(bits);
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

  /// Once, when trials tell something, and where the transform is not given.
  bool refines(int bits) const {
    return !state_.refined && bits >= telling_bits && !task_.transform && problem_.ndim > 1;
  }

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

  Asking<void> sum(Step step) {
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
    estimates_.clear();
    for (const SummedLattice &one : state_.lattices)
      estimates_.push_back(estimate_of_shifts(one.shifts, problem_.ncomp, one.confirmed));
    const LatticeEstimate &last = estimates_.back();
    for (std::size_t c = 0; c < last.integral.size(); ++c)
      if (!std::isfinite(last.integral[c]) || std::isnan(last.error[c]))
        throw Failure(CUBOID_NONFINITE,
                      "the sums of component " + std::to_string(c + 1) +
                          " overflow: scale the integrand, or an axis that runs to infinity");
    result_.integral = last.integral;
    result_.error = last.error;
    result_.covariance = last.covariance;
    result_.niterations = static_cast<std::int64_t>(estimates_.size());
    judge();
    describe();
    Standing standing;
    standing.samples = shifts_of_last() * state_.lattices.back().points;
    const bool exhausted = !again_fits() && !larger_step();
    standing.supported = supported() && (!exhausted || task_.goal.goes_on || stands_unconfirmed());
    // A narrow peak on something smooth leaves no trace in errors that fall.
    standing.allowance = Allowance::part_of_tolerance;
    convergence_.look(result_, standing, exhausted);
    state_.due = convergence_.due();
  }

  /// Whether the last lattice has points enough for its spread to tell something.
  bool large_enough() const {
    const SummedLattice &last = state_.lattices.back();
    return last.points >= std::int64_t{1} << supporting_bits &&
           last.points >= state_.lattices.front().points << supporting_doublings;
  }

  /// Whether there are points enough, lattices that agree, and an error that falls.
  bool supported() const {
    if (!large_enough()) return false;
    const std::size_t count = estimates_.size();
    for (std::size_t i = count - std::min<std::size_t>(count, 3); i + 1 < count; ++i)
      if (distance(estimates_[i], estimates_.back()) > agreement) return false;
    // Of a success that further shifts confirm this was asked before they were summed.  To ask it
    // again would be to look for such of them as differ little.
    if (state_.lattices.back().confirmed > 0) return true;
    return !has_heavy_tail() && (rate(supporting_doublings) >= supporting_rate ||
                                 excess(estimates_.back()) <= negligible);
  }

  /// Whether a last lattice that there is no room to confirm may be a success.  Where the tolerance
  /// is about the true error, it would be one if its shifts happen to differ little.
  bool stands_unconfirmed() const {
    return state_.lattices.back().confirmed > 0 || excess(estimates_.back()) * chance_of_error <= 1;
  }

  /// Whether the lattices agree, and the shifts of the last one among themselves.
  void judge() {
    const LatticeEstimate &last = estimates_.back();
    std::size_t first = estimates_.size() - 1;
    while (first > 0 && distance(estimates_[first - 1], last) <= contradiction) --first;
    result_.left_out = result_.missed = static_cast<std::int64_t>(first);
    result_.dof = static_cast<std::int64_t>(estimates_.size() - first) - 1;
    for (std::size_t c = 0; c < result_.chi2.size(); ++c) {
      result_.chi2[c] = 0;
      for (std::size_t i = first; i + 1 < estimates_.size(); ++i) {
        const double apart = estimates_[i].integral[c] - last.integral[c];
        if (std::fabs(apart) > 1e-13 * std::fabs(last.integral[c]))
          result_.chi2[c] += apart / estimates_[i].error[c] * (apart / estimates_[i].error[c]);
      }
    }
    const bool contradicted = result_.dof == 0 && estimates_.size() > 1;
    result_.trusted = !last.skewed && !contradicted && result_.dof >= 1;
    result_.remark.clear();
    distrust_end_of_axis(result_, last_widths(), least_end);
    if (contradicted)
      remark(
          "the last two lattices contradict each other: the integrand has a peak that they have "
          "hardly met; try more evaluations (maxeval), or vegas_plus");
    if (last.skewed)
      remark(
          "one random shift differs from the others more than they do among themselves: few "
          "points have met a peak, and the error is not to be believed; try more evaluations "
          "(maxeval), or vegas_plus");
    const bool confirmed = state_.lattices.back().confirmed > 0;
    if (!last.skewed && !confirmed && estimates_.size() >= 3 && has_heavy_tail())
      remark(
          "few points carry much of the sums, as with the heavy tail of a singularity or a narrow "
          "peak, and the error falls slowly: it is not to be believed; try variables in which the "
          "integrand is bounded and smooth, more evaluations (maxeval), or vegas_plus");
    else if (estimates_.size() >= 3 && rate(most_doublings) < slow_rate && excess(last) > 0)
      remark(
          "the error falls no faster than by random points: the integrand has jumps or peaks "
          "that the lattice does not resolve, and vegas_plus may be better");
  }

  /// [ndim] Of the last interval of each axis of the map, as parts of the axis.
  std::vector<double> last_widths() const {
    std::vector<double> widths;
    for (std::size_t end = map_intervals; end < state_.edges.size(); end += map_intervals + 1)
      widths.push_back(
          std::ldexp(static_cast<double>(state_.edges[end] - state_.edges[end - 1]), -32));
    return widths;
  }

  void remark(const char *text) { add_remark(result_, text); }

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
  std::vector<LatticeEstimate> estimates_;

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
