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
  for (std::int64_t i = 0; i < points.count; ++i) {
    Some place;
    load(place, points.unit + i * points.ndim + d);
    store<Some>(points.x + i * points.ndim + d, lower + (start + sign * place) * width);
  }
}

}  // namespace

void reflected_points(const ReflectedPoints &points) {
  std::int64_t d = 0;
  for (; d + 4 <= points.ndim; d += 4) reflect_along<Double4>(points, d);
  for (; d < points.ndim; ++d) reflect_along<double>(points, d);
}

}  // namespace cuboid::simd::CUBOID_SIMD
