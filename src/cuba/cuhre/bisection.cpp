#include "cuba/cuhre/bisection.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "base/failure.hpp"

namespace cuboid::algorithm::cuba {

Bisection bisection_of(RegionStore &regions, std::int64_t region, int axis) {
  const double middle = 0.5 * (regions.lower(region)[axis] + regions.upper(region)[axis]);
  return {region, axis, middle, regions.depth(region) + 1};
}

void set_half(const RegionStore &regions, const Bisection &bisection, bool upper, double *bounds) {
  const double *const from = regions.lower(bisection.region);
  const std::ptrdiff_t ndim = regions.upper(bisection.region) - from;
  std::copy_n(from, 2 * ndim, bounds);
  bounds[bisection.axis + (upper ? 0 : ndim)] = bisection.middle;
}

void apply_rule(RuleSampler &sampler, const double *lower, const double *upper, std::int32_t depth,
                std::vector<RuleEstimate> &estimates, std::int64_t &neval) {
  neval += sampler.points();
  try {
    sampler.evaluate(lower, upper, std::ldexp(1.0, -depth), estimates.data());
  } catch (const engine::Interrupted &interrupted) {
    neval -= sampler.points() - sampler.evaluated() - interrupted.evaluated();
    throw;
  }
}

double correct_halves(const RuleEstimate &parent, RuleEstimate &first, RuleEstimate &second) {
  const double change = first.integral + second.integral - parent.integral;
  const double difference = 0.25 * std::fabs(change);
  const double sum = first.error + second.error;
  if (sum > 0) {
    const double factor = 1 + 2 * difference / sum;
    first.error *= factor;
    second.error *= factor;
  }
  first.error += difference;
  second.error += difference;
  return change;
}

void print_region(const Log &log, int ndim, const double *lower, const double *upper,
                  const std::vector<RuleEstimate> &estimates) {
  if (!log.shows(3)) return;
  std::string text = formatted("\nRegion (%f) - (%f)", lower[0], upper[0]);
  for (int d = 1; d < ndim; ++d) text += formatted("\n       (%f) - (%f)", lower[d], upper[d]);
  for (std::size_t c = 0; c < estimates.size(); ++c)
    text += formatted("\n[%zu] %g +- %g", c + 1, estimates[c].integral, estimates[c].error);
  log.print(3, "%s", text.c_str());
}

void check_memory(std::int64_t bytes_per_region, std::int64_t regions, std::int64_t more,
                  std::int64_t limit) {
  const auto bytes = static_cast<double>(bytes_per_region) * static_cast<double>(regions + more);
  if (bytes <= static_cast<double>(limit)) return;
  throw Failure(
      CUBOID_OUT_OF_MEMORY,
      formatted("%lld %s the memory: memory_limit = %lld bytes", static_cast<long long>(regions),
                regions == 1 ? "region fills" : "regions fill", static_cast<long long>(limit)));
}

RegionTable table_of(const RegionStore &regions, std::int64_t count, int ndim, int ncomp) {
  RegionTable table{ndim, ncomp, {}, {}, {}, {}, {}};
  for (std::int64_t region = 0; region < count; ++region) {
    table.add_box(regions.lower(region), regions.upper(region));
    for (int c = 0; c < ncomp; ++c) {
      const RuleEstimate estimate = regions.estimate(region, c);
      table.add_estimate(estimate.integral, estimate.error);
    }
  }
  return table;
}

}  // namespace cuboid::algorithm::cuba
