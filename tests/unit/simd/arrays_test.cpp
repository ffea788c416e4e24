// Arrays that are filled, and values that are finite.
#include <cfenv>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "unit/simd/simd_support.hpp"

namespace {

using namespace simd_test;

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

// As a loop over all of them finds it, wherever it is, and NaN is not outside.
TEST(FirstOutside, IsTheFirstPointWithAValueBeyondItsRange) {
  for (const Kernels *kernels : instruction_sets())
    for (const std::size_t ncomp : {1, 2, 3, 4, 7, 8, 9, 11, 17})
      for (std::size_t count = 0; count <= 20; ++count) {
        std::vector<double> low(ncomp), high(ncomp), f(count * ncomp + 1);
        for (std::size_t c = 0; c < ncomp; ++c) {
          low[c] = static_cast<double>(c);
          high[c] = low[c] + 0.5;
        }
        for (std::size_t i = 0; i < count * ncomp; ++i)
          f[i] = i % 2 == 0 ? low[i % ncomp] : high[i % ncomp];
        const auto first = [&] {
          return kernels->first_outside({static_cast<std::int64_t>(count),
                                         static_cast<std::int64_t>(ncomp), f.data(), low.data(),
                                         high.data()});
        };
        ASSERT_EQ(first(), count) << kernels->name << ' ' << ncomp;
        for (std::size_t i = 0; i < count * ncomp; ++i)
          for (const double beyond : {-0.25, 0.75, std::numeric_limits<double>::quiet_NaN()}) {
            const double before = std::exchange(f[i], low[i % ncomp] + beyond);
            ASSERT_EQ(first(), std::isnan(beyond) ? count : i / ncomp) << kernels->name << ' ' << i;
            f[i] = before;
          }
      }
}

}  // namespace
