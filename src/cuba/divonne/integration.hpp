// One integration by Divonne, phase by phase.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "base/region_table.hpp"
#include "cuba/divonne/divonne.hpp"
#include "cuba/divonne/evaluations.hpp"
#include "cuba/divonne/partition.hpp"
#include "cuba/divonne/region.hpp"
#include "cuba/divonne/region_sums.hpp"
#include "cuba/divonne/sampler.hpp"
#include "run/save_schedule.hpp"

namespace cuboid::algorithm::divonne_detail {

/// Where the integration stands, but for the regions.  Part of the state file.
struct Progress {
  enum Stage : std::int32_t { partitioning, main, finished };

  Stage stage = partitioning;
  std::int32_t pass = 0;
  std::int64_t iteration = 0;
  std::int64_t fewest = std::numeric_limits<std::int64_t>::max();  ///< evaluations expected at best
  std::int64_t cycle_cost = 0;  ///< evaluations of the last cycle of the partitioning
  std::int64_t neval = 0;
  std::int64_t in_search = 0;
  std::int64_t in_cuts = 0;
  std::int64_t drawn = 0;         ///< points of the generator
  std::int64_t wanted = 0;        ///< points per region in the main integration
  std::int64_t affordable = 0;    ///< evaluations per region
  std::int64_t refined = 0;       ///< regions that were split last for their errors
  std::int64_t refined_from = 0;  ///< evaluations before that
  std::int64_t unrefined = 0;     ///< evaluations before regions were first split for their errors
  std::int64_t dearest = 0;       ///< evaluations that a region took to be split, see split()
};

/// What maxeval means to the main integration.
enum class AtMaxeval {
  as_cuba,       ///< regions that are being worked on are sampled to the end
  ends_in_time,  ///< no sample begins that would go far beyond it
};

class Integration {
 public:
  Integration(const Task &task, const DivonneOptions &options, AtMaxeval at_maxeval,
              Result &result);

  /// Begins, or goes on from the state file, and brings the result up to date to the end.
  void run();
  /// Writes the state, where it is kept.
  void save();
  RegionTable table() const;
  const std::vector<Region> &regions_found() const { return regions_; }
  Evaluations &evaluations() { return evaluations_; }

 private:
  /// One estimate of the integral over a region.
  struct Measurement {
    double value;
    double error;
    double scatter;
    double scale;
    double points;
  };

  /// Those that a region may have: of what was before, or of the first sample, and of two more.
  class Measurements {
   public:
    void add(const Measurement &measurement) { all_[count_++] = measurement; }
    const Measurement *begin() const { return all_; }
    const Measurement *end() const { return all_ + count_; }

   private:
    Measurement all_[3];
    std::size_t count_ = 0;
  };

  /// Over all samples of the main integration, those of regions that have been split included.
  struct Pool {
    double scatter = 0;  ///< roots of sums of squares
    double scale = 0;
  };

  /// What a region has of the variance or, for rules, the error that the accuracy allows.
  struct Part {
    std::size_t region;
    double share;
  };

  /// How many regions are sampled once more, and how many times the points of the largest sample.
  struct Enlargement {
    std::size_t count;
    double factor;
  };

  // integration.cpp
  std::vector<Point> evaluate_given();
  double allowed(std::size_t c) const;
  double error_of(const Region &region, const Estimate &estimate, std::size_t c,
                  const Sampler &sampler) const;
  void update_totals();
  bool room_for_regions() const;
  std::int64_t missing() const;
  std::int64_t regions() const { return static_cast<std::int64_t>(regions_.size()); }

  // partitioning_phase.cpp
  void partition();
  void publish_partitioning();
  double need() const;
  std::int64_t main_points(std::int64_t wanted) const;
  std::int64_t min_main_points() const { return main_points(2 * first_->effective()); }
  std::int64_t expected() const;
  bool beyond_lattices(double needed) const;
  bool partitioning_pays();
  std::vector<std::size_t> largest_regions(std::vector<double> &floor);
  void split(const std::vector<std::size_t> &chosen, int levels, const std::vector<double> &floor,
             std::int64_t reserved);
  bool may_split_together() const;
  void split_together(const std::vector<std::size_t> &chosen, int levels,
                      const std::vector<double> &floor);
  void log_cycle() const;

  // main_phase.cpp
  void begin_main();
  void make_samplers();
  bool enough_samples() const;
  void integrate_regions();
  void work_off_regions();
  bool leaves_too_little(std::int64_t count) const;
  std::vector<std::size_t> next_regions();
  void integrate_regions(const std::vector<std::size_t> &chosen);
  bool widen(Region &region, const Extremes &seen) const;
  bool passes(const Region &region, const RegionSample &sample) const;
  bool deviates(const Region &region, const RegionSample &sample) const;
  void refine(const std::vector<std::size_t> &failed, const std::vector<RegionSample> &second);
  Region::Outcome combined(const Measurements &measurements) const;
  double scatter_of(const Region::Outcome &outcome, std::size_t c) const;
  double error_of(const Region::Outcome &outcome, std::size_t c) const;
  void settle(Region &region, const RegionSample &second, const RegionSample *third);
  void enlarge_sample();
  void publish_main();
  void log_totals() const;
  void log_region(const Region &region, const RegionSample &second,
                  const RegionSample *third) const;

  // improvement.cpp
  bool improve();
  bool refine_largest_errors();
  std::vector<Part> by_errors(std::size_t c) const;
  static std::vector<std::size_t> to_be_split(const std::vector<Part> &parts);
  Enlargement cheapest_enlargement(const std::vector<Part> &parts) const;
  std::int64_t base_of_last_sample() const;
  bool enlarge_samples();

  // integration_state.cpp
  void save_if_due();
  bool restore();

  const Task task_;  ///< with limits that can be added to and subtracted from
  const DivonneOptions &options_;
  const AtMaxeval at_maxeval_;
  Result &result_;
  std::size_t ncomp_;
  Evaluations evaluations_;
  RandomPoints random_;
  std::unique_ptr<Sampler> first_, second_, third_;
  std::unique_ptr<Partitioner> partitioner_;
  Progress progress_;
  std::vector<Region> regions_;
  RegionSums sums_;                      ///< of the regions as they are
  std::vector<RegionSums::Sum> totals_;  ///< the same when they were last looked at
  std::size_t unpublished_ =
      0;                    ///< regions that were settled since the result was brought up to date
  std::vector<Pool> pool_;  ///< [ncomp]
  SaveSchedule schedule_;
};

}  // namespace cuboid::algorithm::divonne_detail
