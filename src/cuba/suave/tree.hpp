// The bisections of Suave as a binary tree, whose leaves are the regions.
#pragma once

#include <cstdint>
#include <vector>

#include "cuba/suave/region.hpp"
#include "run/state_file.hpp"

namespace cuboid::algorithm::suave_parts {

/// Every node knows the sums over its leaves and the largest error among them, so that the totals
/// have no more rounding errors than the tree is deep, and the worst region is found by descent.
class BisectionTree {
 public:
  using Node = std::int64_t;

  explicit BisectionTree(int ncomp) : ncomp_(ncomp) {}

  /// Begins with one region, number 0.
  void plant(const Estimate &cube);

  /// The leaf becomes the parent of two: the lower half has its region's number, the upper half the
  /// next one.
  void split(Node leaf, const Estimate &lower, const Estimate &upper);

  /// units: [ncomp] of all values, before and after.
  void change_unit(const std::vector<double> &from, const std::vector<double> &to);

  std::int64_t leaves() const { return static_cast<std::int64_t>(links_.size() + 1) / 2; }

  Estimate totals() const { return estimate_of(0); }
  Estimate estimate_of(Node node) const;

  /// The leaf of largest error in the component; the first such leaf from below.
  Node worst(int component) const;

  /// Number of a leaf's region.
  std::int64_t region_of(Node leaf) const { return link(leaf).region; }

  /// The leaf of each region.
  std::vector<Node> leaves_by_region() const;

  void put(StateWriter &writer) const;
  /// Throws BadState unless it is a tree.
  void get(StateReader &reader);

  /// Bytes that each further region takes.
  std::int64_t bytes_of_region() const;

 private:
  struct Link {
    Node parent;
    Node lower;  ///< -1: a leaf
    Node upper;
    std::int64_t region;  ///< of a leaf
    std::int64_t dof;
  };
  /// Sums over the leaves, and the largest error.
  struct Values {
    double integral;
    double variance;
    double chi2;
    double largest_error;
  };

  const Link &link(Node node) const { return links_[static_cast<std::size_t>(node)]; }
  const Values *values(Node node) const { return values_.data() + node * ncomp_; }
  Values *values(Node node) { return values_.data() + node * ncomp_; }
  Node append(Node parent, std::int64_t region, const Estimate &estimate);
  void sum_up(Node node);
  bool is_tree() const;

  int ncomp_;
  std::vector<Link> links_;     ///< parents stand before their children, the cube is the first
  std::vector<Values> values_;  ///< [nodes][ncomp]
};

}  // namespace cuboid::algorithm::suave_parts
