#include "cuba/divonne/region_sums.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace cuboid::algorithm::divonne_detail {

namespace {

/// Members of a group.  A change of one region costs as many additions for each level, and there
/// are three levels up to 262144 regions.
constexpr std::size_t members = 64;

std::size_t groups_of(std::size_t count) {
  return (count + members - 1) / members;
}

}  // namespace

RegionSums::RegionSums(const std::vector<Region> &regions, std::size_t ncomp,
                       FirstError first_error)
    : regions_(regions), ncomp_(ncomp), first_error_(std::move(first_error)) {}

// Levels are numbered from the regions themselves, 0, to the one that has a single member.

RegionSums::Sum RegionSums::total(std::size_t component) {
  refresh();
  return levels_.empty() ? Sum{} : sum_at(levels_.size(), 0, component);
}

std::int64_t RegionSums::waiting() {
  refresh();
  return levels_.empty() ? 0 : waiting_at(levels_.size(), 0);
}

std::vector<std::size_t> RegionSums::first_waiting(std::size_t most) {
  refresh();
  std::vector<std::size_t> found;
  if (!levels_.empty()) collect_waiting(levels_.size(), 0, most, found);
  return found;
}

std::vector<std::size_t> RegionSums::take_largest(std::size_t component, double part,
                                                  std::vector<double> &floor) {
  refresh();
  floor.assign(ncomp_, 0);
  const double largest = largest_at(levels_.size(), 0, component);
  Selection selection{component, largest_region(component), part * largest, {}, floor};
  select(levels_.size(), 0, selection);
  return std::move(selection.chosen);
}

void RegionSums::refresh() {
  std::size_t below = regions_.size();
  for (std::size_t level = 1; !touched_.empty(); ++level) {
    std::sort(touched_.begin(), touched_.end());
    if (levels_.size() < level) levels_.emplace_back();
    levels_[level - 1].sums.resize(below * ncomp_);
    levels_[level - 1].waiting.resize(below);
    // Of each group the first that was touched, and the group for the next level.
    std::size_t groups = 0;
    for (const std::size_t place : touched_) {
      const std::size_t group = place / members;
      if (groups > 0 && touched_[groups - 1] == group) continue;
      add_up(level, place, std::min((group + 1) * members, below));
      touched_[groups++] = group;
    }
    touched_.resize(groups);
    below = groups_of(below);
    if (below == 1) touched_.clear();
  }
}

/// From a member of a group on, to the end of the group.
void RegionSums::add_up(std::size_t level, std::size_t first, std::size_t end) {
  Level &here = levels_[level - 1];
  const bool goes_on = first % members != 0;
  for (std::size_t c = 0; c < ncomp_; ++c) {
    Sum all = goes_on ? here.sums[(first - 1) * ncomp_ + c] : Sum{};
    for (std::size_t place = first; place < end; ++place) {
      const Sum one = sum_at(level - 1, place, c);
      all.integral += one.integral;
      all.spread = std::hypot(all.spread, one.spread);
      all.error = std::hypot(all.error, one.error);
      all.largest = std::max(all.largest, one.largest);
      here.sums[place * ncomp_ + c] = all;
    }
  }
  std::int64_t waiting = goes_on ? here.waiting[first - 1] : 0;
  for (std::size_t place = first; place < end; ++place)
    here.waiting[place] = waiting += waiting_at(level - 1, place);
}

RegionSums::Sum RegionSums::of_region(std::size_t region, std::size_t component) const {
  const Region &one = regions_[region];
  return {one.outcome.empty() ? one.first[component].integral : one.outcome[component].integral,
          one.spread[component], first_error_(one, component), one.spread[component]};
}

RegionSums::Sum RegionSums::sum_at(std::size_t level, std::size_t place,
                                   std::size_t component) const {
  if (level == 0) return of_region(place, component);
  return levels_[level - 1].sums[last_member(level, place) * ncomp_ + component];
}

double RegionSums::largest_at(std::size_t level, std::size_t place, std::size_t component) const {
  return level == 0 ? regions_[place].spread[component] : sum_at(level, place, component).largest;
}

std::int64_t RegionSums::waiting_at(std::size_t level, std::size_t place) const {
  if (level == 0) return regions_[place].outcome.empty() ? 1 : 0;
  return levels_[level - 1].waiting[last_member(level, place)];
}

std::size_t RegionSums::last_member(std::size_t level, std::size_t group) const {
  return std::min((group + 1) * members, levels_[level - 1].waiting.size()) - 1;
}

std::size_t RegionSums::size_at(std::size_t level) const {
  return level == 0 ? regions_.size() : groups_of(levels_[level - 1].waiting.size());
}

/// The first of them.
std::size_t RegionSums::largest_region(std::size_t component) const {
  std::size_t place = 0;
  for (std::size_t level = levels_.size(); level > 0; --level) {
    const double largest = largest_at(level, place, component);
    const std::size_t begin = place * members;
    const std::size_t end = std::min(begin + members, size_at(level - 1));
    place = begin;
    for (std::size_t next = begin; next < end; ++next)
      if (largest_at(level - 1, next, component) == largest) {
        place = next;
        break;
      }
  }
  return place;
}

void RegionSums::collect_waiting(std::size_t level, std::size_t place, std::size_t most,
                                 std::vector<std::size_t> &found) const {
  if (found.size() >= most || waiting_at(level, place) == 0) return;
  if (level == 0) {
    found.push_back(place);
    return;
  }
  const std::size_t end = std::min((place + 1) * members, size_at(level - 1));
  for (std::size_t next = place * members; next < end && found.size() < most; ++next)
    collect_waiting(level - 1, next, most, found);
}

/// Goes down only to where a region is chosen.
void RegionSums::select(std::size_t level, std::size_t place, Selection &selection) const {
  std::size_t width = 1;
  for (std::size_t l = 0; l < level; ++l) width *= members;
  const bool chosen = selection.largest / width == place ||
                      largest_at(level, place, selection.component) > selection.limit;
  if (!chosen) {
    for (std::size_t c = 0; c < ncomp_; ++c)
      selection.floor[c] = std::max(selection.floor[c], largest_at(level, place, c));
  } else if (level == 0) {
    selection.chosen.push_back(place);
  } else {
    const std::size_t end = std::min((place + 1) * members, size_at(level - 1));
    for (std::size_t next = place * members; next < end; ++next) select(level - 1, next, selection);
  }
}

}  // namespace cuboid::algorithm::divonne_detail
