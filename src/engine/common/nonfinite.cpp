#include "engine/common/nonfinite.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "base/failure.hpp"
#include "domain/point_text.hpp"
#include "map/box.hpp"
#include "simd/kernels.hpp"

namespace cuboid::engine {

namespace {

/// Fewer points may be so by chance.
constexpr std::int64_t min_points = 8;
constexpr std::int64_t max_points = 64;

bool all_nan(const double *f, int ncomp) {
  return std::all_of(f, f + ncomp, [](double value) { return std::isnan(value); });
}

}  // namespace

bool seems_of_one_point(std::int64_t count, int ncomp, std::int64_t nvec, const double *f) {
  if (nvec < 2 || count < min_points || !std::isnan(f[ncomp])) return false;
  for (std::int64_t i = 0; i < std::min(count, max_points); ++i)
    if (all_nan(f + i * ncomp, ncomp) != (i % nvec != 0)) return false;
  return true;
}

void refuse_if_of_one_point(int ncomp, std::int64_t nvec, const double *f) {
  if (all_nan(f, ncomp)) return;
  throw Failure(CUBOID_NONFINITE,
                "nvec = " + std::to_string(nvec) +
                    ", but the integrand gives values to the first point of a call alone: with "
                    "nvec above 1 it is handed several points, and their number");
}

void NonfiniteFilter::apply(const PointSet &points, int ndim, double *f, int ncomp) {
  if (policy_ == Nonfinite::leave || simd::kernels().all_finite(points.count * ncomp, f)) return;
  count(points, ndim, f, ncomp);
  if (policy_ == Nonfinite::stop) {
    const std::string others = report_.count == 1
                                   ? ""
                                   : ", the first of " + std::to_string(report_.count) +
                                         " values that are not finite in this batch";
    throw Failure(CUBOID_NONFINITE, "the integrand is not finite: " + report_.first + others);
  }
}

std::string NonfiniteFilter::text_of(const double *point, int ndim, int component,
                                     double value) const {
  if (lower_ == nullptr) return domain::text_at(domain_, point, ndim, component, value);
  std::vector<double> x(point, point + ndim);
  map::move_to_box(map::make_box(ndim, lower_, upper_).data(), ndim, x.data(), 1);
  return domain::text_at(domain_, x.data(), ndim, component, value);
}

void NonfiniteFilter::count(const PointSet &points, int ndim, double *f, int ncomp) {
  for (std::int64_t i = 0; i < points.count; ++i) {
    for (int component = 0; component < ncomp; ++component) {
      double &value = f[i * ncomp + component];
      if (std::isfinite(value)) continue;
      if (report_.count == 0) report_.first = text_of(points.x + i * ndim, ndim, component, value);
      ++report_.count;
      if (policy_ == Nonfinite::zero) value = 0;
    }
  }
}

}  // namespace cuboid::engine
