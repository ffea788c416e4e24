// Pulls of Vegas, (estimate - value) / error, over 200 seeds of the pseudo-random generators.
//
// Their mean has a standard deviation of 1 / sqrt(200) = 0.07 and their width one of 0.05.
// Iterations with an accidentally small variance count more, which moves the mean by about the
// skewness of the samples over the square root of their number: up to 0.1 here.  The bounds allow
// this and two to three standard deviations.
#include <string_view>

#include "unit/algorithm/algorithm_support.hpp"

namespace {

using namespace algorithm_test;

struct Pulls {
  double mean = 0, width = 0, chi2_per_dof = 0;
  int far = 0;  ///< beyond 4
};

Pulls pulls(const std::string &id, int level) {
  constexpr int seeds = 200;
  const cuboid_test::ReferenceIntegral &integral = cuboid_test::reference_integral(id);
  Pulls result;
  double squares = 0;
  for (int seed = 1; seed <= seeds; ++seed) {
    Integration run = integration_of(id);
    run.task.goal.epsrel = 0;
    run.task.goal.maxeval = 40000;
    run.options.nstart = 4000;
    run.options.nincrease = 2000;
    run.options.seed = seed;
    run.options.rng_level = level;
    const Result r = run.vegas();
    EXPECT_EQ(r.niterations, 5);
    const double pull = (r.integral[0] - integral.value[0]) / r.error[0];
    result.mean += pull / seeds;
    squares += pull * pull / seeds;
    result.chi2_per_dof += r.chi2[0] / static_cast<double>(r.dof) / seeds;
    result.far += std::fabs(pull) > 4;
  }
  result.width = std::sqrt(squares - result.mean * result.mean);
  return result;
}

class VegasPulls : public testing::TestWithParam<const char *> {};

TEST_P(VegasPulls, AreStandardNormal) {
  for (const int level : {0, 1, 3}) {
    const Pulls p = pulls(GetParam(), level);
    SCOPED_TRACE("rng_level " + std::to_string(level));
    EXPECT_LT(std::fabs(p.mean), 0.25);
    EXPECT_GT(p.width, 0.85);
    EXPECT_LT(p.width, 1.15);
    EXPECT_GT(p.chi2_per_dof, 0.8);
    EXPECT_LT(p.chi2_per_dof, 1.2);
    EXPECT_LE(p.far, 2);
  }
}

INSTANTIATE_TEST_SUITE_P(Integrals, VegasPulls,
                         testing::Values("genz_oscillatory_d05_00", "genz_product_peak_d05_00",
                                         "genz_gaussian_d05_00", "genz_c0_d05_00", "cuba_demo01",
                                         "cuba_demo11", "vec_gauss_n2_d03", "hard_logsum_d06"),
                         [](const testing::TestParamInfo<const char *> &integral) {
                           return std::string(integral.param);
                         });

// Seed 0 draws Sobol points.  With errors from their variances one of these converges, and to 3e-4
// the pulls of 20 have a width of 0.08.
TEST(VegasOfSobolPoints, EndsWithErrorsOfTheSizeOfTheirDeviations) {
  int converged = 0, far = 0;
  double squares = 0;
  for (const cuboid_test::ReferenceIntegral &integral : cuboid_test::reference_integrals()) {
    if (std::string_view(integral.id).substr(0, 5) != "genz_" || integral.ndim > 8) continue;
    Integration run = integration_of(integral.id);
    run.native = true;
    run.task.goal.epsrel = 1e-4;
    run.task.goal.maxeval = 1000000;
    run.options.nstart = 10000;
    run.options.nincrease = 500;
    const Result r = run.vegas();
    if (!r.converged) continue;
    const double pull = (r.integral[0] - integral.value[0]) / r.error[0];
    squares += pull * pull;
    converged += 1;
    far += std::fabs(pull) > 3;
  }
  EXPECT_GE(converged, 20);
  const double width = std::sqrt(squares / converged);
  EXPECT_GT(width, 0.4);
  EXPECT_LT(width, 1.3);
  EXPECT_LE(far, 1);
}

}  // namespace
