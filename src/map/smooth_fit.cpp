#include "map/smooth_fit.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>
#include <vector>

#include "map/not_negative.hpp"

namespace cuboid::map {

namespace {

/// Distances of the poles that are tried.
constexpr double tried[] = {4, 1, 0x1p-2, 0x1p-4, 0x1p-6, 0x1p-8, 0x1p-10, 0x1p-12};
constexpr std::size_t distances = std::size(tried);

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

/// The parts that terms have in each interval, in units of its width, and the sums over these of
/// their products and of the parts themselves.
template <std::size_t count>
struct Terms {
  using Row = std::array<double, count>;

  std::vector<Row> part;
  std::array<Row, count> product{};
  Row wanted{};

  /// Sums up a term whose parts are there.
  void sum(std::size_t term) {
    Row products{};
    double parts = 0;
    for (const Row &row : part) {
      parts += row[term];
      for (std::size_t i = 0; i < count; ++i) products[i] += row[i] * row[term];
    }
    wanted[term] = parts;
    for (std::size_t i = 0; i < count; ++i) product[i][term] = product[term][i] = products[i];
  }
};

/// Least squares with weights that are not negative, of the deviations from the widths of the
/// intervals in proportion to them.  What is known of the distances that are tried first is looked
/// up; else, of one fit to the next, only what depends on a pole that has moved is summed anew.
class Fits {
 public:
  explicit Fits(const std::vector<double> &width) : width_(width) {
    known_.part.resize(width.size());
    now_.part.resize(width.size());
    for (std::size_t side = 0; side < 2; ++side)
      for (std::size_t i = 0; i < distances; ++i)
        set(known_, place_of(2 * side, i), 2 * side, tried[i]);
    for (std::size_t term = poles; term < fit_terms; ++term) {
      set(known_, place_of(term, 0), term, 0);
      look_up(term, place_of(term, 0));
    }
  }

  Fit with(const Poles &asked) {
    const double distance[] = {asked.above[0], asked.above[1], asked.below[0], asked.below[1]};
    for (std::size_t pole = 0; pole < poles; ++pole)
      if (distance_[pole] != distance[pole]) move(pole, distance_[pole] = distance[pole]);
    Fit found{asked, not_negative_weights({now_.product, now_.wanted}, weight_), 0};
    weight_ = found.weight;
    found.error = static_cast<double>(width_.size()) * (1 + cost_of_halving * halvings_of(found));
    for (std::size_t i = 0; i < fit_terms; ++i) {
      double sum = 0;
      for (std::size_t j = 0; j < fit_terms; ++j) sum += now_.product[i][j] * found.weight[j];
      found.error += (sum - 2 * now_.wanted[i]) * found.weight[i];
    }
    return found;
  }

 private:
  static constexpr std::size_t poles = 4;
  static constexpr std::size_t known_terms = 2 * distances + fit_terms - poles;
  static constexpr std::size_t not_known = known_terms;

  /// Among those that are known.
  static std::size_t place_of(std::size_t term, std::size_t distance) {
    return term < poles ? term / 2 * distances + distance : 2 * distances + term - poles;
  }

  template <class AnyTerms>
  void set(AnyTerms &terms, std::size_t place, std::size_t term, double distance) {
    const auto count = static_cast<double>(width_.size());
    double before = 0;
    for (std::size_t k = 0; k < width_.size(); ++k) {
      const double after = value_at(static_cast<double>(k + 1) / count, term, distance);
      terms.part[k][place] = (after - before) / width_[k];
      before = after;
    }
    terms.sum(place);
  }

  void move(std::size_t pole, double distance) {
    const auto number =
        static_cast<std::size_t>(std::ranges::find(tried, distance) - std::begin(tried));
    if (number < distances) return look_up(pole, place_of(pole, number));
    place_[pole] = not_known;
    set(now_, pole, pole, distance);
  }

  void look_up(std::size_t term, std::size_t place) {
    place_[term] = place;
    for (std::size_t k = 0; k < width_.size(); ++k) now_.part[k][term] = known_.part[k][place];
    if (std::ranges::find(place_, not_known) != place_.end()) return now_.sum(term);
    now_.wanted[term] = known_.wanted[place];
    for (std::size_t i = 0; i < fit_terms; ++i)
      now_.product[i][term] = now_.product[term][i] = known_.product[place_[i]][place];
  }

  const std::vector<double> &width_;
  Terms<known_terms> known_;
  Terms<fit_terms> now_;
  std::array<std::size_t, fit_terms> place_{};  ///< of these among the known ones
  double distance_[poles] = {};                 ///< 0: not set yet
  FitWeights weight_{};                         ///< of the fit before
};

/// The best of those with other poles of this number, one on each side.
Fit with_other_poles(Fits &fits, const Fit &before, int number) {
  Fit best = before;
  for (const double above : tried)
    for (const double below : tried) {
      Poles poles = before.poles;
      poles.above[number] = above;
      poles.below[number] = below;
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
