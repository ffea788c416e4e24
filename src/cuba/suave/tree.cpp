#include "cuba/suave/tree.hpp"

#include <algorithm>
#include <cmath>

namespace cuboid::algorithm::suave_parts {

void BisectionTree::plant(const Estimate &cube) {
  links_.clear();
  values_.clear();
  append(-1, 0, cube);
}

BisectionTree::Node BisectionTree::append(Node parent, std::int64_t region,
                                          const Estimate &estimate) {
  links_.push_back({parent, -1, -1, region, estimate.dof});
  for (std::size_t c = 0; c < static_cast<std::size_t>(ncomp_); ++c)
    values_.push_back({estimate.integral[c], estimate.variance[c], estimate.chi2[c],
                       std::sqrt(estimate.variance[c])});
  return static_cast<Node>(links_.size()) - 1;
}

void BisectionTree::split(Node leaf, const Estimate &lower, const Estimate &upper) {
  const std::int64_t regions = leaves();
  const Node lower_node = append(leaf, region_of(leaf), lower);
  const Node upper_node = append(leaf, regions, upper);
  Link &parent = links_[static_cast<std::size_t>(leaf)];
  parent.lower = lower_node;
  parent.upper = upper_node;
  for (Node node = leaf; node >= 0; node = link(node).parent) sum_up(node);
}

void BisectionTree::sum_up(Node node) {
  Link &parent = links_[static_cast<std::size_t>(node)];
  parent.dof = link(parent.lower).dof + link(parent.upper).dof;
  const Values *lower = values(parent.lower);
  const Values *upper = values(parent.upper);
  Values *sum = values(node);
  for (int c = 0; c < ncomp_; ++c)
    sum[c] = {lower[c].integral + upper[c].integral, lower[c].variance + upper[c].variance,
              lower[c].chi2 + upper[c].chi2,
              std::max(lower[c].largest_error, upper[c].largest_error)};
}

Estimate BisectionTree::estimate_of(Node node) const {
  Estimate estimate(ncomp_);
  estimate.dof = link(node).dof;
  for (int c = 0; c < ncomp_; ++c) {
    const auto component = static_cast<std::size_t>(c);
    estimate.integral[component] = values(node)[c].integral;
    estimate.variance[component] = values(node)[c].variance;
    estimate.chi2[component] = values(node)[c].chi2;
  }
  return estimate;
}

BisectionTree::Node BisectionTree::worst(int component) const {
  Node node = 0;
  while (link(node).lower >= 0) {
    const Link &parent = link(node);
    const bool in_upper = values(parent.upper)[component].largest_error >
                          values(parent.lower)[component].largest_error;
    node = in_upper ? parent.upper : parent.lower;
  }
  return node;
}

std::vector<BisectionTree::Node> BisectionTree::leaves_by_region() const {
  if (links_.empty()) return {};
  std::vector<Node> nodes(static_cast<std::size_t>(leaves()));
  for (Node node = 0; node < std::ssize(links_); ++node)
    if (link(node).lower < 0) nodes[static_cast<std::size_t>(region_of(node))] = node;
  return nodes;
}

void BisectionTree::put(StateWriter &writer) const {
  writer.put(links_);
  writer.put(values_);
}

void BisectionTree::change_unit(const std::vector<double> &from, const std::vector<double> &to) {
  for (std::size_t i = 0; i < values_.size(); ++i) {
    const std::size_t c = i % from.size();
    const double factor = from[c] / to[c];
    if (from[c] == to[c]) continue;
    values_[i].integral *= factor;
    values_[i].variance *= factor * factor;
    values_[i].largest_error *= factor;
  }
}

void BisectionTree::get(StateReader &reader) {
  reader.get(links_);
  reader.get(values_);
  StateReader::require(is_tree() &&
                       values_.size() == links_.size() * static_cast<std::size_t>(ncomp_));
  // Sums over the leaves follow from these.
  for (auto node = static_cast<Node>(links_.size()) - 1; node >= 0; --node) {
    if (link(node).lower >= 0) sum_up(node);
    StateReader::require(link(node).dof >= 0 && link(node).dof <= StateReader::max_count);
    for (int c = 0; c < ncomp_; ++c) {
      const Values &v = values(node)[c];
      StateReader::require(std::isfinite(v.integral) && v.variance >= 0 &&
                           std::isfinite(v.variance) && std::isfinite(v.chi2) &&
                           v.largest_error >= 0);
    }
  }
}

// Children stand behind their parents, each node but the cube has one parent, and the regions of
// the leaves have the numbers from 0.
bool BisectionTree::is_tree() const {
  if (links_.empty() || links_.front().parent != -1) return false;
  const auto size = static_cast<Node>(links_.size());
  std::vector<bool> has_parent(links_.size());
  std::vector<bool> seen(links_.size());
  const auto adopts = [&](Node parent, Node child) {
    if (child <= parent || child >= size || link(child).parent != parent) return false;
    const auto slot = static_cast<std::size_t>(child);
    if (has_parent[slot]) return false;
    has_parent[slot] = true;
    return true;
  };
  for (Node node = 0; node < size; ++node) {
    const Link &here = link(node);
    if (node > 0 && !has_parent[static_cast<std::size_t>(node)]) return false;
    if (here.lower >= 0) {
      if (!adopts(node, here.lower) || !adopts(node, here.upper)) return false;
    } else {
      if (here.region < 0 || here.region >= leaves()) return false;
      const auto slot = static_cast<std::size_t>(here.region);
      if (seen[slot]) return false;
      seen[slot] = true;
    }
  }
  return true;
}

std::int64_t BisectionTree::bytes_of_region() const {
  return 2 * static_cast<std::int64_t>(sizeof(Link) +
                                       static_cast<std::size_t>(ncomp_) * sizeof(Values));
}

}  // namespace cuboid::algorithm::suave_parts
