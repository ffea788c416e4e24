// What ranks that share out regions tell each other: totals, failures, and the regions themselves.
#include "engine/group/regions.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "support/thread_ranks.hpp"

namespace {

using namespace cuboid;
using namespace cuboid::engine;
using engine::group::Group;

// Of regions of very different sizes: whichever rank has which, the bits are those of one alone.
TEST(RegionRanks, AddUpTheSameTotalsHoweverRegionsAreSharedOut) {
  static constexpr std::int64_t count = 1000;
  const auto totals_of = [](int size) {
    support::ThreadJob job(size);
    return support::run_ranks(job, [](std::shared_ptr<group::Transport> transport) {
      Group group(std::move(transport), 0);
      group::RegionRanks ranks(group);
      group::RegionTotals totals;
      totals.sums.resize(1);
      totals.bins.assign(2, 0);
      for (std::int64_t i = ranks.begin(count); i < ranks.end(count); ++i) {
        const double value = std::ldexp(std::sin(static_cast<double>(i)), static_cast<int>(i % 40));
        rule::add(totals.sums[0].part[0], rule::exact_term(value), false);
        ++totals.nregions;
        ++totals.bins[static_cast<std::size_t>(i % 2)];
      }
      ranks.add_up(totals);
      EXPECT_EQ(totals.nregions, count);
      EXPECT_EQ(totals.bins, std::vector<std::int64_t>(2, count / 2));
      return rule::rounded(totals.sums[0].part[0], {}, 0);
    });
  };
  const double alone = totals_of(1)[0];
  EXPECT_NE(alone, 0);
  for (const int size : {2, 3, 8})
    for (const double sum : totals_of(size)) EXPECT_EQ(sum, alone) << size;
}

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
struct NumberedRegions {
  std::vector<std::uint64_t> own;
  std::vector<std::uint64_t> shown;
  int handed_in_messages = 0;
  bool fails = false;

  void give(std::int64_t count, std::uint64_t *to) {
    std::copy(own.end() - count, own.end(), to);
    own.resize(own.size() - static_cast<std::size_t>(count));
    ++handed_in_messages;
  }
  void take(std::int64_t count, const std::uint64_t *from) {
    own.insert(own.end(), from, from + count);
  }
  group::RegionsInPlace in_place(std::int64_t most) {
    using Place = group::RegionsInPlace::Place;
    return {most,
            [this](std::int64_t count) {
              if (fails) throw Failure(CUBOID_DEVICE_FAILED, "the copy failed");
              shown.resize(static_cast<std::size_t>(count));
              give(count, shown.data());
              --handed_in_messages;
              return Place{reinterpret_cast<std::uint64_t>(shown.data()), 1};
            },
            [this](const Place &place, std::int64_t first, std::int64_t count) {
              take(count, reinterpret_cast<const std::uint64_t *>(place.where) + first);
            },
            [] {
              return Place{0, 1};
            },
            [this](const Place &) { shown.assign(shown.size(), 0); }};
  }
  group::RegionRanks::Moves even_out(group::RegionRanks &ranks, std::int64_t most) {
    const group::RegionsInPlace in_place = this->in_place(most);
    return ranks.even_out(
        static_cast<std::int64_t>(own.size()), 1,
        [this](std::int64_t count, std::uint64_t *to) { give(count, to); },
        [this](std::int64_t count, const std::uint64_t *from) { take(count, from); }, &in_place);
  }
};

/// The marked regions of rank r of those that are handed out below.
std::vector<std::uint64_t> regions_of_rank(int rank) {
  constexpr std::uint64_t first[] = {0, 90, 100, 100, 175, 180};
  std::vector<std::uint64_t> regions;
  for (std::uint64_t i = first[rank]; i < first[rank + 1]; ++i) regions.push_back(i);
  return regions;
}

TEST(RegionRanks, ReadRegionsInEachOthersMemoryWhereAllCanBeShown) {
  for (const std::int64_t most : {54, 53}) {
    support::ThreadJob job(5);
    const auto found = support::run_ranks(job, [&](std::shared_ptr<group::Transport> transport) {
      NumberedRegions regions{regions_of_rank(transport->rank()), {}};
      Group group(std::move(transport), 0);
      group::RegionRanks ranks(group);
      const auto before = static_cast<std::int64_t>(regions.own.size());
      const auto moves = regions.even_out(ranks, most);
      EXPECT_EQ(before + moves.taken - moves.given, 36);
      EXPECT_EQ(regions.handed_in_messages, most < 54 && moves.given > 0 ? 1 : 0);
      return regions.own;
    });
    std::vector<std::uint64_t> all;
    for (const auto &one : found) {
      EXPECT_EQ(one.size(), 36u);
      all.insert(all.end(), one.begin(), one.end());
    }
    std::sort(all.begin(), all.end());
    for (std::size_t i = 0; i < all.size(); ++i) EXPECT_EQ(all[i], i);
  }
}

TEST(RegionRanks, TakeNothingOfARankThatCouldNotShowIt) {
  support::ThreadJob job(5);
  const auto told = support::run_ranks(job, [](std::shared_ptr<group::Transport> transport) {
    NumberedRegions regions{regions_of_rank(transport->rank()), {}};
    regions.fails = transport->rank() == 0;
    Group group(std::move(transport), 0);
    group::RegionRanks ranks(group);
    try {
      regions.even_out(ranks, 100);
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
