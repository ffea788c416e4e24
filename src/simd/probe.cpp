// Lines of a probe between the points of a rule: rule/probe.hpp.
#include "simd/functions.hpp"
#include "simd/vectors.hpp"

namespace cuboid::simd::CUBOID_SIMD {

namespace {

/// The coordinates of all points of a line, as vectors: beside its axis, points are no part of the
/// way along it.  ndim: known when compiling, so that as many vectors hold whole points.
template <int ndim>
void line_points_of(const LinePoints &given) {
  const LinePoints lines = given;
  const std::int64_t numbers = lines.points * ndim;
  double parts[ndim][longest_line * ndim] = {};
  for (int axis = 0; axis < ndim; ++axis)
    for (std::int64_t j = 0; j < lines.points; ++j) parts[axis][j * ndim + axis] = lines.part[j];
  const double *begin = lines.begin;
  double *x = lines.x;
  for (std::int64_t i = 0; i < lines.count; ++i, begin += ndim, x += numbers) {
    const double *const lower = lines.line[i].bounds;
    const double *const upper = lower + ndim;
    Wide low[ndim], width[ndim], first[ndim];
    for (int k = 0; k < ndim; ++k) {
      low[k] = repeated<ndim>(lower, k);
      width[k] = repeated<ndim>(upper, k) - low[k];
      first[k] = repeated<ndim>(begin, k);
    }
    const double *const part = parts[lines.line[i].axis];
    for (std::int64_t at = 0; at < numbers; at += wide * ndim)
      for (int k = 0; k < ndim; ++k) {
        Wide step;
        load(step, part + at + wide * k);
        store<Wide>(x + at + wide * k, low[k] + width[k] * (first[k] + step));
      }
  }
}

/// The first point, as often as there are points, and then the coordinates on the axis.
void line_points_of_any(const LinePoints &given) {
  const LinePoints lines = given;
  const std::int64_t ndim = lines.ndim;
  const double *begin = lines.begin;
  double *x = lines.x;
  for (std::int64_t i = 0; i < lines.count; ++i, begin += ndim, x += lines.points * ndim) {
    const double *const lower = lines.line[i].bounds;
    const double *const upper = lower + ndim;
    for (std::int64_t d = 0; d < ndim; ++d) x[d] = lower[d] + (upper[d] - lower[d]) * begin[d];
    for (std::int64_t at = ndim; at < lines.points * ndim; ++at) x[at] = x[at - ndim];
    const std::int64_t axis = lines.line[i].axis;
    const double width = upper[axis] - lower[axis];
    for (std::int64_t j = 0; j < lines.points; ++j)
      x[j * ndim + axis] = lower[axis] + width * (begin[axis] + lines.part[j]);
  }
}

}  // namespace

void line_points(const LinePoints &lines) {
  switch (lines.points % wide == 0 ? lines.ndim : 0) {
    case 1:
      return line_points_of<1>(lines);
    case 2:
      return line_points_of<2>(lines);
    case 3:
      return line_points_of<3>(lines);
    default:
      return line_points_of_any(lines);
  }
}

namespace {

/// rule::stands_out of the coefficients, each summed in the order of the points.
template <int points>
void judge_lines_of(const LineValues &given) {
  const LineValues lines = given;
  const double *f = lines.f;
  for (std::int64_t i = 0; i < lines.count; ++i, f += points) {
    Double4 coefficient{};
    for (int j = 0; j < points; ++j) {
      Double4 cosine;
      load(cosine, lines.cosine + 4 * j);
      coefficient += f[j] * cosine;
    }
    Wide greatest{};
    for (int j = 0; j < points; j += wide) {
      Wide size;
      load(size, f + j);
      drop_sign<WideWord>(size);
      greatest = greatest > size ? greatest : size;
    }
    double largest = greatest[0];
    for (int lane = 1; lane < wide; ++lane)
      largest = largest > greatest[lane] ? largest : greatest[lane];
    drop_sign<Word4>(coefficient);
    const double low = coefficient[0] + coefficient[1];
    const double high = coefficient[2] + coefficient[3];
    lines.stands_out[i] = static_cast<std::uint8_t>(high > lines.falling * low) &
                          static_cast<std::uint8_t>(high > lines.rounding * largest);
  }
}

}  // namespace

void judge_lines(const LineValues &lines) {
  if (lines.points == longest_line)
    judge_lines_of<longest_line>(lines);
  else
    judge_lines_of<longest_line / 2>(lines);
}

}  // namespace cuboid::simd::CUBOID_SIMD
