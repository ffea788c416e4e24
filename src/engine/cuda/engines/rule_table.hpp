// A rule as the kernels take it.
#pragma once

#include <algorithm>
#include <cstring>
#include <vector>

#include "engine/cuda/kernel/regions_types.cuh"
#include "rule/orbit_rule.hpp"

namespace cuboid::engine::cuda {

/// table.codes is not set: it is to be the device's copy of `codes`.
struct PackedRule {
  RuleTable table{};
  std::vector<char> codes;
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
  packed.codes.resize(words.size() * sizeof(Word));
  // In one dimension all points are on the axis.
  if (!words.empty()) std::memcpy(packed.codes.data(), words.data(), packed.codes.size());
}

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
