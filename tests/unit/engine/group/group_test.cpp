// What the ranks of a group find out together.
#include "engine/group/group.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>
#include <vector>

#include "support/thread_ranks.hpp"

namespace {

namespace group = cuboid::engine::group;

/// Who comes last does not wait: by its own clock a barrier takes no time.
TEST(Group, MeasuresABarrierByWhatAllRanksWait) {
  constexpr std::chrono::milliseconds late(20);
  support::ThreadJob job(2);
  const std::vector<double> found = run_ranks(job, [&](auto transport) {
    group::Group all(transport, 60);
    EXPECT_EQ(all.latency(), 0);
    for (int barrier = 0; barrier < 3; ++barrier) {
      if (all.rank() == 0) std::this_thread::sleep_for(late);
      all.meet(group::Step::batch, {});
    }
    return all.latency();
  });
  EXPECT_EQ(found[0], found[1]);
  EXPECT_GT(found[0], 0.1 * std::chrono::duration<double>(late).count());
}

}  // namespace
