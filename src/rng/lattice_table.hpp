// Written by lattice_generate.cpp; not to be edited.
#pragma once

#include <cstdint>

// clang-format off
namespace cuboid::rng {

/// Logarithm of the points up to which the table goes.
inline constexpr int lattice_table_bits = 24;
/// Axes of the table.
inline constexpr int lattice_table_axes = 64;

/// Of the lattices of 2^8 to 2^24 points, with the weight 1 / j of axis j.
inline constexpr std::uint32_t lattice_components[lattice_table_axes] = {
1, 15300041, 13037493, 9717585, 11930225, 14572501, 16572173, 8472269,
2940881, 14074501, 12172317, 15077901, 8423689, 15700901, 10779973, 7885557,
15801237, 2232369, 14645661, 12315769, 1320489, 13746549, 4978485, 12003965,
6210289, 10005285, 4600505, 979933, 2244341, 4246493, 15854413, 7053245,
6633941, 3087401, 2636445, 4290429, 4723489, 47869, 8352005, 4724841,
5033537, 14597261, 8059125, 3110097, 7152533, 15004177, 16712309, 10202209,
13907905, 16495517, 13736241, 6154229, 13094369, 1709473, 10229637, 12857833,
1763521, 11623821, 8405233, 13850937, 2477053, 10256537, 6074397, 12037737,
};

}  // namespace cuboid::rng
