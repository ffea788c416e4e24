// The lattices of Divonne, and what its regions have of values.
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

namespace {

inline __attribute__((always_inline)) bool is_any(const WideWord &word) {
  std::uint64_t all = 0;
  for (int k = 0; k < wide; ++k) all |= word[k];
  return all != 0;
}

inline __attribute__((always_inline)) WideWord outside(const double *f, const Wide &low,
                                                       const Wide &high) {
  Wide value;
  load(value, f);
  return reinterpret_cast<WideWord>(value < low) | reinterpret_cast<WideWord>(value > high);
}

}  // namespace

std::int64_t first_outside(const ValuesAndRanges &given) {
  const double *f = given.f;
  for (std::int64_t i = 0; i < given.count; ++i, f += given.ncomp) {
    if (given.ncomp < wide) {
      bool any = false;
      for (std::int64_t c = 0; c < given.ncomp; ++c)
        any |= (f[c] < given.low[c]) | (f[c] > given.high[c]);
      if (any) return i;
      continue;
    }
    WideWord any{};
    for (std::int64_t next = 0; next < given.ncomp; next += wide) {
      // The last ones overlap with those before them.
      const std::int64_t c = next + wide <= given.ncomp ? next : given.ncomp - wide;
      Wide low, high;
      load(low, given.low + c);
      load(high, given.high + c);
      any |= outside(f + c, low, high);
    }
    if (is_any(any)) return i;
  }
  return given.count;
}

}  // namespace cuboid::simd::CUBOID_SIMD
