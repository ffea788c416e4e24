#include "algorithm/divonne/climb.hpp"

#include <algorithm>
#include <cmath>

#include "cuba/divonne/numbers.hpp"
#include "elementary/functions.hpp"

namespace cuboid::algorithm::divonne_detail {

namespace {

/// The step falls by this factor from one scale to the next: places at one step on either side then
/// reach as far as what the scale before has left.
constexpr double narrower = 3;

/// Over the last ones the growth is measured.  The first ones lead to the top of a peak.
constexpr int scales = 22;
constexpr int measured = 12;

/// The last step at least, from which on nothing is nearer to a face, and the first one for that.
constexpr double min_step = 4 * nearest_face;
constexpr double min_first_step = min_step * 10460353203.0;
static_assert(narrower == 3 && scales == 22);  // 3^21

/// A power from which on the growth along an axis is one without a limit of the variance: 1/2 but
/// for chance, since where between two steps the place is adds a twentieth of the power either way,
/// as a standard deviation.
constexpr double min_power = 0.4;

/// A place on an axis one step towards its beginning.  Where the face is nearer than that, it lies
/// between place and face, or on the other side of a place that is too near to the face for it.
double stepped_down(double x, double step) {
  if (x > step + nearest_face) return std::max(x - step, std::min(x, step / narrower));
  return x > step / narrower ? step / narrower : x + step;
}

/// From one point along one axis.
class Climb {
 public:
  Climb(const Summit &from, std::size_t axis)
      : component_(from.component),
        axis_(axis),
        first_step_(std::max(from.box->width(axis) / narrower, min_first_step)),
        x_(from.x),
        height_(from.height) {}

  /// Puts both places into x, [2][ndim].  part: of the first step.
  void propose(double part, double *x) const {
    const double step = part * first_step_;
    for (const bool up : {false, true}) {
      std::copy(x_.begin(), x_.end(), x);
      x[axis_] = up ? 1 - stepped_down(1 - x_[axis_], step) : stepped_down(x_[axis_], step);
      x += x_.size();
    }
  }

  /// f: [2][ncomp], at what was proposed.
  void move(const double *x, const double *f, std::size_t ncomp, int scale) {
    const double lower = std::fabs(f[component_]);
    const double upper = std::fabs(f[ncomp + component_]);
    const double best = std::max(lower, upper);
    if (scale == scales - 1 - measured) before_ = best;
    after_ = best;
    if (!(best > height_)) return;
    height_ = best;
    x_[axis_] = x[(upper > lower ? x_.size() : 0) + axis_];
  }

  /// A zero on the way is no growth.
  bool has_no_limit() const {
    const double least = min_power * measured * elementary::log(narrower);
    return before_ > 0 && elementary::log(after_ / before_) > least;
  }

 private:
  std::size_t component_, axis_;
  double first_step_;
  std::vector<double> x_;
  double height_;
  /// What is met one step from the place, at the scale where the measurement begins, and at the
  /// last one: a place that is nearer to a singularity than the step does not move.
  double before_ = 0, after_ = 0;
};

}  // namespace

std::int64_t points_of_climb(int ndim) {
  return std::int64_t{2} * scales * ndim;
}

bool grows_without_limit(const std::vector<Summit> &from, Evaluations &evaluations) {
  const std::size_t ndim = as_size(evaluations.ndim());
  const std::size_t ncomp = as_size(evaluations.ncomp());
  std::vector<Climb> climbs;
  for (const Summit &one : from)
    for (std::size_t axis = 0; axis < ndim; ++axis) climbs.emplace_back(one, axis);
  const std::size_t together = 2 * climbs.size();
  std::vector<double> x(together * ndim), f(together * ncomp);
  double part = 1;
  for (int scale = 0; scale < scales; ++scale, part /= narrower) {
    for (std::size_t i = 0; i < climbs.size(); ++i) climbs[i].propose(part, &x[2 * i * ndim]);
    evaluations.evaluate(Phase::main, static_cast<std::int64_t>(together), x.data(), f.data());
    for (std::size_t i = 0; i < climbs.size(); ++i)
      climbs[i].move(&x[2 * i * ndim], &f[2 * i * ncomp], ncomp, scale);
  }
  return std::any_of(climbs.begin(), climbs.end(),
                     [](const Climb &one) { return one.has_no_limit(); });
}

}  // namespace cuboid::algorithm::divonne_detail
