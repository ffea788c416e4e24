// Sines and cosines that are the same on every processor.
#include "elementary/trigonometric.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

namespace {

using namespace cuboid;

/// In units of the last place, against long double.
double error_of(double value, long double expected) {
  int exponent = 0;
  std::frexp(static_cast<double>(expected), &exponent);
  return static_cast<double>(std::fabs(value - expected) / std::ldexp(1.0L, exponent - 53));
}

void expect_right(double x) {
  EXPECT_LE(error_of(elementary::sin(x), std::sin(static_cast<long double>(x))), 0.8) << x;
  EXPECT_LE(error_of(elementary::cos(x), std::cos(static_cast<long double>(x))), 0.8) << x;
}

TEST(Trigonometric, IsAsExactAsItSays) {
  std::mt19937_64 generator(1);
  for (const double range : {1e-8, 0.8, 7., 1e3, 2e6, 1e300}) {
    std::uniform_real_distribution<double> numbers(-range, range);
    for (int i = 0; i < 20000; ++i) expect_right(numbers(generator));
  }
}

TEST(Trigonometric, KeepsItsDigitsNextToMultiplesOfHalfPi) {
  constexpr double half_pi = 1.57079632679489661923;
  for (int n = -2000; n <= 2000; ++n)
    for (const double away : {0., 1e-12, 1e-9, 1e-6}) expect_right(n * half_pi + away);
}

TEST(Trigonometric, TakesWhatIsNotFinite) {
  EXPECT_TRUE(std::isnan(elementary::sin(std::numeric_limits<double>::infinity())));
  EXPECT_TRUE(std::isnan(elementary::cos(std::numeric_limits<double>::quiet_NaN())));
  EXPECT_EQ(elementary::cos(0), 1);
  EXPECT_TRUE(std::signbit(elementary::sin(-0.)));
}

}  // namespace
