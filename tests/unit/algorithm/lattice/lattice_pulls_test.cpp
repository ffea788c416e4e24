// Whether the errors of lattices can be believed: pulls over many seeds, with a fixed number of
// evaluations and with a tolerance that ends the run.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "reference/integrals.hpp"
#include "unit/algorithm/lattice/lattice_support.hpp"

namespace {

using namespace cuboid;
using namespace cuboid::test;

struct Pulls {
  int count = 0;
  int beyond = 0;
  double sum = 0, squares = 0;

  void add(double pull) {
    ++count;
    beyond += std::fabs(pull) > 3 ? 1 : 0;
    sum += pull;
    squares += pull * pull;
  }
  double width() const { return std::sqrt(squares / count); }
};

Pulls pulls_of(const std::string &id, double epsrel, int seeds) {
  const cuboid_test::ReferenceIntegral &integral = cuboid_test::reference_integral(id);
  Pulls pulls;
  for (int seed = 1; seed <= seeds; ++seed) {
    LatticeRun run(integral.ndim, 1, integral.function);
    for (std::size_t d = 0; d < integral.lower.size(); ++d)
      run.box.push_back(map::make_interval(integral.lower[d], integral.upper[d]));
    run.task.seed = static_cast<std::uint64_t>(seed);
    run.task.goal.epsrel = epsrel;
    run.task.goal.maxeval = epsrel > 0 ? 400000 : 40000;
    const algorithm::LatticeResult r = run();
    if (epsrel > 0 ? r.converged : r.trusted)
      pulls.add((r.integral[0] - integral.value[0]) / r.error[0]);
  }
  return pulls;
}

class LatticePulls : public testing::TestWithParam<const char *> {};

INSTANTIATE_TEST_SUITE_P(, LatticePulls,
                         testing::Values("genz_oscillatory_d05_00", "genz_gaussian_d05_00",
                                         "genz_corner_peak_d03_00", "genz_product_peak_d03_00",
                                         "genz_c0_d05_00"));

void expect_honest(const Pulls &pulls, int seeds) {
  EXPECT_GT(pulls.count, seeds * 3 / 4);
  const double chance = 3 / std::sqrt(pulls.count);
  EXPECT_LT(std::fabs(pulls.sum / pulls.count), 0.1 + chance);
  EXPECT_GT(pulls.width(), 0.9 - chance / std::sqrt(2));
  EXPECT_LT(pulls.width(), 1.05 + chance / std::sqrt(2));
  // 0.5 %, and what is more by chance once in a thousand times.
  EXPECT_LE(pulls.beyond, 4);
}

TEST_P(LatticePulls, AreThoseOfNormalNumbers) {
  expect_honest(pulls_of(GetParam(), 0, 100), 100);
}

TEST_P(LatticePulls, AreSoWhereAToleranceEndsTheRun) {
  expect_honest(pulls_of(GetParam(), 1e-4, 40), 40);
}

// Of a ball, whose errors at maxeval are about as large as the tolerance.
TEST(LatticeSuccess, NeedsRoomBelowTheToleranceUnlessItIsConfirmed) {
  const cuboid_test::ReferenceIntegral &ball = cuboid_test::reference_integral("ball_d03");
  int unconfirmed = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    LatticeRun run(ball.ndim, 1, ball.function);
    run.task.seed = seed;
    run.task.goal.epsrel = 1e-3;
    run.task.goal.maxeval = 131072;
    const algorithm::LatticeResult r = run();
    if (!r.converged || r.description.find("32 shifts") != std::string::npos) continue;
    ++unconfirmed;
    EXPECT_LT(r.error[0], 1e-3 / 1.39 * r.integral[0]) << seed;
  }
  EXPECT_LT(unconfirmed, 8);
}

}  // namespace
