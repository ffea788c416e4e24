#include "algorithm/divonne/shifted_sampler.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "cuba/divonne/box_hash.hpp"
#include "cuba/divonne/numbers.hpp"
#include "rng/philox.hpp"
#include "rule/korobov.hpp"

namespace cuboid::algorithm::divonne_detail {

namespace {

/// Lattices that are smaller than those of the table.
constexpr int small_lattices[] = {5, 7, 11, 17, 23, 31};

/// The largest lattice with at most so many points; no points: there is none.  With less than two
/// for each dimension, coordinates coincide.
rule::Korobov lattice_of(int ndim, std::int64_t points) {
  const rule::Korobov least = rule::korobov(0, ndim);
  if (points >= least.size) {
    const rule::Korobov lattice = rule::korobov(points, ndim);
    return lattice.size <= points ? lattice : rule::korobov_before(lattice, ndim);
  }
  rule::Korobov small;
  for (const int size : small_lattices)
    if (size > 2 * ndim && size <= points) small.size = size;
  if (small.size > 0) small.multiplier = ndim < 2 ? 1 : rule::korobov_multiplier_beyond(small.size);
  return small;
}

double folded(double u) {
  u -= std::floor(u);
  return std::clamp(std::fabs(2 * u - 1), nearest_face, 1 - nearest_face);
}

}  // namespace

std::int64_t ShiftedSampler::size_for(int ndim, double points) {
  const double wanted = std::clamp(points, 1.0, static_cast<double>(rule::korobov_max_points));
  // Few different sizes, so that many regions share each.
  double size = 1;
  while (2 * size <= wanted) size *= 2;
  const double between = std::numbers::sqrt2 * size;
  const rule::Korobov lattice =
      lattice_of(ndim, static_cast<std::int64_t>(between <= wanted ? between : size));
  return lattice.size > 0 ? lattice.size : static_cast<std::int64_t>(size);
}

ShiftedSampler::ShiftedSampler(int ndim, std::int64_t points)
    : PointSampler(SampleKind::random, points, points), shift_(as_size(ndim)) {
  const rule::Korobov lattice = lattice_of(ndim, points);
  if (lattice.size != points) return;
  multiplier_ = lattice.multiplier;
  std::int64_t power = 1;
  for (int d = 0; d < ndim; ++d, power = power * multiplier_ % points) generator_.push_back(power);
}

void ShiftedSampler::set_shift(std::uint64_t seed, std::uint32_t number) {
  seed_ = seed;
  number_ = number;
}

/// Sets shift_ to random numbers between 0 and 1, neither of which is met.
void ShiftedSampler::draw(const Box &box, std::uint32_t point) {
  const std::uint64_t region = hash_of(box);
  const rng::SampleKeys keys = rng::make_philox_keys<rng::fewest_philox_rounds>(seed_ ^ region);
  rng::PhiloxBlock words{};
  for (std::size_t d = 0; d < shift_.size(); ++d) {
    const auto group = static_cast<std::uint32_t>(d / 4);
    if (d % 4 == 0)
      words =
          rng::philox({{point, group, number_, static_cast<std::uint32_t>(region >> 32)}}, keys);
    shift_[d] = (words.word[d % 4] + 0.5) * 0x1p-32;
  }
}

void ShiftedSampler::place(const Box &box, std::int64_t first, std::int64_t count, double *x) {
  const auto p = static_cast<double>(points());
  if (multiplier_ != 0) draw(box, 0);
  for (std::int64_t i = first; i < first + count; ++i) {
    if (multiplier_ == 0 && (i % 2 == 0 || i == first))
      draw(box, static_cast<std::uint32_t>(i / 2));
    for (std::size_t d = 0; d < shift_.size(); ++d, ++x) {
      double u;
      if (multiplier_ != 0)
        u = folded(static_cast<double>(i * generator_[d] % points()) / p + shift_[d]);
      else
        u = i % 2 == 0 ? shift_[d] : 1 - shift_[d];
      *x = box.lower[d] + u * box.width(d);
    }
  }
}

void ShiftedSampler::add(std::int64_t, std::int64_t count, std::size_t ncomp, const double *f,
                         double *sums) const {
  for (std::int64_t i = 0; i < count; ++i)
    for (std::size_t c = 0; c < ncomp; ++c, ++f) sums[c] += *f;
}

Estimate ShiftedSampler::estimate(double volume, const double *sums) const {
  return {volume * (sums[0] / static_cast<double>(points())), 0, 0};
}

}  // namespace cuboid::algorithm::divonne_detail
