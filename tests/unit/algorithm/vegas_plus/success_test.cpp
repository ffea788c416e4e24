// Pulls of VEGAS+ and m-Cubes where they stop because they call themselves converged.  The shell is
// one of the integrands by which the constants of Iterations were chosen, the others are not.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

#include "algorithm/vegas_plus/vegas_plus.hpp"
#include "engine/cpu/samples/samples.hpp"
#include "map/interval.hpp"
#include "unit/engine/cpu/samples/samples_support.hpp"

namespace {

using namespace cuboid;
using namespace cuboid::algorithm;
using namespace cuboid::test;

constexpr double infinity = std::numeric_limits<double>::infinity();

struct Case {
  const char *name;
  int ndim;
  double value;
  cuboid_function function;
  double upper = 1;  ///< of all axes
};

VegasPlusResult integrate(const Case &one, double epsrel, bool cubes, int seed,
                          Combination combination = Combination::samples) {
  engine::SamplesProblem integral = problem(one.ndim, 1, static_cast<std::uint64_t>(seed));
  if (one.upper != 1) {
    integral.box.clear();
    for (int d = 0; d < one.ndim; ++d) integral.box.push_back(map::make_interval(0, one.upper));
  }
  engine::cpu::ThreadedSamples engine(integral, host(one.function, one.ndim), {}, 1);
  VegasPlusTask task = cubes ? m_cubes_task() : VegasPlusTask{};
  task.engine = &engine;
  task.goal.epsrel = epsrel;
  task.combination = combination;
  task.samples = 1000;
  task.increase = 500;
  task.goal.maxeval = 150000;
  VegasPlusResult result(1);
  vegas_plus(task, result);
  return result;
}

int lorentzians(const int *ndim, const double *x, const int *, double *f, void *) {
  f[0] = 1;
  for (int d = 0; d < *ndim; ++d) f[0] /= 0.01 + (x[d] - 0.3) * (x[d] - 0.3);
  return 0;
}

int shell(const int *ndim, const double *x, const int *, double *f, void *) {
  double sum = 0;
  for (int d = 0; d < *ndim; ++d) sum += x[d];
  f[0] = sum > 1 ? 0 : std::exp(-sum);
  return 0;
}

int cusps(const int *ndim, const double *x, const int *, double *f, void *) {
  double sum = 0;
  for (int d = 0; d < *ndim; ++d) sum += std::fabs(x[d] - 0.6);
  f[0] = std::exp(-4 * sum);
  return 0;
}

/// Pulls where a run stops because it calls itself converged.
void expect_good_pulls(const Case &one, double epsrel, bool cubes,
                       Combination combination = Combination::samples, int seeds = 600) {
  int converged = 0;
  int beyond_5 = 0;
  double mean = 0;
  double square = 0;
  for (int seed = 1; seed <= seeds; ++seed) {
    const VegasPlusResult result = integrate(one, epsrel, cubes, seed, combination);
    if (!result.converged) continue;
    const double pull = (result.integral[0] - one.value) / result.error[0];
    ++converged;
    beyond_5 += std::fabs(pull) > 5;
    mean += pull;
    square += pull * pull;
  }
  const std::string name = std::string(one.name) + (cubes ? ", m-Cubes" : ", VEGAS+");
  EXPECT_GT(converged, seeds * 9 / 10) << name;
  EXPECT_EQ(beyond_5, 0) << name;
  EXPECT_LT(std::fabs(mean / converged), 0.1 + 3 / std::sqrt(converged)) << name;
  // Twice what the width of so many pulls is uncertain by.
  const double uncertain = 2 / std::sqrt(2 * seeds);
  EXPECT_GT(std::sqrt(square / converged), 0.9 - uncertain) << name;
  EXPECT_LT(std::sqrt(square / converged), 1.05 + uncertain) << name;
}

const Case peaks{"lorentzians", 4, std::pow(10 * (std::atan(7.0) + std::atan(3.0)), 4),
                 lorentzians};

TEST(Success, PullsAreThoseOfANormalDistribution) {
  const double cusp = (2 - std::exp(-2.4) - std::exp(-1.6)) / 4;
  for (const Case &one :
       {peaks,
        // In n dimensions the part of the gamma distribution with shape n below 1.
        Case{"shell", 3, 1 - 2.5 * std::exp(-1.0), shell},
        Case{"cusps", 5, std::pow(cusp, 5), cusps}})
    for (const bool cubes : {false, true}) expect_good_pulls(one, 1e-2, cubes);
}

TEST(Success, PullsHoldWithWeightsOfInverseVariance) {
  expect_good_pulls(peaks, 1e-2, false, Combination::inverse_variance);
  expect_good_pulls(peaks, 1e-2, true, Combination::inverse_variance);
}

TEST(Success, PullsHoldWhereOneHypercubeHasAllTheVariance) {
  // It is smooth but for one corner, where it has a different limit from each direction.
  const auto corner = [](const int *, const double *x, const int *, double *f, void *) {
    f[0] = x[0] * x[1] / (x[0] * x[0] + x[1] * x[1]);
    return 0;
  };
  for (const bool cubes : {false, true})
    expect_good_pulls({"corner", 2, std::log(2.0) / 2, corner}, 1e-3, cubes, Combination::samples,
                      200);
}

int power(const int *ndim, const double *x, const int *, double *f, void *) {
  f[0] = 1;
  for (int d = 0; d < *ndim; ++d) f[0] *= std::pow(x[d], -0.7);
  return 0;
}

int algebraic(const int *ndim, const double *x, const int *, double *f, void *) {
  double product = 1;
  for (int d = 0; d < *ndim; ++d) product *= 1 + x[d];
  f[0] = std::pow(product, -1.3);
  return 0;
}

TEST(Success, IsNotClaimedWhereTheVarianceIsInfinite) {
  constexpr int seeds = 40;
  for (const Case &one : {Case{"power", 3, std::pow(1 / 0.3, 3), power},
                          Case{"algebraic", 4, std::pow(1 / 0.3, 4), algebraic, infinity}})
    for (const bool cubes : {false, true}) {
      int wrong = 0;
      int trusted = 0;
      for (int seed = 1; seed <= seeds; ++seed) {
        const VegasPlusResult result = integrate(one, 1e-2, cubes, seed);
        trusted += result.trusted;
        // With one iteration left there is nothing to be said about its error.
        EXPECT_EQ(result.trusted || result.dof == 0,
                  result.remark.find("not to be believed") == std::string::npos)
            << result.remark;
        wrong +=
            result.converged && std::fabs(result.integral[0] - one.value) > 3 * result.error[0];
      }
      EXPECT_LE(wrong, 1) << one.name << cubes;
      EXPECT_LT(trusted, seeds / 4) << one.name << cubes;
    }
}

}  // namespace
