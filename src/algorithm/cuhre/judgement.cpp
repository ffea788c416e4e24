#include "algorithm/cuhre/judgement.hpp"

#include <algorithm>
#include <cmath>

#include "algorithm/common/convergence.hpp"
#include "algorithm/common/cubature_remark.hpp"
#include "rule/carried_error.hpp"
#include "rule/region_error.hpp"

namespace cuboid::algorithm {

namespace {

/// Fewer evaluations prove nothing.  With 500, no result more is right on held-out integrals, and
/// evaluations grow by 2 % in the median.
constexpr std::int64_t least_evaluations = 400;

/// Where no error is seen at all, for a second look.  With 20000, 6 of 21 results on a box hidden
/// on a constant are wrong in place of 8 of 23.
constexpr std::int64_t least_evaluations_of_exact = 5000;
/// PAGANI's measure of it.
constexpr double exact = 2e-13;

/// What lies in the space of so many points may have been missed: the points of a rule stand close
/// together on a few lines, and leave holes.  PAGANI's measure, too.
constexpr double points_in_a_hole = 64;

/// What is rounded away where errors are added and taken away again, of the largest sum.
constexpr double rounding_of_errors = 0x1p-52;

/// As much of the error makes a remark.
constexpr double remarkable_error = 0.5;
/// What is left of the sum where a cancellation is remarkable.
constexpr double remarkable_rest = 1e-3;

rule::CarriedError carried(const RuleEstimate &estimate) {
  return {estimate.integral, estimate.null, estimate.carried};
}

}  // namespace

void Judgement::begin(int component, const RuleEstimate &cube) {
  components_[static_cast<std::size_t>(component)] = {std::fabs(cube.integral), cube.error};
}

void Judgement::split(int component, const RuleEstimate &parent, RuleEstimate &first,
                      RuleEstimate &second) {
  Component &all = components_[static_cast<std::size_t>(component)];
  const double change = first.integral + second.integral - parent.integral;
  for (RuleEstimate *half : {&first, &second}) {
    half->carried = rule::carried_by_half(carried(*half), carried(parent), change);
    half->error = std::max(half->error, half->carried);
    all.magnitude += std::fabs(half->integral);
  }
  all.magnitude -= std::fabs(parent.integral);
}

double Judgement::error(int component, double sum, std::int64_t nregions) {
  Component &all = components_[static_cast<std::size_t>(component)];
  all.largest = std::max(all.largest, sum);
  return rule::factor_of_few_regions(nregions) * std::max(sum, 0.0) +
         rule::relative_rounding * std::max(all.magnitude, 0.0) + rounding_of_errors * all.largest;
}

bool Judgement::looks_exact(const Result &result) const {
  for (std::size_t c = 0; c < components_.size(); ++c)
    if (!(result.error[c] <=
          exact * rule::factor_of_few_regions(result.nregions) * std::fabs(result.integral[c])))
      return false;
  return true;
}

bool Judgement::convinced(const Result &result, const Goal &goal, std::int64_t mineval) const {
  if (result.neval < std::max(mineval, least_evaluations) || !accurate(result, goal)) return false;
  return !too_few_zeros(result) &&
         (result.neval >= least_evaluations_of_exact || !looks_exact(result));
}

/// As much as the integrand has elsewhere in such a hole, but not so much that the accuracy is
/// missed.
void Judgement::leave_room(Result &result, const Goal &goal) const {
  for (std::size_t c = 0; c < components_.size(); ++c) {
    const double hole =
        points_in_a_hole / static_cast<double>(result.neval) * components_[c].magnitude;
    const double tolerance = std::max(goal.epsabs, goal.epsrel * std::fabs(result.integral[c]));
    result.error[c] = std::max(result.error[c], std::min(hole, tolerance / 2));
  }
}

/// Much of the error is carried by regions in which the null rules see nothing of it.
bool Judgement::narrow(int component, const RegionStore &regions) const {
  constexpr double nothing = 1e-3;
  double all = 0;
  double unseen = 0;
  for (std::int64_t region = 0; region < regions.size(); ++region) {
    const RuleEstimate estimate = regions.estimate(region, component);
    all += estimate.error;
    if (estimate.null < nothing * estimate.carried) unseen += estimate.error;
  }
  return unseen > remarkable_error * all;
}

std::string Judgement::remark(const Result &result, const RegionStore &regions) const {
  CubatureSights sights;
  for (std::size_t c = 0; c < components_.size(); ++c) {
    const Component &all = components_[c];
    sights.narrow = sights.narrow || narrow(static_cast<int>(c), regions);
    sights.cancelling =
        sights.cancelling || std::fabs(result.integral[c]) < remarkable_rest * all.magnitude;
  }
  return cubature_remark(sights);
}

void Judgement::restore(StateReader &reader) {
  const std::size_t ncomp = components_.size();
  reader.get(components_);
  StateReader::require(components_.size() == ncomp);
  for (const Component &all : components_)
    StateReader::require(std::isfinite(all.magnitude) && std::isfinite(all.largest) &&
                         all.largest >= 0);
}

}  // namespace cuboid::algorithm
