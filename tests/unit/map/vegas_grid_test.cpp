// Maps of Vegas in the form in which callers keep them.
#include "map/vegas_grid.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace {

using namespace cuboid::map;

/// Upper edges at (i / n)^2 on the first axis, and equal intervals on the second.
std::vector<double> grid(int n) {
  std::vector<double> result;
  for (int i = 1; i <= n; ++i) result.push_back(static_cast<double>(i) * i / n / n);
  for (int i = 1; i <= n; ++i) result.push_back(static_cast<double>(i) / n);
  return result;
}

TEST(VegasGrid, OfTheSameNumberOfIntervalsIsKeptBitByBit) {
  const std::vector<double> host = grid(128);
  EXPECT_EQ(with_intervals(host, 2, 128), host);
  const std::vector<double> fine = grid(1024);
  EXPECT_EQ(grid_of(edges_of(fine, 2), 2), fine);
}

TEST(VegasGrid, GoesFromOneVegasToTheOtherAndBack) {
  const std::vector<double> fine = grid(1000);
  const std::vector<double> host = with_intervals(fine, 2, host_vegas_intervals);
  ASSERT_EQ(host.size(), 2u * 128u);
  const std::vector<double> expected = grid(128);
  for (std::size_t i = 0; i < host.size(); ++i) EXPECT_NEAR(host[i], expected[i], 1e-6);
  EXPECT_EQ(edges_of(host, 2).size(), 2u * 129u);
}

TEST(VegasGrid, NoGridStaysNone) {
  EXPECT_TRUE(with_intervals({}, 3, 128).empty());
  EXPECT_TRUE(with_intervals({0.5, 1}, 3, 128).empty());
  EXPECT_TRUE(edges_of({}, 3).empty());
}

}  // namespace
