#include "cuba/suave/suave_run.hpp"

#include <algorithm>
#include <cinttypes>
#include <cmath>
#include <limits>
#include <utility>

#include "cuba/suave/state.hpp"
#include "run/accuracy.hpp"
#include "run/print_iteration.hpp"
#include "statistics/square_unit.hpp"
#include "statistics/tiny.hpp"

namespace cuboid::algorithm::suave_parts {

namespace {

/// Least number of new samples in a half.
constexpr std::int64_t min_new_samples = 10;

/// Samples that are drawn at once where all were zero so far, so that they take little memory.
constexpr std::int64_t max_samples_of_zeros = 1 << 16;

/// Of smaller values, errors fall below the floors of Cuba's formulas, which are those of numbers
/// around 1, where the natives have a unit: 1e-14*exp(-3*(x+y+z)) did not converge.
constexpr double min_without_unit = 0x1p-20;

/// For the first values, of which the largest has this size.
double first_unit(double size) {
  return size > 0 && size < min_without_unit ? std::ldexp(1.0, std::max(std::ilogb(size), -1000))
                                             : statistics::next_unit(0, size);
}

}  // namespace

SuaveRun::SuaveRun(const Task &task, const SuaveOptions &options, double min_unit, Result &result)
    : task_(task),
      options_(options),
      result_(result),
      goal_(with_tolerance(task.goal)),
      min_unit_(min_unit),
      nmin_(std::max<std::int64_t>(options.nmin, 2)),
      budget_(task.memory_limit),
      store_(task.ndim, task.ncomp, budget_),
      sampler_(task.ndim, options, *task.engine, store_, budget_),
      tree_(task.ncomp),
      unit_(static_cast<std::size_t>(task.ncomp), min_unit) {}

void SuaveRun::begin() {
  if (!restore()) start();
}

void SuaveRun::save_if_due() {
  if (schedule_.due(tree_.leaves())) save();
}

void SuaveRun::save_last() {
  if (schedule_.last_regions() != tree_.leaves()) save();
}

void SuaveRun::start() {
  result_.nregions = 1;
  add_region(unit_cube(task_.ndim));
  try {
    sample_cube(options_.nnew);
    tree_.plant(estimate(regions_[0]));
  } catch (const engine::Interrupted &) {
    // There is no other result than that of the samples so far.
    if (regions_[0].sets[0].count >= nmin_) {
      tree_.plant(estimate_region(regions_[0], task_.ncomp, nmin_, task_.last_only));
      update_result();
    }
    throw;
  }
}

/// In the whole cube, as long as it is one region.
bool SuaveRun::saw_only_zeros() const {
  if (regions_.size() > 1) return false;
  const auto values = [this](const SampleSet &set) {
    return std::span(set.f, static_cast<std::size_t>(set.count * task_.ncomp));
  };
  for (const SampleSet &set : regions_[0].sets)
    for (const double value : values(set))
      if (value != 0) return false;
  return true;
}

/// Samples the whole cube once more, with as many points as there were: zeros say nothing of where
/// to cut, and halves of halves would see less and less of it.  The zeros of before are forgotten.
void SuaveRun::sample_again(std::int64_t max_evaluations) {
  const std::int64_t wanted =
      std::min({result_.neval, max_evaluations - result_.neval, max_samples_of_zeros});
  regions_[0].sets.clear();
  sampler_.forget_bins(regions_[0]);
  store_.clear();
  sample_cube(std::max({wanted, nmin_, min_new_samples}));
  const Estimate cube = estimate(regions_[0]);
  tree_ = BisectionTree(task_.ncomp);
  tree_.plant(cube);
}

void SuaveRun::sample_cube(std::int64_t count) {
  const Sampler::Draw cube{regions_[0], count};
  sample({&cube, 1});
}

void SuaveRun::sample(std::span<const Sampler::Draw> draws) {
  // Also with sets that do not come to their end, but not with ones for which there is no memory.
  struct Counted {
    SuaveRun &run;
    ~Counted() { run.result_.neval = run.sampler_.evaluations() + run.besides_; }
  };
  const Counted counted{*this};
  try {
    sampler_.sample(draws);
  } catch (const engine::Interrupted &) {
    take_unit(draws);
    throw;
  }
  take_unit(draws);
}

/// Brings the newest sets into the units, which they may raise.
void SuaveRun::take_unit(std::span<const Sampler::Draw> draws) {
  std::vector<double> sizes(unit_.size(), 0.0);
  for (const Sampler::Draw &draw : draws) {
    const SampleSet &set = draw.region.sets.back();
    statistics::raise_sizes(static_cast<std::size_t>(set.count), sizes.size(), set.f, sizes.data());
  }
  std::vector<double> next;
  for (std::size_t c = 0; c < sizes.size(); ++c)
    next.push_back(unit_[c] == 0 ? first_unit(sizes[c])
                                 : statistics::next_unit(unit_[c], sizes[c]));
  if (next != unit_) change_units(next, draws);
  const std::vector<double> ones(unit_.size(), 1.0);
  for (const Sampler::Draw &draw : draws) change_unit(draw.region.sets.back(), ones, units());
}

/// But for the newest sets.
void SuaveRun::change_units(const std::vector<double> &units,
                            std::span<const Sampler::Draw> draws) {
  const auto is_new = [&](const SampleSet &set) {
    return std::any_of(draws.begin(), draws.end(), [&](const Sampler::Draw &draw) {
      return draw.region.sets.back().f == set.f;
    });
  };
  for (Region &region : regions_)
    for (const SampleSet &set : region.sets)
      if (!is_new(set)) change_unit(set, unit_, units);
  tree_.change_unit(unit_, units);
  set_units(units);
}

/// The least tolerance is one of the smallest values.
void SuaveRun::set_units(std::vector<double> units) {
  unit_ = std::move(units);
  if (min_unit_ > 0) return;
  double smallest = 1;
  for (std::size_t c = 0; c < unit_.size(); ++c) smallest = std::min(smallest, unit(c));
  goal_.epsabs = std::max(
      {task_.goal.epsabs, smallest * statistics::tiny, std::numeric_limits<double>::min()});
}

std::vector<double> SuaveRun::units() const {
  std::vector<double> units;
  for (std::size_t c = 0; c < unit_.size(); ++c) units.push_back(unit(c));
  return units;
}

/// What all samples of the region say.
Estimate SuaveRun::estimate(const Region &region) const {
  Estimate estimate = estimate_region(region, task_.ncomp, nmin_, task_.last_only);
  if (task_.log->shows(3)) report_region(region, estimate);
  return estimate;
}

void SuaveRun::add_region(Region region) {
  budget_.take(1, bytes_of_region(task_.ndim) + tree_.bytes_of_region());
  regions_.push_back(std::move(region));
}

void SuaveRun::bisect() {
  const int component = component_to_improve();
  const auto c = static_cast<std::size_t>(component);
  const BisectionTree::Node leaf = tree_.worst(component);
  const auto number = static_cast<std::size_t>(tree_.region_of(leaf));
  halved_ = number;
  const Estimate parent = tree_.estimate_of(leaf);

  const SplitRule rule{task_.ndim,
                       task_.ncomp,
                       task_.goal.epsrel,
                       goal_.epsabs / unit(c),
                       options_.flatness,
                       options_.variant == SuaveVariant::cuba_4_2 ? FluctuationCap::from_below
                                                                  : FluctuationCap::from_above,
                       options_.nnew,
                       std::max(nmin_, min_new_samples)};
  const Split split = choose_split(regions_[number], rule, component, parent.integral[c],
                                   std::sqrt(parent.variance[c]));
  refine_grids(regions_[number], task_.ncomp, scale_of_components().data(), options_.smooth != 0);
  sampler_.forget_bins(regions_[number]);
  add_region(take_upper_half(regions_[number], split));

  const Sampler::Draw halves[] = {{regions_[number], split.lower_samples},
                                  {regions_.back(), split.upper_samples}};
  const bool together = task_.engine->prefers_few_batches();
  sample({&halves[0], together ? std::size_t{2} : 1});
  Estimate lower = estimate(regions_[number]);
  if (!together) sample({&halves[1], 1});
  Estimate upper = estimate(regions_.back());
  correct_for_difference(parent, lower, upper);
  tree_.split(leaf, lower, upper);
  if (Trace *const trace = task_.log->trace())
    trace->split(static_cast<std::int64_t>(number), std::ssize(regions_) - 1, tree_.leaves());
}

/// With the estimates by which they were chosen.
RegionTable SuaveRun::table() const {
  RegionTable table{task_.ndim, task_.ncomp, {}, {}, {}, {}, {}};
  const std::vector<BisectionTree::Node> leaves = tree_.leaves_by_region();
  for (std::size_t number = 0; number < leaves.size(); ++number) {
    // Halves without an estimate of both of them count as the whole.
    const bool interrupted = number == halved_ && regions_.size() > leaves.size();
    const Region &region = regions_[number];
    table.add_box(region.lower.data(), (interrupted ? regions_.back() : region).upper.data());
    const Estimate estimate = tree_.estimate_of(leaves[number]);
    for (std::size_t c = 0; c < estimate.integral.size(); ++c)
      table.add_estimate(unit(c) * estimate.integral[c], unit(c) * std::sqrt(estimate.variance[c]));
  }
  return table;
}

/// The component whose error is the largest in terms of what is requested; as Cuba has it, the
/// first.
int SuaveRun::component_to_improve() const {
  if (options_.variant != SuaveVariant::native) return 0;
  return farthest_component(result_, goal_).component;
}

/// Factors that make the components equally large, for the refinement of grids.
std::vector<double> SuaveRun::scale_of_components() const {
  if (task_.ncomp == 1) return {1};
  std::vector<double> scale;
  for (std::size_t c = 0; c < unit_.size(); ++c) {
    const double integral = result_.integral[c];
    scale.push_back(integral == 0 ? 0 : unit(c) / integral);
  }
  return scale;
}

/// Leaves the lower half instead of the region.
Region SuaveRun::take_upper_half(Region &region, const Split &split) {
  const auto axis = static_cast<std::size_t>(split.axis);
  const double middle = region.middle(split.axis);
  Region upper;
  ++region.bisections;
  upper.bisections = region.bisections;
  upper.lower = region.lower;
  upper.upper = region.upper;
  upper.edges = region.edges;
  region.upper[axis] = middle;
  upper.lower[axis] = middle;

  const std::vector<double> edges(region.edges_of(split.axis),
                                  region.edges_of(split.axis) + grid_bins);
  halve_grid(edges.data(), region.edges_of(split.axis), upper.edges_of(split.axis));

  std::vector<SampleSet> lower_sets;
  for (const SampleSet &set : region.sets) {
    const SampleStore::Parts halves = store_.divide(set, split.axis, middle);
    if (halves.first.count > 0) lower_sets.push_back(halves.first);
    if (halves.second.count > 0) upper.sets.push_back(halves.second);
  }
  region.sets = std::move(lower_sets);
  return upper;
}

void SuaveRun::update_result() {
  const Estimate totals = tree_.totals();
  result_.chi2 = totals.chi2;
  const bool sees_some =
      std::any_of(unit_.begin(), unit_.end(), [](double one) { return one != 0; });
  for (std::size_t c = 0; c < totals.variance.size(); ++c) {
    result_.integral[c] = unit(c) * totals.integral[c];
    require_in_range(std::isfinite(result_.integral[c]), c);
    // Of zeros beside others, the floor of the variance is no error, which could not fall.
    const bool is_zero = sees_some && unit_[c] == 0;
    result_.error[c] = is_zero ? 0 : unit(c) * std::sqrt(totals.variance[c]);
  }
  result_.dof = totals.dof;
  result_.neval = sampler_.evaluations() + besides_;
  result_.nregions = tree_.leaves();
  result_.niterations = tree_.leaves();
  result_.converged = result_.neval >= task_.goal.mineval && accurate(result_, goal_);
}

void SuaveRun::report() {
  update_result();
  print_iteration(*task_.log, result_.niterations, result_);
}

void SuaveRun::report_region(const Region &region, const Estimate &estimate) const {
  const Log &log = *task_.log;
  for (std::size_t d = 0; d < region.lower.size(); ++d)
    log.print(3, d == 0 ? "\nRegion (%f) - (%f)" : "       (%f) - (%f)", region.lower[d],
              region.upper[d]);
  const std::vector<std::string> sets = report_sets(region);
  for (std::size_t c = 0; c < sets.size(); ++c)
    log.print(3, "[%zu] %s  \tchisq %g (%" PRId64 " df)", c + 1, sets[c].c_str(), estimate.chi2[c],
              estimate.dof);
}

/// For each component a line for each set that counts; the first line without what precedes it, the
/// last without what follows.
std::vector<std::string> SuaveRun::report_sets(const Region &region) const {
  const auto ncomp = static_cast<std::size_t>(task_.ncomp);
  std::vector<std::string> lines(ncomp);
  std::vector<SetEstimate> estimates(ncomp);
  for (const SampleSet &set : region.sets) {
    if (set.count < nmin_) continue;
    estimate_set(set, task_.ncomp, estimates.data());
    for (std::size_t c = 0; c < ncomp; ++c)
      lines[c] += formatted("%s%g +- %g (%" PRId64 ")", lines[c].empty() ? "" : "\n    ",
                            unit(c) * estimates[c].integral,
                            unit(c) / std::sqrt(estimates[c].inverse_variance), set.count);
  }
  return lines;
}

void SuaveRun::save() {
  if (!task_.state->used()) return;
  schedule_.save(tree_.leaves(), [&] {
    StateWriter writer;
    writer.fields(sampler_.evaluations(), unit_);
    tree_.put(writer);
    for (const Region &region : regions_) put_region(writer, region, task_.ncomp);
    task_.state->save(identity(), writer);
  });
}

bool SuaveRun::restore() {
  BisectionTree tree(task_.ncomp);
  std::vector<Region> regions;
  std::int64_t evaluations = 0;
  std::vector<double> unit;
  const bool restored = task_.state->restore(identity(), [&](StateReader &reader) {
    evaluations = reader.get_count();
    reader.resumes_at(evaluations);
    reader.get(unit);
    StateReader::require(unit.size() == unit_.size());
    StateReader::require_finite(unit.data(), unit.size());
    for (const double one : unit) StateReader::require(one >= 0);
    tree.get(reader);
    for (std::int64_t i = 0; i < tree.leaves(); ++i)
      regions.push_back(get_region(reader, task_.ndim, task_.ncomp, store_));
    StateReader::require(reader.at_end());
  });
  if (!restored) {
    store_.clear();
    return false;
  }
  tree_ = std::move(tree);
  set_units(std::move(unit));
  for (Region &region : regions) {
    budget_.take(static_cast<std::int64_t>(region.bins.size()), 1);
    add_region(std::move(region));
  }
  sampler_.resume_after(evaluations);
  return true;
}

}  // namespace cuboid::algorithm::suave_parts
