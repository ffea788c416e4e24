// Generating vectors and shifts of lattices.
#pragma once

#include <cstdint>
#include <vector>

namespace cuboid::rng {

/// Most points for which vectors are made, as a logarithm.
inline constexpr int lattice_vector_bits = 36;

/// The generators of a lattice of 2^bits points, as fractions of 2^64.  number 0: from the table,
/// and beyond its axes and its number of points with random digits in front; others: random odd
/// components, of which different numbers and seeds are independent: T. Goda, P. L'Ecuyer, SIAM J.
/// Sci. Comput. 44 (2022) A2765.
std::vector<std::uint64_t> lattice_generator(int ndim, int bits, std::uint32_t number,
                                             std::uint64_t seed);

/// The same as the table's, where it has as many points, with other digits beyond.
std::vector<std::uint64_t> extended_lattice_generator(int ndim, int bits, std::uint32_t number,
                                                      std::uint64_t seed);

/// Generators of any number of points: fractions of 2^64, and their next digits, see
/// rng/lattice_place.hpp.
struct LatticeGenerators {
  std::vector<std::uint64_t> generator;
  std::vector<std::uint64_t> fine;
};

/// Of components below `points`, which is at most 2^36.
LatticeGenerators fractions_of(const std::vector<std::uint64_t> &components, std::uint64_t points);

/// Random components for a prime number of points.
std::vector<std::uint64_t> random_components(int ndim, std::uint64_t points, std::uint32_t number,
                                             std::uint64_t seed);

/// [count][ndim]: random numbers, of which different streams are independent.
std::vector<std::uint64_t> lattice_shifts(int ndim, std::int64_t count, std::uint32_t stream,
                                          std::uint64_t seed);

}  // namespace cuboid::rng
