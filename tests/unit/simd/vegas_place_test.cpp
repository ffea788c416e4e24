// Samples, weights and bins of Vegas and Suave from random numbers: step 2 of the algorithm.
#include <algorithm>

#include "rng/fraction.hpp"
#include "unit/simd/simd_support.hpp"

namespace {

using namespace simd_test;

struct Case {
  std::int64_t count, ndim, stride;
  std::size_t bins;
  std::vector<std::uint64_t> fraction;
  std::vector<double> edge;  ///< [ndim][bins]
  std::vector<VegasBin> grid;
  std::vector<double> lower, extent;  ///< [ndim] of the region

  Case(std::int64_t samples, std::int64_t dimensions, int bins_of_axis)
      : count(samples), ndim(dimensions), stride(samples + 5), bins(as_size(bins_of_axis)) {
    std::mt19937_64 random(as_size(100 * count + ndim));
    for (std::int64_t i = 0; i < ndim * count; ++i)
      fraction.push_back(cuboid::rng::fraction_from(random() >> 12, 52));
    // The ends of the range of random numbers.
    fraction.front() = 0;
    fraction.back() = cuboid::rng::fraction_from((std::uint64_t{1} << 52) - 1, 52);
    std::uniform_real_distribution<double> uniform;
    for (std::int64_t d = 0; d < ndim; ++d) {
      std::vector<double> edges;
      for (std::size_t b = 0; b < bins - 1; ++b) edges.push_back(uniform(random));
      edges.push_back(1);
      std::sort(edges.begin(), edges.end());
      edges[9] = edges[10];  // a bin without width
      for (std::size_t b = 0; b < bins; ++b) {
        const double low = b == 0 ? 0 : edges[b - 1];
        grid.push_back({low, (edges[b] - low) * static_cast<double>(bins)});
      }
      edge.insert(edge.end(), edges.begin(), edges.end());
      lower.push_back(uniform(random));
      extent.push_back(uniform(random));
    }
  }
};

struct Placed {
  std::vector<double> x, weight;
  std::vector<std::uint8_t> bin;
  explicit Placed(const Case &c)
      : x(as_size(c.count * c.ndim), -1),
        weight(as_size(c.count), -1),
        bin(as_size(c.stride * c.ndim), 255) {}
};

/// p = bins r; bin floor(p); x = lower + (p - bin) width; weight times bins width, axis after axis.
Placed by_definition(const Case &c, double first_weight) {
  Placed placed(c);
  const auto bins = static_cast<double>(c.bins);
  for (std::int64_t i = 0; i < c.count; ++i) {
    double weight = first_weight;
    for (std::int64_t d = 0; d < c.ndim; ++d) {
      const double p = bins * cuboid::rng::to_double(c.fraction[as_size(d * c.count + i)]);
      const auto b = static_cast<std::size_t>(p);
      const double *edge = c.edge.data() + c.bins * as_size(d);
      const double lower = b == 0 ? 0 : edge[b - 1];
      const double width = edge[b] - lower;
      placed.x[as_size(i * c.ndim + d)] = lower + (p - static_cast<double>(b)) * width;
      weight *= width * bins;
      placed.bin[as_size(d * c.stride + i)] = static_cast<std::uint8_t>(b);
    }
    placed.weight[as_size(i)] = weight;
  }
  return placed;
}

void expect_same(const Placed &placed, const Placed &expected, const Kernels &kernels,
                 const Case &c) {
  ASSERT_EQ(placed.x, expected.x) << kernels.name << ' ' << c.count << ' ' << c.ndim;
  ASSERT_EQ(placed.weight, expected.weight) << kernels.name << ' ' << c.count << ' ' << c.ndim;
  ASSERT_EQ(placed.bin, expected.bin) << kernels.name << ' ' << c.count << ' ' << c.ndim;
}

VegasPoints points_of(const Case &c, double first_weight, Placed &placed) {
  return {c.count,      c.ndim,          c.fraction.data(),    c.grid.data(),
          first_weight, placed.x.data(), placed.weight.data(), placed.bin.data(),
          c.stride};
}

TEST(VegasPlace, GivesTheBitsOfTheDefinition) {
  for (std::int64_t count = 1; count <= 70; ++count)
    for (std::int64_t ndim = 1; ndim <= 21; ++ndim) {
      const Case c(count, ndim, vegas_bins);
      const double first_weight = 1 / static_cast<double>(count);
      const Placed expected = by_definition(c, first_weight);
      for (const Kernels *kernels : instruction_sets()) {
        Placed placed(c);
        kernels->vegas_place(points_of(c, first_weight, placed));
        expect_same(placed, expected, *kernels, c);
      }
    }
}

TEST(SuavePlace, GivesTheBitsOfTheDefinition) {
  for (std::int64_t count = 1; count <= 40; ++count)
    for (std::int64_t ndim = 1; ndim <= 13; ++ndim) {
      const Case c(count, ndim, suave_bins);
      const double first_weight = 0.25 / static_cast<double>(count);
      Placed expected = by_definition(c, first_weight);
      for (std::size_t i = 0; i < expected.x.size(); ++i)
        expected.x[i] = c.lower[i % as_size(ndim)] + expected.x[i] * c.extent[i % as_size(ndim)];
      for (const Kernels *kernels : instruction_sets()) {
        Placed placed(c);
        kernels->suave_place({points_of(c, first_weight, placed), c.lower.data(), c.extent.data()});
        expect_same(placed, expected, *kernels, c);
      }
    }
}

}  // namespace
