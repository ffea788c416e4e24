// The transforms in front of an integrand, and the smooth map and its fit.
#include "map/periodise.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "map/smooth_fit.hpp"

namespace {

using namespace cuboid::map;
using cuboid::uint64;

class Transforms : public testing::TestWithParam<int> {
 protected:
  Transform transform() const { return static_cast<Transform>(GetParam()); }
  Periodised at(uint64 fixed) const { return periodised(transform(), unit_fraction(fixed)); }
};

INSTANTIATE_TEST_SUITE_P(, Transforms, testing::Range(0, transform_count));

TEST_P(Transforms, StayBetweenTheEnds) {
  for (const uint64 fixed : {uint64{0}, uint64{1}, ~uint64{0}, uint64{1} << 63,
                             (uint64{1} << 63) - 1, uint64{1} << 12, uint64{1} << 40}) {
    EXPECT_GT(at(fixed).x, 0);
    EXPECT_LT(at(fixed).x, 1);
    EXPECT_GT(at(fixed).weight, 0);
  }
}

TEST_P(Transforms, KeepIntegrals) {
  constexpr int points = 1 << 14;
  double one = 0;
  double square = 0;
  for (uint64 i = 0; i < points; ++i) {
    const Periodised point = at(i << 50);
    one += point.weight * transform_unit(transform()) / points;
    square += point.weight * point.x * point.x * transform_unit(transform()) / points;
  }
  EXPECT_NEAR(one, 1, 1e-8);
  EXPECT_NEAR(square, 1.0 / 3, 1e-4);
}

TEST_P(Transforms, HaveTheDerivativeAsWeight) {
  if (transform() == Transform::baker) return;
  for (const double u : {0.03, 0.25, 0.5, 0.71, 0.98}) {
    const double h = 1e-5;
    const double slope =
        (periodised(transform(), u + h).x - periodised(transform(), u - h).x) / (2 * h);
    EXPECT_NEAR(periodised(transform(), u).weight * transform_unit(transform()), slope, 1e-7);
  }
}

TEST(UnitFraction, IsExact) {
  EXPECT_EQ(unit_fraction(0), 0x1p-53);
  EXPECT_EQ(unit_fraction(~uint64{0}), 1 - 0x1p-53);
  EXPECT_EQ(unit_fraction(uint64{3} << 62), 0.75 + 0x1p-53);
}

std::vector<std::uint64_t> edges_of(double (*x)(double)) {
  std::vector<std::uint64_t> edges;
  for (int k = 0; k <= 32; ++k)
    edges.push_back(static_cast<std::uint64_t>(std::llround(x(k / 32.0) * 0x1p32)));
  return edges;
}

void expect_map(const SmoothAxis &axis) {
  double before = 0;
  for (int i = 1; i < 1000; ++i) {
    const double t = i / 1000.0;
    const Periodised point = smoothly_mapped(axis, t);
    EXPECT_GT(point.x, before);
    before = point.x;
    const double h = 1e-6;
    const double slope =
        (smoothly_mapped(axis, t + h).x - smoothly_mapped(axis, t - h).x) / (2 * h);
    EXPECT_NEAR(point.weight, slope, 1e-5 * slope);
  }
  EXPECT_LT(smoothly_mapped(axis, 0x1p-53).x, 1e-9);
  EXPECT_GT(smoothly_mapped(axis, 0x1p-53).x, 0);
  EXPECT_GT(smoothly_mapped(axis, 1 - 0x1p-53).x, 1 - 1e-9);
  EXPECT_LT(smoothly_mapped(axis, 1 - 0x1p-53).x, 1);
}

TEST(SmoothMap, FollowsEqualIntervals) {
  const SmoothAxis axis = fit_smooth_map(edges_of([](double t) { return t; }));
  expect_map(axis);
  for (const double t : {0.1, 0.5, 0.8}) EXPECT_NEAR(smoothly_mapped(axis, t).x, t, 2e-3);
}

// Towards an end, and around a narrow peak that is not in the middle.
TEST(SmoothMap, FollowsPeaks) {
  const auto end = [](double t) { return 0.8 * t / 16 / (17.0 / 16 - t) + 0.2 * t * t; };
  const auto peak = [](double t) {
    return 0.7 * t / 64 / (65.0 / 64 - t) + 0.29 * t * (65.0 / 64) / (t + 1.0 / 64) + 0.01 * t;
  };
  for (double (*const x)(double) : {+end, +peak}) {
    const SmoothAxis axis = fit_smooth_map(edges_of(x));
    expect_map(axis);
    for (const double t : {0.1, 0.3, 0.5, 0.8, 0.95}) {
      const double h = 1e-4;
      const double slope = (x(t + h) - x(t - h)) / (2 * h);
      EXPECT_NEAR(smoothly_mapped(axis, t).weight, slope, 0.05 * slope) << t;
    }
  }
}

}  // namespace
