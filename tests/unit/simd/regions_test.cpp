// What PAGANI does around the integrand: points of a rule, values that are finite, and sums.
#include <cfenv>
#include <limits>

#include "simd_support.hpp"

namespace {

using namespace simd_test;

constexpr std::int64_t overrun = 7;

TEST(RulePoints, AreTheCentreAndStepsOfTheWidth) {
  for (std::int64_t ndim = 1; ndim <= 20; ++ndim)
    for (const std::int64_t npoints : {1, 2, 3, 7, 8, 9, 31, 64}) {
      const auto seed = static_cast<unsigned>(100 * ndim + npoints);
      const std::vector<double> step = random_numbers(npoints * ndim + overrun, seed);
      const std::vector<double> centre = random_numbers(ndim, seed + 1);
      const std::vector<double> width = random_numbers(ndim, seed + 2);
      std::vector<double> expected;
      for (std::int64_t i = 0; i < npoints; ++i)
        for (std::int64_t d = 0; d < ndim; ++d) {
          const double distance = step[as_size(i * ndim + d)] * width[as_size(d)];
          expected.push_back(centre[as_size(d)] + distance);
        }
      for (const Kernels *kernels : instruction_sets()) {
        std::vector<double> x(expected.size() + overrun);
        kernels->rule_points({npoints, ndim, step.data(), centre.data(), width.data(), x.data()});
        x.resize(expected.size());
        ASSERT_EQ(x, expected) << kernels->name << ' ' << ndim << ' ' << npoints;
      }
    }
}

TEST(SumsInLanes, AddTheLanesInPairs) {
  const std::vector<std::int64_t> count = {1, 8, 3, 40, 17, 0, 250};
  std::int64_t all = 0;
  for (const std::int64_t each : count) all += each;
  std::vector<double> f = random_numbers(all, 7);
  f.resize(f.size() + 8, std::numeric_limits<double>::quiet_NaN());
  std::vector<double> expected;
  std::int64_t begin = 0;
  for (const std::int64_t each : count) {
    double lane[8] = {};
    for (std::int64_t i = 0; i < each; ++i) lane[i % 8] += f[as_size(begin + i)];
    for (int width = 1; width < 8; width *= 2)
      for (int k = 0; k < 8; k += 2 * width) lane[k] += lane[k + width];
    expected.push_back(lane[0]);
    begin += each;
  }
  for (const Kernels *kernels : instruction_sets()) {
    std::vector<double> sum(count.size());
    kernels->sums_in_lanes(static_cast<std::int64_t>(count.size()), count.data(), f.data(),
                           sum.data());
    EXPECT_EQ(sum, expected) << kernels->name;
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
