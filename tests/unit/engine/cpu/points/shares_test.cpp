// Cuba's distribution of a batch, from its contract.
#include "engine/cpu/points/shares.hpp"

#include <gtest/gtest.h>

#include <numeric>

namespace {

using cuboid::engine::cpu::CommonBatch;
using cuboid::engine::cpu::share_out;
using cuboid::engine::cpu::Shares;
using cuboid::engine::cpu::WorkerCounts;
using List = std::vector<std::int64_t>;

Shares shares_of(std::int64_t points, const WorkerCounts &counts) {
  Shares shares;
  share_out(points, counts, shares);
  return shares;
}

TEST(Shares, CoresOnly) {
  EXPECT_EQ(shares_of(10, {2}).first, (List{10, 0}));
  EXPECT_EQ(shares_of(19, {2}).first, (List{19, 0}));
  EXPECT_EQ(shares_of(20, {2}).first, (List{10, 10}));
  EXPECT_EQ(shares_of(153, {2}).first, (List{77, 76}));
  EXPECT_EQ(shares_of(33, {3}).first, (List{11, 11, 11}));
  EXPECT_EQ(shares_of(35, {3}).first, (List{12, 12, 11}));
}

TEST(Shares, WhatIsOverTheLimitIsQueued) {
  const Shares shares = shares_of(1000, {2, 100});
  EXPECT_EQ(shares.first, (List{100, 100}));
  EXPECT_EQ(shares.queued, 800);
  EXPECT_EQ(shares.queue_piece, 100);
}

TEST(Shares, AcceleratorsFirst) {
  WorkerCounts counts{2, 10000, 2, 100};
  EXPECT_EQ(shares_of(250, counts).first, (List{100, 100, 25, 25}));
  EXPECT_EQ(shares_of(150, counts).first, (List{100, 50, 0, 0}));
  counts.cores = 0;
  const Shares shares = shares_of(350, counts);
  EXPECT_EQ(shares.first, (List{100, 100}));
  EXPECT_EQ(shares.queued, 150);
  EXPECT_EQ(shares.queue_piece, 100);
}

TEST(Shares, NoPointIsLost) {
  for (int cores = 0; cores < 5; ++cores)
    for (int accelerators = 0; accelerators < 3; ++accelerators)
      for (std::int64_t limit : {1, 7, 1000})
        for (std::int64_t n = 10; n < 300; ++n) {
          if (cores + accelerators == 0) continue;
          const Shares shares = shares_of(n, {cores, limit, accelerators, limit});
          EXPECT_EQ(std::accumulate(shares.first.begin(), shares.first.end(), shares.queued), n);
          EXPECT_TRUE(shares.queued == 0 || shares.queue_piece > 0);
        }
}

TEST(CommonBatch, EveryPointIsTakenOnce) {
  for (int participants : {1, 2, 7})
    for (std::int64_t nvec : {1, 4, 1000})
      for (std::int64_t n : {0, 1, 10, 153, 1000, 12345}) {
        const CommonBatch batch(n, participants, nvec);
        std::atomic<std::int64_t> next = 0;
        std::int64_t taken = 0;
        int chunks = 0;
        for (auto chunk = batch.take(next); chunk.count > 0; chunk = batch.take(next)) {
          EXPECT_EQ(chunk.start, taken);
          EXPECT_TRUE(chunk.count % batch.unit == 0 || chunk.start + chunk.count == n);
          taken += chunk.count;
          ++chunks;
        }
        EXPECT_EQ(taken, n);
        EXPECT_TRUE(n < 2 * participants || chunks >= 2 * participants);
        EXPECT_LE(chunks, 2 * participants * 15);
      }
}

TEST(CommonBatch, WholeCallsWhereThereAreEnough) {
  EXPECT_EQ(CommonBatch(1000, 2, 50).unit, 50);
  EXPECT_EQ(CommonBatch(1000, 2, 1000).unit, 250);
}

}  // namespace
