#include "engine/cpu/points/box.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "base/formatted.hpp"
#include "simd/kernels.hpp"

namespace cuboid::engine::cpu {

BoxEngine::BoxEngine(int ndim, int ncomp, const double *lower, const double *upper,
                     std::unique_ptr<PointsEngine> inner, Nonfinite policy)
    : ndim_(ndim),
      ncomp_(ncomp),
      axes_(map::make_box(ndim, lower, upper)),
      inner_(std::move(inner)),
      products_(policy) {
  for (int axis = 0; axis < ndim; ++axis) {
    if (axes_[static_cast<std::size_t>(axis)].kind == map::IntervalKind::none)
      reject("the limits of x[" + std::to_string(axis) + "], " + std::to_string(lower[axis]) +
             " and " + std::to_string(upper[axis]) +
             ", do not bound an interval of representable width");
  }
  note_finite_box();
}

void BoxEngine::note_finite_box() {
  constexpr int points =
      16;  // So that loops over them are long, and stay in the first-level cache.
  if (map::has_infinite_side(axes_)) return;
  for (int i = 0; i < points; ++i)
    for (const map::Interval &axis : axes_) {
      origin_.push_back(axis.origin);
      width_.push_back(axis.width);
      smallest_.push_back(axis.smallest);
      largest_.push_back(axis.largest);
    }
  for (const map::Interval &axis : axes_) volume_ *= axis.width;
}

/// The Jacobian is that of the box, and the same for all points.
void BoxEngine::move_to_box(const PointSet &points) {
  simd::kernels().box_points({points.count * ndim_, std::ssize(origin_), origin_.data(),
                              width_.data(), smallest_.data(), largest_.data(), points.x,
                              x_.data()});
  if (points.weight == nullptr) return;
  std::transform(points.weight, points.weight + points.count, weight_.begin(),
                 [this](double weight) { return weight * volume_; });
}

void BoxEngine::evaluate(const PointSet &points, double *f) {
  const auto count = static_cast<std::size_t>(points.count);
  x_.resize(count * static_cast<std::size_t>(ndim_));
  if (origin_.empty()) jacobian_.resize(count);
  if (points.weight) weight_.resize(count);
  if (!origin_.empty()) move_to_box(points);
  for (std::size_t i = 0; i < count && origin_.empty(); ++i) {
    double *const x = x_.data() + i * axes_.size();
    std::copy_n(points.x + i * axes_.size(), axes_.size(), x);
    jacobian_[i] = map::move_to_box(axes_.data(), ndim_, x, 1);
    if (points.weight) weight_[i] = points.weight[i] * jacobian_[i];
  }
  const PointSet mapped{points.count,     x_.data(),    points.weight ? weight_.data() : nullptr,
                        points.iteration, points.phase, points.estimate};
  try {
    inner_->evaluate(mapped, f);
  } catch (const Interrupted &interrupted) {
    multiply(slice(mapped, ndim_, 0, interrupted.leading()), f);
    throw;
  }
  multiply(mapped, f);
}

void BoxEngine::multiply(const PointSet &mapped, double *f) {
  if (origin_.empty()) {
    for (std::int64_t i = 0; i < mapped.count; ++i)
      for (int c = 0; c < ncomp_; ++c) f[i * ncomp_ + c] *= jacobian_[static_cast<std::size_t>(i)];
  } else {
    // One loop over all values, of which the compiler makes vectors.
    const double volume = volume_;
    const std::int64_t values = mapped.count * ncomp_;
    for (std::int64_t i = 0; i < values; ++i) f[i] *= volume;
  }
  products_.apply(mapped, ndim_, f, ncomp_);
}

const NonfiniteReport &BoxEngine::nonfinite() const {
  const NonfiniteReport &values = inner_->nonfinite();
  const NonfiniteReport &products = products_.report();
  // The integrand's own value says more than a product, so it goes first.
  report_ = {values.count + products.count, values.count > 0 ? values.first : products.first};
  return report_;
}

}  // namespace cuboid::engine::cpu
