#include "algorithm/suave/sampler.hpp"

#include <algorithm>
#include <cmath>

#include "rng/fraction.hpp"

namespace cuboid::algorithm::suave_parts {

namespace {

/// Points drawn at once: a multiple of the blocks of the Sobol sequence, small enough for the
/// cache.
constexpr std::int64_t points_at_once = 512;

/// A fraction times grid_bins: its whole part is the bin.
struct BinPosition {
  std::size_t bin;
  double within;  ///< 0 to 1, exact
};

BinPosition bin_position(rng::Fraction fraction) {
  constexpr int digits = rng::fraction_digits + rng::fraction_shift;
  constexpr rng::Fraction all = (rng::Fraction{1} << digits) - 1;
  return {static_cast<std::size_t>(fraction >> (digits - grid_bits)),
          rng::to_double(fraction << grid_bits & all)};
}

/// The first samples of a set as a set of their own.
SampleSet cut_short(SampleSet set, std::int64_t count) {
  const double factor = static_cast<double>(set.count) / static_cast<double>(count);
  for (std::int64_t i = 0; i < count; ++i) set.weight[i] *= factor;
  set.count = count;
  return set;
}

}  // namespace

Sampler::Sampler(int ndim, int seed, int rng_level, engine::PointsEngine &engine,
                 SampleStore &store, MemoryBudget &budget)
    : ndim_(ndim),
      engine_(engine),
      store_(store),
      budget_(budget),
      generator_(rng::make_generator(ndim, seed, rng_level)),
      table_(static_cast<std::size_t>(ndim)),
      fractions_(static_cast<std::size_t>(ndim) * points_at_once) {}

void Sampler::resume_after(std::int64_t evaluations) {
  generator_->skip(evaluations);
  evaluations_ = evaluations;
}

void Sampler::sample(Region &region, std::int64_t count, std::int32_t estimate) {
  const SampleSet set = store_.allocate(count);
  budget_.take(count, ndim_);
  region.bins.resize(static_cast<std::size_t>(count) * static_cast<std::size_t>(ndim_));
  // 1 / (count 2^bisections): what one of count points of the region's share of the cube stands
  // for.
  std::fill_n(set.weight, count, std::ldexp(1 / static_cast<double>(count), -region.bisections));

  tabulate(region);
  for (std::int64_t begin = 0; begin < count; begin += points_at_once) {
    const std::int64_t n = std::min(points_at_once, count - begin);
    generator_->fill(fractions_.data(), n);
    for (int d = 0; d < ndim_; ++d)
      place_axis(region, set, d, begin, n, region.bins.data() + d * count);
  }

  evaluations_ += count;
  try {
    engine_.evaluate(
        {count, set.x, set.weight, region.bisections + 1, engine::PointSet::no_phase, estimate},
        set.f);
  } catch (const engine::Interrupted &interrupted) {
    evaluations_ -= count - interrupted.evaluated();
    region.sets.push_back(cut_short(set, interrupted.leading()));
    throw;
  }
  region.sets.push_back(set);
}

void Sampler::tabulate(const Region &region) {
  for (int d = 0; d < ndim_; ++d) {
    Bins &bins = table_[static_cast<std::size_t>(d)];
    const double *edge = region.edges_of(d);
    double low = 0;
    for (int b = 0; b < grid_bins; ++b) {
      bins.low[b] = low;
      bins.width[b] = edge[b] - low;
      low = edge[b];
    }
  }
}

void Sampler::place_axis(const Region &region, const SampleSet &set, int axis, std::int64_t begin,
                         std::int64_t count, std::uint8_t *bins) const {
  const auto d = static_cast<std::size_t>(axis);
  const double lower = region.lower[d];
  const double extent = region.upper[d] - lower;
  const double *low = table_[d].low;
  const double *width = table_[d].width;
  const rng::Fraction *fraction = fractions_.data() + axis * count;
  const std::ptrdiff_t stride = ndim_;
  double *weight = set.weight + begin;
  double *x = set.x + begin * stride + axis;
  bins += begin;
  for (std::int64_t i = 0; i < count; ++i) {
    const BinPosition position = bin_position(fraction[i]);
    *x = lower + (low[position.bin] + position.within * width[position.bin]) * extent;
    x += stride;
    weight[i] *= width[position.bin] * grid_bins;
    bins[i] = static_cast<std::uint8_t>(position.bin);
  }
}

void Sampler::forget_bins(Region &region) {
  budget_.give_back(static_cast<std::int64_t>(region.bins.size()), 1);
  region.bins = {};
}

}  // namespace cuboid::algorithm::suave_parts
