#include "cuba/suave/sampler.hpp"

#include <algorithm>
#include <cmath>

namespace cuboid::algorithm::suave_parts {

namespace {

/// Points drawn at once: a multiple of the blocks of the Sobol sequence, small enough for the
/// cache.
constexpr std::int64_t points_at_once = 512;

static_assert(grid_bins == simd::suave_bins);

/// The first samples of a set as a set of their own.
SampleSet cut_short(SampleSet set, std::int64_t count) {
  const double factor = static_cast<double>(set.count) / static_cast<double>(count);
  for (std::int64_t i = 0; i < count; ++i) set.weight[i] *= factor;
  set.count = count;
  return set;
}

}  // namespace

Sampler::Sampler(int ndim, const SuaveOptions &options, engine::PointsEngine &engine,
                 SampleStore &store, MemoryBudget &budget)
    : ndim_(ndim),
      engine_(engine),
      store_(store),
      budget_(budget),
      generator_(rng::make_generator(ndim, static_cast<int>(options.seed),
                                     static_cast<int>(options.rng_level)),
                 ndim),
      table_(static_cast<std::size_t>(ndim) * grid_bins),
      extent_(static_cast<std::size_t>(ndim)),
      fractions_(static_cast<std::size_t>(ndim) * points_at_once) {}

void Sampler::resume_after(std::int64_t evaluations) {
  generator_.skip(evaluations);
  evaluations_ = evaluations;
}

void Sampler::sample(std::span<const Draw> draws, std::int32_t estimate, const Weigh &weigh) {
  std::int64_t count = 0;
  for (const Draw &draw : draws) count += draw.count;
  const SampleSet all = store_.allocate(count);
  std::vector<SampleSet> sets;
  SampleSet rest = all;
  for (const Draw &draw : draws) {
    const SampleStore::Parts parts = store_.cut(rest, draw.count);
    sets.push_back(parts.first);
    rest = parts.second;
    place(draw.region, sets.back());
  }
  if (weigh) weigh(all);
  evaluations_ += count;
  try {
    engine_.evaluate({count, all.x, all.weight, draws.front().region.bisections + 1,
                      engine::PointSet::no_phase, estimate},
                     all.f);
  } catch (const engine::Interrupted &interrupted) {
    evaluations_ -= count - interrupted.evaluated();
    std::int64_t leading = interrupted.leading();
    for (std::size_t i = 0; i < sets.size(); ++i) {
      const std::int64_t there = std::min(leading, sets[i].count);
      draws[i].region.sets.push_back(cut_short(sets[i], there));
      leading -= there;
    }
    throw;
  }
  for (std::size_t i = 0; i < sets.size(); ++i) draws[i].region.sets.push_back(sets[i]);
}

void Sampler::look(std::int64_t count, const double *x, double *f) {
  if (count == 0) return;
  evaluations_ += count;
  try {
    const std::vector<double> weights(static_cast<std::size_t>(count), 0.0);
    engine_.evaluate({count, x, weights.data(), 1}, f);
  } catch (const engine::Interrupted &interrupted) {
    evaluations_ -= count - interrupted.evaluated();
    throw;
  }
}

void Sampler::place(Region &region, const SampleSet &set) {
  const std::int64_t count = set.count;
  budget_.take(count, ndim_);
  region.bins.resize(static_cast<std::size_t>(count) * static_cast<std::size_t>(ndim_));
  // What one of count points of the region's share of the cube stands for.
  const double first_weight = std::ldexp(1 / static_cast<double>(count), -region.bisections);

  tabulate(region);
  for (std::int64_t begin = 0; begin < count; begin += points_at_once) {
    const std::int64_t n = std::min(points_at_once, count - begin);
    generator_.fill(fractions_.data(), n);
    simd::kernels().suave_place(
        {{n, ndim_, fractions_.data(), table_.data(), first_weight, set.x + begin * ndim_,
          set.weight + begin, region.bins.data() + begin, count},
         region.lower.data(),
         extent_.data()});
  }
}

void Sampler::tabulate(const Region &region) {
  simd::VegasBin *bin = table_.data();
  for (int d = 0; d < ndim_; ++d) {
    const auto axis = static_cast<std::size_t>(d);
    extent_[axis] = region.upper[axis] - region.lower[axis];
    const double *edge = region.edges_of(d);
    double low = 0;
    for (int b = 0; b < grid_bins; ++b) {
      *bin++ = {low, (edge[b] - low) * grid_bins};
      low = edge[b];
    }
  }
}

void Sampler::forget_bins(Region &region) {
  budget_.give_back(static_cast<std::int64_t>(region.bins.size()), 1);
  region.bins = {};
}

}  // namespace cuboid::algorithm::suave_parts
