#include "engine/cpu/points/tails.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <utility>
#include <vector>

#include "domain/domain.hpp"
#include "map/fading.hpp"
#include "simd/kernels.hpp"

namespace cuboid::engine::cpu {

namespace {

/// From a point that is NaN.
struct Ray {
  std::int64_t point;
  map::FadingSearch search = {};
  bool settled = false;
};

/// x of a coordinate, with its distance from the end halved so many times.
using Halved = std::function<double(int axis, double x, int halvings)>;

class Tails {
 public:
  Tails(const HostFunction &host, const PointSet &points, double *f, Halved halved,
        const EvaluateBatch &evaluate)
      : host_(host), points_(points), f_(f), halved_(std::move(halved)), evaluate_(evaluate) {
    for (std::int64_t i = 0; i < points.count; ++i) {
      const double *const row = f + i * host.ncomp;
      if (std::any_of(row, row + host.ncomp, [](double v) { return std::isnan(v); }))
        rays_.push_back({i});
    }
  }

  /// Leaves the others as they are.  predicate: of a point [ndim].
  template <class Predicate>
  void keep(const Predicate &predicate) {
    std::erase_if(rays_,
                  [&](const Ray &ray) { return !predicate(points_.x + ray.point * host_.ndim); });
  }

  bool fill() {
    while (!rays_.empty()) {
      std::vector<double> near;
      if (!values([](const Ray &ray) { return ray.search.next(); }, near)) return false;
      for (std::size_t k = 0; k < rays_.size(); ++k) take(rays_[k], row(near, k));
      drop_settled();
      std::vector<Ray> open;
      std::partition_copy(rays_.begin(), rays_.end(), std::back_inserter(found_),
                          std::back_inserter(open),
                          [](const Ray &ray) { return ray.search.found(); });
      rays_ = std::move(open);
    }
    rays_ = std::move(found_);
    std::vector<double> near, nearer;
    if (!values([](const Ray &ray) { return ray.search.value_at; }, near)) return false;
    if (!values([](const Ray &ray) { return ray.search.value_at + 1; }, nearer)) return false;
    for (std::size_t k = 0; k < rays_.size(); ++k)
      if (all_of_nan(rays_[k], [&, k](std::size_t c) {
            return std::fabs(row(near, k)[c]) <= map::steep * std::fabs(row(nearer, k)[c]);
          }))
        make_zero(rays_[k]);
    return true;
  }

 private:
  const double *row(const std::vector<double> &values, std::size_t k) const {
    return values.data() + k * static_cast<std::size_t>(host_.ncomp);
  }

  template <class Predicate>
  bool all_of_nan(const Ray &ray, const Predicate &predicate) const {
    for (int c = 0; c < host_.ncomp; ++c)
      if (std::isnan(f_[ray.point * host_.ncomp + c]) && !predicate(static_cast<std::size_t>(c)))
        return false;
    return true;
  }

  void make_zero(const Ray &ray) {
    for (int c = 0; c < host_.ncomp; ++c) {
      double &value = f_[ray.point * host_.ncomp + c];
      if (std::isnan(value)) value = 0;
    }
  }

  void take(Ray &ray, const double *f) {
    const int at = ray.search.next();
    if (!all_of_nan(ray, [f](std::size_t c) { return std::isfinite(f[c]); })) {
      ray.search.nan_at = at;
      ray.settled = ray.search.is_hopeless();
      return;
    }
    ray.search.value_at = at;
    if (!all_of_nan(ray, [f](std::size_t c) { return f[c] == 0; })) return;
    make_zero(ray);
    ray.settled = true;
  }

  void drop_settled() {
    std::erase_if(rays_, [](const Ray &ray) { return ray.settled; });
  }

  /// Of all rays, so many halvings from their points.
  template <class Halvings>
  bool values(const Halvings &halvings, std::vector<double> &f) const {
    std::vector<double> x;
    for (const Ray &ray : rays_)
      for (int d = 0; d < host_.ndim; ++d)
        x.push_back(halved_(d, points_.x[ray.point * host_.ndim + d], halvings(ray)));
    // An integrand that sums up what it sees by these weights sees nothing more.
    const std::vector<double> weight(rays_.size());
    PointSet part = points_;
    part.count = std::ssize(rays_);
    part.x = x.data();
    if (points_.weight != nullptr) part.weight = weight.data();
    f.resize(rays_.size() * static_cast<std::size_t>(host_.ncomp));
    return rays_.empty() || evaluate_(part, f.data());
  }

  const HostFunction &host_;
  const PointSet &points_;
  double *const f_;
  const Halved halved_;
  const EvaluateBatch &evaluate_;
  std::vector<Ray> rays_, found_;
};

bool fill_in_box(const HostFunction &host, const PointSet &points, double *f,
                 const EvaluateBatch &evaluate) {
  const auto halved = [&host](int axis, double x, int halvings) {
    const double lower = host.lower[axis], upper = host.upper[axis];
    if (std::isfinite(lower) && std::isfinite(upper)) return x;
    const double from = std::isfinite(lower) ? lower : std::isfinite(upper) ? upper : 0;
    return from + std::ldexp(x - from, -halvings);
  };
  return Tails(host, points, f, halved, evaluate).fill();
}

/// At half the distance of a coordinate that goes to infinity, a face of the cube is twice as far.
double nearer(double t, int halvings) {
  return t < .5 ? std::fmin(.5, std::ldexp(t, halvings))
                : 1 - std::fmin(.5, std::ldexp(1 - t, halvings));
}

/// The largest coordinate of the image of a point of the cube.
double distance(const HostFunction &host, const std::vector<double> &t) {
  std::vector<double> x(static_cast<std::size_t>(host.domain->ndim()));
  double jacobian;
  host.domain->map_with(static_cast<const double *>(host.userdata), 1, t.data(), x.data(),
                        &jacobian);
  double largest = 0;
  for (const double value : x) largest = std::fmax(largest, std::fabs(value));
  return largest;
}

bool fill_in_region(const HostFunction &host, const PointSet &points, double *f,
                    const EvaluateBatch &evaluate) {
  Tails tails(
      host, points, f, [](int, double t, int halvings) { return nearer(t, halvings); }, evaluate);
  tails.keep([&host](const double *point) {
    std::vector<double> t(point, point + host.ndim);
    const double far = distance(host, t);
    for (double &value : t) value = nearer(value, 1);
    return far > 1.5 * distance(host, t);
  });
  return tails.fill();
}

}  // namespace

bool fill_tails(const HostFunction &host, const PointSet &points, double *f,
                const EvaluateBatch &evaluate) {
  const auto is_infinite = [&](int axis) {
    return std::isinf(host.lower[axis]) || std::isinf(host.upper[axis]);
  };
  int axis = 0;
  if (host.domain == nullptr) {
    if (host.lower == nullptr) return true;
    while (axis < host.ndim && !is_infinite(axis)) ++axis;
    if (axis == host.ndim) return true;
  }
  if (simd::kernels().all_finite(points.count * host.ncomp, f)) return true;
  return host.domain == nullptr ? fill_in_box(host, points, f, evaluate)
                                : fill_in_region(host, points, f, evaluate);
}

}  // namespace cuboid::engine::cpu
