// The step that devices take for the integrals of a list: it ends with what line ends with, exactly
// where line needs no more.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <vector>

#include "../algorithm_support.hpp"
#include "algorithm/line/line.hpp"
#include "algorithm/line/piece.hpp"

namespace {

using namespace cuboid;

constexpr double infinity = std::numeric_limits<double>::infinity();

struct Row {
  const char *what;
  std::function<void(double x, double *f)> function;
  double lower, upper;
};

const std::vector<Row> rows = {
    {"cos", [](double x, double *f) { f[0] = std::cos(x), f[1] = 1; }, 0, 1},
    {"falling limits", [](double x, double *f) { f[0] = std::exp(x), f[1] = x; }, 2, -1},
    {"peak", [](double x, double *f) { f[0] = 1 / (1 + 400 * x * x), f[1] = x; }, -1, 2},
    {"kink", [](double x, double *f) { f[0] = std::fabs(x - .3), f[1] = 0; }, 0, 1},
    {"kink beside where pieces meet",
     [](double x, double *f) { f[0] = std::fabs(x - .4475), f[1] = 1; }, 0, 1},
    {"root", [](double x, double *f) { f[0] = std::sqrt(x), f[1] = 0; }, 0, 1},
    {"jump", [](double x, double *f) { f[0] = 1 + 1e-5 * (x < .44), f[1] = 0; }, 0, 1},
    {"jump where pieces meet",
     [](double x, double *f) { f[0] = 1 + 1e-3 * (x < .4472135954999579), f[1] = 1; }, 0, 1},
    {"hidden",
     [](double x, double *f) { f[0] = 1 + std::exp(-4e3 * std::pow(x - .47, 2)), f[1] = 1; }, 0, 1},
    {"zeros", [](double, double *f) { f[0] = f[1] = 0; }, 0, 1},
    {"a component of zeros", [](double x, double *f) { f[0] = x, f[1] = 0; }, 0, 1},
    {"pole", [](double x, double *f) { f[0] = 1 / x, f[1] = 1; }, 0, 1},
    {"narrow", [](double x, double *f) { f[0] = x, f[1] = 1; }, 1, 1 + 0x1p-46},
    {"exponential", [](double x, double *f) { f[0] = std::exp(-x), f[1] = x * f[0]; }, 0, infinity},
    {"to the left", [](double x, double *f) { f[0] = std::exp(3 * x), f[1] = 2 * f[0]; }, infinity,
     -infinity},
    {"below", [](double x, double *f) { f[0] = std::exp(3 * x), f[1] = 2 * f[0]; }, -infinity, 1},
    {"algebraic", [](double x, double *f) { f[0] = 1 / (1 + x * x), f[1] = f[0] * f[0]; },
     -infinity, infinity},
    {"falling to infinity", [](double x, double *f) { f[0] = f[1] = std::exp(-x * x); }, infinity,
     1},
    {"slow", [](double x, double *f) { f[0] = std::pow(x, -1.5), f[1] = f[0]; }, 1, infinity},
    {"divergent", [](double x, double *f) { f[0] = f[1] = 1 / x; }, 1, infinity},
    {"tail", [](double x, double *f) { f[0] = f[1] = std::sin(x) / x; }, 1, infinity},
    {"hidden in a tail",
     [](double x, double *f) {
       f[0] = f[1] = std::exp(-x) + std::exp(-2e3 * std::pow(x - 2.2, 2));
     },
     0, infinity},
};

struct Found {
  bool done;
  rule::LineStepResult<2> result;
};

Found step(const Row &row, const Goal &goal, const rule::LineStepTables &tables) {
  Found found{};
  const auto evaluate = [&](const double *x, double *f) { row.function(*x, f); };
  using Functions = algorithm::line_parts::Functions;
  found.done = std::isinf(row.lower) || std::isinf(row.upper)
                   ? rule::LineStep<Functions, 2, true>(tables, goal)
                         .take(evaluate, row.lower, row.upper, found.result)
                   : rule::LineStep<Functions, 2, false>(tables, goal)
                         .take(evaluate, row.lower, row.upper, found.result);
  return found;
}

algorithm::Result line(const Row &row, const Goal &goal, Probing probing) {
  algorithm_test::FunctionEngine engine(1, 2,
                                        [&](const double *x, double *f) { row.function(*x, f); });
  const algorithm::Log log(0, nullptr);
  algorithm::Task task;
  task.ndim = 1;
  task.ncomp = 2;
  task.goal = goal;
  task.engine = &engine;
  task.log = &log;
  algorithm::LineOptions options;
  options.places = {{row.lower}, {row.upper}};
  options.probing = probing;
  options.stop_at_nonfinite = false;
  algorithm::Result result(2);
  algorithm::line(task, options, result);
  return result;
}

TEST(LineStep, EndsAsLineDoesWhereThatNeedsNoMore) {
  int done = 0, left = 0;
  for (const Probing probing : {Probing::standard, Probing::none})
    for (const Row &row : rows)
      for (const double epsrel : {1e-2, 1e-4, 1e-6, 1e-9, 1e-12}) {
        SCOPED_TRACE(testing::Message() << row.what << " to " << epsrel);
        const rule::LineStepTables tables = algorithm::line_step_tables(probing);
        const Goal goal{.epsrel = epsrel, .maxeval = 100000};
        const Found found = step(row, goal, tables);
        const algorithm::Result whole = line(row, goal, probing);
        if (!found.done) {
          EXPECT_TRUE(!whole.converged || whole.neval > found.result.evaluations);
          ++left;
          continue;
        }
        ++done;
        EXPECT_TRUE(whole.converged);
        EXPECT_EQ(whole.neval, found.result.evaluations);
        for (std::size_t c = 0; c < 2; ++c) {
          const double size = std::fabs(whole.integral[c]);
          EXPECT_NEAR(whole.integral[c], found.result.value[c], 4e-16 * size) << c;
          EXPECT_NEAR(whole.error[c], found.result.error[c], 1e-14 * size) << c;
        }
      }
  // Neither is rare.
  EXPECT_GT(done, 50);
  EXPECT_GT(left, 50);
}

// All that is evaluated once is looked at.
TEST(LineStep, LooksBetweenThePointsOfItsPieces) {
  const rule::LineStepTables tables = algorithm::line_step_tables(Probing::standard);
  // The points of the whole lie in its halves.
  EXPECT_EQ(tables.direct.count - tables.direct.evaluated, rule::kronrod_points);
  EXPECT_EQ(tables.mapped.count, tables.mapped.evaluated);
  EXPECT_LE(4 * rule::kronrod_points + tables.mapped.count, algorithm::max_line_step);
}

// Kinks between the ends of pieces and their outermost nodes are left to line.
TEST(LineStep, LooksAtTheEndsOfItsPieces) {
  const rule::LineStepTables tables = algorithm::line_step_tables(Probing::standard);
  for (const double c : {1e-4, .447, .44721, .44722, .4475, 1 - 1e-4}) {
    const Row row{"kink", [c](double x, double *f) { f[0] = std::fabs(x - c), f[1] = 1; }, 0, 1};
    EXPECT_FALSE(step(row, {.epsrel = 1e-10, .maxeval = 100000}, tables).done) << c;
  }
}

}  // namespace
