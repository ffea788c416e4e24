#include "algorithm/vegas_plus/uniform_look.hpp"

#include <algorithm>
#include <cmath>

#include "map/importance_map.hpp"

namespace cuboid::algorithm {

namespace {

/// The density of an axis where its map is uniform within each of the intervals.
double density(const std::uint64_t *edges, std::int64_t nintervals, double place) {
  const auto at = static_cast<std::uint64_t>(place * 0x1p32);
  const std::uint64_t *const upper =
      std::upper_bound(edges + 1, edges + nintervals, at);  // the last interval at most
  const auto width = static_cast<double>(upper[0] - upper[-1]);
  return 0x1p32 / (static_cast<double>(nintervals) * width);
}

}  // namespace

/// Where a point of an axis of the box lies in the unit interval: the inverse of Interval::map.
double UniformLook::place(std::size_t axis, double x) const {
  if (problem_.box.empty()) return x;
  const map::Interval &interval = problem_.box[axis];
  const double distance = std::fabs(x - interval.origin);
  switch (interval.kind) {
    case map::IntervalKind::from:
      return distance / (1 + distance);
    case map::IntervalKind::to:
      return 1 / (1 + distance);
    case map::IntervalKind::everywhere:
      // t solves x t (1 - t) = 2 t - 1; written so that nothing cancels for x < 0.
      return x < 0 ? 2 / (std::sqrt(x * x + 4) - x + 2) : 1 - 2 / (std::sqrt(x * x + 4) + x + 2);
    default:
      return interval.width != 0 ? (x - interval.origin) / interval.width : 0;
  }
}

bool UniformLook::take(const engine::SampleBatch &batch) {
  const auto ndim = static_cast<std::size_t>(problem_.ndim);
  const auto ncomp = static_cast<std::size_t>(problem_.ncomp);
  for (std::size_t i = 0; i < static_cast<std::size_t>(batch.count); ++i) {
    for (std::size_t d = 0; d < ndim; ++d)
      x_.push_back(std::clamp(place(d, batch.x[i * ndim + d]), 0.0, 1.0));
    for (std::size_t c = 0; c < ncomp; ++c) f_.push_back(batch.f[i * ncomp + c] * batch.weight[i]);
  }
  return true;
}

double UniformLook::deviation(int component, const std::vector<std::uint64_t> &edges,
                              std::int64_t nintervals) const {
  const auto ndim = static_cast<std::size_t>(problem_.ndim);
  const auto ncomp = static_cast<std::size_t>(problem_.ncomp);
  const std::size_t samples = x_.size() / ndim;
  double sum = 0;
  for (std::size_t i = 0; i < samples; ++i) {
    const double value = f_[i * ncomp + static_cast<std::size_t>(component)];
    if (value == 0 || !std::isfinite(value)) continue;
    double p = 1;
    for (std::size_t d = 0; d < ndim; ++d)
      p *= density(edges.data() + d * static_cast<std::size_t>(nintervals + 1), nintervals,
                   x_[i * ndim + d]);
    sum += value * value / p;
  }
  // The weights hold one over the number of samples once, and the squares twice.
  return std::sqrt(sum * static_cast<double>(samples));
}

}  // namespace cuboid::algorithm
