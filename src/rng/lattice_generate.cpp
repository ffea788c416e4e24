// Writes lattice_table.hpp to standard output, in about a minute.  To make it again:
//   c++ -std=c++20 -O3 -march=native -I src src/rng/lattice_generate.cpp -o lattice_generate
//   ./lattice_generate > src/rng/lattice_table.hpp
#include <cstdio>

#include "rng/lattice_construction.hpp"

int main() {
  constexpr int least = 8;
  constexpr int most = 24;
  constexpr int axes = 64;
  std::printf("// Written by lattice_generate.cpp; not to be edited.\n#pragma once\n\n");
  std::printf("#include <cstdint>\n\n// clang-format off\n");
  std::printf("namespace cuboid::rng {\n\n");
  std::printf("/// Logarithm of the points up to which the table goes.\n");
  std::printf("inline constexpr int lattice_table_bits = %d;\n", most);
  std::printf("/// Axes of the table.\n");
  std::printf("inline constexpr int lattice_table_axes = %d;\n\n", axes);
  std::printf("/// Of the lattices of 2^%d to 2^%d points, with the weight 1 / j of axis j.\n",
              least, most);
  std::printf("inline constexpr std::uint32_t lattice_components[lattice_table_axes] = {\n");
  cuboid::rng::LatticeConstruction construction(least, most);
  for (int axis = 1; axis <= axes; ++axis) {
    const auto component = static_cast<unsigned long>(construction.next(1.0 / axis));
    std::printf("%lu,%s", component, axis % 8 == 0 ? "\n" : " ");
    std::fflush(stdout);
  }
  std::printf("};\n\n}  // namespace cuboid::rng\n");
}
