// Estimates from random shifts, and the choices of forms and vectors.
#include "algorithm/lattice/choice.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "algorithm/lattice/vectors.hpp"
#include "statistics/student.hpp"

namespace {

using namespace cuboid::algorithm;
using cuboid::map::Transform;

TEST(LatticeEstimate, HasTheStudentFactorAndTheCovariance) {
  std::vector<double> shifts;
  for (int i = 0; i < 10; ++i) {
    shifts.push_back(10 + (i % 2 == 0 ? 1 : -1));
    shifts.push_back(20 - (i % 2 == 0 ? 2e200 : -2e200));
  }
  const LatticeEstimate found = estimate_of_shifts(shifts, 2);
  EXPECT_DOUBLE_EQ(found.integral[0], 10);
  // One over three, since the deviations are 1; and Student's factor for 9 degrees of freedom.
  const double error = cuboid::statistics::three_sigma_factor(9) / 3;
  EXPECT_NEAR(found.error[0], error, 1e-12);
  EXPECT_NEAR(found.error[1], 2e200 * error, 1e188);
  EXPECT_NEAR(found.covariance[1], -found.error[0] * found.error[1], 1e194);
  EXPECT_FALSE(found.skewed);
}

TEST(LatticeEstimate, TakesTheSpreadOfTheLastShiftsAndTheMeanOfAll) {
  std::vector<double> shifts(10, 3.0);
  for (int i = 0; i < 10; ++i) shifts.push_back(5 + (i % 2 == 0 ? 1 : -1));
  const LatticeEstimate found = estimate_of_shifts(shifts, 1, 10);
  EXPECT_DOUBLE_EQ(found.integral[0], 4);
  EXPECT_NEAR(found.error[0], cuboid::statistics::three_sigma_factor(9) / 3 / std::sqrt(2.0),
              1e-12);
  EXPECT_DOUBLE_EQ(found.covariance[0], found.error[0] * found.error[0]);
}

TEST(LatticeEstimate, SeesWhatFewShiftsHaveMet) {
  std::vector<double> shifts(16, 1.0);
  for (std::size_t i = 0; i < 16; ++i) shifts[i] += 1e-3 * std::cos(static_cast<double>(5 * i));
  EXPECT_FALSE(estimate_of_shifts(shifts, 1).skewed);
  shifts[7] += 0.02;
  EXPECT_TRUE(estimate_of_shifts(shifts, 1).skewed);
  EXPECT_FALSE(estimate_of_shifts(std::vector<double>(16, 3.0), 1).skewed);
}

TEST(LatticeEstimate, HasNoDistanceWithinRounding) {
  const LatticeEstimate one = estimate_of_shifts(std::vector<double>(10, 1.0), 1);
  const LatticeEstimate same = estimate_of_shifts(std::vector<double>(10, 1 + 0x1p-52), 1);
  const LatticeEstimate other = estimate_of_shifts(std::vector<double>(10, 1.5), 1);
  EXPECT_EQ(distance(one, same), 0);
  EXPECT_GT(distance(one, other), 100);
}

TriedForm tried(Transform transform, double value, double error) {
  return {{transform, false, {}}, {{value}, {error}, {error * error}, false}};
}

TEST(LatticeForms, TakeTheLeastError) {
  const auto forms =
      best_forms({tried(Transform::none, 1, 0.1), tried(Transform::baker, 1.01, 0.02),
                  tried(Transform::korobov_1, 1.001, 0.001)},
                 30);
  ASSERT_EQ(forms.size(), 2U);
  EXPECT_EQ(forms[0].form.transform, Transform::korobov_1);
  EXPECT_EQ(forms[1].form.transform, Transform::baker);
}

// Hardly a point of the first has met the peak.
TEST(LatticeForms, DoNotTakeWhatMissesThePeak) {
  const auto forms =
      best_forms({tried(Transform::none, 1e-9, 9e-10), tried(Transform::korobov_1, 1, 0.1)}, 30);
  EXPECT_EQ(forms[0].form.transform, Transform::korobov_1);
}

// The best is so uncertain that it agrees with a form that has missed the peak.
TEST(LatticeForms, DoNotTakeWhatMissesAPeakThatNoneKnowsWell) {
  const std::vector<TriedForm> few{tried(Transform::none, 1e-30, 1.3e-30),
                                   tried(Transform::korobov_1, 1, 0.5)};
  const auto forms = best_forms(few, 30);
  EXPECT_EQ(forms[0].form.transform, Transform::korobov_1);
  EXPECT_EQ(forms.size(), 2U);
}

TEST(LatticeForms, AreAllKeptWhileTheBestIsUncertain) {
  const auto forms =
      best_forms({tried(Transform::none, 1, 0.2), tried(Transform::baker, 1, 50)}, 30);
  EXPECT_EQ(forms.size(), 2U);
}

// Of the errors of two lattices that are 3 doublings apart, the second falls faster.
TEST(LatticeForms, AreComparedByWhatTheyAreExpectedToFind) {
  const double slow = expected_fall(std::log(8e-3), std::log(1e-3), 3, 4, 4, 1);
  const double fast = expected_fall(std::log(128e-3), std::log(2e-3), 3, 4, 4, 1);
  EXPECT_NEAR(slow, std::log(8), 1e-12);
  EXPECT_NEAR(fast, std::log(64), 1e-12);
  EXPECT_NEAR(expected_fall(std::log(128e-3), std::log(2e-3), 3, 2, 1, 1), std::log(4), 1e-12);
  const std::vector<TriedForm> two{tried(Transform::none, 1, 1e-3),
                                   tried(Transform::korobov_1, 1, 2e-3)};
  EXPECT_EQ(best_forms(two, 30)[0].form.transform, Transform::none);
  EXPECT_EQ(best_forms(two, 30, {slow, fast})[0].form.transform, Transform::korobov_1);
}

TEST(LatticeForms, NameTheAxesThatDiffer) {
  LatticeForm form{Transform::korobov_3, true};
  EXPECT_EQ(form_text(form), "korobov3, smooth map");
  form.axes = {Transform::none, Transform::korobov_3, Transform::none};
  EXPECT_EQ(form_text(form), "korobov3 but none on x[0] x[2], smooth map");
  EXPECT_EQ(transform_of(form, 1), Transform::korobov_3);
  EXPECT_EQ(transform_of(form, 2), Transform::none);
}

TEST(LatticeForms, PreferThePlainestOfEquals) {
  const auto forms = best_forms({tried(Transform::none, 2, 0), tried(Transform::baker, 2, 0)}, 30);
  EXPECT_EQ(forms[0].form.transform, Transform::none);
  EXPECT_EQ(all_forms({}, true).size(), 10U);
  EXPECT_EQ(all_forms({}, false).size(), 5U);
  EXPECT_EQ(all_forms(Transform::baker, true).size(), 2U);
}

TEST(LatticeVectors, AreConstructedForPrimesOnceAndRandomBeyond) {
  EXPECT_EQ(points_at_most(1 << 20), 1 << 20);
  EXPECT_EQ(points_at_most(1000000), 999983);
  EXPECT_TRUE(has_vector(1021));
  EXPECT_FALSE(has_vector(1048583));
  EXPECT_FALSE(has_vector(std::int64_t{1} << 25));
  const LatticeVector vector;
  const auto four = vector.generators(4, 1021, 1).generator;
  const auto six = vector.generators(6, 1021, 2).generator;
  EXPECT_TRUE(std::equal(four.begin(), four.end(), six.begin()));
  EXPECT_EQ(vector.generators(6, 1021, 3).generator, six);
  EXPECT_NE(vector.generators(6, 1048583, 1).generator, vector.generators(6, 1048583, 2).generator);
  const LatticeVector random{true, 5};
  EXPECT_NE(random.generators(4, 1021, 1).generator, four);
}

TEST(LatticeVectors, TakeTheOneInTheMiddle) {
  EXPECT_EQ(in_the_middle({1, 1.1, 7, 1.2, -3}, 1), 1U);
  EXPECT_EQ(in_the_middle({1, 5, 1.1, 5.1, 9, 5.2}, 2), 1U);
  EXPECT_EQ(in_the_middle({2, 2, 2}, 1), 0U);
}

}  // namespace
