#include "cuba/divonne/known_points.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>

namespace cuboid::algorithm::divonne_detail {

Extremes KnownPoints::in(const Box &box, const Region *parent) {
  Extremes extremes(box.ndim(), static_cast<std::size_t>(evaluations_.ncomp()));
  for (const Point &point : given_)
    if (box.contains(point.x.data())) extremes.note(1, point.x.data(), point.f.data());
  if (parent) {
    const std::size_t c = parent->cut_component;
    if (box.contains(parent->lowest.data()))
      extremes.note_component(c, parent->lowest.data(), parent->range[c].low);
    if (box.contains(parent->highest.data()))
      extremes.note_component(c, parent->highest.data(), parent->range[c].high);
  }
  if (options_.peakfinder && options_.nextra > 0) ask_peak_finder(box, extremes);
  return extremes;
}

void KnownPoints::ask_peak_finder(const Box &box, Extremes &extremes) {
  const std::size_t ndim = box.ndim();
  const auto room = static_cast<std::size_t>(options_.nextra);
  std::vector<double> bounds, inside, f;
  // What the peak finder leaves out is in no region.
  std::vector<double> x(room * ndim, std::numeric_limits<double>::quiet_NaN());
  for (std::size_t d = 0; d < ndim; ++d) {
    bounds.push_back(box.lower[d]);
    bounds.push_back(box.upper[d]);
  }
  std::int64_t found = options_.nextra;
  options_.peakfinder(bounds.data(), found, x.data());
  const auto count = static_cast<std::size_t>(std::clamp<std::int64_t>(found, 0, options_.nextra));
  for (std::size_t i = 0; i < count; ++i)
    if (box.contains(&x[i * ndim])) inside.insert(inside.end(), &x[i * ndim], &x[i * ndim] + ndim);
  const std::size_t points = inside.size() / ndim;
  f.resize(points * static_cast<std::size_t>(evaluations_.ncomp()));
  evaluations_.evaluate_extrapolated(Phase::partitioning, static_cast<std::int64_t>(points),
                                     inside.data(), f.data());
  extremes.note(points, inside.data(), f.data());
}

}  // namespace cuboid::algorithm::divonne_detail
