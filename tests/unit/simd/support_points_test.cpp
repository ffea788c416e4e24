// Points of a rule with up to three coordinates off the centre.
#include <algorithm>

#include "unit/simd/simd_support.hpp"

namespace {

using namespace simd_test;

constexpr int generators = 4;
constexpr std::int64_t overrun = 3;

std::vector<Support> random_supports(std::int64_t count, std::int64_t ndim, int nonzero,
                                     unsigned seed) {
  std::mt19937 random(seed);
  std::vector<Support> supports;
  for (std::int64_t s = 0; s < count; ++s) {
    std::vector<std::uint8_t> axes;
    for (std::int64_t d = 0; d < ndim; ++d) axes.push_back(static_cast<std::uint8_t>(d));
    std::shuffle(axes.begin(), axes.end(), random);
    std::sort(axes.begin(), axes.begin() + nonzero);
    Support support{};
    for (int k = 0; k < nonzero; ++k) {
      support.axis[k] = axes[as_size(k)];
      support.generator[k] = static_cast<std::uint8_t>(random() % generators);
    }
    supports.push_back(support);
  }
  return supports;
}

TEST(SupportPoints, CountSignsInBinaryTheFirstAxisFastest) {
  for (std::int64_t ndim = 1; ndim <= 21; ++ndim)
    for (int nonzero = 1; nonzero <= std::min<std::int64_t>(3, ndim); ++nonzero)
      for (const std::int64_t count : {1, 2, 3, 7, 20}) {
        const auto seed = static_cast<unsigned>(100 * ndim + 10 * nonzero + count);
        const std::vector<double> centre = random_numbers(ndim + overrun, seed);
        const std::vector<double> plus = random_numbers(generators * ndim, seed + 1);
        const std::vector<double> minus = random_numbers(generators * ndim, seed + 2);
        const std::vector<Support> supports = random_supports(count, ndim, nonzero, seed);
        std::vector<double> expected;
        for (const Support &support : supports)
          for (int signs = 0; signs < 1 << nonzero; ++signs) {
            std::vector<double> point(centre.begin(), centre.begin() + ndim);
            for (int k = 0; k < nonzero; ++k) {
              const std::vector<double> &places = signs >> k & 1 ? minus : plus;
              point[support.axis[k]] =
                  places[as_size(support.generator[k] * ndim) + support.axis[k]];
            }
            expected.insert(expected.end(), point.begin(), point.end());
          }
        for (const Kernels *kernels : instruction_sets()) {
          std::vector<double> x(expected.size() + overrun);
          kernels->cuhre_support_points({ndim, centre.data(), plus.data(), minus.data()},
                                        supports.data(), count, nonzero, x.data());
          x.resize(expected.size());
          ASSERT_EQ(x, expected) << kernels->name << ' ' << ndim << ' ' << nonzero << ' ' << count;
        }
      }
}

}  // namespace
