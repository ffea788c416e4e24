#include "engine/cpu/nonfinite.hpp"

#include <bit>
#include <cmath>
#include <string>

#include "base/failure.hpp"
#include "base/point_text.hpp"

namespace cuboid::engine::cpu {

bool all_finite(const double *f, std::int64_t count) {
  // Adding one unit of the exponent to an exponent of all ones, and to no other, reaches the sign
  // bit.
  constexpr std::uint64_t exponent = 0x7ff0000000000000;
  constexpr std::uint64_t unit = 0x0010000000000000;
  const auto carry_of = [](double value) {
    return (std::bit_cast<std::uint64_t>(value) & exponent) + unit;
  };
  // Lanes that do not depend on each other, which compilers turn into vector instructions.
  std::uint64_t even = 0, odd = 0, even_after = 0, odd_after = 0;
  std::int64_t i = 0;
  for (; i + 3 < count; i += 4) {
    even |= carry_of(f[i]);
    odd |= carry_of(f[i + 1]);
    even_after |= carry_of(f[i + 2]);
    odd_after |= carry_of(f[i + 3]);
  }
  for (; i < count; ++i) even |= carry_of(f[i]);
  const std::uint64_t carry = even | odd | even_after | odd_after;
  return carry >> 63 == 0;
}

void NonfiniteFilter::apply(const PointSet &points, int ndim, double *f, int ncomp) {
  if (policy_ == Nonfinite::leave || all_finite(f, points.count * ncomp)) return;
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

}  // namespace cuboid::engine::cpu
