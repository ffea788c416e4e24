#include "algorithm/vegas/vegas.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "algorithm/common/convergence.hpp"
#include "algorithm/common/end_of_axis.hpp"
#include "algorithm/common/iterations.hpp"
#include "algorithm/common/lost_peaks.hpp"
#include "algorithm/vegas/climber.hpp"
#include "cuba/vegas/vegas_run.hpp"
#include "map/refine.hpp"
#include "map/vegas_grid.hpp"
#include "statistics/covariances.hpp"

namespace cuboid::algorithm {

namespace {

/// Iterations after which the steps of the native map become shorter, as those of VEGAS+ do: its
/// noise is averaged out, where steps of one length follow it.  Of 400 results on pagani_f6 and
/// genz_gaussian 385 converged without that, with pulls of width 1.00, and 394 with it, 0.95.
constexpr double full_steps = 10;

class Vegas {
 public:
  Vegas(const Task &task, const Options &options, std::vector<double> &grid, Result &result)
      : task_(task),
        options_(options),
        result_(result),
        begins_even_(grid.empty()),
        run_(task, options, {statistics::has_covariances(task.ncomp), true}, grid, result),
        iterations_(nothing_yet()),
        convergence_(task.goal),
        lost_(task.ndim, task.ncomp, [ndim = task.ndim](const double *x, uint32 *to) {
          for (int d = 0; d < ndim; ++d) to[d] = static_cast<uint32>(x[d] * 0x1p32);
        }) {}

  void run();

 private:
  /// Seed 0 draws Sobol points.
  Iterations nothing_yet() const {
    return Iterations(task_.ncomp, Combination::samples, options_.seed == 0);
  }
  void begin();
  void iterate();
  void listen_to_first(cuba::VegasRun &run);
  bool may_lose_peaks() const;
  void look_for_lost_peaks();
  void draw_first_again();
  void begin_anew(const std::vector<std::uint64_t> &edges);
  void record();
  double correlation(const IterationEstimate &one, std::size_t c, std::size_t b) const;
  void judge(bool last);
  bool go_on();

  const Task &task_;
  const Options &options_;
  Result &result_;
  bool begins_even_;  ///< without a map
  cuba::VegasRun run_;
  Iterations iterations_;
  Convergence convergence_;
  LostPeaks lost_;
};

void Vegas::run() {
  begin();
  iterate();
  look_for_lost_peaks();
}

void Vegas::iterate() {
  do {
    // Each iteration is to see what its quasi-random points may keep away from.
    if (options_.seed == 0) run_.scramble(static_cast<std::uint32_t>(run_.iteration()));
    if (run_.drawn() == 0 && may_lose_peaks()) listen_to_first(run_);
    run_.sample();
    run_.listen({});
    run_.estimate();
    record();
    judge(run_.exhausted() || run_.next_samples() <= 0);
    run_.print();
  } while (!result_.converged && go_on());
}

void Vegas::begin() {
  Iterations iterations = nothing_yet();
  std::int64_t due = 0;
  const bool goes_on = run_.begin([&](StateReader &reader, std::int64_t count) {
    iterations.restore(reader);
    due = reader.get_count();
    reader.require(reader.at_end() && iterations.size() == count);
  });
  if (!goes_on) return;
  iterations_ = std::move(iterations);
  convergence_.set_due(due);
}

void Vegas::listen_to_first(cuba::VegasRun &run) {
  listen(run, [this](const engine::SampleBatch &batch) {
    lost_.take(batch);
    return true;
  });
}

/// Whether the map is to be found from samples that are few enough to be looked at, and nothing but
/// iterations was drawn so far.
bool Vegas::may_lose_peaks() const {
  return begins_even_ && options_.nstart <= LostPeaks::max_samples &&
         run_.drawn() == iterations_.estimates().samples_from(0);
}

/// Begins anew with a map that has a place for what the first samples met and the map has lost.
void Vegas::look_for_lost_peaks() {
  if (!result_.converged || !may_lose_peaks()) return;
  if (lost_.is_empty()) draw_first_again();
  VegasClimber climber(run_, task_.ndim);
  const std::vector<std::uint64_t> edges =
      lost_.look({map::edges_of(run_.grid(), task_.ndim), map::host_vegas_intervals},
                 task_.goal.maxeval, climber, result_);
  if (edges.empty()) return;
  begin_anew(edges);
  iterate();
}

/// For a run that goes on.  One that was not interrupted drew them once.
void Vegas::draw_first_again() {
  std::vector<double> even;
  Result first(task_.ncomp);
  cuba::VegasRun run(task_, options_, {}, even, first);
  if (options_.seed == 0) run.scramble(0);
  listen_to_first(run);
  run.sample();
  if (!task_.state->is_file()) result_.neval += first.neval;
}

void Vegas::begin_anew(const std::vector<std::uint64_t> &edges) {
  iterations_ = nothing_yet();
  convergence_ = Convergence(task_.goal);
  result_.converged = result_.trusted = false;
  run_.begin_anew(map::grid_of(edges, task_.ndim));
}

/// Keeps what the iteration says.
void Vegas::record() {
  const std::size_t ncomp = result_.integral.size();
  const auto samples = static_cast<double>(run_.samples());
  IterationEstimate one;
  one.samples = run_.samples();
  const bool correlated = statistics::has_covariances(task_.ncomp);
  one.correlation.assign(correlated ? ncomp * (ncomp + 1) / 2 : 0, 0.0);
  for (std::size_t c = 0; c < ncomp; ++c) {
    const double sum = run_.sums().sum(c);
    const double root = std::sqrt(run_.sums().square(c) * samples);
    const double variance = samples > 1 ? std::max((root + sum) * (root - sum), 0.0) / (samples - 1)
                                        : std::numeric_limits<double>::infinity();
    one.integral.push_back(run_.sums().unit(c) * sum);
    one.error.push_back(run_.sums().unit(c) * std::sqrt(variance));
    one.dominance.push_back(variance > 0 ? run_.sums().greatest_deviation(c) / variance : 0);
    if (!correlated) continue;
    for (std::size_t b = 0; b < c; ++b)
      one.correlation[c * (c + 1) / 2 + b] = correlation(one, c, b);
    one.correlation[(c + 1) * (c + 2) / 2 - 1] = 1;
  }
  iterations_.add(std::move(one));
}

/// Of the sums of components c > b; 0 where it is not found.
double Vegas::correlation(const IterationEstimate &one, std::size_t c, std::size_t b) const {
  const double errors = (one.error[c] / run_.sums().unit(c)) * (one.error[b] / run_.sums().unit(b));
  if (!run_.sums().has_products() || !(errors > 0) || !std::isfinite(errors)) return 0;
  const auto samples = static_cast<double>(run_.samples());
  const double covariance =
      (run_.sums().product(c, b) * samples - run_.sums().sum(c) * run_.sums().sum(b)) /
      (samples - 1);
  const double correlation = covariance / errors;
  return std::isfinite(correlation) ? std::clamp(correlation, -1.0, 1.0) : 0;
}

/// last: there will be no further iteration.
void Vegas::judge(bool last) {
  const std::vector<double> integral = result_.integral;
  const std::vector<double> error = result_.error;
  const ConvergenceState convergence = iterations_.combine(result_);
  distrust_end_of_axis(result_, run_.widths_at_ends());
  result_.nearest = nearest_to_ends(run_.widths_at_ends(), simd::vegas_bins, convergence.samples);
  if (!run_.sums().has_products() || task_.last_only) result_.covariance.clear();
  if (task_.last_only) {
    result_.integral = integral;
    result_.error = error;
  }
  convergence_.decide(result_, convergence, last);
  if (last) remark_on_effort(result_, task_.goal);
}

/// The map does not follow the noise, as Cuba's does.
bool Vegas::go_on() {
  const double samples_of_bin =
      static_cast<double>(run_.samples()) / static_cast<double>(simd::vegas_bins);
  const double step = std::min(full_steps / static_cast<double>(run_.iteration() + 1), 1.0);
  return run_.go_on(
      [&](std::vector<double> &marginal) { map::reduce_noise(marginal, samples_of_bin, step); },
      [&](StateWriter &writer) {
        iterations_.save(writer);
        writer.put(convergence_.due());
      });
}

}  // namespace

void vegas(const Task &task, const Options &options, std::vector<double> &grid, Result &result) {
  Vegas(task, options, grid, result).run();
}

}  // namespace cuboid::algorithm
