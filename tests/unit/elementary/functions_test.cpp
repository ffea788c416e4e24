// The elementary functions that are the same on every processor.
#include "elementary/functions.hpp"
#include "elementary/side_by_side.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

namespace {

using namespace cuboid;

constexpr double infinity = std::numeric_limits<double>::infinity();

/// The largest error at numbers drawn from the distribution, in units of the last place.  exact:
/// with 64 binary digits, whose own error is below 0.001.
template <class Function, class Exact>
double largest_error(Function function, Exact exact, double low, double high) {
  std::mt19937_64 generator(1);
  std::uniform_real_distribution<double> distribution(low, high);
  double largest = 0;
  for (int i = 0; i < 200000; ++i) {
    const double x = distribution(generator);
    const long double expected = exact(static_cast<long double>(x));
    int exponent = 0;
    std::frexp(static_cast<double>(expected), &exponent);
    const long double place = std::ldexp(1.0L, std::max(exponent - 53, -1074));
    const long double error = std::fabs(static_cast<long double>(function(x)) - expected) / place;
    largest = std::max(largest, static_cast<double>(error));
  }
  return largest;
}

TEST(Elementary, FunctionsAreAsExactAsTheySay) {
  using Long = long double;
  const auto log = [](double x) { return elementary::log(x); };
  const auto exact_log = [](Long x) { return std::log(x); };
  EXPECT_LE(largest_error(log, exact_log, 0, 1), 0.7);
  EXPECT_LE(largest_error(log, exact_log, 0.7, 1.4), 0.7);
  EXPECT_LE(largest_error(log, exact_log, 0, 1e300), 0.7);
  const auto log2 = [](double x) { return elementary::log2(x); };
  EXPECT_LE(largest_error(
                log2, [](Long x) { return std::log2(x); }, 0.5, 1.5),
            0.51);
  const auto exp = [](double x) { return elementary::exp(x); };
  EXPECT_LE(largest_error(
                exp, [](Long x) { return std::exp(x); }, -708, 709),
            0.61);
  const auto exp2 = [](double x) { return elementary::exp2(x); };
  EXPECT_LE(largest_error(
                exp2, [](Long x) { return std::exp2(x); }, -1020, 1023),
            0.61);
  const auto expm1 = [](double x) { return elementary::expm1(x); };
  EXPECT_LE(largest_error(
                expm1, [](Long x) { return std::expm1(x); }, 0, 2),
            2.5);
  for (const double y : {0.5, 1.0 / 3, 1.5, 33.3, -7.7}) {
    const auto pow = [y](double x) { return elementary::pow(x, y); };
    const auto exact = [y](Long x) { return std::pow(x, static_cast<Long>(y)); };
    EXPECT_LE(largest_error(pow, exact, 0, 1e6), 0.61) << y;
  }
  const auto three_halves = [](double x) {
    return elementary::three_halves_power(x, std::sqrt(x));
  };
  EXPECT_LE(largest_error(
                three_halves, [](Long x) { return x * std::sqrt(x); }, 0, 1),
            0.51);
}

TEST(Elementary, LogarithmsOfSeveralAreThoseOfEach) {
  std::mt19937_64 generator(2);
  std::uniform_real_distribution<double> exponent(-1080, 1024);
  for (int size = 0; size < 300; ++size) {
    std::vector<double> values;
    for (int i = 0; i < size; ++i) values.push_back(std::exp2(exponent(generator)));
    // Those that have none, at even and at odd places.
    const double special[] = {0, -0.0, -1, infinity, -infinity, std::nan("")};
    for (int i = 3; i < size; i += 7) values[static_cast<std::size_t>(i)] = special[i % 6];
    std::vector<double> logs = values;
    elementary::logs(logs);
    for (std::size_t i = 0; i < values.size(); ++i) {
      const double one = elementary::log(values[i]);
      EXPECT_TRUE(logs[i] == one || (std::isnan(logs[i]) && std::isnan(one))) << values[i];
    }
  }
}

/// Whether both have the same bits, or are NaN.
bool is_same(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b) ||
         (std::isnan(a) && std::isnan(b));
}

/// Beside ordinary numbers, those that no formula is for.
std::vector<double> numbers_and_special_ones() {
  using Limits = std::numeric_limits<double>;
  std::vector<double> numbers = {0,     -0.0, 1,    -1,   2,    0.5,      1e-300,   1e300,
                                 699.9, -700, 700,  709,  710,  -745,     -746,     1e22,
                                 1e-22, 3,    -3.5, 1e70, -1e5, infinity, -infinity};
  for (const double number :
       {Limits::quiet_NaN(), Limits::denorm_min(), Limits::min(), Limits::max(), 0x1p72})
    numbers.push_back(number);
  std::mt19937_64 generator(1);
  std::uniform_real_distribution<double> distribution(-3, 3);
  for (int i = 0; i < 300; ++i) {
    numbers.push_back(distribution(generator));
    numbers.push_back(std::exp(10 * numbers.back()));
  }
  return numbers;
}

TEST(Elementary, ExponentialsOfSeveralAreThoseOfEach) {
  const std::vector<double> numbers = numbers_and_special_ones();
  for (const std::size_t left_out : {0, 1}) {
    std::vector<double> together(numbers.begin() + static_cast<std::ptrdiff_t>(left_out),
                                 numbers.end());
    elementary::exps(together);
    for (std::size_t i = 0; i < together.size(); ++i)
      EXPECT_TRUE(is_same(together[i], elementary::exp(numbers[i + left_out])))
          << numbers[i + left_out];
  }
}

TEST(Elementary, PowersOfSeveralAreThoseOfEach) {
  const std::vector<double> numbers = numbers_and_special_ones();
  const std::size_t count = numbers.size();
  // Each number with each, of which its neighbour has another.
  for (std::size_t shift = 0; shift < count; ++shift) {
    std::vector<double> together = numbers, exponents(count);
    for (std::size_t i = 0; i < count; ++i) exponents[i] = numbers[(i + shift) % count];
    elementary::powers(together, exponents.data());
    for (std::size_t i = 0; i < count; ++i)
      EXPECT_TRUE(is_same(together[i], elementary::pow(numbers[i], exponents[i])))
          << numbers[i] << " to the power of " << exponents[i];
  }
}

TEST(Elementary, PowersOfFloatsAreRoundedRight) {
  std::mt19937_64 generator(1);
  std::uniform_real_distribution<float> distribution(0, 1);
  for (int i = 0; i < 200000; ++i) {
    const float x = distribution(generator);
    ASSERT_EQ(elementary::pow(x, 0.375F), static_cast<float>(std::pow(double{x}, 0.375))) << x;
  }
  EXPECT_EQ(elementary::pow(0.0F, 0.375F), 0.0F);
  EXPECT_EQ(elementary::pow(0.0F, 0.0F), 1.0F);
  EXPECT_EQ(elementary::pow(7.0F, 0.0F), 1.0F);
  EXPECT_EQ(elementary::pow(1e30F, 2.0F), std::numeric_limits<float>::infinity());
  EXPECT_EQ(elementary::pow(1e30F, -2.0F), 0.0F);
}

TEST(Elementary, CoarsePowersHaveTheirPrecision) {
  for (const double exponent : {0.15, 0.5, -3.7})
    for (const double first : {1e-60, 1e-3, 0.7, 1e6, 1e60}) {
      std::vector<double> values;
      for (int i = 0; i < 1001; ++i) values.push_back(first * (1 + i * 0.003));
      std::vector<double> powers = values;
      elementary::coarse_powers(powers, exponent);
      for (std::size_t i = 0; i < values.size(); ++i)
        EXPECT_NEAR(powers[i] / elementary::pow(values[i], exponent), 1, 0x1p-26) << values[i];
    }
}

TEST(Elementary, PowersThatAreDoublesAreExact) {
  for (const double base : {0.5, 2.0, 3.0, 7.0, 10.0, 0x1p-7}) {
    double power = 1;
    for (int n = 0; n < 40 && power < 0x1p53; ++n, power *= base)
      EXPECT_EQ(elementary::pow(base, n), power) << base << ' ' << n;
  }
}

TEST(Elementary, SpecialValuesAreThoseOfTheLibrary) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double least = std::numeric_limits<double>::denorm_min();
  EXPECT_EQ(elementary::log(0), -infinity);
  EXPECT_EQ(elementary::log(infinity), infinity);
  EXPECT_EQ(elementary::log(1), 0);
  EXPECT_DOUBLE_EQ(elementary::log(least), std::log(least));
  EXPECT_TRUE(std::isnan(elementary::log(-1)));
  EXPECT_TRUE(std::isnan(elementary::log(nan)));
  EXPECT_TRUE(std::isnan(elementary::exp(nan)));
  EXPECT_EQ(elementary::exp(infinity), infinity);
  EXPECT_EQ(elementary::exp(-infinity), 0);
  EXPECT_EQ(elementary::exp(0), 1);
  EXPECT_EQ(elementary::exp(-745), std::exp(-745));
  EXPECT_EQ(elementary::exp2(-1074), least);
  EXPECT_EQ(elementary::exp2(infinity), infinity);
  EXPECT_EQ(elementary::exp2(-infinity), 0);
  EXPECT_EQ(elementary::expm1(infinity), infinity);
  EXPECT_EQ(elementary::expm1(0), 0);
  EXPECT_TRUE(std::isnan(elementary::expm1(nan)));
  for (const double x : {0.0, least, 0.5, 1.0, 2.0, 1e308, infinity, nan})
    for (const double y :
         {0.0, least, 1.0, -1.0, 1000.0, -1000.0, 1e308, infinity, -infinity, nan}) {
      const double expected = std::pow(x, y);
      const double found = elementary::pow(x, y);
      EXPECT_TRUE(found == expected || (std::isnan(found) && std::isnan(expected)))
          << x << '^' << y << " = " << found << ", not " << expected;
    }
}

}  // namespace
