// Writes korobov_table.hpp to standard output, in about a minute.  To make it again:
//   c++ -std=c++20 -O3 -march=native -I src src/rule/korobov_generate.cpp -o korobov_generate
//   ./korobov_generate < sizes > src/rule/korobov_table.hpp
// sizes: the lattice sizes, odd primes in ascending order.
#include <cstdio>
#include <vector>

#include "rule/korobov_criterion.hpp"

int main() {
  using namespace cuboid::rule;
  std::vector<int> sizes;
  for (int p; std::scanf("%d", &p) == 1;) sizes.push_back(p);

  std::printf("// Written by korobov_generate.cpp; not to be edited.\n#pragma once\n\n");
  std::printf("#include <array>\n#include <cstdint>\n\n// clang-format off\n");
  std::printf("namespace cuboid::rule {\n\n");
  std::printf("/// Numbers of points of the lattices.\n");
  std::printf("inline constexpr std::array<std::uint16_t, %zu> korobov_sizes{{\n", sizes.size());
  for (std::size_t i = 0; i < sizes.size(); ++i)
    std::printf("%d,%s", sizes[i], i % 16 == 15 || i + 1 == sizes.size() ? "\n" : " ");
  std::printf("}};\n\n/// For each size, the multipliers for %d to %d dimensions.\n",
              korobov_min_dimension, korobov_max_dimension);
  std::printf("inline constexpr std::uint16_t korobov_multipliers[%zu][%d] = {\n", sizes.size(),
              korobov_max_dimension - korobov_min_dimension + 1);
  for (const int p : sizes) {
    const KorobovCriterion criterion(p);
    std::printf("{");
    const std::vector<int> best =
        criterion.best_multipliers(korobov_min_dimension, korobov_max_dimension);
    for (std::size_t i = 0; i < best.size(); ++i) std::printf("%s%d", i ? "," : "", best[i]);
    std::printf("},\n");
    std::fflush(stdout);
  }
  std::printf("};\n\n}  // namespace cuboid::rule\n");
}
