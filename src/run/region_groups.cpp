#include "run/region_groups.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <queue>
#include <utility>

namespace cuboid::algorithm {

namespace {

struct Cut {
  int axis = -1;  ///< -1: there is none
  double place = 0;
};

struct Weighted {
  double weight;
  std::int64_t number;  ///< earlier groups first, so that the order does not hang on the queue
  RegionGroup group;

  bool operator<(const Weighted &other) const {
    return weight != other.weight ? weight < other.weight : number > other.number;
  }
};

class Cutter {
 public:
  explicit Cutter(const RegionTable &regions) : regions_(regions) {}

  /// Halves come first, the longest side before the others: most methods make no other cuts.
  Cut cut_of(const RegionGroup &group) const {
    if (group.size() < 2) return {};
    std::vector<std::pair<double, int>> sides;
    for (int d = 0; d < regions_.ndim; ++d) sides.push_back({-extent(group, d).second, d});
    std::sort(sides.begin(), sides.end());
    for (const auto &[negative_width, d] : sides) {
      const double middle = extent(group, d).first - negative_width / 2;
      if (separates(group, d, middle)) return {d, middle};
    }
    for (const auto &[negative_width, d] : sides)
      if (const Cut cut = max_even_cut(group, d); cut.axis >= 0) return cut;
    return {};
  }

  /// Of regions without width at the place of the cut, none: they stand above it.
  bool below(std::int64_t region, const Cut &cut) const {
    return regions_.lower_of(region)[cut.axis] < cut.place;
  }

 private:
  /// Lower end and width.
  std::pair<double, double> extent(const RegionGroup &group, int d) const {
    double low = std::numeric_limits<double>::infinity();
    double high = -low;
    for (const std::int64_t region : group) {
      low = std::min(low, regions_.lower_of(region)[d]);
      high = std::max(high, regions_.upper_of(region)[d]);
    }
    return {low, high - low};
  }

  bool separates(const RegionGroup &group, int d, double place) const {
    bool lower = false, upper = false;
    for (const std::int64_t region : group) {
      const bool is_below = below(region, {d, place});
      if (is_below && regions_.upper_of(region)[d] > place) return false;
      (is_below ? lower : upper) = true;
    }
    return lower && upper;
  }

  /// Sweeps the axis; a cut is where as many regions have ended as have begun.
  Cut max_even_cut(RegionGroup group, int d) const {
    std::sort(group.begin(), group.end(), [&](std::int64_t a, std::int64_t b) {
      return regions_.lower_of(a)[d] < regions_.lower_of(b)[d];
    });
    Cut best;
    std::size_t max_even = 0;
    double reached = regions_.upper_of(group[0])[d];
    for (std::size_t i = 1; i < group.size(); ++i) {
      const double begin = regions_.lower_of(group[i])[d];
      const bool begins_here = begin > regions_.lower_of(group[i - 1])[d];
      const std::size_t fewer = std::min(i, group.size() - i);
      if (begins_here && begin >= reached && fewer > max_even) {
        max_even = fewer;
        best = {d, begin};
      }
      reached = std::max(reached, regions_.upper_of(group[i])[d]);
    }
    return best;
  }

  const RegionTable &regions_;
};

double weight_of(const RegionGroup &group, const std::vector<double> &weight) {
  double sum = 0;
  for (const std::int64_t region : group) sum += weight[static_cast<std::size_t>(region)];
  return sum;
}

}  // namespace

std::vector<RegionGroup> group_regions(const RegionTable &regions,
                                       const std::vector<double> &weight, std::int64_t most) {
  const Cutter cutter(regions);
  std::vector<RegionGroup> finished;
  std::priority_queue<Weighted> open;
  RegionGroup all(static_cast<std::size_t>(regions.count()));
  std::iota(all.begin(), all.end(), 0);
  std::int64_t number = 0;
  if (!all.empty()) open.push({weight_of(all, weight), number++, std::move(all)});
  while (!open.empty()) {
    RegionGroup group = open.top().group;
    open.pop();
    const bool room = std::ssize(finished) + std::ssize(open) + 2 <= most;
    const Cut cut = room ? cutter.cut_of(group) : Cut{};
    if (cut.axis < 0) {
      finished.push_back(std::move(group));
      continue;
    }
    const auto middle = std::stable_partition(
        group.begin(), group.end(), [&](std::int64_t region) { return cutter.below(region, cut); });
    for (RegionGroup half : {RegionGroup(group.begin(), middle), RegionGroup(middle, group.end())})
      open.push({weight_of(half, weight), number++, std::move(half)});
  }
  return finished;
}

}  // namespace cuboid::algorithm
