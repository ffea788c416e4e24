#include "engine/reference/samples.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>

#include "base/failure.hpp"
#include "elementary/functions.hpp"
#include "map/refine_importance.hpp"
#include "rng/sobol.hpp"
#include "statistics/scaling.hpp"
#include "statistics/stratify.hpp"

namespace cuboid::engine::reference {

namespace {

constexpr uint64 none = ~uint64{0};

/// Hypercubes whose samples are allotted together: a fixed number, since the order of the sums over
/// them depends on it.
constexpr uint64 cubes_of_block = 4096;

/// Chunks whose pieces are joined together.
constexpr uint64 chunks_of_block = 16384;

/// Samples that a receiver is handed at once, about.
constexpr uint64 recorded_samples = 1 << 15;

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

/// Adds neighbours, then neighbouring sums, and so on, in place.
double tree_sum(std::span<double> values) {
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
  if (problem_.quasi) directions_ = rng::sobol_direction_words(problem_.ndim);
}

void HostSamples::set_grid(const SamplesGrid &grid, bool adaptive) {
  const auto ndim = static_cast<std::size_t>(problem_.ndim);
  nstrat_ = static_cast<uint64>(grid.nstrat);
  nintervals_ = static_cast<uint64>(grid.nintervals);
  adaptive_ = adaptive;
  ncube_ = 1;
  for (std::size_t d = 0; d < ndim; ++d) ncube_ *= nstrat_;
  cell_volume_ = elementary::pow(static_cast<double>(nintervals_) * 0x1p-32, problem_.ndim);
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

void HostSamples::remember(const SamplesMemory &memory) {
  const auto ncomp = static_cast<std::size_t>(problem_.ncomp);
  edges_ = memory.edges;
  read_edges();
  if (adaptive_) {
    if (memory.variance.empty())
      variance_.assign(ncube_, 1.0f);
    else
      variance_ = memory.variance;
  }
  scale_ = memory.scale;
  weight_ = memory.weight;
  if (scale_.empty()) scale_.assign(ncomp, 1.0);
  if (weight_.empty()) weight_.assign(ncomp, 1.0f / static_cast<float>(ncomp));
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
  recording_.reset();
  if (problem_.quasi) seed_scrambling();
  allocate_samples();
  group_sums_.assign(nsums() * chunks_.groups(), 0);
  if (adaptive_) {
    piece_cube_.resize(2 * chunks_.count);
    piece_variance_.resize(2 * chunks_.count);
  }
  tally_ = empty_tally();

  if (iteration.receiver != nullptr)
    fill_for(*iteration.receiver);
  else
    fill(0, chunks_.groups());

  if (adaptive_) join_pieces();
  SamplesResult result;
  sum_chunks(result);
  result.first_nonfinite = tally_.first_nonfinite;
  if (iteration.alpha > 0) refine();
  rescale(result);
  finished_.push_back(std::move(result));
}

SamplesResult HostSamples::collect() {
  SamplesResult result = std::move(finished_.front());
  finished_.pop_front();
  return result;
}

void HostSamples::seed_scrambling() {
  scramble_seed_.resize(static_cast<std::size_t>(problem_.ndim));
  for (std::size_t d = 0; d < scramble_seed_.size(); ++d)
    scramble_seed_[d] = rng::scramble_seeds(static_cast<uint32>(d / 4),
                                            static_cast<uint32>(iteration_.number), keys_)
                            .word[d % 4];
}

void HostSamples::share_out(uint64 count, const std::function<void(uint64)> &work) {
  for (uint64 i = 0; i < count; ++i) work(i);
}

std::size_t HostSamples::nsums() const {
  return static_cast<std::size_t>(problem_.ncomp) + covariances(problem_.ncomp);
}

void HostSamples::fill_for(const SampleReceiver &receiver) {
  const uint64 group_samples = statistics::chunks_per_group * chunks_.length;
  const uint64 groups_at_once = std::max<uint64>(recorded_samples / group_samples, 1);
  const auto ndim = static_cast<std::size_t>(problem_.ndim);
  const auto ncomp = static_cast<std::size_t>(problem_.ncomp);
  bool wanted = true;
  for (uint64 first = 0; first < chunks_.groups(); first += groups_at_once) {
    const uint64 end = std::min(first + groups_at_once, chunks_.groups());
    const uint64 begin = begin_of_chunk(first * statistics::chunks_per_group);
    const uint64 count = begin_of_chunk(end * statistics::chunks_per_group) - begin;
    const auto from = static_cast<uint64>(iteration_.receive_from);
    if (wanted && begin + count > from)
      recording_ = {begin, std::vector<double>(count * ndim), std::vector<double>(count),
                    std::vector<double>(count * ncomp)};
    fill(first, end);
    if (recording_) {
      const uint64 skipped = from > begin ? from - begin : 0;
      wanted = receiver({iteration_.number, static_cast<std::int64_t>(begin + skipped),
                         static_cast<std::int64_t>(count - skipped),
                         recording_->x.data() + skipped * ndim, recording_->weight.data() + skipped,
                         recording_->f.data() + skipped * ncomp});
      recording_.reset();
    }
  }
}

void HostSamples::record(const Sample &sample, double share, const double *f) {
  const uint64 place = sample.number - recording_->first;
  const auto ndim = static_cast<std::size_t>(problem_.ndim);
  const auto ncomp = static_cast<std::size_t>(problem_.ncomp);
  std::copy_n(sample.x, ndim, recording_->x.data() + place * ndim);
  recording_->weight[place] = sample.volume * share;
  std::copy_n(f, ncomp, recording_->f.data() + place * ncomp);
}

void HostSamples::allocate_samples() {
  const auto wanted = static_cast<uint64>(iteration_.samples);
  if (!adaptive_) {
    per_cube_ = statistics::equal_samples(wanted, ncube_);
    chunks_ = statistics::make_chunks(per_cube_ * ncube_, per_cube_);
    return;
  }
  per_cube_ = 0;
  const uint64 blocks = (ncube_ + cubes_of_block - 1) / cubes_of_block;
  const auto end_of = [this](uint64 block) {
    return std::min((block + 1) * cubes_of_block, ncube_);
  };
  sigma_beta_.resize(ncube_);
  std::vector<double> sum(blocks);
  const auto half_beta = static_cast<float>(iteration_.beta / 2);
  share_out(blocks, [&](uint64 block) {
    for (uint64 cube = block * cubes_of_block; cube < end_of(block); ++cube) {
      sigma_beta_[cube] = elementary::pow(variance_[cube], half_beta);
      sum[block] += sigma_beta_[cube];
    }
  });
  const statistics::Allocation allocation = statistics::allocate(wanted, ncube_, tree_sum(sum));
  first_.resize(ncube_ + 1);
  first_[0] = 0;
  // Numbers of samples up to each hypercube, from the beginning of its block and then of all.
  share_out(blocks, [&](uint64 block) {
    uint64 samples = 0;
    for (uint64 cube = block * cubes_of_block; cube < end_of(block); ++cube) {
      samples += allocation.samples(cube, sigma_beta_[cube]);
      first_[cube + 1] = samples;
    }
  });
  std::vector<uint64> before(blocks);
  for (uint64 block = 1; block < blocks; ++block)
    before[block] = before[block - 1] + first_[end_of(block - 1)];
  share_out(blocks, [&](uint64 block) {
    for (uint64 cube = block * cubes_of_block; cube < end_of(block); ++cube)
      first_[cube + 1] += before[block];
  });
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

uint64 HostSamples::begin_of_chunk(uint64 chunk) const {
  return std::min(chunk * chunks_.length, chunks_.samples);
}

void HostSamples::add_pieces(uint64 chunk, std::vector<SamplesPiece> &pieces) const {
  uint64 sample = begin_of_chunk(chunk);
  const uint64 end = begin_of_chunk(chunk + 1);
  if (sample == end) return;
  // If the chunk goes on where the last piece ends, there is nothing to look for.
  const bool goes_on = !pieces.empty() && pieces.back().first + pieces.back().count == sample;
  uint64 cube = goes_on ? pieces.back().cube : cube_of_sample(sample);
  if (goes_on && first_of_cube(cube + 1) == sample) ++cube;
  for (; sample < end; ++cube) {
    const uint64 first = first_of_cube(cube);
    const uint64 next = first_of_cube(cube + 1);
    const uint64 stop = std::min(next, end);
    pieces.push_back({chunk, cube, sample, stop - sample, next - first, sample == first});
    sample = stop;
  }
}

uint32 HostSamples::random_word(uint64 number, std::size_t axis, rng::PhiloxBlock &block) const {
  if (problem_.quasi) {
    const rng::SobolPosition position = rng::sobol_position(number);
    return map::ordered_word(rng::scramble(rng::sobol_digits(sobol_directions(axis), position.code),
                                           rng::seed_of_block(scramble_seed(axis), position.block)),
                             stratum_bits());
  }
  if (axis % 4 == 0)
    block = rng::philox<philox_rounds>(rng::pair_counter(number / 2, static_cast<uint32>(axis / 4),
                                                         static_cast<uint32>(iteration_.number)),
                                       keys_);
  const uint32 word = block.word[axis % 4];
  return number % 2 == 0 ? word : map::reflected_word(word);
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
    const map::MapPosition position =
        map::map_position(random_word(number, d, random), per_stratum);
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

HostSamples::PieceFactors HostSamples::factors(uint64 cube_count) const {
  const auto count = static_cast<double>(cube_count);
  const auto ncube = static_cast<double>(ncube_);
  // Where samples are dense each stands for less.
  return {1 / count, static_cast<float>(static_cast<double>(chunks_.samples) / (count * ncube)),
          cell_volume_ / count / ncube};
}

HostSamples::Tally HostSamples::empty_tally() const {
  const auto ncomp = static_cast<std::size_t>(problem_.ncomp);
  return {std::vector<uint64>(map_.size(), 0), std::vector<uint32>(ncomp, 0),
          std::vector<uint32>(ncomp, 0), 0, std::nullopt};
}

void HostSamples::Tally::add(const Tally &other) {
  for (std::size_t i = 0; i < histogram.size(); ++i) histogram[i] += other.histogram[i];
  for (std::size_t c = 0; c < greatest.size(); ++c) {
    greatest[c] = std::max(greatest[c], other.greatest[c]);
    greatest_cube[c] = std::max(greatest_cube[c], other.greatest_cube[c]);
  }
  nonfinite += other.nonfinite;
  if (other.first_nonfinite) add(SamplesNonfinite(*other.first_nonfinite));
}

void HostSamples::Tally::add(SamplesNonfinite &&found) {
  if (!first_nonfinite || found.sample < first_nonfinite->sample)
    first_nonfinite = std::move(found);
}

void HostSamples::note_nonfinite(const Sample &sample, const double *f, Tally &tally) const {
  ++tally.nonfinite;
  const auto number = static_cast<std::int64_t>(sample.number);
  if (tally.first_nonfinite && tally.first_nonfinite->sample < number) return;
  int component = 0;
  // Finite values may be beyond the range of double once they are weighted.
  while (component + 1 < problem_.ncomp && std::isfinite(f[component])) ++component;
  tally.add(
      {number, component, f[component], std::vector<double>(sample.x, sample.x + problem_.ndim)});
}

void HostSamples::open_chunk(uint64 chunk) {
  if (adaptive_) piece_cube_[2 * chunk] = piece_cube_[2 * chunk + 1] = none;
}

void HostSamples::close_piece(const SamplesPiece &piece, double per_cube, double *square,
                              double *sums, Tally &tally) {
  const auto ncomp = static_cast<std::size_t>(problem_.ncomp);
  double variance = 0;
  for (std::size_t c = 0, k = 0; c < ncomp; ++c) {
    for (std::size_t b = 0; b <= c; ++b, ++k) {
      // NaN comes from squares that overflow.
      if (b == c && std::isnan(square[k])) square[k] = std::numeric_limits<double>::infinity();
      const double covariance = square[k] * per_cube;
      const double added = covariance * per_cube;
      if (b == c) {
        variance += static_cast<double>(weight_[c]) * covariance;
        tally.greatest_cube[c] = std::max(tally.greatest_cube[c], upper_word(added));
      }
      sums[ncomp + k] += added;
    }
  }
  if (!adaptive_) return;
  if (piece.count == piece.cube_count) {
    variance_[piece.cube] = bounded(variance);
  } else {
    const uint64 slot = 2 * piece.chunk + (piece.begins_cube ? 1 : 0);
    piece_variance_[slot] = variance;
    piece_cube_[slot] = piece.cube;
  }
}

void HostSamples::close_chunk(uint64 chunk, const double *sums, std::vector<double> &group) {
  constexpr std::size_t columns = statistics::chunks_per_group;
  const std::size_t rows = nsums();
  group.resize(rows * columns);
  const std::size_t column = chunk % columns;
  for (std::size_t k = 0; k < rows; ++k) group[k * columns + column] = sums[k];
  if (column + 1 < columns && chunk + 1 < chunks_.count) return;
  for (std::size_t k = 0; k < rows; ++k)
    group_sums_[k * chunks_.groups() + chunk / columns] =
        tree_sum({group.data() + k * columns, column + 1});
}

void HostSamples::join_pieces() {
  const uint64 blocks = (chunks_.count + chunks_of_block - 1) / chunks_of_block;
  share_out(blocks, [&](uint64 block) {
    const uint64 end = std::min((block + 1) * chunks_of_block, chunks_.count);
    for (uint64 chunk = block * chunks_of_block; chunk < end; ++chunk) {
      const uint64 cube = piece_cube_[2 * chunk + 1];
      if (cube == none) continue;
      double variance = piece_variance_[2 * chunk + 1];
      for (uint64 next = chunk + 1; next < chunks_.count && piece_cube_[2 * next] == cube; ++next)
        variance += piece_variance_[2 * next];
      variance_[cube] = bounded(variance);
    }
  });
}

void HostSamples::sum_chunks(SamplesResult &result) {
  const auto ncomp = static_cast<std::size_t>(problem_.ncomp);
  const auto ncube = static_cast<double>(ncube_);
  std::vector<double> sums(nsums());
  for (std::size_t k = 0; k < sums.size(); ++k)
    sums[k] = tree_sum({group_sums_.data() + k * chunks_.groups(), chunks_.groups()});
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
  result.nonfinite = static_cast<std::int64_t>(tally_.nonfinite);
}

void HostSamples::rescale(const SamplesResult &result) {
  double sum = 0;
  std::vector<double> share(scale_.size(), 0.0);
  for (std::size_t c = 0; c < scale_.size(); ++c) {
    const uint32 word = tally_.greatest[c];
    if (word >= 0x00100000u && word < infinite_word)
      scale_[c] = std::clamp(
          std::ldexp(scale_[c], -statistics::scaling_exponent(word, result.integral[c] * scale_[c],
                                                              result.error[c] * scale_[c],
                                                              static_cast<double>(result.samples))),
          0x1p-1000, 0x1p1000);
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
  const double samples = static_cast<double>(chunks_.samples) / chunks_.histogram_stride /
                         static_cast<double>(nintervals_) *
                         (iteration_.one_map ? problem_.ndim : 1);
  share_out(ndim, [&](uint64 d) {
    std::vector<double> squares(nintervals_);
    for (std::size_t e = 0; e < ndim; ++e)
      if (iteration_.one_map || e == d)
        for (uint64 i = 0; i < nintervals_; ++i)
          squares[i] += static_cast<double>(tally_.histogram[e * nintervals_ + i]);
    map::refine_importance({edges_.data() + d * (nintervals_ + 1), nintervals_ + 1}, squares,
                           samples, iteration_.alpha);
  });
  read_edges();
}

void ReferenceSamples::add(const Sample &sample, const uint32 *interval,
                           const PieceFactors &factors, const double *f, ChunkSums &chunk) {
  const std::size_t ncomp = chunk.value.size();
  bool finite = true;
  for (std::size_t c = 0; c < ncomp; ++c) {
    chunk.value[c] = f[c] * (sample.volume * unit(c));
    const uint32 word = upper_word(chunk.value[c]);
    tally_.greatest[c] = std::max(tally_.greatest[c], word);
    finite = finite && word < infinite_word;
  }
  if (recording()) record(sample, factors.share, f);
  if (!finite) {
    note_nonfinite(sample, f, tally_);
    std::fill(chunk.value.begin(), chunk.value.end(), 0.0);
  }
  if (refines() && chunk.drawn / 2 == chunk.chosen)
    add_to_histogram(sample, interval, factors.density, chunk.value);
  ++chunk.drawn;
  if (chunk.drawn % 2 != 0) {
    chunk.previous.swap(chunk.value);
    return;
  }
  for (std::size_t c = 0; c < ncomp; ++c) {
    chunk.value[c] += chunk.previous[c];
    chunk.sums[c] += factors.per_cube * chunk.value[c];
  }
  if (chunk.drawn % 4 != 0) {
    chunk.previous_pair.swap(chunk.value);
    return;
  }
  for (std::size_t c = 0, k = 0; c < ncomp; ++c)
    for (std::size_t b = 0; b <= c; ++b, ++k)
      chunk.square[k] +=
          (chunk.value[c] - chunk.previous_pair[c]) * (chunk.value[b] - chunk.previous_pair[b]);
}

void ReferenceSamples::add_to_histogram(const Sample &sample, const uint32 *interval, float density,
                                        const std::vector<double> &value) {
  float squares = 0;
  for (std::size_t c = 0; c < value.size(); ++c) {
    const auto v = static_cast<float>(value[c]);
    squares += weights()[c] * (v * v);
  }
  squares *= density;
  const auto limit = static_cast<float>(chunks().histogram_limit);
  const float units = squares * (statistics::histogram_unit_share * limit) +
                      std::bit_cast<float>(statistics::rounding_bits(sample.number));
  // Not a number where a square that overflows has the weight 0.
  const uint32 added = static_cast<uint32>(units < limit + 1 ? units : limit + 1) - 1;
  for (int d = 0; d < problem_.ndim; ++d) tally_.histogram[interval[d]] += added;
}

void ReferenceSamples::fill(uint64 first, uint64 end) {
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
  const std::size_t ncomp = f.size();
  const std::size_t ncov = nsums() - ncomp;
  std::vector<double> group;
  const uint64 end_chunk = std::min(end * statistics::chunks_per_group, chunks().count);
  for (uint64 chunk = first * statistics::chunks_per_group; chunk < end_chunk; ++chunk) {
    const uint32 stride = chunks().histogram_stride;
    ChunkSums sums{std::vector<double>(nsums()),
                   std::vector<double>(ncov),
                   f,
                   f,
                   f,
                   0,
                   statistics::histogram_choice(chunk, 0, stride)};
    open_chunk(chunk);
    std::vector<SamplesPiece> pieces;
    add_pieces(chunk, pieces);
    for (const SamplesPiece &piece : pieces) {
      const PieceFactors factor = factors(piece.cube_count);
      for (uint64 i = 0; i < piece.count; ++i) {
        const uint64 sample = piece.first + i;
        const double volume = place(piece, sample, interval.data(), x.data());
        const double weight = volume * factor.share;
        if (function(&host_.ndim, x.data(), &host_.ncomp, f.data(), host_.userdata, &one, &core,
                     &weight, &number) == -999)
          throw Failure(CUBOID_ABORTED, "the integrand returned -999");
        add({sample, x.data(), volume}, interval.data(), factor, f.data(), sums);
        if (sums.drawn == 2 * (uint64{sums.chosen} + 1))
          sums.chosen = statistics::next_histogram_choice(chunk, sums.chosen, stride);
      }
      close_piece(piece, factor.per_cube, sums.square.data(), sums.sums.data(), tally_);
      std::fill(sums.square.begin(), sums.square.end(), 0.0);
    }
    close_chunk(chunk, sums.sums.data(), group);
  }
}

}  // namespace cuboid::engine::reference
