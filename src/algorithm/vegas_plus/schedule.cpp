#include "algorithm/vegas_plus/schedule.hpp"

#include <algorithm>

#include "algorithm/common/map_progress.hpp"
#include "algorithm/vegas_plus/vegas_plus.hpp"
#include "elementary/functions.hpp"
#include "map/resample_importance.hpp"
#include "statistics/strata.hpp"

namespace cuboid::algorithm {

namespace {

/// At most: they are all that a run has which is ended in its first iteration.
constexpr std::int64_t pilot_samples = 1024;

/// Samples that small iterations may take to find the map before its steps become shorter: where
/// few samples count, each step is short already, and the map would stand still before it is found.
/// A 4-D Gaussian of width 0.1 to 1e-3 with 1000 samples an iteration takes 8.5e6 evaluations
/// without these steps, 4.2e5 with 20000, 3.5e5 with 50000, 3.0e5 with 200000.
constexpr double samples_for_a_map = 50000;

/// Most samples of an iteration.
constexpr std::int64_t max_samples = std::int64_t{1} << 50;

/// nstrat times a power of 2 that is at least 2: about the wanted number, but for a factor of the
/// square root of 2 either way, and not more than `most`.
std::int64_t intervals_about(std::int64_t wanted, std::int64_t nstrat, std::int64_t most) {
  wanted = std::min(wanted, 2 * most);
  std::int64_t nintervals = 2 * nstrat;
  while (2 * nintervals <= most && nintervals * 2 * nintervals <= wanted * wanted) nintervals *= 2;
  return nintervals;
}

/// Intervals of an axis for n samples of the first iteration: to refine an interval costs half of
/// what a sample does, and with few samples errors are the same with fewer of them.  With 5000
/// samples in eight dimensions those of a Gaussian are 3.8e-7, 3.7e-7, 3.5e-7 and 3.8e-7 with 128,
/// 256, 512 and 1024 intervals, with 50000 they are 7.6e-8, 5.7e-8, 5.1e-8 and 5.1e-8; with 20000
/// and 256 that of cos(prod arcsin x_i) is 2.4 times what it is with 512.  In proportion to
/// n^(2/3) / ndim this is 150, 380 and 700.
std::int64_t intervals_for(std::int64_t samples, int ndim) {
  // As many as Cuba's Vegas has.
  constexpr double least = 128;
  const double wanted = 4.16 * elementary::pow(static_cast<double>(samples), 2.0 / 3) / ndim;
  return static_cast<std::int64_t>(std::max(std::min(wanted, 1e9), least));
}

Strata strata_of(const VegasPlusTask &task, const engine::SamplesProblem &problem) {
  if (problem.quasi) return Strata::none;
  return task.beta > 0 ? Strata::adaptive : Strata::equal;
}

/// The axes of the map are refined at once, each as if the others stayed.  Where the integrand is
/// a product they do not matter to each other, and full steps converge at once.  Where it is not,
/// as with peaks along a diagonal, the steps of all axes do the same thing several times over: full
/// ones overshoot, the map swings, leaves one of two peaks, and the numbers of samples of the
/// hypercubes, if they follow the variances before the step, are out of date.  (As Jacobi's
/// iteration, which diverges where the unknowns are coupled, unless it is damped.)  So the steps of
/// many samples become shorter from the first on; those of few have yet to find the peak.  A map
/// that was given has to be followed where it no longer fits, as in a chain of integrals, and that
/// takes whole steps.
///
/// Reported errors at 2e6 samples an iteration as multiples of those with full steps, with 0.3, 0.4
/// and 1 / i without an end: two peaks in 7-D (gsl_double_gauss) 0.044, 0.051, 0.041; three in 6-D
/// (vegas_three) 0.12, 0.12, 0.12; one narrow peak in 8-D (pagani_f4) 1.6, 1.4, 1.8.  At 2e5 the
/// narrowest in 10-D (pagani_f2) 2.7, 2.4, 3.5, which is an eighth of those of Python's vegas.
double certain_of(const VegasPlusTask &task, const VegasPlusState &state, std::int64_t i) {
  constexpr double least = 0.3;
  const bool follow = state.grid.nstrat > 1 && task.full_steps >= 0 && task.edges.empty();
  return follow ? std::max(least, 1 / static_cast<double>(i + 1)) : 1;
}

double alpha_of(const VegasPlusTask &task, const VegasPlusState &state, std::int64_t i) {
  if (task.adapting >= 0 && i >= task.adapting) return 0;
  if (task.full_steps < 0) return task.alpha;
  const double full = static_cast<double>(task.full_steps) +
                      samples_for_a_map / static_cast<double>(state.samples / state.parts);
  return task.alpha * std::min(full / static_cast<double>(i + 1), 1.0);
}

}  // namespace

engine::SamplesGrid choose_grid(int ndim, std::int64_t samples, Strata strata,
                                std::int64_t nintervals, std::int64_t max_intervals,
                                std::int64_t max_cubes) {
  const std::int64_t limit = std::max<std::int64_t>(std::min(nintervals, max_intervals), 2);
  engine::SamplesGrid grid;
  grid.nintervals = intervals_about(nintervals, 1, max_intervals);
  if (strata == Strata::none || ndim > statistics::max_stratified_ndim) return grid;
  // Eight samples a hypercube to begin with leave some to move; m-Cubes has no use for more than
  // four.  From many hypercubes on more of them gain next to nothing, and cost time.
  constexpr double many_cubes = 1 << 18;
  const bool adaptive = strata == Strata::adaptive;
  const auto wanted = static_cast<double>(samples);
  const double cubes = adaptive ? std::min({wanted / 8, std::max(many_cubes, wanted / 32),
                                            static_cast<double>(max_cubes)})
                                : std::min(wanted / 4, static_cast<double>(max_equal_cubes));
  const auto most =
      static_cast<std::int64_t>(elementary::pow(std::max(cubes, 1.0), 1.0 / ndim) + 1e-9);
  grid.nstrat = std::clamp<std::int64_t>(most, 1, limit / 2);
  grid.nintervals = intervals_about(nintervals, grid.nstrat, max_intervals);
  return grid;
}

void begin_schedule(const VegasPlusTask &task, const engine::SamplesProblem &problem,
                    std::int64_t max_intervals, VegasPlusState &state) {
  const Strata strata = strata_of(task, problem);
  state.samples = std::min(task.samples, max_samples);
  state.parts = problem.parts;
  std::int64_t of_part = state.samples / state.parts;
  const std::int64_t wanted = std::min(task.nintervals, intervals_for(of_part, problem.ndim));
  // Hypercubes with as many samples as there are have none that another part could have.
  if (strata == Strata::equal && state.parts > 1) of_part /= 2;
  state.grid = choose_grid(problem.ndim, of_part, strata, wanted, max_intervals);
  state.adaptive = strata == Strata::adaptive && state.grid.nstrat > 1;
}

engine::SamplesIteration pilot_iteration(const VegasPlusState &state) {
  engine::SamplesIteration pilot;
  pilot.number = 0;
  pilot.samples = std::clamp<std::int64_t>(state.samples / 10, 16 * state.parts, pilot_samples);
  return pilot;
}

std::int64_t samples_of_iteration(const VegasPlusTask &task, const VegasPlusState &state,
                                  std::int64_t i) {
  const double sum = static_cast<double>(state.samples) +
                     static_cast<double>(i) * static_cast<double>(task.increase);
  if (sum > static_cast<double>(max_samples)) return max_samples;
  if (sum < 1) return 0;
  return state.samples + i * task.increase;
}

engine::SamplesIteration scheduled_iteration(const VegasPlusTask &task, const VegasPlusState &state,
                                             std::int64_t i) {
  engine::SamplesIteration one;
  one.number = static_cast<std::int32_t>(state.numbers_used + i + 1);
  one.samples = samples_of_iteration(task, state, i);
  one.beta = state.adaptive ? task.beta : 0;
  one.next_samples = samples_of_iteration(task, state, i + 1);
  one.one_map = task.one_map;
  one.alpha = alpha_of(task, state, i);
  one.certain = certain_of(task, state, i);
  return one;
}

bool may_keep_first_map(const VegasPlusTask &task, const VegasPlusState &state) {
  return state.grid.nstrat > 1 && task.edges.empty() && state.numbers_used == 0 &&
         task.full_steps >= 0 && task.adapting < 0;
}

bool may_soften_map(const VegasPlusTask &task, const VegasPlusState &state) {
  // Few strata on an axis do not resolve much; other numbers were not tried.
  constexpr std::int64_t min_strata = 8;
  // The trial costs up to two iterations.  With 2e5 samples in each, the median of the errors over
  // 187 integrals is 0.8 of what it was, with 2e4 it was 0.92, and jumps in two and three
  // dimensions lost more (tests/bench/results/vegas_peer.txt).  Integrals of a list on a GPU, which
  // have no trial, have fewer samples than that.
  constexpr std::int64_t min_samples = 100000;
  return state.adaptive && state.grid.nstrat >= min_strata &&
         samples_of_iteration(task, state, first_maps_compared) / state.parts >= min_samples &&
         may_keep_first_map(task, state);
}

SofterMap softer_map(std::int64_t i, const std::function<bool(std::int64_t)> &better) {
  const std::int64_t tried = first_maps_compared;  // and the one after it
  SofterMap trial;
  trial.begins = i + 1 == tried;
  trial.follows = i + 1 >= tried && (i <= tried || better(i));
  if (trial.follows || i < tried) return trial;
  // Each of the two may end the trial.
  const std::int64_t end = better(tried + 1) ? tried + 2 : tried + 1;
  trial.goes_back = i == end;
  trial.makes_up = i - end < 2;
  return trial;
}

void soften(engine::SamplesIteration &iteration, SofterMap trial) {
  // What strata resolve varies within them as its slope does.  1 and 4 did worse on an egg box in
  // 2-D (hard_eggbox_d02); vegas_peer.py with copies of the library that have them shows it.
  constexpr int softer = 2;
  if (trial.follows) iteration.width_power = softer;
  // The softer map does not overshoot; and who comes back from it has an iteration to make up,
  // without which jumps in 2-D (pagani_f6) would lose by the trial.
  if (trial.follows || trial.makes_up) iteration.certain = 1;
}

std::vector<std::uint64_t> resampled_map(const std::vector<std::uint64_t> &edges,
                                         std::int64_t before, std::int64_t nintervals) {
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

engine::SamplesGrid first_grid(engine::SamplesGrid grid, const std::vector<std::uint64_t> &edges,
                               std::int64_t intervals) {
  if (!edges.empty()) grid.edges = resampled_map(edges, intervals, grid.nintervals);
  return grid;
}

}  // namespace cuboid::algorithm
