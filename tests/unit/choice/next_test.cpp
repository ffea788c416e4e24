// What "auto" does next, by tables.
#include "choice/next.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

namespace cuboid::router {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr std::size_t none = 99;

/// Cubature that was tried and goes on: what is left of it costs so much, and its next step.
Forecast cubature(double rest, double step, double min_rest = 1) {
  return {.is_cubature = true,
          .tried = true,
          .resumes = true,
          .will_do = rest < infinity,
          .rest = rest,
          .min_rest = min_rest,
          .used = 2000,
          .stop = 8000,
          .step = step,
          .up_to_stop = step};
}

/// One that was not tried.
Forecast untried(double rest, double step, double min_rest = 1) {
  return {.will_do = rest < infinity,
          .rest = rest,
          .min_rest = min_rest,
          .stop = 5000,
          .step = step,
          .up_to_stop = step};
}

Forecast tried(double rest, double step) {
  Forecast one = untried(rest, step);
  one.tried = one.resumes = true;
  one.used = 4000;
  return one;
}

Forecast gave_up() {
  Forecast one = tried(infinity, 1);
  one.gave_up = true;
  return one;
}

/// The same with the share that it will have reached where none will do.
Forecast reaching(double share, Forecast one) {
  one.share = share;
  return one;
}

struct Best {
  const char *name;
  std::vector<Forecast> all;
  std::size_t best;
};

TEST(Next, BestIsTheCheapestThatWillDo) {
  const Best rows[] = {
      {"the cheapest", {cubature(900, 1), untried(300, 1), untried(700, 1)}, 1},
      {"one that will do", {cubature(infinity, 1), untried(300, 1)}, 1},
      {"one whose first step costs no little beside the rest of another one",
       {cubature(900, 1), untried(300, 230)},
       0},
      {"the cheaper one of those", {cubature(900, 1), untried(300, 230), tried(800, 1)}, 2},
      {"a step that costs little", {cubature(900, 1), untried(300, 220)}, 1},
      {"the nearest, where none will do",
       {reaching(0.1, cubature(infinity, 1)), reaching(0.4, tried(infinity, 1))},
       1},
      {"none that gave up", {gave_up(), reaching(0.1, tried(infinity, 1))}, 1},
  };
  for (const Best &row : rows) EXPECT_EQ(best_of(row.all), row.best) << row.name;
}

struct Look {
  const char *name;
  std::vector<Forecast> all;
  Budget budget;
  std::size_t who;
  std::int64_t until;
};

TEST(Next, LooksWhereThatCostsLittle) {
  const Budget wide{2000, 100000, 250000};
  const Look rows[] = {
      {"cubature, which may be the cheapest",
       {cubature(900, 90), untried(100, 200)},
       wide,
       0,
       8000},
      {"cubature at little cost in any case",
       {cubature(900, 24, 800), untried(100, 200)},
       wide,
       0,
       8000},
      {"who is expected to be there first, where a look costs too much",
       {cubature(900, 26, 800), untried(100, 200)},
       wide,
       1,
       5000},
      {"another one that costs little", {cubature(900, 2000), untried(950, 100)}, wide, 1, 5000},
      {"the cheaper one of two looks",
       {cubature(900, 90), untried(950, 13), untried(990, 12)},
       wide,
       2,
       5000},
      {"cubature alone", {cubature(900, 1)}, wide, 0, 8000},
      {"nobody who is alone otherwise", {untried(900, 1)}, wide, none, 0},
      {"nobody where the step is more than looks may have",
       {cubature(900, 200, 800), untried(100, 200)},
       {2000, 6000, 250000},
       none,
       0},
      {"cubature also then, since nothing is lost",
       {cubature(900, 90), untried(100, 200)},
       {2000, 6000, 250000},
       0,
       8000},
      {"but with a part of maxeval at most",
       {cubature(900, 90), untried(100, 200)},
       {2000, 6000, 7999},
       none,
       0},
      {"nobody where all gave up", {gave_up(), gave_up()}, wide, none, 0},
  };
  for (const Look &row : rows) {
    const std::optional<Step> step = next_look(row.all, row.budget);
    ASSERT_EQ(step ? step->who : none, row.who) << row.name;
    EXPECT_EQ(step ? step->until : 0, row.until) << row.name;
  }
}

TEST(Next, APlanLeavesRoomForAnother) {
  const Forecast one = tried(900, 50);
  EXPECT_EQ(planned_stop(one, 10000, 100000), 16000);   // more than it needs
  EXPECT_EQ(planned_stop(one, 1000, 100000), 5000);     // its next step at least
  EXPECT_EQ(planned_stop(one, 40000, 100000), 100000);  // the rest is too little for others
  EXPECT_EQ(planned_stop(one, infinity, 100000), 100000);
  Forecast unlooked = untried(0, 0);
  unlooked.stop = 0;
  EXPECT_EQ(planned_stop(unlooked, 0, 100000), 100000);
}

}  // namespace
}  // namespace cuboid::router
