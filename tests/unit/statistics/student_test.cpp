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

TEST(Student, MakesThreeErrorsOfFewNumbersAsCertain) {
  EXPECT_NEAR(student_factor(9), 3.689662 / 3, 1e-5);
  EXPECT_NEAR(student_factor(15), 3.286039 / 3, 1e-5);
  EXPECT_EQ(student_factor(63), 1);
}

TEST(Student, BoundsTheFarthestNumber) {
  // Grubbs, two-sided: 10 numbers, 5 %.
  EXPECT_NEAR(farthest_of_normal(0.05, 10), 2.290, 1e-3);
  EXPECT_NEAR(farthest_of_normal(0.05, 20), 2.709, 1e-3);
}

}  // namespace
