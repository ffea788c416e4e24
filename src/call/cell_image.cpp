#include "call/cell_image.hpp"

#include <cmath>
#include <cstddef>
#include <vector>

#include "base/failure.hpp"
#include "domain/domain.hpp"

namespace cuboid::router {

namespace {

using algorithm::JsonLine;

/// A side of a cell is a chain of so many points at most.
constexpr std::size_t points_of_side = 8;
/// Of its length, which is less than a line in a picture is wide.
constexpr double tolerance = 1. / 256;
/// Outlines are so much within the cell, since pieces of a region meet at its sides.
constexpr double inset = 1e-9;

struct Place {
  double x, y;
};

double distance(const Place &a, const Place &b) {
  return std::hypot(a.x - b.x, a.y - b.y);
}

/// From the line through two places.
double distance_from_line(const Place &of, const Place &from, const Place &to) {
  const double length = distance(from, to);
  if (length == 0) return distance(of, from);
  return std::fabs((to.x - from.x) * (of.y - from.y) - (to.y - from.y) * (of.x - from.x)) / length;
}

/// Every stride-th point of a side says as much as all of them.
bool suffices(const std::vector<Place> &side, std::size_t stride) {
  double length = 0;
  for (std::size_t i = 0; i + 1 < side.size(); ++i) length += distance(side[i], side[i + 1]);
  for (std::size_t i = 0; i + 1 < side.size(); ++i) {
    const std::size_t from = i / stride * stride;
    if (!(distance_from_line(side[i], side[from], side[from + stride]) <= tolerance * length))
      return false;
  }
  return true;
}

/// The points of a rectangle's border that its image needs, side after side.  border: 4 sides of
/// points_of_side points each, and the first one again.
std::vector<Place> outline(const std::vector<Place> &border) {
  std::vector<Place> kept;
  for (std::size_t first = 0; first + 1 < border.size(); first += points_of_side) {
    const auto begin = border.begin() + static_cast<std::ptrdiff_t>(first);
    const std::vector<Place> side(begin, begin + points_of_side + 1);
    std::size_t stride = points_of_side;
    while (stride > 1 && !suffices(side, stride)) stride /= 2;
    for (std::size_t i = 0; i < points_of_side; i += stride) kept.push_back(side[i]);
  }
  return kept;
}

/// The border of a cell of the plane and its middle, which is the last point.
std::vector<double> border_and_middle(const std::vector<double> &lower,
                                      const std::vector<double> &upper) {
  constexpr Place corner[] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}, {0, 0}};
  std::vector<double> t;
  const auto add = [&](double across, double up) {
    t.push_back(lower[0] + (inset + (1 - 2 * inset) * across) * (upper[0] - lower[0]));
    t.push_back(lower[1] + (inset + (1 - 2 * inset) * up) * (upper[1] - lower[1]));
  };
  for (int side = 0; side < 4; ++side)
    for (std::size_t i = 0; i < points_of_side; ++i) {
      const double share = static_cast<double>(i) / points_of_side;
      const Place from = corner[side], to = corner[side + 1];
      add(from.x + share * (to.x - from.x), from.y + share * (to.y - from.y));
    }
  add(0, 0);
  add(0.5, 0.5);
  return t;
}

std::vector<double> middle_of(const std::vector<double> &lower, const std::vector<double> &upper) {
  std::vector<double> t;
  for (std::size_t d = 0; d < lower.size(); ++d) t.push_back(0.5 * (lower[d] + upper[d]));
  return t;
}

void add_image(const engine::HostFunction &host, const std::vector<double> &lower,
               const std::vector<double> &upper, JsonLine &line) {
  const domain::Domain &region = *host.domain;
  const bool in_plane = region.cube_ndim() == 2 && region.ndim() == 2;
  const std::vector<double> t =
      in_plane ? border_and_middle(lower, upper) : middle_of(lower, upper);
  const std::size_t count = t.size() / lower.size();
  const auto ndim = static_cast<std::size_t>(region.ndim());
  std::vector<double> x(count * ndim), jacobian(count);
  try {
    region.map_with(static_cast<const double *>(host.userdata), static_cast<std::int64_t>(count),
                    t.data(), x.data(), jacobian.data());
  } catch (const Failure &) {
    return;  // The integration says what limits are no numbers.
  }
  line.numbers("middle", {&x[(count - 1) * ndim], ndim});
  // Where a condition does not hold, there is nothing of the region.
  if (!in_plane || jacobian.back() == 0) return;
  std::vector<Place> border;
  for (std::size_t i = 0; i + 1 < count; ++i) border.push_back({x[2 * i], x[2 * i + 1]});
  line.begin_list("outline");
  for (const Place &place : outline(border)) {
    const double point[] = {place.x, place.y};
    line.list_entry(point);
  }
  line.end_list();
}

}  // namespace

algorithm::CellImage cell_image_of(const engine::HostFunction &host) {
  if (host.domain == nullptr) return {};
  return [host](const std::vector<double> &lower, const std::vector<double> &upper,
                JsonLine &line) { add_image(host, lower, upper, line); };
}

}  // namespace cuboid::router
