// The lattices of Divonne.
#include "simd/functions.hpp"
#include "simd/vectors.hpp"

namespace cuboid::simd::CUBOID_SIMD {

namespace {

// Along as many neighbouring axes as there are numbers in Some.
template <class Some>
inline __attribute__((always_inline)) void reflect_along(const ReflectedPoints &points,
                                                         std::int64_t d) {
  Some lower, width, start, sign;
  load(lower, points.lower + d);
  load(width, points.width + d);
  load(start, points.start + d);
  load(sign, points.sign + d);
  const double *unit = points.unit + d;
  double *x = points.x + d;
  for (std::int64_t i = 0; i < points.count; ++i, unit += points.ndim, x += points.ndim) {
    Some place;
    load(place, unit);
    store<Some>(x, lower + (start + sign * place) * width);
  }
}

}  // namespace

void reflected_points(const ReflectedPoints &points) {
  std::int64_t d = 0;
  for (; d + 4 <= points.ndim; d += 4) reflect_along<Double4>(points, d);
  for (; d < points.ndim; ++d) reflect_along<double>(points, d);
}

}  // namespace cuboid::simd::CUBOID_SIMD
