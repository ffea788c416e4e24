// Points of the unit cube that are moved to a box.
#include "map/interval.hpp"
#include "unit/simd/simd_support.hpp"

namespace {

using namespace simd_test;

TEST(BoxPoints, AreThoseOfEachAxis) {
  const std::vector<cuboid::map::Interval> axes = {cuboid::map::make_interval(-3, 0.7),
                                                   cuboid::map::make_interval(5, 1e-3),
                                                   cuboid::map::make_interval(2, 2)};
  constexpr std::int64_t period = 9;
  std::vector<double> origin, width, smallest, largest;
  for (std::size_t i = 0; i < as_size(period); ++i) {
    const cuboid::map::Interval &axis = axes[i % axes.size()];
    origin.push_back(axis.origin);
    width.push_back(axis.width);
    smallest.push_back(axis.smallest);
    largest.push_back(axis.largest);
  }
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> uniform;
  for (const Kernels *kernels : instruction_sets())
    for (std::int64_t count = 0; count <= 60; count += 3) {
      std::vector<double> t, expected;
      for (std::int64_t i = 0; i < count; ++i) {
        t.push_back(i < 3 ? 0 : i < 6 ? 1 : uniform(random));
        double jacobian;
        expected.push_back(axes[as_size(i) % axes.size()].map(t.back(), jacobian));
      }
      expected.push_back(77);
      std::vector<double> x(as_size(count) + 1, 77);
      kernels->box_points({count, period, origin.data(), width.data(), smallest.data(),
                           largest.data(), t.data(), x.data()});
      EXPECT_EQ(x, expected) << kernels->name << ' ' << count;
    }
}

}  // namespace
