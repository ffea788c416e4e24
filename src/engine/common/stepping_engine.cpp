#include "engine/common/stepping_engine.hpp"

#include <algorithm>
#include <cmath>

#include "base/failure.hpp"
#include "simd/kernels.hpp"

namespace cuboid::engine {

namespace {

/// Of the width of a region, or of the batch where that has no whole regions.
constexpr double step = 0x1p-5;
/// Of a batch of one point.
constexpr double least_width = 0x1p-20;

}  // namespace

void SteppingEngine::evaluate(const PointSet &points, double *f) {
  try {
    inner_->evaluate(points, f);
  } catch (const Interrupted &interrupted) {
    filter_.apply(slice(points, ndim_, 0, interrupted.leading()), ndim_, f, ncomp_);
    throw;
  }
  if (simd::kernels().all_finite(points.count * ncomp_, f)) return;
  for (const double part : {step, -step})
    if (!step_off(points, part, f)) return;
  try {
    filter_.apply(points, ndim_, f, ncomp_);
  } catch (const Failure &failure) {
    throw Failure(failure.status(), failure.message() +
                                        ", and not beside it: set nonfinite to zero, or cut the "
                                        "region there");
  }
}

bool SteppingEngine::is_bad(const double *f) const {
  return !std::all_of(f, f + ncomp_, [](double value) { return std::isfinite(value); });
}

/// Gives bad points the values of points that lie so far beside them, where these are finite.
/// Returns whether there was a bad one.
bool SteppingEngine::step_off(const PointSet &points, double part, double *f) {
  bad_.clear();
  x_.clear();
  const std::int64_t together = points.count % region_ == 0 ? region_ : points.count;
  for (std::int64_t i = 0; i < points.count; ++i) {
    if (!is_bad(f + i * ncomp_)) continue;
    bad_.push_back(i);
    const std::int64_t first = i / together * together;
    for (int d = 0; d < ndim_; ++d)
      x_.push_back(moved(points.x + first * ndim_ + d, together, points.x[i * ndim_ + d], part, d));
  }
  if (bad_.empty()) return false;
  const auto count = static_cast<std::int64_t>(bad_.size());
  values_.resize(bad_.size() * static_cast<std::size_t>(ncomp_));
  inner_->evaluate({count, x_.data(), nullptr, points.iteration, points.phase}, values_.data());
  beside_ += count;
  for (std::int64_t k = 0; k < count; ++k)
    if (const double *const value = values_.data() + k * ncomp_; !is_bad(value))
      std::copy_n(value, ncomp_, f + bad_[static_cast<std::size_t>(k)] * ncomp_);
  return true;
}

/// Towards the middle of the region, or away from it.  Not as far on each axis, so that diagonals
/// are left.  first: of the coordinates on the axis.
double SteppingEngine::moved(const double *first, std::int64_t count, double x, double part,
                             int axis) const {
  // No ratio of small numbers, in which regions have their sides.
  constexpr double apart = 0.381966;
  constexpr int most_apart = 8;
  double low = x, high = x;
  for (std::int64_t i = 0; i < count; ++i) {
    low = std::min(low, first[i * ndim_]);
    high = std::max(high, first[i * ndim_]);
  }
  const double by = part * std::max(high - low, least_width) / (1 + apart * (axis % most_apart));
  return std::clamp(x <= (low + high) / 2 ? x + by : x - by, 0.0, 1.0);
}

}  // namespace cuboid::engine
