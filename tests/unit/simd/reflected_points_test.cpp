// Points of the unit cube that become those of a box, some coordinates reflected.
#include "unit/simd/simd_support.hpp"

namespace {

using namespace simd_test;

TEST(ReflectedPoints, AreThoseOfEachCoordinate) {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> uniform;
  const auto numbers = [&](std::int64_t count) {
    std::vector<double> result;
    for (std::int64_t i = 0; i < count; ++i) result.push_back(uniform(random));
    return result;
  };
  for (const Kernels *kernels : instruction_sets())
    for (std::int64_t ndim = 1; ndim <= 13; ++ndim)
      for (const std::int64_t count : {0, 1, 24}) {
        const std::vector<double> lower = numbers(ndim), width = numbers(ndim);
        const std::vector<double> unit = numbers(count * ndim);
        std::vector<double> start, sign, expected;
        for (std::int64_t d = 0; d < ndim; ++d) {
          start.push_back(random() % 2 == 0 ? 0 : 1);
          sign.push_back(1 - 2 * start.back());
        }
        for (std::size_t i = 0; i < unit.size(); ++i) {
          const std::size_t d = i % as_size(ndim);
          expected.push_back(lower[d] + (start[d] + sign[d] * unit[i]) * width[d]);
        }
        expected.push_back(77);
        std::vector<double> x(unit.size() + 1, 77);
        kernels->reflected_points({count, ndim, lower.data(), width.data(), start.data(),
                                   sign.data(), unit.data(), x.data()});
        EXPECT_EQ(x, expected) << kernels->name << ' ' << ndim;
      }
}

}  // namespace
