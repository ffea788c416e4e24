// The sums of a rule and its null rules, point by point.
#include <algorithm>

#include "unit/simd/simd_support.hpp"

namespace {

using namespace simd_test;

TEST(CuhreAdd, AddsPointByPoint) {
  for (std::int64_t count = 1; count <= 70; ++count)
    for (std::int64_t ncomp = 1; ncomp <= 17; ++ncomp) {
      const auto seed = static_cast<unsigned>(100 * count + ncomp);
      const std::vector<double> f = random_numbers(count * ncomp, seed);
      std::vector<double> weight = random_numbers(rule_weights, seed + 1);
      weight.resize(8);
      const std::vector<double> before = random_numbers(8 * ncomp, seed + 2);
      std::vector<double> expected = before;
      for (std::int64_t i = 0; i < count; ++i)
        for (std::int64_t c = 0; c < ncomp; ++c)
          for (std::int64_t r = 0; r < rule_weights; ++r)
            expected[as_size(8 * c + r)] += weight[as_size(r)] * f[as_size(i * ncomp + c)];
      for (const Kernels *kernels : instruction_sets()) {
        std::vector<double> sum = before;
        kernels->cuhre_add(count, ncomp, f.data(), weight.data(), sum.data());
        for (std::int64_t c = 0; c < ncomp; ++c)
          for (std::int64_t r = 0; r < rule_weights; ++r)
            ASSERT_EQ(sum[as_size(8 * c + r)], expected[as_size(8 * c + r)])
                << kernels->name << " count " << count << " ncomp " << ncomp << " component " << c
                << " weights " << r;
      }
    }
}

TEST(CuhreAdd, AddsARuleOrbitByOrbit) {
  const std::vector<std::int64_t> orbit_points = {1, 4, 4, 8, 3, 2};
  const std::int64_t points = 22;
  const auto norbits = std::ssize(orbit_points);
  const std::vector<double> weight = random_numbers(8 * norbits, 5);
  for (std::int64_t regions = 1; regions <= 9; ++regions) {
    const std::vector<double> f = random_numbers(regions * points, 7);
    const std::vector<double> before = random_numbers(8 * regions, 9);
    std::vector<double> expected = before;
    for (std::size_t region = 0, next = 0; region < as_size(regions); ++region)
      for (std::size_t o = 0; o < orbit_points.size(); ++o)
        for (std::int64_t i = 0; i < orbit_points[o]; ++i, ++next)
          for (std::size_t r = 0; r < 8; ++r)
            expected[8 * region + r] += weight[8 * o + r] * f[next];
    for (const Kernels *kernels : instruction_sets()) {
      std::vector<double> sum = before;
      kernels->cuhre_add_rule(
          {regions, points, norbits, orbit_points.data(), weight.data(), f.data(), sum.data()});
      EXPECT_EQ(sum, expected) << kernels->name << ' ' << regions;
    }
  }
}

TEST(CuhreNullRules, AreCombinedWithoutOneOrbit) {
  for (std::int64_t norbits = 1; norbits <= 14; ++norbits) {
    const std::vector<double> lambda = random_numbers(4 * norbits, 11);
    const std::vector<double> nu = random_numbers(4 * norbits, 12);
    const std::vector<double> sum = random_numbers(8, 13);
    double expected[3] = {};
    for (std::size_t o = 0; o < as_size(norbits); ++o)
      for (std::size_t r = 0; r < 3; ++r)
        expected[r] = std::max(
            expected[r], std::fabs(sum[r + 2] + lambda[4 * o + r] * sum[r + 1]) * nu[4 * o + r]);
    for (const Kernels *kernels : instruction_sets()) {
      double largest[4];
      kernels->cuhre_null_rules({norbits, lambda.data(), nu.data(), sum.data(), largest});
      for (std::size_t r = 0; r < 3; ++r) EXPECT_EQ(largest[r], expected[r]) << kernels->name;
    }
  }
}

TEST(CuhrePoints, AreSharesOfBothBounds) {
  const double lower[] = {.3, -1, 0, 1e-3};
  const double upper[] = {.7, 2, 1, 1e3};
  for (std::int64_t ndim = 1; ndim <= max_shared_axes; ++ndim)
    for (std::int64_t points = 1; points <= 40; ++points) {
      const std::int64_t numbers = points * ndim;
      const std::vector<double> of_lower = random_numbers(numbers + shared_axes_overrun, 3);
      const std::vector<double> of_upper = random_numbers(numbers + shared_axes_overrun, 4);
      for (const Kernels *kernels : instruction_sets()) {
        std::vector<double> x(as_size(numbers + shared_axes_overrun) + 1, 5);
        kernels->cuhre_points(
            {numbers, ndim, of_lower.data(), of_upper.data(), lower, upper, x.data()});
        for (std::size_t i = 0; i < as_size(numbers); ++i)
          ASSERT_EQ(x[i],
                    of_lower[i] * lower[i % as_size(ndim)] + of_upper[i] * upper[i % as_size(ndim)])
              << kernels->name;
        ASSERT_EQ(x.back(), 5) << kernels->name;
      }
    }
}

}  // namespace
