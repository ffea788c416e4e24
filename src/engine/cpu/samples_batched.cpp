#include "engine/cpu/samples_batched.hpp"

#include <algorithm>
#include <bit>

#include "simd/kernels.hpp"

namespace cuboid::engine::cpu {

using reference::SamplesPiece;

BatchedSamples::Batch::Batch(int dimensions, int components, std::size_t points)
    : capacity((points + 2 * simd::samples_block - 1) / (2 * simd::samples_block) *
               simd::samples_block) {
  const auto ndim = static_cast<std::size_t>(dimensions);
  pieces.resize(capacity);
  coordinate.resize(ndim);
  stratum.resize(ndim * capacity);
  word.resize(2 * ndim * capacity);
  interval.resize(2 * ndim * capacity);
  volume.resize(2 * capacity);
  x.resize(2 * capacity * ndim);
  weight.resize(2 * capacity);
  f.resize(2 * capacity * static_cast<std::size_t>(components));
}

bool BatchedSamples::evaluate_chunks(uint64 first, uint64 end, Batch &batch, Tally &tally,
                                     const Evaluate &evaluate) {
  std::vector<SamplesPiece> parts;
  std::vector<uint64> chunk_of_part;
  for (uint64 chunk = first; chunk < end; ++chunk) {
    add_pieces(chunk, parts);
    chunk_of_part.resize(parts.size(), chunk);
  }
  const auto ndim = static_cast<std::size_t>(problem().ndim);
  const auto ncomp = static_cast<std::size_t>(problem().ncomp);
  batch.piece = 0;
  batch.done = 0;
  std::size_t open = parts.size();
  std::optional<ChunkSums> sums;
  const auto close = [&] {
    sums->end();
    const bool chunk_ends =
        open + 1 == parts.size() || chunk_of_part[open + 1] != chunk_of_part[open];
    if (!chunk_ends) return;
    results_[chunk_of_part[open]] = sums->finish();
    sums.reset();
  };
  while (batch.piece < parts.size()) {
    choose_samples(parts, batch);
    if (problem().quasi)
      draw_sobol(batch);
    else
      draw_philox(batch);
    place_points(batch);
    const PointSet points{static_cast<std::int64_t>(2 * batch.pairs), batch.x.data(),
                          batch.weight.data(), iteration()};
    if (!evaluate(points, batch.f.data())) return false;
    for (std::size_t pair = 0; pair < batch.pairs; ++pair) {
      if (batch.pieces[pair] != open) {
        if (sums) close();
        open = batch.pieces[pair];
        if (!sums) sums.emplace(*this, chunk_of_part[open], tally);
        sums->begin(parts[open]);
      }
      for (std::size_t half = 0; half < 2; ++half) {
        const std::size_t i = 2 * pair + half;
        sums->add(
            {batch.first + i, batch.interval.data() + half * ndim * batch.capacity + pair,
             batch.capacity, batch.x.data() + i * ndim, batch.volume[half * batch.capacity + pair]},
            batch.f.data() + i * ncomp);
      }
    }
  }
  if (sums) close();
  return true;
}

void BatchedSamples::choose_samples(const std::vector<SamplesPiece> &parts, Batch &batch) const {
  const auto ndim = static_cast<std::size_t>(problem().ndim);
  const auto per_stratum = static_cast<uint32>(nintervals_ / nstrat_);
  batch.pairs = 0;
  batch.first = parts[batch.piece].first + batch.done;
  uint64 cube = parts[batch.piece].cube;
  uint64 rest = cube;
  for (std::size_t d = 0; d < ndim; ++d) {
    batch.coordinate[d] = static_cast<uint32>(rest % nstrat_);
    rest /= nstrat_;
  }
  while (batch.piece < parts.size() && batch.pairs < batch.capacity) {
    const SamplesPiece &piece = parts[batch.piece];
    // The next hypercube: adds one to the coordinates, the first of them running fastest.
    for (; cube != piece.cube; ++cube)
      for (std::size_t d = 0; d < ndim; ++d) {
        if (++batch.coordinate[d] < nstrat_) break;
        batch.coordinate[d] = 0;
      }
    const std::size_t begin = batch.pairs;
    const auto count = static_cast<std::size_t>(
        std::min<uint64>((piece.count - batch.done) / 2, batch.capacity - begin));
    const double share = sample_share(piece);
    for (std::size_t i = 0; i < count; ++i) batch.pieces[begin + i] = batch.piece;
    for (std::size_t i = 0; i < 2 * count; ++i) batch.weight[2 * begin + i] = share;
    uint32 *stratum = batch.stratum.data() + begin;
    uint32 axis = 0;
    for (std::size_t d = 0; d < ndim; ++d) {
      const uint32 first = axis + batch.coordinate[d] * per_stratum;
      for (std::size_t i = 0; i < count; ++i) stratum[i] = first;
      stratum += batch.capacity;
      axis += static_cast<uint32>(nintervals_);
    }
    batch.pairs += count;
    batch.done += 2 * count;
    if (batch.done == piece.count) {
      ++batch.piece;
      batch.done = 0;
    }
  }
}

void BatchedSamples::draw_philox(Batch &batch) const {
  simd::kernels().philox_pairs({static_cast<std::int64_t>(batch.pairs), 2 * problem().ndim,
                                batch.first / 2, static_cast<uint32>(iteration()), keys_.key,
                                batch.word.data(), static_cast<std::int64_t>(batch.capacity)});
}

void BatchedSamples::draw_sobol(Batch &batch) const {
  const auto ndim = static_cast<std::size_t>(problem().ndim);
  for (std::size_t d = 0; d < ndim; ++d) {
    const uint32 *const directions = sobol_directions(d);
    // From one sample to the next, one bit of the Gray code changes.
    uint32 digits = 0;
    for (std::size_t i = 0; i < 2 * batch.pairs; ++i) {
      const uint64 number = batch.first + i;
      if (i == 0 || static_cast<uint32>(number) == 0)
        digits = rng::sobol_digits(directions, rng::sobol_position(number).code);
      else
        digits ^= directions[std::countr_zero(static_cast<uint32>(number))];
      batch.word[(i % 2 * ndim + d) * batch.capacity + i / 2] = map::ordered_word(
          rng::scramble(digits,
                        rng::seed_of_block(scramble_seed(d), static_cast<uint32>(number >> 32))),
          stratum_bits());
    }
  }
}

void BatchedSamples::place_points(Batch &batch) const {
  static_assert(sizeof(map::MapInterval) == sizeof(std::uint64_t));
  const auto ndim = static_cast<std::size_t>(problem().ndim);
  for (std::size_t half = 0; half < 2; ++half) {
    const std::size_t rows = half * ndim * batch.capacity;
    simd::kernels().map_points(
        {static_cast<std::int64_t>(batch.pairs), problem().ndim,
         static_cast<std::int64_t>(batch.capacity), batch.word.data() + rows, batch.stratum.data(),
         static_cast<uint32>(nintervals_ / nstrat_) - 1, map_.data(), batch.interval.data() + rows,
         batch.x.data() + half * ndim, batch.volume.data() + half * batch.capacity});
  }
  for (std::size_t i = 0; i < 2 * batch.pairs; ++i) {
    double &volume = batch.volume[i % 2 * batch.capacity + i / 2];
    if (!problem().box.empty()) {
      double jacobians = 1;
      double *const x = batch.x.data() + i * ndim;
      for (std::size_t d = 0; d < ndim; ++d) {
        double jacobian;
        x[d] = problem().box[d].map(x[d], jacobian);
        jacobians *= jacobian;
      }
      volume *= jacobians;
    }
    batch.weight[i] *= volume;
  }
}

}  // namespace cuboid::engine::cpu
