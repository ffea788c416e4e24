// What PAGANI does around the integrand: points of a rule, values that are finite, and sums.
#include <cfenv>
#include <limits>

#include "unit/simd/simd_support.hpp"

namespace {

using namespace simd_test;

constexpr std::int64_t overrun = 7;

TEST(RulePoints, AreTheCentreAndStepsOfTheWidth) {
  for (std::int64_t ndim = 1; ndim <= 20; ++ndim)
    for (std::int64_t regions = 1; regions <= region_lanes; ++regions)
      for (const std::int64_t npoints : {1, 2, 7, 33}) {
        const auto seed = static_cast<unsigned>(1000 * ndim + 100 * regions + npoints);
        const std::int64_t stride = rule_step_stride(ndim);
        std::vector<double> step = random_numbers(npoints * stride + overrun, seed);
        for (std::int64_t i = 0; i < npoints; ++i)
          for (std::int64_t d = ndim; d < stride; ++d)
            step[as_size(i * stride + d)] = step[as_size(i * stride + d - ndim)];
        const std::vector<double> centre = random_numbers(regions * ndim + overrun, seed + 1);
        const std::vector<double> width = random_numbers(regions * ndim + overrun, seed + 2);
        std::vector<double> expected;
        for (std::int64_t i = 0; i < npoints; ++i)
          for (std::int64_t at = 0; at < regions * ndim; ++at) {
            const double distance = step[as_size(i * stride + at % ndim)] * width[as_size(at)];
            expected.push_back(centre[as_size(at)] + distance);
          }
        for (const Kernels *kernels : instruction_sets()) {
          std::vector<double> x(expected.size() + overrun);
          kernels->rule_points(
              {npoints, ndim, regions, step.data(), stride, centre.data(), width.data(), x.data()});
          x.resize(expected.size());
          ASSERT_EQ(x, expected) << kernels->name << ' ' << ndim << ' ' << regions << ' '
                                 << npoints;
        }
      }
}

using Row = double[region_lanes];

/// Rows of numbers.
struct Rows {
  std::vector<double> numbers;
  Row *data() { return reinterpret_cast<Row *>(numbers.data()); }
};

TEST(AddRows, AddsEveryFourthRow) {
  for (const bool anew : {false, true})
    for (const std::int64_t first : {0, 1, 2, 3, 9})
      for (std::int64_t count = 0; count <= 14; ++count) {
        const Rows before{random_numbers(4 * region_lanes, 1)};
        Rows f{random_numbers((count + 1) * region_lanes, static_cast<unsigned>(count))};
        Rows expected = before;
        if (anew) expected.numbers.assign(before.numbers.size(), 0);
        for (std::int64_t i = 0; i < count; ++i)
          for (int k = 0; k < region_lanes; ++k)
            expected.data()[(first + i) % 4][k] += f.data()[i][k];
        for (const Kernels *kernels : instruction_sets()) {
          Rows sum = before;
          kernels->add_rows(first, count, f.data(), anew, sum.data());
          EXPECT_EQ(sum.numbers, expected.numbers)
              << kernels->name << ' ' << anew << ' ' << first << ' ' << count;
        }
      }
}

TEST(RuleSums, AreTheOrbitsInTheirOrder) {
  constexpr std::int64_t norbits = 9, nsums = 6;
  const std::vector<double> row_sum = random_numbers(norbits * 4 * region_lanes, 3);
  const std::vector<double> weight = random_numbers(norbits * nsums, 4);
  const std::vector<double> volume = random_numbers(region_lanes, 5);
  Rows orbits{std::vector<double>(norbits * region_lanes)};
  Rows expected{std::vector<double>(nsums * region_lanes)};
  for (int k = 0; k < region_lanes; ++k) {
    for (std::int64_t s = 0; s < norbits; ++s) {
      const double *row = &row_sum[as_size(s * 4 * region_lanes + k)];
      orbits.data()[s][k] =
          (row[0] + row[region_lanes]) + (row[2 * region_lanes] + row[3 * region_lanes]);
    }
    for (std::int64_t i = 0; i < nsums; ++i) {
      double sum = 0;
      for (std::int64_t s = 0; s < norbits; ++s) {
        const double part = weight[as_size(s * nsums + i)] * orbits.data()[s][k];
        sum += part;
      }
      expected.data()[i][k] = sum * volume[as_size(k)];
    }
  }
  for (const Kernels *kernels : instruction_sets()) {
    Rows orbit_sum{std::vector<double>(norbits * region_lanes)};
    Rows sum{std::vector<double>(nsums * region_lanes)};
    kernels->rule_sums({norbits, nsums,
                        reinterpret_cast<const double(*)[4][region_lanes]>(row_sum.data()),
                        weight.data(), volume.data(), orbit_sum.data(), sum.data()});
    EXPECT_EQ(orbit_sum.numbers, orbits.numbers) << kernels->name;
    EXPECT_EQ(sum.numbers, expected.numbers) << kernels->name;
  }
}

TEST(NullRuleSums, AreTheLargestCombinations) {
  constexpr std::int64_t norbits = 9;
  const std::vector<double> lambda = random_numbers(norbits * 3, 6);
  std::vector<double> nu = random_numbers(norbits * 3, 7);
  for (double &factor : nu) factor = std::fabs(factor);
  Rows sum{random_numbers(4 * region_lanes, 8)};
  // What is not a number is passed over.
  sum.data()[1][2] = std::numeric_limits<double>::quiet_NaN();
  Rows expected{std::vector<double>(3 * region_lanes)};
  for (std::int64_t r = 0; r < 3; ++r)
    for (int k = 0; k < region_lanes; ++k)
      for (std::int64_t s = 0; s < norbits; ++s) {
        const double part = lambda[as_size(3 * s + r)] * sum.data()[r][k];
        const double size = std::fabs(sum.data()[r + 1][k] + part) * nu[as_size(3 * s + r)];
        if (size > expected.data()[r][k]) expected.data()[r][k] = size;
      }
  for (const Kernels *kernels : instruction_sets()) {
    Rows largest{std::vector<double>(3 * region_lanes)};
    kernels->null_rule_sums({norbits, reinterpret_cast<const double(*)[3]>(lambda.data()),
                             reinterpret_cast<const double(*)[3]>(nu.data()), sum.data(),
                             largest.data()});
    EXPECT_EQ(largest.numbers, expected.numbers) << kernels->name;
  }
}

TEST(Fill, WritesNothingElse) {
  for (const Kernels *kernels : instruction_sets())
    for (std::int64_t count = 0; count <= 40; ++count) {
      std::vector<double> out(as_size(count) + 1, 3);
      kernels->fill(count, 5, out.data());
      std::vector<double> expected(as_size(count), 5);
      expected.push_back(3);
      EXPECT_EQ(out, expected) << kernels->name << ' ' << count;
    }
}

TEST(AllFinite, SeesOneValueAmongMany) {
  using Limits = std::numeric_limits<double>;
  const double bad[] = {Limits::quiet_NaN(), -Limits::quiet_NaN(), Limits::signaling_NaN(),
                        Limits::infinity(), -Limits::infinity()};
  std::vector<double> f = {0., -0.,    Limits::max(), -Limits::max(), Limits::denorm_min(),
                           1,  1e-310, Limits::max(), Limits::max(),  -1};
  f.resize(50, 2);
  std::feclearexcept(FE_ALL_EXCEPT);
  for (const Kernels *kernels : instruction_sets())
    for (std::size_t count = 0; count <= f.size(); ++count) {
      const auto n = static_cast<std::int64_t>(count);
      EXPECT_TRUE(kernels->all_finite(n, f.data())) << kernels->name << ' ' << count;
      for (std::size_t i = 0; i < count; ++i)
        for (const double value : bad) {
          std::vector<double> g = f;
          g[i] = value;
          ASSERT_FALSE(kernels->all_finite(n, g.data())) << kernels->name << ' ' << i;
        }
    }
  EXPECT_EQ(std::fetestexcept(FE_INVALID | FE_OVERFLOW | FE_DIVBYZERO), 0);
}

}  // namespace
