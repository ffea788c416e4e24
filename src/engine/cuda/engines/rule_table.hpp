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

/// The table of all points, and what each lane of a group takes of it.
class PointTable {
 public:
  explicit PointTable(const rule::OrbitRule &rule)
      : rule_(rule), ndim_(rule.ndim), lanes_(group_lanes(rule.ndim)) {}

  void append_to(PackedRule &packed) {
    RuleTable &table = packed.table;
    add_centre();
    for (int first = 0; first < table.naxis * ndim_; first += lanes_)
      add_axes(first, table.naxis * ndim_);
    for (int s = 1 + table.naxis; s < rule_.norbits; ++s)
      add_orbit(s, table.has_vertices && s == table.norbits);
    const std::vector<RulePart> all = parts_of_all_lanes();
    table.nparts = static_cast<int>(parts_.size()) / lanes_;
    table.nall_parts = static_cast<int>(all.size());
    packed.listed_at = append(packed.arrays, all);
    append(packed.arrays, parts_);
    append(packed.arrays, points_);
    const std::size_t bytes = packed.arrays.size() - packed.listed_at;
    if (bytes > static_cast<std::size_t>(listed_bytes(ndim_)))
      throw Failure(CUBOID_INTERNAL, "a rule of " + std::to_string(ndim_) + " dimensions has " +
                                         std::to_string(bytes) + " bytes of points");
    table.nlisted = static_cast<int>(bytes / sizeof(int4));
  }

 private:
  static constexpr int not_kept = -1;

  int row_size() const { return (ndim_ + 1) / 2 * 2 * lanes_; }

  /// A point at the centre for each lane.
  void add_row() { points_.resize(points_.size() + static_cast<std::size_t>(row_size())); }

  /// A coordinate of a lane's point of the last row.
  double &coordinate(int lane, int d) {
    return *(points_.end() - row_size() + (d / 2 * lanes_ + lane) * 2 + d % 2);
  }

  /// Of the rows that follow.
  void add_part(int lane, int npoints, int orbit, int kept) {
    const int first = static_cast<int>(points_.size() * sizeof(double) + lane * sizeof(double2));
    const int row = row_size() * static_cast<int>(sizeof(double));
    parts_.push_back({first, first + npoints * row, orbit, kept + 1});
  }

  void add_centre() {
    for (int lane = 0; lane < lanes_; ++lane) add_part(lane, lane == 0, 0, 2 * ndim_);
    add_row();
  }

  /// Pairs of points on the axes, of which each lane takes one: all of orbit 1, then of orbit 2.
  void add_axes(int first, int count) {
    const int end = std::min(lanes_, count - first);
    for (int lane = 0; lane < lanes_; ++lane) {
      const int pair = first + lane;
      add_part(lane, lane < end ? 2 : 0, lane < end ? 1 + pair / ndim_ : 0,
               pair < 2 * ndim_ ? pair : not_kept);
    }
    for (const double sign : {1., -1.}) {
      add_row();
      for (int lane = 0; lane < end; ++lane) {
        const int pair = first + lane;
        coordinate(lane, pair % ndim_) = sign * rule_.orbit[1 + pair / ndim_].a;
      }
    }
  }

  void add_orbit(int s, bool vertices) {
    const rule::Orbit &orbit = rule_.orbit[s];
    const std::vector<rule::PointCode> points = rule::orbit_points(ndim_, orbit);
    const int npoints = static_cast<int>(points.size());
    for (int lane = 0; lane < lanes_; ++lane)
      add_part(lane, (npoints - lane + lanes_ - 1) / lanes_, s, not_kept);
    const auto sign = [](std::uint64_t code, int d) {
      const auto bits = code >> (2 * d) & 3;
      return bits == 1 ? 1. : bits == 3 ? -1. : 0.;
    };
    for (int i = 0; i < npoints; ++i) {
      const int lane = i % lanes_;
      if (lane == 0) add_row();
      const rule::PointCode &point = points[static_cast<std::size_t>(i)];
      for (int d = 0; d < ndim_; ++d) {
        // Vertices in the order in which they are counted through in more dimensions.
        coordinate(lane, d) = vertices ? ((i >> d & 1) != 0 ? -orbit.a : orbit.a)
                                       : sign(point.a, d) * orbit.a + sign(point.b, d) * orbit.b;
      }
    }
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
      for (std::size_t at = static_cast<std::size_t>(reversed(i)); at < parts_.size();
           at += static_cast<std::size_t>(lanes_))
        if (parts_[at].first < parts_[at].end) all.push_back(parts_[at]);
      all.back().then |= (1 + std::countr_zero(static_cast<unsigned>(i + 1))) << 16;
    }
    return all;
  }

  const rule::OrbitRule &rule_;
  const int ndim_;
  const int lanes_;
  std::vector<RulePart> parts_;  ///< [part][lane]
  std::vector<double> points_;
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
  }
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
  if (rule.ndim <= most_listed_dimensions) detail::PointTable(rule).append_to(packed);
  return packed;
}

/// Half of the points, each of which stands for its opposite as well, in the unit cube around 0:
/// [point][ndim].  For each axis that of orbit 1 and that of orbit 2, then those of the orbits from
/// the fourth on; the vertices up to most_listed_vertices dimensions.
inline std::vector<double> table_points(const rule::OrbitRule &rule) {
  std::vector<double> points;
  const auto ndim = static_cast<std::size_t>(rule.ndim);
  for (std::size_t axis = 0; axis < ndim; ++axis)
    for (const int s : {1, 2}) {
      points.resize(points.size() + ndim);
      points[points.size() - ndim + axis] = rule.orbit[s].a;
    }
  const RuleTable table = pack_rule(rule).table;
  const bool vertices = table.has_vertices && rule.ndim <= most_listed_vertices;
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
