#include "map/smooth_fit.hpp"

#include <cmath>
#include <limits>
#include <vector>

#include "map/not_negative.hpp"

namespace cuboid::map {

namespace {

/// Distances of the poles that are tried are powers of 1/4, the first one 4.
constexpr int distances = 8;

/// By which the distances of the best ones are moved then, one after the other, so many times.
constexpr double steps[] = {2, 1.4, 1.2, 1.1};
constexpr int rounds = 3;

/// What a pole costs for each halving of its distance, in the mean square by which an interval is
/// missed: half of the variance of the widths that 2^16 samples find for 64 intervals.  What is
/// below follows the noise, with poles so near that the map is no longer smooth for a lattice.
constexpr double cost_of_halving = 5e-4;

/// The distances of the poles, two on each side.
struct Poles {
  double above[2], below[2];
};

/// Functions that rise from 0 to 1: the poles, two above and two below, t, t^2, 2 t - t^2 and
/// 3 t^2 - 2 t^3.
double value_at(double t, std::size_t term, double distance) {
  switch (term) {
    case 0:
    case 1:
      return t * distance / (1 + distance - t);
    case 2:
    case 3:
      return t * (1 + distance) / (t + distance);
    case 4:
      return t;
    case 5:
      return t * t;
    case 6:
      return t * (2 - t);
    default:
      return t * t * (3 - 2 * t);
  }
}

struct Fit {
  Poles poles{};
  FitWeights weight{};
  double error = std::numeric_limits<double>::infinity();
};

/// About the logarithm of 1 / distance to the base 2, straight between powers of 2; 0 for distances
/// above 1.
double halvings(double distance) {
  int exponent;
  const double mantissa = std::frexp(1 / distance, &exponent);
  return distance < 1 ? exponent - 2 + 2 * mantissa : 0;
}

/// Of the poles that are in use, those above first.
double halvings_of(const Fit &fit) {
  const Poles &poles = fit.poles;
  const double distance[] = {poles.above[0], poles.above[1], poles.below[0], poles.below[1]};
  double sum = 0;
  for (std::size_t i = 0; i < 4; ++i)
    if (fit.weight[i] > 0) sum += halvings(distance[i]);
  return sum;
}

/// Least squares with weights that are not negative, of the deviations from the widths of the
/// intervals in proportion to them.  Of one fit to the next only what depends on a pole that has
/// moved is summed anew.
class Fits {
 public:
  explicit Fits(const std::vector<double> &width) : width_(width), share_(width.size()) {
    for (std::size_t term = poles; term < fit_terms; ++term) set(term, 0);
  }

  Fit with(const Poles &asked) {
    const double distance[] = {asked.above[0], asked.above[1], asked.below[0], asked.below[1]};
    for (std::size_t pole = 0; pole < poles; ++pole)
      if (distance_[pole] != distance[pole]) set(pole, distance_[pole] = distance[pole]);
    Fit found{asked, not_negative_weights(equations_, weight_), 0};
    weight_ = found.weight;
    found.error = static_cast<double>(width_.size()) * (1 + cost_of_halving * halvings_of(found));
    for (std::size_t i = 0; i < fit_terms; ++i) {
      double sum = 0;
      for (std::size_t j = 0; j < fit_terms; ++j) sum += equations_.product[i][j] * found.weight[j];
      found.error += (sum - 2 * equations_.wanted[i]) * found.weight[i];
    }
    return found;
  }

 private:
  static constexpr std::size_t poles = 4;

  void set(std::size_t term, double distance) {
    const auto count = static_cast<double>(width_.size());
    double before = 0, wanted = 0;
    FitWeights product{};
    for (std::size_t k = 0; k < width_.size(); ++k) {
      const double after = value_at(static_cast<double>(k + 1) / count, term, distance);
      FitWeights &share = share_[k];
      share[term] = (after - before) / width_[k];
      before = after;
      wanted += share[term];
      for (std::size_t i = 0; i < fit_terms; ++i) product[i] += share[i] * share[term];
    }
    equations_.wanted[term] = wanted;
    for (std::size_t i = 0; i < fit_terms; ++i)
      equations_.product[i][term] = equations_.product[term][i] = product[i];
  }

  const std::vector<double> &width_;
  std::vector<FitWeights> share_;  ///< of the terms in each interval, in units of its width
  double distance_[poles] = {};    ///< 0: not set yet
  NormalEquations equations_;
  FitWeights weight_{};  ///< of the fit before
};

double distance_of(int power) {
  return std::ldexp(1.0, 2 - 2 * power);
}

/// The best of those with other poles of this number, one on each side.
Fit with_other_poles(Fits &fits, const Fit &before, int number) {
  Fit best = before;
  for (int i = 0; i < distances; ++i)
    for (int j = 0; j < distances; ++j) {
      Poles poles = before.poles;
      poles.above[number] = distance_of(i);
      poles.below[number] = distance_of(j);
      Fit found = fits.with(poles);
      if (found.error < best.error) best = found;
    }
  return best;
}

Fit with_moved_poles(Fits &fits, Fit best) {
  constexpr int moves = 8;
  for (const double step : steps)
    // After a round in vain the others would be the same.
    for (int i = 0, in_vain = 0; i < rounds * moves && in_vain < moves; ++i, ++in_vain) {
      Poles poles = best.poles;
      double *const side = i % 4 < 2 ? poles.above : poles.below;
      side[i % 2] *= i % 8 < 4 ? step : 1 / step;
      const Fit found = fits.with(poles);
      if (found.error < best.error) best = found, in_vain = -1;
    }
  return best;
}

SmoothAxis axis_of(const Fit &fit) {
  double sum = 0;
  for (const double weight : fit.weight) sum += weight;
  const auto share = [&](std::size_t i) { return fit.weight[i] / sum; };
  SmoothAxis axis;
  for (std::size_t i = 0; i < 2; ++i) {
    axis.above[i] = fit.poles.above[i];
    axis.below[i] = fit.poles.below[i];
    axis.upper[i] = share(i);
    axis.lower[i] = share(2 + i);
  }
  axis.linear = share(4) + 2 * share(6);
  axis.square = share(5) - share(6) + 3 * share(7);
  axis.cube = -2 * share(7);
  return axis;
}

}  // namespace

SmoothAxis fit_smooth_map(std::span<const std::uint64_t> edges) {
  std::vector<double> width;
  for (std::size_t k = 0; k + 1 < edges.size(); ++k)
    width.push_back(std::ldexp(static_cast<double>(edges[k + 1] - edges[k]), -32));
  Fits fits(width);
  Fit best = fits.with({{1, 1}, {1, 1}});
  best = with_other_poles(fits, best, 0);
  best = with_other_poles(fits, best, 1);
  return axis_of(with_moved_poles(fits, best));
}

}  // namespace cuboid::map
