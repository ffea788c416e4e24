// The native Vegas on integrands with jumps: pulls of what is called converged, each integrand with
// parameters and a seed of its own.
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include "unit/algorithm/algorithm_support.hpp"

namespace {

using namespace algorithm_test;

struct Jumps {
  int ndim = 0;
  Function function;
  double integral = 0;
};

/// 1 in a box of random size, 0 elsewhere.
Jumps box(std::mt19937_64 &random) {
  std::uniform_real_distribution<double> uniform;
  Jumps jumps{2 + static_cast<int>(random() % 5), {}, 1};
  std::vector<double> lower, upper;
  for (int d = 0; d < jumps.ndim; ++d) {
    lower.push_back(0.5 * uniform(random));
    upper.push_back(lower.back() + 0.2 + 0.3 * uniform(random));
    jumps.integral *= upper.back() - lower.back();
  }
  jumps.function = [=, ndim = jumps.ndim](const double *x, double *f) {
    *f = 1;
    for (std::size_t d = 0; d < static_cast<std::size_t>(ndim); ++d)
      if (x[d] < lower[d] || x[d] > upper[d]) *f = 0;
  };
  return jumps;
}

/// Genz's family of discontinuous integrands: exp(a x) up to a face across each of two axes.
Jumps corner(std::mt19937_64 &random) {
  std::uniform_real_distribution<double> uniform;
  Jumps jumps{2 + static_cast<int>(random() % 5), {}, 1};
  std::vector<double> slope, end;
  for (int d = 0; d < jumps.ndim; ++d) {
    slope.push_back(0.5 + 3 * uniform(random));
    end.push_back(d < 2 ? 0.2 + 0.7 * uniform(random) : 1);
    jumps.integral *= std::expm1(slope.back() * end.back()) / slope.back();
  }
  jumps.function = [=, ndim = jumps.ndim](const double *x, double *f) {
    double exponent = 0;
    bool inside = true;
    for (std::size_t d = 0; d < static_cast<std::size_t>(ndim); ++d) {
      exponent += slope[d] * x[d];
      inside = inside && x[d] < end[d];
    }
    *f = inside ? std::exp(exponent) : 0;
  };
  return jumps;
}

using Family = Jumps (*)(std::mt19937_64 &);

class VegasJumps : public testing::TestWithParam<Family> {};

// Of 300 standard normal pulls more than 4 are beyond 3 in 1 of 1000 cases, and the width is
// uncertain by 1 / sqrt(600), the mean by 1 / sqrt(300).
TEST_P(VegasJumps, ErrorsHoldAtSuccess) {
  constexpr int seeds = 300;
  std::mt19937_64 random(5);
  int converged = 0, beyond_3 = 0, beyond_5 = 0;
  double sum = 0, square = 0;
  for (int seed = 1; seed <= seeds; ++seed) {
    const Jumps jumps = GetParam()(random);
    Integration run(jumps.ndim, 1, jumps.function);
    run.native = true;
    run.options.seed = seed;
    run.task.goal.epsrel = 1e-2;
    run.task.goal.maxeval = 300000;
    const Result result = run.vegas();
    if (!result.converged) continue;
    const double pull = (result.integral[0] - jumps.integral) / result.error[0];
    ++converged;
    beyond_3 += std::fabs(pull) > 3;
    beyond_5 += std::fabs(pull) > 5;
    sum += pull;
    square += pull * pull;
  }
  EXPECT_GE(converged, seeds * 9 / 10);
  EXPECT_LE(beyond_3, 4);
  EXPECT_EQ(beyond_5, 0);
  EXPECT_LT(std::fabs(sum / converged), 0.1 + 3 / std::sqrt(300.0));
  EXPECT_GT(std::sqrt(square / converged), 0.9 - 3 / std::sqrt(600.0));
  EXPECT_LT(std::sqrt(square / converged), 1.05 + 3 / std::sqrt(600.0));
}

INSTANTIATE_TEST_SUITE_P(Families, VegasJumps, testing::Values(&box, &corner),
                         [](const testing::TestParamInfo<Family> &family) {
                           return family.index == 0 ? "Box" : "Corner";
                         });

}  // namespace
