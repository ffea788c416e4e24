// Which lattice is summed next, and whether the lattices so far can be believed.
#include "algorithm/lattice/plan.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>

#include "base/failure.hpp"

namespace {

using namespace cuboid;
using namespace cuboid::algorithm;

/// Lattices of 16 shifts, whose values lie an error away from 1 to either side.
struct Lattices {
  LatticeTask task;
  engine::LatticeProblem problem{3, 1, {}};
  LatticeState state;
  LatticeSeries series{task.goal, 1, state};
  LatticePlan plan{task, problem, state, series};

  Lattices(double epsrel, std::int64_t maxeval) {
    task.goal.epsrel = epsrel;
    task.goal.maxeval = maxeval;
    state.forms = all_forms(map::Transform::none, false);
  }

  void add(std::int64_t points, double spread) {
    SummedLattice &one = state.lattices.emplace_back();
    one.points = points;
    for (int shift = 0; shift < 16; ++shift)
      one.shifts.push_back(1 + (shift % 2 == 0 ? spread : -spread));
    state.neval += 16 * points;
    series.update();
  }
};

TEST(LatticePlan, BeginsSmallAndSmallerWithFewEvaluations) {
  Lattices many(1e-3, 1000000);
  ASSERT_TRUE(many.plan.next_step());
  EXPECT_EQ(many.plan.next_step()->points, 128);
  EXPECT_EQ(many.plan.next_step()->shifts, 16);
  Lattices few(1e-3, 2000);
  ASSERT_TRUE(few.plan.next_step());
  EXPECT_LT(few.plan.next_step()->points, 128);
  EXPECT_GE(few.plan.next_step()->points, 8);
}

TEST(LatticePlan, GoesOnlyAsFarAsTheErrorAsksFor) {
  Lattices near(1e-3, 100000000);
  near.add(1 << 12, 1e-1);
  near.add(1 << 13, 4e-3);  // its error is about 1.2e-3
  ASSERT_TRUE(near.plan.next_step());
  EXPECT_EQ(near.plan.next_step()->points, 1 << 14);
  Lattices far(1e-9, 100000000);
  far.add(1 << 12, 1e-1);
  far.add(1 << 13, 4e-3);
  ASSERT_TRUE(far.plan.next_step());
  EXPECT_EQ(far.plan.next_step()->points, 1 << 16);
}

TEST(LatticePlan, NeverTakesMoreThanIsLeft) {
  for (const std::int64_t maxeval : {1000000, 3000000, 30000000}) {
    Lattices lattices(1e-9, maxeval);
    lattices.add(1 << 10, 1e-1);
    lattices.add(1 << 13, 1e-2);
    const auto step = lattices.plan.next_step();
    ASSERT_TRUE(step) << maxeval;
    EXPECT_LE(static_cast<double>(step->points * step->shifts), lattices.plan.remaining())
        << maxeval;
  }
  Lattices spent(1e-9, 16 * (1 << 13));
  spent.add(1 << 13, 1e-2);
  EXPECT_FALSE(spent.plan.next_step());
  EXPECT_FALSE(spent.plan.again_fits());
}

TEST(LatticePlan, ConfirmsASuccessWithFurtherShifts) {
  Lattices lattices(1e-3, 100000000);
  lattices.add(1 << 10, 1e-2);
  lattices.add(1 << 13, 1e-3);
  lattices.state.due = 1;
  ASSERT_TRUE(lattices.plan.next_step());
  EXPECT_TRUE(lattices.plan.next_step()->again);
  EXPECT_EQ(lattices.plan.next_step()->points, 1 << 13);
}

TEST(LatticeSeries, BelievesErrorsThatFall) {
  Lattices lattices(1e-3, 100000000);
  lattices.add(1 << 7, 8e-3);
  EXPECT_FALSE(lattices.series.large_enough());
  lattices.add(1 << 10, 1e-3);
  EXPECT_TRUE(lattices.series.large_enough());
  EXPECT_NEAR(lattices.series.rate(3), 1, 1e-9);
  EXPECT_TRUE(lattices.series.supported());
  lattices.add(1 << 13, 1e-3);
  EXPECT_NEAR(lattices.series.rate(3), 0, 1e-9);
  EXPECT_FALSE(lattices.series.supported());
}

TEST(LatticeSeries, SaysWhereSumsOverflow) {
  Lattices lattices(1e-3, 100000000);
  EXPECT_THROW(lattices.add(1 << 7, std::numeric_limits<double>::infinity()), Failure);
}

}  // namespace
