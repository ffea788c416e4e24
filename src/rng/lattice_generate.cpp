// Writes lattice_table.hpp to standard output, in about two minutes.  To make it again:
//   c++ -std=c++20 -O3 -march=native -I src src/rng/lattice_generate.cpp -o lattice_generate
//   ./lattice_generate > src/rng/lattice_table.hpp
#include <cstdio>

#include "rng/lattice_construction.hpp"

int main() {
  constexpr int least = 3;
  constexpr int most = 24;
  constexpr int axes = 64;
  std::printf("// Written by lattice_generate.cpp; not to be edited.\n#pragma once\n\n");
  std::printf("#include <cstdint>\n\n// clang-format off\n");
  std::printf("namespace cuboid::rng {\n\n");
  std::printf("/// Logarithms of the numbers of points of which the table has vectors.\n");
  std::printf("inline constexpr int lattice_table_min_bits = %d;\n", least);
  std::printf("inline constexpr int lattice_table_bits = %d;\n", most);
  std::printf("/// Axes of the table.\n");
  std::printf("inline constexpr int lattice_table_axes = %d;\n\n", axes);
  std::printf("/// Of the lattices of 2^%d, 2^%d ... 2^%d points, with the weights of\n", least,
              least + 1, most);
  std::printf("/// lattice_weight.\n");
  std::printf(
      "inline constexpr std::uint32_t "
      "lattice_components[lattice_table_bits - lattice_table_min_bits + 1]\n"
      "                                                  [lattice_table_axes] = {\n");
  for (int bits = least; bits <= most; ++bits) {
    cuboid::rng::LatticeConstruction construction(bits);
    std::printf("{\n");
    for (int axis = 1; axis <= axes; ++axis) {
      const double weight = cuboid::rng::lattice_weight(axis);
      const auto component = static_cast<unsigned long>(construction.next(weight));
      std::printf("%lu,%s", component, axis % 8 == 0 ? "\n" : " ");
      std::fflush(stdout);
    }
    std::printf("},\n");
  }
  std::printf("};\n\n}  // namespace cuboid::rng\n");
}
