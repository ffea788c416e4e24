#include "choice/prior.hpp"

#include <algorithm>
#include <cmath>

#include "algorithm/lattice/lattice.hpp"
#include "elementary/functions.hpp"
#include "router/methods/vegas_plus.hpp"

namespace cuboid::router {

namespace {

// What the constants are worth: tests/bench/results/auto_constants.txt.

/// On a device a method begins with so many evaluations, a few milliseconds at most, and begins
/// anew with what is best for more.  With 2^21 to 2^25, by what its launches cost, auto converged
/// on 40 of 44 integrals instead of 44 at 1e-3, and on 30 instead of 36 at 1e-6.  VEGAS+
/// ends as soon as it is there: where 2^24 are just not enough it has twice as many.  PAGANI is
/// asked before the iteration that may go beyond, and with 2^24 that was an iteration later for two
/// of the 64 integrals of choosing.txt: the value was chosen on these.
constexpr std::int64_t opening_on_device(Method method) {
  if (method == Method::cuhre) return 16'000'000;
  return std::int64_t{1} << (method == Method::vegas_plus ? 25 : 24);
}

/// Evaluations without which lattices hardly ever end at 1e-3, and most of those that ever do need
/// no more; at 1e-6 twice to four times as many.  Half or twice as much: 89.1 to 92.0 % within
/// twice the best time instead of 91.7 (auto_constants.txt).
constexpr double lattice_needed = 7e4;
/// Samples of an iteration of the map at 1e-3.
constexpr double lattice_map = 8000;
/// The power with which their error may come to fall.
constexpr double lattice_hope = 3;

/// The deviation of a sample over the mean, of an integrand that hardly varies behind map and
/// hypercubes.
constexpr double vegas_plus_deviation = 0.1;
/// The most samples of an iteration where the opening has met something narrow: what few samples
/// have met once may be one peak of two (tests/bench/results/two_peaks.txt).
constexpr std::int64_t vegas_plus_max_anew = 20'000;
/// The deviation of a sample over the mean, once its map is good, of integrands that are hard for
/// it: 0.4 to 1 in the reference, where the first look at a narrow peak in 5 to 8 dimensions lets
/// expect 10 to 100 times the evaluations.  Without it the plan was a lattice that did not get
/// there.
constexpr double vegas_plus_hard_deviation = 0.7;
/// By how many times its error is to be smaller than the one asked for, where it is compared with
/// methods whose errors are hardly ever exceeded.
constexpr double vegas_plus_certainty = 1.15;

/// Over ndim, the power with which the error of cubature may come to fall: twice that of a smooth
/// integrand.
constexpr double cuhre_hope = 16;

/// Nanoseconds of an integrand on the host: 11 of the reference ones, and more of most others. That
/// of the integrand at hand is not measured, since the same call has to give the same bits.
constexpr double usual_integrand = 20;

}  // namespace

Prior with_costs(Prior prior, int ndim, bool on_device) {
  const MethodTraits &traits = traits_of(prior.method);
  const MethodCost &cost = on_device ? traits.cost_on_device : traits.cost;
  prior.evaluation_cost =
      cost.evaluation + cost.evaluation_axis * ndim + (on_device ? 0 : usual_integrand);
  prior.beginning_cost = cost.beginning + cost.beginning_axis * ndim;
  return prior;
}

/// Until it shows that its error falls faster, no more is expected of it than of samples.
Prior cuhre_prior(int ndim, std::int64_t points, std::int64_t most) {
  constexpr std::int64_t min_opening = 2048;
  Prior prior{Method::cuhre};
  prior.opening = std::min(std::max(4 * points, min_opening), most);
  prior.hoped_power = cuhre_hope / ndim;
  prior.power_rises = true;
  return prior;
}

Prior lattice_prior(double tolerance, std::int64_t maxeval) {
  Prior prior{Method::lattice};
  const double longer = elementary::pow(std::max(1e-3 / tolerance, 1.0), 1.0 / 6);
  prior.map = std::min(static_cast<std::int64_t>(lattice_map * longer * longer),
                       maxeval / algorithm::map_share);
  prior.needed = prior.least =
      lattice_needed * longer + static_cast<double>(algorithm::map_iterations * prior.map);
  prior.opening = static_cast<std::int64_t>(prior.needed);
  prior.power = 1;
  prior.hoped_power = lattice_hope;
  return prior;
}

Prior vegas_plus_prior(double tolerance, const Options &options) {
  Prior prior{Method::vegas_plus};
  prior.needed = prior.least =
      std::max(vegas_plus_deviation * vegas_plus_deviation / (tolerance * tolerance),
               static_cast<double>(opening_of_samples));
  prior.opening = opening_of_samples;
  prior.certainty = vegas_plus_certainty;
  prior.max_early = vegas_plus_hard_deviation * vegas_plus_hard_deviation / (tolerance * tolerance);
  if (!options.names_samples)
    prior.samples_anew = std::min(options.maxeval / iterations_in_maxeval, vegas_plus_max_anew);
  return prior;
}

Prior vegas_prior() {
  return {Method::vegas};
}

/// Of the reference integrals at 1e-3 in two and three dimensions on which it was right, half took
/// 4e4 evaluations, and in five dimensions 5e5; at 1e-5 40 times as many.  The prior is some twenty
/// times that, since all that it has done is lost where it misses; half or twice as much changed
/// nothing.
Prior divonne_prior(double tolerance, int ndim) {
  const double ratio = 1e-3 / tolerance;
  Prior prior{Method::divonne};
  prior.needed = std::ldexp(1e6, std::max(ndim - 3, 0)) * ratio * std::sqrt(ratio);
  prior.opening = opening_of_samples;
  return prior;
}

/// Where it does not converge with so many, it hardly does with more.
Prior line_prior(std::int64_t maxeval, std::int64_t mineval) {
  constexpr std::int64_t enough = 20'000;
  Prior prior{Method::line};
  prior.opening = std::min(maxeval, std::max({maxeval / 2, mineval, enough}));
  prior.on_host = true;
  return prior;
}

Prior prior_on_device(Prior prior, std::int64_t most) {
  if (prior.opening > 0) prior.opening = std::min(opening_on_device(prior.method), most);
  // With a smaller maxeval its first regions would take more than a look may.
  prior.asks = prior.method == Method::cuhre && prior.opening < most;
  prior.map = 0;
  prior.samples_anew = 0;
  prior.max_early = std::numeric_limits<double>::infinity();
  prior.power_rises = false;  // not measured there
  return prior;
}

}  // namespace cuboid::router
