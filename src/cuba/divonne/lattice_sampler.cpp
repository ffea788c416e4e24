#include "cuba/divonne/lattice_sampler.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "cuba/divonne/box_hash.hpp"
#include "simd/kernels.hpp"

namespace cuboid::algorithm::divonne_detail {

namespace {

/// The distance of the corner along the axes differs by this part of it.  Half and twice as much
/// change evaluations by 1.4 % at most, and three or four results
/// (tests/bench/results/divonne_constants.txt).
constexpr double unequal = 0.1;

std::int64_t all_points(const std::vector<rule::Korobov> &lattices) {
  return std::accumulate(
      lattices.begin(), lattices.end(), std::int64_t{0},
      [](std::int64_t sum, const rule::Korobov &lattice) { return sum + lattice.size; });
}

}  // namespace

std::int64_t LatticeSampler::evaluations(const std::vector<rule::Korobov> &lattices) {
  return std::accumulate(
      lattices.begin(), lattices.end(), std::int64_t{0},
      [](std::int64_t sum, const rule::Korobov &lattice) { return sum + evaluations(lattice); });
}

LatticeSampler::LatticeSampler(int ndim, const std::vector<rule::Korobov> &lattices)
    : PointSampler(SampleKind::lattice, evaluations(lattices), all_points(lattices)),
      lattices_(lattices),
      width_(static_cast<std::size_t>(ndim)),
      start_(width_.size()),
      sign_(width_.size()) {
  for (const rule::Korobov &lattice : lattices) {
    corners_.push_back(static_cast<std::int64_t>(unit_.size()) / ndim);
    const double p = lattice.size;
    for (int d = 0; d < ndim; ++d)
      unit_.push_back(1 - 0.5 / p * (1 + unequal * ((d + 0.5) / ndim - 0.5)));
    for (int i = 1; i <= lattice.size / 2; ++i) {
      std::int64_t c = i;
      for (int d = 0; d < ndim; ++d) {
        unit_.push_back(std::fabs(2 * static_cast<double>(c) / p - 1));
        c = c * lattice.multiplier % lattice.size;
      }
    }
  }
}

void LatticeSampler::place(const Box &box, std::int64_t first, std::int64_t count, double *x) {
  const std::int64_t ndim = static_cast<std::int64_t>(box.ndim());
  for (std::size_t d = 0; d < box.ndim(); ++d) width_[d] = box.width(d);
  draw_reflections(box);
  const std::int64_t border = evaluations(lattices_.front());
  const auto place_between = [&](std::int64_t begin, std::int64_t end) {
    simd::kernels().reflected_points({end - begin, ndim, box.lower.data(), width_.data(),
                                      start_.data(), sign_.data(), unit_.data() + begin * ndim,
                                      x + (begin - first) * ndim});
  };
  if (first < border) place_between(first, std::min(first + count, border));
  if (first + count <= border) return;
  for (std::size_t d = 0; d < box.ndim(); ++d) {
    start_[d] = 1 - start_[d];
    sign_[d] = -sign_[d];
  }
  place_between(std::max(first, border), first + count);
}

/// u, or 1 - u along the axes that are reflected on the first lattice.  Which these are is a
/// function of the bounds, so that it depends on nothing else.
void LatticeSampler::draw_reflections(const Box &box) {
  std::uint64_t hash = hash_of(box);
  for (std::size_t d = 0; d < box.ndim(); ++d) {
    hash = next_hash(hash);
    const bool reflected = hash >> 63;
    start_[d] = reflected ? 1 : 0;
    sign_[d] = reflected ? -1 : 1;
  }
}

void LatticeSampler::add(std::int64_t first, std::int64_t count, std::size_t ncomp, const double *f,
                         double *sums) const {
  const std::int64_t border = evaluations(lattices_.front());
  const auto stride = static_cast<std::int64_t>(ncomp);
  for (std::size_t lattice = 0; lattice < lattices_.size(); ++lattice) {
    const std::int64_t begin = lattice == 1 ? std::max(first, border) : first;
    const std::int64_t end = lattice == 1 ? first + count : std::min(first + count, border);
    for (std::size_t c = 0; c < ncomp; ++c) {
      const double *value = f + (begin - first) * stride + static_cast<std::int64_t>(c);
      double sum = sums[c * lattices_.size() + lattice];
      for (std::int64_t i = begin; i < end; ++i, value += stride)
        sum += i == 0 || i == border ? *value : 2 * *value;
      sums[c * lattices_.size() + lattice] = sum;
    }
  }
}

Estimate LatticeSampler::estimate(double volume, const double *sums) const {
  Estimate result;
  const double total = std::accumulate(sums, sums + lattices_.size(), 0.0);
  result.integral = volume * (total / static_cast<double>(effective()));
  if (lattices_.size() == 2)
    result.scatter =
        0.5 * volume * std::fabs(sums[0] / lattices_[0].size - sums[1] / lattices_[1].size);
  return result;
}

}  // namespace cuboid::algorithm::divonne_detail
