#include "engine/common/lattice_points.hpp"

#include <algorithm>

#include "map/box.hpp"
#include "rng/lattice_place.hpp"
#include "simd/kernels.hpp"

namespace cuboid::engine {

void LatticePlaces::place(std::int64_t first, std::int64_t count, double *x, double *weight) {
  for (std::int64_t done = 0; done < count;) {
    const std::int64_t together = std::min(left_of_run(first + done), count - done);
    place_of_shift(first + done, together, x + done * problem_.ndim, weight + done);
    done += together;
  }
  if (!problem_.box.empty()) move_to_box(count, x, weight);
}

std::int64_t LatticePlaces::left_of_run(std::int64_t number) const {
  const std::int64_t left = request_.points - number % request_.points;
  if (request_.fine.empty()) return left;
  const auto i = static_cast<uint64>(number % request_.points);
  const uint64 run = rng::lattice_run(i, chunks_.length_bits);
  constexpr uint64 shortest = uint64{1} << rng::lattice_run_bits;
  return std::min(left, static_cast<std::int64_t>(run + std::max(shortest, chunks_.length()) - i));
}

void LatticePlaces::place_of_shift(std::int64_t first, std::int64_t count, double *x,
                                   double *weight) {
  const auto shift = static_cast<std::size_t>(first / request_.points) * first_.size();
  const auto i = static_cast<std::uint64_t>(first % request_.points);
  const std::uint64_t run = rng::lattice_run(i, chunks_.length_bits);
  for (std::size_t d = 0; d < first_.size(); ++d)
    first_[d] =
        rng::lattice_place(i, run, request_.generator[d],
                           request_.fine.empty() ? 0 : request_.fine[d], request_.shift[shift + d]);
  simd::kernels().lattice_points(
      {count, problem_.ndim, first_.data(), request_.generator.data(), request_.transform.data(),
       request_.smooth.empty() ? nullptr : request_.smooth.data(), unit_, x, weight});
}

void LatticePlaces::move_to_box(std::int64_t count, double *x, double *weight) const {
  const auto ndim = static_cast<std::size_t>(problem_.ndim);
  for (std::int64_t i = 0; i < count; ++i, x += ndim)
    weight[i] *= map::move_to_box(problem_.box.data(), problem_.ndim, x, 1);
}

}  // namespace cuboid::engine
