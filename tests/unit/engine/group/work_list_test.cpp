// Things to be done that several threads take.
#include "engine/group/work_list.hpp"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace {

using cuboid::engine::group::WorkList;

TEST(WorkList, IsTakenFromBothEnds) {
  std::atomic<std::uint64_t> word{0};
  WorkList list(word);
  EXPECT_EQ(list.take_front(0, 1).size(), 0);
  list.begin(7, 40);
  const auto front = list.take_front(7, 1);
  EXPECT_EQ(front.begin, 0);
  EXPECT_EQ(front.end, 10);
  const auto back = list.take_back(7, 5, 9);
  EXPECT_EQ(back.begin, 35);
  EXPECT_EQ(back.end, 40);
  EXPECT_EQ(list.take_back(8, 1, 9).size(), 0);
  EXPECT_EQ(list.take_front(6, 1).size(), 0);
  EXPECT_EQ(list.take_front(7, 100).size(), 25);
  EXPECT_EQ(list.take_front(7, 1).size(), 0);
  EXPECT_EQ(list.take_back(7, 1, 9).size(), 0);
}

TEST(WorkList, LeavesTheLastToARankThatHasNotBegun) {
  std::atomic<std::uint64_t> word{0};
  WorkList list(word);
  list.begin(3, 2);
  EXPECT_EQ(list.take_back(3, 1, 15).size(), 1);
  EXPECT_EQ(list.take_back(3, 1, 15).size(), 0);
  EXPECT_EQ(list.take_front(3, 1).size(), 1);
}

TEST(WorkList, HoldsAsManyAsItSays) {
  std::atomic<std::uint64_t> word{0};
  WorkList list(word);
  list.begin(1, WorkList::most);
  std::int64_t taken = 0;
  for (auto piece = list.take_front(1, 1); piece.size() > 0; piece = list.take_front(1, 1))
    taken += piece.size();
  EXPECT_EQ(taken, WorkList::most);
}

TEST(WorkList, GivesEachThingToOneThread) {
  constexpr int threads = 4, lists = 200;
  constexpr std::int64_t things = 500;
  std::atomic<std::uint64_t> word{0};
  std::atomic<int> arrived{0};
  // Not atomic: two threads that had the same thing would be a race.
  std::vector<int> times(static_cast<std::size_t>(lists * things));
  const auto work = [&](int thread) {
    WorkList list(word);
    for (int number = 1; number <= lists; ++number) {
      if (thread == 0) list.begin(static_cast<std::uint64_t>(number), things);
      const auto take = [&] {
        const auto of = static_cast<std::uint64_t>(number);
        return thread == 0 ? list.take_front(of, 1) : list.take_back(of, 2, threads - 1);
      };
      for (auto piece = take(); piece.size() > 0; piece = take())
        for (auto i = piece.begin; i < piece.end; ++i)
          ++times[static_cast<std::size_t>((number - 1) * things + i)];
      ++arrived;
      while (arrived < threads * number) std::this_thread::yield();
    }
  };
  std::vector<std::thread> all;
  for (int thread = 0; thread < threads; ++thread) all.emplace_back(work, thread);
  for (std::thread &one : all) one.join();
  for (const int count : times) ASSERT_EQ(count, 1);
}

}  // namespace
