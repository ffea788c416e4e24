// Least squares with weights that are not negative: by the conditions of Kuhn and Tucker.
#include "map/not_negative.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

namespace {

using namespace cuboid::map;

/// Of terms that are known at so many places, and what they are to add up to there.
NormalEquations equations_of(const std::vector<FitWeights> &terms,
                             const std::vector<double> &wanted) {
  NormalEquations equations;
  for (std::size_t k = 0; k < terms.size(); ++k)
    for (std::size_t i = 0; i < fit_terms; ++i) {
      equations.wanted[i] += terms[k][i] * wanted[k];
      for (std::size_t j = 0; j < fit_terms; ++j)
        equations.product[i][j] += terms[k][i] * terms[k][j];
    }
  return equations;
}

/// Where a weight is positive the sum of the squares has no slope, elsewhere it only rises.
void expect_least(const NormalEquations &equations, double exactness) {
  const FitWeights weight = not_negative_weights(equations);
  for (std::size_t i = 0; i < fit_terms; ++i) {
    double slope = equations.wanted[i];
    for (std::size_t j = 0; j < fit_terms; ++j) slope -= equations.product[i][j] * weight[j];
    slope /= std::sqrt(equations.product[i][i]);
    ASSERT_GE(weight[i], 0) << i;
    ASSERT_LE(slope, exactness) << i;
    if (weight[i] > 0) {
      ASSERT_GE(slope, -exactness) << i;
    }
  }
}

TEST(NotNegative, HasNoSlopeButAtZero) {
  std::mt19937_64 generator(1);
  std::normal_distribution<double> normal;
  for (int draw = 0; draw < 200; ++draw) {
    std::vector<FitWeights> terms(20);
    std::vector<double> wanted(20);
    for (std::size_t k = 0; k < terms.size(); ++k) {
      wanted[k] = normal(generator);
      for (double &term : terms[k]) term = normal(generator);
    }
    expect_least(equations_of(terms, wanted), 1e-9);
  }
}

/// Terms like the poles of the smooth map, which nearly depend on each other, and twice the same.
TEST(NotNegative, EndsWithTermsThatDependOnEachOther) {
  std::mt19937_64 generator(1);
  std::uniform_real_distribution<double> uniform;
  for (int draw = 0; draw < 500; ++draw) {
    double distance[fit_terms];
    for (double &one : distance) one = std::exp2(2 - 12 * uniform(generator));
    distance[1] = distance[0];
    distance[3] = distance[2] * (1 + 1e-7 * uniform(generator));
    std::vector<FitWeights> terms(64);
    std::vector<double> wanted(64);
    for (std::size_t k = 0; k < terms.size(); ++k) {
      const double t = (static_cast<double>(k) + 0.5) / 64;
      wanted[k] = 1 / (0.01 + (t - 0.3) * (t - 0.3));
      for (std::size_t i = 0; i < fit_terms; ++i) {
        const double from = i % 2 != 0 ? t : 1 - t;
        terms[k][i] = distance[i] / ((from + distance[i]) * (from + distance[i]));
      }
    }
    expect_least(equations_of(terms, wanted), 1e-2);
  }
}

TEST(NotNegative, FindsWeightsThatAreKnown) {
  NormalEquations equations;
  for (std::size_t i = 0; i < fit_terms; ++i) {
    equations.product[i][i] = 2;
    equations.wanted[i] = i % 2 != 0 ? -1 : static_cast<double>(i);
  }
  const FitWeights weight = not_negative_weights(equations);
  for (std::size_t i = 0; i < fit_terms; ++i)
    EXPECT_EQ(weight[i], i % 2 != 0 ? 0 : static_cast<double>(i) / 2);
}

}  // namespace
