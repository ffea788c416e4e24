// The regions of native cubature on the host, and the sums over them: how they begin, which are
// halved next, and what the halves say.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "algorithm/cubature/cubature.hpp"
#include "algorithm/cubature/judgement.hpp"
#include "algorithm/cubature/region_store.hpp"
#include "cuba/cuhre/bisection.hpp"
#include "cuba/cuhre/totals.hpp"
#include "rule/cuhre_rule.hpp"
#include "run/rule_sampler.hpp"
#include "run/task.hpp"
#include "statistics/scaled_chi2.hpp"

namespace cuboid::algorithm {

class Refinement {
 public:
  /// Is told of the numbers of both halves of a region, before the next one is halved.
  using Halved = std::function<void(std::int64_t lower, std::int64_t upper)>;

  /// task, result: live as long as this object.
  Refinement(const Task &task, const CubatureOptions &options, Result &result, Halved halved);

  /// Back to where an integration begins.
  void clear();
  /// The next one is over another box (CubatureOptions::origins).
  void place(std::vector<double> origins) { origins_ = std::move(origins); }
  /// The box, and then the parts of the grid instead of it; or what the caller has cut it into.
  /// whole: it is not to be cut by him.
  void start(bool whole = false);
  /// Halves the regions that keep a component from its goal: as many as the accuracy asks for.
  void split(int worst);
  /// Raises the error of a region to this at least.  report() is to follow.
  void raise_error(std::int64_t region, std::size_t component, double least);
  /// Puts the sums over all regions, as they are now, into the result.
  void report();
  /// Adds all regions up anew, since sums have lost digits where much was taken away again.
  void add_up();
  /// Puts one region instead of all of them, of which this is known otherwise, and
  void stand_aside(const std::vector<RuleEstimate> &cube);
  /// puts them back.  Both report.
  void come_back();
  bool stands_aside() const { return aside_.has_value(); }

  RegionStore &regions() { return regions_; }
  const RegionStore &regions() const { return regions_; }
  Judgement &judgement() { return judgement_; }
  std::int64_t points_of_rule() const { return rule_.points; }
  /// The accuracy asked for, with the least tolerance that a result can have.
  const Goal &goal() const { return goal_; }

  void save(StateWriter &writer) const;
  void save_scatter(StateWriter &writer) const { writer.put(scatter_); }
  /// Throws StateReader::BadState.
  void restore(StateReader &reader);
  void restore_scatter(StateReader &reader);

 private:
  using Bisection = cuba::Bisection;
  using Totals = cuba::Totals;

  void cut();
  void begin_with_parts();
  template <class Judge>
  void put_all(const Judge &judge);
  void put(int component, const std::vector<RuleEstimate> &estimates);
  bool has_room_for_parts() const;
  std::vector<std::int64_t> worst_regions(int worst) const;
  std::int64_t max_splits() const;
  std::int64_t choose(int worst, int &axis);
  int longest_axis(std::int64_t region);
  int axis_of(std::int64_t region, int worst);
  void split_alike(std::int64_t region, double error, int worst);
  void bisect(const Bisection &bisection);
  void bisect_together(std::span<const Bisection> bisections);
  void adopt(const Bisection &bisection);
  void evaluate(const double *lower, const double *upper, std::int32_t depth,
                std::vector<RuleEstimate> &estimates);
  bool is_point(const double *lower, const double *upper) const;
  void note_half(const double *lower, const double *upper, std::int32_t depth,
                 std::vector<RuleEstimate> &estimates);
  void note_scatter();
  void check_memory(std::int64_t more) const;

  const Task &task_;
  Result &result_;
  const Checks checks_;
  const rule::CuhreRule &rule_;
  RuleSampler sampler_;
  const std::int64_t max_splits_;
  int cuts_;
  const std::vector<CubePart> parts_;
  std::vector<double> origins_;
  Halved halved_;
  RegionStore regions_;
  std::vector<Totals> totals_;
  /// [ncomp] The chi-square of Cuba's sums has no digits where the first estimates are far off.
  std::vector<statistics::ScaledChi2> scatter_;
  std::vector<RuleEstimate> lower_half_, upper_half_;
  std::vector<double> bounds_;  ///< of the regions that are bisected, or of their halves
  Goal goal_;
  Judgement judgement_;

  struct Aside {
    RegionStore regions;
    std::vector<Totals> totals;
    Judgement judgement;
  };
  std::optional<Aside> aside_;
};

}  // namespace cuboid::algorithm
