#include "cuba/divonne/random_sampler.hpp"

#include <algorithm>
#include <cmath>

#include "cuba/divonne/numbers.hpp"

namespace cuboid::algorithm::divonne_detail {

namespace {

/// Squares of numbers between these, and sums of as many as there can be, are neither too small nor
/// too large for double.
constexpr double min_to_square = 1e-140;
constexpr double max_to_square = 1e140;

}  // namespace

rng::Generator &RandomPoints::generator() {
  if (!generator_) generator_ = rng::make_generator(ndim_, seed_, level_);
  return *generator_;
}

void RandomPoints::fill(std::int64_t count, double *x) {
  const auto ndim = as_size(ndim_);
  const auto n = as_size(count);
  fractions_.resize(n * ndim);
  generator().fill(fractions_.data(), count);
  drawn_ += count;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t d = 0; d < ndim; ++d) *x++ = rng::to_double(fractions_[d * n + i]);
}

void RandomPoints::skip(std::int64_t count) {
  if (count > 0) generator().skip(count);
  drawn_ += count;
}

void RandomSampler::place(const Box &box, std::int64_t, std::int64_t count, double *x) {
  random_.fill(count, x);
  std::vector<double> width(box.ndim());
  for (std::size_t d = 0; d < box.ndim(); ++d) width[d] = box.width(d);
  const double *lower = box.lower.data();
  for (std::int64_t i = 0; i < count; ++i)
    for (std::size_t d = 0; d < box.ndim(); ++d, ++x) *x = lower[d] + *x * width[d];
}

void RandomSampler::add(std::int64_t first, std::int64_t count, std::size_t ncomp, const double *f,
                        double *sums) const {
  for (std::int64_t i = first; i < first + count; ++i)
    for (std::size_t c = 0; c < ncomp; ++c, ++f) {
      double *sum = sums + 4 * c;
      if (i == 0) sum[0] = *f;
      const double difference = *f - sum[0];
      sum[1] += difference;
      if (std::fabs(difference) >= min_to_square && std::fabs(difference) <= max_to_square)
        sum[2] += difference * difference;
      else
        sum[3] = std::hypot(sum[3], difference);
    }
}

Estimate RandomSampler::estimate(double volume, const double *sums) const {
  const auto n = static_cast<double>(points());
  const double mean = sums[1] / n;
  const double root_mean_square = std::hypot(std::sqrt(sums[2]), sums[3]) / std::sqrt(n);
  Estimate result;
  result.integral = volume * (sums[0] + mean);
  if (kind() == SampleKind::random)
    result.error = volume * std::sqrt(std::max(root_mean_square - std::fabs(mean), 0.0)) *
                   std::sqrt((root_mean_square + std::fabs(mean)) / (n - 1));
  return result;
}

}  // namespace cuboid::algorithm::divonne_detail
