#include "cuba/divonne/evaluations.hpp"

#include <algorithm>
#include <cmath>

#include "base/failure.hpp"

namespace cuboid::algorithm::divonne_detail {

namespace {

/// Wider borders would leave nothing between them.
constexpr double widest_border = 0.375;

/// Of the border's width: how far the second point lies inside.
constexpr double inside = 0.25;

}  // namespace

Evaluations::Evaluations(const Task &task, double border, std::int64_t &count)
    : task_(task), border_(border > 0 ? std::min(border, widest_border) : 0), count_(count) {}

void Evaluations::evaluate(Phase phase, std::int64_t count, const double *x, double *f) {
  if (count == 0) return;
  engine::PointSet points;
  points.count = count;
  points.x = x;
  points.phase = static_cast<std::int32_t>(phase);
  // Not before they are there: whoever watches the integration is told the number.
  try {
    task_.engine->evaluate(points, f);
  } catch (const engine::Interrupted &interrupted) {
    count_ += interrupted.evaluated();
    throw;
  } catch (const Failure &) {
    count_ += count;
    throw;
  }
  count_ += count;
}

void Evaluations::evaluate_extrapolated(Phase phase, std::int64_t count, const double *x,
                                        double *f) {
  if (!has_border()) return evaluate(phase, count, x, f);
  const auto ndim = static_cast<std::size_t>(task_.ndim);
  const auto ncomp = static_cast<std::size_t>(task_.ncomp);
  x_.clear();
  ratio_.clear();
  std::vector<double> nearest(ndim);
  for (std::int64_t i = 0; i < count; ++i, x += ndim) {
    double distance = 0;
    for (std::size_t d = 0; d < ndim; ++d) {
      nearest[d] = std::clamp(x[d], border_, 1 - border_);
      distance = std::hypot(distance, x[d] - nearest[d]);
    }
    x_.insert(x_.end(), nearest.begin(), nearest.end());
    ratio_.push_back(distance > 0 ? distance / (inside * border_) : -1);
    if (!(distance > 0)) continue;
    for (std::size_t d = 0; d < ndim; ++d)
      x_.push_back(nearest[d] + inside * border_ * (nearest[d] - x[d]) / distance);
  }
  const std::size_t total = x_.size() / ndim;
  f_.resize(total * ncomp);
  evaluate(phase, static_cast<std::int64_t>(total), x_.data(), f_.data());
  const double *value = f_.data();
  for (const double ratio : ratio_) {
    const double *further = ratio < 0 ? value : value + ncomp;
    for (std::size_t c = 0; c < ncomp; ++c)
      *f++ = ratio < 0 ? value[c] : value[c] + ratio * (value[c] - further[c]);
    value = further + ncomp;
  }
}

std::int64_t Evaluations::extrapolated(std::int64_t count, const double *x) const {
  if (!has_border()) return count;
  const auto ndim = static_cast<std::ptrdiff_t>(task_.ndim);
  const auto in_border = [this](double u) { return u < border_ || u > 1 - border_; };
  std::int64_t sum = count;
  for (std::int64_t i = 0; i < count; ++i, x += ndim) sum += std::any_of(x, x + ndim, in_border);
  return sum;
}

}  // namespace cuboid::algorithm::divonne_detail
