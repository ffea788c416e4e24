// Which region holds a place: the bisections of the cube that have led to its regions.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "algorithm/cubature/region_store.hpp"

namespace cuboid::algorithm {

class RegionTree {
 public:
  RegionTree(const RegionStore &regions, int ndim);

  /// x: [ndim] in the cube; a place between two regions belongs to the upper one.
  std::int64_t region_at(std::span<const double> x) const;

 private:
  /// A region or a bisection.
  struct Node {
    int axis = 0;
    double middle = 0;
    std::int64_t lower = 0;  ///< node of the lower half, or the region if there is no upper half
    std::int64_t upper = 0;
  };

  std::int64_t build(std::span<std::int64_t> members, std::vector<double> &bounds);
  bool divides(std::span<const std::int64_t> members, int axis, double middle) const;

  const RegionStore &regions_;
  int ndim_;
  std::vector<Node> nodes_;
};

}  // namespace cuboid::algorithm
