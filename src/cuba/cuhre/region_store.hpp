// The regions of Cuhre, and which of them has the largest error.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "run/rule_sampler.hpp"
#include "run/state_file.hpp"

namespace cuboid::algorithm::cuba {

/// Regions by number, 0, 1, 2 ... in the order in which they were added.
class RegionStore {
 public:
  RegionStore(int ndim, int ncomp)
      : ndim_(ndim), ncomp_(ncomp), trees_(static_cast<std::size_t>(ncomp)) {}

  std::int64_t size() const { return size_; }
  /// Bytes that one more region takes, on average.
  std::int64_t bytes_per_region() const;

  /// Forgets all regions, and keeps most of their memory for others.
  void clear();

  /// Adds a region with the bounds of another one, or the cube if there is none; its number.
  std::int64_t add(std::int64_t like);

  double *lower(std::int64_t region);
  double *upper(std::int64_t region);
  const double *lower(std::int64_t region) const;
  const double *upper(std::int64_t region) const;
  /// Bisections between the cube and the region.
  std::int32_t &depth(std::int64_t region);

  /// Integral, error and axis; other numbers are not kept.
  RuleEstimate estimate(std::int64_t region, int component) const;
  double error(std::int64_t region, int component) const;
  void set_estimate(std::int64_t region, int component, const RuleEstimate &estimate);

  /// The region of the largest error in a component.  Of equal ones, a region of the latest block
  /// of 1024 is taken, and in it the earliest: the order in which Cuba finds them.
  std::int64_t largest(int component);

  void save(StateWriter &writer) const;
  /// Throws StateReader::BadState, after which the store is not to be used.
  void restore(StateReader &reader);

 protected:
  static constexpr std::int64_t block_size = 1024;

  int ncomp() const { return ncomp_; }

 private:
  /// Not filled in: of a short integration only the first pages are ever touched.
  struct Block {
    std::unique_ptr<double[]> bounds;       ///< [1024][2][ndim]
    std::unique_ptr<std::int32_t[]> depth;  ///< [1024]
    std::unique_ptr<double[]> integral;     ///< [1024][ncomp]
    std::unique_ptr<double[]> error;        ///< [1024][ncomp]
    std::unique_ptr<std::uint8_t[]> split;  ///< [1024][ncomp]
  };

  /// A tournament of the regions by the error in one component, made when it is first asked for.
  /// Node 1 is the winner, nodes 2 k and 2 k + 1 met in node k, and the regions are the leaves.
  struct Tree {
    std::vector<std::uint32_t> winner;
    std::int64_t leaves = 0;  ///< a power of 2; 0: not made yet
  };

  const Block &block(std::int64_t region) const {
    return blocks_[static_cast<std::size_t>(region / block_size)];
  }
  Block fresh_block() const;
  bool beats(std::int64_t region, std::int64_t other, int component) const;
  std::int64_t winner_below(const Tree &tree, std::int64_t node) const;
  void play(Tree &tree, std::int64_t node, int component);
  void rebuild(Tree &tree, int component);

  int ndim_;
  int ncomp_;
  std::int64_t size_ = 0;
  std::vector<Block> blocks_;
  std::vector<Tree> trees_;  ///< [ncomp]
};

}  // namespace cuboid::algorithm::cuba
