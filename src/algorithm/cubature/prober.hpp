// What lies between the points of the rules: how many points are spent on it, what is done with
// what they meet, and whether a result may be called converged.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "algorithm/cubature/cubature.hpp"
#include "algorithm/cubature/ends.hpp"
#include "algorithm/cubature/probe.hpp"
#include "algorithm/cubature/refinement.hpp"
#include "run/task.hpp"

namespace cuboid::algorithm {

class Prober {
 public:
  /// All but the options live as long as this object.  ends: the maps that lead to the integrand.
  Prober(const Task &task, const CubatureOptions &options, const EndsEngine &ends,
         Refinement &refinement, Result &result);

  /// Back to where an integration begins.
  void forget();
  /// Other regions stand for those that were probed, in which something was found.
  void look_anew();
  /// Probes a result that is accurate, as far as the rules know.  False: something was found, and
  /// the regions where it is are to be split.
  bool confirms();
  /// What was found in a region that was halved is passed on to the half in which it lies.
  void pass_on(std::int64_t lower, std::int64_t upper);
  /// Whether something stands out that regions are to resolve.
  bool has_found() const { return !sights_.empty(); }
  /// Whether the last probe has seen one value and no other.
  bool saw_a_constant() const { return constant_; }
  /// Whether maxeval had room for the last probe.
  bool had_room() const { return !unlooked_; }
  /// Says what keeps a result from being called converged, beside its error.
  void remark() const;

  void save(StateWriter &writer) const;
  /// Returns how many evaluations were by probes.  Throws StateReader::BadState.
  std::int64_t restore(StateReader &reader);

 private:
  std::map<std::int64_t, Sight> restored_sights(StateReader &reader, std::int64_t nregions) const;
  std::int64_t points_of_probe() const;
  std::int64_t min_points_of_probe(std::int64_t wanted) const;
  std::int64_t points_of_climb(std::int64_t npoints, std::int64_t taken) const;
  std::int64_t affordable(std::int64_t wanted) const;
  bool ran_on();
  bool leaves_accurate(const std::vector<Sight> &sights);
  void keep_in_sight(const Sight &sight);

  const Task &task_;
  const Checks checks_;
  const Probing probing_;
  const EndsEngine &ends_;
  Refinement &refinement_;
  Result &result_;
  std::int64_t probes_ = 0;
  std::int64_t clear_at_ = 0;  ///< evaluations with a last probe that found nothing of weight
  bool again_ = false;         ///< the last probe has found something of weight
  bool unlooked_ = false;      ///< for want of evaluations
  bool constant_ = false;
  std::map<std::int64_t, Sight> sights_;  ///< of all probes, by region
};

}  // namespace cuboid::algorithm
