// From where something stands out of a line to where most of it does: the place that a look has met
// may lie far out in the tails of a peak, and what is seen there is nothing beside its top.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "algorithm/common/task.hpp"
#include "algorithm/cuhre/look.hpp"
#include "algorithm/cuhre/region_store.hpp"

namespace cuboid::algorithm {

/// Climbs axis by axis: along each, lines of several lengths run through the place, and it moves to
/// the highest point of all that stands out of one of them.
class Ascent {
 public:
  Ascent(const Task &task, RegionStore &regions) : task_(task), regions_(regions) {}

  /// Evaluations that climbing from one place takes at most.
  static std::int64_t most_points(int ndim);

  /// From those of the sights that surprise most, as many as npoints are enough for: the tops
  /// become sights of the regions in which they are. Throws what the engine throws, after which
  /// evaluated() says how far it came.
  void climb(std::vector<Sight> &sights, std::int64_t npoints);

  std::int64_t evaluated() const { return evaluated_; }

 private:
  struct Climber {
    Sight *sight;
    std::size_t component;
    double surprise;  ///< what stands out, if it filled the region, by the error of that
    double before;    ///< the height when the sweep began
  };

  std::vector<Climber> climbers(std::vector<Sight> &sights, std::int64_t npoints) const;
  void step(std::span<const Climber> climbers, int axis);
  double first_of_line(const Climber &climber, int axis, double length) const;
  double width(const Climber &climber, int axis) const;
  void arrive(Sight &top, std::vector<Sight> &sights) const;

  const Task &task_;
  RegionStore &regions_;
  std::vector<double> x_, f_;
  std::int64_t evaluated_ = 0;
};

}  // namespace cuboid::algorithm
