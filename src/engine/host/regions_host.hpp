// What the regions engines of the host share: the list of regions and the decisions.  How the rule
// is applied, and on which threads, is left to them.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "engine/engine.hpp"
#include "engine/regions.hpp"
#include "rule/orbit_rule.hpp"
#include "rule/region_error.hpp"
#include "rule/region_marking.hpp"
#include "rule/region_slices.hpp"

namespace cuboid::engine {

/// Regions of the unit cube.
struct RegionList {
  std::vector<double> lower;                   ///< [count][ndim]
  std::vector<std::uint8_t> depth;             ///< [count][ndim] how often each axis was halved
  std::vector<rule::RegionEstimate> estimate;  ///< [count][ncomp]
  std::vector<int> axis;  ///< [count] of the next split; -1: no axis can be halved any more

  std::int64_t count() const { return static_cast<std::int64_t>(axis.size()); }
  void reserve(std::int64_t count, int ndim, int ncomp);
  void resize(std::int64_t count, int ndim, int ncomp);
};

/// What the rule gives for one component on a region.
struct RuleValue {
  double value = 0;
  rule::NullRuleError error;
};

/// And for a number of regions.
struct RuleValues {
  std::vector<RuleValue> values;    ///< [count][ncomp]
  std::vector<double> differences;  ///< [count][ndim][ncomp] absolute fourth differences
};

class HostRegions : public RegionsEngine {
 public:
  /// width: as RegionsEngine::width.  memory: bytes for regions; 0: as much as there is.
  HostRegions(int ndim, int ncomp, int key, std::int64_t width, std::int64_t memory);

  int ndim() const override { return ndim_; }
  int ncomp() const override { return ncomp_; }
  std::int64_t npoints() const override { return rule_.npoints; }
  std::int64_t width() const override { return width_; }
  const RegionSurvey &start(const RegionRequest &request) override;
  const RegionSurvey &advance(int iterations) override;
  /// The list grows by itself, as far as it may.
  bool grow() override { return false; }
  bool slice() override;

 protected:
  /// Does something for the items first to last - 1, as one of the workers.
  using Work = std::function<void(int worker, std::int64_t first, std::int64_t last)>;

  const rule::OrbitRule &rule() const { return rule_; }
  const double *lower(std::int64_t place) const { return &regions_.lower[place * ndim_]; }
  double width_of(std::int64_t place, int d) const;
  double volume_of(std::int64_t place) const;

  /// Workers that take part at most.
  virtual int workers() const { return 1; }
  /// The number of regions to which a worker applies the rule at once, at least and at most, if
  /// there are as many.
  virtual std::int64_t least_batch() const { return 1; }
  virtual std::int64_t batch() const { return 1; }
  /// Calls work for `count` items in parts of at most `part`.  Throws what the first part throws
  /// that fails.
  virtual void share_out(std::int64_t count, std::int64_t part, const Work &work) = 0;
  /// Applies the rule to `count` regions: place[0], ...
  virtual void apply_rule(int worker, const std::int64_t *place, std::int64_t count,
                          RuleValues &result) = 0;
  virtual std::int64_t nonfinite() const = 0;

 private:
  /// What one worker works with.
  struct Scratch {
    std::vector<std::int64_t> places;
    RuleValues result;
    std::vector<rule::RegionEstimate> parent;
    std::array<std::int64_t, rule::nbins> histogram;
  };

  bool reserve(std::int64_t count);
  void make_first_room(std::int64_t count);
  void make_room(std::int64_t count);
  std::int64_t part_of(std::int64_t regions) const;
  const RuleValues &evaluate(int worker, const std::int64_t *place, std::int64_t count);
  void choose_axis(std::int64_t place, const double *differences);
  void split();
  void split_part(int worker, const std::int64_t *marked, std::int64_t count,
                  std::int64_t first_upper);
  std::vector<rule::RegionSums> sums_over(std::int64_t first, std::int64_t last);
  void survey();
  void mark();
  double marking_error(std::int64_t place) const;

  const int ndim_;
  const int ncomp_;
  const rule::OrbitRule rule_;
  const std::int64_t width_;
  std::int64_t most_regions_;  ///< as far as it is known
  RegionRequest request_;
  RegionList regions_;
  std::int64_t capacity_ = 0;            ///< regions for which there is room
  std::vector<Scratch> scratch_;         ///< [workers]
  std::vector<rule::RegionSums> parts_;  ///< [..][ncomp] of sums over regions
  std::vector<std::int16_t> bin_;        ///< [count] of the marking
  std::vector<std::int64_t> marked_;     ///< places of the regions that are split
  std::vector<rule::Changes> changes_;   ///< [ncomp]
  std::vector<double> scale_;            ///< [ncomp] units of errors
  std::vector<double>
      marking_scale_;  ///< [ncomp] those of the survey before, by which it is chosen
  double share_ = 0;   ///< of the error that the next split is to take
  rule::RegionSlices slices_;
  RegionSurvey survey_;
};

}  // namespace cuboid::engine
