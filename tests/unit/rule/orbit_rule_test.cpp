// The rules by orbits: exact to their degree, with null rules that annul constants.
#include "rule/orbit_rule.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "base/failure.hpp"
#include "rule/cuhre_rule.hpp"

namespace {

using namespace cuboid::rule;

/// Weighted sums of a function over the cube [-1/2, 1/2]^ndim.
template <class Function>
std::vector<double> apply(const OrbitRule &rule, const Function &function) {
  std::vector<double> sums(nsums, 0);
  for (int s = 0; s < rule.norbits; ++s) {
    const Orbit &orbit = rule.orbit[s];
    for (const PointCode &code : orbit_points(rule.ndim, orbit)) {
      std::vector<double> x(rule.ndim);
      for (int d = 0; d < rule.ndim; ++d) {
        const std::uint64_t a = code.a >> 2 * d & 3;
        const std::uint64_t b = code.b >> 2 * d & 3;
        x[d] = (a == 1   ? orbit.a
                : a == 3 ? -orbit.a
                         : 0) +
               (b == 1   ? orbit.b
                : b == 3 ? -orbit.b
                         : 0);
      }
      const double f = function(x);
      for (int k = 0; k < nsums; ++k) sums[k] += orbit.weight[k] * f;
    }
  }
  return sums;
}

struct RuleCase {
  int ndim;
  int key;
  int degree;
  std::int64_t npoints;
};

class EveryRule : public testing::TestWithParam<RuleCase> {};

TEST_P(EveryRule, HasItsPointsOnce) {
  const RuleCase &expected = GetParam();
  const OrbitRule rule = make_orbit_rule(expected.ndim, expected.key);
  EXPECT_EQ(rule.degree, expected.degree);
  EXPECT_EQ(rule.npoints, expected.npoints);
  for (int s = 0; s < rule.norbits; ++s) {
    std::set<std::pair<std::uint64_t, std::uint64_t>> codes;
    for (const PointCode &code : orbit_points(rule.ndim, rule.orbit[s])) {
      codes.insert({code.a, code.b});
    }
    EXPECT_EQ(static_cast<std::int64_t>(codes.size()), rule.orbit[s].npoints) << "orbit " << s;
  }
}

/// Calls visit for all exponents with a sum of at most degree.
template <class Visit>
void each_monomial(int ndim, int degree, std::vector<int> &powers, const Visit &visit) {
  if (static_cast<int>(powers.size()) == ndim) {
    visit(powers);
    return;
  }
  for (int p = 0; p <= degree; ++p) {
    powers.push_back(p);
    each_monomial(ndim, degree - p, powers, visit);
    powers.pop_back();
  }
}

TEST_P(EveryRule, IsExactToItsDegreeAndNoFurther) {
  const RuleCase &expected = GetParam();
  const OrbitRule rule = make_orbit_rule(expected.ndim, expected.key);
  const auto error = [&](const std::vector<int> &powers) {
    double exact = 1;
    for (const int p : powers) exact *= p % 2 ? 0 : 1 / (std::ldexp(1.0, p) * (p + 1));
    const double sum = apply(rule, [&](const std::vector<double> &x) {
      double value = 1;
      for (int d = 0; d < rule.ndim; ++d) value *= std::pow(x[d], powers[d]);
      return value;
    })[0];
    return std::fabs(sum - exact);
  };
  std::vector<int> powers;
  // The weights are as large as a hundred in 10 dimensions, of either sign.
  each_monomial(rule.ndim, rule.ndim <= 5 ? rule.degree : 4, powers,
                [&](const auto &p) { EXPECT_LT(error(p), 2e-13); });
  powers.assign(rule.ndim, 0);
  powers[0] = rule.degree - 1;
  EXPECT_LT(error(powers), 2e-13);
  powers[0] = rule.degree + 1;
  EXPECT_GT(error(powers), 1e-10);
}

TEST_P(EveryRule, HasNullRulesOfFallingDegree) {
  const OrbitRule rule = make_orbit_rule(GetParam().ndim, GetParam().key);
  const std::vector<double> ones = apply(rule, [](const auto &) { return 1; });
  EXPECT_NEAR(ones[0], 1, 1e-12);
  for (int k = 1; k < nsums; ++k) EXPECT_NEAR(ones[k], 0, 1e-11) << "null rule " << k;
  if (rule.degree <= 9) {
    // Only the null rule of the faces sees what happens there.
    const std::vector<double> face =
        apply(rule, [](const auto &x) { return x[0] > .499 && x[1] == 0 ? 1 : 0; });
    for (int k = 0; k < face_sum; ++k) EXPECT_EQ(face[k], 0) << "null rule " << k;
    EXPECT_GT(std::fabs(face[face_sum]), .05);
  }
  // x^2 is seen by the null rule of lowest degree only, x^(degree - 1) by the first.
  const auto power = [&](int p) {
    return apply(rule, [&](const std::vector<double> &x) { return std::pow(x[0], p); });
  };
  EXPECT_NEAR(power(2)[1], 0, 1e-12);
  EXPECT_GT(std::fabs(power(rule.degree - 1)[1]), 1e-9);
}

INSTANTIATE_TEST_SUITE_P(All, EveryRule,
                         testing::Values(RuleCase{2, 0, 13, 65}, RuleCase{3, 0, 11, 127},
                                         RuleCase{2, 9, 9, 37}, RuleCase{3, 9, 9, 83},
                                         RuleCase{4, 0, 9, 161}, RuleCase{5, 0, 9, 283},
                                         RuleCase{8, 0, 9, 1121}, RuleCase{10, 11, 9, 2625},
                                         RuleCase{2, 7, 7, 25}, RuleCase{3, 7, 7, 45},
                                         RuleCase{4, 7, 7, 73}, RuleCase{10, 7, 7, 1285}));

TEST(OrbitRule, IsKronrodsInOneDimension) {
  const OrbitRule rule = make_orbit_rule(1, 0);
  EXPECT_EQ(rule.npoints, 15);
  for (int p = 0; p <= 23; ++p) {
    const std::vector<double> sums =
        apply(rule, [&](const std::vector<double> &x) { return std::pow(2 * x[0], p); });
    EXPECT_NEAR(sums[0], p % 2 ? 0 : 1. / (p + 1), 1e-15) << p;
    // Null rules of degree 13, 11, 9, 7.
    for (int k = 1; k < face_sum; ++k) {
      if (p <= 15 - 2 * k) {
        EXPECT_NEAR(sums[k], 0, 1e-15) << p;
      } else if (p == 16 - 2 * k) {
        EXPECT_GT(std::fabs(sums[k]), 1e-5) << p;
      }
    }
  }
  EXPECT_GT(std::fabs(apply(rule, [](const auto &x) { return std::pow(2 * x[0], 24); })[0] - .04),
            1e-9);
}

/// The weights of the rule and of its four null rules, for the number and the values of the nonzero
/// coordinates.
using Weights = std::map<std::vector<double>, std::vector<double>>;

Weights weights_of(const OrbitRule &rule) {
  Weights weights;
  for (int s = 0; s < rule.norbits; ++s) {
    const Orbit &orbit = rule.orbit[s];
    std::vector<double> generator(orbit.na, orbit.a);
    generator.insert(generator.end(), orbit.nb, orbit.b);
    weights[generator].assign(orbit.weight, orbit.weight + face_sum);
  }
  return weights;
}

Weights weights_of(const CuhreRule &rule) {
  Weights weights;
  for (const CuhreOrbit &orbit : rule.orbits) {
    std::vector<double> generator(orbit.nonzero, orbit.generator[0]);
    if (!orbit.diagonal)
      generator.assign(orbit.generator.begin(), orbit.generator.begin() + orbit.nonzero);
    weights[generator].assign(orbit.weight.begin(), orbit.weight.begin() + face_sum);
  }
  return weights;
}

TEST(OrbitRule, HasTheWeightsThatTheHeapMethodUses) {
  for (int ndim = 1; ndim <= 13; ++ndim) {
    for (const int key : {0, 7, 9, 11, 13}) {
      const Weights expected = weights_of(make_cuhre_rule(ndim, key));
      Weights weights = weights_of(make_orbit_rule(ndim, key));
      if (weights.size() > expected.size()) weights.erase({.4999});
      EXPECT_EQ(weights, expected) << "ndim = " << ndim << ", key = " << key;
    }
  }
}

TEST(OrbitRule, RefusesOtherDimensions) {
  for (const int ndim : {-1, 0, cuhre_max_dimensions + 1}) {
    try {
      make_orbit_rule(ndim, 0);
      FAIL() << ndim;
    } catch (const cuboid::Failure &failure) {
      EXPECT_EQ(failure.status(), CUBOID_BAD_NDIM);
      EXPECT_NE(failure.message().find(std::to_string(ndim)), std::string::npos);
    }
  }
}

}  // namespace
