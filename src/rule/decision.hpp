// What an iteration decides about one integral when the sums over its regions are known: whether it
// is done, and else how much of the error is to be split off.  An engine that holds the regions of
// many integrals calls this for each.
#pragma once

#include "base/hd.hpp"
#include "rule/refinement.hpp"
#include "rule/region_error.hpp"
#include "rule/region_marking.hpp"

namespace cuboid::rule {

enum class RegionStatus : int {
  running = 0,
  converged = 1,
  budget = 2,  ///< another iteration would exceed maxeval
  full = 3,    ///< another iteration needs more memory
  final = 4,   ///< no region can be split any further
  done = 5,    ///< the slice of regions is as accurate as it has to be
};

/// Errors of no more than that part of the value are those of rounding: what converged at once with
/// them is looked at a second time.
constexpr double exact_rounding = 2e-13;

/// How far the refinement has come.
struct Extent {
  long long nregions;  ///< with those that slices have taken off
  long long neval;
  long long iterations;
};

/// Where one component stands.
struct ComponentState {
  double value;  ///< of the integral
  double error;
  bool late;       ///< misses the accuracy
  bool open;       ///< misses what is to be reached now: the accuracy, or that of a slice
  double current;  ///< the error of which that is said,
  double aim;      ///< and the largest that will do
  double scale;    ///< errors of regions times this are compared; 0: it asks for no split
  double mass;     ///< the errors of all regions added up
};

/// Evaluations that mineval demands are missing.  Where regions are worked off in slices, there are
/// enough.
CUBOID_HD inline bool too_few_evaluations(const Goal &goal, long long neval, bool sliced) {
  return !sliced && neval < goal.mineval;
}

/// What the sums over the regions that are worked on say of one component, before it is judged.
/// slice: nullptr if those are all.
CUBOID_HD inline ComponentState component_state(const Refinement &refinement, int ndim,
                                                const Extent &extent, const RegionSums &here,
                                                const SliceGoal *slice, Changes &changes) {
  const bool sliced = slice != nullptr;
  RegionSums total = here;
  if (sliced) add(total, slice->rest);
  ComponentState state;
  state.value = total.value;
  state.error =
      confirmed_error(changes, total, ndim, extent.nregions, extent.iterations, refinement.few);
  state.mass = total.unobserved + observed_factor * total.observed;
  state.current = sliced ? slice_error(here, ndim) : state.error;
  return state;
}

/// Holds it to what is asked for.
CUBOID_HD inline void judge(ComponentState &state, const Beside &beside,
                            const Refinement &refinement, const Extent &extent,
                            const SliceGoal *slice) {
  const bool sliced = slice != nullptr;
  const ComponentGoal goal =
      component_goal(refinement.goal, {state.value, state.error}, beside, state.mass);
  // Not a number is late.
  state.late = !(state.error <= goal.tolerance);
  state.aim = sliced ? slice->error : goal.tolerance;
  state.open = sliced ? state.current > state.aim : state.late;
  // Work that mineval demands is given to all components alike.
  const bool wanted = state.open || too_few_evaluations(refinement.goal, extent.neval, sliced);
  state.scale = !wanted ? 0 : goal.scale > 0 ? goal.scale : state.error > 0 ? 1 / state.error : 0;
}

/// The same of no vector.  other: the other part of a complex number, else the same.
CUBOID_HD inline void judge(ComponentState &state, const ComponentState &other,
                            const Refinement &refinement, const Extent &extent,
                            const SliceGoal *slice) {
  judge(state, Beside{{other.value, other.error}, {}}, refinement, extent, slice);
}

/// What all components together still need.
struct Needs {
  bool late = false;
  bool open = false;
  double error = 0;  ///< of the open component that is furthest from its aim,
  double aim = 1;    ///< and its aim
};

CUBOID_HD inline void take(Needs &needs, const ComponentState &component) {
  needs.late = needs.late || component.late;
  needs.open = needs.open || component.open;
  if (component.open && component.current * needs.aim >= needs.error * component.aim) {
    needs.error = component.current;
    needs.aim = component.aim;
  }
}

/// Regions that can be split without exceeding maxeval.  npoints: of the rule.
CUBOID_HD inline long long affordable_splits(const Goal &goal, long long neval, long long npoints) {
  return (goal.maxeval - neval) / (2 * npoints);
}

/// What the sums say.  `running`: the marking decides.
CUBOID_HD inline RegionStatus status_of_sums(const Goal &goal, const Needs &needs,
                                             const Extent &extent, long long npoints, bool sliced) {
  if (!needs.late && !too_few_evaluations(goal, extent.neval, sliced)) {
    return RegionStatus::converged;
  }
  // No split is affordable; said without a division, which takes a lane of a GPU half a
  // microsecond.
  if (goal.maxeval - extent.neval < 2 * npoints) return RegionStatus::budget;
  return sliced && !needs.open ? RegionStatus::done : RegionStatus::running;
}

/// What is to be marked.  `least` of the refinement is that of the slice, if there is one.
CUBOID_HD inline MarkingGoal marking_goal(const Refinement &refinement, const Needs &needs,
                                          long long neval, long long npoints) {
  return {needed_share(needs.error, needs.aim), refinement.least,
          affordable_splits(refinement.goal, neval, npoints)};
}

/// What the marking says.  room: for regions, each of which a split needs one of.
CUBOID_HD inline RegionStatus status_of_marking(long long marked, long long room, bool sliced) {
  if (marked == 0) return sliced ? RegionStatus::done : RegionStatus::final;
  return marked > room ? RegionStatus::full : RegionStatus::running;
}

}  // namespace cuboid::rule
