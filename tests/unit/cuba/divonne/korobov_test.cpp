#include "rule/korobov.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <set>
#include <vector>

namespace {

using namespace cuboid::rule;

// The sum of the figure of merit from its definition.
double figure_of_merit(int size, std::int64_t multiplier, int ndim) {
  double sum = 0;
  for (int i = 1; i <= size / 2; ++i) {
    double product = 1;
    std::int64_t c = i;
    for (int d = 0; d < ndim; ++d) {
      const double x = static_cast<double>(c) / size;
      product *= 1 + 2 * (x * x - x + 1.0 / 6);
      c = c * multiplier % size;
    }
    sum += product;
  }
  return sum;
}

bool is_prime(int n) {
  for (int q = 2; q * q <= n; ++q)
    if (n % q == 0) return false;
  return n > 1;
}

TEST(Korobov, SizesArePrimesThatRise) {
  EXPECT_EQ(korobov_sizes.front(), 47);
  EXPECT_EQ(korobov_sizes.back(), 9689);
  for (std::size_t i = 0; i < korobov_sizes.size(); ++i) {
    EXPECT_TRUE(is_prime(korobov_sizes[i])) << korobov_sizes[i];
    if (i > 0) {
      EXPECT_LT(korobov_sizes[i - 1], korobov_sizes[i]);
    }
  }
}

TEST(Korobov, NoOtherMultiplierIsBetter) {
  for (const std::int64_t wanted : {47, 211, 331})
    for (const int ndim : {2, 3, 5, 10, 20}) {
      const Korobov lattice = korobov(wanted, ndim);
      ASSERT_EQ(lattice.size, wanted);
      const double merit = figure_of_merit(lattice.size, lattice.multiplier, ndim);
      for (int a = 2; a <= lattice.size / 2; ++a)
        EXPECT_GE(figure_of_merit(lattice.size, a, ndim), merit * (1 - 1e-9))
            << a << " instead of " << lattice.multiplier << " of " << wanted << " in " << ndim;
    }
}

TEST(Korobov, TableIsTheOneThatTheGeneratorWrites) {
  for (const std::size_t row : {std::size_t{5}, std::size_t{100}, std::size_t{200}}) {
    const std::vector<int> best =
        KorobovCriterion(korobov_sizes[row])
            .best_multipliers(korobov_min_dimension, korobov_max_dimension);
    for (std::size_t i = 0; i < best.size(); ++i) EXPECT_EQ(best[i], korobov_multipliers[row][i]);
  }
}

TEST(Korobov, TakesTheSmallestLatticeThatIsLargeEnough) {
  EXPECT_EQ(korobov(0, 3).size, 47);
  EXPECT_EQ(korobov(48, 3).size, 53);
  EXPECT_EQ(korobov(9689, 3).size, 9689);
  EXPECT_EQ(korobov(std::int64_t{1} << 60, 3).size, 9689);
  EXPECT_EQ(korobov_before(korobov(48, 3), 3).size, 47);
  EXPECT_EQ(korobov(100, 1).multiplier, 1);
}

// c_k+1 = a c_k: coordinates k and l are the same, or one is 1 minus the other, if a^(k-l) = +-1.
TEST(Korobov, CoordinatesDifferInEveryDimension) {
  for (const int ndim : {2, 3, 8, 20, 33, 34, 50, 100, 400, 1024})
    for (const std::int64_t wanted : {1, 300, 5000}) {
      const Korobov lattice = korobov(wanted, ndim);
      EXPECT_GT(lattice.size, 2 * ndim);
      if (ndim <= korobov_max_dimension && wanted == 1) continue;  // P_2 decides there
      std::set<std::int64_t> seen;
      std::int64_t c = 1;
      for (int d = 0; d < ndim; ++d) {
        EXPECT_TRUE(seen.insert(std::min(c, lattice.size - c)).second)
            << lattice.size << " in " << ndim << " at " << d;
        c = c * lattice.multiplier % lattice.size;
      }
    }
}

}  // namespace
