// A team of threads: all of the work is done once, and nobody who came is left behind.
#include "engine/cpu/threads/thread_team.hpp"

#include <gtest/gtest.h>
#include <pthread.h>
#include <sys/resource.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <set>
#include <thread>
#include <vector>

#include "engine/cpu/threads/worker_thread.hpp"

namespace {

using namespace cuboid::engine::cpu;
using std::chrono::milliseconds;

TEST(ThreadTeam, DoesAllOfTheWorkOnceHoweverManyThreadsThereAre) {
  for (const int threads : {1, 2, 5}) {
    ThreadTeam team(threads);
    for (int round = 1; round < 2000; ++round) {
      const int useful = round % 8;
      // No atomics: what the others did is seen as soon as run() returns.
      std::vector<int> done(50, 0);
      std::atomic<std::size_t> next = 0;
      team.run(useful, [&](int number) {
        EXPECT_LT(number, std::max(useful, 1));
        EXPECT_TRUE(inside_worker_thread());
        for (std::size_t i = next++; i < done.size(); i = next++) ++done[i];
      });
      for (const int times : done) ASSERT_EQ(times, 1) << threads << " threads";
      // Long enough, now and then, for the others to fall asleep.
      if (round % 500 == 0) std::this_thread::sleep_for(milliseconds(2));
    }
    EXPECT_FALSE(inside_worker_thread());
  }
}

TEST(ThreadTeam, TakesAllThreadsThatCome) {
  constexpr int threads = 4;
  ThreadTeam team(threads);
  for (int round = 0; round < 20; ++round) {
    std::vector<std::thread::id> ids(threads);
    std::atomic<int> here = 0;
    team.run(threads, [&](int number) {
      ids[static_cast<std::size_t>(number)] = std::this_thread::get_id();
      ++here;
      const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
      while (here < threads && std::chrono::steady_clock::now() < end) std::this_thread::yield();
    });
    EXPECT_EQ(ids[0], std::this_thread::get_id());
    ASSERT_EQ(std::set(ids.begin(), ids.end()).size(), static_cast<std::size_t>(threads));
    if (round % 5 == 0) std::this_thread::sleep_for(milliseconds(2));
  }
}

TEST(ThreadTeam, WaitsForTheSlowest) {
  ThreadTeam team(2);
  std::atomic<bool> come = false;
  std::atomic<bool> done = false;
  team.run(2, [&](int number) {
    if (number == 1) {
      come = true;
      std::this_thread::sleep_for(milliseconds(20));
      done = true;
    } else {
      while (!come) std::this_thread::yield();
    }
  });
  EXPECT_TRUE(done);
}

TEST(ThreadTeam, IsOneThreadInsideAnother) {
  ThreadTeam outer(3);
  std::atomic<int> calls = 0;
  std::atomic<int> outer_calls = 0;
  outer.run(3, [&](int) {
    ++outer_calls;
    ThreadTeam inner(3);
    inner.run(3, [&](int number) {
      EXPECT_EQ(number, 0);
      ++calls;
    });
  });
  EXPECT_EQ(calls, outer_calls);
}

/// Stack of the calling thread.
std::size_t own_stack() {
  pthread_attr_t attributes;
  std::size_t size = 0;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return 0;
  pthread_attr_getstacksize(&attributes, &size);
  pthread_attr_destroy(&attributes);
  return size;
}

/// As in a process that was started with the limit.
std::size_t stack_in_team(rlim_t limit, std::size_t of_library) {
  rlimit before;
  pthread_attr_t usual, changed;
  EXPECT_EQ(getrlimit(RLIMIT_STACK, &before), 0);
  EXPECT_EQ(pthread_getattr_default_np(&usual), 0);
  EXPECT_EQ(pthread_getattr_default_np(&changed), 0);
  const rlimit wanted{limit, before.rlim_max};
  pthread_attr_setstacksize(&changed, of_library);
  EXPECT_EQ(pthread_setattr_default_np(&changed), 0);
  std::atomic<std::size_t> size = 0;
  if (setrlimit(RLIMIT_STACK, &wanted) == 0) {
    ThreadTeam team(2);
    while (size == 0)
      team.run(2, [&](int number) {
        if (number == 1) size = own_stack();
      });
  }
  EXPECT_EQ(setrlimit(RLIMIT_STACK, &before), 0);
  EXPECT_EQ(pthread_setattr_default_np(&usual), 0);
  pthread_attr_destroy(&changed);
  pthread_attr_destroy(&usual);
  return size;
}

TEST(ThreadTeam, HasTheStackThatTheLimitSays) {
  constexpr std::size_t megabyte = std::size_t{1} << 20;
  EXPECT_GE(stack_in_team(16 * megabyte, 8 * megabyte), 16 * megabyte);
  rlimit limit;
  ASSERT_EQ(getrlimit(RLIMIT_STACK, &limit), 0);
  if (limit.rlim_max != RLIM_INFINITY) GTEST_SKIP() << "the stack is limited here";
  // The C library gives threads 2 MiB where nothing limits the stack.
  EXPECT_GE(stack_in_team(RLIM_INFINITY, 2 * megabyte), 8 * megabyte);
}

}  // namespace
