// How large the errors of components may be, on their own and as parts of complex numbers.
#include "base/tolerances.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <random>
#include <vector>

namespace cuboid {
namespace {

Goal goal_with(ErrorNorm norm, double epsrel, double epsabs) {
  return {epsrel, epsabs, 0, 0, norm};
}

bool reached(const Goal &goal, const ComponentEstimate &one, const ComponentEstimate &other) {
  return one.error <= tolerance_of(goal, one, other);
}

/// By how many times the error of the number exceeds its tolerance, by the words of ErrorNorm.
double excess(const Goal &goal, const ComponentEstimate &x, const ComponentEstimate &y) {
  const auto tolerance = [&](double size) { return std::max(goal.epsrel * size, goal.epsabs); };
  const std::complex<double> z(x.value, y.value);
  const std::complex<double> farthest(std::fabs(x.value) + x.error, std::fabs(y.value) + y.error);
  switch (goal.norm) {
    case ErrorNorm::component:
      return std::max(x.error / tolerance(std::fabs(x.value)),
                      y.error / tolerance(std::fabs(y.value)));
    case ErrorNorm::largest:
      return std::max(x.error, y.error) /
             tolerance(std::max(std::fabs(x.value), std::fabs(y.value)));
    case ErrorNorm::l2:
      return std::hypot(x.error, y.error) / tolerance(std::abs(z));
    case ErrorNorm::modulus:
      return (std::abs(farthest) - std::abs(z)) / tolerance(std::abs(z));
    default:
      break;
  }
  return 0;
}

constexpr ErrorNorm norms[] = {ErrorNorm::component, ErrorNorm::largest, ErrorNorm::l2,
                               ErrorNorm::modulus};

TEST(Tolerance, IsReachedByBothPartsWhereTheNumberReachesIt) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> power(-4, 2);
  int accurate = 0;
  for (int i = 0; i < 4000; ++i) {
    const ComponentEstimate x{std::pow(10, power(random)), std::pow(10, power(random) - 2)};
    const ComponentEstimate y{-std::pow(10, power(random)), std::pow(10, power(random) - 2)};
    for (const ErrorNorm norm : norms) {
      const Goal goal = goal_with(norm, 1e-2, i % 2 == 0 ? 0 : 1e-3);
      const bool both = reached(goal, x, y) && reached(goal, y, x);
      EXPECT_EQ(both, excess(goal, x, y) <= 1) << i << " " << static_cast<int>(norm);
      accurate += both;
    }
  }
  EXPECT_GT(accurate, 1000);
  EXPECT_LT(accurate, 15000);
}

TEST(Tolerance, IsFarthestFromThePartThatHasToBecomeSmaller) {
  for (const ErrorNorm norm : {ErrorNorm::largest, ErrorNorm::l2, ErrorNorm::modulus}) {
    const Goal goal = goal_with(norm, 1e-3, 0);
    const ComponentEstimate good{1, 1e-6}, bad{1, 1e-2};
    EXPECT_GT(bad.error / tolerance_of(goal, bad, good), 1);
    EXPECT_LT(good.error / tolerance_of(goal, good, bad), 1);
  }
}

TEST(Tolerance, AsksNothingOfAPartThatDoesNotChangeTheModulus) {
  const ComponentEstimate real{1, 1e-6}, imaginary{0, 1e-2};
  EXPECT_TRUE(reached(goal_with(ErrorNorm::modulus, 1e-4, 0), imaginary, real));
  EXPECT_FALSE(reached(goal_with(ErrorNorm::l2, 1e-4, 0), imaginary, real));
  // To second order it does.
  EXPECT_FALSE(reached(goal_with(ErrorNorm::modulus, 1e-5, 0), imaginary, real));
}

TEST(Tolerance, IsReachedByAllComponentsWhereTheVectorReachesIt) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> power(-4, 2);
  std::uniform_int_distribution<std::size_t> length(1, 9);
  for (const ErrorNorm norm : {ErrorNorm::vector_max, ErrorNorm::vector_l1, ErrorNorm::vector_l2}) {
    int accurate = 0;
    for (int i = 0; i < 4000; ++i) {
      std::vector<ComponentEstimate> all(length(random));
      double size = 0, error = 0;
      const auto add_up = [&](double &sum, double one) {
        if (norm == ErrorNorm::vector_max) sum = std::max(sum, one);
        if (norm == ErrorNorm::vector_l1) sum += one;
        if (norm == ErrorNorm::vector_l2) sum = std::hypot(sum, one);
      };
      for (ComponentEstimate &one : all) {
        one = {std::pow(10, power(random)), std::pow(10, power(random) - 2)};
        add_up(size, one.value);
        add_up(error, one.error);
      }
      const Goal goal = goal_with(norm, 1e-2, i % 2 == 0 ? 0 : 1e-3);
      const auto estimate_of = [&](std::size_t c) { return all[c]; };
      bool each = true;
      double together = 0;
      for (std::size_t c = 0; c < all.size(); ++c) {
        each = each && all[c].error <= tolerance_at(goal, estimate_of, all.size(), c);
        add_up(together, tolerance_of_all(goal, estimate_of, all.size(), c));
      }
      const double allowed = std::max(1e-2 * size, goal.epsabs);
      EXPECT_EQ(each, error <= allowed) << i << " " << static_cast<int>(norm);
      EXPECT_LE(together, allowed * (1 + 1e-12)) << i << " " << static_cast<int>(norm);
      accurate += each;
    }
    EXPECT_GT(accurate, 500);
    EXPECT_LT(accurate, 3500);
  }
}

TEST(Tolerance, StaysInRange) {
  constexpr double infinite = std::numeric_limits<double>::infinity();
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  for (const ErrorNorm norm : norms) {
    const Goal goal = goal_with(norm, 1e-3, 0);
    for (const double scale : {1e-300, 1e300}) {
      EXPECT_TRUE(reached(goal, {scale, scale * 1e-4}, {scale, scale * 1e-4}));
      EXPECT_FALSE(reached(goal, {scale, scale * 1e-2}, {scale, scale * 1e-2}));
    }
    EXPECT_TRUE(reached(goal, {0, 0}, {0, 0}));
    EXPECT_FALSE(reached(goal, {1, nan}, {1, 1e-9}));
    EXPECT_FALSE(reached(goal, {1, infinite}, {1, 1e-9}));
    EXPECT_TRUE(reached(goal_with(norm, infinite, 1), {0, .5}, {0, .5}));
  }
}

}  // namespace
}  // namespace cuboid
