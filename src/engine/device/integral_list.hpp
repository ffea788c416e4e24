// Many integrals of one integrand.
#pragma once

#include <cstddef>
#include <cstdint>

namespace cuboid::engine {

/// What the integrals have of their own.
struct ManyList {
  std::int64_t count = 0;
  const double *lower = nullptr;  ///< [ndim] each; nullptr: the unit cube
  const double *upper = nullptr;
  std::int64_t box_stride = 0;          ///< numbers from one to the next; 0: the same box for all
  const std::byte *userdata = nullptr;  ///< nullptr: the integrand's own
  std::int64_t userdata_stride = 0;     ///< bytes; 0: the same for all

  /// That are given: none, one for all, or those of each.
  std::int64_t boxes() const { return lower == nullptr ? 0 : box_stride == 0 ? 1 : count; }
};

/// Those of a list that a device is given.
struct IntegralList : ManyList {
  std::int64_t first = 0;                 ///< number of the first in the list of all, and
  const std::int64_t *numbers = nullptr;  ///< those of all; nullptr: they follow the first

  std::int64_t number_of(std::size_t i) const {
    return numbers != nullptr ? numbers[i] : first + static_cast<std::int64_t>(i);
  }
};

}  // namespace cuboid::engine
