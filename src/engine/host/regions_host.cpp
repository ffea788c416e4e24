#include "engine/host/regions_host.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "rule/region_marking.hpp"

namespace cuboid::engine {

namespace {

/// Bytes of a region, with its place in the results of the rule and what the allocator adds.
std::int64_t bytes_per_region(int ndim, int ncomp) {
  constexpr int of_allocations = 5 * 16;
  return static_cast<std::int64_t>(sizeof(HostRegion) + sizeof(RuleSums) + of_allocations +
                                   static_cast<std::size_t>(ndim) * (sizeof(double) + sizeof(int)) +
                                   static_cast<std::size_t>(ncomp) *
                                       (sizeof(rule::RegionEstimate) +
                                        sizeof(std::array<double, rule::nsums>) +
                                        static_cast<std::size_t>(ndim) * sizeof(double)));
}

}  // namespace

HostRegions::HostRegions(int ndim, int ncomp, int key, std::int64_t width, std::int64_t memory)
    : ndim_(ndim),
      ncomp_(ncomp),
      rule_(rule::make_orbit_rule(ndim, key)),
      width_(width),
      most_regions_(memory > 0 ? memory / bytes_per_region(ndim, ncomp)
                               : std::numeric_limits<std::int64_t>::max()) {}

const RegionSurvey &HostRegions::start(const RegionRequest &request) {
  request_ = request;
  std::int64_t count = 1;
  for (const int cuts : request.cuts) count <<= cuts;
  regions_.assign(static_cast<std::size_t>(count), HostRegion{});
  last_.assign(ncomp_, {});
  scale_.assign(ncomp_, 1);
  std::vector<std::int64_t> places(regions_.size());
  for (std::int64_t place = 0; place < count; ++place) {
    HostRegion &region = regions_[place];
    region.depth = request.cuts;
    region.lower.resize(ndim_);
    region.estimate.resize(ncomp_);
    std::int64_t bits = place;
    for (int d = 0; d < ndim_; ++d) {
      const std::int64_t part = bits & ((std::int64_t{1} << request.cuts[d]) - 1);
      bits >>= request.cuts[d];
      region.lower[d] = std::ldexp(static_cast<double>(part), -request.cuts[d]);
    }
    places[place] = place;
  }
  survey_ = {};
  survey_.iterations = 1;
  evaluate(places);
  for (std::int64_t place = 0; place < count; ++place) {
    for (int c = 0; c < ncomp_; ++c) {
      regions_[place].estimate[c] =
          rule::estimate_first(rule_.null, results_[place].sums[c].data());
    }
  }
  survey();
  marking_scale_ = scale_;
  return survey_;
}

const RegionSurvey &HostRegions::advance(int iterations) {
  for (int i = 0; i < iterations && survey_.status == RegionStatus::running; ++i) {
    const std::vector<std::int64_t> marked = mark();
    if (marked.empty()) {
      survey_.status = RegionStatus::final;
      break;
    }
    if (survey_.nregions + static_cast<std::int64_t>(marked.size()) > most_regions_) {
      survey_.status = RegionStatus::full;
      break;
    }
    ++survey_.iterations;
    split(marked);
    survey();
  }
  return survey_;
}

void HostRegions::evaluate(const std::vector<std::int64_t> &places) {
  std::vector<const HostRegion *> pointers;
  pointers.reserve(places.size());
  for (const std::int64_t place : places) pointers.push_back(&regions_[place]);
  results_.resize(places.size());
  apply_rule(pointers.data(), static_cast<std::int64_t>(places.size()), results_.data());
  survey_.neval += static_cast<std::int64_t>(places.size()) * rule_.npoints;
  for (std::size_t i = 0; i < places.size(); ++i) choose_axis(regions_[places[i]], results_[i]);
}

void HostRegions::choose_axis(HostRegion &region, const RuleSums &result) const {
  // A region that was halved this often keeps its points inside, and apart.
  constexpr int most = 45;
  int axis = -1;
  double largest = 0;
  for (int d = 0; d < ndim_; ++d) {
    double difference = 0;
    for (int c = 0; c < ncomp_; ++c) {
      difference += result.differences[d * ncomp_ + c] * (ncomp_ > 1 ? scale_[c] : 1);
    }
    if (difference > largest) {
      largest = difference;
      axis = d;
    }
  }
  if (axis < 0 || region.depth[axis] >= most) {
    const auto least = std::min_element(region.depth.begin(), region.depth.end());
    axis = *least < most ? static_cast<int>(least - region.depth.begin()) : -1;
  }
  region.axis = axis;
}

void HostRegions::split(const std::vector<std::int64_t> &marked) {
  std::vector<std::int64_t> places;
  std::vector<std::vector<rule::RegionEstimate>> parents;
  places.reserve(2 * marked.size());
  parents.reserve(marked.size());
  if (const std::size_t needed = regions_.size() + marked.size(); needed > regions_.capacity())
    regions_.reserve(std::max(needed, 2 * regions_.capacity()));
  for (const std::int64_t place : marked) {
    HostRegion &lower = regions_[place];
    parents.push_back(lower.estimate);
    const int axis = lower.axis;
    ++lower.depth[axis];
    HostRegion upper = lower;
    upper.lower[axis] += std::ldexp(1.0, -upper.depth[axis]);
    places.push_back(place);
    places.push_back(static_cast<std::int64_t>(regions_.size()));
    regions_.push_back(std::move(upper));
  }
  evaluate(places);
  for (std::size_t i = 0; i < marked.size(); ++i) {
    for (int c = 0; c < ncomp_; ++c) {
      const double *lower = results_[2 * i].sums[c].data();
      const double *upper = results_[2 * i + 1].sums[c].data();
      const rule::RegionEstimate &parent = parents[i][c];
      const double change = lower[0] + upper[0] - parent.value;
      regions_[places[2 * i]].estimate[c] = rule::estimate_half(rule_.null, lower, parent, change);
      regions_[places[2 * i + 1]].estimate[c] =
          rule::estimate_half(rule_.null, upper, parent, change);
    }
  }
}

void HostRegions::survey() {
  marking_scale_ = scale_;
  survey_.nregions = static_cast<std::int64_t>(regions_.size());
  survey_.nonfinite = nonfinite();
  survey_.value.assign(ncomp_, 0);
  survey_.error.assign(ncomp_, 0);
  const bool too_few = survey_.neval < request_.mineval;
  bool late = false;
  double worst_error = 0;
  double worst_tolerance = 1;
  for (int c = 0; c < ncomp_; ++c) {
    rule::RegionSums sums;
    for (const HostRegion &region : regions_) {
      const rule::RegionEstimate &estimate = region.estimate[c];
      sums.value += estimate.value;
      sums.absolute += std::fabs(estimate.value);
      sums.unobserved += estimate.carried == 0 ? estimate.error : 0;
      sums.observed += std::fabs(estimate.carried);
      sums.signed_sum += estimate.carried;
      sums.squares += estimate.carried * estimate.carried;
      sums.null += estimate.null;
    }
    const double error =
        request_.observe ? rule::confirmed_error(last_[c], sums,
                                                 rule::total_error(sums, ndim_, survey_.nregions),
                                                 survey_.iterations)
                         : rule::null_error(sums);
    const rule::ComponentGoal goal =
        rule::component_goal(request_.epsrel, request_.epsabs, sums.value, error,
                             sums.unobserved + rule::observed_factor * sums.observed);
    const bool component_late = !(error <= goal.tolerance);
    scale_[c] = component_late || too_few ? goal.scale > 0 ? goal.scale
                                            : error > 0    ? 1 / error
                                                           : 0
                                          : 0;
    late = late || component_late;
    if (component_late && error * worst_tolerance >= worst_error * goal.tolerance) {
      worst_error = error;
      worst_tolerance = goal.tolerance;
    }
    survey_.value[c] = sums.value;
    survey_.error[c] = error;
  }
  share_ = rule::needed_share(request_.share, worst_error, worst_tolerance);
  if (!late && !too_few) {
    survey_.status = RegionStatus::converged;
  } else if (survey_.neval >= request_.maxeval ||
             (request_.maxeval - survey_.neval) / (2 * rule_.npoints) == 0) {
    survey_.status = RegionStatus::budget;
  } else {
    survey_.status = RegionStatus::running;
  }
}

double HostRegions::marking_error(const HostRegion &region) const {
  if (region.axis < 0) return -1;
  double largest = 0;
  for (int c = 0; c < ncomp_; ++c) {
    largest = std::max(largest, region.estimate[c].error * marking_scale_[c]);
  }
  return largest;
}

std::vector<std::int64_t> HostRegions::mark() const {
  std::vector<std::int64_t> count(rule::nbins, 0);
  for (const HostRegion &region : regions_) {
    const int bin = rule::error_bin(marking_error(region));
    if (bin >= 0) ++count[bin];
  }
  double total_mass = 0;
  for (int bin = 0; bin < rule::nbins; ++bin) {
    total_mass += static_cast<double>(count[bin]) * rule::bin_error(bin);
  }
  rule::MarkingGoal goal;
  goal.share = share_;
  goal.least = request_.least;
  goal.most = (request_.maxeval - survey_.neval) / (2 * rule_.npoints);
  int threshold = rule::nbins;
  std::int64_t marked_count = 0;
  double mass = 0;
  do {
    --threshold;
    marked_count += count[threshold];
    mass += static_cast<double>(count[threshold]) * rule::bin_error(threshold);
  } while (threshold > 0 && !rule::enough_marked(goal, marked_count, mass, total_mass));

  std::vector<std::int64_t> marked;
  for (std::size_t place = 0; place < regions_.size(); ++place) {
    if (static_cast<std::int64_t>(marked.size()) == goal.most) break;
    if (rule::error_bin(marking_error(regions_[place])) >= threshold) {
      marked.push_back(static_cast<std::int64_t>(place));
    }
  }
  return marked;
}

}  // namespace cuboid::engine
