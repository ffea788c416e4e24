#include "run/rule_sampler.hpp"

#include <algorithm>
#include <cmath>

#include "base/failure.hpp"
#include "rule/region_estimate.hpp"

namespace cuboid::algorithm {

namespace {

// What the kernels write beyond the last point.
constexpr std::int64_t overrun = 3;
// Regions after which to find the shares of the bounds has paid: that takes as long as four to five
// of them with two dimensions and the rule of degree 13, by instructions.
constexpr int worth_sharing = 4;
// Of the integral, what null rules may have by rounding.
constexpr double rounding_of_null = 0x1p-44;
// Points that a support can add to a buffer that is nearly full.
constexpr std::int64_t max_of_support = 1 << simd::max_nonzero;

std::size_t as_size(std::int64_t n) {
  return static_cast<std::size_t>(n);
}

// Points of a buffer.
std::int64_t points_that_fit(const Task &task) {
  constexpr std::int64_t max_bytes = std::int64_t{4} << 20;
  return std::max<std::int64_t>(1024, max_bytes / (8 * (std::int64_t{task.ndim} + task.ncomp)));
}

// The callback sees full vectors wherever the buffer is cut.
std::int64_t chunk_for(const Task &task, std::int64_t points) {
  const std::int64_t fits = points_that_fit(task);
  if (points <= fits) return points;
  return task.nvec < fits ? fits / task.nvec * task.nvec : fits;
}

}  // namespace

RuleSampler::RuleSampler(const Task &task, const rule::CuhreRule &rule)
    : task_(task), rule_(rule), kernels_(simd::kernels()), chunk_(chunk_for(task, rule.points)) {
  const std::int64_t ndim = task.ndim;
  kept_ = 1 + 4 * ndim;
  const double inner = rule.orbits[1].generator[0];
  const double outer = rule.orbits[2].generator[0];
  ratio_ = (outer / inner) * (outer / inner);
  centre_.resize(as_size(ndim + overrun));
  plus_.resize(as_size(ndim) * rule.generators.size());
  minus_.resize(plus_.size());
  widths_.resize(as_size(ndim));
  x_.resize(as_size((chunk_ + max_of_support) * ndim + simd::shared_axes_overrun));
  f_.resize(as_size(chunk_ * task.ncomp));
  first_.resize(as_size(kept_ * task.ncomp));
  sums_.resize(as_size(std::int64_t{8} * task.ncomp));
  regions_to_share_ = ndim <= simd::max_shared_axes && chunk_ == rule.points ? worth_sharing : -1;
  orbit_points_.reserve(rule.orbits.size());
  orbit_weights_.reserve(rule.orbits.size() * rule.orbits.front().weight.size());
  for (const rule::CuhreOrbit &orbit : rule.orbits) {
    orbit_points_.push_back(orbit.npoints);
    orbit_weights_.insert(orbit_weights_.end(), orbit.weight.begin(), orbit.weight.end());
    lambda_.insert(lambda_.end(), {orbit.lambda[0], orbit.lambda[1], orbit.lambda[2], 0});
    nu_.insert(nu_.end(), {orbit.nu[0], orbit.nu[1], orbit.nu[2], 0});
  }
}

// Finds the points of a region whose coordinates are the numbers of the places on an axis: the
// centre, those on one side of it, and those on the other.
void RuleSampler::share_bounds() {
  const auto ndim = as_size(task_.ndim);
  const std::size_t sides = rule_.generators.size();
  std::vector<double> place_of_lower{0.5}, place_of_upper{0.5};
  for (const double sign : {1.0, -1.0})
    for (const double generator : rule_.generators) {
      place_of_lower.push_back(0.5 + sign * generator);
      place_of_upper.push_back(0.5 - sign * generator);
    }
  for (std::size_t d = 0; d < ndim; ++d) {
    centre_[d] = 0;
    for (std::size_t g = 0; g < sides; ++g) {
      plus_[g * ndim + d] = static_cast<double>(1 + g);
      minus_[g * ndim + d] = static_cast<double>(1 + sides + g);
    }
  }
  filled_ = 0;
  visit_points();
  const auto numbers = as_size(chunk_) * ndim;
  of_lower_.resize(numbers + as_size(simd::shared_axes_overrun));
  of_upper_.resize(of_lower_.size());
  for (std::size_t i = 0; i < numbers; ++i) {
    const auto place = static_cast<std::size_t>(x_[i]);
    of_lower_[i] = place_of_lower[place];
    of_upper_[i] = place_of_upper[place];
  }
}

/// x: with room for simd::shared_axes_overrun more.
void RuleSampler::mix_bounds(const double *lower, const double *upper, double *x) {
  for (int d = 0; d < task_.ndim; ++d) widths_[as_size(d)] = upper[d] - lower[d];
  kernels_.cuhre_points(
      {chunk_ * task_.ndim, task_.ndim, of_lower_.data(), of_upper_.data(), lower, upper, x});
}

void RuleSampler::evaluate(const double *lower, const double *upper, double volume,
                           RuleEstimate *estimates) {
  std::fill(sums_.begin(), sums_.end(), 0);
  evaluated_ = 0;
  write_points(lower, upper);
  if (filled_ > 0) flush(filled_);
  for (int c = 0; c < task_.ncomp; ++c) estimates[c] = estimate(c, volume);
}

/// Before the points of a region are written.
void RuleSampler::prepare_points() {
  if (regions_to_share_ >= 0 && regions_to_share_-- == 0) share_bounds();
  filled_ = 0;
}

void RuleSampler::write_points(const double *lower, const double *upper) {
  prepare_points();
  if (of_lower_.empty()) {
    place(lower, upper);
    visit_points();
  } else {
    mix_bounds(lower, upper, x_.data());
    filled_ = chunk_;
  }
}

std::int64_t RuleSampler::max_together() const {
  return std::max<std::int64_t>(points_that_fit(task_) / rule_.points, 1);
}

void RuleSampler::evaluate_together(
    const std::vector<RuleRegion> &regions,
    const std::function<void(std::size_t, const std::vector<RuleEstimate> &)> &take) {
  const std::int64_t points = rule_.points;
  const std::int64_t numbers = points * task_.ndim;
  const std::int64_t values = points * task_.ncomp;
  all_x_.resize(std::max(all_x_.size(),
                         regions.size() * as_size(numbers) + as_size(simd::shared_axes_overrun)));
  all_f_.resize(std::max(all_f_.size(), regions.size() * as_size(values)));
  double *x = all_x_.data();
  for (const RuleRegion &region : regions) {
    prepare_points();
    if (of_lower_.empty()) {
      place(region.lower, region.upper);
      visit_points();
      std::copy_n(x_.begin(), numbers, x);
    } else {
      mix_bounds(region.lower, region.upper, x);
    }
    x += numbers;
  }
  task_.engine->evaluate({std::ssize(regions) * points, all_x_.data(), nullptr, 0}, all_f_.data());
  const bool single = task_.ncomp == 1;
  if (single) {
    all_sums_.assign(8 * regions.size(), 0);
    add_rules(std::ssize(regions), all_f_.data(), all_sums_.data());
  }
  std::vector<RuleEstimate> estimates(as_size(task_.ncomp));
  for (std::size_t i = 0; i < regions.size(); ++i) {
    const double *const f = all_f_.data() + static_cast<std::int64_t>(i) * values;
    evaluated_ = 0;
    for (std::size_t d = 0; d < widths_.size(); ++d)
      widths_[d] = regions[i].upper[d] - regions[i].lower[d];
    if (single) {
      keep_first(points, f);
      std::copy_n(all_sums_.data() + 8 * i, 8, sums_.data());
    } else {
      std::fill(sums_.begin(), sums_.end(), 0);
      add_values(points, f);
    }
    for (int c = 0; c < task_.ncomp; ++c) estimates[as_size(c)] = estimate(c, regions[i].volume);
    take(i, estimates);
  }
}

void RuleSampler::place(const double *lower, const double *upper) {
  const auto ndim = as_size(task_.ndim);
  for (std::size_t d = 0; d < ndim; ++d) {
    centre_[d] = 0.5 * lower[d] + 0.5 * upper[d];
    widths_[d] = upper[d] - lower[d];
  }
  for (std::size_t g = 0; g < rule_.generators.size(); ++g) {
    const double towards = 0.5 + rule_.generators[g];
    const double away = 0.5 - rule_.generators[g];
    for (std::size_t d = 0; d < ndim; ++d) {
      plus_[g * ndim + d] = towards * lower[d] + away * upper[d];
      minus_[g * ndim + d] = away * lower[d] + towards * upper[d];
    }
  }
}

void RuleSampler::visit_points() {
  for (std::size_t o = 0; o < rule_.orbits.size(); ++o) {
    const rule::CuhreOrbit &orbit = rule_.orbits[o];
    if (orbit.diagonal) {
      visit_diagonal(rule_.diagonal_generator[o]);
    } else if (orbit.nonzero == 0) {
      make_room(1);
      std::copy_n(centre_.begin(), task_.ndim, x_.begin());
      ++filled_;
    } else {
      visit_supports(orbit);
    }
  }
}

void RuleSampler::visit_supports(const rule::CuhreOrbit &orbit) {
  const simd::RegionPlaces places{task_.ndim, centre_.data(), plus_.data(), minus_.data()};
  const std::int64_t points = std::int64_t{1} << orbit.nonzero;
  const auto supports = static_cast<std::int64_t>(orbit.supports.size());
  for (std::int64_t done = 0; done < supports;) {
    make_room(points);
    const std::int64_t fits = (chunk_ + max_of_support - filled_) / points;
    const std::int64_t count = std::min(supports - done, fits);
    kernels_.cuhre_support_points(places, orbit.supports.data() + done, count, orbit.nonzero,
                                  x_.data() + filled_ * task_.ndim);
    filled_ += count * points;
    done += count;
  }
}

// Signs count in binary, the first axis fastest, so a point differs from the one before in the axes
// up to the lowest bit that was clear.
void RuleSampler::visit_diagonal(int generator) {
  const auto ndim = as_size(task_.ndim);
  const double *plus = plus_.data() + as_size(generator) * ndim;
  const double *minus = minus_.data() + as_size(generator) * ndim;
  std::vector<double> point(plus, plus + ndim);
  for (std::uint64_t signs = 0; signs < std::uint64_t{1} << ndim;) {
    make_room(1);
    std::copy(point.begin(), point.end(), x_.data() + as_size(filled_) * ndim);
    ++filled_;
    ++signs;
    for (std::size_t d = 0; d < ndim; ++d) {
      const bool negative = signs >> d & 1;
      point[d] = negative ? minus[d] : plus[d];
      if (negative) break;
    }
  }
}

void RuleSampler::make_room(std::int64_t points) {
  if (filled_ + points <= chunk_ + max_of_support && filled_ < chunk_) return;
  flush(chunk_);
}

// Evaluates the first count points of the buffer and moves the rest to its beginning.
void RuleSampler::flush(std::int64_t count) {
  while (count > chunk_) {
    flush(chunk_);
    count -= chunk_;
  }
  task_.engine->evaluate({count, x_.data(), nullptr, 0}, f_.data());
  add_values(count, f_.data());
  evaluated_ += count;
  filled_ -= count;
  std::copy_n(x_.begin() + count * task_.ndim, filled_ * task_.ndim, x_.begin());
}

void RuleSampler::keep_first(std::int64_t count, const double *f) {
  if (evaluated_ < kept_)
    std::copy_n(f, std::min(count, kept_ - evaluated_) * task_.ncomp,
                first_.begin() + evaluated_ * task_.ncomp);
}

/// f: [regions][points], one component.  sums: [regions][8].
void RuleSampler::add_rules(std::int64_t regions, const double *f, double *sums) {
  kernels_.cuhre_add_rule({regions, rule_.points, std::ssize(orbit_points_), orbit_points_.data(),
                           orbit_weights_.data(), f, sums});
}

/// f: [count][ncomp], of the points that follow those evaluated.
void RuleSampler::add_values(std::int64_t count, const double *f) {
  const std::int64_t ncomp = task_.ncomp;
  keep_first(count, f);
  if (count == rule_.points && ncomp == 1) return add_rules(1, f, sums_.data());
  std::int64_t begin = 0;  // of an orbit, among the points of the rule
  for (const rule::CuhreOrbit &orbit : rule_.orbits) {
    const std::int64_t from = std::max(begin, evaluated_);
    const std::int64_t to = std::min(begin + orbit.npoints, evaluated_ + count);
    if (from < to) {
      const double *const of_orbit = f + (from - evaluated_) * ncomp;
      kernels_.cuhre_add(to - from, ncomp, of_orbit, orbit.weight.data(), sums_.data());
      if (orbit.weight[rule::face_sum] != 0) add_face_values(to - from, of_orbit, orbit);
    }
    begin += orbit.npoints;
  }
}

// The kernel for several components leaves this sum out, which few of the points have a weight in.
void RuleSampler::add_face_values(std::int64_t count, const double *f,
                                  const rule::CuhreOrbit &orbit) {
  const std::int64_t ncomp = task_.ncomp;
  const double weight = orbit.weight[rule::face_sum];
  for (std::int64_t c = 0; c < ncomp; ++c) {
    double sum = sums_[as_size(8 * c + rule::face_sum)];
    for (std::int64_t i = 0; i < count; ++i) sum += weight * f[i * ncomp + c];
    sums_[as_size(8 * c + rule::face_sum)] = sum;
  }
}

RuleEstimate RuleSampler::estimate(int component, double volume) const {
  const double *sums = sums_.data() + 8 * component;
  RuleEstimate estimate{volume * sums[0], 0, split_axis(component)};
  find_error(sums, volume, estimate);
  // Of the rule and its null rules: the largest of several numbers says nothing of a NaN among
  // them.
  const bool sums_finite =
      std::all_of(sums, sums + rule::null_pairs + 2, [](double sum) { return std::isfinite(sum); });
  if (!sums_finite || !std::isfinite(estimate.integral) || !std::isfinite(estimate.error))
    throw Failure(CUBOID_NONFINITE, formatted("the sum of the rule over f[%d] overflows: scale the "
                                              "integrand, or an axis that runs to infinity",
                                              component));
  return estimate;
}

void RuleSampler::find_error(const double *sums, double volume, RuleEstimate &estimate) const {
  static_assert(rule::null_pairs == 3);
  double null_rule[4];
  kernels_.cuhre_null_rules(
      {std::ssize(orbit_points_), lambda_.data(), nu_.data(), sums, null_rule});
  const rule::ErrorConstants &constants = rule_.error;
  // Of a polynomial, the first ones are rounding alone, which does not decay.  Cuba's takes it for
  // an error.
  const double nothing = rule_.face > 0 ? rounding_of_null * std::fabs(sums[0]) : 0;
  for (int i = 0; i < rule::null_pairs && null_rule[i] <= nothing; ++i) null_rule[i] = 0;
  const bool decaying =
      constants.a * null_rule[0] <= null_rule[1] && constants.a * null_rule[1] <= null_rule[2];
  double largest = std::max({null_rule[0], null_rule[1], null_rule[2]});
  bool hidden = false;  // from all points but those near the faces
  if (rule_.face > 0) {
    const double face = std::fabs(sums[rule::face_sum]) * rule_.face;
    hidden = face > std::max(rule::hidden_factor * null_rule[0], nothing);
    if (hidden) largest = std::max(largest, face);
  }
  const bool trusted = decaying && !hidden;
  estimate.null = volume * (trusted ? constants.b * null_rule[0] : constants.c * largest);
  estimate.error = estimate.null;
}

double RuleSampler::mean_size(int component) const {
  double sum = 0;
  for (std::int64_t i = 0; i < kept_; ++i)
    sum += std::fabs(first_[as_size(i * task_.ncomp + component)]);
  return sum / static_cast<double>(kept_);
}

int RuleSampler::split_axis(int component) const {
  const std::int64_t ncomp = task_.ncomp;
  const double *f = first_.data() + component;
  const double centre = 2 * (1 - ratio_) * f[0];
  const double *inner = f + ncomp;
  const double *outer = inner + 2 * task_.ndim * ncomp;
  int axis = -1;
  double largest = 0;
  for (int d = 0; d < task_.ndim; ++d) {
    const std::int64_t plus = 2 * d * ncomp;
    const std::int64_t minus = plus + ncomp;
    const double difference =
        std::fabs(centre + ratio_ * (inner[minus] + inner[plus]) - (outer[minus] + outer[plus]));
    if (difference > largest) {
      largest = difference;
      axis = d;
    }
  }
  if (axis >= 0) return axis;
  return static_cast<int>(std::max_element(widths_.begin(), widths_.end()) - widths_.begin());
}

}  // namespace cuboid::algorithm
