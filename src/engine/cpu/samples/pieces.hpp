// Which samples of an iteration lie in which hypercube and in which chunk.
#pragma once

#include <functional>
#include <vector>

#include "base/words.hpp"
#include "statistics/strata.hpp"

namespace cuboid::engine::cpu {

/// A run of samples of one hypercube in one chunk.
struct SamplesPiece {
  uint64 chunk;
  uint64 cube;
  uint64 first;       ///< sample
  uint64 count;       ///< samples of the piece
  uint64 cube_count;  ///< samples of the hypercube
  bool begins_cube;   ///< the first sample of the hypercube is one of them
};

/// Calls work with the numbers from 0 to before count, in any order, perhaps several at once.  work
/// must not throw.
using ShareOut = std::function<void(uint64 count, const std::function<void(uint64)> &work)>;

class SamplesPieces {
 public:
  /// The same number of samples in all hypercubes.
  void allot_equally(uint64 samples, uint64 ncube);

  /// By the variances of the hypercubes, to sigma^beta.
  void allot(uint64 samples, const std::vector<float> &variance, double beta,
             const ShareOut &share_out);

  const statistics::Chunks &chunks() const { return chunks_; }

  /// Of each hypercube, if they all have as many; else 0.
  uint64 per_cube() const { return per_cube_; }

  /// The hypercube of a sample; for the end of all samples, that of all hypercubes.
  uint64 cube_at(uint64 sample) const {
    return sample < chunks_.samples ? cube_of_sample(sample) : ncube();
  }

  /// Adds the parts of hypercubes in one chunk to those before, in order.
  void add(uint64 chunk, std::vector<SamplesPiece> &pieces) const;

 private:
  uint64 ncube() const { return per_cube_ == 0 ? first_.size() - 1 : chunks_.samples / per_cube_; }
  uint64 first_of_cube(uint64 cube) const;
  uint64 cube_of_sample(uint64 sample) const;

  uint64 per_cube_ = 0;
  statistics::Chunks chunks_{};
  std::vector<uint64> first_;      ///< [ncube + 1], if their numbers differ
  std::vector<float> sigma_beta_;  ///< [ncube], in proportion
};

}  // namespace cuboid::engine::cpu
