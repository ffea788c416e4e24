#include "cuba/vegas/vegas_run.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "map/refine.hpp"
#include "rng/generator.hpp"
#include "run/accuracy.hpp"
#include "run/print_iteration.hpp"
#include "run/state_rest.hpp"
#include "statistics/tiny.hpp"

namespace cuboid::algorithm::cuba {

namespace {

constexpr std::size_t bins = simd::vegas_bins;

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

std::int64_t sum_or_max(std::int64_t a, std::int64_t b) {
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

}  // namespace

VegasRun::VegasRun(const Task &task, const Options &options, const VegasSums &sums,
                   std::vector<double> &grid, Result &result)
    : task_(task),
      options_(options),
      grid_(grid),
      result_(result),
      fill_(task, options.nbatch, sums.products, sums.small, result.neval),
      generator_(rng::make_generator(task.ndim, static_cast<int>(options.seed),
                                     static_cast<int>(options.rng_level)),
                 task.ndim) {
  if (!is_grid(grid_, task.ndim)) grid_ = uniform_grid(task.ndim);
  state_.samples = options.nstart;
  state_.means.resize(static_cast<std::size_t>(task.ncomp));
}

bool VegasRun::begin(const ReadRest &rest) {
  const bool goes_on = restore(rest);
  generator_.skip(state_.drawn);
  result_.neval = state_.neval;
  return goes_on;
}

void VegasRun::sample() {
  try {
    fill_.iteration(generator_, grid_, state_.samples, state_.iteration + 1);
  } catch (const engine::Interrupted &) {
    // The first iteration has no other result than that of the samples so far.
    if (state_.iteration == 0) {
      state_.samples = fill_.cut_short();
      if (state_.samples > 0) estimate();
    }
    throw;
  }
  state_.neval = result_.neval;
  state_.drawn += state_.samples;
}

bool VegasRun::estimate() {
  bool varied = true;
  const auto samples = static_cast<double>(state_.samples);
  for (std::size_t c = 0; c < state_.means.size(); ++c) {
    const double sum = fill_.sum(c);
    const double square = fill_.square(c);
    const double unit = fill_.unit(c);
    require_in_range(std::isfinite(unit * sum) && std::isfinite(square * samples), c);
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

void VegasRun::print() const {
  const auto edges_of = [this](int axis) {
    const auto first = grid_.begin() + axis * static_cast<std::ptrdiff_t>(bins);
    std::vector<double> edges(first, first + static_cast<std::ptrdiff_t>(bins));
    edges.insert(edges.begin(), 0);
    return edges;
  };
  print_iteration(*task_.log, state_.iteration + 1, result_, edges_of);
}

std::int64_t VegasRun::next_samples() const {
  return sum_or_max(state_.samples, options_.nincrease);
}

bool VegasRun::go_on(const Damp &damp, const WriteRest &rest) {
  if (exhausted() && !task_.state->used()) return false;
  const std::vector<double> used = grid_;
  refine(grid_, result_.integral, damp);
  ++state_.iteration;
  state_.samples = next_samples();
  save(rest);
  if (!exhausted()) return state_.samples > 0;  // a negative nincrease may have used them up
  grid_ = used;
  return false;
}

std::vector<double> VegasRun::widths_at_ends() const {
  std::vector<double> widths;
  for (std::size_t end = bins; end <= grid_.size(); end += bins) {
    widths.push_back(grid_[end - bins]);
    widths.push_back(grid_[end - 1] - grid_[end - 2]);
  }
  return widths;
}

bool VegasRun::restore(const ReadRest &rest) {
  State state;
  std::vector<double> grid;
  const bool restored = task_.state->restore(identity(), [&](StateReader &reader) {
    reader.fields(state.iteration, state.samples, state.neval, state.drawn, state.means, grid);
    reader.require_counts({state.iteration, state.neval, state.drawn});
    reader.resumes_at(state.neval);
    reader.require(state.iteration >= 1 && state.means.size() == state_.means.size() &&
                   is_grid(grid, task_.ndim));
    for (const statistics::WeightedMean &mean : state.means) reader.require(mean.sound());
    reader.require(options_.reset_state != 0 ||
                   (state.samples >= 1 && state.samples <= StateReader::max_count));
    if (!rest) return end_of_part(reader);
    begin_rest(reader);
    rest(reader, state.iteration);
  });
  if (!restored) return false;
  grid_ = grid;
  if (options_.reset_state != 0) {
    state_.drawn = state.drawn;
    return false;
  }
  state_ = state;
  return true;
}

void VegasRun::save(const WriteRest &rest) const {
  if (!task_.state->used()) return;
  StateWriter writer;
  writer.fields(state_.iteration, state_.samples, state_.neval, state_.drawn, state_.means, grid_);
  if (rest) {
    begin_rest(writer);
    rest(writer);
  }
  task_.state->save(identity(), writer);
}

// Components count by the inverse square of their integral.  Cuba's map follows the noise.
void VegasRun::refine(std::vector<double> &grid, const std::vector<double> &integral,
                      const Damp &damp) {
  std::vector<double> factor(state_.means.size(), 1);
  if (factor.size() > 1)
    for (std::size_t c = 0; c < factor.size(); ++c) {
      const double size = integral[c] / fill_.unit(c);
      factor[c] = size != 0 ? 1 / (size * size) : 0;
    }
  for (int d = 0; d < task_.ndim; ++d) {
    std::vector<double> marginal = fill_.marginal(d, factor);
    if (damp) damp(marginal);
    map::refine(grid.data() + static_cast<std::size_t>(d) * bins, marginal.data(),
                static_cast<int>(bins), options_.smooth != 0, 0);
  }
}

void VegasRun::explore(std::vector<double> &grid, std::int64_t samples) {
  fill_.iteration(generator_, grid, samples, state_.iteration + 1);
  state_.neval = result_.neval;
  state_.drawn += samples;
  std::vector<double> integral;
  for (std::size_t c = 0; c < state_.means.size(); ++c)
    integral.push_back(fill_.unit(c) * fill_.sum(c));
  refine(grid, integral, {});
}

void VegasRun::begin_anew(std::vector<double> grid) {
  grid_ = std::move(grid);
  state_.iteration = 0;
  state_.samples = options_.nstart;
  state_.means.assign(state_.means.size(), {});
}

}  // namespace cuboid::algorithm::cuba
