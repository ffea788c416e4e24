#include "engine/common/stepping_engine.hpp"

#include <algorithm>
#include <cmath>

#include "base/failure.hpp"
#include "simd/kernels.hpp"

namespace cuboid::engine {

namespace {

/// Of the width of a region, or of the batch where that has no whole regions.
constexpr double step = 0x1p-5;
/// So many points stand for one, on a line through it, at these multiples of the step: on both
/// sides of it, or on one where the other is outside.  What is smooth but for the point has the
/// value of the polynomial through them.
constexpr int beside = 4;
/// Of a batch of one point.  Narrow regions keep their own: beside a corner, such a step leads
/// beyond the other face.
constexpr double width_of_point = 0x1p-20;
/// But steps go past some numbers of the coordinates that the integrand has.
constexpr double numbers_apart = 0x1p-48;

}  // namespace

struct SteppingEngine::Stencil {
  double at[beside];  ///< the nearest first, and third the next on its side
  double weight[beside];
  int nearest;  ///< of them are one step away
};

namespace {

constexpr SteppingEngine::Stencil both_sides = {
    {1, -1, 2, -2}, {4. / 6, 4. / 6, -1. / 6, -1. / 6}, 2};
constexpr SteppingEngine::Stencil one_side = {{1, 3, 2, 4}, {4, 4, -6, -1}, 1};

}  // namespace

void SteppingEngine::evaluate(const PointSet &points, double *f) {
  try {
    inner_->evaluate(points, f);
  } catch (const Interrupted &interrupted) {
    filter_.apply(slice(points, ndim_, 0, interrupted.leading()), ndim_, f, ncomp_);
    throw;
  }
  if (simd::kernels().all_finite(points.count * ncomp_, f)) return;
  step_off(points, f);
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

/// Gives bad points what follows from points beside them, where these are finite.
void SteppingEngine::step_off(const PointSet &points, double *f) {
  bad_.clear();
  x_.clear();
  std::vector<const Stencil *> stencils;
  std::vector<double> steps(static_cast<std::size_t>(ndim_));
  const std::int64_t together = points.count % region_ == 0 ? region_ : points.count;
  for (std::int64_t i = 0; i < points.count; ++i) {
    if (!is_bad(f + i * ncomp_)) continue;
    bad_.push_back(i);
    const double *const x = points.x + i * ndim_;
    const double *const first = points.x + i / together * together * ndim_;
    bool has_room = true;
    for (int d = 0; d < ndim_; ++d) {
      const double by = steps[static_cast<std::size_t>(d)] = step_of(first + d, together, x[d], d);
      has_room = has_room && x[d] - 2 * std::fabs(by) >= 0 && x[d] + 2 * std::fabs(by) <= 1;
    }
    stencils.push_back(has_room ? &both_sides : &one_side);
    for (const double at : stencils.back()->at)
      for (int d = 0; d < ndim_; ++d)
        x_.push_back(std::clamp(x[d] + at * steps[static_cast<std::size_t>(d)], 0.0, 1.0));
  }
  const std::int64_t count = beside * std::ssize(bad_);
  values_.resize(static_cast<std::size_t>(count * ncomp_));
  inner_->evaluate({count, x_.data(), nullptr, points.iteration, points.phase}, values_.data());
  beside_ += count;
  for (std::size_t k = 0; k < bad_.size(); ++k)
    replace(values_.data() + k * beside * static_cast<std::size_t>(ncomp_), *stencils[k],
            f + bad_[k] * ncomp_);
}

/// The first of the nearest that is finite, where not all are, or where the polynomial is
/// farther from the nearest than twice as far as that is from the next.
void SteppingEngine::replace(const double *values, const Stencil &stencil, double *f) const {
  int finite = 0, first = beside;
  for (int i = beside - 1; i >= 0; --i) {
    if (is_bad(values + i * ncomp_)) continue;
    ++finite;
    first = i;
  }
  if (first >= stencil.nearest) return;
  std::copy_n(values + first * ncomp_, ncomp_, f);
  for (int c = 0; c < ncomp_ && finite == beside; ++c) {
    double sum = 0;
    for (int i = 0; i < beside; ++i) sum += stencil.weight[i] * values[i * ncomp_ + c];
    if (std::fabs(sum - f[c]) <= 2 * std::fabs(values[2 * ncomp_ + c] - f[c])) f[c] = sum;
  }
}

/// Towards the middle of the region.  Not as far on each axis, so that diagonals are left.  first:
/// of the coordinates on the axis.
double SteppingEngine::step_of(const double *first, std::int64_t count, double x, int axis) const {
  // No ratio of small numbers, in which regions have their sides.
  constexpr double apart = 0.381966;
  constexpr int max_apart = 8;
  double low = x, high = x;
  for (std::int64_t i = 0; i < count; ++i) {
    low = std::min(low, first[i * ndim_]);
    high = std::max(high, first[i * ndim_]);
  }
  const double width = high > low ? high - low : width_of_point;
  const double by = std::max(step * width, numbers_apart) / (1 + apart * (axis % max_apart));
  if (x <= (low + high) / 2) return x + beside * by <= 1 ? by : -by;
  return x - beside * by >= 0 ? -by : by;
}

}  // namespace cuboid::engine
