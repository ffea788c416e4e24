// Peaks that a face of a region cuts: the samples behind it may have met nothing of them.
#include <gtest/gtest.h>

#include <cmath>

#include "unit/cuba/divonne/divonne_support.hpp"

namespace {

using namespace divonne_test;

/// Normal, in the middle of the cube, where the first cut may stand.
Integrand gaussian(int ndim, double width) {
  return [=](const double *x, double *f) {
    double square = 0;
    for (int d = 0; d < ndim; ++d) square += (x[d] - .5) * (x[d] - .5);
    f[0] = std::exp(-square / (2 * width * width)) / std::pow(width * std::sqrt(2 * M_PI), ndim);
  };
}

/// All of them were half of the integral with an error of 1 %, and converged.
TEST(CutPeaks, AreNotTakenForWholeOnes) {
  int named = 0;
  for (const auto &[ndim, width] : {std::pair{2, .002}, std::pair{3, .005}})
    for (int seed = 0; seed < 4; ++seed) {
      NativeIntegration run(ndim, 1, gaussian(ndim, width));
      run.options.seed = seed;
      run.task.goal = {1e-2, 0, 0, 60000};
      const auto &result = run();
      named += result.remark.find("a region ends within a peak") != std::string::npos;
      if (!result.converged) continue;
      EXPECT_LE(std::fabs(result.integral[0] - 1), 3 * result.error[0]) << ndim << ' ' << seed;
    }
  EXPECT_GT(named, 0);
}

/// A wide peak is known on both sides of each face.
TEST(CutPeaks, AreNotSeenWhereBothSidesKnowThePeak) {
  NativeIntegration run(3, 1, gaussian(3, .05));
  run.task.goal = {1e-3, 0, 0, 200000};
  const auto &result = run();
  EXPECT_TRUE(result.converged) << result.remark;
  EXPECT_NEAR(result.integral[0], 1, 4 * result.error[0]);
}

}  // namespace
