// Which generating vector a lattice gets.
#pragma once

#include <cstdint>
#include <vector>

#include "rng/lattice_vector.hpp"

namespace cuboid::algorithm {

struct LatticeVector {
  bool random = false;       ///< instead of the table's
  std::uint32_t number = 0;  ///< of the random vector, or of the digits beyond the table

  std::vector<std::uint64_t> generator(int ndim, int bits, std::uint64_t seed) const {
    return random ? rng::lattice_generator(ndim, bits, number, seed)
                  : rng::extended_lattice_generator(ndim, bits, number, seed);
  }
};

/// Which of some values, one for each vector, is in the middle of them.  values: [vectors][ncomp].
/// Most vectors are nearly as good as the best, and few are bad, so that the one in the middle is
/// good but for a probability that falls fast with their number: T. Goda, P. L'Ecuyer, SIAM J. Sci.
/// Comput. 44 (2022) A2765; for an integrand at hand, arXiv:2305.19768.
std::size_t in_the_middle(const std::vector<double> &values, int ncomp);

}  // namespace cuboid::algorithm
