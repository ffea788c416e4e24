#include "run/trace.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/clock.hpp"
#include "run/region_groups.hpp"

namespace cuboid::algorithm {

namespace {

/// Iterations of which all are written, and by how much the evaluations grow from one to the next
/// after them: 1e6 iterations of Cuhre leave about 1100 records.
constexpr std::int64_t first_iterations = 256;
constexpr double growth_of_evaluations = 1.01;

/// The same for maps, which are longer.
constexpr double first_maps = 10;
constexpr double growth_between_maps = 1.25;

/// Intervals of an axis that are written; finer maps are drawn together.
constexpr std::size_t max_intervals = 64;

/// Of the records of the worst regions.
constexpr std::size_t max_worst = 16;

/// Bisections that make a box of this size from the unit cube, about: less the logarithm to base 2
/// of its volume, rounded.
std::int64_t level_of(const double *lower, const double *upper, int ndim) {
  double mantissa = 1;
  std::int64_t halvings = 0;
  for (int d = 0; d < ndim; ++d) {
    int exponent = 0;
    mantissa = std::frexp(mantissa * (upper[d] - lower[d]), &exponent);
    halvings -= exponent;
  }
  constexpr double half_way = 0.70710678118654752;  // sqrt(1/2)
  return mantissa < half_way ? halvings + 1 : halvings;
}

/// [regions] of the component for which it is largest, the share of the sum of all errors.
std::vector<double> shares_of_error(const RegionTable &table) {
  std::vector<double> sum(static_cast<std::size_t>(table.ncomp), 0.0);
  for (std::size_t i = 0; i < table.error.size(); ++i) sum[i % sum.size()] += table.error[i];
  std::vector<double> shares;
  for (std::int64_t region = 0; region < table.count(); ++region) {
    double share = 0;
    for (int c = 0; c < table.ncomp; ++c) {
      const double part = table.error_of(region)[c] / sum[static_cast<std::size_t>(c)];
      if (std::isfinite(part)) share = std::max(share, part);
    }
    shares.push_back(share);
  }
  return shares;
}

std::vector<double> drawn_together(std::vector<double> edges) {
  const std::size_t intervals = edges.size() - 1;
  const std::size_t stride = (intervals + max_intervals - 1) / max_intervals;
  std::vector<double> kept;
  for (std::size_t i = 0; i < intervals; i += stride) kept.push_back(edges[i]);
  kept.push_back(edges.back());
  return kept;
}

}  // namespace

Trace::Trace(const Shape &shape, Sink sink, Place place, CellImage image)
    : shape_(shape),
      sink_(std::move(sink)),
      place_(std::move(place)),
      image_(std::move(image)),
      started_(monotonic_seconds()) {}

void Trace::iteration(std::int64_t number, const Result &result, const MapEdges &map) {
  passed_over_ = number;
  const auto evaluations = static_cast<double>(result.neval);
  if (number > first_iterations && evaluations < next_evaluations_) return;
  next_evaluations_ = growth_of_evaluations * evaluations;
  write_iteration(number, result, map);
  passed_over_ = 0;
}

void Trace::write_iteration(std::int64_t number, const Result &result, const MapEdges &map) {
  JsonLine line("iteration");
  line.integer("number", number)
      .text("phase", result.phase)
      .number("seconds", monotonic_seconds() - started_)
      .integer("evaluations", before_ + result.neval)
      .integer("regions", result.nregions)
      .numbers("value", result.integral)
      .numbers("error", result.error)
      .numbers("chi2", result.chi2)
      .integer("dof", result.dof);
  const auto counted = static_cast<double>(number);
  if (map && (counted <= first_maps || counted >= next_map_)) {
    next_map_ = growth_between_maps * counted;
    write_map(line, map);
  }
  write(line);
}

void Trace::write_map(JsonLine &line, const MapEdges &map) const {
  line.begin_list("map");
  for (int d = 0; d < shape_.ndim; ++d) {
    std::vector<double> edges = drawn_together(map(d));
    for (double &edge : edges) edge = place_(d, edge);
    line.list_entry(edges);
  }
  line.end_list();
}

void Trace::split(std::int64_t lower, std::int64_t upper, std::int64_t iteration) {
  born_.resize(std::max(born_.size(), static_cast<std::size_t>(std::max(lower, upper)) + 1), 0);
  born_[static_cast<std::size_t>(lower)] = iteration;
  born_[static_cast<std::size_t>(upper)] = iteration;
}

void Trace::regions(RegionTable table) {
  if (table.iteration.empty() && !born_.empty()) {
    table.iteration = std::move(born_);
    table.iteration.resize(static_cast<std::size_t>(table.count()), 0);
  }
  const std::vector<double> shares = shares_of_error(table);
  for (const RegionGroup &group : group_regions(table, shares, shape_.max_regions))
    write_group(table, group);
  write_worst(table, shares);
}

/// On one axis, by the share of its length; of an axis without an end 0.
std::int64_t Trace::level_in_the_box(double lower, double upper) const {
  const double from = place_(0, 0), width = place_(0, 1) - from;
  const double share[] = {0, std::fabs((upper - lower) / width)};
  return std::isfinite(width) && share[1] > 0 ? level_of(&share[0], &share[1], 1) : 0;
}

/// Limits in falling order give falling coordinates.
void Trace::add_box(JsonLine &line, const RegionTable &table, const double *lower,
                    const double *upper) const {
  std::vector<double> low(lower, lower + shape_.ndim), high(upper, upper + shape_.ndim);
  if (!table.in_the_box)
    for (int d = 0; d < shape_.ndim; ++d) {
      const auto [least, most] = std::minmax({place_(d, lower[d]), place_(d, upper[d])});
      low[static_cast<std::size_t>(d)] = least;
      high[static_cast<std::size_t>(d)] = most;
    }
  line.numbers("lower", low)
      .numbers("upper", high)
      .integer("level", table.in_the_box ? level_in_the_box(*lower, *upper)
                                         : level_of(lower, upper, shape_.ndim));
  if (!image_) return;
  const double middle[] = {low[0] / 2 + high[0] / 2};
  if (table.in_the_box)
    line.numbers("middle", middle);
  else
    image_(low, high, line);
}

void Trace::write_group(const RegionTable &table, const RegionGroup &group) {
  const auto ncomp = static_cast<std::size_t>(shape_.ncomp);
  std::vector<double> lower(table.lower_of(group[0]), table.lower_of(group[0]) + shape_.ndim);
  std::vector<double> upper(table.upper_of(group[0]), table.upper_of(group[0]) + shape_.ndim);
  std::vector<double> value(ncomp, 0.0), error(ncomp, 0.0);
  std::int64_t iteration = 0;
  for (const std::int64_t region : group) {
    for (std::size_t d = 0; d < lower.size(); ++d) {
      lower[d] = std::min(lower[d], table.lower_of(region)[d]);
      upper[d] = std::max(upper[d], table.upper_of(region)[d]);
    }
    for (std::size_t c = 0; c < ncomp; ++c) {
      value[c] += table.value_of(region)[c];
      error[c] += table.error_of(region)[c];
    }
    if (!table.iteration.empty())
      iteration = std::max(iteration, table.iteration[static_cast<std::size_t>(region)]);
  }
  JsonLine line("region");
  add_box(line, table, lower.data(), upper.data());
  line.numbers("value", value).numbers("error", error).integer("merged", std::ssize(group));
  if (!table.iteration.empty()) line.integer("iteration", iteration);
  write(line);
}

void Trace::write_worst(const RegionTable &table, const std::vector<double> &share) {
  std::vector<std::size_t> order(share.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  const std::size_t count = std::min(order.size(), max_worst);
  std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(count), order.end(),
                    [&](std::size_t a, std::size_t b) {
                      return std::pair(-share[a], a) < std::pair(-share[b], b);
                    });
  for (std::size_t rank = 0; rank < count; ++rank) {
    const auto region = static_cast<std::int64_t>(order[rank]);
    const auto ncomp = static_cast<std::size_t>(shape_.ncomp);
    JsonLine line("worst");
    line.integer("rank", static_cast<std::int64_t>(rank) + 1).number("share", share[order[rank]]);
    add_box(line, table, table.lower_of(region), table.upper_of(region));
    line.numbers("value", {table.value_of(region), ncomp})
        .numbers("error", {table.error_of(region), ncomp});
    write(line);
  }
}

void Trace::samples(std::int64_t iteration, std::int64_t count, const double *x,
                    const double *weight, const double *f) {
  if (shape_.max_samples <= 0) return;
  for (std::int64_t i = 0; i < count; ++i, ++seen_) {
    if (seen_ % stride_ != 0) continue;
    const double *const point = x + i * shape_.ndim_of_samples;
    const double *const values = f + i * shape_.ncomp;
    samples_.push_back({iteration, std::vector<double>(point, point + shape_.ndim_of_samples),
                        std::vector<double>(values, values + shape_.ncomp), weight[i]});
    if (std::ssize(samples_) >= 2 * shape_.max_samples) thin_out_samples();
  }
}

/// Gives up every second one.
void Trace::thin_out_samples() {
  std::size_t kept = 1;
  for (std::size_t i = 2; i < samples_.size(); i += 2) samples_[kept++] = std::move(samples_[i]);
  samples_.resize(kept);
  stride_ *= 2;
}

void Trace::end(const Result &result) {
  if (passed_over_ > 0) write_iteration(passed_over_, result, {});
  passed_over_ = 0;
  if (std::ssize(samples_) > shape_.max_samples) thin_out_samples();
  for (const Sample &sample : samples_) {
    JsonLine line("sample");
    line.integer("iteration", sample.iteration)
        .numbers("x", sample.x)
        .number("weight", sample.weight)
        .numbers("f", sample.f);
    write(line);
  }
  samples_.clear();
}

}  // namespace cuboid::algorithm
