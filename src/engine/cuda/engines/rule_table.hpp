// A rule as the kernels take it.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "base/failure.hpp"
#include "engine/cuda/kernel/regions_types.cuh"
#include "rule/orbit_rule.hpp"

namespace cuboid::engine::cuda {

/// A rule without the addresses of its arrays, and these arrays.
struct PackedRule {
  RuleTable table{};
  std::vector<char> arrays;
  std::size_t listed_at = 0;  ///< bytes before what the table lists

  /// copy: of the arrays, where the kernel finds them, at a multiple of 16 bytes.
  RuleTable table_at(const void *copy) const {
    const char *const begin = static_cast<const char *>(copy);
    RuleTable placed = table;
    placed.codes = begin;
    placed.listed = reinterpret_cast<const int4 *>(begin + listed_at);
    return placed;
  }
};

namespace detail {

template <class Word>
void append_codes(PackedRule &packed, const rule::OrbitRule &rule) {
  std::vector<Word> words;
  RuleTable &table = packed.table;
  for (int s = 1 + table.naxis; s < table.norbits; ++s) {
    table.orbit[s].first_code = static_cast<int>(words.size());
    const auto points = rule::orbit_points(rule.ndim, rule.orbit[s]);
    for (const auto &point : points) words.push_back(static_cast<Word>(point.a));
    if (table.orbit[s].nb > 0) {
      for (const auto &point : points) words.push_back(static_cast<Word>(point.b));
    }
  }
  packed.arrays.resize(words.size() * sizeof(Word));
  // In one dimension all points are on the axis.
  if (!words.empty()) std::memcpy(packed.arrays.data(), words.data(), packed.arrays.size());
}

/// Appends an array at the next multiple of 16 bytes.  Returns where it stands.
template <class T>
std::size_t append(std::vector<char> &bytes, const std::vector<T> &array) {
  const std::size_t at = (bytes.size() + 15) / 16 * 16;
  bytes.resize(at + array.size() * sizeof(T));
  if (!array.empty()) std::memcpy(bytes.data() + at, array.data(), array.size() * sizeof(T));
  return at;
}

/// The table of half of the points, each of which stands for its opposite as well, and what each
/// lane of a group takes of it.
class PointTable {
 public:
  explicit PointTable(const rule::OrbitRule &rule)
      : rule_(rule), ndim_(rule.ndim), lanes_(group_lanes(rule.ndim)), lists_(lanes_) {}

  void append_to(PackedRule &packed) {
    RuleTable &table = packed.table;
    share_out();
    table.npairs = npairs_;
    table.nrows = rows_of(lists_[0]);
    const std::vector<RulePart> all = parts_of_all_lanes();
    const std::vector<RulePart> own = parts_of_lanes();
    table.nall_parts = static_cast<int>(all.size());
    table.nparts = static_cast<int>(own.size()) / lanes_;
    packed.listed_at = append(packed.arrays, all);
    append(packed.arrays, own);
    append(packed.arrays, points(table.nrows));
    const std::size_t bytes = packed.arrays.size() - packed.listed_at;
    if (bytes > static_cast<std::size_t>(listed_bytes(ndim_)))
      throw Failure(CUBOID_INTERNAL, "a rule of " + std::to_string(ndim_) + " dimensions has " +
                                         std::to_string(bytes) + " bytes of points");
    table.nlisted = static_cast<int>(bytes / sizeof(int4));
  }

 private:
  static constexpr int not_kept = -1;

  /// Pairs of one orbit that a lane takes one after the other.
  struct Stretch {
    int orbit;
    int first;
    int npairs;
    int kept;
  };

  static int rows_of(const std::vector<Stretch> &list) {
    int rows = 0;
    for (const Stretch &stretch : list) rows += stretch.npairs;
    return rows;
  }

  /// The centre and the axes whose sums are kept go to the lanes in turn, one by one.  The other
  /// pairs fill the lanes one after the other, so that there are few stretches.
  void share_out() {
    int next = 0;
    const auto in_turn = [&](const Stretch &stretch) {
      lists_[static_cast<std::size_t>(next++ % lanes_)].push_back(stretch);
    };
    in_turn({0, 0, 1, 2 * ndim_});
    for (int pair = 0; pair < 2 * ndim_; ++pair) in_turn({1 + pair / ndim_, pair % ndim_, 1, pair});
    npairs_ = next;
    for (int s = 3; s < rule_.norbits; ++s) npairs_ += static_cast<int>(rule_.orbit[s].npoints) / 2;
    int lane = 0;
    for (int s = 3; s < rule_.norbits; ++s) {
      const int count = static_cast<int>(rule_.orbit[s].npoints) / 2;
      for (int first = 0; first < count;) {
        std::vector<Stretch> &list = lists_[static_cast<std::size_t>(lane)];
        const int room = npairs_ / lanes_ + (lane < npairs_ % lanes_) - rows_of(list);
        const int taken = std::min(room, count - first);
        if (taken > 0) list.push_back({s, first, taken, not_kept});
        first += taken;
        lane += taken == room;
      }
    }
  }

  int row_bytes() const { return (ndim_ + 1) / 2 * lanes_ * static_cast<int>(sizeof(double2)); }

  std::vector<RulePart> parts_of_lane(int lane) const {
    std::vector<RulePart> parts;
    int at = lane * static_cast<int>(sizeof(double2));
    for (const Stretch &stretch : lists_[static_cast<std::size_t>(lane)]) {
      const int end = at + stretch.npairs * row_bytes();
      parts.push_back({at, end, stretch.orbit, stretch.kept + 1 + (stretch.first << 16)});
      at = end;
    }
    return parts;
  }

  /// Those of each lane, and one that does not end, for lanes that have no more.
  std::vector<RulePart> parts_of_lanes() const {
    std::size_t most = 0;
    for (const std::vector<Stretch> &list : lists_) most = std::max(most, list.size());
    const auto lanes = static_cast<std::size_t>(lanes_);
    std::vector<RulePart> parts((most + 1) * lanes, RulePart{0, RulePart::no_end, 0, 0});
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      const std::vector<RulePart> own = parts_of_lane(static_cast<int>(lane));
      for (std::size_t i = 0; i < own.size(); ++i) parts[i * lanes + lane] = own[i];
    }
    return parts;
  }

  /// The lanes in the order in which a tree that begins with the halves meets its leaves: that of
  /// their numbers with the bits reversed.
  std::vector<RulePart> parts_of_all_lanes() const {
    const auto reversed = [this](int i) {
      int lane = 0;
      for (int bit = 1; bit < lanes_; bit *= 2) lane = 2 * lane + ((i & bit) != 0);
      return lane;
    };
    std::vector<RulePart> all;
    for (int i = 0; i < lanes_; ++i) {
      const std::vector<RulePart> own = parts_of_lane(reversed(i));
      all.insert(all.end(), own.begin(), own.end());
      all.back().then |= (1 + std::countr_zero(static_cast<unsigned>(i + 1))) << 8;
    }
    return all;
  }

  /// The first point of a pair, around the centre of the unit cube.
  std::vector<double> first_point(int s, int pair) const {
    const rule::Orbit &orbit = rule_.orbit[s];
    std::vector<double> x(static_cast<std::size_t>(ndim_));
    if (s == 0) return x;
    if (orbit.na + orbit.nb == 1) {
      // Axis after axis, as their sums are kept.
      x[static_cast<std::size_t>(pair)] = orbit.a;
      return x;
    }
    const auto index = static_cast<std::size_t>(pair_at(1 << (orbit.na + orbit.nb), pair).first);
    const rule::PointCode &code = codes_[static_cast<std::size_t>(s)][index];
    const auto sign = [](std::uint64_t bits, int d) {
      return (bits >> (2 * d) & 3) == 1 ? 1. : (bits >> (2 * d) & 3) == 3 ? -1. : 0.;
    };
    for (int d = 0; d < ndim_; ++d)
      x[static_cast<std::size_t>(d)] = sign(code.a, d) * orbit.a + sign(code.b, d) * orbit.b;
    return x;
  }

  /// Row after row.
  std::vector<double> points(int rows) {
    for (int s = 0; s < rule_.norbits; ++s)
      codes_.push_back(rule::orbit_points(ndim_, rule_.orbit[s]));
    const auto row = static_cast<std::size_t>(row_bytes()) / sizeof(double);
    std::vector<double> all(row * static_cast<std::size_t>(rows));
    for (int lane = 0; lane < lanes_; ++lane) {
      double *place = all.data() + 2 * lane;
      for (const Stretch &stretch : lists_[static_cast<std::size_t>(lane)])
        for (int i = 0; i < stretch.npairs; ++i, place += row) {
          const std::vector<double> x = first_point(stretch.orbit, stretch.first + i);
          for (int d = 0; d < ndim_; ++d)
            place[d / 2 * lanes_ * 2 + d % 2] = x[static_cast<std::size_t>(d)];
        }
    }
    return all;
  }

  const rule::OrbitRule &rule_;
  const int ndim_;
  const int lanes_;
  int npairs_ = 0;
  std::vector<std::vector<Stretch>> lists_;          ///< of each lane
  std::vector<std::vector<rule::PointCode>> codes_;  ///< of each orbit
};

}  // namespace detail

inline PackedRule pack_rule(const rule::OrbitRule &rule) {
  PackedRule packed;
  RuleTable &table = packed.table;
  for (int s = 0; s < rule.norbits; ++s) {
    const rule::Orbit &orbit = rule.orbit[s];
    OrbitEntry &entry = table.orbit[s];
    std::copy(orbit.weight, orbit.weight + nsums, entry.weight);
    entry.a = orbit.a;
    entry.b = orbit.b;
    entry.nb = orbit.nb;
    entry.npoints = static_cast<int>(orbit.npoints);
    entry.nsigned = 1 << (orbit.na + orbit.nb);
  }
  table.npoints = static_cast<int>(rule.npoints);
  table.naxis = rule.naxis;
  table.difference_ratio = rule.difference_ratio;
  // The last orbit of the rules of degree 7 and 9 are the vertices.
  table.has_vertices = rule.degree <= 9;
  table.norbits = rule.norbits - (table.has_vertices ? 1 : 0);
  if (rule.ndim > 16) {
    detail::append_codes<unsigned long long>(packed, rule);
  } else {
    detail::append_codes<unsigned int>(packed, rule);
  }
  if (rule.ndim <= max_listed_dimensions) detail::PointTable(rule).append_to(packed);
  return packed;
}

/// Half of the points, each of which stands for its opposite as well, in the unit cube around 0:
/// [point][ndim].  For each axis that of orbit 1 and that of orbit 2, then those of the orbits from
/// the fourth on; the vertices up to max_listed_vertices dimensions.
inline std::vector<double> table_points(const rule::OrbitRule &rule) {
  std::vector<double> points;
  const auto ndim = static_cast<std::size_t>(rule.ndim);
  for (std::size_t axis = 0; axis < ndim; ++axis)
    for (const int s : {1, 2}) {
      points.resize(points.size() + ndim);
      points[points.size() - ndim + axis] = rule.orbit[s].a;
    }
  const RuleTable table = pack_rule(rule).table;
  const bool vertices = table.has_vertices && rule.ndim <= max_listed_vertices;
  for (int s = 3; s < table.norbits + (vertices ? 1 : 0); ++s) {
    const rule::Orbit &orbit = rule.orbit[s];
    const auto coordinate = [](std::uint64_t code, int d, double generator) {
      const auto bits = code >> (2 * d) & 3;
      return bits == 1 ? generator : bits == 3 ? -generator : 0.;
    };
    for (const rule::PointCode &point : rule::orbit_points(rule.ndim, orbit)) {
      std::vector<double> x;
      for (int d = 0; d < rule.ndim; ++d)
        x.push_back(coordinate(point.a, d, orbit.a) + coordinate(point.b, d, orbit.b));
      const auto first = std::find_if(x.begin(), x.end(), [](double t) { return t != 0; });
      if (*first > 0) points.insert(points.end(), x.begin(), x.end());
    }
  }
  return points;
}

}  // namespace cuboid::engine::cuda
