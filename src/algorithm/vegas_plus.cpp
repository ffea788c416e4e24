#include "algorithm/vegas_plus.hpp"

#include <algorithm>
#include <cmath>

#include "algorithm/vegas_plus_iterations.hpp"
#include "base/failure.hpp"

namespace cuboid::algorithm {

namespace {

/// Samples that show the size of the integrand before the first iteration; they are no part of the
/// result.
constexpr std::int64_t pilot_samples = 4096;

/// Iterations that the result must rest on before it can be called converged: fewer say nothing of
/// each other.
constexpr std::int64_t least_iterations = 3;

/// Iterations submitted ahead of the one whose result is awaited.
constexpr std::size_t most_ahead = 16;

/// Most hypercubes whose numbers of samples differ.
constexpr std::int64_t most_adaptive_cubes = std::int64_t{1} << 25;

std::string remark(const VegasPlusResult &result) {
  std::string text;
  if (result.missed > 0)
    text = "the first " + std::to_string(result.missed) + " of " +
           std::to_string(result.niterations) +
           " iterations contradict the later ones and are left out; ";
  if (result.left_out > result.missed)
    text += std::to_string(result.left_out - result.missed) +
            " iterations are left out because the map was not yet good; ";
  if (!result.trusted && result.dof >= 1)
    text +=
        "the iterations contradict each other or hang on single samples, so that the error "
        "estimate is not to be believed; ";
  if (!text.empty()) text.resize(text.size() - 2);
  return text;
}

bool accurate(const VegasPlusResult &result, const VegasPlusOptions &options) {
  for (std::size_t c = 0; c < result.integral.size(); ++c)
    if (!reached(result.integral[c], result.error[c], options.epsrel, options.epsabs)) return false;
  return true;
}

/// The run of one integration.
class Run {
 public:
  Run(engine::SamplesEngine &engine, const VegasPlusOptions &options, VegasPlusResult &result)
      : engine_(engine),
        options_(options),
        result_(result),
        iterations_(engine.problem().ncomp, options.combination) {}

  void operator()() {
    look_at_scale();
    set_grid();
    while (true) {
      while (in_flight_ < most_ahead && (in_flight_ == 0 || certain_to_be_needed())) submit();
      collect();
      if (finished()) break;
    }
    while (in_flight_ > 0) collect();
    result_.edges = engine_.edges();
    result_.edges_intervals = nintervals_;
  }

 private:
  void look_at_scale() {
    engine::SamplesGrid grid;
    engine_.set_grid(grid, false);
    engine::SamplesIteration pilot;
    pilot.number = 0;
    pilot.samples = std::clamp<std::int64_t>(options_.samples / 10, 16, pilot_samples);
    engine_.submit(pilot);
    note(engine_.collect());
  }

  void set_grid() {
    const bool adaptive = options_.beta > 0;
    engine::SamplesGrid grid = choose_grid(engine_.problem().ndim, options_.samples, adaptive,
                                           options_.nintervals, engine_.most_intervals());
    if (!options_.edges.empty()) {
      // The strata must fit into the intervals of the map that is given.
      while (options_.edges_intervals % grid.nstrat != 0 ||
             options_.edges_intervals < 2 * grid.nstrat)
        --grid.nstrat;
      grid.nintervals = options_.edges_intervals;
      grid.edges = options_.edges;
    }
    nintervals_ = grid.nintervals;
    adaptive_ = adaptive && grid.nstrat > 1;
    engine_.set_grid(grid, adaptive_);
  }

  std::int64_t samples_of(std::int64_t iteration) const {
    return options_.samples + iteration * options_.increase;
  }

  void submit() {
    engine::SamplesIteration iteration;
    iteration.number = static_cast<std::int32_t>(submitted_ + 1);
    iteration.samples = samples_of(submitted_);
    iteration.beta = adaptive_ ? options_.beta : 0;
    iteration.one_map = options_.one_map;
    const bool adapts = options_.adapting < 0 || submitted_ < options_.adapting;
    iteration.alpha = adapts ? options_.alpha : 0;
    engine_.submit(iteration);
    planned_ += iteration.samples;
    ++submitted_;
    ++in_flight_;
  }

  /// Whether whatever the iterations under way may bring, there will be a further one.
  bool certain_to_be_needed() const {
    if (result_.neval + planned_ >= options_.maxeval) return false;
    return submitted_ < least_iterations || result_.neval + planned_ < options_.mineval ||
           (options_.epsrel <= 0 && options_.epsabs <= 0);
  }

  void collect() {
    engine::SamplesResult iteration = engine_.collect();
    --in_flight_;
    planned_ -= samples_of(submitted_ - 1 - static_cast<std::int64_t>(in_flight_));
    note(iteration);
    iterations_.add(std::move(iteration));
    iterations_.combine(result_);
    result_.remark = remark(result_);
  }

  void note(const engine::SamplesResult &iteration) {
    result_.neval += iteration.samples;
    if (iteration.nonfinite > 0 && options_.stop_at_nonfinite)
      throw Failure(CUBOID_NONFINITE,
                    "the integrand was NaN or infinite at " + std::to_string(iteration.nonfinite) +
                        " of " + std::to_string(iteration.samples) + " samples of an iteration");
  }

  bool finished() {
    result_.converged = result_.neval >= options_.mineval && result_.trusted &&
                        result_.niterations - result_.left_out >= least_iterations &&
                        accurate(result_, options_);
    return result_.converged || (result_.neval >= options_.maxeval && in_flight_ == 0);
  }

  engine::SamplesEngine &engine_;
  const VegasPlusOptions &options_;
  VegasPlusResult &result_;
  VegasPlusIterations iterations_;
  std::int64_t nintervals_ = 0;
  bool adaptive_ = false;
  std::int64_t submitted_ = 0;
  std::size_t in_flight_ = 0;
  std::int64_t planned_ = 0;  ///< samples of the iterations under way
};

}  // namespace

VegasPlusOptions m_cubes_options() {
  VegasPlusOptions options;
  options.alpha = 1.5;
  options.beta = 0;
  options.adapting = 10;
  return options;
}

engine::SamplesGrid choose_grid(int ndim, std::int64_t samples, bool adaptive,
                                std::int64_t nintervals, std::int64_t most_intervals) {
  // Four samples a hypercube to begin with leave some to move; m-Cubes has no use for more than
  // two.
  const double cubes = std::min(static_cast<double>(samples) / (adaptive ? 4 : 2),
                                adaptive ? static_cast<double>(most_adaptive_cubes) : 1e9);
  const std::int64_t limit = std::max<std::int64_t>(std::min(nintervals, most_intervals), 2);
  auto nstrat = static_cast<std::int64_t>(std::pow(std::max(cubes, 1.0), 1.0 / ndim) + 1e-9);
  nstrat = std::clamp<std::int64_t>(nstrat, 1, limit / 2);
  engine::SamplesGrid grid;
  grid.nstrat = nstrat;
  grid.nintervals = limit / nstrat * nstrat;
  return grid;
}

void vegas_plus(engine::SamplesEngine &engine, const VegasPlusOptions &options,
                VegasPlusResult &result) {
  Run(engine, options, result)();
}

}  // namespace cuboid::algorithm
