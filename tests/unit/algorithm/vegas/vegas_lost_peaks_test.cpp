// Peaks of which the first samples met the tails, and which the map of the native Vegas has lost.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "support/directory.hpp"
#include "unit/algorithm/algorithm_support.hpp"

namespace {

using namespace algorithm_test;

constexpr int ndim = 5;

void two_peaks(const double *x, double *f) {
  *f = 0;
  for (const double place : {.3, .75}) {
    double squares = 0;
    for (int d = 0; d < ndim; ++d) squares += (x[d] - place) * (x[d] - place);
    *f += std::exp(-200 * squares);
  }
}

const double one = std::pow(std::sqrt(M_PI / 200), ndim);

Result integrate(int seed, std::int64_t maxeval, const std::string &statefile = "") {
  Integration run(ndim, 1, two_peaks);
  run.native = true;
  run.options.seed = seed;
  run.options.nstart = 2000;
  run.task.goal.epsrel = 1e-2;
  run.task.goal.maxeval = maxeval;
  run.statefile = statefile;
  return run.vegas();
}

// Without it 15 of these seeds gave a half.
TEST(VegasLostPeaks, AreGoneBackTo) {
  int converged = 0;
  for (int seed = 0; seed < 20; ++seed) {
    const Result result = integrate(seed, 1000000);
    converged += result.converged;
    EXPECT_TRUE(!result.converged || std::fabs(result.integral[0] - 2 * one) < .1 * one)
        << seed << ' ' << result.integral[0] / one;
  }
  EXPECT_GE(converged, 15);
}

// By the time at which it is seen, nothing is left to find both with.
TEST(VegasLostPeaks, MakeAHalfAtTheEndOfMaxevalNoSuccess) {
  bool ended_with_half = false;
  for (int seed = 0; seed < 20; ++seed)
    for (const std::int64_t maxeval : {50000, 70000, 100000, 140000}) {
      const Result result = integrate(seed, maxeval);
      ended_with_half |= !result.trusted && std::fabs(result.integral[0] - one) < .1 * one;
      EXPECT_FALSE(result.converged && result.integral[0] < 1.5 * one) << seed << ' ' << maxeval;
      EXPECT_LE(result.neval, maxeval + 20000);
    }
  EXPECT_TRUE(ended_with_half);
}

TEST(VegasLostPeaks, AreFoundWithTheSameBitsByARunThatGoesOn) {
  for (const int seed : {0, 1, 2, 3, 4}) {
    const Result whole = integrate(seed, 1000000);
    for (const std::int64_t stop : {5000, 30000, 100000}) {
      const support::Directory directory;
      integrate(seed, stop, directory.file("state"));
      const Result other = integrate(seed, 1000000, directory.file("state"));
      EXPECT_EQ(other.integral, whole.integral) << seed << ' ' << stop;
      EXPECT_EQ(other.error, whole.error) << seed << ' ' << stop;
      EXPECT_EQ(other.neval, whole.neval) << seed << ' ' << stop;
    }
  }
}

}  // namespace
