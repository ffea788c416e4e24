// The points of lattices.
#include "base/words.hpp"
#include "map/periodise.hpp"
#include "map/smooth_map.hpp"
#include "simd/columns.hpp"
#include "simd/functions.hpp"
#include "simd/vectors.hpp"

namespace cuboid::simd::CUBOID_SIMD {

namespace {

// One axis of a block of points of a lattice.  fixed: where they lie.
template <map::Transform transform>
void periodise(const std::uint64_t *__restrict fixed, double *__restrict x,
               double *__restrict weight) {
  for (int i = 0; i < block; ++i) {
    const map::Periodised point = map::periodised<transform>(map::unit_fraction(fixed[i]));
    x[i] = point.x;
    weight[i] *= point.weight;
  }
}

void periodise(map::Transform transform, const std::uint64_t *fixed, double *x, double *weight) {
  switch (transform) {
    case map::Transform::none:
      return periodise<map::Transform::none>(fixed, x, weight);
    case map::Transform::baker:
      return periodise<map::Transform::baker>(fixed, x, weight);
    case map::Transform::korobov_1:
      return periodise<map::Transform::korobov_1>(fixed, x, weight);
    case map::Transform::korobov_2:
      return periodise<map::Transform::korobov_2>(fixed, x, weight);
    case map::Transform::korobov_3:
      return periodise<map::Transform::korobov_3>(fixed, x, weight);
  }
}

// As map::smoothly_mapped, one pole after the other, so that there are vectors of points.
void map_smoothly(const map::SmoothAxis axis, double *__restrict x, double *__restrict weight) {
  double sum[block], slope[block];
  const auto add = [&](auto add_part) {
    for (int i = 0; i < block; ++i) {
      map::SmoothSum all{sum[i], slope[i]};
      add_part(x[i], all);
      sum[i] = all.sum;
      slope[i] = all.slope;
    }
  };
  add([&](double t, map::SmoothSum &all) { all = map::smooth_polynomial(axis, t); });
  for (int pole = 0; pole < map::smooth_poles; ++pole) {
    if (axis.lower[pole] > 0)
      add([&](double t, map::SmoothSum &all) { map::add_pole_below(axis, pole, t, all); });
    if (axis.upper[pole] > 0)
      add([&](double t, map::SmoothSum &all) { map::add_pole_above(axis, pole, t, all); });
  }
  for (int i = 0; i < block; ++i) {
    const map::Periodised point = map::smooth_point(x[i], {sum[i], slope[i]});
    x[i] = point.x;
    weight[i] *= point.weight;
  }
}

}  // namespace

// Whole blocks are worked out, of which the last may not be wanted as a whole.
void lattice_points(const LatticePoints &given) {
  const LatticePoints points = given;
  double x[4][block];
  double weight[block];
  std::uint64_t fixed[block];
  for (std::int64_t begin = 0; begin < points.count; begin += block) {
    const std::int64_t count = points.count - begin < block ? points.count - begin : block;
    for (int i = 0; i < block; ++i) weight[i] = 1;
    for (std::int64_t d = 0; d < points.ndim; d += 4) {
      const std::int64_t axes = points.ndim - d < 4 ? points.ndim - d : 4;
      for (std::int64_t k = 0; k < axes; ++k) {
        const std::uint64_t step = points.generator[d + k];
        std::uint64_t next = points.first[d + k] + static_cast<std::uint64_t>(begin) * step;
        for (int i = 0; i < block; ++i, next += step) fixed[i] = next;
        periodise(points.transform[d + k], fixed, x[k], weight);
        if (points.smooth != nullptr) map_smoothly(points.smooth[d + k], x[k], weight);
      }
      store_points(x, axes, count, points.x + begin * points.ndim + d, points.ndim);
    }
    for (std::int64_t i = 0; i < count; ++i) points.weight[begin + i] = weight[i] * points.unit;
  }
}

void lattice_add(const LatticeValues &given) {
  const LatticeValues values = given;
  for (std::int64_t c = 0; c < values.ncomp; ++c) {
    double sum = values.sum[c];
    for (std::int64_t i = 0; i < values.count; ++i)
      sum = fused(values.f[i * values.ncomp + c], values.weight[i], sum);
    values.sum[c] = sum;
  }
}

}  // namespace cuboid::simd::CUBOID_SIMD
