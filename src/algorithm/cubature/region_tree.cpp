#include "algorithm/cubature/region_tree.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace cuboid::algorithm {

RegionTree::RegionTree(const RegionStore &regions, int ndim) : regions_(regions), ndim_(ndim) {
  std::vector<std::int64_t> members(static_cast<std::size_t>(regions.size()));
  std::iota(members.begin(), members.end(), 0);
  std::vector<double> bounds(static_cast<std::size_t>(2 * ndim), 0);
  std::fill(bounds.begin() + ndim, bounds.end(), 1);
  nodes_.reserve(2 * members.size());
  build(members, bounds);
}

/// Whether regions lie on both sides, and none on both at once.
bool RegionTree::divides(std::span<const std::int64_t> members, int axis, double middle) const {
  bool below = false;
  bool above = false;
  for (const std::int64_t region : members) {
    const bool is_below = regions_.lower(region)[axis] < middle;
    if (is_below && regions_.upper(region)[axis] > middle) return false;
    below = below || is_below;
    above = above || !is_below;
  }
  return below && above;
}

/// members: of a box with these bounds, [2][ndim].  The number of its node.
std::int64_t RegionTree::build(std::span<std::int64_t> members, std::vector<double> &bounds) {
  const std::int64_t node = std::ssize(nodes_);
  nodes_.push_back({0, 0, members.front(), 0});
  const auto middle = [&](int axis) { return .5 * (bounds[axis] + bounds[axis + ndim_]); };
  int axis = 0;
  while (axis < ndim_ && !divides(members, axis, middle(axis))) ++axis;
  // One region, or some between two neighbouring numbers.
  if (axis == ndim_) return node;
  const double at = middle(axis);
  const auto split = std::partition(members.begin(), members.end(), [&](std::int64_t region) {
    return regions_.lower(region)[axis] < at;
  });
  const auto count = static_cast<std::size_t>(split - members.begin());
  const double upper = std::exchange(bounds[axis + ndim_], at);
  const std::int64_t lower_half = build(members.first(count), bounds);
  bounds[axis + ndim_] = upper;
  const double lower = std::exchange(bounds[axis], at);
  const std::int64_t upper_half = build(members.subspan(count), bounds);
  bounds[axis] = lower;
  nodes_[static_cast<std::size_t>(node)] = {axis, at, lower_half, upper_half};
  return node;
}

std::int64_t RegionTree::region_at(std::span<const double> x) const {
  const Node *node = nodes_.data();
  while (node->upper != 0) {
    const bool upper = x[static_cast<std::size_t>(node->axis)] >= node->middle;
    node = &nodes_[static_cast<std::size_t>(upper ? node->upper : node->lower)];
  }
  return node->lower;
}

}  // namespace cuboid::algorithm
