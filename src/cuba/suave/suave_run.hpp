// Suave as Cuba does it, one step at a time: regions that are sampled and bisected.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/region_table.hpp"
#include "cuba/suave/memory.hpp"
#include "cuba/suave/region.hpp"
#include "cuba/suave/sampler.hpp"
#include "cuba/suave/split.hpp"
#include "cuba/suave/suave.hpp"
#include "cuba/suave/tree.hpp"
#include "run/save_schedule.hpp"
#include "run/task.hpp"

namespace cuboid::algorithm::suave_parts {

/// Whoever drives it begins, bisects for as long as it wants, and has the result brought up to date
/// in between.
class SuaveRun {
 public:
  /// Arguments as those of suave().  min_unit: [ncomp] all of which values are multiples
  /// (statistics/square_unit.hpp); 0: the size of the values decides.
  SuaveRun(const Task &task, const SuaveOptions &options, double min_unit, Result &result);

  /// From the state file, or with samples of the whole cube.
  void begin();
  void bisect();
  /// Brings the result up to date, and prints it.
  void report();
  void save_if_due();
  /// Writes the state unless that of these regions has been written.
  void save_last();

  /// From the next point on, the points are scrambled by this number; without it they stand as they
  /// are.
  void scramble(std::uint32_t number) { sampler_.scramble(number); }
  /// Whether there is one region, of which all values were zero.
  bool saw_only_zeros() const;
  /// Samples the whole cube once more, up to so many evaluations in all, instead of the
  /// samples so far.
  void sample_again(std::int64_t max_evaluations);

  RegionTable table() const;
  const std::vector<Region> &regions() const { return regions_; }
  /// [ncomp] of their values.
  std::vector<double> units() const;
  /// What all samples of a region say.
  Estimate mean_of(const Region &region) const {
    return estimate_region(region, task_.ncomp, nmin_, false);
  }
  /// By its own samples.
  std::int64_t evaluations() const { return sampler_.evaluations(); }
  /// The result has so many evaluations of others as well.
  void count_besides(std::int64_t evaluations) { besides_ = evaluations; }
  MemoryBudget &budget() { return budget_; }

 private:
  void start();
  void sample_cube(std::int64_t count);
  void sample(std::span<const Sampler::Draw> draws);
  void set_units(std::vector<double> units);
  void take_unit(std::span<const Sampler::Draw> draws);
  void change_units(const std::vector<double> &units, std::span<const Sampler::Draw> draws);
  double unit(std::size_t component) const { return unit_[component] != 0 ? unit_[component] : 1; }
  Estimate estimate(const Region &region) const;
  int component_to_improve() const;
  std::vector<double> scale_of_components() const;
  Region take_upper_half(Region &region, const Split &split);
  void add_region(Region region);

  void update_result();

  void report_region(const Region &region, const Estimate &estimate) const;
  std::vector<std::string> report_sets(const Region &region) const;

  StateIdentity identity() const { return {Routine::suave, task_.ndim, task_.ncomp}; }
  bool restore();
  void save();

  const Task &task_;
  const SuaveOptions &options_;
  Result &result_;
  Goal goal_;
  double min_unit_;
  std::int64_t nmin_;
  MemoryBudget budget_;
  SampleStore store_;
  Sampler sampler_;
  BisectionTree tree_;
  std::vector<Region> regions_;
  /// [ncomp] Of which all values that are kept are multiples (statistics/square_unit.hpp); 0: all
  /// are zero. Squares that vanish do so in Cuba.
  std::vector<double> unit_;
  std::int64_t besides_ = 0;
  std::size_t halved_ = 0;  ///< number of the region that was bisected last
  SaveSchedule schedule_;
};

}  // namespace cuboid::algorithm::suave_parts
