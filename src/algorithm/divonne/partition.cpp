#include "algorithm/divonne/partition.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
#include <limits>
#include <numeric>

#include "algorithm/divonne/cuts.hpp"
#include "algorithm/divonne/descent.hpp"
#include "algorithm/divonne/inquiry.hpp"

namespace cuboid::algorithm::divonne_detail {

namespace {

std::vector<Inquiry *> pointers(auto &inquiries) {
  std::vector<Inquiry *> result;
  result.reserve(inquiries.size());
  for (auto &inquiry : inquiries) result.push_back(&inquiry);
  return result;
}

/// Whether the extreme that a search would start from was found by a search in the parent.
bool found_before(const double *start, const std::vector<double> &found) {
  return std::equal(found.begin(), found.end(), start);
}

}  // namespace

Region Partitioner::whole() {
  Region cube;
  const auto ndim = static_cast<std::size_t>(evaluations_.ndim());
  cube.box.lower.assign(ndim, 0);
  cube.box.upper.assign(ndim, 1);
  explore({&cube}, {nullptr}, {});
  return cube;
}

void Partitioner::explore(const std::vector<Region *> &regions,
                          const std::vector<const Region *> &parents,
                          const std::vector<double> &scale) {
  const auto ncomp = static_cast<std::size_t>(evaluations_.ncomp());
  std::vector<Extremes> extremes;
  std::vector<Extremes *> each;
  std::vector<const Box *> boxes;
  extremes.reserve(regions.size());
  for (const Region *region : regions) {
    extremes.emplace_back(region->box.ndim(), ncomp);
    boxes.push_back(&region->box);
  }
  for (std::size_t i = 0; i < regions.size(); ++i) {
    note_known(extremes[i], *regions[i], parents[i]);
    each.push_back(&extremes[i]);
  }
  std::vector<RegionSample> samples = first_.sample(Phase::partitioning, boxes, each, evaluations_);
  for (std::size_t i = 0; i < regions.size(); ++i)
    regions[i]->first = std::move(samples[i].estimate);
  search(Phase::partitioning, regions, each, parents);
  for (std::size_t i = 0; i < regions.size(); ++i)
    choose_component(*regions[i], extremes[i], scale);
}

/// The points that the caller, the peak finder and the parent tell of.
void Partitioner::note_known(Extremes &extremes, const Region &region, const Region *parent) {
  for (const Point &point : given_)
    if (region.box.contains(point.x.data())) extremes.note(1, point.x.data(), point.f.data());
  if (parent) {
    const std::size_t c = parent->cut_component;
    if (region.box.contains(parent->lowest.data()))
      extremes.note_component(c, parent->lowest.data(), parent->range[c].low);
    if (region.box.contains(parent->highest.data()))
      extremes.note_component(c, parent->highest.data(), parent->range[c].high);
  }
  if (!options_.peakfinder || options_.nextra <= 0) return;
  const std::size_t ndim = region.box.ndim();
  const auto room = static_cast<std::size_t>(options_.nextra);
  std::vector<double> bounds, inside, f;
  // What the peak finder leaves out is in no region.
  std::vector<double> x(room * ndim, std::numeric_limits<double>::quiet_NaN());
  for (std::size_t d = 0; d < ndim; ++d) {
    bounds.push_back(region.box.lower[d]);
    bounds.push_back(region.box.upper[d]);
  }
  std::int64_t found = options_.nextra;
  options_.peakfinder(bounds.data(), found, x.data());
  const auto count = static_cast<std::size_t>(std::clamp<std::int64_t>(found, 0, options_.nextra));
  for (std::size_t i = 0; i < count; ++i)
    if (region.box.contains(&x[i * ndim]))
      inside.insert(inside.end(), &x[i * ndim], &x[i * ndim] + ndim);
  const std::size_t points = inside.size() / ndim;
  f.resize(points * static_cast<std::size_t>(evaluations_.ncomp()));
  evaluations_.evaluate_extrapolated(Phase::partitioning, static_cast<std::int64_t>(points),
                                     inside.data(), f.data());
  extremes.note(points, inside.data(), f.data());
}

void Partitioner::search(Phase phase, const std::vector<Region *> &regions,
                         const std::vector<Extremes *> &extremes,
                         const std::vector<const Region *> &parents) {
  const std::int64_t before = evaluations_.count();
  const bool inset = !evaluations_.has_border();
  std::vector<Descent> descents;
  descents.reserve(2 * regions.size() * static_cast<std::size_t>(evaluations_.ncomp()));
  for (std::size_t i = 0; i < regions.size(); ++i)
    for (std::size_t c = 0; c < regions[i]->first.size(); ++c) {
      const Range &range = extremes[i]->range(c);
      if (!(range.low < range.high)) continue;
      const bool cut = parents[i] && parents[i]->cut_component == c;
      if (!cut || !found_before(extremes[i]->lowest(c), parents[i]->lowest))
        descents.emplace_back(regions[i]->box, inset, c, Descent::Direction::down, *extremes[i]);
      if (!cut || !found_before(extremes[i]->highest(c), parents[i]->highest))
        descents.emplace_back(regions[i]->box, inset, c, Descent::Direction::up, *extremes[i]);
    }
  answer_all(pointers(descents), phase, evaluations_);
  for (std::size_t i = 0; i < regions.size(); ++i) {
    Region &region = *regions[i];
    region.range.clear();
    region.spread.clear();
    for (std::size_t c = 0; c < region.first.size(); ++c) {
      const Range &range = extremes[i]->range(c);
      region.range.push_back(range);
      region.spread.push_back(region.box.volume() * (0.5 * range.high - 0.5 * range.low));
    }
  }
  in_search += evaluations_.count() - before;
}

void Partitioner::search_again(Phase phase, const std::vector<Region *> &regions,
                               const std::vector<Extremes *> &extremes) {
  for (std::size_t i = 0; i < regions.size(); ++i) {
    const Region &region = *regions[i];
    const std::size_t c = region.cut_component;
    extremes[i]->note_component(c, region.lowest.data(), region.range[c].low);
    extremes[i]->note_component(c, region.highest.data(), region.range[c].high);
  }
  const std::vector<const Region *> found(regions.begin(), regions.end());
  search(phase, regions, extremes, found);
  for (std::size_t i = 0; i < regions.size(); ++i) {
    Region &region = *regions[i];
    const std::size_t c = region.cut_component;
    const std::size_t ndim = region.box.ndim();
    region.lowest.assign(extremes[i]->lowest(c), extremes[i]->lowest(c) + ndim);
    region.highest.assign(extremes[i]->highest(c), extremes[i]->highest(c) + ndim);
  }
}

/// A split is to serve the component with the largest spread in units of the error that is allowed.
void Partitioner::choose_component(Region &region, const Extremes &extremes,
                                   const std::vector<double> &scale) {
  double largest = -1;
  for (std::size_t c = 0; c < region.spread.size(); ++c) {
    const double unit = scale.empty() ? std::fabs(region.first[c].integral) : scale[c];
    const double ratio = unit > 0 ? region.spread[c] / unit : region.spread[c];
    if (ratio > largest) {
      largest = ratio;
      region.cut_component = c;
    }
  }
  const double *lowest = extremes.lowest(region.cut_component);
  const double *highest = extremes.highest(region.cut_component);
  region.lowest.assign(lowest, lowest + region.box.ndim());
  region.highest.assign(highest, highest + region.box.ndim());
}

std::vector<std::vector<Region>> Partitioner::split(std::vector<Region> regions, int levels,
                                                    const std::vector<double> &floor,
                                                    const std::vector<double> &scale) {
  std::deque<Node> nodes;  // parents come before their parts
  std::vector<std::vector<double>> floors(regions.size(), floor);
  for (Region &region : regions)
    nodes.push_back({std::move(region), levels, -1, nodes.size(), false});
  for (std::size_t begin = 0, end = nodes.size(); begin < end; begin = end, end = nodes.size()) {
    std::vector<const Region *> to_cut;
    std::vector<std::size_t> cut_nodes;
    for (std::size_t i = begin; i < end; ++i) {
      Node &node = nodes[i];
      std::vector<double> &least = floors[node.root];
      const std::size_t c = node.region.cut_component;
      node.leaf = node.levels <= 0 || !evaluations_.within_budget() ||
                  (node.parent >= 0 && stays(node, least));
      if (node.leaf) {
        least[c] = std::max(least[c], node.region.spread[c]);
      } else {
        to_cut.push_back(&node.region);
        cut_nodes.push_back(i);
      }
    }
    std::vector<std::vector<Box>> parts = find_cuts(to_cut);
    for (std::size_t k = 0; k < parts.size(); ++k) {
      Node &node = nodes[cut_nodes[k]];
      node.leaf = parts[k].size() < 2;
      if (node.leaf) continue;
      for (std::size_t j = 0; j < parts[k].size(); ++j) {
        // The parts that were cut off are further from the extreme, and have fewer levels left.
        const int cuts = static_cast<int>(parts[k].size()) - 1;
        const int left = std::max(node.levels - cuts, 0) + static_cast<int>(j);
        Node part{
            {}, std::min(left, node.levels - 1), static_cast<int>(cut_nodes[k]), node.root, true};
        part.region.box = std::move(parts[k][j]);
        nodes.push_back(std::move(part));
      }
    }
    std::vector<Region *> explored;
    std::vector<const Region *> parents;
    for (std::size_t i = end; i < nodes.size(); ++i) {
      explored.push_back(&nodes[i].region);
      parents.push_back(&nodes[static_cast<std::size_t>(nodes[i].parent)].region);
    }
    explore(explored, parents, scale);
  }
  correct(nodes);
  std::vector<std::vector<Region>> parts(regions.size());
  for (Node &node : nodes)
    if (node.leaf) parts[node.root].push_back(std::move(node.region));
  return parts;
}

/// Whether a part is to be left as it is.
bool Partitioner::stays(const Node &node, const std::vector<double> &floor) const {
  const Region &region = node.region;
  const std::size_t c = region.cut_component;
  if (!(region.spread[c] > 0) || region.spread[c] < floor[c]) return true;
  return first_.kind() == SampleKind::rule &&
         region.spread[c] < static_cast<double>(first_.effective()) * region.first[c].error;
}

std::vector<std::vector<Box>> Partitioner::find_cuts(const std::vector<const Region *> &regions) {
  const std::int64_t before = evaluations_.count();
  std::vector<Cuts> cuts;
  cuts.reserve(regions.size());
  for (const Region *region : regions) cuts.emplace_back(*region);
  answer_all(pointers(cuts), Phase::partitioning, evaluations_);
  in_cuts += evaluations_.count() - before;
  std::vector<std::vector<Box>> parts;
  for (const Cuts &cut : cuts) parts.push_back(cut.ended() ? cut.parts() : std::vector<Box>());
  return parts;
}

/// Where the sum of the parts differs from what was estimated for the whole, by more than the
/// errors of both let expect, the errors of the parts are raised, bottom up.
void Partitioner::correct(std::deque<Node> &nodes) const {
  const auto effective = static_cast<double>(first_.effective());
  std::vector<std::vector<std::size_t>> leaves(nodes.size());
  for (std::size_t i = nodes.size(); i-- > 0;) {
    if (nodes[i].leaf)
      leaves[i].push_back(i);
    else
      for (std::size_t c = 0; c < nodes[i].region.first.size(); ++c) {
        double sum = 0, squares = 0, errors = 0;
        for (const std::size_t leaf : leaves[i]) {
          const Region &part = nodes[leaf].region;
          sum += part.first[c].integral;
          squares += part.spread[c] * part.spread[c];
          errors += part.first[c].error;
        }
        const Region &whole = nodes[i].region;
        const auto m = static_cast<double>(leaves[i].size());
        const double difference = std::fabs(whole.first[c].integral - sum);
        const double expected = std::hypot(whole.spread[c], std::sqrt(squares)) / effective;
        const double excess = difference - expected;
        if (!(excess > 0)) continue;
        const double delta = excess / m;
        for (const std::size_t leaf : leaves[i]) {
          Region &part = nodes[leaf].region;
          if (part.first[c].error > 0) part.first[c].error *= 1 + delta / errors;
          if (squares > 0) part.spread[c] *= 1 + effective * delta / std::sqrt(squares);
        }
      }
    if (nodes[i].parent >= 0) {
      auto &above = leaves[static_cast<std::size_t>(nodes[i].parent)];
      above.insert(above.end(), leaves[i].begin(), leaves[i].end());
    }
  }
}

}  // namespace cuboid::algorithm::divonne_detail
