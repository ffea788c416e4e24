// Numbers of points, sums of weights, and points inside the cube.
#include <cmath>

#include "unit/rule/rule_support.hpp"

namespace {

using namespace rule_test;

std::int64_t expected_points(int ndim, int degree) {
  const std::int64_t n = ndim;
  const std::int64_t corners = std::int64_t{1} << n;
  switch (degree) {
    case 23:
      return 15;
    case 13:
      return 65;
    case 11:
      return 127;
    case 9:
      return 1 + 8 * n + 2 * n * (n - 1) + 4 * n * (n - 1) + 4 * n * (n - 1) * (n - 2) / 3 +
             corners;
    default:
      return 1 + 6 * n + 2 * n * (n - 1) + corners;
  }
}

TEST(Layout, NumbersOfPoints) {
  for (const Choice &choice : all_rules()) {
    const CuhreRule rule = make_cuhre_rule(choice.ndim, choice.key);
    EXPECT_EQ(rule.points, expected_points(choice.ndim, choice.degree))
        << choice.ndim << ' ' << choice.key;
    EXPECT_EQ(static_cast<std::int64_t>(nodes_of(rule).size()), rule.points);
    std::int64_t of_orbits = 0;
    for (const CuhreOrbit &orbit : rule.orbits) of_orbits += orbit.npoints;
    EXPECT_EQ(of_orbits, rule.points);
  }
  for (int ndim = 13; ndim <= cuboid::rule::cuhre_max_dimensions; ++ndim) {
    EXPECT_EQ(make_cuhre_rule(ndim, 9).points, expected_points(ndim, 9));
    EXPECT_EQ(make_cuhre_rule(ndim, 7).points, expected_points(ndim, 7));
  }
}

TEST(Layout, WeightsSumUpToOneAndNullRulesToZero) {
  for (int ndim = 1; ndim <= cuboid::rule::cuhre_max_dimensions; ++ndim)
    for (const int key : {7, 9, 11, 13}) {
      const CuhreRule rule = make_cuhre_rule(ndim, key);
      for (std::size_t r = 0; r < 5; ++r) {
        long double sum = 0;
        long double scale = 0;
        for (const CuhreOrbit &orbit : rule.orbits) {
          const long double term = static_cast<long double>(orbit.npoints) * orbit.weight[r];
          sum += term;
          scale += std::fabs(term);
        }
        EXPECT_NEAR(static_cast<double>((sum - (r == 0)) / scale), 0, 4e-15)
            << ndim << ' ' << key << ' ' << r;
      }
    }
}

TEST(Layout, PointsAreStrictlyInside) {
  for (const Choice &choice : all_rules())
    for (const Node &node : nodes_of(make_cuhre_rule(choice.ndim, choice.key)))
      for (const double x : node.x) EXPECT_LT(std::fabs(x), 0.5);
}

TEST(Layout, CentreAndTwoAxisOrbitsComeFirst) {
  for (const Choice &choice : all_rules()) {
    const CuhreRule rule = make_cuhre_rule(choice.ndim, choice.key);
    const int nonzero[] = {0, 1, 1};
    for (std::size_t o = 0; o < 3; ++o) {
      EXPECT_EQ(rule.orbits[o].nonzero, nonzero[o]);
      EXPECT_FALSE(rule.orbits[o].diagonal);
    }
  }
}

// A null rule combined with the one before by lambda vanishes on its orbit, and nu is one over the
// sum of the absolute weights of the combination.
TEST(Layout, CombinedNullRulesCancelAndHaveNormOne) {
  for (const Choice &choice : all_rules()) {
    const CuhreRule rule = make_cuhre_rule(choice.ndim, choice.key);
    for (std::size_t r = 0; r < cuboid::rule::null_pairs; ++r)
      for (const CuhreOrbit &orbit : rule.orbits) {
        const double combined = orbit.weight[r + 2] + orbit.lambda[r] * orbit.weight[r + 1];
        if (orbit.weight[r + 1] != 0)
          EXPECT_NEAR(combined, 0, 1e-15 * std::fabs(orbit.weight[r + 2]));
        else
          EXPECT_EQ(orbit.lambda[r], 100);
        double norm = 0;
        for (const CuhreOrbit &other : rule.orbits)
          norm += static_cast<double>(other.npoints) *
                  std::fabs(other.weight[r + 2] + orbit.lambda[r] * other.weight[r + 1]);
        EXPECT_NEAR(orbit.nu[r] * norm, 1, 1e-13);
      }
  }
}

}  // namespace
