#include "batch/many_refinement.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "algorithm/cubature/pagani.hpp"
#include "rule/region_division.hpp"

namespace cuboid::router {

namespace {

using engine::RegionGrid;

RegionGrid grid_of(std::vector<int> cuts, bool shifted, std::int64_t maxeval) {
  RegionGrid grid{std::move(cuts), shifted, 0, maxeval};
  grid.regions = rule::cube_parts(static_cast<int>(grid.cuts.size()), grid.cuts, shifted);
  return grid;
}

/// An integral of many begins with 1 to 8 regions instead of a thousand.  Chosen with random
/// Gaussians and the held-out integrals of honesty in view: of the Gaussians 99.9 % are within the
/// tolerance, with half as many evaluations as by PAGANI's own numbers (gpu_many.txt).
constexpr rule::FewRegions few_of_many{64, 8};

/// In three dimensions, much accuracy needs a hundred regions and more anyway.
bool needs_many_regions(int ndim, const Goal &goal) {
  constexpr double much = 1e-5;
  return ndim == 3 && goal.epsabs == 0 && goal.epsrel <= much;
}

/// Regions that a step splits, if there are as many.  Found by measurement on an H100
/// (gpu_many.txt): in five dimensions 16 instead of 4 cost no evaluations, and an eighth less
/// time; in three, two fifths more evaluations.  There, 8 to 1e-6 take half the steps, and 8 % less
/// time.
int min_split(int ndim, const Goal &goal) {
  if (needs_many_regions(ndim, goal)) return 8;
  return ndim <= 3 ? 4 : ndim <= 6 ? 16 : 2;
}

/// Of the first grid.  Where many regions are needed, 32 instead of 8 take a seventh less
/// evaluations and a quarter less steps; of a million Gaussians to 1e-6 none misses (gpu_many.txt).
/// 64 take as many evaluations as 8.  In five dimensions, 32 would be too few to rest on: with
/// them, 0.2 % of the errors are beyond their estimates.
std::vector<int> cuts_of_many(const engine::RegionShape &shape, const Goal &goal) {
  constexpr std::int64_t many = 32;
  if (needs_many_regions(shape.ndim, goal) && many * shape.npoints <= goal.maxeval / 2)
    return {2, 2, 1};
  return algorithm::first_cuts(shape.ndim, shape.width, shape.npoints, goal.maxeval);
}

/// As many as there is room for.
constexpr int any_halvings = 62;

/// Where no error is seen but that of rounding, as on a constant, something may hide anywhere: as
/// many points as a single call looks at then.
std::int64_t points_for_exact(const Goal &goal) {
  if (goal.epsrel <= 0) return min_for_zero;
  return static_cast<std::int64_t>(
      std::min(static_cast<double>(min_for_zero), algorithm::points_for_tolerance / goal.epsrel));
}

}  // namespace

engine::ManyRefinement many_refinement(const Goal &goal, const engine::RegionShape &shape) {
  engine::ManyRefinement refinement;
  refinement.goal = goal;
  refinement.least = min_split(shape.ndim, refinement.goal);
  refinement.few = few_of_many;
  const std::int64_t maxeval = refinement.goal.maxeval;
  refinement.first = grid_of(cuts_of_many(shape, refinement.goal), false, maxeval);
  const std::int64_t left = maxeval - refinement.first.regions * shape.npoints;
  const std::int64_t for_exact = std::max(
      {points_for_exact(goal) / shape.npoints, 8 * shape.width, 2 * refinement.first.regions});
  const std::int64_t most =
      std::min({for_exact, left / shape.npoints, engine::ManyRegionsEngine::max_regions});
  refinement.finer =
      grid_of(algorithm::finer_cuts(refinement.first.cuts, most, any_halvings), false, left);
  // Where only zeros were seen, enough to call them the value.  An integral of many has room for so
  // few regions that they cannot have min_for_zeros_alone points in one or two dimensions; the
  // shifted grid puts what the first one had at its corners in the middle, and min_for_zero will
  // do.
  const std::int64_t for_zeros =
      std::min(8 * (min_for_zero / shape.npoints + 1),
               std::min(left / shape.npoints, engine::ManyRegionsEngine::max_regions));
  refinement.shifted = grid_of(algorithm::shifted_cuts(shape.ndim, for_zeros), true, left);
  return refinement;
}

}  // namespace cuboid::router
