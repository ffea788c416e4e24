// The rules that a process keeps.
#include "cuba/cuhre/known_rule.hpp"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "base/failure.hpp"

namespace {

using cuboid::algorithm::known_rule;
using cuboid::rule::CuhreRule;
using cuboid::rule::make_cuhre_rule;

TEST(KnownRule, IsMadeOnceForEachKind) {
  for (const int ndim : {1, 2, 3, 7, 20})
    for (const bool faces : {false, true}) {
      const CuhreRule &rule = known_rule(ndim, 0, faces);
      EXPECT_EQ(&known_rule(ndim, 0, faces), &rule);
      EXPECT_EQ(&known_rule(ndim, -3, faces), &rule) << "another key for the default";
      EXPECT_NE(&known_rule(ndim, 7, faces), &rule);
      EXPECT_NE(&known_rule(ndim, 9, faces), &known_rule(ndim, 7, faces));
      EXPECT_NE(&known_rule(ndim, 0, !faces), &rule);
    }
}

TEST(KnownRule, IsTheOneThatWasAskedFor) {
  for (const int ndim : {1, 2, 3, 4, 20})
    for (const int key : {0, 7, 9, 11, 13, 1000})
      for (const bool faces : {false, true}) {
        const CuhreRule made = make_cuhre_rule(ndim, key, faces);
        const CuhreRule &known = known_rule(ndim, key, faces);
        EXPECT_EQ(known.ndim, ndim);
        EXPECT_EQ(known.degree, made.degree);
        EXPECT_EQ(known.points, made.points);
        EXPECT_EQ(known.face, made.face);
        EXPECT_EQ(known.generators, made.generators);
      }
}

TEST(KnownRule, IsTheSameOnAllThreads) {
  std::vector<const CuhreRule *> found(8);
  std::vector<std::thread> threads;
  for (const CuhreRule *&one : found)
    threads.emplace_back([&one] { one = &known_rule(11, 7, true); });
  for (std::thread &thread : threads) thread.join();
  for (const CuhreRule *one : found) EXPECT_EQ(one, found.front());
}

TEST(KnownRule, ThrowsForDimensionsWithoutOne) {
  for (const int ndim : {-1, 0, 21, 1000})
    EXPECT_THROW(known_rule(ndim, 0, false), cuboid::Failure) << ndim;
}

}  // namespace
