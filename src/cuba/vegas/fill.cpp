#include "cuba/vegas/fill.hpp"

#include <algorithm>
#include <limits>

#include "base/failure.hpp"
#include "statistics/square_unit.hpp"

namespace cuboid::algorithm {

namespace {

constexpr std::size_t bins = simd::vegas_bins;

// Random numbers are drawn for so many samples at once that they stay in the first-level cache.
std::int64_t tile_for(std::int64_t ndim) {
  return std::max<std::int64_t>(64, 2048 / ndim / 8 * 8);
}

// A batch is drawn as a whole, but a caller may ask for one that no memory holds.
std::int64_t batch_for(const Task &task, std::int64_t nbatch) {
  constexpr std::int64_t max_bytes = std::int64_t{64} << 20;
  constexpr std::int64_t least = 1024;
  const std::int64_t bytes = 9 * (task.ndim + 2) + 8 * task.ncomp;
  return std::min(nbatch, std::max(least, max_bytes / bytes));
}

std::size_t marginal_size(const Task &task, std::int64_t padded) {
  const double size = static_cast<double>(bins) * task.ndim * static_cast<double>(padded);
  if (size * sizeof(double) > static_cast<double>(task.memory_limit))
    throw Failure(CUBOID_OUT_OF_MEMORY,
                  formatted("vegas needs %.3g bytes for ndim = %d and ncomp = %d, which is more "
                            "than memory_limit = %lld",
                            size * sizeof(double), task.ndim, task.ncomp,
                            static_cast<long long>(task.memory_limit)));
  return static_cast<std::size_t>(size);
}

std::size_t as_size(std::int64_t n) {
  return static_cast<std::size_t>(n);
}

}  // namespace

VegasFill::VegasFill(const Task &task, std::int64_t nbatch, bool products, bool small,
                     std::int64_t &neval)
    : task_(task),
      kernels_(simd::kernels()),
      neval_(neval),
      batch_(batch_for(task, nbatch)),
      padded_(task.ncomp == 1 ? 1 : (std::int64_t{task.ncomp} + 3) / 4 * 4),
      bins_(static_cast<std::size_t>(task.ndim) * bins),
      marginals_(marginal_size(task, padded_)),
      small_(small) {
  const std::int64_t ndim = task.ndim;
  fraction_.resize(as_size(ndim * std::min(batch_, tile_for(ndim))));
  x_.resize(as_size(ndim * batch_));
  weight_.resize(as_size(batch_));
  f_.resize(as_size(task.ncomp * batch_));
  bin_.resize(as_size(ndim * batch_));
  scratch_.resize(as_size(task.ncomp == 1 ? batch_ + 8 : padded_));
  sums_.resize(as_size(task.ncomp));
  squares_.resize(sums_.size());
  if (products) products_.resize(sums_.size() * (sums_.size() - 1) / 2);
  smallest_.resize(sums_.size());
  greatest_.resize(sums_.size());
  units_.resize(sums_.size());
  sizes_.resize(sums_.size());
}

void VegasFill::iteration(rng::Generator &generator, const std::vector<double> &grid,
                          std::int64_t samples, std::int64_t number) {
  read_grid(grid);
  clear();
  samples_ = samples;
  const double first_weight = 1 / static_cast<double>(samples);
  for (std::int64_t done = 0; done < samples;) {
    const std::int64_t count = std::min(batch_, samples - done);
    batch(generator, count, first_weight, number);
    done += count;
  }
}

void VegasFill::read_grid(const std::vector<double> &grid) {
  for (std::size_t i = 0; i < grid.size(); ++i) {
    const double lower = i % bins == 0 ? 0 : grid[i - 1];
    bins_[i] = {lower, (grid[i] - lower) * static_cast<double>(bins)};
  }
}

void VegasFill::clear() {
  for (std::vector<double> *values : {&sums_, &squares_, &products_, &marginals_})
    std::fill(values->begin(), values->end(), 0);
  std::fill(smallest_.begin(), smallest_.end(), std::numeric_limits<double>::infinity());
  std::fill(greatest_.begin(), greatest_.end(), -std::numeric_limits<double>::infinity());
  std::fill(units_.begin(), units_.end(), 0);
  summed_ = 0;
}

std::int64_t VegasFill::cut_short() {
  // The weights are those of an iteration of more samples.
  const double factor = static_cast<double>(samples_) / static_cast<double>(summed_);
  for (double &sum : sums_) sum *= factor;
  for (double &square : squares_) square *= factor * factor;
  return summed_;
}

/// The first samples of the batch.
void VegasFill::add(std::int64_t count) {
  if (listener_) listener_(count, x_.data(), weight_.data(), f_.data());
  take_units(count);
  kernels_.vegas_add({count, task_.ndim, task_.ncomp, f_.data(), weight_.data(), bin_.data(),
                      batch_, sums_.data(), squares_.data(), smallest_.data(), greatest_.data(),
                      marginals_.data(), padded_, scratch_.data()});
  summed_ += count;
  if (!products_.empty()) note_products(count);
}

/// Brings the values of the first samples, and the sums, into units that are large enough for both.
void VegasFill::take_units(std::int64_t count) {
  const std::size_t ncomp = units_.size();
  const std::size_t end = as_size(count) * ncomp;
  std::fill(sizes_.begin(), sizes_.end(), 0);
  statistics::raise_sizes(as_size(count), ncomp, f_.data(), sizes_.data());
  for (std::size_t c = 0; c < ncomp; ++c) {
    double next = statistics::next_unit(units_[c], sizes_[c]);
    if (!small_) next = std::max(next, 1.0);
    if (next != units_[c]) change_unit(c, next);
    if (unit(c) == 1) continue;
    for (std::size_t i = c; i < end; i += ncomp) f_[i] /= units_[c];
  }
}

void VegasFill::change_unit(std::size_t component, double unit) {
  const double ratio = units_[component] / unit;
  units_[component] = unit;
  if (ratio == 0) return;  // all that was summed are zeros
  for (std::vector<double> *values : {&sums_, &smallest_, &greatest_})
    (*values)[component] *= ratio;
  squares_[component] *= ratio * ratio;
  for (std::size_t i = component; i < marginals_.size(); i += as_size(padded_))
    marginals_[i] *= ratio * ratio;
  if (products_.empty()) return;
  for (std::size_t other = 0; other < units_.size(); ++other)
    if (other != component) {
      const auto [less, more] = std::minmax(component, other);
      products_[more * (more - 1) / 2 + less] *= ratio;
    }
}

/// In the order of the samples, whatever a batch is.
void VegasFill::note_products(std::int64_t count) {
  const std::size_t ncomp = sums_.size();
  for (std::size_t i = 0; i < as_size(count); ++i) {
    const double *const values = f_.data() + i * ncomp;
    const double square = weight_[i] * weight_[i];
    double *product = products_.data();
    for (std::size_t c = 1; c < ncomp; ++c)
      for (std::size_t b = 0; b < c; ++b) *product++ += square * values[c] * values[b];
  }
}

double VegasFill::product(std::size_t c, std::size_t b) const {
  return products_[c * (c - 1) / 2 + b];
}

double VegasFill::greatest_deviation(std::size_t component) const {
  const double mean = sums_[component] / static_cast<double>(samples_);
  const double deviation = std::max(greatest_[component] - mean, mean - smallest_[component]);
  return deviation * deviation;
}

void VegasFill::batch(rng::Generator &generator, std::int64_t count, double first_weight,
                      std::int64_t number) {
  const std::int64_t ndim = task_.ndim;
  const std::int64_t tile = tile_for(ndim);
  for (std::int64_t begin = 0; begin < count; begin += tile) {
    const std::int64_t n = std::min(tile, count - begin);
    generator.fill(fraction_.data(), n);
    kernels_.vegas_place({n, ndim, fraction_.data(), bins_.data(), first_weight,
                          x_.data() + begin * ndim, weight_.data() + begin, bin_.data() + begin,
                          batch_});
  }
  constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();
  // Cuba counts a batch before it looks at what became of it.
  neval_ += count;
  try {
    const auto iteration = static_cast<std::int32_t>(std::min(number, most));
    task_.engine->evaluate(
        {count, x_.data(), weight_.data(), iteration, engine::PointSet::no_phase, iteration},
        f_.data());
  } catch (const engine::Interrupted &interrupted) {
    neval_ -= count - interrupted.evaluated();
    add(interrupted.leading());
    throw;
  }
  add(count);
}

std::vector<double> VegasFill::marginal(int d, const std::vector<double> &factor) const {
  std::vector<double> marginal(bins);
  const double *table = marginals_.data() + static_cast<std::size_t>(d) * bins * as_size(padded_);
  for (std::size_t b = 0; b < bins; ++b) {
    for (std::size_t c = 0; c < factor.size(); ++c)
      if (factor[c] != 0) marginal[b] += factor[c] * table[b * as_size(padded_) + c];
  }
  return marginal;
}

}  // namespace cuboid::algorithm
