#include "call/outcome.hpp"

#include <gtest/gtest.h>

#include <string>

#include "cuboid.h"

namespace {

using cuboid::router::Outcome;
using cuboid::router::shorten;

Outcome told(int status, const std::string &message, const std::string &reasons = "") {
  Outcome outcome(1);
  outcome.status = status;
  outcome.message = message;
  outcome.reasons = reasons;
  shorten(outcome);
  return outcome;
}

const std::string a(90, 'a'), b(100, 'b'), c(40, 'c');

TEST(Shorten, LeavesWhatHasRoom) {
  const Outcome outcome = told(CUBOID_CONVERGED, a + "; " + b, "auto: cuhre");
  EXPECT_EQ(outcome.message, a + "; " + b);
  EXPECT_EQ(outcome.reasons, "auto: cuhre");
}

// A clause that has no room makes none behind it go.
TEST(Shorten, HandsOnWholeClauses) {
  const Outcome outcome = told(CUBOID_NOT_CONVERGED, a + "; " + b + "; " + c, "auto: cuhre");
  EXPECT_EQ(outcome.message, a + "; " + b);
  EXPECT_EQ(outcome.reasons, c + "; auto: cuhre");
  const Outcome between = told(CUBOID_NOT_CONVERGED, b + "; " + b + "; " + a);
  EXPECT_EQ(between.message, b + "; " + a);
  EXPECT_EQ(between.reasons, b);
}

TEST(Shorten, CutsWhatIsLongByItself) {
  const std::string words = a + " " + b + " " + c;
  const Outcome outcome = told(CUBOID_NOT_CONVERGED, words);
  EXPECT_EQ(outcome.message, a + " " + b + " ...");
  EXPECT_EQ(outcome.reasons, words);
  EXPECT_EQ(told(CUBOID_CONVERGED, std::string(300, 'x')).message, std::string(196, 'x') + " ...");
}

TEST(Shorten, LeavesFailuresWhole) {
  const std::string words = a + "; " + b + "; " + c;
  EXPECT_EQ(told(CUBOID_COMPILE_FAILED, words).message, words);
}

}  // namespace
