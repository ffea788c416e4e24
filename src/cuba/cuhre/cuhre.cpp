#include "cuba/cuhre/cuhre.hpp"

#include <algorithm>
#include <vector>

#include "cuba/cuhre/bisection.hpp"
#include "cuba/cuhre/known_rule.hpp"
#include "cuba/cuhre/region_store.hpp"
#include "cuba/cuhre/totals.hpp"
#include "run/accuracy.hpp"
#include "run/print_iteration.hpp"
#include "run/rule_sampler.hpp"
#include "run/save_schedule.hpp"
#include "run/state_rest.hpp"

namespace cuboid::algorithm::cuba {

namespace {

class Cuhre {
 public:
  Cuhre(const Task &task, int key, Result &result)
      : task_(task),
        result_(result),
        rule_(known_rule(task.ndim, key, false)),
        sampler_(task, rule_),
        regions_(task.ndim, task.ncomp),
        totals_(static_cast<std::size_t>(task.ncomp)),
        lower_half_(totals_.size()),
        upper_half_(totals_.size()),
        bounds_(static_cast<std::size_t>(2 * task.ndim)),
        goal_(with_tolerance(task.goal)),
        mineval_(std::max(task.goal.mineval, rule_.points + 1)) {}

  void run();
  RegionTable regions() const {
    return table_of(regions_, result_.nregions, task_.ndim, task_.ncomp);
  }

 private:
  StateIdentity identity() const { return {Routine::cuhre, task_.ndim, task_.ncomp}; }
  bool restore();
  void save() const;
  void start();
  bool finished(int &worst);
  void split(int worst);
  void evaluate(const double *bounds, std::int32_t depth, std::vector<RuleEstimate> &estimates);
  void report();

  const Task &task_;
  Result &result_;
  const rule::CuhreRule &rule_;
  RuleSampler sampler_;
  RegionStore regions_;
  std::vector<Totals> totals_;
  std::vector<RuleEstimate> lower_half_, upper_half_;
  std::vector<double> bounds_;  ///< of the half at hand
  Goal goal_;
  std::int64_t mineval_;
};

void Cuhre::run() {
  if (!restore()) start();
  SaveSchedule schedule;
  int worst = 0;
  while (!finished(worst)) {
    split(worst);
    if (task_.state->is_file() && schedule.due(regions_.size()))
      schedule.save(regions_.size(), [&] { save(); });
  }
  if (!result_.converged) save();
}

bool Cuhre::restore() {
  RegionStore regions(task_.ndim, task_.ncomp);
  std::vector<Totals> totals;
  std::int64_t neval = 0;
  const bool restored = task_.state->restore(identity(), [&](StateReader &reader) {
    neval = reader.get_count();
    reader.resumes_at(neval);
    totals = restored_totals(task_, reader);
    regions.restore(reader);
    end_of_part(reader);
  });
  if (!restored) return false;
  regions_ = std::move(regions);
  totals_ = totals;
  result_.neval = neval;
  report();
  return true;
}

void Cuhre::save() const {
  if (!task_.state->used()) return;
  StateWriter writer;
  writer.put(result_.neval);
  writer.put(totals_);
  regions_.save(writer);
  task_.state->save(identity(), writer);
}

void Cuhre::start() {
  const std::int64_t cube = regions_.add(0);
  evaluate(regions_.lower(cube), 0, lower_half_);
  put_cube(regions_, lower_half_, totals_);
  report();
}

// worst: the component that is farthest from its goal.
bool Cuhre::finished(int &worst) {
  print_iteration(*task_.log, result_.nregions, result_);
  const Farthest farthest = farthest_component(result_, goal_);
  worst = farthest.component;
  result_.converged = farthest.ratio <= 1 && result_.neval >= mineval_;
  return result_.converged || result_.neval >= task_.goal.maxeval;
}

// The regions stay as they are until both halves are known, for whoever reads the result if the
// engine throws.
void Cuhre::split(int worst) {
  check_memory(regions_.bytes_per_region(), regions_.size(), 1, task_.memory_limit);
  const std::int64_t region = regions_.largest(worst);
  const Bisection bisection =
      bisection_of(regions_, region, regions_.estimate(region, worst).split);
  set_half(regions_, bisection, false, bounds_.data());
  evaluate(bounds_.data(), bisection.depth, lower_half_);
  set_half(regions_, bisection, true, bounds_.data());
  evaluate(bounds_.data(), bisection.depth, upper_half_);
  const std::int64_t upper = divide(regions_, bisection);
  put_halves(regions_, region, upper, lower_half_, upper_half_, totals_, [](auto &&...) {});
  if (Trace *const trace = task_.log->trace()) trace->split(region, upper, regions_.size());
  report();
}

void Cuhre::evaluate(const double *bounds, std::int32_t depth,
                     std::vector<RuleEstimate> &estimates) {
  const double *const upper = bounds + task_.ndim;
  apply_rule(sampler_, bounds, upper, depth, estimates, result_.neval);
  print_region(*task_.log, task_.ndim, bounds, upper, estimates);
}

void Cuhre::report() {
  put_totals(task_, totals_, regions_.size(), result_);
  for (std::size_t c = 0; c < totals_.size(); ++c)
    result_.chi2[c] = totals_[c].mean.chi2(totals_[c].average());
  require_finite(result_);
}

}  // namespace

void cuhre(const Task &task, int key, Result &result) {
  Cuhre cuhre(task, key, result);
  with_regions(
      task.log->trace(), [&] { cuhre.run(); }, [&] { return cuhre.regions(); });
}

}  // namespace cuboid::algorithm::cuba
