// Whether what a step saw speaks against the result of another.
#include "choice/evidence.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

namespace {

using namespace cuboid::router;
using cuboid::Goal;

constexpr double infinity = std::numeric_limits<double>::infinity();

struct Row {
  const char *name;
  Evidence winner, other;
  bool contradicted;
};

class EvidenceOf : public testing::TestWithParam<Row> {};

TEST_P(EvidenceOf, Binds) {
  const Row &row = GetParam();
  const std::vector<Evidence> others{row.other};
  EXPECT_EQ(contradiction(row.winner, others).has_value(), row.contradicted);
}

const Row rows[] = {
    {"AnEqualStep", {"lattice", {1}, {1e-3}, 5}, {"cuhre", {1.001}, {1e-3}, 5}, false},
    {"HalfOfTheIntegral", {"vegas_plus", {.5}, {5e-4}, 9}, {"lattice", {1}, {7e-3}, 9}, true},
    {"AHugeError", {"lattice", {.5}, {5e-4}, 9}, {"cuhre", {4}, {2}, 9}, false},
    {"AnInfiniteError", {"lattice", {.5}, {5e-4}, 9}, {"cuhre", {4}, {infinity}, 999}, false},
    {"WhatFoundLess", {"lattice", {4.5}, {5e-4}, 5000}, {"cuhre", {2.25}, {1e-13}, 4}, false},
    {"ANegativePart", {"lattice", {4.5}, {5e-4}, 4}, {"cuhre", {2.25}, {1e-3}, 90}, true},
    {"TheTopOfAPeakWhoseWeightIsMissed", {"a", {2}, {.01}, 9}, {"b", {1e-9}, {1e-10}, 11}, false},
    {"APeak", {"vegas_plus", {2.25}, {1e-3}, 4}, {"cuhre", {4.47}, {4.47}, 5600}, true},
    {"APeakWithoutWeight", {"lattice", {1}, {1e-3}, 4}, {"cuhre", {1.004}, {.1}, 5600}, false},
    {"TheTopOfTheSamePeak", {"lattice", {1}, {1e-3}, 4}, {"cuhre", {1.5}, {1}, 8}, false},
    {"UnknownValues", {"lattice", {1}, {1e-3}, 0}, {"cuhre", {1.5}, {1}, 8}, false},
    {"OneComponent", {"lattice", {1, 1}, {1e-3, 1e-3}, 4}, {"cuhre", {1, 2}, {1, 1e-2}, 4}, true},
};

INSTANTIATE_TEST_SUITE_P(Steps, EvidenceOf, testing::ValuesIn(rows),
                         [](const testing::TestParamInfo<Row> &row) {
                           return std::string(row.param.name);
                         });

TEST(Evidence, IsTold) {
  const Evidence winner{"vegas_plus", {2.25}, {1e-3}, 4};
  const std::vector<Evidence> others{{"lattice", {2.25}, {1e-2}, 4}, {"cuhre", {4.5}, {2}, 5600}};
  const auto found = contradiction(winner, others);
  ASSERT_TRUE(found);
  EXPECT_EQ(sentence_of(*found, winner, others),
            "raise mineval, or set limits around the places where the integrand is large: cuhre "
            "found 4.5 with an error of 2, which contradicts the 2.25 of vegas_plus, and met "
            "values up to 5.6e+03, where vegas_plus met none above 4");
}

TEST(Evidence, NearestIsTheSmallestErrorForWhatWasAsked) {
  Goal goal;
  goal.epsrel = 1e-3;
  const Evidence rough{"lattice", {1.02}, {.02}, 4};
  const Evidence fine{"cuhre", {1}, {.002}, 4};
  EXPECT_TRUE(is_nearer(fine, rough, goal));
  EXPECT_FALSE(is_nearer(rough, fine, goal));
  EXPECT_FALSE(is_nearer(fine, fine, goal));
  // Of a zero no relative error is small, but that of a sum that cancels to rounding is.
  const Evidence cancelled{"cuhre", {-6e-17}, {4e-13}, 1};
  const Evidence sampled{"vegas_plus", {.01}, {.02}, 1};
  EXPECT_TRUE(is_nearer(cancelled, sampled, goal));
  // The component that is farthest from its accuracy counts.
  EXPECT_FALSE(is_nearer({"a", {1, 100}, {1e-9, 1}, 1}, {"b", {1, 100}, {.005, .1}, 1}, goal));
  EXPECT_TRUE(is_nearer(rough, {"cuhre", {1}, {infinity}, 4}, goal));
}

}  // namespace
