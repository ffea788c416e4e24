// A probe at what lies between the points of a rule, which stand on few lines and leave holes.
//
// Through places in a region that are drawn evenly, lines run along one of its axes, and on each
// line some points are evaluated.  What is smooth on the region has Chebyshev coefficients that
// fall along the line; what only one or two of the points meet, a bump or an edge, does not.
#pragma once

#ifndef __CUDACC_RTC__
#include <cmath>
#include <cstdint>
#endif

#include "base/hd.hpp"
#include "base/words.hpp"

namespace cuboid::rule {

constexpr int max_line_points = 16;

/// Points of a line.  In few dimensions rules have a higher degree, and what they resolve needs
/// more points to look smooth; in many, even what is small runs along much of an axis, and more
/// points of a line would see it twice.
CUBOID_HD constexpr int line_points(int ndim) {
  return ndim <= 3 ? max_line_points : max_line_points / 2;
}

/// The part of the region's width along which a line runs.
constexpr double line_length = .75;
/// Blocks of coefficients that fall by less than this are not those of a smooth function.  Those of
/// a single point that stands out fall by .45 where it is the outermost, less elsewhere; those of a
/// function that the rules resolve by .01 or more.
constexpr double falling_coefficients = .25;
/// Of the values, what is rounded away.
constexpr double probe_rounding = 0x1p-44;

/// What a number adds to a key, for whoever adds it to many keys.
CUBOID_HD inline std::uint64_t added_to_key(std::uint64_t number) {
  return mixed_step + mixed(number);
}

/// The key of what comes next, in a list of numbers that make up one.
CUBOID_HD inline std::uint64_t next_key(std::uint64_t key, std::uint64_t number) {
  return mixed(key + added_to_key(number));
}

/// Between 0 and 1.
CUBOID_HD inline double fraction_of_bits(std::uint64_t bits) {
  // As a signed number, whose conversion is one instruction.
  return (static_cast<double>(static_cast<std::int64_t>(bits >> 12)) + .5) * 0x1p-52;
}

/// Evenly distributed between 0 and 1, number: 0, 1, 2 ...
CUBOID_HD inline double drawn_fraction(std::uint64_t key, int number) {
  return fraction_of_bits(next_key(key, static_cast<std::uint64_t>(number)));
}

/// cos(pi i / 32)
CUBOID_HD constexpr double cosine_of_32nd(int i) {
  constexpr double quarter[17] = {1,
                                  0.99518472667219688624,
                                  0.98078528040323044913,
                                  0.95694033573220886494,
                                  0.92387953251128675613,
                                  0.88192126434835502971,
                                  0.83146961230254523708,
                                  0.77301045336273696081,
                                  0.70710678118654752440,
                                  0.63439328416364549822,
                                  0.55557023301960222474,
                                  0.47139673682599764856,
                                  0.38268343236508977173,
                                  0.29028467725446236764,
                                  0.19509032201612826785,
                                  0.09801714032956060199,
                                  0};
  i &= 63;
  i = i > 32 ? 64 - i : i;
  return i > 16 ? -quarter[32 - i] : quarter[i];
}

/// Lines that a region has a right to in a probe of about so many points, one half of which is
/// spread evenly over the cube, the other over the regions: what splitting cuts off from a peak
/// lies in small regions beside it, which have hardly a part in points that are spread by volume.
/// volume: the region's part of the cube.
CUBOID_HD inline double share_of_lines(std::int64_t npoints, int of_line, double volume,
                                       std::int64_t nregions) {
  const double half = .5 * static_cast<double>(npoints) / of_line;
  return half * volume + half / static_cast<double>(nregions);
}

/// A part of a line is one by lot.
CUBOID_HD inline std::int64_t whole_lines(double share, std::uint64_t key) {
  return static_cast<std::int64_t>(share + drawn_fraction(key, 0));
}

/// The line number `line` of a region, by the keys of the region and of the probe.
struct ProbeLine {
  std::uint64_t key = 0;
  int axis = 0;
  double first = 0;  ///< where it begins on its axis, in widths of the region
};

/// Of fractions that are drawn with the numbers ndim + 1 and ndim.
CUBOID_HD inline int axis_of_line(double drawn, int ndim) {
  return static_cast<int>(drawn * ndim);
}
CUBOID_HD inline double begin_of_line(double drawn) {
  return (1 - line_length) * drawn;
}

CUBOID_HD inline ProbeLine probe_line(std::uint64_t key, std::uint64_t line, int ndim) {
  ProbeLine result;
  result.key = next_key(key, line);
  result.axis = axis_of_line(drawn_fraction(result.key, ndim + 1), ndim);
  result.first = begin_of_line(drawn_fraction(result.key, ndim));
  return result;
}

/// cos(pi i / 32) is where a point of a line stands between its middle and its beginning.
CUBOID_HD constexpr int node_angle(int point, int npoints) {
  return (2 * point + 1) * (max_line_points / npoints);
}

/// Where the point at a node stands on its line, in lengths of that.
CUBOID_HD inline double part_of_line(double node) {
  return .5 * (1 - node);
}

/// The same on the axis, in widths of the region.
CUBOID_HD inline double along_line(const ProbeLine &line, double node) {
  return line.first + line_length * part_of_line(node);
}

/// What stands out of a line.
struct StandingOut {
  double height = 0;  ///< about; 0: nothing does
  int point = 0;      ///< where
};

/// The last coefficients, an even and an odd one, are compared with as many before them.  Those of
/// smooth functions fall the faster the higher they are: with four instead of two, the wide one of
/// two Gaussians hides the other, but for what is above 1e-5 of it.
constexpr int compared = 2;

/// cos(pi i / 32) is cos(k theta_j), the part that the point j has in one of these coefficients,
/// which are counted from the first of them on.
CUBOID_HD constexpr int coefficient_angle(int coefficient, int point, int npoints) {
  return (npoints - 2 * compared + coefficient) * node_angle(point, npoints);
}

/// Whether something stands out of a line.  low and high: sums of the absolute values of the lower
/// and of the upper half of these coefficients.  largest: absolute value on the line.
CUBOID_HD inline bool stands_out(double low, double high, int npoints, double largest) {
  return high > falling_coefficients * low && high > probe_rounding * npoints * largest;
}

// What follows is for the host alone; a device has its own way through a line
// (engine/cuda/kernel/regions_probe.cuh).
#ifndef __CUDACC_RTC__

/// cosine_of_32nd(i) where it is only known at run time which, up to 32.
struct HalfTurn {
  double cosine[33] = {};
  constexpr HalfTurn() {
    for (int i = 0; i <= 32; ++i) cosine[i] = cosine_of_32nd(i);
  }
};

inline double node_of_line(int point, int npoints) {
  static constexpr HalfTurn half_turn;
  return half_turn.cosine[node_angle(point, npoints)];
}

/// A coordinate of a point of the line, in widths of the region.  npoints: of the line.
inline double probe_coordinate(const ProbeLine &line, int d, int point, int npoints) {
  if (d != line.axis || npoints == 1) return drawn_fraction(line.key, d);
  return along_line(line, node_of_line(point, npoints));
}

/// The cosines of coefficient_angle, by the points of a line: made once, since they are all that
/// the probe at a line computes.
template <int npoints>
struct LineCosines {
  double of_point[npoints][2 * compared] = {};
  constexpr LineCosines() {
    for (int j = 0; j < npoints; ++j)
      for (int k = 0; k < 2 * compared; ++k)
        of_point[j][k] = cosine_of_32nd(coefficient_angle(k, j, npoints));
  }
};

/// [npoints][2 * compared], of a line of so many points.
inline const double *line_cosines(int npoints) {
  static constexpr LineCosines<max_line_points> of_most;
  static constexpr LineCosines<max_line_points / 2> of_half;
  return npoints == max_line_points ? of_most.of_point[0] : of_half.of_point[0];
}

/// Two coefficients that are summed side by side, each in the order of the points.  Compilers do
/// not see by themselves that they may be: an integral spends as much time here as in its rule.
typedef double TwoSums __attribute__((vector_size(2 * sizeof(double))));
static_assert(compared == 2);

/// Of a line of so many points.  The sum of f(j) cos(k theta_j) over them is the coefficient number
/// k times npoints / 2.
template <int npoints, class Value>
inline StandingOut standing_out_of_line(const Value &value) {
  static constexpr LineCosines<npoints> cosines;
  TwoSums first{};
  TwoSums last{};
  double largest = 0;
  for (int j = 0; j < npoints; ++j) {
    const double f = value(j);
    const double *const cosine = cosines.of_point[j];
    largest = largest > ::fabs(f) ? largest : ::fabs(f);
    first += f * TwoSums{cosine[0], cosine[1]};
    last += f * TwoSums{cosine[2], cosine[3]};
  }
  double low = 0;
  double high = 0;
  for (int k = 0; k < compared; ++k) {
    low += ::fabs(first[k]);
    high += ::fabs(last[k]);
  }
  StandingOut result;
  if (!stands_out(low, high, npoints, largest)) return result;
  // The point and the height that explain the last coefficients best.
  double best = 0;
  for (int j = 0; j < npoints; ++j) {
    double sum = 0;
    double squares = 0;
    for (int k = 0; k < compared; ++k) {
      const double cosine = cosines.of_point[j][compared + k];
      sum += last[k] * cosine;
      squares += cosine * cosine;
    }
    const double part = ::fabs(sum) / ::sqrt(squares);
    if (part <= best) continue;
    best = part;
    result = {::fabs(sum) / squares, j};
  }
  return result;
}

/// value: callable with the number of a point.
template <class Value>
inline StandingOut standing_out(int npoints, const Value &value) {
  if (npoints == max_line_points) return standing_out_of_line<max_line_points>(value);
  return standing_out_of_line<max_line_points / 2>(value);
}

#endif

}  // namespace cuboid::rule
