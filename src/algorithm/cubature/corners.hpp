// A probe from the corners of the cube inwards.  What stands in a corner, as a layer that falls
// along all axes, is met by no point of a rule, and by hardly one that is drawn in many dimensions.
#pragma once

#include <cstdint>
#include <vector>

#include "algorithm/cubature/checks.hpp"
#include "algorithm/cubature/lines_through.hpp"
#include "algorithm/cubature/probe.hpp"

namespace cuboid::algorithm {

/// Lines from corners of the cube along the diagonals of the regions that lie in them.
class Corners {
 public:
  Corners(const Task &task, RegionStore &regions, const Checks &checks = {})
      : task_(task), regions_(regions), checks_(checks), lines_(task, checks.spikes) {}

  /// At most so many points, and as many again where all of them meet something.  of_point: part of
  /// the cube that a point stands for.  Adds what stands out to the sights.  Throws what the engine
  /// throws, after which evaluated() says how far it came.
  void probe(std::int64_t npoints, double of_point, std::vector<Sight> &sights);

  std::int64_t evaluated() const { return lines_.evaluated(); }

 private:
  void add_lines(std::int64_t region, std::size_t most);
  void judge(std::size_t line, double of_point, std::vector<Sight> &found) const;
  void add_shorter(const Sight &found);
  bool stands_out(std::size_t line) const;

  const Task &task_;
  RegionStore &regions_;
  const Checks checks_;
  LinesThrough lines_;
  std::vector<std::int64_t> region_of_line_;
};

}  // namespace cuboid::algorithm
