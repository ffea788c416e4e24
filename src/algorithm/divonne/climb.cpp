#include "algorithm/divonne/climb.hpp"

#include <algorithm>
#include <cmath>

#include "algorithm/divonne/numbers.hpp"
#include "elementary/functions.hpp"

namespace cuboid::algorithm::divonne_detail {

namespace {

/// The step falls by this factor from one scale to the next: places at one step on either side then
/// reach as far as what the scale before has left.
constexpr double narrower = 3;

/// Over the last ones the growth is measured.  The first ones lead to the top of a peak.
constexpr int scales = 18;
constexpr int measured = 8;

/// The last step at least, from which on nothing is nearer to a face, and the first one for that.
constexpr double least_step = 4 * nearest_face;
constexpr double least_first_step = least_step * 129140163.0;
static_assert(narrower == 3 && scales == 18);  // 3^17

/// A power from which on the growth is one without a limit of the variance: 1/2 but for chance.
/// Where between two steps the place is adds a tenth of the power either way, as a standard
/// deviation.
constexpr double least_power = 0.375;

/// A place on an axis one step towards its beginning.  Where the face is nearer than that, it lies
/// between place and face, or on the other side of a place that is too near to the face for it.
double stepped_down(double x, double step) {
  if (x > step + nearest_face) return std::max(x - step, std::min(x, step / narrower));
  return x > step / narrower ? step / narrower : x + step;
}

class Climber {
 public:
  Climber(const Summit &from, std::size_t ndim)
      : from_(from), x_(from.x), height_(from.height), own_(ndim, 0.0), profile_(ndim, 0.0) {}

  /// Puts both places on an axis into x, [2][ndim].  part: of the width of the region.
  void propose(std::size_t axis, double part, double *x) const {
    const double step = part * std::max(from_.box->width(axis), narrower * least_first_step);
    for (const bool up : {false, true}) {
      std::copy(x_.begin(), x_.end(), x);
      x[axis] = up ? 1 - stepped_down(1 - x_[axis], step) : stepped_down(x_[axis], step);
      x += x_.size();
    }
  }

  /// f: [2][ncomp], at what was proposed.
  void move(std::size_t axis, const double *x, const double *f, std::size_t ncomp, int scale) {
    double best = 0;
    const double *place = x;
    for (int i = 0; i < 2; ++i, x += x_.size(), f += ncomp) {
      const double height = std::fabs(f[from_.component]);
      if (height <= best) continue;
      best = height;
      place = x;
    }
    // What the other axes have brought is no growth along this one.
    const double others = total_ - own_[axis];
    if (scale == scales - 1 - measured) profile_[axis] = elementary::log(best) - others;
    if (scale == scales - 1) profile_[axis] = elementary::log(best) - others - profile_[axis];
    if (!(best > height_)) return;
    const double gain = elementary::log(best / height_);
    own_[axis] += gain;
    total_ += gain;
    height_ = best;
    x_.assign(place, place + x_.size());
  }

  /// A zero on the way is no growth.
  bool has_no_limit() const {
    const double least = least_power * measured * elementary::log(narrower);
    return std::any_of(profile_.begin(), profile_.end(),
                       [&](double one) { return one > least && std::isfinite(one); });
  }

 private:
  const Summit &from_;
  std::vector<double> x_;
  double height_;
  double total_ = 0;         ///< by which the logarithm of the height has grown
  std::vector<double> own_;  ///< [ndim] of that, along an axis
  /// [ndim] The logarithm of what is met at a step from the place, along an axis: at the scale
  /// where the measurement begins, and then its growth since.
  std::vector<double> profile_;
};

}  // namespace

std::int64_t points_of_climb(int ndim) {
  return std::int64_t{2} * scales * ndim;
}

bool grows_without_limit(const std::vector<Summit> &from, Evaluations &evaluations) {
  const std::size_t ndim = as_size(evaluations.ndim());
  const std::size_t ncomp = as_size(evaluations.ncomp());
  std::vector<Climber> climbers;
  for (const Summit &one : from) climbers.emplace_back(one, ndim);
  const std::size_t together = 2 * climbers.size();
  std::vector<double> x(together * ndim), f(together * ncomp);
  double part = 1;
  for (int scale = 0; scale < scales; ++scale) {
    part /= narrower;
    for (std::size_t axis = 0; axis < ndim; ++axis) {
      for (std::size_t i = 0; i < climbers.size(); ++i)
        climbers[i].propose(axis, part, &x[2 * i * ndim]);
      evaluations.evaluate(Phase::main, static_cast<std::int64_t>(together), x.data(), f.data());
      for (std::size_t i = 0; i < climbers.size(); ++i)
        climbers[i].move(axis, &x[2 * i * ndim], &f[2 * i * ncomp], ncomp, scale);
    }
  }
  return std::any_of(climbers.begin(), climbers.end(),
                     [](const Climber &one) { return one.has_no_limit(); });
}

}  // namespace cuboid::algorithm::divonne_detail
