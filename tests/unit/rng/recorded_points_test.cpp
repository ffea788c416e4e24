// Every generator gives the points that Cuba gives, bit for bit.
#include <fstream>
#include <map>
#include <sstream>
#include <string>

#include "unit/rng/rng_support.hpp"

namespace {

using namespace rng_test;

struct Choice {
  int ndim, seed, level;
};

const std::map<std::string, Choice> choices{
    {"sobol", {3, 0, 0}},      {"sobol40", {40, 0, 0}},    {"mt42", {3, 42, 0}},
    {"mt-1", {3, -1, 0}},      {"ranlux1", {3, 42, 1}},    {"ranlux2", {3, 42, 2}},
    {"ranlux3", {3, 42, 3}},   {"ranlux4", {3, 42, 4}},    {"ranlux24", {3, 42, 24}},
    {"ranlux25", {3, 42, 25}}, {"ranlux3neg", {3, -7, 3}},
};

TEST(RecordedPoints, AreReproduced) {
  std::ifstream file(UNIT_DATA "/recorded_points.txt");
  ASSERT_TRUE(file);
  constexpr std::int64_t most = 2000;
  std::map<std::string, Points> drawn;
  for (const auto &[name, choice] : choices)
    drawn[name] = draw(*make_generator(choice.ndim, choice.seed, choice.level), choice.ndim, most);
  int compared = 0;
  for (std::string line; std::getline(file, line);) {
    if (line[0] == '#') continue;
    std::istringstream fields(line);
    std::string name;
    std::size_t number = 0;
    fields >> name >> number;
    for (const Fraction fraction : drawn.at(name).at(number - 1)) {
      std::string text;
      ASSERT_TRUE(fields >> text) << line;
      EXPECT_EQ(cuboid::rng::to_double(fraction), std::stod(text)) << name << ' ' << number;
    }
    ++compared;
  }
  EXPECT_EQ(compared, 10 * 13 + 4);
}

}  // namespace
