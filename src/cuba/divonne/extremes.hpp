// The least and the greatest value of every component among the points of a region.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "cuba/divonne/region.hpp"
#include "simd/kernels.hpp"

namespace cuboid::algorithm::divonne_detail {

class Extremes {
 public:
  Extremes(std::size_t ndim, std::size_t ncomp)
      : ndim_(ndim), ncomp_(ncomp), numbers_(2 * ncomp * (1 + ndim)) {
    std::fill_n(low(), ncomp, std::numeric_limits<double>::infinity());
    std::fill_n(high(), ncomp, -std::numeric_limits<double>::infinity());
  }

  /// Takes count points into account.  The first of equal values stands.
  void note(std::size_t count, const double *x, const double *f) {
    if (ncomp_ < worth_a_kernel) {
      for (std::size_t c = 0; c < ncomp_; ++c)
        for (std::size_t i = 0; i < count; ++i)
          if (const double value = f[i * ncomp_ + c]; value < low()[c] || value > high()[c])
            note_component(c, x + i * ndim_, value);
      return;
    }
    const auto rows = static_cast<std::int64_t>(count), ncomp = static_cast<std::int64_t>(ncomp_);
    for (std::int64_t row = 0;; ++row) {
      row += simd::kernels().first_outside({rows - row, ncomp, f + row * ncomp, low(), high()});
      if (row >= rows) return;
      for (std::size_t c = 0; c < ncomp_; ++c)
        note_component(c, x + static_cast<std::size_t>(row) * ndim_,
                       f[static_cast<std::size_t>(row) * ncomp_ + c]);
    }
  }

  /// The same for the value of one component at one point.
  void note_component(std::size_t c, const double *x, double value) {
    if (value < low()[c]) {
      low()[c] = value;
      std::copy_n(x, ndim_, numbers_.data() + place_of_lowest(c));
    }
    if (value > high()[c]) {
      high()[c] = value;
      std::copy_n(x, ndim_, numbers_.data() + place_of_highest(c));
    }
  }

  std::size_t ncomp() const { return ncomp_; }
  Range range(std::size_t c) const { return {numbers_[c], numbers_[ncomp_ + c]}; }
  const double *lowest(std::size_t c) const { return numbers_.data() + place_of_lowest(c); }
  const double *highest(std::size_t c) const { return numbers_.data() + place_of_highest(c); }

 private:
  /// With fewer components a call costs more than it saves.
  static constexpr std::size_t worth_a_kernel = 4;

  double *low() { return numbers_.data(); }
  double *high() { return numbers_.data() + ncomp_; }
  std::size_t place_of_lowest(std::size_t c) const { return 2 * ncomp_ + 2 * c * ndim_; }
  std::size_t place_of_highest(std::size_t c) const { return place_of_lowest(c) + ndim_; }

  std::size_t ndim_, ncomp_;
  /// [ncomp] the least values, [ncomp] the greatest, [ncomp][2][ndim] where each of them is.
  SmallVector<double, 18> numbers_;
};

}  // namespace cuboid::algorithm::divonne_detail
