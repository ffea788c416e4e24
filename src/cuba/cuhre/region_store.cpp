#include "cuba/cuhre/region_store.hpp"

#include <algorithm>
#include <bit>
#include <iterator>

namespace cuboid::algorithm::cuba {

namespace {

/// Of a region in a file: more bisections than any run can make.
constexpr std::int32_t max_depth = std::int32_t{1} << 30;

std::size_t as_size(std::int64_t n) {
  return static_cast<std::size_t>(n);
}

}  // namespace

std::int64_t RegionStore::bytes_per_region() const {
  return 16 * std::int64_t{ndim_} + 4 +
         ncomp_ * (8 + 8 + 1 + 2 * std::int64_t{sizeof(std::uint32_t)});
}

RegionStore::Block RegionStore::fresh_block() const {
  const std::size_t estimates = as_size(block_size * ncomp_);
  return {std::make_unique_for_overwrite<double[]>(as_size(block_size * 2 * ndim_)),
          std::make_unique_for_overwrite<std::int32_t[]>(as_size(block_size)),
          std::make_unique_for_overwrite<double[]>(estimates),
          std::make_unique_for_overwrite<double[]>(estimates),
          std::make_unique_for_overwrite<std::uint8_t[]>(estimates)};
}

void RegionStore::clear() {
  size_ = 0;
  for (Tree &tree : trees_) tree.leaves = 0;
}

std::int64_t RegionStore::add(std::int64_t like) {
  if (size_ == std::ssize(blocks_) * block_size) blocks_.push_back(fresh_block());
  const std::int64_t region = size_++;
  if (region == 0) {
    std::fill_n(lower(region), ndim_, 0);
    std::fill_n(upper(region), ndim_, 1);
    depth(region) = 0;
  } else {
    std::copy_n(lower(like), 2 * ndim_, lower(region));
    depth(region) = depth(like);
  }
  std::fill_n(block(region).error.get() + region % block_size * ncomp_, ncomp_, 0);
  return region;
}

double *RegionStore::lower(std::int64_t region) {
  return block(region).bounds.get() + region % block_size * 2 * ndim_;
}

double *RegionStore::upper(std::int64_t region) {
  return lower(region) + ndim_;
}

const double *RegionStore::lower(std::int64_t region) const {
  return block(region).bounds.get() + region % block_size * 2 * ndim_;
}

const double *RegionStore::upper(std::int64_t region) const {
  return lower(region) + ndim_;
}

std::int32_t &RegionStore::depth(std::int64_t region) {
  return block(region).depth[as_size(region % block_size)];
}

RuleEstimate RegionStore::estimate(std::int64_t region, int component) const {
  const Block &b = block(region);
  const auto at = as_size(region % block_size * ncomp_ + component);
  return {b.integral[at], b.error[at], b.split[at]};
}

void RegionStore::set_estimate(std::int64_t region, int component, const RuleEstimate &estimate) {
  const Block &b = block(region);
  const auto at = as_size(region % block_size * ncomp_ + component);
  b.integral[at] = estimate.integral;
  b.error[at] = estimate.error;
  b.split[at] = static_cast<std::uint8_t>(estimate.split);

  Tree &tree = trees_[as_size(component)];
  if (tree.leaves == 0) return;
  if (region >= tree.leaves) {
    tree.leaves = 0;  // made anew, and larger, when it is next asked for
    return;
  }
  for (std::int64_t node = (tree.leaves + region) / 2; node > 0; node /= 2)
    play(tree, node, component);
}

double RegionStore::error(std::int64_t region, int component) const {
  return block(region).error[as_size(region % block_size * ncomp_ + component)];
}

bool RegionStore::beats(std::int64_t region, std::int64_t other, int component) const {
  const double mine = error(region, component);
  const double its = error(other, component);
  if (mine != its) return mine > its;
  const std::int64_t my_block = region / block_size;
  const std::int64_t its_block = other / block_size;
  return my_block != its_block ? my_block > its_block : region < other;
}

std::int64_t RegionStore::winner_below(const Tree &tree, std::int64_t node) const {
  return node >= tree.leaves ? node - tree.leaves : tree.winner[as_size(node)];
}

// A place beyond the last region loses: as a leaf it is not smaller than size_, and a node that
// only such leaves lead to has the first of them.
void RegionStore::play(Tree &tree, std::int64_t node, int component) {
  const std::int64_t left = winner_below(tree, 2 * node);
  const std::int64_t right = winner_below(tree, 2 * node + 1);
  const bool left_wins = right >= size_ || beats(left, right, component);
  tree.winner[as_size(node)] = static_cast<std::uint32_t>(left_wins ? left : right);
}

void RegionStore::rebuild(Tree &tree, int component) {
  tree.leaves = static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(size_ + 1)));
  tree.winner.assign(as_size(tree.leaves), 0);
  for (std::int64_t node = tree.leaves - 1; node > 0; --node) play(tree, node, component);
}

std::int64_t RegionStore::largest(int component) {
  Tree &tree = trees_[as_size(component)];
  if (tree.leaves == 0) rebuild(tree, component);
  return winner_below(tree, 1);
}

void RegionStore::save(StateWriter &writer) const {
  writer.put(size_);
  for (std::int64_t begin = 0; begin < size_; begin += block_size) {
    const Block &b = block(begin);
    const std::size_t count = as_size(std::min(block_size, size_ - begin));
    const std::size_t estimates = count * as_size(ncomp_);
    writer.put(b.bounds.get(), count * 2 * as_size(ndim_));
    writer.put(b.depth.get(), count);
    writer.put(b.integral.get(), estimates);
    writer.put(b.error.get(), estimates);
    writer.put(b.split.get(), estimates);
  }
}

void RegionStore::restore(StateReader &reader) {
  const auto size = reader.get<std::int64_t>();
  StateReader::require(size >= 1);
  for (std::int64_t begin = 0; begin < size; begin += block_size) {
    Block b = fresh_block();
    const std::size_t count = as_size(std::min(block_size, size - begin));
    const std::size_t estimates = count * as_size(ncomp_);
    reader.get(b.bounds.get(), count * 2 * as_size(ndim_));
    reader.get(b.depth.get(), count);
    reader.get(b.integral.get(), estimates);
    reader.get(b.error.get(), estimates);
    reader.get(b.split.get(), estimates);
    StateReader::require_in_cube(b.bounds.get(), count * 2 * as_size(ndim_));
    for (std::size_t i = 0; i < count; ++i)
      StateReader::require(b.depth[i] >= 0 && b.depth[i] <= max_depth);
    StateReader::require_finite(b.integral.get(), estimates);
    StateReader::require_finite(b.error.get(), estimates);
    for (std::size_t i = 0; i < estimates; ++i)
      StateReader::require(b.error[i] >= 0 && b.split[i] < ndim_);
    blocks_.push_back(std::move(b));
  }
  size_ = size;
}

}  // namespace cuboid::algorithm::cuba
