#include "engine/host/regions_host.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <new>
#include <numeric>

#include "rule/region_division.hpp"

namespace cuboid::engine {

namespace {

/// Regions whose sums are taken one after the other.  The sums of all such parts are added in their
/// order, so that they do not depend on who took which.
constexpr std::int64_t part_of_sum = 4096;

/// Bytes of a region.  While a list grows, it is there once and twice over.
std::int64_t bytes_per_region(int ndim, int ncomp) {
  constexpr int copies = 3;
  return copies * static_cast<std::int64_t>(
                      static_cast<std::size_t>(ndim) * (sizeof(double) + sizeof(std::uint8_t)) +
                      static_cast<std::size_t>(ncomp) * sizeof(rule::RegionEstimate) + sizeof(int) +
                      sizeof(std::int16_t) + sizeof(std::int64_t));
}

/// 2^-depth, for depths below 1022.
double halved(int depth) {
  return std::bit_cast<double>(static_cast<std::uint64_t>(1023 - depth) << 52);
}

/// rule::bin_error of every bin.
const std::array<double, rule::nbins> &bin_errors() {
  static const std::array<double, rule::nbins> errors = [] {
    std::array<double, rule::nbins> all;
    for (int bin = 0; bin < rule::nbins; ++bin) all[bin] = rule::bin_error(bin);
    return all;
  }();
  return errors;
}

void add(rule::RegionSums &sums, const rule::RegionEstimate &estimate) {
  sums.value += estimate.value;
  sums.absolute += std::fabs(estimate.value);
  sums.unobserved += estimate.carried == 0 ? estimate.error : 0;
  sums.observed += std::fabs(estimate.carried);
  sums.signed_sum += estimate.carried;
  sums.squares += estimate.carried * estimate.carried;
  sums.null += estimate.null;
}

}  // namespace

void RegionList::resize(std::int64_t count, int ndim, int ncomp) {
  const auto rows = static_cast<std::size_t>(count);
  lower.resize(rows * static_cast<std::size_t>(ndim));
  depth.resize(rows * static_cast<std::size_t>(ndim));
  estimate.resize(rows * static_cast<std::size_t>(ncomp));
  axis.resize(rows);
}

void RegionList::reserve(std::int64_t count, int ndim, int ncomp) {
  const auto rows = static_cast<std::size_t>(count);
  lower.reserve(rows * static_cast<std::size_t>(ndim));
  depth.reserve(rows * static_cast<std::size_t>(ndim));
  estimate.reserve(rows * static_cast<std::size_t>(ncomp));
  axis.reserve(rows);
}

HostRegions::HostRegions(int ndim, int ncomp, int key, std::int64_t width, std::int64_t memory)
    : ndim_(ndim),
      ncomp_(ncomp),
      rule_(rule::make_orbit_rule(ndim, key)),
      width_(width),
      most_regions_(memory > 0 ? memory / bytes_per_region(ndim, ncomp)
                               : std::numeric_limits<std::int64_t>::max()) {}

double HostRegions::width_of(std::int64_t place, int d) const {
  return halved(regions_.depth[place * ndim_ + d]);
}

double HostRegions::volume_of(std::int64_t place) const {
  const std::uint8_t *depth = &regions_.depth[place * ndim_];
  return halved(std::accumulate(depth, depth + ndim_, 0));
}

/// How many of the regions to which the rule is to be applied make a part.  The number of workers
/// has no say in it: with the parts, the order of the points changes, and with that, which failure
/// comes first.
std::int64_t HostRegions::part_of(std::int64_t regions) const {
  // So that none of some tens of workers waits long for the last one.
  constexpr std::int64_t least_parts = 32;
  return std::max(std::min(regions / least_parts, batch()), least_batch());
}

const RegionSurvey &HostRegions::start(const RegionRequest &request) {
  request_ = request;
  std::int64_t count = 1;
  for (const int cuts : request.cuts) count *= rule::axis_parts(cuts, request.shifted);
  slices_ = {};
  scratch_.resize(static_cast<std::size_t>(workers()));
  make_first_room(count);
  regions_.resize(count, ndim_, ncomp_);
  changes_.assign(ncomp_, {});
  scale_.assign(ncomp_, 1);
  survey_ = {};
  survey_.iterations = 1;
  survey_.neval = count * rule_.npoints;
  share_out(count, part_of(count), [this](int worker, std::int64_t first, std::int64_t last) {
    std::vector<std::int64_t> &places = scratch_[worker].places;
    places.resize(last - first);
    std::iota(places.begin(), places.end(), first);
    for (const std::int64_t place : places) {
      std::int64_t number = place;
      for (int d = 0; d < ndim_; ++d) {
        const int cuts = request_.cuts[d];
        const long long parts = rule::axis_parts(cuts, request_.shifted);
        const rule::AxisPart part = rule::axis_part(cuts, request_.shifted, number % parts);
        number /= parts;
        regions_.lower[place * ndim_ + d] = part.lower;
        regions_.depth[place * ndim_ + d] = static_cast<std::uint8_t>(part.depth);
      }
    }
    const RuleValue *one = evaluate(worker, places.data(), last - first).values.data();
    for (std::int64_t i = first * ncomp_; i < last * ncomp_; ++i, ++one)
      regions_.estimate[i] = rule::estimate_first(one->value, one->error);
  });
  survey();
  marking_scale_ = scale_;
  return survey_;
}

/// False: there is no memory for it.
bool HostRegions::reserve(std::int64_t count) {
  try {
    regions_.reserve(count, ndim_, ncomp_);
    bin_.reserve(count);
    marked_.reserve(count);
  } catch (const std::bad_alloc &) {
    return false;
  }
  capacity_ = count;
  return true;
}

/// Room for all regions that there may be, unless that is much: the list then does not move while
/// it grows.  count: the first ones.
void HostRegions::make_first_room(std::int64_t count) {
  constexpr std::int64_t most_bytes = 1 << 26;
  const std::int64_t splits =
      std::max<std::int64_t>(request_.maxeval / rule_.npoints - count, 0) / 2;
  const std::int64_t regions =
      std::min(count + splits, most_bytes / bytes_per_region(ndim_, ncomp_));
  // With what slices need beside them.
  const std::int64_t wanted = std::min(regions + regions / 2, most_regions_);
  if (wanted <= count || !reserve(wanted)) capacity_ = count;
}

/// For `count` regions, as far as there is memory for the list.
void HostRegions::make_room(std::int64_t count) {
  while (count > rule::limit_without_slices(capacity_) && capacity_ < most_regions_) {
    // The list is there twice while it moves: where there is no memory for one of twice its size,
    // there may be some for a smaller one.
    std::int64_t more = std::min(capacity_, most_regions_ - capacity_);
    while (more > 0 && !reserve(capacity_ + more)) more /= 2;
    if (more < capacity_ / 8) most_regions_ = capacity_;
  }
}

const RegionSurvey &HostRegions::advance(int iterations) {
  for (int i = 0; i < iterations && survey_.status == RegionStatus::running; ++i) {
    mark();
    if (marked_.empty()) {
      survey_.status = slices_.active() ? RegionStatus::done : RegionStatus::final;
      break;
    }
    const std::int64_t count = regions_.count() + static_cast<std::int64_t>(marked_.size());
    if (!slices_.active()) make_room(count);
    if (count > (slices_.active() ? slices_.limit() : rule::limit_without_slices(capacity_))) {
      survey_.status = RegionStatus::full;
      break;
    }
    ++survey_.iterations;
    split();
    survey();
  }
  return survey_;
}

/// Applies the rule, and chooses the axes of the next splits.
const RuleValues &HostRegions::evaluate(int worker, const std::int64_t *place, std::int64_t count) {
  RuleValues &result = scratch_[worker].result;
  result.values.resize(static_cast<std::size_t>(count * ncomp_));
  result.differences.resize(static_cast<std::size_t>(count * ndim_ * ncomp_));
  apply_rule(worker, place, count, result);
  for (std::int64_t i = 0; i < count; ++i)
    choose_axis(place[i], &result.differences[i * ndim_ * ncomp_]);
  return result;
}

/// differences: [ndim][ncomp].
void HostRegions::choose_axis(std::int64_t place, const double *differences) {
  // A region that was halved this often keeps its points inside, and apart.
  constexpr int most = 45;
  const std::uint8_t *depth = &regions_.depth[place * ndim_];
  int axis = -1;
  double largest = 0;
  for (int d = 0; d < ndim_; ++d) {
    double difference = 0;
    for (int c = 0; c < ncomp_; ++c)
      difference += differences[d * ncomp_ + c] * (ncomp_ > 1 ? scale_[c] : 1);
    if (difference > largest) {
      largest = difference;
      axis = d;
    }
  }
  if (axis < 0 || depth[axis] >= most) {
    const std::uint8_t *least = std::min_element(depth, depth + ndim_);
    axis = *least < most ? static_cast<int>(least - depth) : -1;
  }
  regions_.axis[place] = axis;
}

/// The lower half takes the place of its parent, the upper one goes to the end of the list.
void HostRegions::split() {
  const auto count = static_cast<std::int64_t>(marked_.size());
  const std::int64_t before = regions_.count();
  regions_.resize(before + count, ndim_, ncomp_);
  survey_.neval += 2 * count * rule_.npoints;
  share_out(count, std::max<std::int64_t>(part_of(2 * count) / 2, 1),
            [&](int worker, std::int64_t first, std::int64_t last) {
              split_part(worker, marked_.data() + first, last - first, before + first);
            });
}

/// first_upper: where the upper halves go.
void HostRegions::split_part(int worker, const std::int64_t *marked, std::int64_t count,
                             std::int64_t first_upper) {
  Scratch &scratch = scratch_[worker];
  scratch.places.resize(2 * count);
  scratch.parent.resize(count * ncomp_);
  for (std::int64_t i = 0; i < count; ++i) {
    const std::int64_t lower = marked[i];
    const std::int64_t upper = first_upper + i;
    scratch.places[2 * i] = lower;
    scratch.places[2 * i + 1] = upper;
    std::copy_n(&regions_.estimate[lower * ncomp_], ncomp_, &scratch.parent[i * ncomp_]);
    const int axis = regions_.axis[lower];
    ++regions_.depth[lower * ndim_ + axis];
    std::copy_n(&regions_.lower[lower * ndim_], ndim_, &regions_.lower[upper * ndim_]);
    std::copy_n(&regions_.depth[lower * ndim_], ndim_, &regions_.depth[upper * ndim_]);
    regions_.lower[upper * ndim_ + axis] += width_of(upper, axis);
  }
  const RuleValues &result = evaluate(worker, scratch.places.data(), 2 * count);
  for (std::int64_t i = 0; i < count; ++i) {
    for (int c = 0; c < ncomp_; ++c) {
      const RuleValue &lower = result.values[2 * i * ncomp_ + c];
      const RuleValue &upper = result.values[(2 * i + 1) * ncomp_ + c];
      const rule::RegionEstimate &parent = scratch.parent[i * ncomp_ + c];
      const double change = lower.value + upper.value - parent.value;
      regions_.estimate[marked[i] * ncomp_ + c] =
          rule::estimate_half(lower.value, lower.error, parent, change);
      regions_.estimate[(first_upper + i) * ncomp_ + c] =
          rule::estimate_half(upper.value, upper.error, parent, change);
    }
  }
}

/// [ncomp] over the regions first to last - 1.
std::vector<rule::RegionSums> HostRegions::sums_over(std::int64_t first, std::int64_t last) {
  const std::int64_t nparts = (last - first + part_of_sum - 1) / part_of_sum;
  parts_.assign(nparts * ncomp_, {});
  share_out(last - first, part_of_sum, [&](int, std::int64_t begin, std::int64_t end) {
    rule::RegionSums *const part = &parts_[begin / part_of_sum * ncomp_];
    for (int c = 0; c < ncomp_; ++c) {
      rule::RegionSums sums;
      for (std::int64_t place = first + begin; place < first + end; ++place)
        add(sums, regions_.estimate[place * ncomp_ + c]);
      part[c] = sums;
    }
  });
  std::vector<rule::RegionSums> sums(ncomp_);
  for (std::int64_t part = 0; part < nparts; ++part)
    for (int c = 0; c < ncomp_; ++c) rule::add(sums[c], parts_[part * ncomp_ + c]);
  return sums;
}

bool HostRegions::slice() {
  const rule::SliceRequest request{request_.epsrel, request_.epsabs, request_.observe, ndim_};
  do {
    if (!slices_.next(survey_.status == RegionStatus::done, regions_.count(), capacity_, request,
                      [this](long long first, long long last) { return sums_over(first, last); })) {
      return false;
    }
    regions_.resize(slices_.end(), ndim_, ncomp_);
    survey();
    // A slice has other units than the one before it.
    marking_scale_ = scale_;
  } while (survey_.status == RegionStatus::done);
  return true;
}

void HostRegions::survey() {
  marking_scale_ = scale_;
  survey_.nregions = regions_.count() + slices_.finished();
  survey_.nonfinite = nonfinite();
  survey_.value.assign(ncomp_, 0);
  survey_.error.assign(ncomp_, 0);
  const bool sliced = slices_.active();
  const bool too_few = !sliced && survey_.neval < request_.mineval;
  const std::vector<rule::RegionSums> inside = sums_over(slices_.begin(), regions_.count());
  bool late = false;
  bool open = false;
  double worst_error = 0;
  double worst_tolerance = 1;
  for (int c = 0; c < ncomp_; ++c) {
    rule::RegionSums sums = inside[c];
    if (sliced) rule::add(sums, slices_.goals()[c].rest);
    const double error =
        request_.observe
            ? rule::confirmed_error(changes_[c], sums, ndim_, survey_.nregions, survey_.iterations)
            : rule::null_error(sums);
    const rule::ComponentGoal goal =
        rule::component_goal(request_.epsrel, request_.epsabs, sums.value, error,
                             sums.unobserved + rule::observed_factor * sums.observed);
    const bool component_late = !(error <= goal.tolerance);
    // What is to be reached now: the accuracy, or that of a slice.
    const double current = sliced ? rule::slice_error(inside[c], ndim_, request_.observe) : error;
    const double aim = sliced ? slices_.goals()[c].error : goal.tolerance;
    const bool component_open = sliced ? current > aim : component_late;
    scale_[c] = component_open || too_few ? goal.scale > 0 ? goal.scale
                                            : error > 0    ? 1 / error
                                                           : 0
                                          : 0;
    late = late || component_late;
    open = open || component_open;
    if (component_open && current * worst_tolerance >= worst_error * aim) {
      worst_error = current;
      worst_tolerance = aim;
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
  } else if (sliced && !open) {
    survey_.status = RegionStatus::done;
  } else {
    survey_.status = RegionStatus::running;
  }
}

double HostRegions::marking_error(std::int64_t place) const {
  if (regions_.axis[place] < 0) return -1;
  const rule::RegionEstimate *estimate = &regions_.estimate[place * ncomp_];
  double largest = 0;
  for (int c = 0; c < ncomp_; ++c)
    largest = std::max(largest, estimate[c].error * marking_scale_[c]);
  return largest;
}

void HostRegions::mark() {
  bin_.resize(regions_.axis.size());
  for (Scratch &scratch : scratch_) scratch.histogram.fill(0);
  const std::int64_t first = slices_.begin();
  const std::int64_t open = regions_.count() - first;
  share_out(open, part_of_sum, [&](int worker, std::int64_t begin, std::int64_t end) {
    for (std::int64_t place = first + begin; place < first + end; ++place) {
      const int bin = rule::error_bin(marking_error(place));
      bin_[place] = static_cast<std::int16_t>(bin);
      if (bin >= 0) ++scratch_[worker].histogram[bin];
    }
  });
  std::vector<std::int64_t> count(rule::nbins, 0);
  for (const Scratch &scratch : scratch_)
    for (int bin = 0; bin < rule::nbins; ++bin) count[bin] += scratch.histogram[bin];
  const std::array<double, rule::nbins> &error = bin_errors();
  double total_mass = 0;
  for (int bin = 0; bin < rule::nbins; ++bin)
    total_mass += static_cast<double>(count[bin]) * error[bin];
  rule::MarkingGoal goal;
  goal.share = share_;
  goal.least = slices_.active() ? slices_.least(request_.least) : request_.least;
  goal.most = (request_.maxeval - survey_.neval) / (2 * rule_.npoints);
  int threshold = rule::nbins;
  std::int64_t marked_count = 0;
  double mass = 0;
  do {
    --threshold;
    marked_count += count[threshold];
    mass += static_cast<double>(count[threshold]) * error[threshold];
  } while (threshold > 0 && !rule::enough_marked(goal, marked_count, mass, total_mass));

  marked_.clear();
  for (std::int64_t place = first; place < regions_.count(); ++place) {
    if (bin_[place] < threshold) continue;
    if (static_cast<std::int64_t>(marked_.size()) == goal.most) break;
    marked_.push_back(place);
  }
}

}  // namespace cuboid::engine
