#include "algorithm/lattice/needs.hpp"

#include <string>

#include "base/failure.hpp"
#include "domain/point_text.hpp"

namespace cuboid::algorithm {

void LatticeNeeds::answer(const engine::LatticeSums &sums) {
  const engine::LatticeRequest &request = requests_[answers_.size()];
  answers_.push_back(sums.integral);
  note(request.points * request.shifts() * problem_.parts, sums.nonfinite, sums.first_nonfinite);
}

Asking<MapAnswer> LatticeNeeds::draw(MapRequest request) {
  map_request_ = std::move(request);
  co_await Wait{*this};
  map_request_.reset();
  note(map_answer_.found.samples, map_answer_.found.nonfinite, map_answer_.found.first_nonfinite);
  co_return std::move(map_answer_);
}

Asking<std::vector<std::vector<double>>> LatticeNeeds::evaluate(
    std::vector<engine::LatticeRequest> requests) {
  requests_ = std::move(requests);
  co_await Wait{*this};
  requests_.clear();
  co_return std::exchange(answers_, {});
}

Asking<std::vector<LatticeEstimate>> LatticeNeeds::estimates_of(
    std::vector<engine::LatticeRequest> requests) {
  const std::vector<std::vector<double>> found = co_await evaluate(std::move(requests));
  std::vector<LatticeEstimate> estimates;
  for (const std::vector<double> &shifts : found)
    estimates.push_back(estimate_of_shifts(shifts, problem_.ncomp));
  co_return estimates;
}

engine::LatticeRequest LatticeNeeds::request(const LatticeForm &form, const LatticeVector &vector,
                                             std::int64_t points, std::int64_t shifts) {
  const int ndim = problem_.ndim;
  engine::LatticeRequest request;
  request.points = points;
  rng::LatticeGenerators generators = vector.generators(ndim, points, task_.seed);
  request.generator = std::move(generators.generator);
  request.fine = std::move(generators.fine);
  request.shift = rng::lattice_shifts(ndim, shifts, ++state_.stream, task_.seed);
  for (int axis = 0; axis < ndim; ++axis) request.transform.push_back(transform_of(form, axis));
  if (form.smooth) request.smooth = smooth_;
  request.number = state_.sums + 1;
  return request;
}

/// Counts what was evaluated.
void LatticeNeeds::note(std::int64_t points, std::int64_t nonfinite,
                        const std::optional<engine::SamplesNonfinite> &first) {
  result_.neval = state_.neval += points;
  result_.nonfinite = state_.nonfinite += nonfinite;
  if (nonfinite == 0) return;
  if (result_.first_nonfinite.empty() && first)
    result_.first_nonfinite = domain::text_at(problem_.domain, first->x.data(), problem_.ndim,
                                              first->component, first->value);
  if (!task_.stop_at_nonfinite) return;
  throw Failure(CUBOID_NONFINITE, result_.first_nonfinite.empty()
                                      ? "the integrand is NaN or infinite at " +
                                            std::to_string(nonfinite) + " of " +
                                            std::to_string(points) + " points"
                                      : "the integrand is not finite: " + result_.first_nonfinite +
                                            ": set nonfinite to zero, or cut the region there");
}

}  // namespace cuboid::algorithm
