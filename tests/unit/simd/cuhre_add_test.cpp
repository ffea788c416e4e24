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

}  // namespace
