// How large the error of a component may be: of a number of its own, of one of the two parts of a
// complex number, or of one component of a vector.  Every method decides by this, on the host and,
// but for vectors, on a GPU.
#pragma once

#ifndef __CUDACC_RTC__
#include <cmath>
#endif

#include "base/goal.hpp"
#include "base/hd.hpp"

namespace cuboid {

/// What is known of a component of the integral.
struct ComponentEstimate {
  double value = 0;
  double error = 0;
};

/// Of a number of that size.
CUBOID_HD inline double larger_tolerance(const Goal &goal, double size) {
  const double relative = goal.epsrel * size;
  // In this order, so that an infinite epsrel times zero, which is NaN, counts for nothing.
  return relative > goal.epsabs ? relative : goal.epsabs;
}

/// Of a complex number, by its parts; the squares stay in the range of double.
CUBOID_HD inline double modulus(double a, double b) {
  a = ::fabs(a);
  b = ::fabs(b);
  const double larger = a > b ? a : b;
  const double ratio = (a > b ? b : a) / larger;
  return larger > 0 && ratio <= 1 ? larger * ::sqrt(1 + ratio * ratio) : a + b;
}

/// What the error of a part adds to the error of its number, at most.
CUBOID_HD inline double part_of_error(ErrorNorm norm, const ComponentEstimate &part,
                                      const ComponentEstimate &other) {
  if (norm != ErrorNorm::modulus) return part.error;
  // |z| becomes no more than M = |(|x| + dx, |y| + dy)|, and
  // M - |z| = (dx (2 |x| + dx) + dy (2 |y| + dy)) / (M + |z|).
  const double size = ::fabs(part.value);
  const double both = modulus(size + part.error, ::fabs(other.value) + other.error) +
                      modulus(part.value, other.value);
  return both > 0 ? part.error * ((2 * size + part.error) / both) : part.error;
}

/// How large the error of a component may be.  other: the other part of the complex number, which
/// counts only where components are parts of complex numbers.
///
/// The part that adds more to the error of its number answers for the whole of it, and the other
/// one for what it adds: so both are within what they may be where the number is, and else the one
/// that has to become smaller is the farthest from it.
CUBOID_HD inline double tolerance_of(const Goal &goal, const ComponentEstimate &one,
                                     const ComponentEstimate &other) {
  const double size = ::fabs(one.value);
  if (goal.norm == ErrorNorm::component) return larger_tolerance(goal, size);
  if (goal.norm == ErrorNorm::largest) {
    const double beside = ::fabs(other.value);
    return larger_tolerance(goal, size > beside ? size : beside);
  }
  const double allowed = larger_tolerance(goal, modulus(one.value, other.value));
  const double part = part_of_error(goal.norm, one, other);
  const double rest = part_of_error(goal.norm, other, one);
  double counted = part;
  if (part >= rest) counted = goal.norm == ErrorNorm::l2 ? modulus(part, rest) : part + rest;
  return counted > 0 && counted <= 0x1p1023 ? one.error * (allowed / counted) : allowed;
}

/// The norms of the values and of the errors of a vector whose components are added one by one.
struct VectorEstimate {
  double size = 0;
  double error = 0;
  double components = 0;
};

CUBOID_HD inline void add(ErrorNorm norm, VectorEstimate &vector, const ComponentEstimate &one) {
  const double size = ::fabs(one.value);
  if (norm == ErrorNorm::vector_l1) {
    vector.size += size;
    vector.error += one.error;
  } else if (norm == ErrorNorm::vector_l2) {
    vector.size = modulus(vector.size, size);
    vector.error = modulus(vector.error, one.error);
  } else {
    // In this order, so that what is not a number stays.
    vector.size = size <= vector.size ? vector.size : size;
    vector.error = one.error <= vector.error ? vector.error : one.error;
  }
  vector.components += 1;
}

/// How large the error of a component of a vector may be.
///
/// Components whose errors make up most of the vector's answer for the whole of it; what the others
/// add together is less than half of it.  If all are within what they may be, so is the vector.
CUBOID_HD inline double tolerance_in_vector(const Goal &goal, const ComponentEstimate &one,
                                            const VectorEstimate &vector) {
  const double allowed = larger_tolerance(goal, vector.size);
  if (goal.norm == ErrorNorm::vector_max) return allowed;
  const double least =
      goal.norm == ErrorNorm::vector_l1 ? 2 * vector.components : ::sqrt(2 * vector.components);
  const bool answers = one.error * least >= vector.error && vector.error > 0;
  return answers && vector.error <= 0x1p1023 ? one.error * (allowed / vector.error) : allowed;
}

/// What is known of those that are decided about together with a component.
struct Beside {
  ComponentEstimate other;  ///< of a complex number: its other part
  VectorEstimate vector;    ///< of a vector
};

CUBOID_HD inline double tolerance_of(const Goal &goal, const ComponentEstimate &one,
                                     const Beside &beside) {
  return goal.norm >= ErrorNorm::vector_max ? tolerance_in_vector(goal, one, beside.vector)
                                            : tolerance_of(goal, one, beside.other);
}

/// Components that are decided about together, if that is no vector: two where they are parts of a
/// complex number, first the real and then the imaginary one.
CUBOID_HD inline int components_together(const Goal &goal) {
  return goal.norm == ErrorNorm::component ? 1 : 2;
}

}  // namespace cuboid
