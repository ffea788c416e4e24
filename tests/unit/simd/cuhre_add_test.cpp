// The sums of a rule and its null rules, point by point.
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
  const std::vector<std::int64_t> points = {1, 4, 4, 8, 3, 2};
  const auto norbits = std::ssize(points);
  const std::vector<double> weight = random_numbers(8 * norbits, 5);
  const std::vector<double> f = random_numbers(22, 7);
  const std::vector<double> before = random_numbers(8, 9);
  std::vector<double> expected = before;
  std::size_t next = 0;
  for (std::size_t o = 0; o < points.size(); ++o)
    for (std::int64_t i = 0; i < points[o]; ++i, ++next)
      for (std::size_t r = 0; r < 8; ++r) expected[r] += weight[8 * o + r] * f[next];
  for (const Kernels *kernels : instruction_sets()) {
    std::vector<double> sum = before;
    kernels->cuhre_add_rule(norbits, points.data(), weight.data(), f.data(), sum.data());
    EXPECT_EQ(sum, expected) << kernels->name;
  }
}

TEST(CuhrePlaces, AreSharesOfBothBounds) {
  for (std::int64_t count = 1; count <= 40; ++count) {
    const std::vector<double> of_lower = random_numbers(count, 3);
    const std::vector<double> of_upper = random_numbers(count, 4);
    const double lower = .3;
    const double upper = .7;
    for (const Kernels *kernels : instruction_sets()) {
      std::vector<double> place(as_size(count) + 1, 5);
      kernels->cuhre_places(count, of_lower.data(), of_upper.data(), lower, upper, place.data());
      for (std::size_t i = 0; i < as_size(count); ++i)
        ASSERT_EQ(place[i], of_lower[i] * lower + of_upper[i] * upper) << kernels->name;
      ASSERT_EQ(place.back(), 5) << kernels->name;
    }
  }
}

}  // namespace
