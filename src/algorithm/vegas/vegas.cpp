#include "algorithm/vegas/vegas.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "algorithm/common/convergence.hpp"
#include "algorithm/common/end_of_axis.hpp"
#include "algorithm/common/iterations.hpp"
#include "base/failure.hpp"
#include "cuba/vegas/fill.hpp"
#include "map/refine.hpp"
#include "rng/generator.hpp"
#include "rng/scrambled.hpp"
#include "run/print_iteration.hpp"
#include "statistics/covariances.hpp"
#include "statistics/tiny.hpp"
#include "statistics/weighted_mean.hpp"

namespace cuboid::algorithm {

namespace {

constexpr std::size_t bins = simd::vegas_bins;

/// Iterations after which the steps of the native map become shorter, as those of VEGAS+ do: its
/// noise is averaged out, where steps of one length follow it.  Of 400 results on pagani_f6 and
/// genz_gaussian 385 converged without that, with pulls of width 1.00, and 394 with it, 0.95.
constexpr double full_steps = 10;

std::vector<double> uniform_grid(int ndim) {
  std::vector<double> grid(static_cast<std::size_t>(ndim) * bins);
  for (std::size_t i = 0; i < grid.size(); ++i)
    grid[i] = static_cast<double>(i % bins + 1) / static_cast<double>(bins);
  return grid;
}

bool is_grid(const std::vector<double> &grid, int ndim) {
  if (grid.size() != static_cast<std::size_t>(ndim) * bins) return false;
  for (std::size_t i = 0; i < grid.size(); ++i) {
    const double below = i % bins == 0 ? 0 : grid[i - 1];
    if (!(below <= grid[i] && grid[i] <= 1)) return false;
    if (i % bins == bins - 1 && grid[i] != 1) return false;
  }
  return true;
}

std::int64_t sum_or_most(std::int64_t a, std::int64_t b) {
  std::int64_t sum;
  if (!__builtin_add_overflow(a, b, &sum)) return sum;
  return b > 0 ? std::numeric_limits<std::int64_t>::max()
               : std::numeric_limits<std::int64_t>::min();
}

/// Whether next to nothing is left of a first estimate that chi-square holds on to.  In many
/// dimensions the grid ends up where the samples of one iteration were, sees none of the rest, and
/// its iterations agree on almost zero.
bool has_collapsed(const statistics::WeightedMean &mean, double average) {
  constexpr double next_to_nothing = 1e-3;
  constexpr double ten_sigma = 100;
  return std::fabs(average) < next_to_nothing * std::fabs(mean.first) &&
         mean.chi2(average) > ten_sigma + static_cast<double>(mean.count);
}

/// What goes on from iteration to iteration, and into the state file.
struct State {
  std::int64_t iteration = 0;  ///< iterations that are done
  std::int64_t samples = 0;    ///< of the next iteration
  std::int64_t neval = 0;
  std::int64_t drawn = 0;  ///< points of the generator; those before a reset of the state count
  std::vector<statistics::WeightedMean> means;  ///< [ncomp]
};

class Vegas {
 public:
  Vegas(const Task &task, const VegasOptions &options, std::vector<double> &grid, Result &result)
      : task_(task),
        options_(options),
        grid_(grid),
        result_(result),
        fill_(task, options.nbatch, options.judged && statistics::has_covariances(task.ncomp),
              options.judged, result.neval),
        iterations_(task.ncomp),
        convergence_(task.goal) {
    if (!is_grid(grid_, task.ndim)) grid_ = uniform_grid(task.ndim);
    state_.samples = options.nstart;
    state_.means.resize(static_cast<std::size_t>(task.ncomp));
  }

  void run();

 private:
  StateIdentity identity() const { return {Routine::vegas, task_.ndim, task_.ncomp}; }
  void fill(rng::Scrambled &generator);
  void restore();
  void save() const;
  bool estimate();
  void record();
  double correlation(const IterationEstimate &one, std::size_t c, std::size_t b) const;
  void judge(bool last);
  void refine();
  std::vector<double> edges_of(int axis) const;
  std::vector<double> last_widths() const;

  const Task &task_;
  const VegasOptions &options_;
  std::vector<double> &grid_;
  Result &result_;
  VegasFill fill_;
  State state_;
  Iterations iterations_;
  Convergence convergence_;
};

void Vegas::run() {
  restore();
  rng::Scrambled generator(rng::make_generator(task_.ndim, options_.seed, options_.rng_level),
                           task_.ndim);
  generator.skip(state_.drawn);
  result_.neval = state_.neval;
  for (;;) {
    fill(generator);
    state_.neval = result_.neval;
    state_.drawn += state_.samples;
    const bool is_accurate = estimate();
    record();
    const bool exhausted = result_.neval >= task_.goal.maxeval;
    if (options_.judged)
      judge(exhausted || sum_or_most(state_.samples, options_.nincrease) <= 0);
    else
      result_.converged = is_accurate && result_.neval >= task_.goal.mineval;
    print_iteration(*task_.log, state_.iteration + 1, result_,
                    [this](int axis) { return edges_of(axis); });
    if (result_.converged) return;
    // Cuba calls a result below mineval a success when maxeval is the reason.
    if (!options_.judged) result_.converged = exhausted && is_accurate;
    if (exhausted && !task_.state->used()) return;

    const std::vector<double> used = grid_;
    refine();
    ++state_.iteration;
    state_.samples = sum_or_most(state_.samples, options_.nincrease);
    save();
    if (exhausted) {
      // Cuba's degrees of freedom are one too many here.
      if (!options_.judged) result_.dof = state_.iteration;
      grid_ = used;
      return;
    }
    // A negative nincrease has used up the samples.
    if (state_.samples <= 0) return;
  }
}

void Vegas::fill(rng::Scrambled &generator) {
  // Each iteration is to see what its quasi-random points may keep away from.
  if (options_.judged && options_.seed == 0)
    generator.scramble(static_cast<std::uint32_t>(state_.iteration));
  try {
    fill_.iteration(generator, grid_, state_.samples, state_.iteration + 1);
  } catch (const engine::Interrupted &) {
    // The first iteration has no other result than that of the samples so far.
    if (state_.iteration == 0) {
      state_.samples = fill_.cut_short();
      if (state_.samples > 0) estimate();
    }
    throw;
  }
}

void Vegas::restore() {
  State state;
  std::vector<double> grid;
  Iterations iterations(task_.ncomp);
  std::int64_t due = 0;
  const bool restored = task_.state->restore(identity(), [&](StateReader &reader) {
    state.iteration = reader.get_count();
    state.samples = reader.get<std::int64_t>();
    state.neval = reader.get_count();
    reader.resumes_at(state.neval);
    state.drawn = reader.get_count();
    reader.get(state.means);
    reader.get(grid);
    iterations.restore(reader);
    due = reader.get_count();
    reader.require(reader.at_end() && iterations.size() == state.iteration &&
                   state.iteration >= 1 && state.means.size() == state_.means.size() &&
                   is_grid(grid, task_.ndim));
    for (const statistics::WeightedMean &mean : state.means) reader.require(mean.sound());
    reader.require(options_.reset_state ||
                   (state.samples >= 1 && state.samples <= StateReader::most_count));
  });
  if (!restored) return;
  grid_ = grid;
  if (options_.reset_state) {
    state_.drawn = state.drawn;
    return;
  }
  state_ = state;
  iterations_ = std::move(iterations);
  convergence_.set_due(due);
}

void Vegas::save() const {
  if (!task_.state->used()) return;
  StateWriter writer;
  writer.put(state_.iteration);
  writer.put(state_.samples);
  writer.put(state_.neval);
  writer.put(state_.drawn);
  writer.put(state_.means);
  writer.put(grid_);
  iterations_.save(writer);
  writer.put(convergence_.due());
  task_.state->save(identity(), writer);
}

// Adds this iteration to the means.  Whether all components are accurate.
bool Vegas::estimate() {
  bool varied = true;
  const auto samples = static_cast<double>(state_.samples);
  for (std::size_t c = 0; c < state_.means.size(); ++c) {
    const double sum = fill_.sum(c);
    const double square = fill_.square(c);
    const double unit = fill_.unit(c);
    if (!std::isfinite(unit * sum) || !std::isfinite(square * samples))
      throw Failure(CUBOID_NONFINITE,
                    formatted("the sum or the squares of component %zu overflow: scale the "
                              "integrand, or an axis that runs to infinity",
                              c + 1));
    const double root = std::sqrt(square * samples);
    const double inverse_variance =
        (samples - 1) / std::max((root + sum) * (root - sum), statistics::tiny);
    statistics::WeightedMean &mean = state_.means[c];
    mean.add(sum, inverse_variance, unit);
    const double variance = 1 / mean.weight;
    // One sample has no variance: its value stands, with an unknown error.
    const double average = mean.weight > 0 ? variance * mean.weighted : sum * (unit / mean.unit);
    result_.integral[c] = task_.last_only ? unit * sum : mean.unit * average;
    result_.error[c] =
        task_.last_only ? unit * std::sqrt(1 / inverse_variance) : mean.unit * std::sqrt(variance);
    result_.chi2[c] = mean.chi2(average);
    varied = varied && !has_collapsed(mean, average);
  }
  result_.niterations = state_.iteration + 1;
  result_.dof = state_.iteration;
  return varied && accurate(result_, task_.goal);
}

/// Keeps what the iteration says.
void Vegas::record() {
  const std::size_t ncomp = state_.means.size();
  const auto samples = static_cast<double>(state_.samples);
  IterationEstimate one;
  one.samples = state_.samples;
  const bool correlated = statistics::has_covariances(task_.ncomp);
  one.correlation.assign(correlated ? ncomp * (ncomp + 1) / 2 : 0, 0.0);
  for (std::size_t c = 0; c < ncomp; ++c) {
    const double sum = fill_.sum(c);
    const double root = std::sqrt(fill_.square(c) * samples);
    const double variance = samples > 1 ? std::max((root + sum) * (root - sum), 0.0) / (samples - 1)
                                        : std::numeric_limits<double>::infinity();
    one.integral.push_back(fill_.unit(c) * sum);
    one.error.push_back(fill_.unit(c) * std::sqrt(variance));
    one.dominance.push_back(variance > 0 ? fill_.greatest_deviation(c) / variance : 0);
    if (!correlated) continue;
    for (std::size_t b = 0; b < c; ++b)
      one.correlation[c * (c + 1) / 2 + b] = correlation(one, c, b);
    one.correlation[(c + 1) * (c + 2) / 2 - 1] = 1;
  }
  iterations_.add(std::move(one));
}

/// Of the sums of components c > b; 0 where it is not found.
double Vegas::correlation(const IterationEstimate &one, std::size_t c, std::size_t b) const {
  const double errors = (one.error[c] / fill_.unit(c)) * (one.error[b] / fill_.unit(b));
  if (!fill_.has_products() || !(errors > 0) || !std::isfinite(errors)) return 0;
  const auto samples = static_cast<double>(state_.samples);
  const double covariance =
      (fill_.product(c, b) * samples - fill_.sum(c) * fill_.sum(b)) / (samples - 1);
  const double correlation = covariance / errors;
  return std::isfinite(correlation) ? std::clamp(correlation, -1.0, 1.0) : 0;
}

/// last: there will be no further iteration.
void Vegas::judge(bool last) {
  const std::vector<double> integral = result_.integral;
  const std::vector<double> error = result_.error;
  const Standing standing = iterations_.combine(result_);
  distrust_end_of_axis(result_, last_widths());
  if (!fill_.has_products() || task_.last_only) result_.covariance.clear();
  if (task_.last_only) {
    result_.integral = integral;
    result_.error = error;
  }
  convergence_.look(result_, standing, last);
  if (last) remark_on_effort(result_, task_.goal);
}

std::vector<double> Vegas::edges_of(int axis) const {
  const auto first = grid_.begin() + axis * static_cast<std::ptrdiff_t>(bins);
  std::vector<double> edges(first, first + static_cast<std::ptrdiff_t>(bins));
  edges.insert(edges.begin(), 0);
  return edges;
}

/// [ndim] Of the last interval of each axis.
std::vector<double> Vegas::last_widths() const {
  std::vector<double> widths;
  for (std::size_t end = bins; end <= grid_.size(); end += bins)
    widths.push_back(grid_[end - 1] - grid_[end - 2]);
  return widths;
}

// Components count by the inverse square of their integral.  Cuba's map follows the noise.
void Vegas::refine() {
  std::vector<double> factor(state_.means.size(), 1);
  if (factor.size() > 1)
    for (std::size_t c = 0; c < factor.size(); ++c) {
      const double integral = result_.integral[c] / fill_.unit(c);
      factor[c] = integral != 0 ? 1 / (integral * integral) : 0;
    }
  const auto samples = static_cast<double>(state_.samples);
  const double step = std::min(full_steps / static_cast<double>(state_.iteration + 1), 1.0);
  for (int d = 0; d < task_.ndim; ++d) {
    std::vector<double> marginal = fill_.marginal(d, factor);
    if (options_.judged) map::reduce_noise(marginal, samples / static_cast<double>(bins), step);
    map::refine(grid_.data() + static_cast<std::size_t>(d) * bins, marginal.data(),
                static_cast<int>(bins), options_.smooth, 0);
  }
}

}  // namespace

void vegas(const Task &task, const VegasOptions &options, std::vector<double> &grid,
           Result &result) {
  Vegas(task, options, grid, result).run();
}

}  // namespace cuboid::algorithm
