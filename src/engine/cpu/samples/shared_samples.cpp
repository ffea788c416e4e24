#include "engine/cpu/samples/shared_samples.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <exception>
#include <mutex>
#include <utility>

#include "base/magnitude.hpp"
#include "map/importance_edges.hpp"
#include "map/sample_words.hpp"
#include "statistics/strata.hpp"

namespace cuboid::engine::cpu {

SharedSamples::SharedSamples(SamplesProblem problem, std::vector<std::int64_t> integrals,
                             std::int64_t list, EvaluateIntegral evaluate, ThreadTeam &team,
                             int threads)
    : problem_(std::move(problem)),
      integrals_(std::move(integrals)),
      models_(models_of(list)),
      evaluate_(std::move(evaluate)),
      team_(team),
      threads_(threads),
      keys_(rng::make_philox_keys<rng::fewest_philox_rounds>(problem_.seed)),
      map_(problem_, static_cast<std::int64_t>(models_.size())),
      scale_(integrals_.size() * static_cast<std::size_t>(problem_.ncomp), 1.0) {}

void SharedSamples::set_grid(const SamplesGrid &grid, bool) {
  map_.set_grid(grid);
}

std::size_t SharedSamples::end(std::size_t slice) const {
  return std::min(begin(slice + 1), samples_);
}

/// work(i) for all i below count.  Throws again what a thread has thrown.
void SharedSamples::share_out(std::size_t count,
                              const std::function<void(std::size_t, int)> &work) {
  std::atomic<std::size_t> next = 0;
  std::mutex mutex;
  std::exception_ptr failure;
  const auto useful = std::min(count, static_cast<std::size_t>(threads_));
  team_.run(static_cast<int>(useful), [&](int thread) {
    try {
      for (std::size_t i = next++; i < count; i = next++) work(i, thread);
    } catch (const std::exception &) {
      next = count;
      const std::lock_guard lock(mutex);
      failure = std::current_exception();
    }
  });
  if (failure) std::rethrow_exception(failure);
}

void SharedSamples::draw(std::size_t slice) {
  const auto ndim = static_cast<std::size_t>(problem_.ndim);
  const SamplesGrid &grid = map_.grid();
  const auto n = static_cast<uint64>(grid.nintervals);
  const auto nstrat = static_cast<uint64>(grid.nstrat);
  const uint64 per_cube = map_.per_cube(iteration_);
  const map::VolumeUnit unit = map::volume_unit(problem_.ndim, n, problem_.box);
  for (std::size_t i = begin(slice); i < end(slice); ++i) {
    uint64 cube = i / per_cube;
    map::Volume widths{unit.widths};
    double jacobians = unit.jacobians;
    rng::PhiloxBlock words{};
    for (std::size_t d = 0; d < ndim; ++d, cube /= nstrat) {
      if (d % 4 == 0)
        words = rng::pair_words(i / 2, static_cast<uint32>(d / 4),
                                static_cast<uint32>(iteration_.number), keys_);
      const map::MapPosition position = map::map_position(map::word_of_pair(i, words.word[d % 4]),
                                                          static_cast<uint32>(n / nstrat));
      const uint64 cell = d * n + cube % nstrat * (n / nstrat) + position.interval;
      widths.multiply(static_cast<int>(d), problem_.ndim, map::interval_width(intervals_[cell]));
      double x = map::map_point(intervals_[cell], position.fraction);
      double jacobian = 1;
      if (!problem_.box.empty()) x = problem_.box[d].map(x, jacobian);
      jacobians *= jacobian;
      x_[i * ndim + d] = x;
      cell_[i * ndim + d] = static_cast<uint32>(cell);
    }
    weight_[i] = widths.product * jacobians * unit.rest;
  }
}

/// Adds the samples of a slice to the sums of an integral.  values: what the samples have added,
/// [samples of the slice][ncomp].
void SharedSamples::add(std::int64_t integral, const double *scale, std::size_t slice, int thread,
                        Sums &sums, std::vector<double> &values) const {
  const auto ncomp = static_cast<std::size_t>(problem_.ncomp);
  const std::size_t first = begin(slice);
  const std::size_t count = end(slice) - first;
  values.resize(count * ncomp);
  evaluate_(integral, thread,
            {static_cast<std::int64_t>(count),
             x_.data() + first * static_cast<std::size_t>(problem_.ndim), weight_.data() + first,
             iteration_.number},
            values.data());
  for (std::size_t i = 0; i < count; ++i) {
    double *const value = values.data() + i * ncomp;
    bool finite = true;
    for (std::size_t c = 0; c < ncomp; ++c) {
      value[c] = statistics::shared_value(value[c], weight_[first + i], scale[c]);
      finite = finite && std::isfinite(value[c]);
    }
    if (finite) continue;
    std::fill_n(value, ncomp, 0.0);
    sums.count.add(first + i);
  }
  Sums slice_sums{std::vector<statistics::SharedSum>(ncomp), {}, {}};
  for (std::size_t c = 0; c < ncomp; ++c) {
    for (std::size_t i = 0; i < count; i += 4) {
      const double *const value = values.data() + i * ncomp + c;
      const double four[] = {value[0], value[ncomp], value[2 * ncomp], value[3 * ncomp]};
      slice_sums.of[c].add(four);
    }
    sums.of[c].join(slice_sums.of[c]);
  }
}

void SharedSamples::follow_models(std::size_t slice, int thread, bool histogram) {
  const auto ncomp = static_cast<std::size_t>(problem_.ncomp);
  const auto ndim = static_cast<std::size_t>(problem_.ndim);
  std::vector<double> values;
  std::vector<float> squares(end(slice) - begin(slice));
  for (std::size_t m = 0; m < models_.size(); ++m) {
    Sums &sums = model_sums_[slice][m];
    try {
      add(models_[m], map_.scales().data() + m * ncomp, slice, thread, sums, values);
    } catch (const Interrupted &) {
      throw;
    } catch (const Failure &) {
      continue;  // It is told where this integral has its turn.
    }
    for (std::size_t i = 0; i < squares.size(); ++i)
      for (std::size_t c = 0; c < ncomp; ++c) {
        const auto value = static_cast<float>(values[i * ncomp + c]);
        squares[i] += map_.weights()[m * ncomp + c] * (value * value);
      }
  }
  if (!histogram) return;
  std::vector<std::uint64_t> &bins = histogram_[static_cast<std::size_t>(thread)];
  for (std::size_t i = 0; i < squares.size(); ++i) {
    const std::size_t sample = begin(slice) + i;
    const uint32 units =
        statistics::histogram_units(squares[i], shared_unit, static_cast<uint32>(sample));
    for (std::size_t d = 0; d < ndim; ++d) bins[cell_[sample * ndim + d]] += units;
  }
}

/// place: in the results; which: of the integrals.
void SharedSamples::sum(std::size_t place, std::uint32_t which, int thread) {
  const auto ncomp = static_cast<std::size_t>(problem_.ncomp);
  double *const scale = scale_.data() + which * ncomp;
  Sums sums{std::vector<statistics::SharedSum>(ncomp), {}, {}};
  std::vector<double> values;
  try {
    for (std::size_t slice = 0; begin(slice) < samples_; ++slice)
      add(integrals_[which], scale, slice, thread, sums, values);
  } catch (const Interrupted &) {
    throw;
  } catch (const Failure &failure) {
    sums.failure = failure;
  }
  ManySamplesResult &result = results_[place];
  result = shared_result(sums.of.data(), sums.count, scale, problem_.ncomp,
                         static_cast<std::int64_t>(samples_));
  result.failure = sums.failure;
  rescale(sums.of.data(), problem_.ncomp, static_cast<std::int64_t>(samples_), scale);
}

void SharedSamples::end_models() {
  std::vector<statistics::SharedSum> sums(map_.scales().size());
  for (const std::vector<Sums> &slice : model_sums_)
    for (std::size_t i = 0; i < sums.size(); ++i) {
      const auto ncomp = static_cast<std::size_t>(problem_.ncomp);
      sums[i].join(slice[i / ncomp].of[i % ncomp]);
    }
  std::vector<std::uint64_t> &all = histogram_.front();
  for (std::size_t thread = 1; thread < histogram_.size(); ++thread)
    for (std::size_t i = 0; i < all.size(); ++i) all[i] += histogram_[thread][i];
  map_.finish(iteration_, sums, all);
}

void SharedSamples::iterate(const SamplesIteration &iteration,
                            const std::vector<std::uint32_t> &which) {
  const auto ndim = static_cast<std::size_t>(problem_.ndim);
  const auto ncomp = static_cast<std::size_t>(problem_.ncomp);
  iteration_ = iteration;
  intervals_ = map_.intervals();
  samples_ = static_cast<std::size_t>(map_.samples(iteration));
  x_.resize(samples_ * ndim);
  cell_.resize(samples_ * ndim);
  weight_.resize(samples_);
  const std::size_t slices = (samples_ - 1) / statistics::shared_slice + 1;
  model_sums_.assign(slices,
                     {models_.size(), Sums{std::vector<statistics::SharedSum>(ncomp), {}, {}}});
  histogram_.assign(static_cast<std::size_t>(threads_),
                    std::vector<std::uint64_t>(intervals_.size()));
  results_.resize(which.size());
  share_out(slices, [&](std::size_t slice, int) { draw(slice); });
  share_out(slices, [&](std::size_t slice, int thread) {
    follow_models(slice, thread, iteration.alpha > 0);
  });
  share_out(which.size(), [&](std::size_t place, int thread) { sum(place, which[place], thread); });
  end_models();
}

}  // namespace cuboid::engine::cpu
