#include "cuba/divonne/integration.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/failure.hpp"
#include "base/tolerances.hpp"
#include "cuba/divonne/numbers.hpp"
#include "run/accuracy.hpp"

namespace cuboid::algorithm::divonne_detail {

namespace {

constexpr std::int64_t first_base = 47;  ///< number of points that small values of key1 multiply

Task with_usable_limits(Task task) {
  task.goal = with_tolerance(task.goal);
  task.goal.mineval = std::clamp<std::int64_t>(task.goal.mineval, 0, max_number);
  task.goal.maxeval = std::clamp<std::int64_t>(task.goal.maxeval, 0, max_maxeval);
  return task;
}

}  // namespace

Integration::Integration(const Task &task, const DivonneOptions &options, AtMaxeval at_maxeval,
                         Result &result)
    : task_(with_usable_limits(task)),
      options_(options),
      at_maxeval_(at_maxeval),
      result_(result),
      ncomp_(as_size(task.ncomp)),
      evaluations_(task_, options.border, result.neval),
      random_(task.ndim, static_cast<int>(options.seed), static_cast<int>(options.rng_level)),
      first_(make_sampler(task_, options.key1, first_base, task_.goal.maxeval, 1, random_)),
      sums_(regions_, ncomp_,
            [this](const Region &region, std::size_t c) {
              return error_of(region, region.first[c], c, *first_);
            }),
      pool_(ncomp_) {
  if (static_cast<double>(options.nextra) * task.ndim * sizeof(double) >
      0.5 * static_cast<double>(task.memory_limit))
    throw Failure(CUBOID_OUT_OF_MEMORY,
                  formatted("nextra = %lld points take more memory than there is",
                            static_cast<long long>(options.nextra)));
}

void Integration::run() {
  const bool restored = restore();
  const std::int64_t before = evaluations_.count();
  std::vector<Point> given = evaluate_given();
  // They have been counted when the integration began.
  if (restored) evaluations_.set_count(before);
  partitioner_ = std::make_unique<Partitioner>(
      evaluations_, *first_, KnownPoints(options_, evaluations_, std::move(given)));
  partitioner_->spent.in_search = progress_.in_search;
  partitioner_->spent.in_cuts = progress_.in_cuts;

  // With more evaluations allowed than when it ended, it goes on.
  if (progress_.stage == Progress::finished)
    progress_.stage = sums_.waiting() == 0 ? Progress::main : Progress::partitioning;
  if (progress_.stage == Progress::partitioning) partition();
  update_totals();
  if (progress_.stage == Progress::partitioning) begin_main();
  make_samplers();
  if (enough_samples()) {
    task_.log->print(1, "\nMain integration on %lld regions with %lld samples per region.",
                     static_cast<long long>(regions()), static_cast<long long>(second_->points()));
    progress_.stage = Progress::main;
    result_.phase = "main integration";
    integrate_regions();
    log_totals();
  } else {
    task_.log->print(1, "\nNot enough samples left for main integration.");
  }
  progress_.stage = Progress::finished;
  result_.missing = missing();
  result_.converged = result_.missing == 0;
}

RegionTable Integration::table() const {
  RegionTable table{task_.ndim, task_.ncomp, {}, {}, {}, {}, {}};
  for (const Region &region : regions_) {
    table.add_box(region.box.lower.data(), region.box.upper.data());
    for (std::size_t c = 0; c < ncomp_; ++c) {
      const bool done = !region.outcome.empty();
      table.add_estimate(
          done ? region.outcome[c].integral : region.first[c].integral,
          done ? error_of(region.outcome[c], c) : error_of(region, region.first[c], c, *first_));
    }
  }
  return table;
}

std::vector<Point> Integration::evaluate_given() {
  const auto ndim = as_size(task_.ndim);
  const std::int64_t count = options_.given ? std::max<std::int64_t>(options_.ngiven, 0) : 0;
  const Box cube{Coordinates(ndim, 0), Coordinates(ndim, 1)};
  std::vector<double> x;
  for (std::int64_t i = 0; i < count; ++i) {
    const double *point = options_.given + i * options_.ldxgiven;
    if (cube.contains(point)) x.insert(x.end(), point, point + ndim);
  }
  const std::size_t inside = x.size() / ndim;
  std::vector<double> f(inside * ncomp_);
  evaluations_.evaluate(Phase::given, static_cast<std::int64_t>(inside), x.data(), f.data());
  std::vector<Point> points;
  for (std::size_t i = 0; i < inside; ++i)
    points.push_back(
        {{&x[i * ndim], &x[i * ndim] + ndim}, {&f[i * ncomp_], &f[i * ncomp_] + ncomp_}});
  return points;
}

/// The error that is allowed.
double Integration::allowed(std::size_t c) const {
  const auto estimate_of = [&](std::size_t i) {
    return ComponentEstimate{totals_[i].integral, totals_[i].error};
  };
  return tolerance_at(task_.goal, estimate_of, totals_.size(), c);
}

/// What rule or variance give, or the spread over the number of points.
double Integration::error_of(const Region &region, const Estimate &estimate, std::size_t c,
                             const Sampler &sampler) const {
  if (estimate.error != 0 || sampler.kind() == SampleKind::rule) return estimate.error;
  return region.spread[c] / static_cast<double>(sampler.effective());
}

void Integration::update_totals() {
  totals_.clear();
  for (std::size_t c = 0; c < ncomp_; ++c) {
    totals_.push_back(sums_.total(c));
    if (!std::isfinite(totals_[c].integral))
      throw Failure(CUBOID_NONFINITE,
                    formatted("the sum over f[%zu] overflows: scale the integrand, or an "
                              "axis that runs to infinity",
                              c));
  }
}

/// Whether the list of regions may grow.
bool Integration::room_for_regions() const {
  const std::size_t numbers = 4 * as_size(task_.ndim) + 18 * ncomp_ + 64;
  return static_cast<double>(regions_.size() * numbers * sizeof(double)) <
         0.5 * static_cast<double>(task_.memory_limit);
}

/// Evaluations that the accuracy still needs, as far as one can tell: the errors of lattices fall
/// like the inverse number of points.  With the accuracy reached, those that mineval still asks
/// for.
std::int64_t Integration::missing() const {
  double largest = 0;
  for (std::size_t c = 0; c < ncomp_; ++c) {
    if (reached(result_, task_.goal, c)) continue;
    const double ratio = result_.error[c] / tolerance(result_, task_.goal, c);
    largest = ratio > largest ? ratio : std::max(largest, 1.0);
  }
  if (largest == 0) return std::max<std::int64_t>(task_.goal.mineval - evaluations_.count(), 0);
  const auto n = static_cast<double>(regions());
  const double by_ratio = static_cast<double>(second_->points()) * n * (largest - 1);
  const double by_number =
      n * static_cast<double>(main_points(progress_.wanted) - progress_.affordable);
  return std::max<std::int64_t>(rounded_up(std::max(by_ratio, by_number)), 1);
}

}  // namespace cuboid::algorithm::divonne_detail
