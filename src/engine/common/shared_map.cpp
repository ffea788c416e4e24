#include "engine/common/shared_map.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "base/magnitude.hpp"
#include "map/importance_edges.hpp"
#include "map/refine_importance.hpp"
#include "statistics/covariances.hpp"
#include "statistics/cube_variance.hpp"
#include "statistics/estimates.hpp"
#include "statistics/scaling.hpp"

namespace cuboid::engine {

std::vector<std::int64_t> models_of(std::int64_t count) {
  const std::int64_t models = std::min(count, most_models);
  std::vector<std::int64_t> which;
  for (std::int64_t i = 0; i < models; ++i)
    which.push_back(models > 1 ? i * ((count - 1) / (models - 1)) : 0);
  return which;
}

ManySamplesResult shared_result(const statistics::SharedSum *sums,
                                const statistics::SharedCount &count, const double *scale,
                                int ncomp, std::int64_t samples) {
  ManySamplesResult result;
  const auto n = static_cast<double>(samples);
  for (int c = 0; c < ncomp; ++c) {
    const statistics::SharedSum &one = sums[c];
    const double variance = statistics::not_nan(one.square);
    result.integral.push_back(statistics::integral_of(one.sum, n, scale[c]));
    result.error.push_back(statistics::error_of(variance, n, scale[c]));
    // Of a single sample, but for those that cancel within its four.
    const double greatest = from_upper_word(one.greatest);
    const double alone = std::min(greatest * greatest, from_upper_word(one.greatest_square));
    result.dominance.push_back(variance > 0 ? alone / variance : 0);
    result.greatest.push_back(greatest / scale[c]);
    // What no list of results shows costs the square of the number of components.
    for (int b = 0; statistics::has_covariances(ncomp) && b <= c; ++b)
      result.correlation.push_back(b == c ? 1 : 0);
  }
  result.samples = samples;
  result.nonfinite = static_cast<std::int64_t>(count.nonfinite);
  result.nonfinite_from = static_cast<std::int64_t>(count.first);
  return result;
}

void rescale(const statistics::SharedSum *sums, int ncomp, std::int64_t samples, double *scale) {
  const auto n = static_cast<double>(samples);
  for (int c = 0; c < ncomp; ++c)
    scale[c] = statistics::next_scale(scale[c], sums[c].greatest, sums[c].sum / n,
                                      std::sqrt(sums[c].square) / n, n);
}

SharedMap::SharedMap(const SamplesProblem &problem, std::int64_t models)
    : ndim_(problem.ndim),
      ncomp_(problem.ncomp),
      scale_(static_cast<std::size_t>(models * problem.ncomp), 1.0),
      weight_(scale_.size(), 1.0f / static_cast<float>(scale_.size())) {}

void SharedMap::set_grid(const SamplesGrid &grid) {
  grid_ = grid;
  edges_ = grid.edges.empty() ? map::equal_edges(ndim_, static_cast<std::uint64_t>(grid.nintervals))
                              : grid.edges;
  ncube_ = 1;
  for (int d = 0; d < ndim_; ++d) ncube_ *= static_cast<uint64>(grid.nstrat);
}

uint64 SharedMap::per_cube(const SamplesIteration &iteration) const {
  return statistics::equal_samples(static_cast<uint64>(iteration.samples), ncube_);
}

std::int64_t SharedMap::samples(const SamplesIteration &iteration) const {
  return static_cast<std::int64_t>(per_cube(iteration) * ncube_);
}

std::vector<map::MapInterval> SharedMap::intervals() const {
  return map::intervals_of_edges(edges_, ndim_);
}

void SharedMap::finish(const SamplesIteration &iteration,
                       const std::vector<statistics::SharedSum> &sums,
                       const std::vector<std::uint64_t> &histogram) {
  const auto ncomp = static_cast<std::size_t>(ncomp_);
  std::vector<double> inverse;
  for (std::size_t first = 0; first < sums.size(); first += ncomp) {
    double *const scale = scale_.data() + first;
    const ManySamplesResult found =
        shared_result(sums.data() + first, {}, scale, ncomp_, samples(iteration));
    rescale(sums.data() + first, ncomp_, samples(iteration), scale);
    for (std::size_t c = 0; c < ncomp; ++c)
      inverse.push_back(
          statistics::inverse_square(found.integral[c] * scale[c], found.error[c] * scale[c]));
  }
  const double sum = std::accumulate(inverse.begin(), inverse.end(), 0.0);
  for (std::size_t i = 0; i < inverse.size(); ++i)
    weight_[i] = statistics::component_weight(inverse[i], sum, static_cast<int>(inverse.size()));
  if (iteration.alpha > 0) refine(iteration, histogram);
}

std::shared_ptr<const SharedMap> SharedMaps::after(const SamplesIteration &iteration) const {
  const std::lock_guard lock(mutex_);
  const auto found = maps_.find(iteration.number);
  return found == maps_.end() ? nullptr : found->second;
}

void SharedMaps::keep(const SamplesIteration &iteration, const SharedMap &map) {
  auto kept = std::make_shared<const SharedMap>(map);
  const std::lock_guard lock(mutex_);
  maps_.try_emplace(iteration.number, std::move(kept));
}

void SharedMap::refine(const SamplesIteration &iteration,
                       const std::vector<std::uint64_t> &histogram) {
  const auto n = static_cast<std::size_t>(grid_.nintervals);
  const auto ndim = static_cast<std::size_t>(ndim_);
  for (std::size_t d = 0; d < ndim; ++d) {
    std::vector<double> squares(n);
    for (std::size_t e = 0; e < ndim; ++e)
      for (std::size_t i = 0; i < n && (iteration.one_map || e == d); ++i)
        squares[i] += static_cast<double>(histogram[e * n + i]);
    map::refine_importance({edges_.data() + d * (n + 1), n + 1}, squares, iteration.step());
  }
}

}  // namespace cuboid::engine
