// The map of one axis.
#include "map/interval.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "map/box.hpp"

namespace {

using cuboid::map::Interval;
using cuboid::map::IntervalKind;
using cuboid::map::make_interval;

constexpr double infinity = std::numeric_limits<double>::infinity();

struct Limits {
  double lower, upper;
  IntervalKind kind;
};

const std::vector<Limits> all_limits{
    {0, 1, IntervalKind::finite},
    {-3, 7.5, IntervalKind::finite},
    {7.5, -3, IntervalKind::finite},
    {1, 2, IntervalKind::finite},
    {1e-300, 3e-300, IntervalKind::finite},
    {1e15, 1e15 + 1, IntervalKind::finite},
    {2, infinity, IntervalKind::from},
    {infinity, -2, IntervalKind::from},
    {-infinity, 2, IntervalKind::to},
    {-2, -infinity, IntervalKind::to},
    {-infinity, infinity, IntervalKind::everywhere},
    {infinity, -infinity, IntervalKind::everywhere},
};

TEST(Interval, Kinds) {
  for (const Limits &limits : all_limits)
    EXPECT_EQ(make_interval(limits.lower, limits.upper).kind, limits.kind);
  const double nan_value = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(make_interval(infinity, infinity).kind, IntervalKind::none);
  EXPECT_EQ(make_interval(-infinity, -infinity).kind, IntervalKind::none);
  EXPECT_EQ(make_interval(nan_value, 1).kind, IntervalKind::none);
  EXPECT_EQ(make_interval(0, nan_value).kind, IntervalKind::none);
  EXPECT_EQ(make_interval(-1e308, 1e308).kind, IntervalKind::none);
}

TEST(Interval, JacobianIsTheDerivative) {
  for (const Limits &limits : all_limits) {
    if (limits.lower == 1e15) continue;  // The difference quotient has no digits left there.
    const Interval axis = make_interval(limits.lower, limits.upper);
    // Infinite limits in falling order change the sign of the Jacobian, not the map.
    const double sign = axis.kind != IntervalKind::finite && limits.lower > limits.upper ? -1 : 1;
    for (double t = 0.01; t < 1; t += 0.01) {
      constexpr double h = 1e-5;
      double jacobian, unused;
      axis.map(t, jacobian);
      const double slope = (axis.map(t + h, unused) - axis.map(t - h, unused)) / (2 * h);
      // The central difference errs by h^2 times a third derivative, relatively below 4 h^2 / t^2.
      const double end = std::min(t, 1 - t);
      EXPECT_NEAR(sign * slope / jacobian, 1, 4 * h * h / (end * end) + 1e-8) << t;
    }
  }
}

TEST(Interval, StrictInterior) {
  const double least = std::numeric_limits<double>::denorm_min();
  for (const Limits &limits : all_limits) {
    const Interval axis = make_interval(limits.lower, limits.upper);
    const double low = std::min(limits.lower, limits.upper);
    const double high = std::max(limits.lower, limits.upper);
    for (double t : {0.0, least, 1e-300, 1e-17, 0x1p-53, 0.3, 0.5, 1 - 0x1p-53, 1.0}) {
      double jacobian;
      const double x = axis.map(t, jacobian);
      EXPECT_GT(x, low) << t;
      EXPECT_LT(x, high) << t;
      EXPECT_TRUE(std::isfinite(jacobian));
      EXPECT_EQ(jacobian > 0, limits.lower < limits.upper);
    }
  }
}

/// A singular finite end needs all numbers beside it: of exp(-x) x^-.99, 3 % lie below 2^-500.
TEST(Interval, ComesCloseToTheFiniteEndOfAnInfiniteOne) {
  const Interval axis = make_interval(0, std::numeric_limits<double>::infinity());
  double jacobian;
  for (const double t : {0x1p-1000, 0x1p-501, 0x1p-100}) EXPECT_EQ(axis.map(t, jacobian), t);
}

TEST(Interval, UnitIntervalIsTheIdentity) {
  const Interval axis = make_interval(0, 1);
  double jacobian;
  for (double t : {0x1p-60, 0.1, 0.5, 0.7, 1 - 0x1p-53}) {
    EXPECT_EQ(axis.map(t, jacobian), t);
    EXPECT_EQ(jacobian, 1);
  }
}

TEST(Interval, NothingBetweenTheLimits) {
  double jacobian;
  const Interval point = make_interval(2, 2);
  EXPECT_EQ(point.map(0.5, jacobian), 2);
  EXPECT_EQ(jacobian, 0);
  const double next = std::nextafter(2, 3);
  const double x = make_interval(2, next).map(0.5, jacobian);
  EXPECT_TRUE(x == 2 || x == next);
}

TEST(Box, HasAnInfiniteSideOrNone) {
  using cuboid::map::has_infinite_side;
  using cuboid::map::make_box;
  const double zeros[] = {0, 0}, ones[] = {1, 1};
  const double down[] = {0, -infinity}, up[] = {1, infinity};
  EXPECT_FALSE(has_infinite_side(make_box(2, nullptr, nullptr)));
  EXPECT_FALSE(has_infinite_side(make_box(2, zeros, ones)));
  EXPECT_FALSE(has_infinite_side(make_box(1, down, up)));
  EXPECT_TRUE(has_infinite_side(make_box(2, down, ones)));
  EXPECT_TRUE(has_infinite_side(make_box(2, zeros, up)));
}

}  // namespace
