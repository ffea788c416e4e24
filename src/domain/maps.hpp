// Maps of the unit cube onto regions, for the host and for texts that are compiled for a device.
// Each writes x and returns the Jacobian |dx/dt|.
#pragma once

#include "base/hd.hpp"
#include "map/interval.hpp"
#ifndef __CUDACC_RTC__
#include "elementary/functions.hpp"
#include "elementary/trigonometric.hpp"
#endif

namespace cuboid::domain {

inline constexpr double pi = 3.14159265358979323846;

#ifdef __CUDACC_RTC__
/// (sin(2 pi t) / t - 2 pi) / t^2 and (cos(2 pi t) - 1) / t^2 by powers of t^2, the highest first,
/// each with the least relative error of sine and cosine up to t = 1/8: 4e-18 and 6e-17.
static __constant__ double of_turn[6][2] = {
    {0x1.e3ff27bda9602p+1, 0x1.f3dcefc253a8cp+2}, {-0x1.e3009897604ddp+3, -0x1.a6c9ca510bac5p+4},
    {0x1.5078300c421f2p+5, 0x1.e1f4fb8446debp+5}, {-0x1.32d2cce324134p+6, -0x1.55d3c7dc3de0ap+6},
    {0x1.466bc67758cb2p+6, 0x1.03c1f081b0e28p+6}, {-0x1.4abbce625be46p+5, -0x1.3bd3cc9be459dp+4}};
/// -x if the second bit of n is set.
__device__ inline double negated_by(int n, double x) {
  return __hiloint2double(__double2hiint(x) ^ (n & 2) << 30, __double2loint(x));
}
/// Of 2 pi t, t from 0 to 1, with errors of 1.5e-16 at most.  Instructions bound the kernels, and
/// sincospi has more: a ball takes 4 % more time with it (tests/bench/results/regions.txt).
__device__ inline void sine_and_cosine_of_turn(double t, double &sine, double &cosine) {
  constexpr double units = 0x1.8p50;  // the last digit of such numbers is 1/4
  const double nearest = t + units;
  const int quarters = __double2loint(nearest);
  const double rest = t - (nearest - units);
  const double square = rest * rest;
  double s = of_turn[0][0], c = of_turn[0][1];
#pragma unroll
  for (int i = 1; i < 6; ++i) {
    s = ::fma(s, square, of_turn[i][0]);
    c = ::fma(c, square, of_turn[i][1]);
  }
  s = rest * ::fma(s, square, 2 * pi);
  c = ::fma(c, square, 1.0);
  const bool odd = (quarters & 1) != 0;
  sine = negated_by(quarters, odd ? c : s);
  cosine = negated_by(quarters + 1, odd ? s : c);
}
CUBOID_HD inline double exponential(double x) {
  return ::exp(x);
}
#else
/// Of 2 pi t, with the same bits on every processor.
inline void sine_and_cosine_of_turn(double t, double &sine, double &cosine) {
  sine = elementary::sin(2 * pi * t);
  cosine = elementary::cos(2 * pi * t);
}
inline double exponential(double x) {
  return elementary::exp(x);
}
#endif

/// One of count parts into which [0, 1] is cut.
struct Part {
  int number;
  double t;      ///< within it, from 0 to 1
  double scale;  ///< 1 / its width
};

/// The cuts are multiples of powers of 1/2, where cubature bisects: with m = 2^k, the least such
/// power that is not below count, the first m - count parts have the width 2/m, the others 1/m.
CUBOID_HD inline Part part_at(int count, double t) {
  int m = 1;
  while (m < count) m *= 2;
  const int wide = m - count;
  int place = static_cast<int>(t * m);
  if (place >= m) place = m - 1;
  const bool is_wide = place < 2 * wide;
  const int number = is_wide ? place / 2 : place - wide;
  const double scale = is_wide ? 0.5 * m : m;
  const int begin = is_wide ? number * 2 : place;  // in units of 1/m
  return {number, (t * m - begin) * (is_wide ? 0.5 : 1.0), scale};
}

/// Where the part of a number lies in [0, 1].
struct PartPlace {
  double begin, width;
};
CUBOID_HD inline PartPlace place_of_part(int count, int number) {
  int m = 1;
  while (m < count) m *= 2;
  const int wide = m - count;
  const double unit = 1.0 / m;
  return number < wide ? PartPlace{2 * number * unit, 2 * unit}
                       : PartPlace{(number + wide) * unit, unit};
}

/// From [0, 1] to [0, 1], so that what an integrand has at 0, as x^-a or log x, vanishes there with
/// all derivatives: y = 1 + tanh(pi/2 sinh s), s from -5 to 0, the lower half of the double
/// exponential formula (H. Takahasi, M. Mori, Publ. RIMS 9 (1974) 721).  It begins at 1e-101, so
/// that products of three still are numbers.
CUBOID_HD inline double from_singular_end(double t, double &jacobian) {
  constexpr double least = -5;
  const double power = exponential(least * (1 - t));
  const double cosine = 0.5 * (power + 1 / power);  // hyperbolic
  const double sine = 0.5 * (power - 1 / power);
  const double ratio = exponential(pi * sine);  // (1 + tanh) / (1 - tanh)
  const double y = 2 * ratio / (1 + ratio);
  jacobian = y * (1 - 0.5 * y) * pi * cosine * -least;
  return y;
}

/// A part of an axis.
struct Segment {
  map::Interval interval;
  double sign;      ///< -1: it runs against the axis
  int is_singular;  ///< where it begins
};

/// An axis that is cut into segments.
CUBOID_HD inline double axis_map(int count, const Segment *segments, double t, double &x) {
  const Part part = count == 1 ? Part{0, t, 1} : part_at(count, t);
  const Segment &segment = segments[part.number];
  double of_end = 1, jacobian;
  const double place = segment.is_singular ? from_singular_end(part.t, of_end) : part.t;
  x = segment.interval.map(place, jacobian);
  return jacobian * of_end * segment.sign * part.scale;
}

/// The square from lower to upper on both axes, for what is singular where x[0] = x[1]: two
/// triangles, whose sides on the diagonal are singular ends.
CUBOID_HD inline double diagonal_map(double lower, double upper, const double *t, double *x) {
  const Part part = part_at(2, t[0]);
  double of_end;
  const double apart = from_singular_end(t[1], of_end);
  const double width = upper - lower;
  const double far = part.t * width;  // of the larger coordinate from lower
  x[part.number] = lower + far;
  double &smaller = x[1 - part.number];
  smaller = lower + far - far * apart;
  if (!(smaller < x[part.number])) smaller = ::nextafter(x[part.number], lower);
  return part.scale * width * far * of_end;
}

/// From one limit to the other, as map::Interval has it; limits in falling order give a negative
/// Jacobian.  NaN where the limits bound nothing.
CUBOID_HD inline double between(double lower, double upper, double t, double &x) {
  constexpr double most = 1.7976931348623157e308;
  if (lower >= -most && lower <= most && upper >= -most && upper <= most) {
    x = lower + t * (upper - lower);
    return upper - lower;
  }
  const bool falls = lower > upper;
  const double low = falls ? upper : lower;
  const double high = falls ? lower : upper;
  map::Interval interval{map::IntervalKind::everywhere, 0, falls ? -1.0 : 1.0, -most, most};
  if (!(low < high)) {  // a NaN, or the same infinity twice
    x = low - high;
    return x;
  }
  if (low >= -most) {
    interval.kind = map::IntervalKind::from;
    interval.origin = low;
  } else if (high <= most) {
    interval.kind = map::IntervalKind::to;
    interval.origin = high;
  }
  double jacobian;
  x = interval.map(t, jacobian);
  return jacobian;
}

/// The same of an axis of a point whose coordinates before it are set.  An integrand may be
/// infinite where a function of them is 0 that is rounded as the largest of them is, so that x
/// keeps away from limits that are not 0.
CUBOID_HD inline double between_after(int axis, double lower, double upper, double t, double *x) {
  const double jacobian = between(lower, upper, t, x[axis]);
  const double low = lower < upper ? lower : upper;
  const double high = lower < upper ? upper : lower;
  double largest = -low > high ? -low : high;
  for (int d = 0; d < axis; ++d) largest = ::fmax(largest, ::fabs(x[d]));
  const double distance = 0x1p-51 * largest;
  if (!(high - low > 4 * distance)) return jacobian;
  if (low != 0 && x[axis] < low + distance) x[axis] = low + distance;
  if (high != 0 && x[axis] > high - distance) x[axis] = high - distance;
  return jacobian;
}

/// det of an [n][n] matrix, which is overwritten: Gauss' elimination, the largest of a column
/// first.  Number: double, or what becomes one.
template <class Number>
CUBOID_HD inline double eliminate(int n, Number *matrix) {
  double product = 1;
  for (int k = 0; k < n; ++k) {
    int largest = k;
    for (int row = k + 1; row < n; ++row)
      if (::fabs(double(matrix[row * n + k])) > ::fabs(double(matrix[largest * n + k])))
        largest = row;
    if (double(matrix[largest * n + k]) == 0) return 0;
    if (largest != k) product = -product;
    for (int column = 0; column < n; ++column) {
      const Number kept = matrix[k * n + column];
      matrix[k * n + column] = matrix[largest * n + column];
      matrix[largest * n + column] = kept;
    }
    product *= double(matrix[k * n + k]);
    for (int row = k + 1; row < n; ++row) {
      const Number factor = matrix[row * n + k] / matrix[k * n + k];
      for (int column = k; column < n; ++column)
        matrix[row * n + column] = matrix[row * n + column] - factor * matrix[k * n + column];
    }
  }
  return product;
}

/// |det(v_k - v_0)|, n! times the volume, on a device.  sides: [n][n], for what is computed.
CUBOID_HD inline double simplex_volume(int n, const double *vertices, double *sides) {
  for (int i = 0; i < n * n; ++i) sides[i] = vertices[n + i] - vertices[i % n];
  return ::fabs(eliminate(n, sides));
}

/// The vertices with the first and the apex exchanged.
CUBOID_HD inline void apex_first(int ndim, int apex, const double *given, double *vertices) {
  for (int i = 0; i < (ndim + 1) * ndim; ++i) vertices[i] = given[i];
  for (int d = 0; d < ndim; ++d) {
    vertices[d] = given[apex * ndim + d];
    vertices[apex * ndim + d] = given[d];
  }
}

/// M. G. Duffy, SIAM J. Numer. Anal. 19 (1982) 1260: x = v0 + sum_k w_k (v_k - v_(k-1)) with w_k =
/// t_1 ... t_k.  The face t_1 = 0 is the vertex v0, towards which the Jacobian vanishes as the
/// power ndim - 1 of the distance.  vertices: [ndim + 1][ndim], v0 first.  volume: |det(v_k - v0)|.
CUBOID_HD inline double simplex_map(int ndim, const double *vertices, double volume,
                                    const double *t, double *x) {
  for (int d = 0; d < ndim; ++d) x[d] = vertices[d];
  double w = 1;
  double jacobian = volume;
  for (int k = 0; k < ndim; ++k) {
    w *= t[k];
    if (k < ndim - 1) jacobian *= w;
    const double *const before = vertices + k * ndim;
    for (int d = 0; d < ndim; ++d) x[d] += w * (before[ndim + d] - before[d]);
  }
  return jacobian;
}

/// An angle from 0 to pi by its cosine 1 - 6 t^2 + 4 t^3.  The angle as pi t has a Jacobian of
/// sin(pi t), where this one has 12 t (1 - t): polynomials are what rules integrate exactly, and
/// functions of the distance from the centre or along the axis need a third of the evaluations.
/// product: is multiplied by the sine.  Returns the derivative of the angle, times the new product.
CUBOID_HD inline double polar_angle(double t, double &product, double &cosine) {
#ifdef __CUDACC_RTC__
  // The same with fewer instructions.
  const double half = t * (1 - t);
  const double square = 3 + 4 * half;
  const double jacobian = 12 * half * product;
  cosine = (1 - 2 * t) * (1 + 2 * half);
  product *= 2 * half * (square * ::rsqrt(square));
  return jacobian;
#else
  const double root = ::sqrt((3 - 2 * t) * (1 + 2 * t));
  cosine = (1 - 2 * t) * (1 + 2 * t * (1 - t));
  product *= 2 * t * (1 - t) * root;
  return 6 / root * product;
#endif
}

/// A point of the unit sphere in ndim >= 2 dimensions, by its ndim - 1 angles, the last 2 pi t.
CUBOID_HD inline double direction_map(int ndim, const double *t, double *x) {
  double product = 1;  // of the sines so far
  double jacobian = 1;
  double sine, cosine;
  for (int k = 0; k < ndim - 2; ++k) {
    const double before = product;
    jacobian *= polar_angle(t[k], product, cosine);
    x[k] = before * cosine;
  }
  sine_and_cosine_of_turn(t[ndim - 2], sine, cosine);
  x[ndim - 2] = product * cosine;
  x[ndim - 1] = product * sine;
  return 2 * pi * jacobian;
}

/// Between two spheres around a centre; the radius is linear in t[0].
CUBOID_HD inline double shell_map(int ndim, const double *centre, double inner, double outer,
                                  const double *t, double *x) {
  const double radius = inner + t[0] * (outer - inner);
  double jacobian = direction_map(ndim, t + 1, x) * (outer - inner);
  for (int d = 0; d < ndim; ++d) x[d] = centre[d] + radius * x[d];
  for (int d = 1; d < ndim; ++d) jacobian *= radius;
  return jacobian;
}

/// The surface |x - centre| = radius, by ndim - 1 coordinates.
CUBOID_HD inline double sphere_map(int ndim, const double *centre, double radius, const double *t,
                                   double *x) {
  double jacobian = direction_map(ndim, t, x);
  for (int d = 0; d < ndim; ++d) x[d] = centre[d] + radius * x[d];
  for (int d = 1; d < ndim; ++d) jacobian *= radius;
  return jacobian;
}

/// x = matrix y + offset.  determinant: |det(matrix)|.
CUBOID_HD inline double image_map(int ndim, const double *matrix, const double *offset,
                                  double determinant, const double *y, double *x) {
  for (int d = 0; d < ndim; ++d) {
    x[d] = offset[d];
    for (int k = 0; k < ndim; ++k) x[d] += matrix[d * ndim + k] * y[k];
  }
  return determinant;
}

/// The unit cube by ndim pyramids with their tops in one corner, towards which the Jacobian
/// vanishes as the power ndim - 1 of the distance: the axis along which a point is farthest has s,
/// the others s t.  upper: by axis, whether the corner is at 1.
CUBOID_HD inline double corner_map(int ndim, const int *upper, const double *t, double *y) {
  const Part part = part_at(ndim, t[0]);
  const double s = part.t;
  double jacobian = part.scale;
  for (int d = 0, next = 1; d < ndim; ++d) y[d] = d == part.number ? s : s * t[next++];
  for (int d = 0; d < ndim; ++d)
    if (upper[d] != 0) y[d] = 1 - y[d];
  for (int d = 1; d < ndim; ++d) jacobian *= s;
  return jacobian;
}

}  // namespace cuboid::domain
