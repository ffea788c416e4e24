// What happens to a region of Cuhre, one step at a time: for Cuba's routine and whoever else
// bisects regions by its rules.
#pragma once

#include <cstdint>
#include <vector>

#include "base/region_table.hpp"
#include "cuba/cuhre/region_store.hpp"
#include "run/rule_sampler.hpp"

namespace cuboid::algorithm::cuba {

/// A region that is to be split, where, and what becomes of it.
struct Bisection {
  std::int64_t region;
  int axis;
  double middle;
  std::int32_t depth;  ///< of the halves
};

Bisection bisection_of(RegionStore &regions, std::int64_t region, int axis);

/// bounds: [2][ndim] of a half.
void set_half(const RegionStore &regions, const Bisection &bisection, bool upper, double *bounds);

/// Makes the region its lower half and adds the upper one, whose number is returned.
template <class Regions>
std::int64_t divide(Regions &regions, const Bisection &bisection) {
  const std::int64_t lower = bisection.region;
  const std::int64_t upper = regions.add(lower);
  regions.upper(lower)[bisection.axis] = bisection.middle;
  regions.lower(upper)[bisection.axis] = bisection.middle;
  regions.depth(lower) = bisection.depth;
  regions.depth(upper) = bisection.depth;
  return upper;
}

/// Applies the rule to one region, and counts its points before it looks at what became of them, as
/// Cuba does.  Throws what the sampler throws.
void apply_rule(RuleSampler &sampler, const double *lower, const double *upper, std::int32_t depth,
                std::vector<RuleEstimate> &estimates, std::int64_t &neval);

/// What the halves say of the parent goes into their errors.  Returns by how much they change the
/// integral.
double correct_halves(const RuleEstimate &parent, RuleEstimate &first, RuleEstimate &second);

/// At level 3.
void print_region(const Log &log, int ndim, const double *lower, const double *upper,
                  const std::vector<RuleEstimate> &estimates);

/// Throws Failure(CUBOID_OUT_OF_MEMORY) if so many regions of so many bytes, and more of them, are
/// beyond the limit.
void check_memory(std::int64_t bytes_per_region, std::int64_t regions, std::int64_t more,
                  std::int64_t limit);

/// The first regions, with their estimates.
RegionTable table_of(const RegionStore &regions, std::int64_t count, int ndim, int ncomp);

}  // namespace cuboid::algorithm::cuba
