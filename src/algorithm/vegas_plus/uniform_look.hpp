// Whether a map that was given fits an integrand, by samples that do not follow it.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/samples.hpp"
#include "map/interval.hpp"

namespace cuboid::algorithm {

/// Uniform samples.  A map that has no place for a part of the integrand draws so few samples there
/// that their weights, if there are any, are enormous; samples that do not follow it see that part
/// as well as those of an integration that begins without a map.
class UniformLook {
 public:
  /// problem: must outlive it.
  explicit UniformLook(const engine::SamplesProblem &problem) : problem_(problem) {}

  /// Samples whose weights are all the same but for the Jacobians of the box.
  bool take(const engine::SampleBatch &batch);

  /// The standard deviation of one sample of a component that follows the map: the root of the
  /// mean of f^2 / p, p being the density of the map.
  double deviation(int component, const std::vector<std::uint64_t> &edges,
                   std::int64_t nintervals) const;

 private:
  double place(std::size_t axis, double x) const;

  const engine::SamplesProblem &problem_;
  std::vector<double> x_;  ///< [samples][ndim] in the unit cube
  std::vector<double> f_;  ///< [samples][ncomp] times weight and number of samples
};

}  // namespace cuboid::algorithm
