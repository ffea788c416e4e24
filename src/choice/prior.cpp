#include "choice/prior.hpp"

#include <algorithm>
#include <cmath>

#include "elementary/functions.hpp"

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

/// What lattices begin with: evaluations without which they hardly ever end, how many times these,
/// and samples of an iteration of the map in the opening and after that.  Half or twice as
/// much: 89.1 to 92.0 % within twice the best time instead of 91.7 (auto_constants.txt).
constexpr double lattice_needed = 7e4;
constexpr double lattice_opening = 2;
constexpr std::int64_t lattice_opening_map = 2000;
constexpr std::int64_t lattice_map = 16000;
/// Samples of an iteration of the map that are enough for any lattice.
constexpr std::int64_t max_lattice_map = 1 << 16;
/// Powers with which the error of lattices is expected to fall until it shows, at least and at
/// most.
constexpr double lattice_early_power = 1.5;
constexpr double lattice_least_power = 0.5;
constexpr double lattice_most_power = 3;
/// Lattices whose errors tell as which power they fall.
constexpr std::size_t lattice_enough_marks = 2;
/// The share of maxeval that such an iteration may take, as where lattices are asked for by name.
constexpr std::int64_t map_share = 64;

/// The deviation of a sample over the mean, of an integrand that hardly varies behind map and
/// hypercubes.
constexpr double vegas_plus_deviation = 0.1;
/// Nothing is told before the third iteration.  With a fourth one (7000) Cuba's tenth demonstration
/// integrand takes 1.6 times the time of Cuhre (auto_constants.txt).
constexpr std::int64_t vegas_plus_opening = 4500;
/// Powers with which the error of VEGAS+ is expected to fall after the first look, at least and at
/// most; from the second look on its iterations tell it.  With an early power of 1 VEGAS+ is taken
/// more often: calls at 1e-3 take 6 to 7 % less time, but 6 of 978 fresh and 14 of 792 held-out
/// integrals fewer are right (auto_constants.txt).
constexpr double vegas_plus_early_power = 0.8;
constexpr double vegas_plus_least_power = 0.5;
constexpr double vegas_plus_most_power = 1;
/// The power with which it may come to fall where the map is found late.
constexpr double vegas_plus_hoped_power = 1.5;
/// The deviation of a sample over the mean, once its map is good, of integrands that are hard for
/// it: 0.4 to 1 in the reference, where the first look at a narrow peak in 5 to 8 dimensions lets
/// expect 10 to 100 times the evaluations.  Without it the plan was a lattice that did not get
/// there.
constexpr double vegas_plus_hard_deviation = 0.7;
/// The part of maxeval that an iteration has where the opening has met something narrow, and the
/// most: what few samples have met once may be one peak of two (tests/bench/results/two_peaks.txt).
constexpr std::int64_t vegas_plus_share_anew = 50;
constexpr std::int64_t vegas_plus_most_anew = 20'000;
/// What confirms it, with iterations that are short.
constexpr double vegas_plus_confirmation = 1.2;
/// By how many times its error is to be smaller than the one asked for, where it is compared with
/// methods whose errors are hardly ever exceeded.
constexpr double vegas_plus_certainty = 1.15;

/// Over ndim, the power with which the error of cubature is expected to fall until it shows, and
/// what it is at least then; below it at jumps.
constexpr double cuhre_early_power = 4;
constexpr double cuhre_least_power = 1;
constexpr double cuhre_most_power = 8;
/// Over ndim, the power with which cubature's error may come to fall: twice that of a smooth
/// integrand.
constexpr double cuhre_hope = 16;

/// Nanoseconds of a reference integrand on the host, about.  That of the integrand at hand is not
/// measured, since the same call has to give the same bits.
constexpr double usual_integrand = 6;

}  // namespace

Prior with_costs(Prior prior, int ndim, bool on_device) {
  const MethodTraits &traits = traits_of(prior.method);
  const MethodCost &cost = on_device ? traits.cost_on_device : traits.cost;
  prior.evaluation_cost =
      cost.evaluation + cost.evaluation_axis * ndim + (on_device ? 0 : usual_integrand);
  prior.beginning_cost = cost.beginning + cost.beginning_axis * ndim;
  return prior;
}

/// Its error falls with the power (degree + 1) / ndim where the integrand is smooth, of which half
/// is expected until it shows; at jumps with 1 / ndim.
Prior cuhre_prior(int ndim, std::int64_t points, std::int64_t most) {
  constexpr std::int64_t min_opening = 2048;
  Prior prior{Method::cuhre,
              0,
              0,
              std::min(std::max(4 * points, min_opening), most),
              std::max(cuhre_early_power / ndim, 0.5),
              cuhre_least_power / ndim,
              cuhre_most_power,
              cuhre_hope / ndim};
  prior.power_rises = true;
  return prior;
}

/// Its prior: below 64000 evaluations hardly any success is called one at 1e-3, and most of those
/// that ever are need no more; at 1e-6 twice to four times as many.
Prior lattice_prior(double tolerance, std::int64_t maxeval) {
  const double needed = lattice_needed * elementary::pow(std::max(1e-3 / tolerance, 1.0), 1.0 / 6);
  Prior prior{Method::lattice,
              needed,
              needed,
              0,
              lattice_early_power,
              lattice_least_power,
              lattice_most_power,
              lattice_most_power};
  prior.enough_marks = lattice_enough_marks;
  prior.min_map = std::min(lattice_map, maxeval / map_share);
  prior.max_map = std::min(max_lattice_map, maxeval / map_share);
  prior.opening_map = std::min(lattice_opening_map, prior.min_map);
  prior.opening =
      static_cast<std::int64_t>(lattice_opening * needed) + map_iterations * prior.opening_map;
  return prior;
}

Prior vegas_plus_prior(double tolerance, const Options &options) {
  const double needed =
      std::max(vegas_plus_deviation * vegas_plus_deviation / (tolerance * tolerance), 4600.0);
  Prior prior{Method::vegas_plus,
              needed,
              needed,
              vegas_plus_opening,
              vegas_plus_early_power,
              vegas_plus_least_power,
              vegas_plus_most_power,
              vegas_plus_hoped_power};
  prior.certainty = vegas_plus_certainty;
  prior.confirmation = vegas_plus_confirmation;
  if (!options.names_samples)
    prior.samples_anew = std::min(options.maxeval / vegas_plus_share_anew, vegas_plus_most_anew);
  prior.max_early = vegas_plus_hard_deviation * vegas_plus_hard_deviation / (tolerance * tolerance);
  return prior;
}

Prior vegas_prior() {
  return {Method::vegas, 0, 0, 0, 0.5, 0.5, 1, 1};
}

/// Of the reference integrals at 1e-3 in two and three dimensions on which it was right, half took
/// 4e4 evaluations, and in five dimensions 5e5; at 1e-5 40 times as many.  The prior is some twenty
/// times that, since all that it has done is lost where it misses; half or twice as much changed
/// nothing.
Prior divonne_prior(double tolerance, int ndim) {
  constexpr std::int64_t divonne_opening = 4000;
  const double ratio = 1e-3 / tolerance;
  const double needed = std::ldexp(1e6, std::max(ndim - 3, 0)) * ratio * std::sqrt(ratio);
  return {Method::divonne, needed, 0, divonne_opening, 1, 0.5, 2, 2};
}

Prior pagani_prior() {
  return {Method::pagani, 0, 0, 0, 0.5, 0.5, 8, 8};
}

/// Where it does not converge with so many, it hardly does with more.
Prior line_prior(std::int64_t maxeval, std::int64_t mineval) {
  constexpr std::int64_t enough = 20'000;
  const std::int64_t opening = std::min(maxeval, std::max({maxeval / 2, mineval, enough}));
  Prior prior{Method::line, 0, 0, opening, 0.5, 0.5, 8, 8};
  prior.on_host = true;
  return prior;
}

Prior prior_on_device(Prior prior, std::int64_t most) {
  if (prior.opening > 0) prior.opening = std::min(opening_on_device(prior.method), most);
  // With a smaller maxeval its first regions would take more than a look may.
  prior.asks = prior.method == Method::cuhre && prior.opening < most;
  prior.min_map = 0;
  prior.samples_anew = 0;
  prior.power_rises = false;  // not measured there
  prior.max_early = std::numeric_limits<double>::infinity();
  return prior;
}

}  // namespace cuboid::router
