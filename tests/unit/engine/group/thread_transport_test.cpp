// Ranks that are threads: what they hand each other, and how they hear that one is missing.
#include "engine/group/thread_transport.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "base/failure.hpp"
#include "engine/group/group.hpp"
#include "engine/group/samples.hpp"

namespace {

using namespace cuboid::engine::group;
using cuboid::Failure;
using Ranks = std::vector<std::shared_ptr<Transport>>;

Ranks connected(int size) {
  std::vector<std::string> names;
  for (int r = 0; r < size; ++r) names.push_back("device " + std::to_string(10 + r));
  return connect_threads(names, "devices");
}

/// Each of the ranks on a thread of its own, which gives its transport up at the end.
void run(Ranks ranks, const std::function<void(Transport &)> &body) {
  std::vector<std::jthread> threads;
  for (auto &rank : ranks) threads.emplace_back([&body, own = std::move(rank)] { body(*own); });
}

/// The sentence of the failure; empty: there was none.
std::string failure_of(const std::function<void()> &body) {
  try {
    body();
    return "";
  } catch (const Failure &failure) {
    EXPECT_EQ(failure.status(), CUBOID_WORKER_LOST);
    return failure.message();
  }
}

TEST(ThreadTransport, HandsEachRanksWordsToAll) {
  for (const int size : {1, 2, 3, 5, 8}) {
    std::atomic<int> right = 0;
    run(connected(size), [&](Transport &rank) {
      const auto r = static_cast<std::uint64_t>(rank.rank());
      for (std::uint64_t round = 0; round < 50; ++round) {
        // Rank r has r words.
        std::vector<std::int64_t> first{0};
        for (int i = 0; i < size; ++i) first.push_back(first.back() + i);
        std::vector<std::uint64_t> words(static_cast<std::size_t>(first.back()));
        for (auto i = first[r]; i < first[r + 1]; ++i)
          words[static_cast<std::size_t>(i)] = 1000 * round + r;
        rank.gather(words.data(), first.data());
        for (int other = 0; other < size; ++other)
          for (auto i = first[static_cast<std::size_t>(other)];
               i < first[static_cast<std::size_t>(other) + 1]; ++i)
            if (words[static_cast<std::size_t>(i)] ==
                1000 * round + static_cast<std::uint64_t>(other))
              ++right;
        std::uint64_t sum[2] = {r, ~std::uint64_t{0}};
        rank.sum(sum, 2);
        const auto n = static_cast<std::uint64_t>(size);
        if (sum[0] == n * (n - 1) / 2 && sum[1] == 0 - n) ++right;
        std::uint64_t told = rank.rank() == size - 1 ? round : 0;
        rank.broadcast(&told, 1, size - 1);
        if (told == round) ++right;
      }
    });
    EXPECT_EQ(right, 50 * size * (size * (size - 1) / 2 + 2)) << size;
  }
}

TEST(ThreadTransport, HandsOverLeadingWords) {
  constexpr std::uint64_t nothing = 7;
  std::atomic<int> right = 0;
  run(connected(3), [&](Transport &rank) {
    const std::int64_t first[] = {0, 5, 10, 15};
    std::uint64_t words[15];
    std::fill(std::begin(words), std::end(words), nothing);
    for (int i = 0; i < 5; ++i) words[5 * rank.rank() + i] = static_cast<std::uint64_t>(100 + i);
    // Rank 0 hands over and wants two, and the others three.
    const int wanted = rank.rank() == 0 ? 2 : 3;
    rank.gather_leading(words, first, wanted);
    for (int r = 0; r < 3; ++r)
      for (int i = 0; i < 5; ++i) {
        const bool there = r == rank.rank() || i < std::min(wanted, r == 0 ? 2 : 3);
        right += words[5 * r + i] == (there ? static_cast<std::uint64_t>(100 + i) : nothing);
      }
  });
  EXPECT_EQ(right, 3 * 15);
}

TEST(ThreadTransport, HearsAtOnceThatARankIsGone) {
  Ranks ranks = connected(3);
  ranks[1].reset();
  std::atomic<int> told = 0;
  ranks.erase(ranks.begin() + 1);
  run(std::move(ranks), [&](Transport &rank) {
    std::uint64_t word = 0;
    const std::string message = failure_of([&] { rank.broadcast(&word, 1, 0); });
    if (message.find("device 11 has ended") != message.npos && rank.lost()) ++told;
    // Of the others one may have ended by now.
    if (message.find("has ended") != message.npos) ++told;
  });
  EXPECT_GE(told, 3);
}

TEST(ThreadTransport, EndsWhenItsTimeoutIsOver) {
  Ranks ranks = connected(2);
  ranks[0]->set_timeout(0.05);
  std::uint64_t word = 0;
  const std::string message = failure_of([&] { ranks[0]->broadcast(&word, 1, 0); });
  EXPECT_NE(message.find("device 10 of 2 devices: nothing was heard"), message.npos) << message;
  EXPECT_NE(message.find("rank_timeout"), message.npos);
}

TEST(ThreadTransport, RefusesWordsOfAnotherOperation) {
  std::atomic<int> refused = 0;
  run(connected(2), [&](Transport &rank) {
    std::uint64_t words[3] = {};
    const std::string message = failure_of([&] { rank.sum(words, rank.rank() + 2); });
    if (message.find("is in another operation") != message.npos ||
        message.find("has ended") != message.npos)
      ++refused;
  });
  EXPECT_EQ(refused, 2);
}

TEST(Group, WakesTheOthersWhenItFirstNeedsThem) {
  for (const bool needed : {false, true}) {
    Ranks ranks = connected(2);
    std::jthread other;
    std::uint64_t heard = 0;
    ranks[0]->start_others_by([&] {
      ranks[1]->be_late(ranks[0]->past());
      other = std::jthread([&heard, own = std::move(ranks[1])] {
        Group group(own, 20);
        EXPECT_TRUE(group.late());
        std::vector<std::uint64_t> words(2, 1);
        group.gather(words, {0, 1, 2});
        heard = words[0];
        group.settle();
      });
    });
    Group group(ranks[0], 20);
    EXPECT_TRUE(group.asleep());
    std::vector<std::uint64_t> words(2, 7);
    if (needed) group.gather(words, {0, 1, 2});
    EXPECT_EQ(group.asleep(), !needed);
    group.settle();
    if (needed) other.join();
    EXPECT_EQ(heard, needed ? 7u : 0u);
    EXPECT_EQ(words[1], needed ? 1u : 7u);
  }
}

TEST(Group, StaysAloneWhereTheOthersCannotBegin) {
  Ranks ranks = connected(2);
  ranks[0]->start_others_by([] { throw Failure(CUBOID_OUT_OF_MEMORY, "no thread"); });
  Group group(ranks[0], 20);
  std::vector<std::uint64_t> words(2);
  EXPECT_THROW(group.gather(words, {0, 1, 2}), Failure);
  EXPECT_TRUE(group.asleep());
  group.settle();
}

TEST(Group, LetsGoWhenNobodyReadsAnyMore) {
  constexpr int size = 3;
  std::atomic<int> drained = 0, gone = 0, seen_too_early = 0;
  Ranks ranks = connected(size);
  {
    std::vector<std::jthread> threads;
    for (auto &rank : ranks)
      threads.emplace_back([&, own = std::move(rank)] {
        Group group(own, 20);
        std::shared_ptr<int> kept(new int, [&](int *number) {
          delete number;
          if (drained != size) ++seen_too_early;
          ++gone;
        });
        group.keep(kept, [&] {
          std::this_thread::sleep_for(std::chrono::milliseconds(10 * own->rank()));
          ++drained;
        });
        kept.reset();
        group.settle();
      });
  }
  EXPECT_EQ(gone, size);
  EXPECT_EQ(seen_too_early, 0);
}

/// Counts the exchanges of a rank.
class Counting final : public Transport {
 public:
  explicit Counting(std::shared_ptr<Transport> inner) : inner_(std::move(inner)) {}
  int rank() const override { return inner_->rank(); }
  int size() const override { return inner_->size(); }
  void gather(std::uint64_t *words, const std::int64_t *first) override {
    ++gathers;
    inner_->gather(words, first);
  }
  void broadcast(std::uint64_t *words, std::int64_t count, int root) override {
    inner_->broadcast(words, count, root);
  }
  void sum(std::uint64_t *words, std::int64_t count) override { inner_->sum(words, count); }

  int gathers = 0;

 private:
  std::shared_ptr<Transport> inner_;
};

/// With so many values of each rank; returns how many exchanges that took, 0: something is wrong.
int exchanges_of(int size, std::int64_t values_of_each) {
  std::atomic<int> exchanges = 0, right = 0;
  std::vector<std::jthread> threads;
  for (auto &rank : connected(size))
    threads.emplace_back([&, own = std::make_shared<Counting>(std::move(rank))] {
      Group group(own, 20);
      const auto first = range_begins(size * values_of_each, size);
      std::vector<double> values(static_cast<std::size_t>(first.back()));
      for (auto i = first[static_cast<std::size_t>(group.rank())];
           i < first[static_cast<std::size_t>(group.rank()) + 1]; ++i)
        values[static_cast<std::size_t>(i)] = 1.5 * static_cast<double>(i);
      group.meet_and_gather(Step::batch, {}, nullptr, values.data(), first);
      bool all = true;
      for (std::size_t i = 0; i < values.size(); ++i)
        all = all && values[i] == 1.5 * static_cast<double>(i);
      right += all;
      exchanges += own->gathers;
    });
  threads.clear();
  return right == size ? exchanges / size : 0;
}

TEST(Group, HandsOverFewValuesInTheBarrier) {
  for (const int size : {2, 3, 16}) {
    EXPECT_EQ(exchanges_of(size, 1), 1) << size;
    EXPECT_EQ(exchanges_of(size, 64), 1) << size;
    EXPECT_EQ(exchanges_of(size, 65), 2) << size;
  }
  EXPECT_EQ(exchanges_of(32, 32), 1);
  EXPECT_EQ(exchanges_of(32, 33), 2);
}

TEST(Group, MeetsWhoIsElsewhereWhereValuesAreHandedOver) {
  std::atomic<int> failed = 0;
  std::vector<std::jthread> threads;
  for (auto &rank : connected(3))
    threads.emplace_back([&, own = std::move(rank)] {
      Group group(own, 20);
      std::vector<double> values(30);
      try {
        Message mine;
        if (group.rank() == 1) {
          const Failure why(CUBOID_ABORTED, "the integrand returned -999");
          mine.status = why.status();
          group.meet(Step::finish, mine, &why);
        } else {
          group.meet_and_gather(Step::batch, mine, nullptr, values.data(), range_begins(30, 3));
        }
      } catch (const Failure &failure) {
        failed += failure.status() == CUBOID_ABORTED;
      }
    });
  threads.clear();
  EXPECT_EQ(failed, 3);
}

TEST(Group, EndsEverywhereForTheReasonOfOneRank) {
  using cuboid::engine::Ending;
  for (const Ending why : {Ending::cancel_flag, Ending::time_limit, Ending::progress_function}) {
    std::atomic<int> heard = 0;
    std::vector<std::jthread> threads;
    for (auto &rank : connected(3))
      threads.emplace_back([&, own = std::move(rank)] {
        Group group(own, 20);
        try {
          work_and_meet(group, Step::samples, {}, 5, [&] {
            if (group.rank() == 1) throw cuboid::engine::Interrupted(why, 2, 1);
          });
        } catch (const cuboid::engine::Interrupted &interrupted) {
          heard += interrupted.ending() == why && interrupted.evaluated() == 12;
        }
      });
    threads.clear();
    EXPECT_EQ(heard, 3) << static_cast<int>(why);
  }
}

TEST(SharingSamples, PaysWhereTheExchangeIsShorterThanTheOthersWork) {
  EXPECT_TRUE(sharing_samples_pays(1e-3, 9e-4, 2));
  EXPECT_FALSE(sharing_samples_pays(1e-3, 1.1e-3, 2));
  EXPECT_TRUE(sharing_samples_pays(1e-3, 2.9e-3, 4));
}

}  // namespace
