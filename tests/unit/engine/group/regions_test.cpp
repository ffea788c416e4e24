// What ranks that share out regions tell each other: failures, and the regions themselves.
#include "engine/group/regions.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "engine/group/exchange.hpp"
#include "support/thread_ranks.hpp"

namespace {

using namespace cuboid;
using namespace cuboid::engine;
using engine::group::Group;

TEST(RegionRanks, EndTheirWorkWithTheFailureOfOne) {
  support::ThreadJob job(3);
  const auto told = support::run_ranks(job, [](std::shared_ptr<group::Transport> transport) {
    const bool fails = transport->rank() == 2;
    Group group(std::move(transport), 0);
    group::RegionRanks ranks(group);
    ranks.work(10, {}, [] {});
    try {
      ranks.work(10, {}, [&] {
        if (fails) throw Failure(CUBOID_ABORTED, "the integrand ended it");
      });
    } catch (const Failure &failure) {
      return failure.status();
    }
    return 0;
  });
  for (const int status : told) EXPECT_EQ(status, CUBOID_ABORTED);
}

TEST(RegionRanks, HearAtOnceOfWhatFailsBetweenTwoMessages) {
  support::ThreadJob job(3);
  const auto told = support::run_ranks(job, [](std::shared_ptr<group::Transport> transport) {
    const bool fails = transport->rank() == 1;
    Group group(std::move(transport), 0);
    group::RegionRanks ranks(group);
    ranks.hold([] {});
    ranks.tell_held({});
    ranks.hold([&] {
      if (fails) throw Failure(CUBOID_DEVICE_FAILED, "the copy failed");
    });
    // Those in trouble take part in what the others do, and do nothing themselves.
    std::vector<std::int64_t> done{0};
    ranks.hold([&] { done[0] = 1; });
    ranks.add_up(done);
    try {
      ranks.tell_held({});
    } catch (const Failure &failure) {
      return std::to_string(done[0]) + " did, " + failure.message();
    }
    return std::string("nothing");
  });
  for (const std::string &sentence : told)
    EXPECT_EQ(sentence, "2 did, the copy failed (on rank 1)");
}

/// A rank whose regions are numbers, the marked ones of which it gives away or adds to.
class NumberedRegions final : public group::RegionGifts {
 public:
  NumberedRegions(Group &ranks, std::vector<std::uint64_t> regions, std::int64_t room)
      : own(std::move(regions)), exchange_(ranks), room_(room) {}

  std::vector<std::uint64_t> own;
  int rounds = 0;
  bool ended = false;
  bool fails = false;

  std::int64_t room() const override { return room_; }
  void begin(const std::vector<std::int64_t> &first) override {
    ++rounds;
    EXPECT_LE(first.back(), room_);
    table_.assign(static_cast<std::size_t>(first.back()), 0);
    exchange_.clear();
    exchange_.range(table_.data(), first);
  }
  void give(std::int64_t first, std::int64_t count) override {
    if (fails) throw Failure(CUBOID_DEVICE_FAILED, "the copy failed");
    std::copy(own.end() - count, own.end(), table_.begin() + first);
    own.resize(own.size() - static_cast<std::size_t>(count));
    exchange_.contribute();
  }
  void hear() override { exchange_.hear(); }
  void receive(std::int64_t) override { exchange_.take(); }
  void take(int, std::int64_t first, std::int64_t count) override {
    own.insert(own.end(), table_.begin() + first, table_.begin() + first + count);
  }
  void end() override { ended = true; }

 private:
  group::Exchange exchange_;
  std::vector<std::uint64_t> table_;
  std::int64_t room_;
};

/// The marked regions of rank r of those that are handed out below.
std::vector<std::uint64_t> regions_of_rank(int rank) {
  constexpr std::uint64_t first[] = {0, 90, 100, 100, 175, 180};
  std::vector<std::uint64_t> regions;
  for (std::uint64_t i = first[rank]; i < first[rank + 1]; ++i) regions.push_back(i);
  return regions;
}

TEST(RegionRanks, EvenOutByAsManyRoundsAsTheTableAsksFor) {
  // 54 and 39 regions are given.
  for (const auto &[room, rounds] : {std::pair(93, 1), std::pair(92, 2), std::pair(10, 10)}) {
    support::ThreadJob job(5);
    const auto found = support::run_ranks(
        job, [room = room, rounds = rounds](std::shared_ptr<group::Transport> transport) {
          Group group(std::move(transport), 0);
          group::RegionRanks ranks(group);
          // All go by the smallest table.
          NumberedRegions regions(group, regions_of_rank(group.rank()),
                                  room + (group.rank() == 1 ? 0 : 100));
          const auto before = static_cast<std::int64_t>(regions.own.size());
          const auto moves = ranks.even_out(before, regions);
          EXPECT_EQ(before + moves.taken - moves.given, 36);
          EXPECT_EQ(regions.rounds, rounds);
          EXPECT_EQ(regions.ended, moves.taken > 0);
          return regions.own;
        });
    std::vector<std::uint64_t> all;
    for (const auto &one : found) {
      EXPECT_EQ(one.size(), 36u);
      all.insert(all.end(), one.begin(), one.end());
    }
    std::sort(all.begin(), all.end());
    EXPECT_EQ(all.size(), 180u);
    for (std::size_t i = 0; i < all.size(); ++i) EXPECT_EQ(all[i], i);
  }
}

TEST(RegionRanks, TakeNothingOfARankThatCouldNotShowIt) {
  support::ThreadJob job(5);
  const auto told = support::run_ranks(job, [](std::shared_ptr<group::Transport> transport) {
    Group group(std::move(transport), 0);
    group::RegionRanks ranks(group);
    NumberedRegions regions(group, regions_of_rank(group.rank()), 100);
    regions.fails = group.rank() == 0;
    try {
      ranks.even_out(static_cast<std::int64_t>(regions.own.size()), regions);
      // Those of rank 3 alone.
      const std::size_t sizes[] = {90, 10, 8, 36, 36};
      EXPECT_EQ(regions.own.size(), sizes[group.rank()]);
      ranks.tell_held({});
    } catch (const Failure &failure) {
      return failure.message();
    }
    return std::string("nothing");
  });
  for (const std::string &sentence : told) EXPECT_EQ(sentence, "the copy failed (on rank 0)");
}

TEST(Surplus, IsNothingWhereRanksHaveAboutAsMuch) {
  using group::surplus_of;
  EXPECT_EQ(surplus_of({1000, 1015, 998}), (std::vector<std::int64_t>{0, 0, 0}));
  EXPECT_EQ(surplus_of({12, 0, 0}), (std::vector<std::int64_t>{8, -4, -4}));
  EXPECT_EQ(surplus_of({0, 0}), (std::vector<std::int64_t>{0, 0}));
  EXPECT_EQ(surplus_of({1, 0}), (std::vector<std::int64_t>{0, 0}));
  EXPECT_EQ(surplus_of({10, 0}, 5), (std::vector<std::int64_t>{0, 0}));
  EXPECT_EQ(surplus_of({12, 0}, 5), (std::vector<std::int64_t>{6, -6}));
}

}  // namespace
