// Which generating vector a lattice gets.
#pragma once

#include <cstdint>
#include <vector>

#include "rng/lattice_vector.hpp"

namespace cuboid::algorithm {

/// Most points, if not a power of 2, for which a vector is constructed; beyond, it is random.
inline constexpr std::int64_t max_constructed_points = 1 << 20;

/// Whether lattices have so many points: a power of 2 or a prime.
bool is_lattice_size(std::int64_t points);

/// Most points of a lattice that are no more than so many.  wanted: 1 at least.
std::int64_t points_at_most(std::int64_t wanted);

/// Whether there is a vector for so many points that is not random.
bool has_vector(std::int64_t points);

struct LatticeVector {
  bool random = false;       ///< instead of the table's or the constructed one
  std::uint32_t number = 0;  ///< of the random vector, or of the digits beyond the table

  /// points: a power of 2 or a prime.
  rng::LatticeGenerators generators(int ndim, std::int64_t points, std::uint64_t seed) const;
};

/// Which of some values, one for each vector, is in the middle of them.  values: [vectors][ncomp].
/// Most vectors are nearly as good as the best, and few are bad, so that the one in the middle is
/// good but for a probability that falls fast with their number: T. Goda, P. L'Ecuyer, SIAM J. Sci.
/// Comput. 44 (2022) A2765; for an integrand at hand, arXiv:2305.19768.
std::size_t in_the_middle(const std::vector<double> &values, int ncomp);

}  // namespace cuboid::algorithm
