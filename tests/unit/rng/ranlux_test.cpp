// Ranlux against the subtract-with-carry engine of the standard library and the rules by which
// numbers are left out.
#include <climits>
#include <deque>
#include <random>
#include <sstream>

#include "unit/rng/rng_support.hpp"

namespace {

using namespace rng_test;

/// Cuba's Ranlux, written from the rules and as slow as they are.
class Oracle {
 public:
  Oracle(std::uint32_t seed, int period) : period_(period) {
    std::linear_congruential_engine<std::uint_fast32_t, 40014, 0, 2147483563> lecuyer(seed);
    std::deque<std::uint32_t> oldest_first;
    for (int k = 0; k < 24; ++k)
      oldest_first.push_front(static_cast<std::uint32_t>(lecuyer()) & 0xffffff);
    std::stringstream state;
    for (const std::uint32_t word : oldest_first) state << word << ' ';
    state << 0;  // the carry
    state >> engine_;
    past_ = oldest_first;
  }

  double next() {
    // Before the 25th, 50th, 75th, ... number.
    ++delivered_;
    if (delivered_ == 25 || (delivered_ > 25 && delivered_ % 25 == 0))
      for (int k = 0; k < period_ - 24; ++k) step();
    const double high = step();
    // The number that the next difference is taken from, for digits below the 24th.
    const double low = high < 0x1p12 ? past_[past_.size() - 10] : 0;
    return high * 0x1p-24 + low * 0x1p-48;
  }

 private:
  std::uint32_t step() {
    const auto word = static_cast<std::uint32_t>(engine_());
    past_.push_back(word);
    past_.pop_front();
    return word;
  }

  std::ranlux24_base engine_;
  std::deque<std::uint32_t> past_;
  int period_;
  int delivered_ = 0;
};

TEST(Ranlux, LeavesOutNumbersAsTheLevelSays) {
  struct Row {
    int level, period;
  };
  for (const Row &row :
       {Row{1, 48}, Row{2, 97}, Row{3, 223}, Row{4, 389}, Row{5, 223}, Row{24, 223}, Row{25, 25},
        Row{26, 26}, Row{1000, 1000}, Row{-1, 223}, Row{-100, 223}})
    for (const int seed : {1, 42, 2000000000}) {
      Oracle oracle(static_cast<std::uint32_t>(seed), row.period);
      for (const std::vector<Fraction> &point : draw(*make_generator(1, seed, row.level), 1, 5000))
        ASSERT_EQ(cuboid::rng::to_double(point[0]), oracle.next())
            << "level " << row.level << " seed " << seed;
    }
}

TEST(Ranlux, ComesToAnEndForExtremeLevelsAndSeeds) {
  for (const int level : {INT_MIN, INT_MAX, 1 << 23, -(1 << 23)})
    for (const int seed : {INT_MIN, INT_MAX}) {
      const Points points = draw(*make_generator(2, seed, level), 2, 100);
      EXPECT_NE(points.front(), points.back());
      for (const std::vector<Fraction> &point : points)
        for (const Fraction coordinate : point) {
          EXPECT_GE(cuboid::rng::to_double(coordinate), 0);
          EXPECT_LT(cuboid::rng::to_double(coordinate), 1);
        }
    }
}

}  // namespace
