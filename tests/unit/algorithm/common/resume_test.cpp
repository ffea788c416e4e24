// An interrupted integration that goes on from its state file ends with the same bits.
#include "unit/algorithm/algorithm_support.hpp"

namespace {

using namespace algorithm_test;

/// Cancels in every batch in turn, goes on, and compares with an integration in one piece.
template <class Prepare, class Method>
void expect_same_after_interruption(Prepare prepare, Method method, std::int64_t step = 1) {
  Integration whole = prepare();
  const Result expected = method(whole);
  ASSERT_EQ(whole.status, 0);
  ASSERT_GT(whole.engine.batches, 3);
  for (std::int64_t at = 1; at <= whole.engine.batches; at += step) {
    TemporaryFolder folder;
    Integration first = prepare();
    first.statefile = folder.file("state");
    first.engine.cancel_at = at;
    method(first);
    ASSERT_EQ(first.status, CUBOID_CANCELLED);
    Integration second = prepare();
    second.statefile = first.statefile;
    expect_same(method(second), expected, "cancelled in batch " + std::to_string(at));
    // The state is written after each iteration, and from the first bisection on: three regions.
    if (at > 3) {
      EXPECT_LT(second.engine.count, expected.neval) << at;
    }
  }
}

TEST(Resume, VegasGivesTheSameBits) {
  struct Choice {
    int seed, level;
  };
  for (const Choice &choice : {Choice{0, 0}, Choice{3, 0}, Choice{3, 2}})
    for (const char *id : {"genz_gaussian_d03_00", "vec_gauss_n2_d03"})
      expect_same_after_interruption(
          [&] {
            Integration run = integration_of(id);
            run.task.goal.epsrel = 3e-3;
            run.task.goal.maxeval = 100000;
            run.options.nbatch = run.options.nstart = 1500;
            run.options.seed = choice.seed;
            run.options.rng_level = choice.level;
            return run;
          },
          [](Integration &run) { return run.vegas(); });
}

TEST(Resume, CuhreGivesTheSameBits) {
  for (const bool last_only : {false, true})
    for (const char *id : {"genz_c0_d03_00", "vec_gauss_n2_d03", "hard_dim1_semiinf"})
      expect_same_after_interruption(
          [&] {
            Integration run = integration_of(id);
            run.task.goal.epsrel = 1e-9;
            run.task.goal.maxeval = 7000;
            run.task.last_only = last_only;
            return run;
          },
          [](Integration &run) { return run.cuhre(); }, 3);
}

// Beyond 64 regions the state is not written after every bisection.
TEST(Resume, CuhreGivesTheSameBitsFromAnOlderState) {
  expect_same_after_interruption(
      [] {
        Integration run = integration_of("pagani_f4_d02");
        run.task.goal.epsrel = 0;
        run.task.goal.maxeval = 200000;
        return run;
      },
      [](Integration &run) { return run.cuhre(); }, 331);
}

TEST(Resume, MoreEvaluationsGoOnWhereFewerEnded) {
  const auto prepare = [](std::int64_t maxeval) {
    Integration run = integration_of("genz_c0_d03_00");
    run.task.goal.epsrel = 1e-10;
    run.task.goal.maxeval = maxeval;
    return run;
  };
  const auto methods = {&Integration::cuhre, &Integration::vegas};
  for (const auto method : methods) {
    TemporaryFolder folder;
    Integration whole = prepare(40000);
    // Only an integration with a state file prepares for going on.
    whole.statefile = folder.file("other");
    const Result expected = (whole.*method)();
    Integration first = prepare(9000);
    first.statefile = folder.file("state");
    EXPECT_FALSE((first.*method)().converged);
    Integration second = prepare(40000);
    second.statefile = first.statefile;
    expect_same((second.*method)(), expected);
    EXPECT_EQ(first.engine.count + second.engine.count, whole.engine.count);
  }
}

TEST(Resume, DamagedStateMeansABeginningFromScratch) {
  const auto prepare = [] {
    Integration run = integration_of("genz_c0_d03_00");
    run.task.goal.epsrel = 1e-10;
    run.task.goal.maxeval = 9000;
    return run;
  };
  const auto methods = {&Integration::cuhre, &Integration::vegas};
  for (const auto method : methods) {
    TemporaryFolder folder;
    Integration first = prepare();
    first.statefile = folder.file("state");
    const Result expected = (first.*method)();
    std::vector<char> bytes = contents(first.statefile);
    bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
    write(first.statefile, bytes);
    Integration second = prepare();
    second.statefile = first.statefile;
    expect_same((second.*method)(), expected);
    EXPECT_EQ(second.engine.count, first.engine.count);
  }
}

TEST(Resume, ResetKeepsTheGridAlone) {
  TemporaryFolder folder;
  Integration first = integration_of("genz_gaussian_d03_00");
  first.task.goal.epsrel = 0;
  first.task.goal.maxeval = 20000;
  first.statefile = folder.file("state");
  first.vegas();
  Integration second = integration_of("genz_gaussian_d03_00");
  second.task.goal.epsrel = 0;
  second.task.goal.maxeval = 1;
  second.options.reset_state = true;
  second.statefile = first.statefile;
  const Result result = second.vegas();
  EXPECT_EQ(result.neval, second.options.nstart);
  EXPECT_EQ(result.niterations, 1);
  const double width = second.grid[64] - second.grid[63];
  EXPECT_NE(width, 1.0 / 128) << "the grid is not the refined one";
}

}  // namespace
