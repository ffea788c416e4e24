// Lines through regions: where they run, and what stands out of them.
#include "rule/probe.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace {

using namespace cuboid::rule;

/// What stands out of a function along an axis of the unit cube.
template <class F>
StandingOut probe_along(int npoints, const F &f) {
  ProbeLine line;
  line.first = .1;
  return standing_out(npoints, [&](int j) { return f(probe_coordinate(line, 0, j, npoints)); });
}

TEST(Probe, SeesNothingInSmoothFunctions) {
  for (const int npoints : {8, 16}) {
    EXPECT_EQ(probe_along(npoints, [](double) { return 3.; }).height, 0);
    EXPECT_EQ(probe_along(npoints, [](double) { return 1e300; }).height, 0);
    EXPECT_EQ(probe_along(npoints, [](double x) { return 1 - x + 3 * x * x; }).height, 0);
    EXPECT_EQ(probe_along(npoints, [](double x) { return std::exp(2 * x); }).height, 0);
    EXPECT_EQ(probe_along(npoints, [](double x) { return 1 / (1 + x); }).height, 0);
  }
}

// Wherever it is on the line, and however large the smooth part.
TEST(Probe, SeesASinglePoint) {
  for (const int npoints : {8, 16})
    for (int at = 0; at < npoints; ++at)
      for (const double height : {1e-3, 1., 1e200}) {
        ProbeLine line;
        const StandingOut found = standing_out(npoints, [&](int j) {
          return std::exp(.5 * probe_coordinate(line, 0, j, npoints)) + (j == at ? height : 0);
        });
        EXPECT_NEAR(found.height, height, .01 * height) << npoints << ' ' << at;
        EXPECT_EQ(found.point, at) << npoints;
      }
}

// The coefficients of a Gaussian fall ever faster, and do not hide what is far below them.
TEST(Probe, SeesTailsOnAWideGaussian) {
  ProbeLine line;
  line.first = .1;
  for (int at = 0; at < 16; ++at) {
    const StandingOut found = standing_out(16, [&](int j) {
      const double x = probe_coordinate(line, 0, j, 16) - .3;
      return std::exp(-x * x / .2) + (j == at ? 3e-6 : 0);
    });
    EXPECT_NEAR(found.height, 3e-6, 3e-7) << at;
    EXPECT_EQ(found.point, at);
  }
}

// A feature of a part v of the cube, smaller than the spaces between the points, is met by one
// point in 1 / v, and at the faces by half as many.
TEST(Probe, MeetsEveryPlaceAlike) {
  constexpr int nlines = 40000;
  for (const int ndim : {2, 4})
    for (const double place : {.03, .3, .5, .9}) {
      const double side = ndim == 2 ? .05 : .2;
      const int npoints = line_points(ndim);
      int inside = 0;
      for (int i = 0; i < nlines; ++i) {
        const ProbeLine line = probe_line(7, i, ndim);
        for (int j = 0; j < npoints; ++j) {
          bool in = true;
          for (int d = 0; d < ndim; ++d) {
            const double x = probe_coordinate(line, d, j, npoints);
            EXPECT_TRUE(x > 0 && x < 1);
            in = in && std::fabs(x - place) < .5 * side;
          }
          inside += in;
        }
      }
      const double all =
          std::pow(std::fmin(side, .5 * side + fmin(place, 1 - place)), ndim) * nlines * npoints;
      EXPECT_NEAR(inside / all, place < .1 ? .6 : 1, .35) << ndim << ' ' << place;
    }
}

}  // namespace
