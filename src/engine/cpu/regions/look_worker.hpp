// A look between the points of the regions on the cores (rule/region_look.hpp): some regions after
// the other, the lines of several together.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/cpu/regions/region_list.hpp"
#include "engine/cpu/regions/rule_workers.hpp"
#include "rule/region_look.hpp"

namespace cuboid::engine::cpu {

/// What one worker does of a look.
class LookWorker {
 public:
  /// nregions: with those of other ranks.
  LookWorker(RuleWorkers &workers, int worker, const RegionList &regions,
             const rule::LookRequest &request, std::int64_t nregions);

  /// The regions first to last - 1.
  void take(std::int64_t first, std::int64_t last);

  /// Points, of all that were taken.
  std::int64_t npoints() const { return npoints_; }
  /// What is known of a component of a region that was taken last.
  rule::RegionEstimate estimate(std::int64_t place, int component) const;

 private:
  struct Line {
    std::int64_t place;
    rule::LookLine line;
  };

  void evaluate();

  RuleWorkers &workers_;
  const int worker_;
  const RegionList &regions_;
  const rule::LookRequest request_;
  const std::int64_t nregions_;
  const int of_line_;
  const std::size_t lines_at_once_;
  std::int64_t npoints_ = 0;
  std::int64_t first_ = 0;
  std::vector<rule::RegionLines> of_region_;  ///< [last - first]
  std::vector<double> heights_;               ///< [last - first][ncomp]
  std::vector<Line> lines_;                   ///< that are evaluated together
  std::vector<double> x_, f_;
};

}  // namespace cuboid::engine::cpu
