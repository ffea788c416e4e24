#include "engine/cpu/samples/pieces.hpp"

#include <algorithm>

#include "elementary/functions.hpp"
#include "engine/common/tree_sum.hpp"
#include "statistics/stratify.hpp"

namespace cuboid::engine::cpu {

void SamplesPieces::allot_equally(uint64 samples, uint64 ncube) {
  first_.clear();
  per_cube_ = statistics::equal_samples(samples, ncube);
  chunks_ = statistics::make_chunks(per_cube_ * ncube, per_cube_);
}

void SamplesPieces::allot(uint64 samples, const std::vector<float> &variance, double beta,
                          const ShareOut &share_out) {
  per_cube_ = 0;
  const uint64 ncube = variance.size();
  // Blocks of a fixed length, since the order of the sums over them depends on it.
  const uint64 blocks = (ncube + statistics::cubes_per_block - 1) / statistics::cubes_per_block;
  const auto begin_of = [ncube](uint64 block) {
    return std::min(block * statistics::cubes_per_block, ncube);
  };
  sigma_beta_.resize(ncube);
  std::vector<double> sum(blocks);
  const auto half_beta = static_cast<float>(beta / 2);
  share_out(blocks, [&](uint64 block) {
    for (uint64 cube = begin_of(block); cube < begin_of(block + 1); ++cube) {
      sigma_beta_[cube] = elementary::pow(variance[cube], half_beta);
      sum[block] += sigma_beta_[cube];
    }
  });
  const statistics::Allocation allocation = statistics::allocate(samples, ncube, tree_sum(sum));
  first_.resize(ncube + 1);
  first_[0] = 0;
  // Numbers of samples up to each hypercube, from the beginning of its block and then of all.
  share_out(blocks, [&](uint64 block) {
    uint64 upto = 0;
    for (uint64 cube = begin_of(block); cube < begin_of(block + 1); ++cube) {
      upto += allocation.samples(cube, sigma_beta_[cube]);
      first_[cube + 1] = upto;
    }
  });
  std::vector<uint64> before(blocks);
  for (uint64 block = 1; block < blocks; ++block)
    before[block] = before[block - 1] + first_[begin_of(block)];
  share_out(blocks, [&](uint64 block) {
    for (uint64 cube = begin_of(block); cube < begin_of(block + 1); ++cube)
      first_[cube + 1] += before[block];
  });
  chunks_ = statistics::make_chunks(first_.back(), 0);
}

uint64 SamplesPieces::first_of_cube(uint64 cube) const {
  return per_cube_ == 0 ? first_[cube] : cube * per_cube_;
}

uint64 SamplesPieces::cube_of_sample(uint64 sample) const {
  if (per_cube_ != 0) return sample / per_cube_;
  return static_cast<uint64>(std::upper_bound(first_.begin(), first_.end(), sample) -
                             first_.begin()) -
         1;
}

void SamplesPieces::add(uint64 chunk, std::vector<SamplesPiece> &pieces) const {
  uint64 sample = chunks_.begin(chunk);
  const uint64 end = chunks_.begin(chunk + 1);
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

}  // namespace cuboid::engine::cpu
