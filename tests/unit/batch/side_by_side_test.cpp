// Calls that stand side by side: who carries out what, with which share of the memory.
#include "batch/side_by_side.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <map>
#include <mutex>
#include <new>
#include <numeric>
#include <set>
#include <thread>
#include <vector>

namespace {

using cuboid::router::Calls;
using cuboid::router::carry_out_side_by_side;

std::vector<std::int64_t> first_integrals(std::int64_t count) {
  std::vector<std::int64_t> integrals(static_cast<std::size_t>(count));
  std::iota(integrals.begin(), integrals.end(), 0);
  return integrals;
}

/// Stores the shares with which each integral was tried.
struct Tried {
  std::mutex mutex;
  std::map<std::int64_t, std::vector<std::int64_t>> shares;
  std::set<std::thread::id> threads;

  void note(std::int64_t integral, std::int64_t share) {
    const std::lock_guard lock(mutex);
    shares[integral].push_back(share);
    threads.insert(std::this_thread::get_id());
  }
};

/// An integral needs as many bytes as needed says; whoever stands alone has enough.
template <class Needed>
Calls calls_that_note(Tried &tried, Needed needed) {
  Calls calls;
  calls.make_worker = [&tried, needed] {
    return [&tried, needed](std::int64_t integral, std::int64_t share) {
      tried.note(integral, share);
      return share == 0 || needed(integral) <= share;
    };
  };
  calls.ends = [] { return false; };
  calls.look = [] {};
  return calls;
}

TEST(SideBySide, CarriesOutEachOnce) {
  Tried tried;
  carry_out_side_by_side(first_integrals(1000), 4, 400,
                         calls_that_note(tried, [](std::int64_t) { return 100; }));
  ASSERT_EQ(tried.shares.size(), 1000U);
  for (const auto &[integral, shares] : tried.shares)
    EXPECT_EQ(shares, std::vector<std::int64_t>{100}) << integral;
}

TEST(SideBySide, GivesMoreMemoryToThoseThatNeedIt) {
  Tried tried;
  const auto needed = [](std::int64_t integral) {
    return integral == 3 ? 1600 : integral % 10 == 5 ? 300 : 1;
  };
  carry_out_side_by_side(first_integrals(100), 16, 1600, calls_that_note(tried, needed));
  EXPECT_EQ(tried.shares[0], (std::vector<std::int64_t>{100}));
  EXPECT_EQ(tried.shares[5], (std::vector<std::int64_t>{100, 400}));
  EXPECT_EQ(tried.shares[3], (std::vector<std::int64_t>{100, 400, 0}));
}

TEST(SideBySide, LeavesAllToTheCallingThreadWhereThereIsOne) {
  Tried tried;
  int looks = 0;
  Calls calls = calls_that_note(tried, [](std::int64_t) { return 1; });
  calls.look = [&looks] { ++looks; };
  carry_out_side_by_side(first_integrals(10), 1, 1000, calls);
  EXPECT_EQ(tried.threads, std::set{std::this_thread::get_id()});
  EXPECT_EQ(looks, 10);
  for (const auto &[integral, shares] : tried.shares)
    EXPECT_EQ(shares, std::vector<std::int64_t>{0}) << integral;
}

TEST(SideBySide, BeginsNothingAfterTheEnd) {
  Tried tried;
  std::atomic<int> begun = 0;
  Calls calls = calls_that_note(tried, [&begun](std::int64_t) {
    ++begun;
    return 1000;  // More than there is: it would come again.
  });
  calls.ends = [&begun] { return begun >= 5; };
  carry_out_side_by_side(first_integrals(100), 4, 400, calls);
  // Each thread may have asked before the last of them began.
  EXPECT_LE(tried.shares.size(), 5U + 3U);
  for (const auto &[integral, shares] : tried.shares) EXPECT_EQ(shares.size(), 1U) << integral;
}

/// While another thread is at work, the calling one keeps looking, and nobody else does.
TEST(SideBySide, LooksWhileItWaits) {
  using namespace std::chrono_literals;
  const std::thread::id caller = std::this_thread::get_id();
  std::atomic<bool> other_came = false;
  std::atomic<bool> caller_done = false;
  std::atomic<int> looks = 0;
  std::atomic<int> looks_of_others = 0;
  Calls calls;
  calls.make_worker = [&] {
    return [&](std::int64_t, std::int64_t) {
      const auto last = std::chrono::steady_clock::now() + 10s;
      if (std::this_thread::get_id() == caller) {
        while (!other_came && std::chrono::steady_clock::now() < last) std::this_thread::yield();
        caller_done = true;
        return true;
      }
      other_came = true;
      while (!(caller_done && looks >= 3) && std::chrono::steady_clock::now() < last)
        std::this_thread::yield();
      return true;
    };
  };
  calls.ends = [] { return false; };
  calls.look = [&] { ++(std::this_thread::get_id() == caller ? looks : looks_of_others); };
  carry_out_side_by_side(first_integrals(2), 2, 100, calls);
  EXPECT_TRUE(other_came);
  EXPECT_GE(looks, 3);
  EXPECT_EQ(looks_of_others, 0);
}

/// A thread without memory leaves its part to the others; the calling one says so.
TEST(SideBySide, DoesWithoutThreadsThatHaveNoMemory) {
  const std::thread::id caller = std::this_thread::get_id();
  Tried tried;
  Calls calls = calls_that_note(tried, [](std::int64_t) { return 1; });
  const auto make = calls.make_worker;
  calls.make_worker = [&] {
    if (std::this_thread::get_id() != caller) throw std::bad_alloc();
    return make();
  };
  carry_out_side_by_side(first_integrals(50), 4, 400, calls);
  EXPECT_EQ(tried.shares.size(), 50U);
  calls.make_worker = []() -> Calls::Worker { throw std::bad_alloc(); };
  EXPECT_THROW(carry_out_side_by_side(first_integrals(50), 4, 400, calls), std::bad_alloc);
}

}  // namespace
