#include "algorithm/common/iterations_left_out.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "algorithm/common/heavy_tail.hpp"

namespace cuboid::algorithm {

namespace {

/// An iteration whose samples vary less than the later ones by this factor, in variance, has not
/// met what those have: a map gets better, and not worse.  Then a smaller difference is enough.  A
/// single great value makes none: it is one standard deviation, whatever its size.  Of 60 seeds on
/// a 16-D Gaussian of width 0.03 with 12 iterations of 20000 samples, 5 were trusted and 5 to 50
/// errors too low without this.
constexpr double much_less = 100;
constexpr double difference_of_blind = 2;

/// Iterations at the beginning are left out if the variance without them is less by this factor.
/// With a smaller one those that happened to see less, and so to vary less, would be preferred.
constexpr double min_gain = 1.25;

/// The mean of the last iterations with weights by samples, to which one after the other is added
/// from the end: there may be thousands of them.
class MeanFromTheEnd {
 public:
  explicit MeanFromTheEnd(const IterationEstimates &all)
      : all_(all), sum_(static_cast<std::size_t>(all.ncomp()), 0.0), square_(sum_) {}

  void add(std::size_t iteration) {
    const auto samples = static_cast<double>(all_[iteration].samples);
    samples_ += samples;
    for (std::size_t c = 0; c < sum_.size(); ++c) {
      sum_[c] += samples * all_[iteration].integral[c];
      square_[c] += samples * samples * all_.variance(iteration, static_cast<int>(c));
    }
  }
  double integral(std::size_t component) const { return sum_[component] / samples_; }
  double variance(std::size_t component) const {
    return square_[component] / (samples_ * samples_);
  }
  double variance_of_sample(std::size_t component) const { return square_[component] / samples_; }

 private:
  const IterationEstimates &all_;
  double samples_ = 0;
  std::vector<double> sum_, square_;
};

bool contradicts(const IterationEstimates &all, std::size_t iteration,
                 const MeanFromTheEnd &later) {
  for (int c = 0; c < all.ncomp(); ++c) {
    const auto component = static_cast<std::size_t>(c);
    const double mean = later.integral(component);
    const double difference = std::fabs(all[iteration].integral[component] - mean);
    const double sigma = std::sqrt(all.variance(iteration, c) + later.variance(component));
    const double rounding = rounding_of_sums * std::fabs(mean);
    // A variance that overflows says nothing, and later ones need not.
    if (std::isinf(all.variance(iteration, c)) && std::isfinite(later.variance(component)))
      return true;
    const bool blind =
        much_less * all.variance_of_sample(iteration, c) < later.variance_of_sample(component);
    const double most = blind ? difference_of_blind : beyond_chance;
    if (!(difference <= most * sigma + rounding)) return true;
  }
  return false;
}

/// The variance of an iteration, unless iterations on both sides have less: then what it would
/// be with the larger of the least variances of single samples before it and after it.  But where
/// no sample has a share in it, the map is what has made it large: the first refinement of an even
/// map makes smooth functions worse at times.
double usual_variance(const IterationEstimates &all, std::size_t iteration, std::size_t first,
                      int component) {
  const bool by_samples =
      all[iteration].dominance[static_cast<std::size_t>(component)] > nearly_normal_share;
  if (iteration < first + neighbours_compared || !by_samples)
    return all.variance(iteration, component);
  double before = std::numeric_limits<double>::infinity();
  double after = before;
  for (std::size_t step = 1; step <= neighbours_compared; ++step) {
    before = std::min(before, all.variance_of_sample(iteration - step, component));
    if (iteration + step < all.size())
      after = std::min(after, all.variance_of_sample(iteration + step, component));
  }
  return std::min(all.variance(iteration, component),
                  std::max(before, after) / static_cast<double>(all[iteration].samples));
}

}  // namespace

std::size_t first_without_contradiction(const IterationEstimates &all) {
  MeanFromTheEnd later(all);
  std::size_t first = all.size() - 1;
  later.add(first);
  while (first > 0 && !contradicts(all, first - 1, later)) later.add(--first);
  return first;
}

std::vector<double> seen_earlier(const IterationEstimates &all, std::size_t unspoilt,
                                 const IterationMean &mean) {
  std::vector<double> most(static_cast<std::size_t>(all.ncomp()));
  const auto compare = [&](double integral, double square, int component) {
    const auto c = static_cast<std::size_t>(component);
    const double kept = std::fabs(mean.integral[c]);
    const double sigma = std::sqrt(square + mean.variance(component));
    const double more = std::fabs(integral) - kept;
    if (more > beyond_chance * sigma + rounding_of_sums * kept) most[c] = std::max(most[c], more);
  };
  MeanFromTheEnd left_out(all);
  for (std::size_t j = unspoilt; j < mean.first; ++j) left_out.add(j);
  for (int c = 0; c < all.ncomp(); ++c) {
    const auto component = static_cast<std::size_t>(c);
    for (std::size_t j = 0; j < unspoilt; ++j)
      compare(all[j].integral[component], all.variance(j, c), c);
    if (unspoilt < mean.first)
      compare(left_out.integral(component), left_out.variance(component), c);
  }
  return most;
}

std::size_t first_of_min_error(const IterationEstimates &all, std::size_t first) {
  const auto ncomp = static_cast<std::size_t>(all.ncomp());
  // Of the mean from each iteration on.
  std::vector<double> variances(all.size() * ncomp);
  std::vector<double> squares(ncomp);
  double samples = 0;
  for (std::size_t j = all.size(); j-- > first;) {
    const auto own = static_cast<double>(all[j].samples);
    samples += own;
    for (std::size_t c = 0; c < ncomp; ++c) {
      // No iteration is better for having less rounding.
      const double variance = std::max(usual_variance(all, j, first, static_cast<int>(c)),
                                       rounding_variance(all[j].integral[c], own));
      squares[c] += own * own * variance;
      variances[j * ncomp + c] = squares[c] / (samples * samples);
    }
  }
  // The components' variances are compared with those of the best so far, which makes them alike.
  std::size_t best = first;
  for (std::size_t j = first + 1; j < all.size(); ++j) {
    double ratio = 0;
    for (std::size_t c = 0; c < ncomp; ++c) {
      const double least = variances[best * ncomp + c];
      const double variance = variances[j * ncomp + c];
      ratio += least > 0 ? variance / least : (variance > 0 ? 2.0 : 1.0);
    }
    if (ratio < static_cast<double>(all.ncomp())) best = j;
  }
  for (std::size_t j = first; j < best; ++j) {
    bool good = true;
    for (std::size_t c = 0; c < ncomp; ++c)
      good = good && variances[j * ncomp + c] <= min_gain * variances[best * ncomp + c];
    if (good) return j;
  }
  return best;
}

}  // namespace cuboid::algorithm
