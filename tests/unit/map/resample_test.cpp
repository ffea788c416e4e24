// The map of VEGAS with another number of intervals.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <vector>

#include "map/resample_importance.hpp"

namespace {

using namespace cuboid::map;

constexpr std::uint64_t whole = std::uint64_t{1} << 32;

/// Edges at (i / n)^power.
std::vector<std::uint64_t> edges_of_power(std::size_t n, double power) {
  std::vector<std::uint64_t> edges;
  for (std::size_t i = 0; i <= n; ++i)
    edges.push_back(static_cast<std::uint64_t>(
        std::pow(static_cast<double>(i) / static_cast<double>(n), power) * 0x1p32));
  return edges;
}

TEST(ResampleImportance, KeepsTheMap) {
  const std::vector<std::uint64_t> edges = edges_of_power(1000, 2);
  EXPECT_EQ(resample_importance(edges, 1000), edges);
  for (const std::size_t n : {1, 2, 128, 500, 999, 1024}) {
    const std::vector<std::uint64_t> other = resample_importance(edges, n);
    ASSERT_EQ(other.size(), n + 1);
    EXPECT_EQ(other.front(), 0u);
    EXPECT_EQ(other.back(), whole);
    for (std::size_t i = 0; i <= n; ++i) {
      const double x = static_cast<double>(i) / static_cast<double>(n);
      EXPECT_NEAR(static_cast<double>(other[i]) * 0x1p-32, x * x, 1e-6) << n << ' ' << i;
    }
  }
}

TEST(ResampleImportance, KeepsEdgesApart) {
  // All intervals but one are 1 unit wide.
  std::vector<std::uint64_t> edges;
  for (std::size_t i = 0; i < 100; ++i) edges.push_back(i);
  edges.push_back(whole);
  const std::vector<std::uint64_t> finer = resample_importance(edges, 1000);
  for (std::size_t i = 1; i < finer.size(); ++i) EXPECT_LT(finer[i - 1], finer[i]);
  EXPECT_EQ(finer.back(), whole);
}

TEST(ResampleImportance, UpperEdgesAndBackAreTheSame) {
  const std::vector<std::uint64_t> edges = edges_of_power(777, 1.5);
  const std::vector<double> upper = upper_from_edges(edges);
  EXPECT_EQ(upper.size(), 777u);
  EXPECT_EQ(upper.back(), 1);
  EXPECT_EQ(edges_from_upper(upper), edges);
  // Whatever a grid holds, its edges are usable.
  const std::vector<std::uint64_t> repaired = edges_from_upper(std::vector<double>{0, 0, 1, 1, 1});
  for (std::size_t i = 1; i < repaired.size(); ++i) EXPECT_LT(repaired[i - 1], repaired[i]);
}

}  // namespace
