#include "algorithm/cubature/nonconforming_faces.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace cuboid::algorithm {

namespace {

/// For each line that can be afforded, the faces of so many regions are candidates.
constexpr std::size_t regions_of_line = 4;
/// So far behind the face, in widths of the small region: what runs on falls from the face on.
constexpr double behind_face = 1. / 64;
/// The large region is wider by this factor along some axis: beside a region of half its width, a
/// rule has points of its own.
constexpr double much_wider = 4;

}  // namespace

NonconformingFaces::NonconformingFaces(const Task &task, RegionStore &regions, std::int64_t number,
                                       bool spikes)
    : task_(task), regions_(regions), number_(number), lines_(task, spikes) {}

void NonconformingFaces::follow(std::int64_t npoints, const std::vector<double> &least,
                                std::vector<Sight> &sights) {
  const std::int64_t most = npoints / rule::line_points(task_.ndim);
  if (most < 1) return;
  const std::vector<Face> all = worst_faces(static_cast<std::size_t>(most), least);
  if (all.empty()) return;
  for (const Face &pair : all) add_line(pair);
  lines_.evaluate();
  for (std::size_t line = 0; line < all.size(); ++line) judge(line, all[line], sights);
}

double NonconformingFaces::error_density(std::int64_t region, int component) const {
  return std::ldexp(regions_.error(region, component), regions_.depth(region));
}

/// Of what the small region has, as much as would run on behind its face, as far as the small one
/// or the large one goes, beyond what that has: ridges whose other parts are well resolved have no
/// error.  Without it, 42 of 150 densities exp(-(a - x)^2 - b (y - x^2)^2) were converged at 1e-3
/// and beyond three errors.
double NonconformingFaces::cut_off(const Face &pair, int component) const {
  const auto width = [&](std::int64_t region) {
    return regions_.upper(region)[pair.axis] - regions_.lower(region)[pair.axis];
  };
  const RuleEstimate of_large = regions_.estimate(pair.large, component);
  return std::fabs(regions_.estimate(pair.small, component).integral) *
             std::min(1., width(pair.large) / width(pair.small)) -
         std::fabs(of_large.integral) - of_large.error;
}

/// The regions of the largest errors by their volume.
std::vector<std::int64_t> NonconformingFaces::roughest(std::size_t most) const {
  std::vector<std::int64_t> all(static_cast<std::size_t>(regions_.size()));
  std::iota(all.begin(), all.end(), 0);
  if (all.size() <= most) return all;
  const auto density = [&](std::int64_t region) {
    double largest = 0;
    for (int c = 0; c < task_.ncomp; ++c) largest = std::max(largest, error_density(region, c));
    return largest;
  };
  std::vector<double> densities;
  for (const std::int64_t region : all) densities.push_back(density(region));
  std::nth_element(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(most), all.end(),
                   [&](std::int64_t a, std::int64_t b) {
                     const double of_a = densities[static_cast<std::size_t>(a)];
                     const double of_b = densities[static_cast<std::size_t>(b)];
                     return of_a != of_b ? of_a > of_b : a < b;
                   });
  all.resize(most);
  std::sort(all.begin(), all.end());
  return all;
}

/// The place just behind a face of the region, by parts of its widths from its lower bounds.
/// False: that is outside of the cube.
template <class Part>
bool NonconformingFaces::behind(std::int64_t region, int axis, bool upper, const Part &part,
                                std::vector<double> &place) const {
  const double *const low = regions_.lower(region);
  const double *const high = regions_.upper(region);
  for (int d = 0; d < task_.ndim; ++d)
    place[static_cast<std::size_t>(d)] = low[d] + part(d) * (high[d] - low[d]);
  const double step = behind_face * (high[axis] - low[axis]);
  double &across = place[static_cast<std::size_t>(axis)];
  across = upper ? high[axis] + step : low[axis] - step;
  return across > 0 && across < 1;
}

/// Those whose errors would matter if they filled the largest region that there is: no other face
/// can be worth a line.
std::vector<std::int64_t> NonconformingFaces::that_may_matter(
    std::vector<std::int64_t> regions, const std::vector<double> &least) const {
  std::int32_t shallowest = regions_.depth(0);
  for (std::int64_t region = 1; region < regions_.size(); ++region)
    shallowest = std::min(shallowest, regions_.depth(region));
  std::erase_if(regions, [&](std::int64_t region) {
    for (int c = 0; c < task_.ncomp; ++c)
      if (!(std::max(std::ldexp(error_density(region, c), -shallowest),
                     std::fabs(regions_.estimate(region, c).integral)) <=
            least[static_cast<std::size_t>(c)]))
        return false;
    return true;
  });
  return regions;
}

std::vector<NonconformingFaces::Face> NonconformingFaces::worst_faces(
    std::size_t most, const std::vector<double> &least) const {
  const std::vector<std::int64_t> candidates =
      that_may_matter(roughest(regions_of_line * most), least);
  if (candidates.empty()) return {};
  const RegionTree tree(regions_, task_.ndim);
  std::vector<double> place(static_cast<std::size_t>(task_.ndim));
  std::vector<Face> all;
  for (const std::int64_t small : candidates)
    for (int face = 0; face < 2 * task_.ndim; ++face) {
      Face pair{small, 0, face / 2, face % 2 == 1, 0};
      if (!behind(
              small, pair.axis, pair.upper, [](int) { return .5; }, place))
        continue;
      pair.large = tree.region_at(place);
      for (int c = 0; c < task_.ncomp; ++c) {
        const double filling = std::ldexp(error_density(small, c), -regions_.depth(pair.large));
        const double missing = std::max(filling - regions_.error(pair.large, c), cut_off(pair, c));
        pair.worth = std::max(pair.worth, missing / least[static_cast<std::size_t>(c)]);
      }
      double wider = 0;
      for (int d = 0; d < task_.ndim; ++d)
        wider = std::max(wider, (regions_.upper(pair.large)[d] - regions_.lower(pair.large)[d]) /
                                    (regions_.upper(small)[d] - regions_.lower(small)[d]));
      if (pair.worth > 1 && wider >= much_wider) all.push_back(pair);
    }
  std::stable_sort(all.begin(), all.end(),
                   [](const Face &a, const Face &b) { return a.worth > b.worth; });
  if (all.size() > most) all.resize(most);
  return all;
}

/// Along the axis on which the large region is wider by most.
void NonconformingFaces::add_line(const Face &pair) {
  std::vector<double> place(static_cast<std::size_t>(task_.ndim));
  std::uint64_t key = rule::next_key(mixed(static_cast<std::uint64_t>(number_)),
                                     static_cast<std::uint64_t>(regions_.size()));
  key = rule::next_key(key, static_cast<std::uint64_t>(pair.small));
  key = rule::next_key(key, static_cast<std::uint64_t>(2 * pair.axis + (pair.upper ? 1 : 0)));
  behind(
      pair.small, pair.axis, pair.upper, [&](int d) { return rule::drawn_fraction(key, d); },
      place);
  const double *const lower = regions_.lower(pair.large);
  const double *const upper = regions_.upper(pair.large);
  int axis = 0;
  double widest = 0;
  for (int d = 0; d < task_.ndim; ++d) {
    double &coordinate = place[static_cast<std::size_t>(d)];
    coordinate = std::clamp(coordinate, lower[d], upper[d]);
    const double wider =
        (upper[d] - lower[d]) / (regions_.upper(pair.small)[d] - regions_.lower(pair.small)[d]);
    if (wider <= widest) continue;
    widest = wider;
    axis = d;
  }
  lines_.add(place, axis, rule::line_length * (upper[axis] - lower[axis]), lower[axis],
             upper[axis]);
}

/// What stands out may fill as much as the small region.
void NonconformingFaces::judge(std::size_t line, const Face &pair,
                               std::vector<Sight> &sights) const {
  for (int c = 0; c < task_.ncomp; ++c) {
    const rule::StandingOut found = lines_.standing_out(line, c);
    if (found.height == 0) continue;
    auto sight = std::find_if(sights.begin(), sights.end(),
                              [&](const Sight &one) { return one.region == pair.large; });
    const std::vector<double> nothing(static_cast<std::size_t>(task_.ncomp));
    if (sight == sights.end())
      sight = sights.insert(sights.end(), {pair.large, {}, nothing, nothing});
    const auto component = static_cast<std::size_t>(c);
    sight->amount[component] += std::ldexp(found.height, -regions_.depth(pair.small));
    if (found.height <= sight->height[component]) continue;
    sight->height[component] = found.height;
    const std::span<const double> x = lines_.point(line, found.point);
    sight->x.assign(x.begin(), x.end());
  }
}

}  // namespace cuboid::algorithm
