// The sums of an integral that shares its samples with others: all hypercubes have equally many,
// four or a multiple of it, in pairs of mirror images; see statistics/cube_variance.hpp.
#pragma once

#include "base/hd.hpp"
#include "base/magnitude.hpp"
#include "base/words.hpp"

namespace cuboid::statistics {

/// Samples that are added one after the other; the sums of such slices follow in their order.
inline constexpr uint64 shared_slice = 4096;

/// A value as it is added.  volume: of the sample.  Far out in an infinite box, the volume in the
/// units of tiny values may be beyond the range of double; the value is not.
CUBOID_HD inline double shared_value(double f, double volume, double scale) {
  const double value = f * (volume * scale);
  return upper_word(value) < infinite_word ? value : f * scale * volume;
}

/// Of one component.  Of the greatest there are upper words, as a comparison of integers takes less
/// time.
struct SharedSum {
  double sum = 0;
  double square = 0;           ///< of the differences of two pairs, added up
  uint32 greatest_square = 0;  ///< of them
  uint32 greatest = 0;         ///< of the magnitudes of the values

  /// Four samples that follow each other.
  CUBOID_HD void add(const double *value) {
    uint32 most = 0;
    for (int i = 0; i < 4; ++i) most = larger(most, upper_word(value[i]));
    add(value, most);
  }

  /// The same.  most: the greatest of the upper words of their magnitudes.
  CUBOID_HD void add(const double *value, uint32 most) {
    const double pair = value[0] + value[1];
    const double next = value[2] + value[3];
    sum += pair;
    sum += next;
    const double difference = next - pair;
    const double product = difference * difference;
    square += product;
    greatest_square = larger(greatest_square, upper_word(product));
    greatest = larger(greatest, most);
  }

  /// What follows.
  CUBOID_HD void join(const SharedSum &next) {
    sum += next.sum;
    square += next.square;
    greatest_square = larger(greatest_square, next.greatest_square);
    greatest = larger(greatest, next.greatest);
  }

 private:
  CUBOID_HD static uint32 larger(uint32 a, uint32 b) { return a < b ? b : a; }
};

/// Of all components of one integral.
struct SharedCount {
  uint64 nonfinite = 0;  ///< samples with a value that was NaN or infinite, taken as 0
  uint64 first = 0;      ///< the first of them, if there are any

  CUBOID_HD void add(uint64 sample) {
    if (nonfinite++ == 0) first = sample;
  }
  CUBOID_HD void join(const SharedCount &next) {
    if (nonfinite == 0) first = next.first;
    nonfinite += next.nonfinite;
  }
};

}  // namespace cuboid::statistics
