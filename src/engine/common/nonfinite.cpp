#include "engine/common/nonfinite.hpp"

#include <cmath>
#include <string>

#include "base/failure.hpp"
#include "base/point_text.hpp"
#include "simd/kernels.hpp"

namespace cuboid::engine {

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

void NonfiniteFilter::count(const PointSet &points, int ndim, double *f, int ncomp) {
  for (std::int64_t i = 0; i < points.count; ++i) {
    for (int component = 0; component < ncomp; ++component) {
      double &value = f[i * ncomp + component];
      if (std::isfinite(value)) continue;
      if (report_.count == 0)
        report_.first = point_text(points.x + i * ndim, ndim, component, value);
      ++report_.count;
      if (policy_ == Nonfinite::zero) value = 0;
    }
  }
}

}  // namespace cuboid::engine
