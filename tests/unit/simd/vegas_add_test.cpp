// Sums, squares, extremes and marginals of Vegas in the order of the samples: step 3 of the
// algorithm.
#include <algorithm>

#include "unit/simd/simd_support.hpp"

namespace {

using namespace simd_test;

struct Case {
  std::int64_t count, ndim, ncomp, stride, padded;
  std::vector<double> f, weight;
  std::vector<std::uint8_t> bin;

  Case(std::int64_t samples, std::int64_t dimensions, std::int64_t components)
      : count(samples),
        ndim(dimensions),
        ncomp(components),
        stride(samples + 3),
        padded(components == 1 ? 1 : (components + 3) / 4 * 4) {
    const auto seed = static_cast<unsigned>(1000 * count + 50 * ndim + ncomp);
    f = random_numbers(count * ncomp, seed);
    weight = random_numbers(count, seed + 1);
    std::mt19937 random(seed);
    // Few bins, so that samples meet in them.
    for (std::int64_t i = 0; i < stride * ndim; ++i)
      bin.push_back(static_cast<std::uint8_t>(random() % 4 * 42));
  }
};

struct Sums {
  std::vector<double> sum, square, least, greatest, marginal;
  explicit Sums(const Case &c)
      : sum(random_numbers(c.ncomp, 5)),
        square(random_numbers(c.ncomp, 6)),
        least(as_size(c.ncomp), 0.3),
        greatest(as_size(c.ncomp), 0.4),
        marginal(as_size(c.ndim * vegas_bins * c.padded), 0.25) {}
};

Sums by_definition(const Case &c) {
  Sums sums(c);
  for (std::int64_t i = 0; i < c.count; ++i)
    for (std::int64_t k = 0; k < c.ncomp; ++k) {
      const double value = c.weight[as_size(i)] * c.f[as_size(i * c.ncomp + k)];
      sums.sum[as_size(k)] += value;
      sums.square[as_size(k)] += value * value;
      sums.least[as_size(k)] = std::min(sums.least[as_size(k)], value);
      sums.greatest[as_size(k)] = std::max(sums.greatest[as_size(k)], value);
      for (std::int64_t d = 0; d < c.ndim; ++d) {
        const std::int64_t b = c.bin[as_size(d * c.stride + i)];
        sums.marginal[as_size((d * vegas_bins + b) * c.padded + k)] += value * value;
      }
    }
  return sums;
}

TEST(VegasAdd, GivesTheBitsOfTheDefinition) {
  for (std::int64_t count = 1; count <= 70; count += count < 20 ? 1 : 7)
    for (std::int64_t ndim = 1; ndim <= 21; ndim += 4)
      for (std::int64_t ncomp = 1; ncomp <= 17; ++ncomp) {
        const Case c(count, ndim, ncomp);
        const Sums expected = by_definition(c);
        for (const Kernels *kernels : instruction_sets()) {
          SCOPED_TRACE(kernels->name);
          Sums sums(c);
          std::vector<double> scratch(as_size(ncomp == 1 ? count + 8 : c.padded), 0);
          kernels->vegas_add({count, ndim, ncomp, c.f.data(), c.weight.data(), c.bin.data(),
                              c.stride, sums.sum.data(), sums.square.data(), sums.least.data(),
                              sums.greatest.data(), sums.marginal.data(), c.padded,
                              scratch.data()});
          ASSERT_EQ(sums.sum, expected.sum) << count << ' ' << ndim << ' ' << ncomp;
          ASSERT_EQ(sums.square, expected.square) << count << ' ' << ndim << ' ' << ncomp;
          ASSERT_EQ(sums.least, expected.least) << count << ' ' << ndim << ' ' << ncomp;
          ASSERT_EQ(sums.greatest, expected.greatest) << count << ' ' << ndim << ' ' << ncomp;
          ASSERT_EQ(sums.marginal, expected.marginal) << count << ' ' << ndim << ' ' << ncomp;
        }
      }
}

}  // namespace
