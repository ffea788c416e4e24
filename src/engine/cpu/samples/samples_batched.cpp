#include "engine/cpu/samples/samples_batched.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <utility>

#include "base/magnitude.hpp"
#include "map/box.hpp"
#include "map/sample_words.hpp"
#include "simd/kernels.hpp"
#include "statistics/covariances.hpp"

namespace cuboid::engine::cpu {

namespace {

constexpr std::size_t block = simd::samples_block;

/// Numbers that are written at once: most pieces have fewer pairs, and loops of a fixed length are
/// faster.  Rows have room for so many more.
constexpr std::size_t fill_width = 8;

/// Pairs of a hypercube below which its factors are worked out before: to divide for each hypercube
/// anew takes longer than all else that is done for it.
constexpr uint64 known_factors = 16;

template <class Number>
void fill_row(Number *to, std::size_t count, Number value) {
  for (std::size_t i = 0; i < fill_width; ++i) to[i] = value;
  for (std::size_t i = fill_width; i < count; ++i) to[i] = value;
}

/// Pairs of so many points, in whole blocks.
std::size_t capacity_for(std::size_t points) {
  return (points + 2 * block - 1) / (2 * block) * block;
}

std::int64_t as_signed(std::size_t size) {
  return static_cast<std::int64_t>(size);
}

}  // namespace

BatchedSamples::Batch::Batch(int dimensions, int components, std::size_t points)
    : capacity(capacity_for(points)), stride(capacity + fill_width) {
  const auto ndim = static_cast<std::size_t>(dimensions);
  const auto ncomp = static_cast<std::size_t>(components);
  const auto ncov = static_cast<std::size_t>(statistics::covariance_count(components));
  coordinate.resize(ndim);
  stratum.resize(ndim * stride);
  share.resize(stride);
  per_cube.resize(stride);
  density.resize(stride);
  word.resize(2 * ndim * block);
  interval.resize(2 * ndim * stride);
  volume.resize(2 * stride);
  x.resize(2 * capacity * ndim);
  weight.resize(2 * capacity);
  f.resize(2 * capacity * ncomp);
  value.resize(2 * ncomp * stride);
  term.resize(ncomp * stride);
  greatest.resize(ncomp);
  difference.resize(ncomp * stride / 2);
  unit.resize(2 * stride);
  sums.resize(ncomp + ncov);
  square.resize(ncov);
}

std::unique_ptr<BatchedSamples::Batch> BatchedSamples::take_batch(std::size_t points) {
  const std::lock_guard lock(mutex_);
  while (!kept_.empty()) {
    std::unique_ptr<Batch> batch = std::move(kept_.back());
    kept_.pop_back();
    if (batch->capacity == capacity_for(points)) return batch;
  }
  return std::make_unique<Batch>(problem().ndim, problem().ncomp, points);
}

void BatchedSamples::keep_batch(std::unique_ptr<Batch> batch) {
  const std::lock_guard lock(mutex_);
  kept_.push_back(std::move(batch));
}

bool BatchedSamples::evaluate_groups(uint64 first, uint64 end, Batch &batch, SamplesTally &tally,
                                     const Evaluate &evaluate) {
  batch.pieces.clear();
  batch.piece = 0;
  batch.done = 0;
  batch.open = false;
  std::fill(batch.square.begin(), batch.square.end(), 0.0);
  batch.factors.clear();
  for (uint64 pairs = 0; pairs < known_factors; ++pairs)
    batch.factors.push_back(factors(std::max<uint64>(2 * pairs, 2)));
  const uint64 end_chunk = std::min(end * statistics::chunks_per_group, chunks().count);
  for (uint64 chunk = first * statistics::chunks_per_group; chunk < end_chunk; ++chunk)
    pieces_.add(chunk, batch.pieces);
  while (batch.piece < batch.pieces.size()) {
    choose_samples(batch);
    place_points(batch);
    weigh_points(batch);
    const PointSet points{as_signed(2 * batch.pairs), batch.x.data(), batch.weight.data(),
                          iteration()};
    if (!evaluate(points, batch.f.data())) return false;
    take_values(batch, tally);
    for (const Segment &segment : batch.segments) sum_segment(segment, batch, tally);
    if (refines()) add_to_histograms(batch, tally);
  }
  return true;
}

void BatchedSamples::choose_samples(Batch &batch) const {
  const auto ndim = static_cast<std::size_t>(problem().ndim);
  const auto fill_stratum = [&](std::size_t d, std::size_t begin, std::size_t end) {
    fill_row(batch.stratum.data() + d * batch.stride + begin, end - begin,
             static_cast<uint32>(d * nintervals_) + batch.coordinate[d] * per_stratum());
  };
  batch.pairs = 0;
  batch.segments.clear();
  batch.first = batch.pieces[batch.piece].first + batch.done;
  uint64 cube = batch.pieces[batch.piece].cube;
  uint64 rest = cube;
  for (std::size_t d = 0; d < ndim; ++d) {
    batch.coordinate[d] = static_cast<uint32>(rest % nstrat_);
    rest /= nstrat_;
  }
  // From here on, pairs have the coordinates of the last one but for the first.
  std::size_t row = 0;
  while (batch.piece < batch.pieces.size() && batch.pairs < batch.capacity) {
    const SamplesPiece &piece = batch.pieces[batch.piece];
    // The next hypercube: adds one to the coordinates, the first of them running fastest.
    for (; cube != piece.cube; ++cube) {
      if (++batch.coordinate[0] < nstrat_) continue;
      for (std::size_t d = 1; d < ndim; ++d) fill_stratum(d, row, batch.pairs);
      row = batch.pairs;
      for (std::size_t d = 0; d < ndim; ++d) {
        if (d > 0 && ++batch.coordinate[d] < nstrat_) break;
        batch.coordinate[d] = 0;
      }
    }
    const PieceFactors factor = piece.cube_count / 2 < known_factors
                                    ? batch.factors[piece.cube_count / 2]
                                    : factors(piece.cube_count);
    const std::size_t begin = batch.pairs;
    const auto count = static_cast<std::size_t>(
        std::min<uint64>((piece.count - batch.done) / 2, batch.capacity - begin));
    fill_row(batch.share.data() + begin, count, factor.share);
    fill_row(batch.per_cube.data() + begin, count, factor.per_cube);
    fill_row(batch.density.data() + begin, count, factor.density);
    batch.pairs += count;
    fill_stratum(0, begin, batch.pairs);
    batch.done += 2 * count;
    const bool ends = batch.done == piece.count;
    batch.segments.push_back({batch.piece, begin, count, ends});
    if (ends) {
      ++batch.piece;
      batch.done = 0;
    }
  }
  for (std::size_t d = 1; d < ndim; ++d) fill_stratum(d, row, batch.pairs);
  // Whole blocks are placed: in the rest of the last one are strata of a map that may have been
  // larger.
  const std::size_t rest_of_block = (block - batch.pairs % block) % block;
  for (std::size_t d = 0; d < ndim; ++d)
    std::fill_n(batch.stratum.data() + d * batch.stride + batch.pairs, rest_of_block, 0u);
}

void BatchedSamples::draw_philox(Batch &batch, std::size_t begin, std::size_t count) const {
  simd::kernels().philox_pairs({as_signed(count), problem().ndim, batch.first / 2 + begin,
                                static_cast<uint32>(iteration()), keys_.key, batch.word.data(),
                                as_signed(block)});
}

void BatchedSamples::draw_sobol(Batch &batch, std::size_t begin, std::size_t count) const {
  const auto ndim = static_cast<std::size_t>(problem().ndim);
  for (std::size_t d = 0; d < ndim; ++d) {
    const uint32 *const directions = sobol_directions(d);
    // From one sample to the next, one bit of the Gray code changes.
    uint32 digits = 0;
    for (std::size_t i = 0; i < 2 * count; ++i) {
      const uint64 number = batch.first + 2 * begin + i;
      if (i == 0 || static_cast<uint32>(number) == 0)
        digits = rng::sobol_digits(directions, rng::sobol_position(number).code);
      else
        digits ^= directions[std::countr_zero(static_cast<uint32>(number))];
      batch.word[(i % 2 * ndim + d) * block + i / 2] = map::quasi_word(
          digits, rng::seed_of_block(scramble_seed(d), rng::sobol_position(number).block),
          stratum_bits());
    }
  }
}

void BatchedSamples::place_points(Batch &batch) const {
  const auto ndim = static_cast<std::size_t>(problem().ndim);
  // Block by block, so that the words stay in the first-level cache.
  for (std::size_t begin = 0; begin < batch.pairs; begin += block) {
    const std::size_t count = std::min(batch.pairs - begin, block);
    if (problem().quasi)
      draw_sobol(batch, begin, count);
    else
      draw_philox(batch, begin, count);
    for (std::size_t half = 0; half < 2; ++half) {
      const std::size_t first_row = problem().quasi ? half * ndim : 0;
      if (half == 1 && !problem().quasi)
        for (std::size_t i = 0; i < ndim * block; ++i)
          batch.word[i] = map::reflected_word(batch.word[i]);
      simd::kernels().map_points(
          {as_signed(count), problem().ndim, as_signed(block), as_signed(batch.stride),
           batch.word.data() + first_row * block, batch.stratum.data() + begin, per_stratum(),
           map_.data(), batch.interval.data() + half * ndim * batch.stride + begin,
           batch.x.data() + (2 * begin + half) * ndim,
           batch.volume.data() + half * batch.stride + begin, volume_unit().widths});
    }
  }
}

void BatchedSamples::weigh_points(Batch &batch) const {
  const auto ndim = static_cast<std::size_t>(problem().ndim);
  for (std::size_t half = 0; half < 2; ++half) {
    double *const volume = batch.volume.data() + half * batch.stride;
    if (!problem().box.empty())
      for (std::size_t i = 0; i < batch.pairs; ++i)
        volume[i] *=
            map::move_to_box(problem().box.data(), problem().ndim,
                             batch.x.data() + (2 * i + half) * ndim, volume_unit().jacobians);
    for (std::size_t i = 0; i < batch.pairs; ++i)
      batch.weight[2 * i + half] = volume[i] * batch.share[i];
  }
}

HostSamples::Sample BatchedSamples::sample(const Batch &batch, std::size_t i) const {
  return {batch.first + i, batch.x.data() + i * static_cast<std::size_t>(problem().ndim),
          batch.volume[i % 2 * batch.stride + i / 2]};
}

void BatchedSamples::take_values(Batch &batch, SamplesTally &tally) {
  const auto ncomp = static_cast<std::size_t>(problem().ncomp);
  const simd::Kernels &kernels = simd::kernels();
  bool finite = true;
  for (std::size_t c = 0; c < ncomp; ++c) {
    batch.greatest[c] = kernels.pair_values(
        {as_signed(batch.pairs), problem().ncomp, batch.f.data() + c, batch.volume.data(), unit(c),
         batch.value.data() + 2 * c * batch.stride, as_signed(batch.stride)});
    finite = finite && batch.greatest[c] < infinite_word;
  }
  if (!finite) finite = weigh_by_steps(batch);
  for (std::size_t c = 0; c < ncomp; ++c)
    tally.greatest[c] = std::max(tally.greatest[c], batch.greatest[c]);
  if (keeping())
    kept().put(batch.first, 2 * batch.pairs, batch.x.data(), batch.weight.data(), batch.f.data());
  if (recording())
    for (std::size_t i = 0; i < 2 * batch.pairs; ++i)
      record(sample(batch, i), batch.share[i / 2], batch.f.data() + i * ncomp);
  if (!finite) drop_nonfinite(batch, tally);
  for (std::size_t c = 0; c < ncomp; ++c)
    kernels.pair_terms({as_signed(batch.pairs), batch.value.data() + 2 * c * batch.stride,
                        batch.per_cube.data(), batch.term.data() + c * batch.stride,
                        batch.difference.data() + c * batch.stride / 2, as_signed(batch.stride)});
}

/// Far out in an infinite box the volume of a sample, multiplied by the unit of small values, may
/// be beyond the range of double, and a value of 0 then becomes NaN.  The value times the unit is
/// not.  Says whether all values are finite now.
bool BatchedSamples::weigh_by_steps(Batch &batch) const {
  const auto ncomp = static_cast<std::size_t>(problem().ncomp);
  bool finite = true;
  for (std::size_t c = 0; c < ncomp; ++c) {
    uint32 greatest = 0;
    for (std::size_t i = 0; i < 2 * batch.pairs; ++i) {
      const std::size_t place = i % 2 * batch.stride + i / 2;
      double &value = batch.value[2 * c * batch.stride + place];
      if (!std::isfinite(value)) value = batch.f[i * ncomp + c] * unit(c) * batch.volume[place];
      greatest = std::max(greatest, upper_word(value));
    }
    batch.greatest[c] = greatest;
    finite = finite && greatest < infinite_word;
  }
  return finite;
}

void BatchedSamples::drop_nonfinite(Batch &batch, SamplesTally &tally) const {
  const auto ncomp = static_cast<std::size_t>(problem().ncomp);
  for (std::size_t i = 0; i < 2 * batch.pairs; ++i) {
    double *const value = batch.value.data() + i % 2 * batch.stride + i / 2;
    bool finite = true;
    for (std::size_t c = 0; c < ncomp; ++c)
      finite = finite && std::isfinite(value[2 * c * batch.stride]);
    if (finite) continue;
    const Sample one = sample(batch, i);
    tally.add_nonfinite(one.number, one.x, problem().ndim, batch.f.data() + i * ncomp);
    for (std::size_t c = 0; c < ncomp; ++c) value[2 * c * batch.stride] = 0;
  }
}

void BatchedSamples::sum_segment(const Segment &segment, Batch &batch, SamplesTally &tally) {
  const auto ncomp = static_cast<std::size_t>(problem().ncomp);
  const SamplesPiece &piece = batch.pieces[segment.piece];
  const uint32 stride = chunks().histogram_stride;
  if (!batch.open) {
    batch.open = true;
    sums_.open_chunk(piece.chunk);
    std::fill(batch.sums.begin(), batch.sums.end(), 0.0);
    batch.drawn = 0;
    batch.next_choice = statistics::histogram_choice(piece.chunk, 0, stride);
  }
  const bool correlated = statistics::has_covariances(problem().ncomp);
  for (std::size_t c = 0, k = 0; c < ncomp; ++c) {
    const double *const row = batch.difference.data() + (c * batch.stride + segment.begin) / 2;
    for (std::size_t b = 0; correlated && b < c; ++b, ++k) {
      const double *const column = batch.difference.data() + (b * batch.stride + segment.begin) / 2;
      for (std::size_t i = 0; i < segment.pairs / 2; ++i) batch.square[k] += row[i] * column[i];
    }
    // One loop for both: its end is what the processor cannot foresee.
    const double *const term = batch.term.data() + c * batch.stride + segment.begin;
    double sum = batch.sums[c];
    double square = batch.square[k];
    for (std::size_t i = 0; i < segment.pairs / 2; ++i) {
      sum += term[2 * i];
      sum += term[2 * i + 1];
      square += row[i] * row[i];
    }
    batch.sums[c] = sum;
    batch.square[k++] = square;
  }
  const uint64 drawn = batch.drawn + segment.pairs;
  if (stride > 1)
    for (; batch.next_choice < drawn; batch.next_choice = statistics::next_histogram_choice(
                                          piece.chunk, batch.next_choice, stride))
      batch.chosen.push_back(static_cast<uint32>(segment.begin + batch.next_choice - batch.drawn));
  batch.drawn = drawn;
  if (!segment.ends) return;
  sums_.close_piece(piece, batch.per_cube[segment.begin], batch.square.data(), batch.sums.data(),
                    tally);
  std::fill(batch.square.begin(), batch.square.end(), 0.0);
  if (piece.first + piece.count < chunks().begin(piece.chunk + 1)) return;
  sums_.close_chunk(piece.chunk, batch.sums.data(), batch.group, tally);
  batch.open = false;
}

void BatchedSamples::add_to_histograms(Batch &batch, SamplesTally &tally) const {
  const statistics::HistogramUnit unit = statistics::histogram_unit(chunks());
  simd::kernels().histogram_units({as_signed(batch.pairs), problem().ncomp, batch.value.data(),
                                   weights().data(), batch.density.data(), unit.scale, unit.most,
                                   static_cast<uint32>(batch.first), batch.unit.data(),
                                   as_signed(batch.stride)});
  const bool all = chunks().histogram_stride == 1;
  simd::kernels().histogram_add({as_signed(all ? batch.pairs : batch.chosen.size()),
                                 all ? nullptr : batch.chosen.data(), problem().ndim,
                                 batch.interval.data(), batch.unit.data(), as_signed(batch.stride),
                                 tally.histogram.data()});
  batch.chosen.clear();
}

}  // namespace cuboid::engine::cpu
