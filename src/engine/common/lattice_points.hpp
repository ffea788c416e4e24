// Points of a lattice from their numbers, on the host.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/lattice.hpp"
#include "statistics/lattice_chunks.hpp"

namespace cuboid::engine {

class LatticePlaces {
 public:
  /// Both must outlive it.
  LatticePlaces(const LatticeProblem &problem, const LatticeRequest &request)
      : problem_(problem),
        request_(request),
        chunks_(statistics::lattice_chunks(static_cast<uint64>(request.points))),
        unit_(lattice_unit(request)),
        first_(static_cast<std::size_t>(problem.ndim)) {}

  /// Writes points in the box and their weights.  first: a number through all shifts.  x:
  /// [count][ndim], weight: [count].
  void place(std::int64_t first, std::int64_t count, double *x, double *weight);

 private:
  std::int64_t left_of_run(std::int64_t number) const;
  void place_of_shift(std::int64_t first, std::int64_t count, double *x, double *weight);
  void move_to_box(std::int64_t count, double *x, double *weight) const;

  const LatticeProblem &problem_;
  const LatticeRequest &request_;
  const statistics::LatticeChunks chunks_;
  const double unit_;
  std::vector<std::uint64_t> first_;  ///< [ndim]: where the first point lies
};

}  // namespace cuboid::engine
