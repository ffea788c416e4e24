// What the regions engines of the host share: the list of regions and the decisions.  How the rule
// is applied is left to them.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "engine/engine.hpp"
#include "engine/regions.hpp"
#include "rule/orbit_rule.hpp"
#include "rule/region_error.hpp"

namespace cuboid::engine {

/// A region of the unit cube.
struct HostRegion {
  std::vector<double> lower;                   ///< [ndim]
  std::vector<int> depth;                      ///< [ndim] how often each axis was halved
  std::vector<rule::RegionEstimate> estimate;  ///< [ncomp]
  int axis = 0;  ///< of the next split; -1: no axis can be halved any more
};

/// What the rule gives for one region.
struct RuleSums {
  std::vector<std::array<double, rule::nsums>> sums;  ///< [ncomp]
  std::vector<double> differences;  ///< [ndim][ncomp] absolute fourth differences along the axes
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

 protected:
  const rule::OrbitRule &rule() const { return rule_; }

  /// Applies the rule to `count` regions.
  virtual void apply_rule(const HostRegion *const *regions, std::int64_t count,
                          RuleSums *results) = 0;
  virtual std::int64_t nonfinite() const = 0;

 private:
  void evaluate(const std::vector<std::int64_t> &places);
  void choose_axis(HostRegion &region, const RuleSums &result) const;
  void split(const std::vector<std::int64_t> &marked);
  void survey();
  std::vector<std::int64_t> mark() const;
  double marking_error(const HostRegion &region) const;

  const int ndim_;
  const int ncomp_;
  const rule::OrbitRule rule_;
  const std::int64_t width_;
  const std::int64_t most_regions_;
  RegionRequest request_;
  std::vector<HostRegion> regions_;
  std::vector<RuleSums> results_;
  std::vector<rule::LastChange> last_;  ///< [ncomp]
  std::vector<double> scale_;           ///< [ncomp] units of errors
  std::vector<double>
      marking_scale_;  ///< [ncomp] those of the survey before, by which it is chosen
  double share_ = 0;   ///< of the error that the next split is to take
  RegionSurvey survey_;
};

}  // namespace cuboid::engine
