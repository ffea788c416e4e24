#include "algorithm/vegas_plus/estimate.hpp"

#include <cmath>
#include <utility>

#include "run/accuracy.hpp"

namespace cuboid::algorithm {

namespace {

/// The random numbers of a point have 32 bits: by so much it is off, as a share of the axis.
constexpr double unit_of_points = 0x1p-32;

/// All points lie half a unit too high within their intervals (map::map_point), and samples do not
/// average that out.  For intervals of a sixteenth of the axis or less, values that change by twice
/// the greatest one, and sixteen iterations that all have it: 2^-33 / 16 times 2 times 4.
constexpr double shift_of_points = 0x1p-34;

/// What that adds to the error of an iteration, if values change by as much as they are large over
/// an axis.  In a linear function nothing else is left: mirror images cancel all but that.
double resolution(const engine::SamplesResult &found, std::size_t component) {
  const double greatest = found.greatest[component];
  if (!std::isfinite(greatest)) return 0;
  const double scatter = unit_of_points / std::sqrt(static_cast<double>(found.samples));
  return std::hypot(scatter, shift_of_points) * greatest;
}

}  // namespace

VegasPlusEstimate::VegasPlusEstimate(const VegasPlusTask &task,
                                     const engine::SamplesProblem &problem, VegasPlusResult &result)
    : task_(task),
      problem_(problem),
      result_(result),
      iterations_(problem.ncomp, task.combination, problem.quasi),
      convergence_(task.goal) {}

void VegasPlusEstimate::begin_anew() {
  iterations_ = Iterations(problem_.ncomp, task_.combination, problem_.quasi);
  convergence_ = Convergence(task_.goal);
  result_.converged = result_.trusted = false;
}

void VegasPlusEstimate::count(const engine::SamplesResult &found) {
  result_.neval += found.samples + found.lost;
  result_.nonfinite += found.nonfinite;
}

void VegasPlusEstimate::add(engine::SamplesResult &&found, bool ended) {
  for (std::size_t c = 0; c < found.error.size(); ++c)
    found.error[c] = std::hypot(found.error[c], resolution(found, c));
  iterations_.add({std::move(found.integral), std::move(found.error), std::move(found.correlation),
                   std::move(found.dominance), found.samples});
  update(ended);
}

void VegasPlusEstimate::update(bool ended) {
  const bool decides = decides_after(iterations_.size());
  const bool misses =
      decides && !ended && end_alone_counts_ && iterations_.certain_to_miss(task_.goal);
  if (misses) convergence_.miss(result_);
  put_off_ = misses || (!decides && !ended && !listened_to_);
  if (put_off_) return;
  const ConvergenceState convergence = combine();
  // What others want to know, and where maxeval ends a part of the run, is not to count later.
  Convergence passing = convergence_;
  (decides ? convergence_ : passing).decide(result_, convergence, ended);
  if (!decides && !ended) result_.converged = false;
  if (ended) remark_on_effort(result_, task_.goal);
}

void VegasPlusEstimate::close() {
  if (put_off_) combine();
}

ConvergenceState VegasPlusEstimate::combine() {
  const ConvergenceState convergence = iterations_.combine(result_);
  for (std::size_t c = 0; c < result_.integral.size(); ++c)
    require_in_range(std::isfinite(result_.integral[c]) && !std::isnan(result_.error[c]), c);
  return convergence;
}

std::string VegasPlusEstimate::nonfinite_sentence(const engine::SamplesResult &found) const {
  const std::string share = std::to_string(found.nonfinite) + " of " +
                            std::to_string(found.samples) + " samples of an iteration";
  if (result_.first_nonfinite.empty()) return "the integrand is NaN or infinite at " + share;
  return "the integrand is not finite: " + result_.first_nonfinite + ", the first of " + share;
}

}  // namespace cuboid::algorithm
