#include "engine/reference/samples.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>

#include "base/failure.hpp"
#include "map/refine_importance.hpp"
#include "statistics/stratify.hpp"

namespace cuboid::engine::reference {

namespace {

constexpr uint64 none = ~uint64{0};
constexpr uint32 infinite_word = 0x7FF00000u;

std::size_t covariances(int ncomp) {
  return static_cast<std::size_t>(ncomp) * (static_cast<std::size_t>(ncomp) + 1) / 2;
}

uint32 upper_word(double value) {
  return static_cast<uint32>(std::bit_cast<std::uint64_t>(value) >> 32) & 0x7FFFFFFFu;
}

/// The number that has this upper word, cut short.
double from_upper_word(uint32 word) {
  return std::bit_cast<double>(std::uint64_t{word} << 32);
}

float bounded(double variance) {
  return std::min(static_cast<float>(variance), statistics::most_variance);
}

/// Adds neighbours, then neighbouring sums, and so on.
double tree_sum(std::vector<double> values) {
  for (std::size_t step = 1; step < values.size(); step *= 2)
    for (std::size_t i = 0; i + step < values.size(); i += 2 * step) values[i] += values[i + step];
  return values.empty() ? 0 : values[0];
}

}  // namespace

HostSamples::HostSamples(SamplesProblem problem)
    : problem_(std::move(problem)), keys_(rng::make_philox_keys<philox_rounds>(problem_.seed)) {
  const auto ncomp = static_cast<std::size_t>(problem_.ncomp);
  scale_.assign(ncomp, 1.0);
  weight_.assign(ncomp, 1.0f / static_cast<float>(ncomp));
}

void HostSamples::set_grid(const SamplesGrid &grid, bool adaptive) {
  const auto ndim = static_cast<std::size_t>(problem_.ndim);
  nstrat_ = static_cast<uint64>(grid.nstrat);
  nintervals_ = static_cast<uint64>(grid.nintervals);
  adaptive_ = adaptive;
  ncube_ = 1;
  for (std::size_t d = 0; d < ndim; ++d) ncube_ *= nstrat_;
  cell_volume_ = std::pow(static_cast<double>(nintervals_) * 0x1p-32, problem_.ndim);
  edges_ = grid.edges;
  if (edges_.empty()) {
    for (std::size_t d = 0; d < ndim; ++d)
      for (uint64 i = 0; i <= nintervals_; ++i) edges_.push_back((i << 32) / nintervals_);
  }
  read_edges();
  try {
    variance_.assign(adaptive ? ncube_ : 0, 1.0f);
  } catch (const std::bad_alloc &) {
    throw Failure(CUBOID_OUT_OF_MEMORY, "there is no memory for the variances of " +
                                            std::to_string(ncube_) + " hypercubes");
  }
}

void HostSamples::read_edges() {
  map_.clear();
  for (int d = 0; d < problem_.ndim; ++d) {
    const std::uint64_t *edge = edges_.data() + static_cast<uint64>(d) * (nintervals_ + 1);
    for (uint64 i = 0; i < nintervals_; ++i)
      map_.push_back(map::make_map_interval(edge[i], edge[i + 1]));
  }
}

void HostSamples::submit(const SamplesIteration &iteration) {
  iteration_ = iteration;
  allocate_samples();
  results_.assign(chunks_.count, {});
  piece_cube_.assign(2 * chunks_.count, none);
  piece_variance_.assign(2 * chunks_.count, 0);
  tally_ = empty_tally();

  fill();

  join_pieces();
  SamplesResult result;
  sum_chunks(result);
  if (iteration.alpha > 0) refine();
  rescale(result);
  finished_.push_back(std::move(result));
}

SamplesResult HostSamples::collect() {
  SamplesResult result = std::move(finished_.front());
  finished_.pop_front();
  return result;
}

void HostSamples::allocate_samples() {
  const auto wanted = static_cast<uint64>(iteration_.samples);
  if (!adaptive_) {
    per_cube_ = std::max<uint64>(wanted / ncube_, 2);
    chunks_ = statistics::make_chunks(per_cube_ * ncube_, per_cube_);
    return;
  }
  per_cube_ = 0;
  double sum = 0;
  for (float &variance : variance_) {
    variance = std::pow(variance, static_cast<float>(iteration_.beta / 2));
    sum += variance;
  }
  const statistics::Allocation allocation = statistics::allocate(wanted, ncube_, sum);
  first_.assign(1, 0);
  for (const float weight : variance_) first_.push_back(first_.back() + allocation.samples(weight));
  chunks_ = statistics::make_chunks(first_.back(), 0);
}

uint64 HostSamples::first_of_cube(uint64 cube) const {
  return adaptive_ ? first_[cube] : cube * per_cube_;
}

uint64 HostSamples::cube_of_sample(uint64 sample) const {
  if (!adaptive_) return sample / per_cube_;
  return static_cast<uint64>(std::upper_bound(first_.begin(), first_.end(), sample) -
                             first_.begin()) -
         1;
}

std::vector<SamplesPiece> HostSamples::pieces(uint64 chunk) const {
  const auto boundary = [this](uint64 sample) {
    if (sample >= chunks_.samples) return chunks_.samples;
    const uint64 cube = cube_of_sample(sample);
    return statistics::chunk_boundary(sample, first_of_cube(cube), first_of_cube(cube + 1));
  };
  uint64 sample = boundary(chunk * chunks_.length);
  const uint64 end = boundary((chunk + 1) * chunks_.length);
  std::vector<SamplesPiece> result;
  if (sample >= end) return result;
  for (uint64 cube = cube_of_sample(sample); sample < end; ++cube) {
    const uint64 first = first_of_cube(cube);
    const uint64 next = first_of_cube(cube + 1);
    const uint64 stop = std::min(next, end);
    result.push_back({cube, sample, stop - sample, next - first, sample == first});
    sample = stop;
  }
  return result;
}

double HostSamples::place(const SamplesPiece &piece, uint64 number, uint32 *interval,
                          double *x) const {
  const auto ndim = static_cast<std::size_t>(problem_.ndim);
  const auto per_stratum = static_cast<uint32>(nintervals_ / nstrat_);
  double volume = 1;
  rng::PhiloxBlock random{};
  uint64 rest = piece.cube;
  uint32 previous_width = 0;
  for (std::size_t d = 0; d < ndim; ++d) {
    if (d % 4 == 0)
      random = rng::philox<philox_rounds>(
          {{static_cast<uint32>(number), static_cast<uint32>(number >> 32),
            static_cast<uint32>(d / 4), static_cast<uint32>(iteration_.number)}},
          keys_);
    const map::MapPosition position = map::map_position(random.word[d % 4], per_stratum);
    interval[d] =
        static_cast<uint32>(d * nintervals_ + rest % nstrat_ * per_stratum) + position.interval;
    rest /= nstrat_;
    const map::MapInterval cell = map_[interval[d]];
    x[d] = map::map_point(cell, position.fraction);
    // Products of two widths are exact in 64 bits.
    const uint32 width = map::interval_width(cell);
    if (d % 2 != 0)
      volume *= static_cast<double>(wide_multiply(previous_width, width));
    else if (d + 1 == ndim)
      volume *= static_cast<double>(width);
    previous_width = width;
  }
  if (!problem_.box.empty()) {
    double jacobians = 1;
    for (std::size_t d = 0; d < ndim; ++d) {
      double jacobian;
      x[d] = problem_.box[d].map(x[d], jacobian);
      jacobians *= jacobian;
    }
    volume *= jacobians;
  }
  return volume;
}

double HostSamples::sample_share(const SamplesPiece &piece) const {
  return cell_volume_ / static_cast<double>(piece.cube_count) / static_cast<double>(ncube_);
}

HostSamples::Tally HostSamples::empty_tally() const {
  const auto ncomp = static_cast<std::size_t>(problem_.ncomp);
  return {std::vector<uint64>(map_.size(), 0), std::vector<uint32>(ncomp, 0),
          std::vector<uint32>(ncomp, 0)};
}

void HostSamples::Tally::add(const Tally &other) {
  for (std::size_t i = 0; i < histogram.size(); ++i) histogram[i] += other.histogram[i];
  for (std::size_t c = 0; c < greatest.size(); ++c) {
    greatest[c] = std::max(greatest[c], other.greatest[c]);
    greatest_cube[c] = std::max(greatest_cube[c], other.greatest_cube[c]);
  }
}

HostSamples::ChunkSums::ChunkSums(HostSamples &engine, uint64 chunk, Tally &tally)
    : engine_(engine),
      chunk_(chunk),
      tally_(tally),
      chosen_(statistics::histogram_choice(chunk, 0, engine.chunks_.histogram_stride)) {
  const auto ncomp = static_cast<std::size_t>(engine.problem_.ncomp);
  result_.sums.assign(ncomp + covariances(engine.problem_.ncomp), 0);
  value_.resize(ncomp);
  origin_.resize(ncomp);
  sum_.assign(ncomp, 0);
  square_.assign(covariances(engine.problem_.ncomp), 0);
}

void HostSamples::ChunkSums::add(const Sample &sample, const double *f) {
  const std::size_t ncomp = value_.size();
  bool finite = true;
  for (std::size_t c = 0; c < ncomp; ++c) {
    value_[c] = f[c] * (sample.volume * (engine_.scale_[c] * engine_.cell_volume_));
    const uint32 word = upper_word(value_[c]);
    tally_.greatest[c] = std::max(tally_.greatest[c], word);
    finite = finite && word < infinite_word;
  }
  if (!finite) {
    ++result_.nonfinite;
    std::fill(value_.begin(), value_.end(), 0.0);
  }
  if (drawn_ == 0) origin_ = value_;
  for (std::size_t c = 0, k = 0; c < ncomp; ++c) {
    const double difference = value_[c] - origin_[c];
    sum_[c] += difference;
    for (std::size_t b = 0; b <= c; ++b, ++k) square_[k] += difference * (value_[b] - origin_[b]);
  }
  if (engine_.iteration_.alpha > 0 && drawn_ == chosen_) {
    add_to_histogram(sample);
    chosen_ = statistics::next_histogram_choice(chunk_, chosen_, engine_.chunks_.histogram_stride);
  }
  ++drawn_;
}

void HostSamples::ChunkSums::add_to_histogram(const Sample &sample) {
  const statistics::Chunks &chunks = engine_.chunks_;
  float squares = 0;
  for (std::size_t c = 0; c < value_.size(); ++c) {
    const auto v = static_cast<float>(value_[c]);
    squares += engine_.weight_[c] * (v * v);
  }
  // Where samples are dense each stands for less.
  squares *= static_cast<float>(
      static_cast<double>(chunks.samples) /
      (static_cast<double>(piece_.cube_count) * static_cast<double>(engine_.ncube_)));
  const auto limit = static_cast<float>(chunks.histogram_limit);
  const float units = std::min(squares * (statistics::histogram_unit_share * limit) +
                                   std::bit_cast<float>(statistics::rounding_bits(sample.number)),
                               limit + 1);
  const uint32 added = static_cast<uint32>(units) - 1;
  for (int d = 0; d < engine_.problem_.ndim; ++d) tally_.histogram[sample.interval[d]] += added;
}

void HostSamples::ChunkSums::end() {
  const std::size_t ncomp = value_.size();
  const auto count = static_cast<double>(piece_.count);
  const double per_cube = 1 / static_cast<double>(piece_.cube_count);
  double variance = 0;
  for (std::size_t c = 0, k = 0; c < ncomp; ++c) {
    result_.sums[c] += (origin_[c] * count + sum_[c]) * per_cube;
    for (std::size_t b = 0; b <= c; ++b, ++k) {
      double covariance = (square_[k] - sum_[c] * sum_[b] / count) / (count - 1);
      if (b == c) {
        // NaN comes from squares that overflow.
        if (std::isnan(covariance)) covariance = std::numeric_limits<double>::infinity();
        covariance = std::max(covariance, 0.0);
        variance += static_cast<double>(engine_.weight_[c]) * covariance;
      }
      covariance *= count * per_cube * per_cube;
      if (b == c)
        tally_.greatest_cube[c] = std::max(tally_.greatest_cube[c], upper_word(covariance));
      result_.sums[ncomp + k] += covariance;
    }
  }
  if (engine_.adaptive_) {
    if (piece_.count == piece_.cube_count) {
      engine_.variance_[piece_.cube] = bounded(variance);
    } else {
      const uint64 slot = 2 * chunk_ + (piece_.begins_cube ? 1 : 0);
      engine_.piece_variance_[slot] = variance * count * per_cube;
      engine_.piece_cube_[slot] = piece_.cube;
    }
  }
  std::fill(sum_.begin(), sum_.end(), 0.0);
  std::fill(square_.begin(), square_.end(), 0.0);
}

void HostSamples::join_pieces() {
  for (uint64 chunk = 0; chunk < chunks_.count; ++chunk) {
    const uint64 cube = piece_cube_[2 * chunk + 1];
    if (cube == none) continue;
    double variance = piece_variance_[2 * chunk + 1];
    for (uint64 next = chunk + 1; next < chunks_.count && piece_cube_[2 * next] == cube; ++next)
      variance += piece_variance_[2 * next];
    variance_[cube] = bounded(variance);
  }
}

void HostSamples::sum_chunks(SamplesResult &result) const {
  const auto ncomp = static_cast<std::size_t>(problem_.ncomp);
  const std::size_t nsums = ncomp + covariances(problem_.ncomp);
  const auto ncube = static_cast<double>(ncube_);
  std::vector<double> sums(nsums);
  std::vector<double> column(results_.size());
  for (std::size_t k = 0; k < nsums; ++k) {
    for (std::size_t i = 0; i < results_.size(); ++i)
      column[i] = results_[i].sums.empty() ? 0 : results_[i].sums[k];
    sums[k] = tree_sum(column);
  }
  for (std::size_t c = 0, k = 0; c < ncomp; ++c) {
    result.integral.push_back(sums[c] / ncube / scale_[c]);
    const double variance = sums[ncomp + k + c];
    const double sample = from_upper_word(tally_.greatest[c]) / static_cast<double>(per_cube_);
    const double largest = adaptive_ ? from_upper_word(tally_.greatest_cube[c]) : sample * sample;
    result.dominance.push_back(variance > 0 ? largest / variance : 0);
    result.error.push_back(std::sqrt(variance) / ncube / scale_[c]);
    for (std::size_t b = 0; b <= c; ++b, ++k) {
      const double other = sums[ncomp + (b + 1) * (b + 2) / 2 - 1];
      const double product = std::sqrt(variance) * std::sqrt(other);
      result.correlation.push_back(product > 0 ? sums[ncomp + k] / product : 0);
    }
  }
  result.samples = static_cast<std::int64_t>(chunks_.samples);
  for (const SamplesChunk &chunk : results_)
    result.nonfinite += static_cast<std::int64_t>(chunk.nonfinite);
}

void HostSamples::rescale(const SamplesResult &result) {
  double sum = 0;
  std::vector<double> share(scale_.size(), 0.0);
  for (std::size_t c = 0; c < scale_.size(); ++c) {
    const uint32 word = tally_.greatest[c];
    if (word >= 0x00100000u && word < infinite_word)
      scale_[c] = std::clamp(std::ldexp(scale_[c], 1023 - static_cast<int>(word >> 20)), 0x1p-1000,
                             0x1p1000);
    const double scaled = result.integral[c] * scale_[c];
    if (scaled != 0 && std::isfinite(1 / (scaled * scaled))) share[c] = 1 / (scaled * scaled);
    sum += share[c];
  }
  for (std::size_t c = 0; c < scale_.size(); ++c)
    weight_[c] =
        sum > 0 ? static_cast<float>(share[c] / sum) : 1.0f / static_cast<float>(scale_.size());
}

void HostSamples::refine() {
  const auto ndim = static_cast<std::size_t>(problem_.ndim);
  std::vector<double> squares(nintervals_);
  const double samples = static_cast<double>(chunks_.samples) / chunks_.histogram_stride /
                         static_cast<double>(nintervals_) *
                         (iteration_.one_map ? problem_.ndim : 1);
  for (std::size_t d = 0; d < ndim; ++d) {
    std::fill(squares.begin(), squares.end(), 0.0);
    for (std::size_t e = 0; e < ndim; ++e)
      if (iteration_.one_map || e == d)
        for (uint64 i = 0; i < nintervals_; ++i)
          squares[i] += static_cast<double>(tally_.histogram[e * nintervals_ + i]);
    map::refine_importance({edges_.data() + d * (nintervals_ + 1), nintervals_ + 1}, squares,
                           samples, iteration_.alpha);
  }
  read_edges();
}

void ReferenceSamples::fill() {
  std::vector<double> x(static_cast<std::size_t>(problem().ndim));
  std::vector<double> f(static_cast<std::size_t>(problem().ncomp));
  const auto function =
      reinterpret_cast<int (*)(const int *, const double *, const int *, double *, void *,
                               const std::int64_t *, const int *, const double *, const int *)>(
          reinterpret_cast<void (*)()>(host_.function));
  const std::int64_t one = 1;
  const int core = -1;
  const int number = iteration();
  std::vector<uint32> interval(x.size());
  for (uint64 chunk = 0; chunk < chunks().count; ++chunk) {
    ChunkSums sums(*this, chunk, tally_);
    for (const SamplesPiece &piece : pieces(chunk)) {
      sums.begin(piece);
      for (uint64 i = 0; i < piece.count; ++i) {
        const uint64 sample = piece.first + i;
        const double volume = place(piece, sample, interval.data(), x.data());
        const double weight = volume * sample_share(piece);
        if (function(&host_.ndim, x.data(), &host_.ncomp, f.data(), host_.userdata, &one, &core,
                     &weight, &number) == -999)
          throw Failure(CUBOID_ABORTED, "the integrand returned -999");
        sums.add({sample, interval.data(), volume}, f.data());
      }
      sums.end();
    }
    results_[chunk] = sums.finish();
  }
}

}  // namespace cuboid::engine::reference
