// Conversions between the kinds of numbers.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>

namespace cuboid::algorithm::divonne_detail {

/// More than any number of points that can be evaluated, and safe to add and to multiply a little.
inline constexpr std::int64_t max_number = std::int64_t{1} << 52;

/// That maxeval may ask for.
inline constexpr std::int64_t max_maxeval = 256 * max_number;

inline std::size_t as_size(std::int64_t n) {
  return static_cast<std::size_t>(n);
}

/// The next integer, at most max_number; 0 for what is not above 0.
inline std::int64_t rounded_up(double number) {
  if (!(number > 0)) return 0;
  return number < static_cast<double>(max_number) ? static_cast<std::int64_t>(std::ceil(number))
                                                  : max_number;
}

}  // namespace cuboid::algorithm::divonne_detail
