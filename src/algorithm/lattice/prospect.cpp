#include "algorithm/lattice/prospect.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "algorithm/lattice/choice.hpp"
#include "elementary/functions.hpp"

namespace cuboid::algorithm {

namespace {

/// By how many times the errors of VEGAS+ are less than those of as many samples that only follow
/// the map: its hypercubes, and iterations that make the map better.  Measured on jumps and kinks
/// across the axes in 5 to 12 dimensions, 2^20 evaluations: 1.3 to 2.5.
constexpr double gain_of_vegas_plus = 2;

/// As which powers of the evaluations errors of lattices are taken to fall: no slower than those of
/// random points, and no faster than a trial is ever given credit for.
constexpr double slowest = 0.5;
constexpr double fastest = 4;

/// Relative error from which on a spread that is not to be believed matters.
constexpr double coarse = 1e-2;

/// Whether the lattices have not even found a first digit or two that can be believed: one shift
/// differs from the others, or the errors fall slower than those of random points.  Then few points
/// carry the sums, and what a random sample varies by is known no better.
bool gropes(const LatticeProspect &prospect) {
  if (!prospect.estimate.skewed && prospect.rate >= supporting_rate) return false;
  for (std::size_t c = 0; c < prospect.estimate.error.size(); ++c)
    if (prospect.estimate.error[c] <= coarse * std::fabs(prospect.estimate.integral[c]))
      return false;
  return true;
}

}  // namespace

double needed_by_vegas_plus(const LatticeProspect &prospect, const Goal &goal) {
  double most = 0;
  for (std::size_t c = 0; c < prospect.deviation.size(); ++c) {
    const double value = std::fabs(prospect.estimate.integral[c]);
    const double wanted = std::max(goal.epsrel * value, goal.epsabs);
    const double root = prospect.deviation[c] / gain_of_vegas_plus / wanted;
    most = std::max(most, wanted > 0 ? root * root : std::numeric_limits<double>::infinity());
  }
  return most;
}

bool vegas_plus_does_better(const LatticeProspect &prospect, const Goal &goal) {
  if (prospect.deviation.empty()) return false;
  if (gropes(prospect)) return true;
  const auto ncomp = static_cast<double>(prospect.deviation.size());
  const double evaluations = std::min(prospect.remaining, needed_by_vegas_plus(prospect, goal));
  const double times = std::max(evaluations / prospect.evaluations, 1.0);
  const double rate = std::clamp(prospect.rate, slowest, fastest);
  const double lattice = variation(prospect.estimate) - ncomp * rate * elementary::log(times);
  double random = 0;
  for (const double deviation : prospect.deviation) {
    if (!(deviation > 0 && std::isfinite(deviation))) return false;
    random += elementary::log(deviation / gain_of_vegas_plus / std::sqrt(evaluations));
  }
  return random < lattice;
}

}  // namespace cuboid::algorithm
