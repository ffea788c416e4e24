// Generating vectors and shifts of lattices, and the construction that made the table.
#include "rng/lattice_vector.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <set>

#include "rng/lattice_construction.hpp"
#include "rng/lattice_table.hpp"

namespace {

using namespace cuboid::rng;

/// The square of the worst-case error, as the formula stands.
double error_of(const std::vector<std::uint64_t> &component, int bits, double (*weight)(int)) {
  const std::uint64_t count = std::uint64_t{1} << bits;
  double sum = 0;
  for (std::uint64_t i = 0; i < count; ++i) {
    double product = 1;
    for (std::size_t j = 0; j < component.size(); ++j)
      product *=
          1 + weight(static_cast<int>(j) + 1) *
                  lattice_kernel(std::ldexp(static_cast<double>(i * component[j] % count), -bits));
    sum += product;
  }
  return sum / static_cast<double>(count) - 1;
}

double inverse(int axis) {
  return 1.0 / axis;
}

TEST(LatticeConstruction, FindsTheBestComponentOfOneLattice) {
  constexpr int bits = 7;
  LatticeConstruction construction(bits, bits);
  std::vector<std::uint64_t> found;
  for (int axis = 1; axis <= 5; ++axis) {
    const std::vector<std::uint64_t> before = found;
    found.push_back(construction.next(inverse(axis)));
    double best = std::numeric_limits<double>::infinity();
    for (std::uint64_t z = 1; z < 128; z += 2) {
      std::vector<std::uint64_t> other = before;
      other.push_back(z);
      best = std::min(best, error_of(other, bits, inverse));
    }
    EXPECT_NEAR(error_of(found, bits, inverse), best, 1e-9) << axis;
    EXPECT_NEAR(construction.error(bits), best, 1e-9) << axis;
  }
}

TEST(LatticeConstruction, KeepsAllEmbeddedLatticesNearTheirBest) {
  LatticeConstruction all(5, 9);
  std::vector<std::uint64_t> embedded;
  for (int axis = 1; axis <= 4; ++axis) embedded.push_back(all.next(inverse(axis)));
  for (int bits = 5; bits <= 9; ++bits) {
    LatticeConstruction alone(bits, bits);
    std::vector<std::uint64_t> own;
    for (int axis = 1; axis <= 4; ++axis) own.push_back(alone.next(inverse(axis)));
    EXPECT_LT(error_of(embedded, bits, inverse), 3 * error_of(own, bits, inverse)) << bits;
  }
}

// Each of the embedded lattices is worse than the best of its size by some factor, the more so the
// fewer points and axes it has.
TEST(LatticeTable, IsBetterThanMostRandomVectors) {
  int better = 0;
  for (const int ndim : {4, 8, 12})
    for (const int bits : {10, 12, 14, 16}) {
      const auto components = [&](std::uint32_t number) {
        std::vector<std::uint64_t> found = lattice_generator(ndim, bits, number, 9);
        for (std::uint64_t &one : found) one >>= 64 - bits;
        return found;
      };
      const double table = error_of(components(0), bits, inverse);
      for (std::uint32_t number = 1; number <= 10; ++number)
        better += error_of(components(number), bits, inverse) < table ? 1 : 0;
    }
  EXPECT_LE(better, 24);  // Of 120: a fifth.
}

TEST(LatticeTable, HasOddAndDifferentComponents) {
  std::set<std::uint32_t> seen;
  for (const std::uint32_t component : lattice_components) {
    EXPECT_EQ(component % 2, 1U);
    EXPECT_LT(component, 1U << lattice_table_bits);
    EXPECT_TRUE(seen.insert(component).second);
  }
  EXPECT_EQ(lattice_components[0], 1U);
}

TEST(LatticeVector, GoesBeyondTheTable) {
  for (const int bits : {lattice_table_bits + 1, lattice_vector_bits}) {
    const auto one = extended_lattice_generator(8, bits, 1, 5);
    const auto other = extended_lattice_generator(8, bits, 2, 5);
    EXPECT_EQ(extended_lattice_generator(8, bits, 1, 5), one);
    for (std::size_t axis = 0; axis < 8; ++axis) {
      // Every so many-th point is one of the table's lattice.
      const std::uint64_t table = std::uint64_t{lattice_components[axis]}
                                  << (64 - lattice_table_bits);
      EXPECT_EQ(one[axis] << (bits - lattice_table_bits), table);
      if (bits == lattice_vector_bits) {
        EXPECT_EQ(one[axis] == other[axis], axis == 0);
      }
    }
  }
}

TEST(LatticeShifts, AreDifferentInEachStream) {
  std::set<std::uint64_t> seen;
  for (std::uint32_t stream = 1; stream <= 20; ++stream)
    for (const std::uint64_t shift : lattice_shifts(5, 16, stream, 1))
      EXPECT_TRUE(seen.insert(shift).second);
  EXPECT_NE(lattice_shifts(2, 4, 1, 1), lattice_shifts(2, 4, 1, 2));
  EXPECT_EQ(lattice_shifts(2, 4, 1, 1), lattice_shifts(2, 4, 1, 1));
}

}  // namespace
