// The method lattice as its users see it: what cannot be had, and integrands that it is not for.
#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "handles.hpp"
#include "support/directory.hpp"

namespace {

using api::Integrand;
using api::Result;

class LatticeCalls : public testing::Test {
 protected:
  LatticeCalls() {
    options_.set("method", std::string("lattice")).set("seed", 1).set("epsrel", 1e-4);
  }
  Result run(int ndim, cuboid_function function) {
    return api::integrate(Integrand(ndim, 1, function), options_);
  }
  api::Options options_;
};

bool has(const Result &r, const char *text) {
  return r.message.find(text) != std::string::npos;
}

TEST_F(LatticeCalls, RefuseMorePointsThanMaxevalAllows) {
  options_.set("lattice_points", 1000003).set("maxeval", 50000);
  const Result r = run(3, support::peak);
  EXPECT_EQ(r.status, CUBOID_BAD_ARGUMENT);
  EXPECT_TRUE(has(r,
                  "lattice_points = 1000003 in 10 shifts are more evaluations than maxeval = "
                  "50000 allows"))
      << r.message;
  EXPECT_TRUE(std::isnan(r.value[0]));
}

TEST_F(LatticeCalls, EndWithTheNumberOfPointsAskedFor) {
  options_.set("lattice_points", 30000).set("maxeval", 2000000).set("epsrel", 0.0);
  const Result r = run(4, support::peak);
  EXPECT_TRUE(has(r, "; 29989 points in each of ")) << r.message;
  EXPECT_NEAR(r.value[0], support::peak_integral(4), 4 * r.error[0]);
}

TEST_F(LatticeCalls, RefuseShiftsAndDimensionsThatCannotBeHad) {
  EXPECT_EQ(cuboid_options_set_integer(options_.get(), "shifts", 9), CUBOID_BAD_ARGUMENT);
  EXPECT_EQ(cuboid_options_set_integer(options_.get(), "shifts", 33), CUBOID_BAD_ARGUMENT);
  const Result r = run(65, support::peak);
  EXPECT_EQ(r.status, CUBOID_BAD_NDIM);
  EXPECT_TRUE(has(r, "ndim = 65 must be between 1 and 64")) << r.message;
}

/// 1 in a ball, 0 outside.
int ball(const int *ndim, const double *x, const int *, double *f, void *) {
  double sum = 0;
  for (int d = 0; d < *ndim; ++d) sum += (x[d] - 0.4) * (x[d] - 0.4);
  f[0] = sum < 0.06 * *ndim ? 1 : 0;
  return 0;
}

/// A ridge across all axes, with a kink, for which the lattices of many dimensions have too few
/// points.
int ridge(const int *ndim, const double *x, const int *, double *f, void *) {
  double sum = 0;
  for (int d = 0; d < *ndim; ++d) sum += x[d] - 0.45;
  f[0] = std::exp(-20 * std::fabs(sum));
  return 0;
}

/// Transforms bring points so close to the vertex that they are rounded onto it.
TEST_F(LatticeCalls, StepOffTheVertexOfASimplex) {
  const double vertices[] = {1, 1, 2, 1, 1, 3};
  cuboid_domain *triangle = nullptr;
  ASSERT_EQ(cuboid_domain_simplex(&triangle, 2, vertices, -1), 0);
  const Integrand integrand(2, "((x - 1)^2 + (y - 1)^2)^-0.75");
  for (int seed = 1; seed <= 3; ++seed) {
    options_.set("seed", seed);
    const Result r = api::integrate(Integrand(integrand, triangle), options_);
    EXPECT_GE(r.status, 0) << r.message;
    EXPECT_NEAR(r.value[0], 3.267695, 3e-4);
  }
  cuboid_domain_free(triangle);
}

TEST_F(LatticeCalls, LeaveRidgesToVegasPlusAndSaySo) {
  options_.set("epsrel", 0.0);
  const Result r = run(16, ridge);
  EXPECT_EQ(r.status, CUBOID_NOT_CONVERGED);
  EXPECT_TRUE(has(r, "lattices did no better than random points: vegas_plus has gone on"))
      << r.message;
  EXPECT_EQ(r.method, "vegas_plus");
  EXPECT_TRUE(r.trusted) << r.message;
  options_.set("method", std::string("vegas_plus")).set("nstart", 50000);
  const Result vegas_plus = run(16, ridge);
  EXPECT_NEAR(r.value[0], vegas_plus.value[0], 5 * std::hypot(r.error[0], vegas_plus.error[0]));
  EXPECT_LT(r.error[0], 1.5 * vegas_plus.error[0]);
}

TEST_F(LatticeCalls, KeepTheTransformAskedForWhereAnIntegrandJumps) {
  options_.set("epsrel", 0.0).set("maxeval", 300000).set("transform", std::string("none"));
  const Result r = run(5, ball);
  EXPECT_EQ(r.method, "lattice");
  EXPECT_TRUE(has(r, "as with jumps, peaks, or many axes that matter alike")) << r.message;
}

TEST_F(LatticeCalls, EndAtTheToleranceWhereVegasPlusGoesOn) {
  options_.set("epsrel", 5e-3).set("maxeval", 2000000);
  const Result r = run(16, ridge);
  EXPECT_EQ(r.status, CUBOID_CONVERGED) << r.message;
  EXPECT_EQ(r.method, "vegas_plus");
  EXPECT_LE(r.error[0], 5e-3 * r.value[0]);
  EXPECT_LT(r.neval, 2000000);
}

/// Sets a flag at a call.
struct Stop {
  std::atomic<long> calls{0};
  long at = -1;
  volatile int flag = 0;
};

int ridge_until(const int *ndim, const double *x, const int *ncomp, double *f, void *user) {
  auto *stop = static_cast<Stop *>(user);
  if (++stop->calls == stop->at) __atomic_store_n(&stop->flag, 1, __ATOMIC_RELAXED);
  return ridge(ndim, x, ncomp, f, nullptr);
}

// Once among the lattices, and twice in what VEGAS+ makes of them.
TEST_F(LatticeCalls, GoOnWithVegasPlusFromTheStateFileWithTheSameBits) {
  const support::Directory directory;
  options_.set("epsrel", 0.0).set("maxeval", 150000).set("workers", std::string("serial"));
  Stop stop;
  cuboid_options_set_cancel(options_.get(), &stop.flag);
  const Integrand integrand(16, 1, ridge_until, &stop);
  options_.set("statefile", directory.file("whole"));
  const Result whole = api::integrate(integrand, options_);
  ASSERT_EQ(whole.method, "vegas_plus") << whole.message;
  options_.set("statefile", directory.file("parts"));
  for (const long at : {30000L, 60000L, 40000L}) {
    stop.calls = 0;
    stop.at = at;
    EXPECT_EQ(api::integrate(integrand, options_).status, CUBOID_CANCELLED);
    stop.flag = 0;
  }
  stop.at = -1;
  const Result parts = api::integrate(integrand, options_);
  EXPECT_TRUE(has(parts, "resumed at ")) << parts.message;
  EXPECT_EQ(parts.method, "vegas_plus");
  api::expect_same(parts, whole);
}

TEST_F(LatticeCalls, NumberTheIterationsOfVegasPlusAfterTheirOwn) {
  std::vector<std::int64_t> numbers;
  options_.set("epsrel", 0.0).set("maxeval", 150000).set("workers", std::string("serial"));
  ASSERT_EQ(cuboid_options_set_sample_sink(
                options_.get(),
                [](void *user, int64_t iteration, int64_t, int, const double *, const double *, int,
                   const double *) {
                  auto &seen = *static_cast<std::vector<std::int64_t> *>(user);
                  if (seen.empty() || seen.back() != iteration) seen.push_back(iteration);
                },
                &numbers),
            0);
  const Result r = run(16, ridge);
  ASSERT_EQ(r.method, "vegas_plus") << r.message;
  EXPECT_EQ(numbers.front(), 1);
  EXPECT_TRUE(std::is_sorted(numbers.begin(), numbers.end()));
  EXPECT_GT(static_cast<std::int64_t>(numbers.size()), r.niterations);
}

TEST_F(LatticeCalls, AreLoggedOneByOneWithWhatWasChosen) {
  std::string lines;
  options_.set("verbosity", 2).set("maxeval", 300000).set("epsrel", 1e-6);
  cuboid_options_set_log(
      options_.get(),
      [](void *user, int, const char *line) {
        static_cast<std::string *>(user)->append(line).append("\n");
      },
      &lines);
  const Result r = run(4, support::peak);
  EXPECT_NE(lines.find("forms tried with 2^"), std::string::npos) << lines;
  for (std::int64_t i = 1; i <= r.niterations; ++i)
    EXPECT_NE(lines.find("Iteration " + std::to_string(i) + ":"), std::string::npos) << lines;
  lines.clear();
  run(16, ridge);
  EXPECT_NE(lines.find("VEGAS+ goes on: lattices do no better"), std::string::npos) << lines;
}

// Steep at a corner: transforms of single axes and random vectors are tried.
TEST_F(LatticeCalls, KeepToMaxevalWhereMuchIsTried) {
  const auto corner = [](const int *ndim, const double *x, const int *, double *f, void *) {
    double sum = 1;
    for (int d = 0; d < *ndim; ++d) sum += (d + 1) * x[d];
    f[0] = std::pow(sum, -(*ndim + 1));
    return 0;
  };
  options_.set("epsrel", 0.0);
  for (const int maxeval : {300000, 600000, 2097152}) {
    const Result r = api::integrate(Integrand(6, 1, corner), options_.set("maxeval", maxeval));
    EXPECT_LE(r.neval, maxeval) << r.message;
    EXPECT_GE(r.neval, maxeval / 2);
  }
}

// The transforms crowd points at the ends; none of them lies there.
TEST_F(LatticeCalls, NeverTouchTheEnds) {
  for (const char *transform : {"none", "baker", "korobov1", "korobov2", "korobov3"}) {
    options_.set("transform", std::string(transform));
    const Result r = run(3, [](const int *, const double *x, const int *, double *f, void *) {
      const bool end = x[0] <= 0 || x[1] >= 1 || x[2] <= 0 || x[2] >= 1;
      f[0] = end ? NAN : 1 + x[0] * x[1];
      return 0;
    });
    EXPECT_EQ(r.status, CUBOID_CONVERGED) << r.message;
    EXPECT_NEAR(r.value[0], 1.25, 5 * r.error[0]);
  }
}

TEST_F(LatticeCalls, NameAPointNextToAnEndThatIsNotFinite) {
  const Result r = run(2, [](const int *, const double *x, const int *, double *f, void *) {
    f[0] = x[1] < 1e-3 ? NAN : 1;
    return 0;
  });
  EXPECT_EQ(r.status, CUBOID_NONFINITE);
  EXPECT_TRUE(has(r, "f[0] is nan at x = (")) << r.message;
  EXPECT_TRUE(std::isnan(r.value[0]));
}

TEST_F(LatticeCalls, IntegrateConstantsZeroAndPeriodicFunctions) {
  const Result constant = run(4, [](const int *, const double *, const int *, double *f, void *) {
    f[0] = 3;
    return 0;
  });
  EXPECT_EQ(constant.status, CUBOID_CONVERGED);
  EXPECT_NEAR(constant.value[0], 3, 1e-14);
  const Result zero = run(4, [](const int *, const double *, const int *, double *f, void *) {
    f[0] = 0;
    return 0;
  });
  EXPECT_EQ(zero.status, CUBOID_NOT_CONVERGED);
  EXPECT_EQ(zero.value[0], 0);
  EXPECT_EQ(zero.error[0], 0);
  const Result periodic = run(4, [](const int *, const double *x, const int *, double *f, void *) {
    f[0] = 1 + std::sin(2 * M_PI * (x[0] + x[1])) * std::cos(2 * M_PI * (x[2] - x[3]));
    return 0;
  });
  EXPECT_EQ(periodic.status, CUBOID_CONVERGED);
  EXPECT_NEAR(periodic.value[0], 1, 1e-8);
  EXPECT_TRUE(has(periodic, "transform none")) << periodic.message;
}

TEST_F(LatticeCalls, IntegrateWhatIsInfiniteAtACorner) {
  options_.set("epsrel", 1e-3);
  const Result r = run(3, [](const int *, const double *x, const int *, double *f, void *) {
    f[0] = 1 / (x[0] + x[1] + x[2]);
    return 0;
  });
  EXPECT_EQ(r.status, CUBOID_CONVERGED) << r.message;
  // By the density of the sum of the coordinates, a quadratic spline.
  EXPECT_NEAR(r.value[0], 4.5 * std::log(3.0) - 6 * std::log(2.0), 4 * r.error[0]);
  EXPECT_LE(r.error[0], 1e-3 * r.value[0]);
}

// The samples of its map meet the corner ten times, and its first lattices once or never.
TEST_F(LatticeCalls, MeetWhatTheSamplesOfTheirMapHaveMet) {
  for (int seed = 1; seed <= 6; ++seed) {
    options_.set("epsrel", 1e-6).set("maxeval", 5000000).set("seed", seed);
    const Result r = run(5, [](const int *, const double *x, const int *, double *f, void *) {
      f[0] = x[0] + x[1] + x[2] + x[3] + x[4] < 4.66 ? 1 : 0;
      return 0;
    });
    const double corner = std::pow(.34, 5) / 120;
    EXPECT_NEAR(r.value[0], 1 - corner, 4 * r.error[0]) << seed << ": " << r.message;
  }
}

}  // namespace
