// The sums of the chunks of an iteration, and the variances of its hypercubes.
#pragma once

#include <vector>

#include "base/words.hpp"
#include "engine/cpu/samples/pieces.hpp"
#include "engine/cpu/samples/tally.hpp"
#include "engine/group/exchange.hpp"
#include "statistics/strata.hpp"

namespace cuboid::engine::cpu {

class SamplesSums {
 public:
  explicit SamplesSums(int ncomp);

  /// Begins an iteration.  weight: [ncomp], of the squares; variance: [ncube], where those of the
  /// hypercubes go, or nullptr.
  void begin(const statistics::Chunks &chunks, const std::vector<float> &weight,
             std::vector<float> *variance);

  /// Begins a chunk.
  void open_chunk(uint64 chunk);

  /// Ends a piece.  square: [ncov] sums of products of the differences of its pairs, ncov being
  /// statistics::covariance_count.  Adds what it gives to the sums of its chunk, [ncomp + ncov].
  void close_piece(const SamplesPiece &piece, double per_cube, const double *square, double *sums,
                   SamplesTally &tally);

  /// Ends a chunk.  sums: [ncomp + ncov].  group: what this function needs from chunk to chunk; the
  /// chunks of a group come in order and with the same vector.
  void close_chunk(uint64 chunk, const double *sums, std::vector<double> &group,
                   SamplesTally &tally);

  /// What ranks have of the sums.  first: [ranks + 1], where the groups of chunks of each begin.
  void share(group::Exchange &exchange, const std::vector<std::int64_t> &first);

  /// After the last chunk: adds up the parts of hypercubes.
  void join_pieces(const ShareOut &share_out);

  /// After the last chunk: [ncomp + ncov], of the means of the hypercubes and of their covariances.
  std::vector<double> total();

  /// Of the variance of a component in those sums.
  std::size_t variance_place(std::size_t component) const;

 private:
  std::size_t ncomp_;
  std::size_t count_;  ///< ncomp + ncov
  statistics::Chunks chunks_{};
  std::vector<float> weight_;
  std::vector<float> *variance_ = nullptr;
  std::vector<double> group_sums_;      ///< [ncomp + ncov][groups of chunks]
  std::vector<double> piece_variance_;  ///< [chunks][2], if adaptive, of pieces of hypercubes: the
                                        ///< one that goes on in this chunk, and one that begins
  std::vector<uint64> piece_cube_;      ///< the same: which hypercube, or none
};

}  // namespace cuboid::engine::cpu
