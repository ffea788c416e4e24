// Points of Cuhre in the order that a program written for Cuba may rely on: orbit by orbit, the
// permutations in rising order of the tuple read from the last coordinate, the signs in binary.
#include <algorithm>

#include "rule/cuhre_rule.hpp"
#include "run/rule_sampler.hpp"
#include "unit/algorithm/algorithm_support.hpp"

namespace {

using namespace algorithm_test;
using cuboid::rule::CuhreOrbit;
using cuboid::rule::CuhreRule;
using Point = std::vector<double>;

/// All distinct permutations of the generator, by trying all.
std::vector<Point> permutations(const CuhreOrbit &orbit, int ndim) {
  const auto n = static_cast<std::size_t>(ndim);
  Point tuple(n, 0);
  if (orbit.diagonal) {
    std::fill(tuple.begin(), tuple.end(), orbit.generator[0]);
  } else {
    std::copy_n(orbit.generator.begin(), orbit.nonzero, tuple.begin());
  }
  std::sort(tuple.begin(), tuple.end());
  std::vector<Point> all;
  do all.push_back(tuple);
  while (std::next_permutation(tuple.begin(), tuple.end()));
  std::sort(all.begin(), all.end(), [](const Point &a, const Point &b) {
    return std::lexicographical_compare(a.rbegin(), a.rend(), b.rbegin(), b.rend());
  });
  return all;
}

/// The points of a region, coordinate by coordinate, in the order of the contract.
std::vector<double> points_of(const CuhreRule &rule, const Point &lower, const Point &upper) {
  std::vector<double> points;
  for (const CuhreOrbit &orbit : rule.orbits)
    for (const Point &tuple : permutations(orbit, rule.ndim)) {
      std::vector<std::size_t> nonzero;
      for (std::size_t d = 0; d < tuple.size(); ++d)
        if (tuple[d] != 0) nonzero.push_back(d);
      for (std::size_t signs = 0; signs < std::size_t{1} << nonzero.size(); ++signs) {
        Point g = tuple;
        for (std::size_t k = 0; k < nonzero.size(); ++k)
          if (signs >> k & 1) g[nonzero[k]] = -g[nonzero[k]];
        for (std::size_t d = 0; d < g.size(); ++d)
          points.push_back((0.5 + g[d]) * lower[d] + (0.5 - g[d]) * upper[d]);
      }
    }
  return points;
}

// The second axis needs the first bisection.
double steep_on_one_axis(const double *x, std::size_t axis) {
  return std::exp(5 * x[axis]);
}

TEST(PointOrder, IsThatOfTheContract) {
  for (int ndim = 1; ndim <= 9; ++ndim)
    for (const int key : {0, 7, 9, 11, 13}) {
      const std::size_t axis = static_cast<std::size_t>(ndim) / 2;
      Integration run(ndim, 1,
                      [=](const double *x, double *f) { f[0] = steep_on_one_axis(x, axis); });
      run.key = key;
      run.engine.keep_points = true;
      run.task.goal.epsrel = 0;
      const CuhreRule rule = cuboid::rule::make_cuhre_rule(ndim, key);
      run.task.goal.maxeval = 3 * rule.points;
      run.cuhre();
      const Point zeros(static_cast<std::size_t>(ndim), 0);
      const Point ones(static_cast<std::size_t>(ndim), 1);
      Point middle_up = ones;
      Point middle_low = zeros;
      middle_up[axis] = middle_low[axis] = 0.5;
      std::vector<double> expected = points_of(rule, zeros, ones);
      for (const auto &[lower, upper] :
           {std::pair{zeros, middle_up}, std::pair{middle_low, ones}}) {
        const std::vector<double> half = points_of(rule, lower, upper);
        expected.insert(expected.end(), half.begin(), half.end());
      }
      EXPECT_EQ(run.engine.x, expected) << ndim << ' ' << key;
    }
}

// Small rules look places up after a few regions.
TEST(PointOrder, StaysFromRegionToRegion) {
  for (int ndim = 1; ndim <= 5; ++ndim)
    for (const int key : {0, 7, 9}) {
      Integration run(ndim, 1, [](const double *x, double *f) { f[0] = x[0]; });
      run.engine.keep_points = true;
      const CuhreRule rule = cuboid::rule::make_cuhre_rule(ndim, key);
      run.task.engine = &run.engine;
      cuboid::algorithm::RuleSampler sampler(run.task, rule);
      std::vector<double> expected;
      for (int region = 0; region < 12; ++region) {
        const Point lower(static_cast<std::size_t>(ndim), 0.1 + 0.03 * region);
        const Point upper(static_cast<std::size_t>(ndim), 0.7 + 0.02 * region);
        const std::vector<double> points = points_of(rule, lower, upper);
        expected.insert(expected.end(), points.begin(), points.end());
        cuboid::algorithm::RuleEstimate estimate{};
        sampler.evaluate(lower.data(), upper.data(), 1, &estimate);
      }
      EXPECT_EQ(run.engine.x, expected) << ndim << ' ' << key;
    }
}

// A rule with more points than the buffer holds.
TEST(PointOrder, DoesNotDependOnTheBuffer) {
  constexpr int ndim = 16;
  const CuhreRule rule = cuboid::rule::make_cuhre_rule(ndim, 9);
  Integration run(ndim, 1, [](const double *x, double *f) { f[0] = x[0]; });
  run.engine.keep_points = true;
  run.task.goal.maxeval = 1;
  const Result result = run.cuhre();
  EXPECT_GT(run.engine.batches, 1);
  EXPECT_EQ(run.engine.x, points_of(rule, Point(ndim, 0), Point(ndim, 1)));
  EXPECT_NEAR(result.integral[0], 0.5, 1e-11);
}

}  // namespace
