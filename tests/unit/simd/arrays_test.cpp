// Arrays that are filled, and values that are finite.
#include <cfenv>
#include <limits>

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

}  // namespace
