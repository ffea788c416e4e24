// Lattices from the first to the last: what they reach, choose, say and keep.
#include "algorithm/lattice/lattice.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "support/directory.hpp"
#include "unit/algorithm/lattice/lattice_support.hpp"

namespace {

using namespace cuboid;
using namespace cuboid::test;
using algorithm::LatticeResult;

TEST(Lattices, ReachManyDigitsOfSmoothIntegrands) {
  LatticeRun run(6, 2, waves);
  run.task.goal.epsrel = 1e-6;
  const LatticeResult r = run();
  EXPECT_TRUE(r.converged) << r.remark;
  EXPECT_NEAR(r.integral[0], waves_value(6), 4 * r.error[0]);
  EXPECT_NEAR(r.integral[1], waves_value(6) + 1, 4 * r.error[1]);
  EXPECT_LE(r.error[0], 1e-6 * std::fabs(r.integral[0]));
  EXPECT_LT(r.neval, 1000000);
  EXPECT_NEAR(r.covariance[1], r.error[0] * r.error[1], 1e-2 * r.covariance[0]);
}

TEST(Lattices, NeedNoTransformForPeriodicIntegrands) {
  LatticeRun run(4, 1, [](const int *, const double *x, const int *, double *f, void *) {
    f[0] = 1;
    for (int d = 0; d < 4; ++d) f[0] *= 1 + 0.5 * std::cos(2 * M_PI * x[d]);
    return 0;
  });
  const LatticeResult r = run();
  EXPECT_TRUE(r.converged);
  EXPECT_NEAR(r.integral[0], 1, 1e-8);
  EXPECT_NE(r.description.find("transform none"), std::string::npos) << r.description;
}

// Periodic on the first five axes, but not on the others.
TEST(Lattices, ChooseTheTransformByAxis) {
  LatticeRun run(7, 1, [](const int *, const double *x, const int *, double *f, void *) {
    f[0] = std::sqrt(x[5]) * std::exp(-3 * x[6] - x[5] * x[6]);
    for (int d = 0; d < 5; ++d) f[0] *= 1 + 0.8 * std::cos(2 * M_PI * x[d]);
    return 0;
  });
  run.smooth_map = false;
  run.task.goal.epsrel = 1e-9;
  run.task.goal.maxeval = 4000000;
  const LatticeResult r = run();
  EXPECT_NE(r.description.find(" on x["), std::string::npos) << r.description;
  run.task.transform = map::Transform::korobov_2;
  const LatticeResult uniform = run();
  EXPECT_NEAR(r.integral[0], uniform.integral[0], 5 * std::hypot(r.error[0], uniform.error[0]));
  EXPECT_LT(r.error[0] * static_cast<double>(r.neval),
            uniform.error[0] * static_cast<double>(uniform.neval));
}

TEST(Lattices, FindConstantsAndZero) {
  LatticeRun constant(3, 1, [](const int *, const double *, const int *, double *f, void *) {
    f[0] = 2.5;
    return 0;
  });
  const LatticeResult r = constant();
  EXPECT_TRUE(r.converged);
  EXPECT_NEAR(r.integral[0], 2.5, 1e-14);
  // No sum of any lattice has varied: that proves nothing of what lies between the points.
  EXPECT_GT(r.error[0], 1e-9);
  LatticeRun zero(3, 1, [](const int *, const double *, const int *, double *f, void *) {
    f[0] = 0;
    return 0;
  });
  const LatticeResult nothing = zero();
  EXPECT_TRUE(nothing.converged);
  EXPECT_EQ(nothing.integral[0], 0);
  EXPECT_GE(nothing.neval, 500000);
  EXPECT_TRUE(nothing.only_zeros);
}

TEST(Lattices, SayThatAnIntegrandJumps) {
  LatticeRun run(5, 1, [](const int *, const double *x, const int *, double *f, void *) {
    double sum = 0;
    for (int d = 0; d < 5; ++d) sum += (x[d] - 0.4) * (x[d] - 0.4);
    f[0] = sum < 0.3 ? 1 : 0;
    return 0;
  });
  const LatticeResult r = run();
  EXPECT_FALSE(r.converged);
  EXPECT_NE(r.remark.find("hardly faster than by random points"), std::string::npos) << r.remark;
  EXPECT_LT(r.error[0] / r.integral[0], 0.01);
}

TEST(Lattices, StayAwayFromTheEnds) {
  LatticeRun run(3, 1, [](const int *, const double *x, const int *, double *f, void *) {
    f[0] = 1 / std::sqrt(x[0] * (1 - x[1])) - std::log(x[2]);
    return 0;
  });
  run.task.goal.epsrel = 1e-5;
  const LatticeResult r = run();
  EXPECT_EQ(run.status, 0) << run.message;
  EXPECT_TRUE(r.converged) << r.remark;
  EXPECT_NEAR(r.integral[0], 5, 1e-4);
}

TEST(Lattices, GoToInfinity) {
  LatticeRun run(3, 1, [](const int *, const double *x, const int *, double *f, void *) {
    f[0] = std::exp(-x[0] * x[0] - x[1] * x[1] - 0.5 * x[0] * x[1]) / (1 + x[2] * x[2]);
    return 0;
  });
  constexpr double infinity = std::numeric_limits<double>::infinity();
  run.box = {map::make_interval(-infinity, infinity), map::make_interval(-infinity, infinity),
             map::make_interval(0, infinity)};
  run.task.goal.epsrel = 1e-6;
  const LatticeResult r = run();
  EXPECT_TRUE(r.converged) << r.remark;
  EXPECT_NEAR(r.integral[0], M_PI / std::sqrt(1 - 0.0625) * M_PI / 2, 1e-4);
}

int spoilt(const int *, const double *x, const int *, double *f, void *) {
  f[0] = x[0] > 0.75 ? NAN : 1;
  return 0;
}

TEST(Lattices, StopAtWhatIsNotFiniteOrCountIt) {
  LatticeRun run(2, 1, spoilt);
  run();
  EXPECT_EQ(run.status, CUBOID_NONFINITE);
  EXPECT_NE(run.message.find("f[0] is nan at x = ("), std::string::npos) << run.message;
  LatticeRun zero(2, 1, spoilt);
  zero.task.stop_at_nonfinite = false;
  const LatticeResult r = zero();
  EXPECT_EQ(zero.status, 0);
  EXPECT_NEAR(r.integral[0], 0.75, 5 * r.error[0]);
  EXPECT_GT(r.nonfinite, 0);
}

TEST(Lattices, KeepToTheEvaluationsAllowed) {
  for (const std::int64_t maxeval : {1, 1000, 30000, 300000}) {
    LatticeRun run(5, 1, waves);
    run.task.goal.epsrel = 0;
    run.task.goal.maxeval = maxeval;
    const LatticeResult r = run();
    EXPECT_FALSE(r.converged);
    EXPECT_LE(r.neval, std::max<std::int64_t>(maxeval, 1000)) << maxeval;
    EXPECT_GE(r.neval, maxeval / 4) << maxeval;
    EXPECT_GE(r.error[0], 0);
  }
}

TEST(Lattices, DependOnTheSeedAndOnNoThreads) {
  LatticeRun run(4, 1, waves);
  run.task.goal.epsrel = 0;
  run.task.goal.maxeval = 100000;
  const LatticeResult one = run();
  run.threads = 3;
  EXPECT_EQ(run().integral, one.integral);
  run.task.seed = 2;
  EXPECT_NE(run().integral, one.integral);
}

TEST(Lattices, TakeTheTransformAndTheShiftsAskedFor) {
  LatticeRun run(4, 1, waves);
  run.task.transform = map::Transform::baker;
  run.task.shifts = 32;  // and as many that confirm them
  run.smooth_map = false;
  run.task.goal.epsrel = 1e-3;
  const LatticeResult r = run();
  EXPECT_TRUE(r.converged);
  EXPECT_NE(r.description.find("transform baker"), std::string::npos) << r.description;
  EXPECT_EQ(r.description.find("smooth map"), std::string::npos) << r.description;
  EXPECT_NE(r.description.find("64 shifts"), std::string::npos) << r.description;
}

TEST(Lattices, EndWithTheNumberOfPointsAskedFor) {
  for (const std::int64_t points : {20000, 16384}) {
    LatticeRun run(5, 1, waves);
    run.task.goal.epsrel = 0;
    run.task.points = points;
    const LatticeResult r = run();
    EXPECT_NEAR(r.integral[0], waves_value(5), 4 * r.error[0]);
    EXPECT_LT(r.error[0], 1e-6);
    const char *const text = points == 20000 ? "19997 points in each of " : "2^14 points in each";
    EXPECT_EQ(r.description.find(text), 0U) << r.description;
    run.threads = 3;
    EXPECT_EQ(run().integral, r.integral);
  }
}

TEST(Lattices, CallFewPointsNoSuccess) {
  LatticeRun run(4, 1, waves);
  run.task.goal.epsrel = 1e-2;
  run.task.goal.maxeval = 20000;
  const LatticeResult few = run();
  EXPECT_LE(few.error[0], 1e-2 * std::fabs(few.integral[0]));
  EXPECT_FALSE(few.converged);
  EXPECT_NE(few.remark.find("rests on too few"), std::string::npos) << few.remark;
  run.task.goal.maxeval = 200000;
  const LatticeResult many = run();
  EXPECT_TRUE(many.converged) << many.remark;
  EXPECT_GE(many.neval, 2 * 16 << 10);
}

// A peak across the diagonal of the cube, of 1e-4 of its volume in 6 dimensions.
TEST(Lattices, AreNotTrustedWhereFewPointsMeetAPeak) {
  int converged = 0;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    LatticeRun run(6, 1, [](const int *, const double *x, const int *, double *f, void *) {
      double sum = 0;
      for (int d = 0; d < 6; ++d) sum += (x[d] - 0.37) * (x[d] - 0.37);
      f[0] = std::exp(-2e4 * sum);
      return 0;
    });
    run.smooth_map = false;
    run.task.seed = seed;
    run.task.goal.epsrel = 1e-2;
    run.task.goal.maxeval = 60000;
    converged += run().converged ? 1 : 0;
  }
  EXPECT_EQ(converged, 0);
}

TEST(Lattices, GoOnFromAStateFileWithTheSameBits) {
  const support::Directory directory;
  LatticeRun whole(5, 2, waves);
  whole.task.goal.epsrel = 1e-11;
  whole.task.goal.maxeval = 2000000;
  const LatticeResult expected = whole();
  int stops = 0;
  LatticeRun part(5, 2, waves);
  part.task.goal = whole.task.goal;
  part.statefile = directory.file("state");
  // Each run is ended within its next lattice.
  LatticeResult last(2);
  for (int runs = 0; runs < 20; ++runs) {
    std::int32_t first = 0;
    part.status = 0;
    part.task.receiver = [&](const engine::SampleBatch &batch) {
      if (first == 0) first = batch.iteration;
      if (batch.iteration > first)
        throw Failure(CUBOID_ABORTED, "enough of this lattice and the next");
      return true;
    };
    last = part();
    if (part.status == 0) break;
    ++stops;
  }
  EXPECT_GE(stops, 1);
  EXPECT_EQ(last.integral, expected.integral);
  EXPECT_EQ(last.error, expected.error);
  EXPECT_EQ(last.neval, expected.neval);
  EXPECT_EQ(last.converged, expected.converged);
}

TEST(Lattices, HandOutThePointsThatTheyRestOn) {
  LatticeRun run(3, 1, waves);
  run.task.goal.epsrel = 0;
  run.task.goal.maxeval = 50000;
  std::vector<double> sums;
  run.task.receiver = [&](const engine::SampleBatch &batch) {
    sums.resize(static_cast<std::size_t>(batch.iteration));
    for (std::int64_t i = 0; i < batch.count; ++i) sums.back() += batch.weight[i] * batch.f[i];
    return true;
  };
  const LatticeResult r = run();
  ASSERT_EQ(static_cast<std::int64_t>(sums.size()), r.niterations);
  EXPECT_NEAR(sums.back(), r.integral[0], 1e-13);
}

// Both halves of the shifts of the last lattice are estimates of their own.
TEST(Lattices, HandOutTheShiftsThatConfirmAsAnIteration) {
  LatticeRun run(3, 1, waves);
  run.task.goal.epsrel = 1e-3;
  std::vector<double> sums;
  run.task.receiver = [&](const engine::SampleBatch &batch) {
    sums.resize(static_cast<std::size_t>(batch.iteration));
    for (std::int64_t i = 0; i < batch.count; ++i) sums.back() += batch.weight[i] * batch.f[i];
    return true;
  };
  const LatticeResult r = run();
  ASSERT_TRUE(r.converged) << r.remark;
  ASSERT_EQ(static_cast<std::int64_t>(sums.size()), r.niterations + 1);
  EXPECT_NEAR((sums.back() + *(sums.end() - 2)) / 2, r.integral[0], 1e-13);
}

// The spread of the shifts that were a success first is small where it is so by chance.
TEST(Lattices, TakeTheErrorFromTheShiftsThatConfirm) {
  LatticeRun run(3, 1, waves);
  // An error far below the tolerance would leave room for what may hide.
  run.task.goal.epsrel = 5e-9;
  std::vector<double> last;
  int iteration = 0;
  run.task.receiver = [&](const engine::SampleBatch &batch) {
    if (batch.iteration != iteration) last.clear();
    iteration = batch.iteration;
    for (std::int64_t i = 0; i < batch.count; ++i) last.push_back(batch.weight[i] * batch.f[i]);
    return true;
  };
  const LatticeResult r = run();
  ASSERT_TRUE(r.converged) << r.remark;
  std::vector<double> shifts(16);
  for (std::size_t i = 0; i < last.size(); ++i) shifts[i * 16 / last.size()] += 16 * last[i];
  const algorithm::LatticeEstimate confirming = algorithm::estimate_of_shifts(shifts, 1);
  // There are twice as many in all.
  EXPECT_NEAR(r.error[0], confirming.error[0] / std::sqrt(2.0), 1e-6 * confirming.error[0]);
}

}  // namespace
