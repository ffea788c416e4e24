#include "engine/cpu/samples/chunk_sums.hpp"

#include <algorithm>

#include "base/magnitude.hpp"
#include "engine/common/tree_sum.hpp"
#include "statistics/covariances.hpp"
#include "statistics/cube_variance.hpp"

namespace cuboid::engine::cpu {

namespace {

constexpr uint64 none = ~uint64{0};

/// Chunks whose pieces are joined together.
constexpr uint64 chunks_of_block = 16384;

float bounded(double variance) {
  return statistics::bounded_variance(static_cast<float>(variance));
}

}  // namespace

SamplesSums::SamplesSums(int ncomp)
    : ncomp_(static_cast<std::size_t>(ncomp)),
      count_(ncomp_ + static_cast<std::size_t>(statistics::covariance_count(ncomp))) {}

std::size_t SamplesSums::variance_place(std::size_t component) const {
  return ncomp_ + static_cast<std::size_t>(statistics::variance_place(static_cast<int>(ncomp_),
                                                                      static_cast<int>(component)));
}

void SamplesSums::begin(const statistics::Chunks &chunks, const std::vector<float> &weight,
                        std::vector<float> *variance) {
  chunks_ = chunks;
  weight_ = weight;
  variance_ = variance;
  group_sums_.assign(count_ * chunks.groups(), 0);
  if (variance == nullptr) return;
  piece_cube_.resize(2 * chunks.count);
  piece_variance_.resize(2 * chunks.count);
}

void SamplesSums::open_chunk(uint64 chunk) {
  if (variance_ != nullptr) piece_cube_[2 * chunk] = piece_cube_[2 * chunk + 1] = none;
}

void SamplesSums::close_piece(const SamplesPiece &piece, double per_cube, const double *square,
                              double *sums, SamplesTally &tally) {
  double variance = 0;
  const bool correlated = statistics::has_covariances(static_cast<int>(ncomp_));
  for (std::size_t c = 0, k = 0; c < ncomp_; ++c) {
    for (std::size_t b = 0; correlated && b < c; ++b, ++k)
      sums[ncomp_ + k] += statistics::cube_covariance(square[k], per_cube).of_mean;
    const statistics::CubeCovariance own = statistics::cube_covariance(square[k], per_cube);
    const double added = statistics::not_nan(own.of_mean);
    variance += static_cast<double>(weight_[c]) * statistics::not_nan(own.of_sample);
    if (variance_ != nullptr)
      tally.greatest_part[c] = std::max(tally.greatest_part[c], upper_word(added));
    sums[ncomp_ + k++] += added;
  }
  if (variance_ == nullptr) return;
  if (piece.count == piece.cube_count) {
    (*variance_)[piece.cube] = bounded(variance);
  } else {
    const uint64 slot = 2 * piece.chunk + (piece.begins_cube ? 1 : 0);
    piece_variance_[slot] = variance;
    piece_cube_[slot] = piece.cube;
  }
}

void SamplesSums::close_chunk(uint64 chunk, const double *sums, std::vector<double> &group,
                              SamplesTally &tally) {
  for (std::size_t c = 0; c < ncomp_ && variance_ == nullptr; ++c)
    tally.greatest_part[c] = std::max(tally.greatest_part[c], upper_word(sums[variance_place(c)]));
  constexpr std::size_t columns = statistics::chunks_per_group;
  group.resize(count_ * columns);
  const std::size_t column = chunk % columns;
  for (std::size_t k = 0; k < count_; ++k) group[k * columns + column] = sums[k];
  if (column + 1 < columns && chunk + 1 < chunks_.count) return;
  for (std::size_t k = 0; k < count_; ++k)
    group_sums_[k * chunks_.groups() + chunk / columns] =
        tree_sum({group.data() + k * columns, column + 1});
}

void SamplesSums::share(group::Exchange &exchange, const std::vector<std::int64_t> &first) {
  exchange.range(group_sums_.data(), first, count_, chunks_.groups());
  if (variance_ == nullptr) return;
  std::vector<std::int64_t> begin;
  for (const std::int64_t group : first)
    begin.push_back(static_cast<std::int64_t>(
        2 * std::min<uint64>(static_cast<uint64>(group) * statistics::chunks_per_group,
                             chunks_.count)));
  exchange.range(piece_variance_.data(), begin);
  exchange.range(piece_cube_.data(), begin);
}

void SamplesSums::join_pieces(const ShareOut &share_out) {
  if (variance_ == nullptr) return;
  const uint64 blocks = (chunks_.count + chunks_of_block - 1) / chunks_of_block;
  share_out(blocks, [&](uint64 block) {
    const uint64 end = std::min((block + 1) * chunks_of_block, chunks_.count);
    for (uint64 chunk = block * chunks_of_block; chunk < end; ++chunk) {
      const uint64 cube = piece_cube_[2 * chunk + 1];
      if (cube == none) continue;
      double variance = piece_variance_[2 * chunk + 1];
      for (uint64 next = chunk + 1; next < chunks_.count && piece_cube_[2 * next] == cube; ++next)
        variance += piece_variance_[2 * next];
      (*variance_)[cube] = bounded(variance);
    }
  });
}

std::vector<double> SamplesSums::total() {
  std::vector<double> sums(count_);
  for (std::size_t k = 0; k < count_; ++k)
    sums[k] = tree_sum({group_sums_.data() + k * chunks_.groups(), chunks_.groups()});
  return sums;
}

}  // namespace cuboid::engine::cpu
