// The native Cuhre: what is called converged is right, and the errors of Cuba's routine stay.
#include <algorithm>
#include <cmath>

#include "algorithm/cubature/judgement.hpp"
#include "rule/carried_error.hpp"
#include "rule/cuhre_rule.hpp"
#include "rule/probe.hpp"
#include "support/directory.hpp"
#include "unit/algorithm/algorithm_support.hpp"

namespace {

using namespace algorithm_test;
using cuboid::rule::carried_by_half;
using cuboid::rule::CarriedError;

Integration judged(int ndim, Function function) {
  Integration run(ndim, 1, std::move(function));
  run.native = true;
  run.task.last_only = true;
  return run;
}

Function gaussian(int ndim, double width, double background = 0) {
  return [=](const double *x, double *f) {
    double square = 0;
    for (int d = 0; d < ndim; ++d) square += (x[d] - .5) * (x[d] - .5);
    f[0] = background +
           std::exp(-square / (2 * width * width)) / std::pow(width * std::sqrt(2 * M_PI), ndim);
  };
}

/// Else looks that follow each other double all that was evaluated.
TEST(ProbeOfCuhre, GrowsWithTheRootOfManyEvaluations) {
  const Judgement judgement(2, 1, 69);
  cuboid::Goal goal;
  goal.epsrel = 1e-6;
  const auto points = [&](std::int64_t neval, bool again) {
    Result result(1);
    result.integral[0] = 1;
    result.error[0] = 1e-7;
    result.neval = neval;
    result.nregions = 1000;
    result.only_zeros = false;
    return judgement.points_of_probe(result, goal, again);
  };
  EXPECT_EQ(points(40'000, false), 10'000);
  EXPECT_EQ(points(500'000, false), 60'000);
  EXPECT_EQ(points(100'000'000, false), 1'000'000);
  EXPECT_EQ(points(900'000, true), 900'000);
  EXPECT_EQ(points(100'000'000, true), 10'000'000);
}

TEST(CarriedError, FallsWithTheNullRulesButNeverToNothing) {
  const CarriedError parent{1, 1, 0};
  EXPECT_EQ(carried_by_half({.5, .25, 0}, parent, -.5), .0625);
  EXPECT_EQ(carried_by_half({.5, 2, 0}, parent, .5), .25);
  EXPECT_EQ(carried_by_half({0, 0, 0}, parent, -1), cuboid::rule::min_kept / 2);
  // What the parent carried goes on, also where nothing is seen any more.
  EXPECT_EQ(carried_by_half({0, 0, 0}, {0, 0, 1}, 0), cuboid::rule::min_kept / 2);
  EXPECT_EQ(carried_by_half({1, 1e-17, 0}, {2, 1e-17, 1}, 0), cuboid::rule::min_kept / 2);
}

// One point of the cube's rule sees the peak, and no other point does for some generations.  All
// that is known of it is what this has changed, and maxeval leaves no room for a probe.
TEST(NativeCuhre, KeepsWhatOnlyAParentHasSeen) {
  constexpr int regions = 6;
  for (const int ndim : {1, 2})
    for (const double background : {0., 1.}) {
      const auto rule = cuboid::rule::make_cuhre_rule(ndim, 0, true);
      const auto orbit = std::find_if(rule.orbits.begin(), rule.orbits.end(),
                                      [&](const auto &one) { return one.nonzero == ndim; });
      ASSERT_NE(orbit, rule.orbits.end());
      const Function peak = gaussian(ndim, 1e-5, background);
      Integration run = judged(ndim, [=](const double *x, double *f) {
        double moved[2] = {};
        for (int d = 0; d < ndim; ++d)
          moved[d] = x[d] - orbit->generator[static_cast<std::size_t>(d)];
        peak(moved, f);
      });
      run.task.goal.maxeval = (2 * regions - 1) * rule.points;
      const Result result = run.cuhre();
      EXPECT_FALSE(result.converged) << ndim << ' ' << background;
      EXPECT_NEAR(result.integral[0], 1 + background, result.error[0]) << ndim << ' ' << background;
    }
}

TEST(NativeCuhre, FindsANarrowPeakInTheMiddle) {
  for (const int ndim : {1, 2}) {
    Integration run = judged(ndim, gaussian(ndim, 1e-3, 1));
    run.task.goal.maxeval = 200000;
    const Result result = run.cuhre();
    EXPECT_TRUE(result.converged) << ndim;
    EXPECT_NEAR(result.integral[0], 2, result.error[0]) << ndim;
  }
}

// A rule has a million points in 20 dimensions, and the sum of as many equal values is 4e-11 off.
TEST(NativeCuhre, CountsTheRoundingOfItsSums) {
  for (const int ndim : {9, 12, 16, 20})
    for (const std::int64_t most : {1, 1 << 20})
      for (const double value : {1 / 3., 0.7, M_PI}) {
        Integration run = judged(ndim, [=](const double *, double *f) { f[0] = value; });
        run.task.goal = {1e-15, 0, 0, most};
        const Result result = run.cuhre();
        EXPECT_NEAR(result.integral[0], value, result.error[0]) << ndim << ' ' << most;
        EXPECT_LT(result.error[0], 2e-10 * value) << ndim << ' ' << most;
      }
}

TEST(NativeCuhre, ProbesTwiceAtWhatSeemsExact) {
  Integration run = judged(3, gaussian(3, .01, 1));
  run.task.goal.maxeval = 200000;
  EXPECT_GT(run.cuhre().neval, 5000);
}

// Boxes, which no rule sees, and Gaussians on a smooth background.
TEST(NativeCuhre, SeesWhatLiesBetweenThePoints) {
  const auto bump = [](const double *x, int ndim, double width) {
    double square = 0;
    bool inside = true;
    for (int d = 0; d < ndim; ++d) {
      const double y = x[d] - .31 - .07 * d;
      square += y * y / (2 * width * width);
      inside = inside && std::fabs(y) < width;
    }
    return std::pair(inside, std::exp(-square));
  };
  for (const int ndim : {2, 3, 4})
    for (const double width : {.04, .05}) {
      const Function box = [=](const double *x, double *f) {
        f[0] = bump(x, ndim, width).first ? 2 : 1;
      };
      const Function gauss = [=](const double *x, double *f) {
        double sum = 0;
        for (int d = 0; d < ndim; ++d) sum += x[d];
        f[0] = std::cos(sum) + 3 * bump(x, ndim, width).second;
      };
      const double smooth = std::cos(.5 * ndim) * std::pow(2 * std::sin(.5), ndim);
      const double volumes[2] = {1 + std::pow(2 * width, ndim),
                                 smooth + 3 * std::pow(width * std::sqrt(2 * M_PI), ndim)};
      for (int i = 0; i < 2; ++i) {
        Integration run = judged(ndim, i == 0 ? box : gauss);
        run.task.goal = {1e-7, 0, 0, 300000};
        const Result result = run.cuhre();
        EXPECT_TRUE(result.converged || i == 0 || ndim == 4) << ndim << ' ' << width;
        if (!result.converged) continue;
        EXPECT_NEAR(result.integral[0], volumes[i], result.error[0]) << ndim << ' ' << width;
      }
    }
}

// A ridge across the cube, which is narrower than the spaces between the points of large regions,
// is never converged while parts of it are not seen.
TEST(NativeCuhre, FollowsARidge) {
  for (const double width : {1e-2, 2e-3, 5e-4})
    for (const double epsrel : {1e-2, 1e-3, 1e-5}) {
      Integration run = judged(2, [=](const double *x, double *f) {
        const double across = x[0] - .3 - .4 * x[1];
        f[0] = std::exp(-across * across / (2 * width * width));
      });
      run.task.goal = {epsrel, 0, 0, 300000};
      const Result result = run.cuhre();
      const double value = width * std::sqrt(2 * M_PI);
      if (!result.converged) continue;
      EXPECT_NEAR(result.integral[0], value, result.error[0]) << width << ' ' << epsrel;
    }
}

// Where the rule sees nothing of the ring, regions are not cut into slivers.
TEST(NativeCuhre, FollowsARing) {
  for (const cuboid::Probing probing : {cuboid::Probing::standard, cuboid::Probing::thorough})
    for (const double radius : {.45, .7}) {
      constexpr double width = 2e-3;
      Integration run = judged(2, [=](const double *x, double *f) {
        const double across = (std::hypot(x[0], x[1]) - radius) / width;
        f[0] = std::exp(-.5 * across * across) / (width * std::sqrt(2 * M_PI));
      });
      run.probing = probing;
      run.checks.sparse = false;
      run.task.goal = {1e-3, 0, 0, 1000000};
      const Result result = run.cuhre();
      EXPECT_TRUE(result.converged) << radius;
      EXPECT_NEAR(result.integral[0], M_PI / 2 * radius, result.error[0]) << radius;
    }
}

// Parts that cancel leave the error of rounding, which no splitting makes smaller.
TEST(NativeCuhre, EndsWhereOnlyRoundingIsLeft) {
  for (const cuboid::Probing probing : {cuboid::Probing::standard, cuboid::Probing::thorough})
    for (const double offset : {0., 1.}) {
      Integration run = judged(
          2, [=](const double *x, double *f) { f[0] = (x[0] - .5) * std::exp(x[1]) + offset; });
      run.probing = probing;
      run.task.goal = {offset == 0 ? 1e-3 : 1e-15, 0, 0, 10000000};
      const Result result = run.cuhre();
      EXPECT_TRUE(!result.converged && result.refused);
      EXPECT_LE(result.error[0], 1e-12);
      EXPECT_NEAR(result.integral[0], offset, result.error[0]);
      EXPECT_LE(result.neval, offset == 0 ? 20000 : 200000);
      EXPECT_NE(result.remark.find(offset == 0 ? "epsabs" : "rounded"), std::string::npos)
          << result.remark;
    }
}

// A point on a singularity is an error of 1e12, which is taken away when the region is split.  Its
// rounding was left in both sums, and ended the run at an error of 2e-3.
TEST(NativeCuhre, AddsUpAnewWhatALargeErrorHasRounded) {
  Integration run = judged(2, [](const double *x, double *f) {
    f[0] = 1 / std::pow((x[0] - .5) * (x[0] - .5) + (x[1] - .5) * (x[1] - .5) + 1e-30, .4);
  });
  run.task.goal = {1e-6, 0, 0, 1000000};
  const Result result = run.cuhre();
  EXPECT_TRUE(result.converged) << result.remark;
  EXPECT_NEAR(result.integral[0], 2.62065723171509, result.error[0]);
}

// Nor does it end before it has looked for what stands out of them.
TEST(NativeCuhre, FindsWhatHidesBesideAZero) {
  Integration run = judged(2, [](const double *x, double *f) {
    const double square = (x[0] - .31) * (x[0] - .31) + (x[1] - .23) * (x[1] - .23);
    f[0] = (x[0] - .5) * std::exp(x[1]) + std::exp(-square / (2 * .02 * .02));
  });
  run.task.goal = {1e-3, 0, 0, 1000000};
  const Result result = run.cuhre();
  EXPECT_TRUE(result.converged);
  EXPECT_NEAR(result.integral[0], 2 * M_PI * .02 * .02, 1e-3 * result.integral[0]);
}

// A constant may have something anywhere, and is looked at more closely than what varies.
TEST(NativeCuhre, FindsASmallBoxOnAConstant) {
  for (const int ndim : {3, 5}) {
    const double side = std::pow(1e-3, 1. / ndim);
    Integration run = judged(ndim, [=](const double *x, double *f) {
      bool inside = true;
      for (int d = 0; d < ndim; ++d) inside = inside && x[d] > .17 && x[d] < .17 + side;
      f[0] = inside ? 2 : 1;
    });
    run.probing = cuboid::Probing::standard;
    run.task.goal = {1e-3, 0, 0, 1000000};
    const Result result = run.cuhre();
    EXPECT_NEAR(result.integral[0], 1.001, 2 * result.error[0]) << ndim;
  }
}

/// What is found between the points is an error of its region, and an accuracy that is met does not
/// change what the error is.
TEST(NativeCuhre, HasTheSameErrorForAnyAccuracyThatTheSamePointsMeet) {
  const auto smooth = [](const double *x, double *f) { f[0] = std::exp(x[0] + x[1] * x[2]); };
  for (const cuboid::Probing probing : {cuboid::Probing::none, cuboid::Probing::standard}) {
    std::vector<Result> results;
    for (const double epsrel : {1e-2, 1e-3, 1e-4}) {
      Integration run = judged(3, smooth);
      run.probing = probing;
      run.task.goal = {epsrel, 0, 0, 100000};
      results.push_back(run.cuhre());
      EXPECT_TRUE(results.back().converged);
    }
    for (const Result &one : results) {
      EXPECT_EQ(one.neval, results.front().neval);
      EXPECT_EQ(one.error, results.front().error);
      EXPECT_LT(one.error[0], 1e-5);
    }
  }
}

TEST(NativeCuhre, HasAFixedPriceOfProbing) {
  for (const int ndim : {1, 2, 3, 5, 8})
    for (const double epsrel : {1e-2, 1e-6}) {
      Integration run = judged(ndim, [=](const double *x, double *f) {
        double sum = 0;
        for (int d = 0; d < ndim; ++d) sum += x[d];
        f[0] = std::cos(sum / ndim);
      });
      run.task.goal = {epsrel, 0, 0, 1000000};
      for (const cuboid::Probing probing : {cuboid::Probing::none, cuboid::Probing::standard}) {
        run.probing = probing;
        const Result result = run.cuhre();
        EXPECT_TRUE(result.converged);
        if (probing == cuboid::Probing::none) {
          EXPECT_EQ(result.probed, 0);
          continue;
        }
        const std::int64_t of_rules = result.neval - result.probed;
        // Lines have whole numbers of points.
        EXPECT_LE(result.probed, std::max<std::int64_t>(64 * ndim, of_rules) + 64) << ndim;
        EXPECT_GE(result.probed, of_rules / 4) << ndim;
      }
    }
}

// A layer in a corner in many dimensions, of which no rule has a point, and hardly a line.
TEST(NativeCuhre, ProbesIntoTheCorners) {
  constexpr int ndim = 6;
  for (const unsigned corner : {0u, 21u, 63u}) {
    Integration run = judged(ndim, [=](const double *x, double *f) {
      double sum = 0;
      for (int d = 0; d < ndim; ++d) sum += corner >> d & 1 ? 1 - x[d] : x[d];
      f[0] = 1 + 100 * std::exp(-25 * sum);
    });
    run.probing = cuboid::Probing::standard;
    run.task.goal = {1e-3, 0, 0, 200000};
    const Result result = run.cuhre();
    const double truth = 1 + 100 * std::pow(-std::expm1(-25) / 25, ndim);
    // As far as a few points tell.  Without them the error is one of rounding.
    EXPECT_NEAR(result.integral[0], truth, 4 * result.error[0]) << corner;
  }
}

// Along a diagonal it is eight times as steep as along an axis, and no error is left of it.
TEST(NativeCuhre, TakesNoSmoothProductForSomethingInACorner) {
  constexpr int ndim = 8;
  const auto evaluations = [](bool checked) {
    Integration run = judged(ndim, [](const double *x, double *f) {
      f[0] = 1;
      for (int d = 0; d < ndim; ++d) f[0] *= std::exp(-2 * x[d] * x[d]);
    });
    run.probing = cuboid::Probing::standard;
    run.checks.diagonals = checked;
    run.task.goal = {1e-3, 0, 0, 1'000'000};
    const Result result = run.cuhre();
    EXPECT_TRUE(result.converged);
    const double truth = std::pow(std::sqrt(M_PI / 8) * std::erf(std::sqrt(2.)), ndim);
    EXPECT_NEAR(result.integral[0], truth, result.error[0]);
    return result.neval;
  };
  EXPECT_LT(2 * evaluations(true), evaluations(false));
}

// Rules never see the integrand as large as it is at its ends; the error has to know.
TEST(NativeCuhre, IsHonestAtPowerSingularities) {
  for (const int ndim : {1, 2, 3, 4})
    for (const double power : {.55, .65, .75})
      for (const double epsrel : {1e-2, 1e-3, 1e-5}) {
        Integration run = judged(ndim, [=](const double *x, double *f) {
          f[0] = 1;
          for (int d = 0; d < ndim; ++d) f[0] *= std::pow(x[d], -power);
        });
        run.task.goal = {epsrel, 0, 0, 100000};
        const Result result = run.cuhre();
        if (!result.converged) continue;
        EXPECT_NEAR(result.integral[0], std::pow(1 - power, -ndim), result.error[0])
            << ndim << ' ' << power << ' ' << epsrel;
      }
}

// Between neighbouring numbers beside .3, what is integrated is more than the accuracy: 3e-6.
TEST(NativeCuhre, DoesNotResolveASingularityBetweenNumbers) {
  for (const int ndim : {1, 2}) {
    Integration run = judged(ndim, [=](const double *x, double *f) {
      f[0] = x[0] == .3 ? 0 : std::pow(std::fabs(x[0] - .3), -.65);
    });
    const double value = (std::pow(.3, .35) + std::pow(.7, .35)) / .35;
    for (const double epsrel : {1e-4, 1e-6}) {
      run.task.goal = {epsrel, 0, 0, 200000};
      const Result result = run.cuhre();
      EXPECT_EQ(result.converged, epsrel > 1e-5) << ndim;
      EXPECT_NEAR(result.integral[0], value, result.error[0]) << ndim << ' ' << epsrel;
    }
  }
}

// What a probe costs, where there is nothing to be seen: a quarter as much as the rules, and three
// points for the accuracy up to 3000.
TEST(NativeCuhre, ProbesAtSmoothFunctionsAsTheAccuracyAsks) {
  const Function smooth = [](const double *x, double *f) {
    f[0] = 1 / (1.3 + x[0]) / (1.2 + x[1]) / (1.1 + x[2]);
  };
  const double value = std::log(2.3 / 1.3) * std::log(2.2 / 1.2) * std::log(2.1 / 1.1);
  const auto points = static_cast<double>(cuboid::rule::make_cuhre_rule(3, 0, true).points);
  for (const double epsrel : {2e-3, 1e-3, 1e-7, 1e-10}) {
    Integration native = judged(3, smooth);
    native.checks.sparse = false;
    native.task.goal = {epsrel, 0, 0, 1000000};
    const Result result = native.cuhre();
    ASSERT_TRUE(result.converged);
    EXPECT_NEAR(result.integral[0], value, result.error[0]);
    const double by_rules = static_cast<double>(2 * result.nregions - 1) * points;
    const double probe = std::max({.25 * by_rules, std::min(3 / epsrel, 3000.), 1000.});
    EXPECT_NEAR(static_cast<double>(result.neval), by_rules + probe, .04 * by_rules + .2 * probe)
        << epsrel;
  }
}

// The narrow one fills 5e-4 and 6e-5 of the square, and few of the points meet its tails.
TEST(NativeCuhre, SeesTheNarrowOneOfTwoGaussians) {
  struct Case {
    double wide[2], narrow[2], width[2], height, epsrel;
  };
  for (const Case &one : {Case{{.1502, .5833}, {.3094, .488}, {.005515, .007146}, 5.77, 1e-3},
                          Case{{.2157, .668}, {.2793, .4965}, {2.067e-3, 2.493e-3}, 3.52, 1e-5}}) {
    Integration run = judged(2, [=](const double *x, double *f) {
      double wide = 0, narrow = 0;
      for (int d = 0; d < 2; ++d) {
        wide += std::pow(x[d] - one.wide[d], 2) / .2;
        narrow += std::pow((x[d] - one.narrow[d]) / one.width[d], 2) / 2;
      }
      f[0] = std::exp(-wide) + one.height * std::exp(-narrow);
    });
    double wide = 1;
    for (const double c : one.wide)
      wide *=
          std::sqrt(.05 * M_PI) * (std::erf((1 - c) / std::sqrt(.2)) + std::erf(c / std::sqrt(.2)));
    const double narrow = one.height * 2 * M_PI * one.width[0] * one.width[1];
    run.task.goal = {one.epsrel, 0, 0, 200000};
    const Result result = run.cuhre();
    ASSERT_TRUE(result.converged) << one.epsrel;
    EXPECT_NEAR(result.integral[0], wide + narrow, result.error[0]) << one.epsrel;
  }
}

// A constant may hide as much as a zero, and needs as many points.
TEST(NativeCuhre, DoesNotCallAConstantExactWithoutAProbe) {
  const Function constant = [](const double *, double *f) { f[0] = 7; };
  Integration run = judged(4, constant);
  run.task.goal = {1e-6, 0, 0, 20000};
  const Result few = run.cuhre();
  EXPECT_FALSE(few.converged);
  EXPECT_NE(few.remark.find("between the points"), std::string::npos) << few.remark;
  run.task.goal.maxeval = 200000;
  const Result many = run.cuhre();
  EXPECT_TRUE(many.converged);
  EXPECT_GE(many.neval, cuboid::min_for_zero);
  run.task.goal.epsrel = 1e-3;
  EXPECT_LT(run.cuhre().neval, 20000);
}

// On one axis nearly all that is smooth looks exact, and pays less.
TEST(NativeCuhre, ProbesLessOnOneAxis) {
  for (const double rate : {0., 1.}) {
    Integration run = judged(1, [=](const double *x, double *f) { f[0] = std::exp(-rate * x[0]); });
    run.task.goal = {1e-6, 0, 0, 200000};
    const Result result = run.cuhre();
    EXPECT_TRUE(result.converged) << rate;
    EXPECT_GE(result.neval, 10000) << rate;
    EXPECT_LT(result.neval, 12000) << rate;
  }
}

// Boxes that five of ten thousand points meet: those of a line, which meet one together, would
// count as one or two.
TEST(NativeCuhre, TakesEachPointOfAConstantByItself) {
  constexpr int ndim = 7;
  constexpr double volume = 5e-4;
  const double side = std::pow(volume, 1. / ndim);
  for (std::uint64_t number = 0; number < 20; ++number) {
    Integration run = judged(ndim, [&](const double *x, double *f) {
      bool inside = true;
      for (int d = 0; d < ndim; ++d) {
        const double lower = (1 - side) * cuboid::rule::drawn_fraction(number, d);
        inside = inside && x[d] > lower && x[d] < lower + side;
      }
      f[0] = inside ? 5 : 1;
    });
    run.task.goal = {1e-3, 0, 0, 20000};
    const Result result = run.cuhre();
    EXPECT_FALSE(result.converged &&
                 std::fabs(result.integral[0] - 1 - 4 * volume) > result.error[0])
        << number << ": " << result.integral[0] << " +- " << result.error[0];
  }
}

// The values cancel, their rounding does not.
TEST(NativeCuhre, CountsTheRoundingOfWhatCancels) {
  for (const int ndim : {1, 2, 3, 5}) {
    Integration run = judged(ndim, [=](const double *x, double *f) {
      f[0] = -.5 * ndim;
      for (int d = 0; d < ndim; ++d) f[0] += x[d];
    });
    run.task.goal = {1e-3, 0, 0, 5000};
    const Result result = run.cuhre();
    EXPECT_FALSE(result.converged) << ndim;
    EXPECT_GE(result.error[0], 0x1p-52 * .1) << ndim;
    EXPECT_GE(result.error[0], std::fabs(result.integral[0])) << ndim;
  }
}

// A narrow peak beside the points adds less than the accuracy, and the error says so.
TEST(NativeCuhre, LeavesRoomForWhatLiesBetweenThePoints) {
  for (const double epsrel : {1e-3, 1e-9}) {
    Integration run = judged(2, [](const double *x, double *f) {
      const double a = x[0] - .211, b = x[1] - .337;
      f[0] = 1 + std::exp(-(a * a + b * b) / (2 * 2e-3 * 2e-3));
    });
    run.task.goal = {epsrel, 0, 0, 200000};
    const Result result = run.cuhre();
    if (!result.converged) continue;
    EXPECT_NEAR(result.integral[0], 1 + 2 * M_PI * 4e-6, result.error[0]) << epsrel;
    EXPECT_LE(result.error[0], epsrel * result.integral[0]);
  }
}

// Points near the faces see a jump behind the outermost points of the rule.
TEST(NativeCuhre, SeesAJumpNearAFace) {
  for (const int ndim : {2, 3, 5}) {
    Integration run = judged(ndim, [](const double *x, double *f) { f[0] = x[0] < .9995 ? 1 : 3; });
    run.task.goal = {1e-5, 0, 0, 200000};
    const Result result = run.cuhre();
    EXPECT_NEAR(result.integral[0], 1.001, result.error[0]) << ndim;
  }
}

TEST(NativeCuhre, SaysWhatItHasSeen) {
  Integration odd = judged(2, [](const double *x, double *f) {
    f[0] = std::sqrt(std::fabs(x[0] - .3)) - std::sqrt(std::fabs(x[1] - .3));
  });
  EXPECT_NE(odd.cuhre().remark.find("positive and negative parts cancel"), std::string::npos);
  Integration peak = judged(4, gaussian(4, 1e-5));
  EXPECT_NE(peak.cuhre().remark.find("a narrow peak or ridge that only few points saw"),
            std::string::npos);
  const Result constant = judged(4, [](const double *, double *f) { f[0] = 7; }).cuhre();
  EXPECT_TRUE(constant.converged);
  EXPECT_NE(constant.remark.find("all values were the same"), std::string::npos) << constant.remark;
  const Result linear = judged(4, [](const double *x, double *f) { f[0] = x[0]; }).cuhre();
  EXPECT_TRUE(linear.converged);
  EXPECT_EQ(linear.remark, "");
}

TEST(NativeCuhre, NamesJumpsAndRidges) {
  const auto remark_on = [](const Function &f, double epsrel) {
    Integration run = judged(2, f);
    run.task.goal = {epsrel, 0, 0, 20000};
    const Result result = run.cuhre();
    EXPECT_FALSE(result.converged);
    return result.remark;
  };
  const std::string disk = remark_on(
      [](const double *x, double *f) { f[0] = x[0] * x[0] + x[1] * x[1] < .7 ? 1 : 0; }, 1e-7);
  EXPECT_NE(disk.find("jumps, along a ridge"), std::string::npos) << disk;
  EXPECT_NE(disk.find("vegas_plus"), std::string::npos) << disk;
  const std::string ridge =
      remark_on([](const double *x,
                   double *f) { f[0] = std::exp(-std::pow((x[0] - .3 - .4 * x[1]) / 1e-5, 2)); },
                1e-7);
  EXPECT_NE(ridge.find("ridge"), std::string::npos) << ridge;
  const std::string kink =
      remark_on([](const double *x, double *f) { f[0] = std::fabs(x[0] + x[1] - .7); }, 1e-12);
  EXPECT_EQ(kink.find("ridge"), std::string::npos) << kink;
}

/// Else nothing of the simplex is seen, and the error of the zero is zero.
TEST(NativeCuhre, ProbesWithWhatMaxevalLeaves) {
  Integration run = judged(8, [](const double *x, double *f) {
    double sum = 0;
    for (int d = 0; d < 8; ++d) sum += x[d];
    f[0] = sum < 1 ? 1 : 0;
  });
  run.task.goal = {1e-3, 0, 0, 200000};
  const Result result = run.cuhre();
  EXPECT_FALSE(result.converged);
  EXPECT_LE(std::fabs(result.integral[0] - 1. / 40320), result.error[0]);
  EXPECT_GE(result.neval, 100000);
}

TEST(Judgement, FollowsAValueThatMovesOn) {
  Judgement judgement(1, 1, 15);
  judgement.note({0}, 1);
  judgement.note({8}, 2);
  judgement.note({10}, 3);
  judgement.note({12}, 4);
  Result result(1);
  const auto error = [&](double integral, std::int64_t nregions) {
    result.integral[0] = integral;
    result.nregions = nregions;
    result.error[0] = 0;
    judgement.hold_to_drift(result);
    return result.error[0];
  };
  EXPECT_EQ(error(13, 6), 1. / 3);  // 8 to 12, then 1: a quarter of 4, of 1 ...
  EXPECT_EQ(error(13, 5), 5);       // 0 to 8, then 5 to 13
  EXPECT_EQ(error(12, 7), 0);
}

/// Of Rosenbrock's valley in three dimensions, the rules see more with each split, and no error.
TEST(NativeCuhre, DoesNotTrustAValueThatStillMoves) {
  Integration run = judged(3, [](const double *x, double *f) {
    const double a = 4 * x[0] - 2, b = 6 * x[1] - 2, c = 11 * x[2] - 3;
    f[0] = 264 * std::exp(-20 * std::pow(b - a * a, 2) - std::pow(1 - a, 2) -
                          20 * std::pow(c - b * b, 2) - std::pow(1 - b, 2));
  });
  run.task.goal = {1e-5, 0, 0, 200000};
  const Result result = run.cuhre();
  EXPECT_FALSE(result.converged);
  // Gauss's rule along each of the first two axes, the error function along the third.
  EXPECT_LE(std::fabs(result.integral[0] - .142452837), 3 * result.error[0]);
  EXPECT_NE(result.remark.find("the value still moves"), std::string::npos) << result.remark;
}

TEST(NativeCuhre, GoesOnFromItsStateBitForBit) {
  const support::Directory directory;
  const auto start = [&] {
    Integration run = judged(3, gaussian(3, .05, 1));
    run.task.goal.epsrel = 1e-9;
    return run;
  };
  Integration whole = start();
  const Result expected = whole.cuhre();
  Integration run = start();
  run.statefile = directory.file("state");
  run.task.goal.maxeval = 10000;
  run.cuhre();
  run.task.goal.maxeval = 50000;
  const Result resumed = run.cuhre();
  EXPECT_EQ(run.engine.count, expected.neval);
  EXPECT_EQ(resumed.integral, expected.integral);
  EXPECT_EQ(resumed.error, expected.error);
  EXPECT_EQ(resumed.remark, expected.remark);
}

// Cuba's numbers do not know of any of this.
TEST(NativeCuhre, LeavesCubasAlone) {
  Integration run(2, 1, gaussian(2, 1e-3));
  run.task.last_only = true;
  const Result result = run.cuhre();
  EXPECT_TRUE(result.remark.empty());
  EXPECT_EQ(result.neval, cuboid::rule::make_cuhre_rule(2, 0).points * (2 * result.nregions - 1));
}

}  // namespace
