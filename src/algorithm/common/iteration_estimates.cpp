#include "algorithm/common/iteration_estimates.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "statistics/square_unit.hpp"

namespace cuboid::algorithm {

void IterationEstimates::add(IterationEstimate iteration) {
  const auto ncomp = static_cast<std::size_t>(ncomp_);
  if (!statistics::has_covariances(ncomp_)) iteration.correlation = {};
  unit_.resize(ncomp, 0);
  for (std::size_t c = 0; c < ncomp; ++c) {
    // Squares may overflow where the pilot has met none but much smaller values.
    const double value = std::fabs(iteration.integral[c]);
    const double error = iteration.error[c];
    const double size = std::isfinite(error) ? std::max(value, error) : value;
    if (unit_[c] == 0 && size > 0 && std::isfinite(size))
      unit_[c] = std::ldexp(1.0, std::clamp(std::ilogb(size), -1000, 1000));
    if (unit_[c] == 0) continue;
    raise_unit(c, size);
    iteration.integral[c] /= unit_[c];
    iteration.error[c] /= unit_[c];
  }
  iterations_.push_back(std::move(iteration));
}

/// Where iterations that have not met the peak have set a unit far below what comes then.
void IterationEstimates::raise_unit(std::size_t component, double size) {
  const double before = unit_[component];
  const double unit = statistics::next_unit(before, size);
  if (unit == before) return;
  unit_[component] = unit;
  for (IterationEstimate &earlier : iterations_) {
    earlier.integral[component] *= before / unit;
    // An error that became 0 would be that of an exact value.
    double &error = earlier.error[component];
    if (error > 0) error = std::max(error * (before / unit), 1 / statistics::max_ordinary);
  }
}

namespace {

void describe(auto &file, auto &unit, auto &iterations) {
  file.fields(unit);
  file.list(iterations, [&](auto &one) {
    file.fields(one.integral, one.error, one.correlation, one.dominance, one.samples);
  });
}

}  // namespace

void IterationEstimates::save(StateWriter &writer) const {
  describe(writer, unit_, iterations_);
}

void IterationEstimates::restore(StateReader &reader) {
  const auto ncomp = static_cast<std::size_t>(ncomp_);
  std::vector<double> unit;
  std::vector<IterationEstimate> iterations;
  describe(reader, unit, iterations);
  reader.require(unit.size() == ncomp);
  StateReader::require_finite(unit.data(), ncomp);
  for (const double one : unit) reader.require(one >= 0);
  reader.require(!iterations.empty());
  const bool correlated = statistics::has_covariances(ncomp_);
  for (IterationEstimate &one : iterations) {
    reader.require(one.integral.size() == ncomp && one.error.size() == ncomp &&
                   (one.correlation.size() == ncomp * (ncomp + 1) / 2 ||
                    (!correlated && one.correlation.empty())) &&
                   one.dominance.size() == ncomp && one.samples >= 1 &&
                   one.samples <= StateReader::max_count);
    if (!correlated) one.correlation = {};
    StateReader::require_finite(one.integral.data(), ncomp);
    // Of a variance that overflows nothing can be a share.
    for (std::size_t c = 0; c < ncomp; ++c)
      reader.require(one.error[c] >= 0 && !(one.dominance[c] < 0));
  }
  unit_ = std::move(unit);
  iterations_ = std::move(iterations);
}

double IterationEstimates::covariance(std::size_t iteration, int row, int column) const {
  if (row == column) return variance(iteration, row);
  const IterationEstimate &one = iterations_[iteration];
  return one.correlation[symmetric_index(row, column)] * one.error[static_cast<std::size_t>(row)] *
         one.error[static_cast<std::size_t>(column)];
}

}  // namespace cuboid::algorithm
