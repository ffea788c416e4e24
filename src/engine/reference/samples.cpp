#include "engine/reference/samples.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <utility>

#include "base/failure.hpp"
#include "base/magnitude.hpp"
#include "elementary/functions.hpp"
#include "map/importance_edges.hpp"
#include "map/refine_importance.hpp"
#include "map/sample_words.hpp"
#include "rng/sobol.hpp"
#include "statistics/covariances.hpp"
#include "statistics/cube_variance.hpp"
#include "statistics/estimates.hpp"
#include "statistics/scaling.hpp"
#include "statistics/stratify.hpp"

namespace cuboid::engine::reference {

namespace {

/// Samples that a receiver is handed at once.
constexpr std::size_t handed_out = 4096;

/// The sum by a tree whose left part is as large a power of 2 as there is.
double tree_sum(const double *values, std::size_t count) {
  if (count == 1) return values[0];
  const std::size_t left = std::bit_ceil(count) / 2;
  return tree_sum(values, left) + tree_sum(values + left, count - left);
}

}  // namespace

ReferenceSamples::ReferenceSamples(SamplesProblem problem, const HostFunction &host)
    : problem_(std::move(problem)),
      host_(host),
      ndim_(static_cast<std::size_t>(problem_.ndim)),
      ncomp_(static_cast<std::size_t>(problem_.ncomp)),
      keys_(rng::make_philox_keys<rng::fewest_philox_rounds>(problem_.seed)),
      weight_(ncomp_, 1.0f / static_cast<float>(ncomp_)),
      scale_(ncomp_, 1.0) {
  if (problem_.quasi) directions_ = rng::reversed_direction_words(problem_.ndim);
}

void ReferenceSamples::set_grid(const SamplesGrid &grid, bool adaptive) {
  nstrat_ = static_cast<uint64>(grid.nstrat);
  nintervals_ = static_cast<uint64>(grid.nintervals);
  adaptive_ = adaptive;
  ncube_ = 1;
  for (std::size_t d = 0; d < ndim_; ++d) ncube_ *= nstrat_;
  edges_ = grid.edges.empty() ? map::equal_edges(problem_.ndim, nintervals_) : grid.edges;
  variance_.assign(adaptive ? ncube_ : 0, 1.0f);
}

void ReferenceSamples::remember(const SamplesMemory &memory) {
  edges_ = memory.edges;
  variance_.assign(adaptive_ ? ncube_ : 0, 1.0f);
  if (adaptive_ && !memory.variance.empty()) variance_ = memory.variance;
  scale_ = memory.scale.empty() ? std::vector<double>(ncomp_, 1.0) : memory.scale;
  weight_ = memory.weight.empty() ? std::vector<float>(ncomp_, 1.0f / static_cast<float>(ncomp_))
                                  : memory.weight;
}

void ReferenceSamples::submit(const SamplesIteration &iteration) {
  iteration_ = iteration;
  map_ = map::intervals_of_edges(edges_, problem_.ndim);
  const std::vector<uint64> cube_samples = allot();
  chunks_ =
      statistics::make_chunks(std::accumulate(cube_samples.begin(), cube_samples.end(), uint64{0}),
                              adaptive_ ? 0 : cube_samples[0]);
  Samples all;
  uint64 sample = 0;
  for (uint64 cube = 0; cube < ncube_; ++cube)
    for (uint64 i = 0; i < cube_samples[cube]; ++i) draw(sample++, cube, cube_samples[cube], all);
  evaluate(all);
  if (iteration.receiver != nullptr) hand_out(all);
  SamplesResult result;
  weigh(all, result);
  fill_histogram(all);
  sum(cube_samples, all, result);
  if (iteration.alpha > 0) refine();
  rescale(result);
  finished_.push_back(std::move(result));
  if (iteration.keeps) kept_ = std::move(all);
}

SamplesResult ReferenceSamples::collect() {
  SamplesResult result = std::move(finished_.front());
  finished_.pop_front();
  return result;
}

std::vector<double> ReferenceSamples::deviations() {
  const auto unit = static_cast<double>(nintervals_) * 0x1p-32;
  std::vector<double> found(ncomp_);
  const std::size_t samples = kept_.weight.size();
  for (std::size_t i = 0; i < samples; ++i) {
    double inverse_density = 1;
    for (std::size_t d = 0; d < ndim_; ++d) {
      const std::uint64_t *edge = &edges_[d * (nintervals_ + 1)];
      while (static_cast<double>(edge[1]) <= kept_.place[i * ndim_ + d] * 0x1p32) ++edge;
      inverse_density *= unit * static_cast<double>(edge[1] - edge[0]);
    }
    for (std::size_t c = 0; c < ncomp_; ++c) {
      const double value = kept_.f[i * ncomp_ + c] * kept_.weight[i];
      if (std::isfinite(value)) found[c] += value * value * inverse_density;
    }
  }
  for (double &each : found) each = std::sqrt(each * static_cast<double>(samples));
  return found;
}

/// The samples of each hypercube.
std::vector<uint64> ReferenceSamples::allot() const {
  const auto wanted = static_cast<uint64>(iteration_.samples);
  if (!adaptive_) return std::vector<uint64>(ncube_, statistics::equal_samples(wanted, ncube_));
  std::vector<float> sigma_beta;
  std::vector<double> block_sums;
  for (uint64 cube = 0; cube < ncube_; ++cube) {
    sigma_beta.push_back(elementary::pow(variance_[cube], static_cast<float>(iteration_.beta / 2)));
    if (cube % statistics::cubes_per_block == 0) block_sums.push_back(0);
    block_sums.back() += sigma_beta.back();
  }
  const statistics::Allocation allocation =
      statistics::allocate(wanted, ncube_, tree_sum(block_sums.data(), block_sums.size()));
  std::vector<uint64> samples;
  for (uint64 cube = 0; cube < ncube_; ++cube)
    samples.push_back(allocation.samples(cube, sigma_beta[cube]));
  return samples;
}

uint32 ReferenceSamples::word(uint64 sample, std::size_t axis) const {
  const auto number = static_cast<uint32>(iteration_.number);
  if (problem_.quasi)
    return map::quasi_word_of_sample(sample,
                                     directions_.data() + axis * rng::scrambled_sobol_digits,
                                     rng::scramble_seed(static_cast<uint32>(axis), number, keys_),
                                     static_cast<uint32>(std::countr_zero(nintervals_ / nstrat_)));
  const rng::PhiloxBlock words =
      rng::pair_words(sample / 2, static_cast<uint32>(axis / 4), number, keys_);
  return map::word_of_pair(sample, words.word[axis % 4]);
}

void ReferenceSamples::draw(uint64 sample, uint64 cube, uint64 cube_samples, Samples &all) const {
  const uint64 per_stratum = nintervals_ / nstrat_;
  const map::VolumeUnit unit = map::volume_unit(problem_.ndim, nintervals_, problem_.box);
  map::Volume widths{unit.widths};
  double jacobians = unit.jacobians;
  for (std::size_t d = 0; d < ndim_; ++d, cube /= nstrat_) {
    const map::MapPosition position =
        map::map_position(word(sample, d), static_cast<uint32>(per_stratum));
    all.interval.push_back(d * nintervals_ + cube % nstrat_ * per_stratum + position.interval);
    const map::MapInterval interval = map_[all.interval.back()];
    widths.multiply(static_cast<int>(d), problem_.ndim, map::interval_width(interval));
    double x = map::map_point(interval, position.fraction);
    all.place.push_back(x);
    double jacobian = 1;
    if (!problem_.box.empty()) x = problem_.box[d].map(x, jacobian);
    jacobians *= jacobian;
    all.x.push_back(x);
  }
  const auto count = static_cast<double>(cube_samples);
  const auto ncube = static_cast<double>(ncube_);
  const double share = unit.rest / count / ncube;
  all.volume.push_back(widths.product * jacobians);
  all.weight.push_back(all.volume.back() * share);
  all.density.push_back(static_cast<float>(static_cast<double>(chunks_.samples) / (count * ncube)));
}

void ReferenceSamples::evaluate(Samples &all) const {
  const auto function =
      reinterpret_cast<int (*)(const int *, const double *, const int *, double *, void *,
                               const std::int64_t *, const int *, const double *, const int *)>(
          reinterpret_cast<void (*)()>(host_.function));
  const std::int64_t one = 1;
  const int core = -1;
  all.f.resize(chunks_.samples * ncomp_);
  for (std::size_t i = 0; i < chunks_.samples; ++i)
    if (function(&host_.ndim, &all.x[i * ndim_], &host_.ncomp, &all.f[i * ncomp_], host_.userdata,
                 &one, &core, &all.weight[i], &iteration_.number) == -999)
      throw Failure(CUBOID_ABORTED, "the integrand returned -999");
}

void ReferenceSamples::hand_out(const Samples &all) const {
  bool wanted = true;
  for (auto first = static_cast<std::size_t>(iteration_.receive_from);
       wanted && first < chunks_.samples; first += handed_out) {
    const auto count = std::min<std::size_t>(handed_out, chunks_.samples - first);
    wanted = (*iteration_.receiver)({iteration_.number, static_cast<std::int64_t>(first),
                                     static_cast<std::int64_t>(count), &all.x[first * ndim_],
                                     &all.weight[first], &all.f[first * ncomp_]});
  }
}

/// Values that are not finite count as zero, with all values of the sample.
void ReferenceSamples::weigh(Samples &all, SamplesResult &result) {
  const double unit = map::volume_unit(problem_.ndim, nintervals_, problem_.box).rest;
  greatest_.assign(ncomp_, 0);
  all.value.resize(all.f.size());
  for (std::size_t i = 0; i < chunks_.samples; ++i) {
    const double *const f = &all.f[i * ncomp_];
    double *const value = &all.value[i * ncomp_];
    bool finite = true;
    for (std::size_t c = 0; c < ncomp_; ++c) {
      value[c] = f[c] * (all.volume[i] * (scale_[c] * unit));
      if (!std::isfinite(value[c])) value[c] = f[c] * (scale_[c] * unit) * all.volume[i];
      greatest_[c] = std::max(greatest_[c], upper_word(value[c]));
      finite = finite && std::isfinite(value[c]);
    }
    if (finite) continue;
    if (result.nonfinite++ == 0) {
      std::size_t c = 0;
      while (c + 1 < ncomp_ && std::isfinite(f[c])) ++c;
      result.first_nonfinite = {static_cast<std::int64_t>(i),
                                static_cast<int>(c),
                                f[c],
                                {&all.x[i * ndim_], &all.x[i * ndim_] + ndim_}};
    }
    std::fill_n(value, ncomp_, 0.0);
  }
}

void ReferenceSamples::fill_histogram(const Samples &all) {
  histogram_.assign(map_.size(), 0);
  if (!(iteration_.alpha > 0)) return;
  for (uint64 chunk = 0; chunk < chunks_.count; ++chunk) {
    uint32 chosen = statistics::histogram_choice(chunk, 0, chunks_.histogram_stride);
    for (uint64 i = chunks_.begin(chunk); i < chunks_.begin(chunk + 1); ++i) {
      const uint64 pair = (i - chunks_.begin(chunk)) / 2;
      if (pair > chosen)
        chosen = statistics::next_histogram_choice(chunk, chosen, chunks_.histogram_stride);
      if (pair != chosen) continue;
      float squares = 0;
      for (std::size_t c = 0; c < ncomp_; ++c) {
        const auto value = static_cast<float>(all.value[i * ncomp_ + c]);
        squares += weight_[c] * (value * value);
      }
      const uint32 units = statistics::histogram_units(
          squares * all.density[i], statistics::histogram_unit(chunks_), static_cast<uint32>(i));
      for (std::size_t d = 0; d < ndim_; ++d) histogram_[all.interval[i * ndim_ + d]] += units;
    }
  }
}

std::size_t ReferenceSamples::first_column(std::size_t row) const {
  return static_cast<std::size_t>(
      statistics::first_covariance(problem_.ncomp, static_cast<int>(row)));
}

/// Adds the samples of a hypercube in one chunk to the chunk's sums, and returns their part of the
/// variance of one sample.
double ReferenceSamples::add_piece(uint64 first, uint64 end, uint64 cube_samples,
                                   const Samples &all, std::vector<std::vector<double>> &sums) {
  const uint64 chunk = first / chunks_.length;
  const double per_cube = 1 / static_cast<double>(cube_samples);
  std::vector<double> products(sums.size() - ncomp_);
  std::vector<double> difference(ncomp_);
  for (uint64 i = first; i < end; i += 4) {
    for (std::size_t c = 0; c < ncomp_; ++c) {
      const double *const value = &all.value[i * ncomp_ + c];
      const double pair = value[0] + value[ncomp_];
      const double next_pair = value[2 * ncomp_] + value[3 * ncomp_];
      sums[c][chunk] += per_cube * pair;
      sums[c][chunk] += per_cube * next_pair;
      difference[c] = next_pair - pair;
    }
    for (std::size_t c = 0, k = 0; c < ncomp_; ++c)
      for (std::size_t b = first_column(c); b <= c; ++b, ++k)
        products[k] += difference[c] * difference[b];
  }
  double variance = 0;
  for (std::size_t c = 0, k = 0; c < ncomp_; ++c)
    for (std::size_t b = first_column(c); b <= c; ++b, ++k) {
      auto [of_sample, of_mean] = statistics::cube_covariance(products[k], per_cube);
      if (b == c) {
        of_mean = statistics::not_nan(of_mean);
        variance += static_cast<double>(weight_[c]) * statistics::not_nan(of_sample);
        greatest_part_[c] = std::max(greatest_part_[c], upper_word(of_mean));
      }
      sums[ncomp_ + k][chunk] += of_mean;
    }
  return variance;
}

void ReferenceSamples::sum(const std::vector<uint64> &cube_samples, const Samples &all,
                           SamplesResult &result) {
  const auto ncov = static_cast<std::size_t>(statistics::covariance_count(problem_.ncomp));
  std::vector<std::vector<double>> sums(ncomp_ + ncov, std::vector<double>(chunks_.count));
  greatest_part_.assign(ncomp_, 0);
  uint64 first = 0;
  for (uint64 cube = 0; cube < ncube_; ++cube) {
    const uint64 end = first + cube_samples[cube];
    double variance = 0;
    while (first < end) {
      const uint64 stop = std::min(end, chunks_.begin(first / chunks_.length + 1));
      variance += add_piece(first, stop, cube_samples[cube], all, sums);
      first = stop;
    }
    if (adaptive_) variance_[cube] = statistics::bounded_variance(static_cast<float>(variance));
  }
  const auto ncube = static_cast<double>(ncube_);
  const auto total = [&](std::size_t k) { return tree_sum(sums[k].data(), chunks_.count); };
  const auto place = [&](std::size_t c, std::size_t b) {
    const auto variance =
        static_cast<std::size_t>(statistics::variance_place(problem_.ncomp, static_cast<int>(c)));
    return ncomp_ + variance - (c - b);
  };
  const auto greatest_chunk = [&](std::size_t c) {
    const std::vector<double> &added = sums[place(c, c)];
    return upper_word(*std::max_element(added.begin(), added.end()));
  };
  const auto covariance = [&](std::size_t c, std::size_t b) { return total(place(c, b)); };
  const bool correlated = statistics::has_covariances(problem_.ncomp);
  for (std::size_t c = 0; c < ncomp_; ++c) {
    const double variance = covariance(c, c);
    result.integral.push_back(statistics::integral_of(total(c), ncube, scale_[c]));
    result.error.push_back(statistics::error_of(variance, ncube, scale_[c]));
    result.dominance.push_back(
        adaptive_ ? statistics::dominance_of_cube(greatest_part_[c], variance)
                  : statistics::dominance_of_sample(greatest_[c], greatest_chunk(c),
                                                    cube_samples[0], variance));
    result.greatest.push_back(from_upper_word(greatest_[c]) / scale_[c]);
    for (std::size_t b = 0; correlated && b <= c; ++b)
      result.correlation.push_back(
          statistics::correlation_of(covariance(c, b), variance, covariance(b, b)));
  }
  result.samples = static_cast<std::int64_t>(chunks_.samples);
}

void ReferenceSamples::rescale(const SamplesResult &result) {
  std::vector<double> inverse;
  for (std::size_t c = 0; c < ncomp_; ++c) {
    scale_[c] =
        statistics::next_scale(scale_[c], greatest_[c], result.integral[c] * scale_[c],
                               result.error[c] * scale_[c], static_cast<double>(result.samples));
    inverse.push_back(
        statistics::inverse_square(result.integral[c] * scale_[c], result.error[c] * scale_[c]));
  }
  const double sum = std::accumulate(inverse.begin(), inverse.end(), 0.0);
  for (std::size_t c = 0; c < ncomp_; ++c)
    weight_[c] = statistics::component_weight(inverse[c], sum, problem_.ncomp);
}

void ReferenceSamples::refine() {
  for (std::size_t d = 0; d < ndim_; ++d) {
    std::vector<double> squares(nintervals_);
    for (std::size_t e = 0; e < ndim_; ++e)
      for (std::size_t i = 0; i < nintervals_ && (iteration_.one_map || e == d); ++i)
        squares[i] += static_cast<double>(histogram_[e * nintervals_ + i]);
    map::refine_importance({&edges_[d * (nintervals_ + 1)], nintervals_ + 1}, squares,
                           iteration_.step());
  }
}

}  // namespace cuboid::engine::reference
