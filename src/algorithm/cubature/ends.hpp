// Singular ends of the axes of the cube: how they are found, and the maps that take them away.
#pragma once

#include <cstdint>
#include <vector>

#include "run/state_stream.hpp"
#include "run/task.hpp"

namespace cuboid::algorithm {

/// The distances from both ends of an axis are as these powers of those in the variable of the map;
/// 1: the end is not singular.
struct EndPowers {
  std::int32_t lower = 1;
  std::int32_t upper = 1;
  /// Distances from both, in the variable of the map, below which numbers are too far apart for
  /// what is there; 0: this is nothing that counts.
  double coarse_lower = 0;
  double coarse_upper = 0;
};

/// From [0, 1] to [0, 1]: the distribution function of the beta distribution of these orders.
double map_between_ends(const EndPowers &powers, double t, double &jacobian);

/// Reaches the integrand of a task through the maps of the axes, of which there are none at first.
class EndsEngine final : public engine::PointsEngine {
 public:
  explicit EndsEngine(const Task &task) : task_(task) {}

  /// [ndim], or empty: the cube as it is.
  void set(std::vector<EndPowers> ends) { ends_ = std::move(ends); }
  const std::vector<EndPowers> &ends() const { return ends_; }

  void evaluate(const engine::PointSet &points, double *f) override;
  const engine::NonfiniteReport &nonfinite() const override { return task_.engine->nonfinite(); }
  std::int64_t worthwhile_batch() const override { return task_.engine->worthwhile_batch(); }
  bool prefers_few_batches() const override { return task_.engine->prefers_few_batches(); }

 private:
  const Task &task_;
  std::vector<EndPowers> ends_;
  std::vector<double> x_, jacobian_;
};

/// An end of an axis of the cube.
struct EndOfAxis {
  int axis = -1;  ///< -1: there is none
  bool is_upper = false;
};

/// What a trial beside the faces has found.
struct FoundEnds {
  std::vector<EndPowers> powers;  ///< [ndim]; empty: no end is singular
  /// [ncomp] that lies nearer to singular ends than numbers do: to those that have no map for this
  /// reason, of which one is named, and to those that have one, which goes on smoothly from where
  /// numbers are close enough.
  std::vector<double> lost, bridged;
  EndOfAxis coarse;
  EndOfAxis diverging;  ///< towards which the integrand grows like 1 / distance, or faster
};

/// Points of a trial, but for those that few integrands need.
std::int64_t points_of_trial(int ndim);

/// Looks at the faces of the cube.  least: [ncomp] of what is lost at an end, so much that its map
/// would be in vain.  evaluated: is raised by the points.  Throws what the engine throws.
FoundEnds find_ends(const Task &task, const std::vector<double> &least, std::int64_t &evaluated);

/// Of a state file.  Throws StateReader::BadState.
std::vector<EndPowers> get_ends(StateReader &reader, int ndim);

}  // namespace cuboid::algorithm
