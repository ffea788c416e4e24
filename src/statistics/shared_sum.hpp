// The sums of an integral that shares its samples with others: all hypercubes have equally many,
// four or a multiple of it, in pairs of mirror images; see statistics/cube_variance.hpp.
#pragma once

#include "base/hd.hpp"
#include "base/words.hpp"

namespace cuboid::statistics {

/// Samples that are added one after the other; the sums of such slices follow in their order.
inline constexpr uint64 shared_slice = 4096;

/// Of one component.
struct SharedSum {
  double sum = 0;
  double square = 0;           ///< of the differences of two pairs, added up
  double greatest_square = 0;  ///< of them
  double greatest = 0;         ///< magnitude of a value

  /// Four samples that follow each other.
  CUBOID_HD void add(const double *value) {
    const double pair = value[0] + value[1];
    const double next = value[2] + value[3];
    sum += pair;
    sum += next;
    const double difference = next - pair;
    square += difference * difference;
    greatest_square = larger(greatest_square, difference * difference);
    for (int i = 0; i < 4; ++i) greatest = larger(greatest, value[i] < 0 ? -value[i] : value[i]);
  }

  /// What follows.
  CUBOID_HD void join(const SharedSum &next) {
    sum += next.sum;
    square += next.square;
    greatest_square = larger(greatest_square, next.greatest_square);
    greatest = larger(greatest, next.greatest);
  }

 private:
  CUBOID_HD static double larger(double a, double b) { return a < b ? b : a; }
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
