// What choose() makes of the options.
#include "router/plan.hpp"

#include <gtest/gtest.h>

namespace {

using cuboid::Options;
using cuboid::engine::Nonfinite;
using cuboid::engine::cpu::WorkerMode;
using cuboid::router::choose;
using cuboid::router::draws_samples;
using cuboid::router::Method;
using cuboid::router::method_name;
using cuboid::router::Plan;

constexpr std::int64_t memory = std::int64_t{16} << 30;

TEST(Plan, Method) {
  struct Row {
    const char *name;
    int ndim;
    Method method;
  };
  const Row rows[] = {
      {"auto", 1, Method::cuhre},      {"auto", 2, Method::cuhre},
      {"auto", 7, Method::cuhre},      {"auto", 8, Method::vegas},
      {"auto", 30, Method::vegas},     {"cuhre", 2, Method::cuhre},
      {"cuhre", 20, Method::cuhre},    {"vegas", 1, Method::vegas},
      {"vegas", 40, Method::vegas},    {"suave", 3, Method::suave},
      {"pagani", 9, Method::pagani},   {"vegas_plus", 3, Method::vegas_plus},
      {"m_cubes", 3, Method::m_cubes}, {"m_cubes_1d", 3, Method::m_cubes_1d},
  };
  for (const Row &row : rows) {
    Options options;
    options.method = row.name;
    const Method method = choose(row.ndim, options, memory).method;
    EXPECT_EQ(method, row.method) << row.name << row.ndim;
    if (options.method != "auto") {
      EXPECT_STREQ(method_name(method), row.name);
    }
    EXPECT_EQ(draws_samples(method), options.method.find('_') != std::string::npos);
  }
}

TEST(Plan, LastOnlyIsTheDefaultOfAllButVegas) {
  struct Row {
    const char *name;
    int option;
    bool last_only;
  };
  const Row rows[] = {{"cuhre", -1, true}, {"vegas", -1, false}, {"cuhre", 0, false},
                      {"vegas", 0, false}, {"cuhre", 1, true},   {"vegas", 1, true},
                      {"suave", -1, true}, {"suave", 0, false}};
  for (const Row &row : rows) {
    Options options;
    options.method = row.name;
    options.last_only = row.option;
    EXPECT_EQ(choose(3, options, memory).last_only, row.last_only) << row.name << row.option;
  }
}

TEST(Plan, Workers) {
  struct Row {
    const char *name;
    WorkerMode mode;
  };
  const Row rows[] = {{"auto", WorkerMode::automatic},
                      {"serial", WorkerMode::serial},
                      {"fork", WorkerMode::fork},
                      {"threads", WorkerMode::threads}};
  for (const Row &row : rows) {
    Options options;
    options.workers = row.name;
    EXPECT_EQ(choose(3, options, memory).workers, row.mode) << row.name;
  }
}

TEST(Plan, Nonfinite) {
  Options options;
  options.nonfinite = "zero";
  EXPECT_EQ(choose(3, options, memory).nonfinite, Nonfinite::zero);
  options.nonfinite = "stop";
  EXPECT_EQ(choose(3, options, memory).nonfinite, Nonfinite::stop);
}

TEST(Plan, MemoryLimitIsThreeQuartersUnlessGiven) {
  Options options;
  EXPECT_EQ(choose(3, options, memory).memory_limit, memory / 4 * 3);
  options.memory_limit = 12345;
  EXPECT_EQ(choose(3, options, memory).memory_limit, 12345);
}

TEST(Plan, IsAFunctionOfItsArguments) {
  Options options;
  const Plan first = choose(9, options, memory);
  const Plan second = choose(9, options, memory);
  EXPECT_EQ(first.method, second.method);
  EXPECT_EQ(first.memory_limit, second.memory_limit);
}

TEST(Plan, MemoryOfTheMachineIsPositive) {
  EXPECT_GT(cuboid::router::physical_memory(), 0);
}

}  // namespace
