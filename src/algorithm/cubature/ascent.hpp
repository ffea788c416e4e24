// From where something stands out of a line to where most of it does: the place that a probe has
// met may lie far out in the tails of a peak, and what is seen there is nothing beside its top.
#pragma once

#include <cstdint>
#include <vector>

#include "algorithm/cubature/lines_through.hpp"
#include "algorithm/cubature/probe.hpp"
#include "algorithm/cubature/region_store.hpp"
#include "run/task.hpp"

namespace cuboid::algorithm {

/// Climbs along all axes at once: on each, shorter and shorter lines run through the place, one of
/// whose points it is, and the place on that axis moves to what stands out of them, until that is
/// resolved.  Then it is where these places meet, if that is higher than each of them alone.  A
/// call of the integrand has all lines that do not depend on each other: of functions of Python it
/// costs more than its points.
class Ascent {
 public:
  Ascent(const Task &task, RegionStore &regions, bool spikes = true)
      : task_(task), regions_(regions), lines_(task, spikes) {}

  /// Evaluations that climbing from one place takes at most.
  static std::int64_t max_points(int ndim);

  /// From those of the sights that surprise most, as many as npoints are enough for: the tops
  /// become sights of the regions in which they are. Throws what the engine throws, after which
  /// evaluated() says how far it came.
  void climb(std::vector<Sight> &sights, std::int64_t npoints);

  std::int64_t evaluated() const { return lines_.evaluated(); }

 private:
  struct Climber {
    Sight *sight;
    std::size_t component;
    double surprise;    ///< what stands out, if it filled the region, by the error of that
    double before = 0;  ///< the largest height that was seen before the sweep
  };

  /// Along an axis, from where a climber is.
  struct Walk {
    const Climber *climber;
    int axis;
    double place;                 ///< on the axis
    std::vector<double> visited;  ///< places on it
    double last_found = 0;        ///< on the last line
    double height = 0;            ///< at the best place
    bool ended = false;
  };

  std::vector<Climber> climbers(std::vector<Sight> &sights, std::int64_t npoints) const;
  void walk(std::vector<Walk> &walks);
  void add_line(const Walk &walk, double place, double part);
  void move(Walk &walk, std::size_t line) const;
  void take_highest(std::vector<Walk> &walks);
  void meet(std::vector<Climber> &climbers, const std::vector<Walk> &walks);
  void arrive(Sight &top, std::vector<Sight> &sights) const;

  const Task &task_;
  RegionStore &regions_;
  LinesThrough lines_;
  std::vector<double> x_;  ///< through which a line is added
};

}  // namespace cuboid::algorithm
