#include "engine/common/stepping_engine.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/failure.hpp"
#include "simd/kernels.hpp"

namespace cuboid::engine {

namespace {

/// Of the width of a region, or of the batch where that has no whole regions.
constexpr double step = 0x1p-5;
/// Of a batch of one point.  Narrow regions keep their own: beside a corner, such a step leads
/// beyond the other face.
constexpr double width_of_point = 0x1p-20;
/// But steps go past some numbers of the coordinates that the integrand has.
constexpr double numbers_apart = 0x1p-48;

/// On both sides of a point, or on one where the other is outside.  What is smooth but for the
/// point has the value of the polynomial through them.
constexpr Stencil both_sides = {
    Stencil::most, 2, {1, -1, 2, -2}, {4. / 6, 4. / 6, -1. / 6, -1. / 6}};
constexpr Stencil one_side = {Stencil::most, 1, {1, 3, 2, 4}, {4, 4, -6, -1}};

bool is_bad(const double *f, int ncomp) {
  return !std::all_of(f, f + ncomp, [](double value) { return std::isfinite(value); });
}

/// The first of the nearest that is finite, where not all are, or where the polynomial is
/// farther from the nearest than twice as far as that is from the next.
void replace(const double *values, const Stencil &stencil, double *f, int ncomp) {
  int finite = 0, first = stencil.count;
  for (int i = stencil.count - 1; i >= 0; --i) {
    if (is_bad(values + i * ncomp, ncomp)) continue;
    ++finite;
    first = i;
  }
  if (first >= stencil.nearest) return;
  std::copy_n(values + first * ncomp, ncomp, f);
  for (int c = 0; c < ncomp && finite == Stencil::most; ++c) {
    double sum = 0;
    for (int i = 0; i < finite; ++i) sum += stencil.weight[i] * values[i * ncomp + c];
    if (std::fabs(sum - f[c]) <= 2 * std::fabs(values[2 * ncomp + c] - f[c])) f[c] = sum;
  }
}

}  // namespace

bool step_off(const PointSet &points, int ndim, int ncomp,
              const std::function<const Stencil *(std::int64_t i, double *step)> &stencil_of,
              const EvaluateBatch &evaluate, double *f) {
  std::vector<std::int64_t> bad;
  std::vector<const Stencil *> stencils;
  std::vector<double> x, steps(static_cast<std::size_t>(ndim));
  for (std::int64_t i = 0; i < points.count; ++i) {
    if (!is_bad(f + i * ncomp, ncomp)) continue;
    bad.push_back(i);
    stencils.push_back(stencil_of(i, steps.data()));
    for (int k = 0; k < stencils.back()->count; ++k)
      for (int d = 0; d < ndim; ++d)
        x.push_back(std::clamp(
            points.x[i * ndim + d] + stencils.back()->at[k] * steps[static_cast<std::size_t>(d)],
            0.0, 1.0));
  }
  const std::int64_t count = std::ssize(x) / ndim;
  std::vector<double> values(static_cast<std::size_t>(count * ncomp));
  if (!evaluate({count, x.data(), nullptr, points.iteration, points.phase}, values.data()))
    return false;
  const double *beside = values.data();
  for (std::size_t k = 0; k < bad.size(); beside += stencils[k++]->count * ncomp)
    replace(beside, *stencils[k], f + bad[k] * ncomp, ncomp);
  return true;
}

void SteppingEngine::evaluate(const PointSet &points, double *f) {
  try {
    inner_->evaluate(points, f);
  } catch (const Interrupted &interrupted) {
    filter_.apply(slice(points, ndim_, 0, interrupted.leading()), ndim_, f, ncomp_);
    throw;
  }
  if (simd::kernels().all_finite(points.count * ncomp_, f)) return;
  step_off(
      points, ndim_, ncomp_,
      [&](std::int64_t i, double *steps) {
        filter_.count_stepped_off(1);
        return stencil_at(points, i, steps);
      },
      [&](const PointSet &others, double *values) {
        inner_->evaluate(others, values);
        beside_ += others.count;
        return true;
      },
      f);
  try {
    filter_.apply(points, ndim_, f, ncomp_);
  } catch (const Failure &failure) {
    throw Failure(failure.status(), failure.message() +
                                        ", and not beside it: set nonfinite to zero, or cut the "
                                        "region there");
  }
}

const Stencil *SteppingEngine::stencil_at(const PointSet &points, std::int64_t i,
                                          double *steps) const {
  const std::int64_t together = points.count % region_ == 0 ? region_ : points.count;
  const double *const x = points.x + i * ndim_;
  const double *const first = points.x + i / together * together * ndim_;
  bool has_room = true;
  for (int d = 0; d < ndim_; ++d) {
    const double by = steps[d] = step_of(first + d, together, x[d], d);
    has_room = has_room && x[d] - 2 * std::fabs(by) >= 0 && x[d] + 2 * std::fabs(by) <= 1;
  }
  return has_room ? &both_sides : &one_side;
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
  if (x <= (low + high) / 2) return x + Stencil::most * by <= 1 ? by : -by;
  return x - Stencil::most * by >= 0 ? -by : by;
}

}  // namespace cuboid::engine
