#include "algorithm/cubature/sparse_trial.hpp"

#include <algorithm>
#include <cmath>

#include "algorithm/cubature/evaluate_counted.hpp"
#include "rule/carried_error.hpp"
#include "rule/patterson.hpp"
#include "rule/region_error.hpp"
#include "run/accuracy.hpp"

namespace cuboid::algorithm {

namespace {

/// The grid begins when so many rules have left an error of so many tolerances.
constexpr std::int64_t rules_before = 4;
constexpr double tolerances_before = 300;
/// So many times what its last differences add up to is its error: they may be small by chance.
/// With 5, 2 more of 1452 results are beyond their errors (cubature_sparse.txt).
constexpr double times_differences = 20;
/// To so much of the value, the regions are to know it before they can agree: with an error of 1.4
/// times the value, they agreed with 2.1 times exp(-(x^2 + (y - 1)^2 + (z - 1)^2)/.0542^2).
constexpr double known_to = .5;
/// Terms at one point have weights of both signs in many differences, and their roundings cancel as
/// they do: 2^-50 of all sizes is left.
constexpr double rounding_left = 0x1p-6;

/// Nothing but a probe would see what it has missed: without, 24 of 364 reference integrals are
/// wrong at 1e-3 instead of 2 (cubature_price.txt).
bool may_follow(const Task &task, const CubatureOptions &options) {
  return options.checks.sparse && options.probing != Probing::none && task.ndim > 1 &&
         options.parts.size() < 2;
}

}  // namespace

SparseTrial::SparseTrial(const Task &task, const CubatureOptions &options, Refinement &refinement,
                         Result &result)
    : task_(task),
      checks_(options.checks),
      together_(options.splits > 1),
      refinement_(refinement),
      result_(result),
      grid_(task.ndim, task.ncomp),
      first_(may_follow(task, options) ? State::follows : State::ended),
      state_(first_) {}

void SparseTrial::forget() {
  grid_.clear();
  state_ = first_;
  waits_ = false;
}

void SparseTrial::give_up() {
  if (state_ == State::stands) refinement_.come_back();
  state_ = State::ended;
  tell();
}

void SparseTrial::save(StateWriter &writer) const {
  writer.put(state_);
  grid_.save(writer);
}

void SparseTrial::restore(StateReader &reader) {
  reader.get(state_);
  StateReader::require(state_ >= State::follows && state_ <= State::ended);
  grid_.restore(reader);
  if (state_ == State::stands) refinement_.stand_aside(cube());
}

void SparseTrial::follow(bool is_contradicted) {
  waits_ = false;
  if (state_ != State::follows) return;
  if (is_contradicted) state_ = State::ended;
  while (!waits_ && state_ == State::follows && is_due()) refine();
  if (state_ == State::stands) refinement_.stand_aside(cube());
  tell();
}

/// Its error, as long as the regions would let it stand if that were small enough: whoever looks at
/// how far the run has come sees nothing of it in theirs.
void SparseTrial::tell() {
  result_.error_beside.clear();
  if (state_ == State::follows && grid_.npoints() > 0 && can_disagree() && agrees())
    result_.error_beside = error();
}

/// Whether it has fewer points than the regions.
bool SparseTrial::is_due() const {
  const std::int64_t of_regions = result_.neval - result_.probed - grid_.npoints();
  if (grid_.npoints() > 0) return grid_.npoints() < of_regions;
  return of_regions >= rules_before * refinement_.points_of_rule() &&
         of_regions >= grid_.first_points() &&
         farthest_component(result_, refinement_.goal()).ratio >= tolerances_before;
}

void SparseTrial::refine() {
  std::vector<double> tolerances;
  for (std::size_t c = 0; c < result_.error.size(); ++c)
    tolerances.push_back(tolerance(result_, refinement_.goal(), c));
  const std::int64_t left = task_.goal.maxeval - result_.neval;
  const int axis = grid_.npoints() > 0 && seems_accurate() ? coarse_axis() : -1;
  const auto evaluate = [this](std::int64_t npoints, const double *x, double *f) {
    evaluate_counted(task_, npoints, x, f, result_.neval);
  };
  const std::int64_t points = axis >= 0 ? grid_.refine_along(axis, left, evaluate)
                                        : grid_.refine(tolerances, together_, left, evaluate);
  waits_ = points > left;
  if (!waits_) state_ = points > 0 ? state() : State::ended;
}

/// [ncomp] what the grid says of the cube.
std::vector<RuleEstimate> SparseTrial::cube() const {
  std::vector<RuleEstimate> cube(result_.error.size());
  const std::vector<double> error = grid_.error();
  for (std::size_t c = 0; c < cube.size(); ++c) {
    cube[c].integral = grid_.integral()[c];
    cube[c].error = cube[c].null = times_differences * error[c];
    cube[c].size = rounding_left * grid_.size()[c];
  }
  return cube;
}

/// What becomes of it after a step.
SparseTrial::State SparseTrial::state() const {
  if (!seems_accurate() || coarse_axis() >= 0 || !can_disagree()) return State::follows;
  return agrees() ? State::stands : State::ended;
}

/// [ncomp] that the result has once it stands.
std::vector<double> SparseTrial::error() const {
  std::vector<double> error;
  for (const RuleEstimate &one : cube())
    error.push_back(rule::factor_of_few_regions(1) * one.error +
                    rule::relative_rounding * one.size);
  return error;
}

bool SparseTrial::seems_accurate() const {
  Result found(task_.ncomp);
  found.integral = grid_.integral();
  found.error = error();
  return accurate(found, task_.goal);
}

/// An axis along which the grid has to go on, though it seems accurate; -1: there is none.
int SparseTrial::coarse_axis() const {
  for (int axis = 0; checks_.axes && axis < task_.ndim; ++axis)
    if (grid_.level(axis) < least_level(axis)) return axis;
  return -1;
}

/// The grid has one rule more along an axis than the regions were halved along it, and all of them
/// where it sees nothing that they were halved for.  Five points end at .037 from the faces: what
/// is linear up to a kink there, or constant up to a step, is nothing else to them, and the axis
/// was never followed (cubature_kinks.txt).
int SparseTrial::least_level(int axis) const {
  const RegionStore &regions = refinement_.regions();
  double width = 1;
  for (std::int64_t region = 0; region < regions.size(); ++region)
    width = std::fmin(width, regions.upper(region)[axis] - regions.lower(region)[axis]);
  const int halvings = -std::ilogb(width);
  if (halvings == 0) return 0;
  constexpr int last = rule::patterson_levels - 1;
  return grid_.is_blind(axis) ? last : std::min(halvings + 1, last);
}

/// Whether the regions know enough to contradict.
bool SparseTrial::can_disagree() const {
  for (std::size_t c = 0; c < result_.error.size(); ++c)
    if (!(result_.error[c] <= known_to * std::fabs(grid_.integral()[c]))) return false;
  return true;
}

/// Whether the regions say nothing else: nor that there is more than the grid has seen anywhere, as
/// beside the foot of a narrow peak (cubature_price.txt).  What is constant on the grid is so on
/// them.
bool SparseTrial::agrees() const {
  for (std::size_t c = 0; c < result_.error.size(); ++c) {
    const double difference = grid_.integral()[c] - result_.integral[c];
    if (!(std::fabs(difference) <= std::fmin(result_.error[c], grid_.size()[c]))) return false;
    if (grid_.is_constant(c) && !reached(result_, task_.goal, c)) return false;
  }
  return true;
}

}  // namespace cuboid::algorithm
