#include "cuba/suave/region.hpp"

#include <algorithm>
#include <cmath>

#include "run/accuracy.hpp"
#include "statistics/tiny.hpp"
#include "statistics/weighted_mean.hpp"

namespace cuboid::algorithm::suave_parts {

namespace {

struct Moments {
  double sum = 0;
  double squares = 0;

  void add(double value) {
    sum += value;
    squares += value * value;
  }
};

// (m - 1) / (m Q - S^2), with the difference of squares as a product, which loses fewer digits.
SetEstimate estimate_from(const Moments &moments, std::int64_t samples, std::size_t component,
                          double floor) {
  const auto count = static_cast<double>(samples);
  const double root = std::sqrt(count * moments.squares);
  require_in_range(std::isfinite(root), component);
  const double spread = (root + moments.sum) * (root - moments.sum);
  return {moments.sum, (count - 1) / std::max(spread, floor)};
}

struct ComponentEstimate {
  double integral;
  double variance;
  double chi2;
};

ComponentEstimate combine(const statistics::WeightedMean &mean, const SetEstimate &last,
                          bool last_only) {
  // chi2 of a constant integrand would be rounding errors over the floor.
  constexpr double constant = 0.9 * statistics::tiny;
  const double variance = 1 / mean.weight;
  const double average = mean.weighted / mean.weight;
  const double chi2 = variance < constant ? 0 : mean.chi2(average);
  if (last_only) return {last.integral, 1 / last.inverse_variance, chi2};
  return {average, variance, chi2};
}

}  // namespace

void change_unit(const SampleSet &set, const std::vector<double> &from,
                 const std::vector<double> &to) {
  const std::size_t ncomp = from.size();
  for (std::size_t c = 0; c < ncomp; ++c) {
    if (from[c] == to[c]) continue;
    const double factor = from[c] / to[c];
    double *value = set.f + c;
    for (std::int64_t i = 0; i < set.count; ++i, value += ncomp) *value *= factor;
  }
}

Region unit_cube(int ndim) {
  const auto size = static_cast<std::size_t>(ndim);
  Region cube;
  cube.lower.assign(size, 0);
  cube.upper.assign(size, 1);
  cube.edges.resize(size * grid_bins);
  for (int d = 0; d < ndim; ++d) make_uniform(cube.edges_of(d));
  return cube;
}

std::int64_t bytes_of_region(int ndim) {
  constexpr auto numbers_per_axis = static_cast<std::int64_t>((grid_bins + 2) * sizeof(double));
  return static_cast<std::int64_t>(sizeof(Region)) + ndim * numbers_per_axis;
}

Estimate::Estimate(int ncomp) {
  for (std::vector<double> *values : {&integral, &variance, &chi2})
    values->resize(static_cast<std::size_t>(ncomp));
}

void estimate_set(const SampleSet &set, int ncomp, SetEstimate *estimates, double floor) {
  if (ncomp == 1) {
    Moments moments;
    for (std::int64_t i = 0; i < set.count; ++i) moments.add(set.weight[i] * set.f[i]);
    *estimates = estimate_from(moments, set.count, 0, floor);
    return;
  }
  std::vector<Moments> moments(static_cast<std::size_t>(ncomp));
  const double *f = set.f;
  for (std::int64_t i = 0; i < set.count; ++i)
    for (Moments &component : moments) component.add(set.weight[i] * *f++);
  for (std::size_t c = 0; c < moments.size(); ++c)
    estimates[c] = estimate_from(moments[c], set.count, c, floor);
}

Estimate estimate_region(const Region &region, int ncomp, std::int64_t nmin, bool last_only) {
  const auto size = static_cast<std::size_t>(ncomp);
  std::vector<statistics::WeightedMean> means(size);
  std::vector<SetEstimate> last(size);
  Estimate estimate(ncomp);
  estimate.dof = -1;
  for (const SampleSet &set : region.sets) {
    if (set.count < nmin) continue;
    estimate_set(set, ncomp, last.data());
    for (std::size_t c = 0; c < size; ++c) means[c].add(last[c].integral, last[c].inverse_variance);
    ++estimate.dof;
  }
  for (std::size_t c = 0; c < size; ++c) {
    const ComponentEstimate component = combine(means[c], last[c], last_only);
    estimate.integral[c] = component.integral;
    estimate.variance[c] = component.variance;
    estimate.chi2[c] = component.chi2;
  }
  return estimate;
}

void correct_for_difference(const Estimate &parent, Estimate &lower, Estimate &upper) {
  for (std::size_t c = 0; c < parent.integral.size(); ++c) {
    const double difference = lower.integral[c] + upper.integral[c] - parent.integral[c];
    const double share = (difference / 4) * (difference / 4);
    const double variance = lower.variance[c] + upper.variance[c];
    const double stretch = variance > 0 ? 1 + std::sqrt(share / variance) : 1;
    for (Estimate *half : {&lower, &upper})
      half->variance[c] = half->variance[c] * (stretch * stretch) + share;
  }
}

}  // namespace cuboid::algorithm::suave_parts
