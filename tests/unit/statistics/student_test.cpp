// Student's distribution against tables, and Grubbs' bound.
#include "statistics/student.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace {

using namespace cuboid::statistics;

TEST(Student, HasTheQuantilesOfTables) {
  EXPECT_NEAR(student_quantile(0.05, 3), 3.182446, 1e-5);
  EXPECT_NEAR(student_quantile(0.05, 9), 2.262157, 1e-5);
  EXPECT_NEAR(student_quantile(0.005, 9), 3.689662, 1e-5);
  EXPECT_NEAR(student_quantile(0.01, 15), 2.946713, 1e-5);
  EXPECT_NEAR(student_quantile(0.001, 30), 3.645959, 1e-5);
}

TEST(Student, ExpandsTheFactorForThreeErrors) {
  // With as many degrees of freedom, t is exceeded as seldom as 3 by a normal number.
  for (const int dof : {15, 30, 50, 100})
    EXPECT_NEAR(three_sigma_factor(dof), student_quantile(std::erfc(3 / std::sqrt(2.0)), dof) / 3,
                0.02 * 15 * 15 / (dof * dof));
}

TEST(Student, BoundsTheFarthestNumber) {
  // Grubbs, two-sided: 10 numbers, 5 %.
  EXPECT_NEAR(farthest_of_normal(0.05, 10), 2.290, 1e-3);
  EXPECT_NEAR(farthest_of_normal(0.05, 20), 2.709, 1e-3);
}

}  // namespace
