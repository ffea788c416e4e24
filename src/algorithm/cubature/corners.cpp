#include "algorithm/cubature/corners.hpp"

#include <algorithm>
#include <cmath>

namespace cuboid::algorithm {

void Corners::probe(std::int64_t npoints, double of_point, std::vector<Sight> &sights) {
  const auto most = static_cast<std::size_t>(npoints / rule::line_points(task_.ndim));
  for (std::int64_t region = 0; region < regions_.size() && region_of_line_.size() < most; ++region)
    add_lines(region, most);
  if (region_of_line_.empty()) return;
  lines_.evaluate();
  std::vector<Sight> found;
  for (std::size_t line = 0; line < region_of_line_.size(); ++line) judge(line, of_point, found);
  if (checks_.diagonals && !found.empty()) {
    lines_.clear();
    for (const Sight &one : found) add_shorter(one);
    lines_.evaluate();
  }
  for (std::size_t line = 0; line < found.size(); ++line)
    if (!checks_.diagonals || stands_out(line)) add_sight(sights, found[line]);
}

/// From each corner of the cube that is one of the region.
void Corners::add_lines(std::int64_t region, std::size_t most) {
  const double *const lower = regions_.lower(region);
  const double *const upper = regions_.upper(region);
  std::uint32_t may_be_lower = 0;  // by axis: where the region has a corner of the cube
  std::uint32_t may_be_upper = 0;
  for (int d = 0; d < task_.ndim; ++d) {
    if (lower[d] == 0) may_be_lower |= 1u << d;
    if (upper[d] == 1) may_be_upper |= 1u << d;
  }
  const std::uint32_t all = (1u << task_.ndim) - 1;
  if ((may_be_lower | may_be_upper) != all) return;
  const std::uint32_t free = may_be_lower & may_be_upper;
  std::vector<double> from(static_cast<std::size_t>(task_.ndim)), to(from);
  // All subsets of the axes that have both.
  for (std::uint32_t chosen = 0;;) {
    const std::uint32_t at_upper = (may_be_upper & ~free) | chosen;
    for (int d = 0; d < task_.ndim; ++d) {
      const auto axis = static_cast<std::size_t>(d);
      const bool is_upper = at_upper >> d & 1;
      from[axis] = is_upper ? upper[d] : lower[d];
      to[axis] = is_upper ? lower[d] : upper[d];
    }
    // The diagonal of the whole cube has two of its corners.
    if (free != all || (chosen & 1) == 0) {
      if (region_of_line_.size() == most) return;
      lines_.add_between(from, to);
      region_of_line_.push_back(region);
    }
    chosen = (chosen - free) & free;
    if (chosen == 0) return;
  }
}

void Corners::judge(std::size_t line, double of_point, std::vector<Sight> &found) const {
  const std::int64_t region = region_of_line_[line];
  const double part = std::min(of_point, std::ldexp(1.0, -regions_.depth(region)));
  const std::vector<double> nothing(static_cast<std::size_t>(task_.ncomp));
  Sight sight{region, {}, nothing, nothing};
  const int last = rule::line_points(task_.ndim) - 1;
  double highest = 0;
  for (int c = 0; c < task_.ncomp; ++c) {
    const rule::StandingOut end = lines_.standing_out(line, c);
    // What stands out elsewhere on a diagonal is for the lines along the axes, on which it is
    // wider.
    if (end.height == 0 || (end.point != 0 && end.point != last)) continue;
    sight.height[static_cast<std::size_t>(c)] = end.height;
    sight.amount[static_cast<std::size_t>(c)] = part * end.height;
    if (end.height <= highest) continue;
    highest = end.height;
    const std::span<const double> x = lines_.point(line, end.point);
    sight.x.assign(x.begin(), x.end());
  }
  if (highest > 0) found.push_back(sight);
}

/// As long as an axis, from the same corner.  Along the whole diagonal a smooth product of many
/// factors is as steep as along all axes together: what seemed to stand in corners of products that
/// the rules had resolved kept them from converging (smooth_products.txt).
void Corners::add_shorter(const Sight &found) {
  const double *const lower = regions_.lower(found.region);
  const double *const upper = regions_.upper(found.region);
  const double part = 1 / std::sqrt(static_cast<double>(task_.ndim));
  std::vector<double> from(static_cast<std::size_t>(task_.ndim)), to(from);
  for (std::size_t d = 0; d < from.size(); ++d) {
    const double width = upper[d] - lower[d];
    const bool is_upper = found.x[d] - lower[d] > .5 * width;
    from[d] = is_upper ? upper[d] : lower[d];
    to[d] = is_upper ? upper[d] - part * width : lower[d] + part * width;
  }
  lines_.add_between(from, to);
}

bool Corners::stands_out(std::size_t line) const {
  for (int c = 0; c < task_.ncomp; ++c)
    if (lines_.standing_out(line, c).height > 0) return true;
  return false;
}

}  // namespace cuboid::algorithm
