#include "cuba/suave/split.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "elementary/functions.hpp"
#include "map/refine.hpp"

namespace cuboid::algorithm::suave_parts {

namespace {

/// The kinds of numbers are Cuba's, which shows where both halves are equal: then rounding decides
/// whether nnew / 2 samples or one less go to the lower one.
struct Fluctuations {
  long double lower = 0;
  long double upper = 0;
  double both = 0;
};

Fluctuations make_fluctuations(long double lower, long double upper) {
  return {lower, upper, static_cast<double>(lower + upper)};
}

double exponent_of_sums(double flatness) {
  return 2.0 / 3 / flatness;
}

/// Divided by the largest half, since only their ratios count.
std::vector<Fluctuations> relative_fluctuations(const std::vector<HalfSums> &sums,
                                                double exponent) {
  long double largest = 0;
  for (const HalfSums &sum : sums)
    largest = std::max(largest, exponent * std::log2(std::max(sum.lower, sum.upper)));
  const auto relative = [&](long double sum) {
    return std::exp2(exponent * std::log2(sum) - largest);
  };
  std::vector<Fluctuations> result;
  for (const HalfSums &sum : sums)
    result.push_back(make_fluctuations(relative(sum.lower), relative(sum.upper)));
  return result;
}

/// sum^(2 / (3 flatness)).  For a small flatness that may exceed the range of double.
std::vector<Fluctuations> fluctuations_from(const std::vector<HalfSums> &sums,
                                            const SplitRule &rule) {
  constexpr double largest_in_range = 1e280;  // so that products with numbers of samples are, too
  const double exponent = exponent_of_sums(rule.flatness);
  std::vector<Fluctuations> result;
  bool in_range = true;
  // Capped sums are mostly equal, and their powers take long.
  long double last = 0;
  long double power_of_last = std::pow(last, exponent);
  const auto power_of = [&](long double sum) {
    if (sum != last) power_of_last = std::pow(sum, exponent);
    last = sum;
    return power_of_last;
  };
  for (const HalfSums &sum : sums) {
    const long double lower = power_of(sum.lower);
    result.push_back(make_fluctuations(lower, power_of(sum.upper)));
    in_range = in_range && result.back().both < largest_in_range;
  }
  // Cuba 4.2 goes on with infinite ones.
  if (in_range || rule.cap == FluctuationCap::from_below) return result;
  return relative_fluctuations(sums, exponent);
}

/// How much more a long edge counts than a short one: the less the deeper the region is.
double preference_for_long_edges(const Region &region, const SplitRule &rule) {
  if (!(rule.epsrel >= 1e-50)) return 2;
  return std::max(
      elementary::exp2(-region.bisections / static_cast<double>(rule.ndim)) / rule.epsrel, 2.0);
}

std::size_t best_axis(const Region &region, const SplitRule &rule,
                      const std::vector<Fluctuations> &fluctuations) {
  const double beta = preference_for_long_edges(region, rule);
  double least = std::numeric_limits<double>::max();
  std::size_t best = 0;
  for (std::size_t d = 0; d < fluctuations.size(); ++d) {
    const double value = fluctuations[d].both * (beta - (region.upper[d] - region.lower[d]));
    if (value < least) {
      least = value;
      best = d;
    }
  }
  return best;
}

std::int64_t share_of_lower(const Fluctuations &fluctuations, std::int64_t nnew) {
  if (fluctuations.both == 0) return nnew / 2;
  const long double share = static_cast<long double>(nnew) * fluctuations.lower / fluctuations.both;
  // Halves beyond the range of long double leave no number to go by.
  return std::isfinite(share) ? static_cast<std::int64_t>(share) : 0;
}

}  // namespace

Split choose_split(const Region &region, const SplitRule &rule, int component, double integral,
                   double error) {
  const FluctuationMeasure measure{component, integral, std::max(error, rule.epsabs),
                                   rule.flatness};
  const std::vector<Fluctuations> fluctuations =
      fluctuations_from(fluctuation_sums(region, rule.ncomp, measure, rule.cap), rule);
  const std::size_t axis = best_axis(region, rule, fluctuations);
  const std::int64_t lower = std::max(share_of_lower(fluctuations[axis], rule.nnew), rule.least);
  return {static_cast<int>(axis), lower, std::max(rule.nnew - lower, rule.least)};
}

void refine_grids(Region &region, int ncomp, const double *scale, bool smooth) {
  constexpr std::int64_t chunk = 256;
  const SampleSet &newest = region.sets.back();
  const int ndim = static_cast<int>(region.lower.size());
  std::vector<double> marginal(region.edges.size());
  for (std::int64_t begin = 0; begin < newest.count; begin += chunk) {
    const std::int64_t count = std::min(chunk, newest.count - begin);
    double square[chunk];
    for (std::int64_t i = 0; i < count; ++i) {
      const double *f = newest.f + (begin + i) * ncomp;
      double sum = 0;
      for (int c = 0; c < ncomp; ++c) sum += (f[c] * scale[c]) * (f[c] * scale[c]);
      const double weight = newest.weight[begin + i];
      square[i] = weight * weight * sum;
    }
    for (int d = 0; d < ndim; ++d) {
      const std::uint8_t *bin = region.bins.data() + d * newest.count + begin;
      double *into = marginal.data() + d * grid_bins;
      for (std::int64_t i = 0; i < count; ++i) into[bin[i]] += square[i];
    }
  }
  for (int d = 0; d < ndim; ++d)
    map::refine(region.edges_of(d), marginal.data() + d * grid_bins, grid_bins, smooth,
                smooth ? grid_margin : 0);
}

}  // namespace cuboid::algorithm::suave_parts
