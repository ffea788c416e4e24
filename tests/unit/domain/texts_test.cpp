// The functions that regions have for a GPU, on the host.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>

#include "domain/even_points.hpp"
#include "unit/domain/regions.hpp"

/// [all_regions()] Of print_texts.cpp.
extern double (*const region_texts[])(const double *t, double *x, const double *p);

namespace cuboid_test {
namespace {

namespace domain = cuboid::domain;

class RegionTexts : public ::testing::TestWithParam<std::size_t> {};

TEST_P(RegionTexts, MapAsTheHostDoes) {
  const auto [name, region, numbers] = all_regions()[GetParam()];
  ASSERT_EQ(region->numbers_of_each(), std::ssize(numbers));
  std::vector<double> t(static_cast<std::size_t>(region->cube_ndim()));
  std::vector<double> on_host(static_cast<std::size_t>(region->ndim())), by_text(on_host);
  for (std::int64_t i = 0; i < 100; ++i) {
    for (int axis = 0; axis < region->cube_ndim(); ++axis)
      t[static_cast<std::size_t>(axis)] = domain::even_fraction(i, axis);
    double jacobian = -1;
    region->map_with(numbers.data(), 1, t.data(), on_host.data(), &jacobian);
    EXPECT_NEAR(region_texts[GetParam()](t.data(), by_text.data(), numbers.data()), jacobian,
                1e-14 * std::fabs(jacobian));
    if (jacobian == 0) continue;
    for (std::size_t d = 0; d < on_host.size(); ++d)
      EXPECT_NEAR(by_text[d], on_host[d], 1e-14 * std::fmax(1, std::fabs(on_host[d]))) << d;
  }
}

INSTANTIATE_TEST_SUITE_P(All, RegionTexts, ::testing::Range<std::size_t>(0, all_regions().size()),
                         [](const auto &test) { return all_regions()[test.param].name; });

}  // namespace
}  // namespace cuboid_test
