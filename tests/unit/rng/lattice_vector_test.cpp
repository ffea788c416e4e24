// Generating vectors and shifts of lattices, and the construction that made the table.
#include "rng/lattice_vector.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <set>

#include "rng/lattice_construction.hpp"
#include "rng/lattice_place.hpp"
#include "rng/lattice_table.hpp"
#include "rng/prime_lattice.hpp"

namespace {

using namespace cuboid::rng;

/// The square of the worst-case error, as the formula stands.
double error_of_points(const std::vector<std::uint64_t> &component, std::uint64_t count,
                       double (*weight)(int)) {
  double sum = 0;
  for (std::uint64_t i = 0; i < count; ++i) {
    double product = 1;
    for (std::size_t j = 0; j < component.size(); ++j)
      product *= 1 + weight(static_cast<int>(j) + 1) *
                         lattice_kernel(static_cast<double>(i * component[j] % count) /
                                        static_cast<double>(count));
    sum += product;
  }
  return sum / static_cast<double>(count) - 1;
}

double error_of(const std::vector<std::uint64_t> &component, int bits, double (*weight)(int)) {
  return error_of_points(component, std::uint64_t{1} << bits, weight);
}

double inverse(int axis) {
  return 1.0 / axis;
}

TEST(LatticeConstruction, FindsTheBestComponentOfOneLattice) {
  constexpr int bits = 7;
  LatticeConstruction construction(bits);
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
    EXPECT_NEAR(construction.error(), best, 1e-9) << axis;
  }
}

TEST(PrimeLatticeConstruction, FindsTheBestComponent) {
  for (const std::uint64_t points : {5, 31, 127}) {
    PrimeLatticeConstruction construction(points);
    std::vector<std::uint64_t> found;
    for (int axis = 1; axis <= 5; ++axis) {
      const std::vector<std::uint64_t> before = found;
      found.push_back(construction.next(inverse(axis)));
      double best = std::numeric_limits<double>::infinity();
      for (std::uint64_t z = 1; z < points; ++z) {
        std::vector<std::uint64_t> other = before;
        other.push_back(z);
        best = std::min(best, error_of_points(other, points, inverse));
      }
      EXPECT_NEAR(error_of_points(found, points, inverse), best, 1e-9) << points << " " << axis;
    }
  }
}

TEST(PrimeLatticeConstruction, KnowsPrimes) {
  std::vector<std::uint64_t> found;
  for (std::uint64_t number = 0; number < 30; ++number)
    if (is_prime(number)) found.push_back(number);
  EXPECT_EQ(found, (std::vector<std::uint64_t>{2, 3, 5, 7, 11, 13, 17, 19, 23, 29}));
  EXPECT_TRUE(is_prime(68719476731));
  EXPECT_FALSE(is_prime(262139ULL * 262139));
}

// Of the product with the number of a point, 64 digits are right.
TEST(LatticeFractions, HaveDigitsEnoughForTheLastPoint) {
  for (const std::uint64_t points : {5ULL, 1000003ULL, 68719476731ULL}) {
    const auto components = random_components(3, points, 1, 1);
    const LatticeGenerators found = fractions_of(components, points);
    for (std::size_t d = 0; d < 3; ++d) {
      const std::uint64_t i = points - 1;
      const std::uint64_t rest = (points - components[d]) % points;  // i z modulo points
      const double exact = static_cast<double>(rest) / static_cast<double>(points);
      const std::uint64_t place =
          cuboid::rng::lattice_place(i, i, found.generator[d], found.fine[d], 0);
      EXPECT_NEAR(std::ldexp(static_cast<double>(place), -64), exact, 0x1p-52) << points;
    }
  }
}

std::vector<std::uint64_t> components_of(int ndim, int bits, std::uint32_t number) {
  std::vector<std::uint64_t> found = lattice_generator(ndim, bits, number, 9);
  for (std::uint64_t &one : found) one >>= 64 - bits;
  return found;
}

TEST(LatticeTable, IsBetterThanRandomVectors) {
  int better = 0;
  for (const int ndim : {4, 8, 12})
    for (const int bits : {10, 12, 14, 16}) {
      const double table = error_of(components_of(ndim, bits, 0), bits, lattice_weight);
      for (std::uint32_t number = 1; number <= 10; ++number)
        better += error_of(components_of(ndim, bits, number), bits, lattice_weight) < table ? 1 : 0;
    }
  EXPECT_LE(better, 3);  // Of 120.
}

// Each number of points has the best component for the axes before: that of another number, as in
// embedded lattices, is worse.
TEST(LatticeTable, HasAVectorOfItsOwnForEachSize) {
  for (const int bits : {10, 13, 16}) {
    const double own = error_of(components_of(6, bits, 0), bits, lattice_weight);
    for (const int other : {17, 20, 24}) {
      std::vector<std::uint64_t> embedded = components_of(6, other, 0);
      for (std::uint64_t &one : embedded) one &= (std::uint64_t{1} << bits) - 1;
      EXPECT_LT(own, error_of(embedded, bits, lattice_weight)) << bits << " " << other;
    }
  }
}

TEST(LatticeTable, HasOddComponents) {
  for (int bits = lattice_table_min_bits; bits <= lattice_table_bits; ++bits) {
    const std::uint32_t *const row = lattice_components[bits - lattice_table_min_bits];
    EXPECT_EQ(row[0], 1U);
    for (int axis = 0; axis < lattice_table_axes; ++axis) {
      EXPECT_EQ(row[axis] % 2, 1U);
      EXPECT_LT(row[axis], 1U << bits);
    }
  }
}

TEST(LatticeVector, GoesBeyondTheTable) {
  for (const int bits : {lattice_table_bits + 1, lattice_vector_bits}) {
    const auto one = extended_lattice_generator(8, bits, 1, 5);
    const auto other = extended_lattice_generator(8, bits, 2, 5);
    EXPECT_EQ(extended_lattice_generator(8, bits, 1, 5), one);
    for (std::size_t axis = 0; axis < 8; ++axis) {
      // Every so many-th point is one of the table's lattice.
      const std::uint64_t table =
          std::uint64_t{lattice_components[lattice_table_bits - lattice_table_min_bits][axis]}
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
