// The rule kernel, on a warp that the host plays.
#include "support/warp.hpp"
// The kernel's header comes after what stands for CUDA.
#include "engine/cuda/kernel/regions_rule.cuh"
//
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <random>
#include <vector>

#include "engine/cuda/engines/rule_table.hpp"
#include "rule/orbit_rule.hpp"

namespace {

using namespace cuboid;
using namespace cuboid::engine::cuda;

/// A Gaussian, which is not finite in a slab.
template <int ndim>
struct Function {
  double slab;

  void operator()(const double *x, double *f) const {
    double square = 0;
    for (int d = 0; d < ndim; ++d) square += (d + 1) * (x[d] - .3) * (x[d] - .3);
    f[0] = x[0] < slab ? std::nan("") : std::exp(-square);
  }
};

/// What the first warp of a block finds: regions of the other warps keep the axis `left_out`.
struct Found {
  static constexpr int left_out = -7;
  std::vector<std::array<double, nsums>> sums;
  std::vector<int> axis;
  unsigned long long nonfinite;
};

/// Random regions in the unit cube, or in a box whose sides are no powers of 2.
template <int ndim>
struct Regions {
  static constexpr std::size_t count = 256;
  std::vector<double> lower = std::vector<double>(ndim * count);
  std::vector<unsigned char> depth = std::vector<unsigned char>(ndim * count);
  BoxTable box{};

  explicit Regions(bool unit) {
    std::mt19937 generator(ndim);
    for (double &corner : lower) corner = std::ldexp(static_cast<double>(generator() % 16), -4);
    for (unsigned char &halvings : depth)
      halvings = static_cast<unsigned char>(4 + generator() % 3);
    box.volume = 1;
    for (int d = 0; d < ndim; ++d) {
      box.width[d] = unit ? 1 : .7 + .1 * d;
      box.lower[d] = unit ? 0 : -.2;
    }
  }
};

/// batched: by a function that is called between two launches, for all points.
template <int ndim>
Found evaluate(Regions<ndim> &given, int key, long long nregions, double slab = -1,
               bool batched = false) {
  const PackedRule rule = pack_rule(rule::make_orbit_rule(ndim, key));
  const RuleTable table = rule.table_at(rule.arrays.data());
  constexpr auto count = Regions<ndim>::count;
  std::vector<double> sums(nsums * count);
  Found found{std::vector<std::array<double, nsums>>(count),
              std::vector<int>(count, Found::left_out), 0};
  double scale = 1;
  LoopState state{};
  state.initial = 1;
  state.nwork = nregions;
  RegionArrays regions{};
  regions.capacity = count;
  regions.lower = given.lower.data();
  regions.depth = given.depth.data();
  regions.axis = found.axis.data();
  WorkArrays work{};
  work.state = &state;
  work.nsums_stride = count;
  work.sums = sums.data();
  work.scale = &scale;
  const Function<ndim> function{slab};
  const auto run = [&](const auto &integrand) {
    support::Warp::instance().run([&] {
      apply_rule<std::decay_t<decltype(integrand)>, ndim, 1, false>(integrand, table, given.box,
                                                                    regions, work);
    });
  };
  if (batched) {
    const auto npoints = static_cast<std::size_t>(nregions * table.npoints);
    std::vector<double> x(npoints * ndim, std::numeric_limits<double>::quiet_NaN()), f(npoints);
    BatchedFunction<ndim, 1> points{{x.data(), nullptr, 0, npoints}};
    run(points);
    for (std::size_t i = 0; i < npoints; ++i) function(x.data() + i * ndim, &f[i]);
    points.f = f.data();
    run(points);
  } else {
    run(function);
  }
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t k = 0; k < nsums; ++k) found.sums[i][k] = sums[k * count + i];
  found.nonfinite = state.nonfinite;
  return found;
}

/// The sums of one region, point after point, those of absolute values, and the fourth difference
/// along each axis.
struct PlainSums {
  std::array<double, nsums> value{}, size{};
  std::vector<double> difference;
};

template <int ndim>
PlainSums plain_sums(const Regions<ndim> &given, int key, std::size_t region) {
  const rule::OrbitRule rule = rule::make_orbit_rule(ndim, key);
  double centre[ndim], width[ndim], volume = 1;
  for (std::size_t d = 0; d < ndim; ++d) {
    const double size = std::ldexp(1, -given.depth[d * given.count + region]);
    volume *= size;
    width[d] = size * given.box.width[d];
    centre[d] = given.box.lower[d] +
                (given.lower[d * given.count + region] + size / 2) * given.box.width[d];
  }
  PlainSums sums;
  for (int axis = 0; axis < ndim; ++axis) {
    const auto along = [&](double step) {
      double x[ndim], f;
      for (int d = 0; d < ndim; ++d) x[d] = centre[d] + (d == axis ? step * width[d] : 0);
      Function<ndim>{-1}(x, &f);
      return f;
    };
    const auto beside = [&](double a) { return along(a) + along(-a) - 2 * along(0); };
    sums.difference.push_back(
        std::fabs(rule.difference_ratio * beside(rule.orbit[1].a) - beside(rule.orbit[2].a)));
  }
  for (int s = 0; s < rule.norbits; ++s) {
    const rule::Orbit &orbit = rule.orbit[s];
    for (const rule::PointCode &point : rule::orbit_points(ndim, orbit)) {
      const auto factor = [](std::uint64_t code, int d) {
        const auto bits = code >> (2 * d) & 3;
        return bits == 1 ? 1. : bits == 3 ? -1. : 0.;
      };
      double x[ndim], f;
      for (int d = 0; d < ndim; ++d)
        x[d] = centre[d] + (factor(point.a, d) * orbit.a + factor(point.b, d) * orbit.b) * width[d];
      Function<ndim>{-1}(x, &f);
      for (std::size_t k = 0; k < nsums; ++k) {
        sums.value[k] += volume * orbit.weight[k] * f;
        sums.size[k] += volume * std::fabs(orbit.weight[k] * f);
      }
    }
  }
  return sums;
}

/// So many regions that each lane takes its own, and so few that groups share them.
constexpr long long many = 100;
constexpr long long few = 40;

template <int ndim>
void expect_right(int key) {
  SCOPED_TRACE(ndim);
  for (const bool unit : {true, false}) {
    Regions<ndim> regions(unit);
    const Found alone = evaluate(regions, key, many);
    const Found shared = evaluate(regions, key, few);
    int both = 0;
    for (std::size_t i = 0; i < regions.count; ++i) {
      if (alone.axis[i] == Found::left_out) continue;
      const PlainSums plain = plain_sums(regions, key, i);
      for (std::size_t k = 0; k < nsums; ++k) {
        EXPECT_NEAR(alone.sums[i][k], plain.value[k], 1e-14 * plain.size[k]) << i << ' ' << k;
      }
      const double largest = *std::max_element(plain.difference.begin(), plain.difference.end());
      const auto taken = static_cast<std::size_t>(alone.axis[i]);
      ASSERT_LT(taken, plain.difference.size());
      EXPECT_NEAR(plain.difference[taken], largest, 1e-14) << i;
      if (shared.axis[i] == Found::left_out) continue;
      ++both;
      EXPECT_EQ(alone.axis[i], shared.axis[i]) << i;
      for (std::size_t k = 0; k < nsums; ++k) {
        EXPECT_EQ(std::bit_cast<std::uint64_t>(alone.sums[i][k]),
                  std::bit_cast<std::uint64_t>(shared.sums[i][k]))
            << i << ' ' << k;
      }
    }
    EXPECT_GE(both, 8);
  }
}

TEST(RuleKernel, FindsTheSameAloneAsInAGroup) {
  expect_right<1>(0);
  expect_right<2>(0);
  expect_right<3>(0);
  expect_right<3>(7);
  expect_right<4>(0);
  expect_right<5>(9);
  expect_right<6>(7);
  expect_right<7>(0);
  expect_right<8>(0);
  expect_right<8>(7);
  expect_right<9>(7);
}

// A region with a value that is not finite begins anew in a group, and those beside it do not.
TEST(RuleKernel, CountsValuesThatAreNotFiniteAsZero) {
  Regions<3> regions(true);
  const Found finite = evaluate(regions, 0, many);
  const Found alone = evaluate(regions, 0, many, .3);
  const Found shared = evaluate(regions, 0, few, .3);
  int changed = 0, same = 0;
  for (std::size_t i = 0; i < 8; ++i) {
    EXPECT_TRUE(std::isfinite(alone.sums[i][0])) << i;
    EXPECT_EQ(alone.sums[i], shared.sums[i]) << i;
    EXPECT_EQ(alone.axis[i], shared.axis[i]) << i;
    ++(alone.sums[i] == finite.sums[i] ? same : changed);
  }
  EXPECT_GT(changed, 0);
  EXPECT_GT(same, 0);
  EXPECT_GT(alone.nonfinite, shared.nonfinite);
  EXPECT_EQ(finite.nonfinite, 0u);
}

template <int ndim>
void expect_the_same_in_batches(int key) {
  SCOPED_TRACE(ndim);
  Regions<ndim> regions(false);
  for (const double slab : {-1., .3})
    for (const long long count : {many, few}) {
      const Found direct = evaluate(regions, key, count, slab);
      const Found batched = evaluate(regions, key, count, slab, true);
      EXPECT_EQ(batched.sums, direct.sums) << slab;
      EXPECT_EQ(batched.axis, direct.axis) << slab;
      EXPECT_EQ(batched.nonfinite, direct.nonfinite);
      EXPECT_EQ(direct.nonfinite > 0, slab > 0);
    }
}

// The kernel runs once to place the points and once to sum the values.
TEST(RuleKernel, FindsTheSameAroundABatchFunction) {
  expect_the_same_in_batches<1>(0);
  expect_the_same_in_batches<2>(0);
  expect_the_same_in_batches<3>(11);
  expect_the_same_in_batches<4>(7);
  expect_the_same_in_batches<5>(9);
  expect_the_same_in_batches<7>(0);
  expect_the_same_in_batches<8>(0);
  expect_the_same_in_batches<9>(7);
}

}  // namespace
