// What ranks contribute and hear: ranges of arrays, and values that are put together.
#include "engine/group/exchange.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <future>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/group/thread_transport.hpp"
#include "rule/exact_sum.hpp"
#include "support/thread_ranks.hpp"

namespace {

using namespace cuboid;
using namespace cuboid::engine;
using group::Exchange;
using group::Group;

/// Of a step of 1000 things that are shared out: what one rank would have in the end.
struct Step {
  static constexpr std::int64_t count = 1000;
  static constexpr std::size_t rows = 3;

  std::vector<double> table = std::vector<double>(rows * count);  ///< [rows][count]
  std::vector<float> narrow = std::vector<float>(count);          ///< half a word each
  std::vector<std::uint32_t> largest = {0, 0, 0};
  unsigned long long number = 0;
  std::int64_t negative = 0;
  std::optional<SamplesNonfinite> first;

  void work(std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = begin; i < end; ++i) {
      for (std::size_t row = 0; row < rows; ++row)
        table[row * count + static_cast<std::size_t>(i)] =
            1. / static_cast<double>(i + 1 + 7 * row);
      narrow[static_cast<std::size_t>(i)] = 1.f / static_cast<float>(i + 1);
      std::uint32_t &most = largest[static_cast<std::size_t>(i % 3)];
      most = std::max(most, static_cast<std::uint32_t>(i * 7919 % 1009));
      number += ~0ull / 3 * static_cast<unsigned long long>(i);
      negative -= i;
      if (i % 400 == 390 && !first) first = SamplesNonfinite{i, 1, -0., {.25, .5}};
    }
  }
  void share(Exchange &exchange, std::vector<std::int64_t> begin) {
    exchange.range(table.data(), begin, rows, count);
    exchange.range(narrow.data(), std::move(begin));
    exchange.merge(largest.data(), largest.size(),
                   [](std::uint32_t *mine, const std::uint32_t *theirs) {
                     for (int i = 0; i < 3; ++i) mine[i] = std::max(mine[i], theirs[i]);
                   });
    exchange.sum(&number, 1);
    exchange.sum(&negative, 1);
    exchange.first(first, 2);
  }
  bool operator==(const Step &other) const {
    return table == other.table && narrow == other.narrow && largest == other.largest &&
           number == other.number && negative == other.negative &&
           first.has_value() == other.first.has_value() &&
           (!first || (first->sample == other.first->sample && first->x == other.first->x &&
                       first->component == other.first->component));
  }
};

/// Where the range of each rank begins, and the end.  What is before the first, all have.
using Ranges = std::vector<std::int64_t>;

template <class SomeExchange>
bool hears_all(std::shared_ptr<group::Transport> transport, const Ranges &begin) {
  Group ranks(std::move(transport), 60);
  Step alone, mine;
  alone.work(0, Step::count);
  mine.work(0, begin.front());
  // What is added up is to be counted once.
  if (ranks.rank() > 0) mine.number = mine.negative = 0;
  const auto own = static_cast<std::size_t>(ranks.rank());
  mine.work(begin[own], begin[own + 1]);
  SomeExchange exchange(ranks);
  mine.share(exchange, begin);
  exchange.run();
  return mine == alone;
}

const std::vector<Ranges> &some_ranges() {
  static const std::vector<Ranges> ranges = {{0, 1000},
                                             {0, 500, 1000},
                                             {13, 13, 14, 1000},
                                             {0, 0, 1000, 1000},
                                             {1, 390, 391, 392, 793, 1000},
                                             group::range_begins(Step::count, 8)};
  return ranges;
}

TEST(Exchange, GivesAllRanksWhatOneWouldHave) {
  for (const Ranges &begin : some_ranges()) {
    support::ThreadJob job(static_cast<int>(begin.size()) - 1);
    for (const bool same :
         support::run_ranks(job, [&](std::shared_ptr<group::Transport> transport) {
           return hears_all<Exchange>(std::move(transport), begin);
         }))
      EXPECT_TRUE(same);
    // The numbers, and all the rest.
    EXPECT_EQ(job.operations, 2);
  }
}

TEST(Exchange, IsTheSameForThreadsOfTheLibrary) {
  for (const Ranges &begin : some_ranges()) {
    const auto transports =
        group::connect_threads(std::vector<std::string>(begin.size() - 1, "device"), "devices");
    std::vector<std::future<bool>> running;
    for (const auto &transport : transports)
      running.push_back(std::async(std::launch::async, [&begin, transport] {
        return hears_all<Exchange>(transport, begin);
      }));
    for (auto &one : running) EXPECT_TRUE(one.get());
  }
}

TEST(Exchange, CanBeUsedAgain) {
  support::ThreadJob job(3);
  const auto sums = support::run_ranks(job, [](std::shared_ptr<group::Transport> transport) {
    Group ranks(std::move(transport), 60);
    Exchange exchange(ranks);
    std::int64_t sum = 0;
    for (const std::int64_t each : {1, 10}) {
      std::vector<std::int64_t> of_rank(3);
      of_rank[static_cast<std::size_t>(ranks.rank())] = each * (ranks.rank() + 1);
      exchange.clear();
      exchange.range(of_rank.data(), group::range_begins(3, 3));
      exchange.run();
      for (const std::int64_t one : of_rank) sum += one;
    }
    return sum;
  });
  EXPECT_EQ(sums, (std::vector<std::int64_t>{66, 66, 66}));
}

/// Arrays that the host cannot read at once, as those of a device.
class Elsewhere final : public Exchange {
 public:
  using Exchange::Exchange;

 private:
  struct Copy {
    void *to;
    const void *array;
    std::size_t bytes;
  };
  void read(void *to, const void *array, std::size_t bytes) override {
    begun_.push_back({to, array, bytes});
  }
  void wait() override {
    for (const Copy &copy : begun_) std::memcpy(copy.to, copy.array, copy.bytes);
    begun_.clear();
  }
  std::vector<Copy> begun_;
};

TEST(Exchange, WaitsForMemoryOfDevices) {
  for (const Ranges &begin : some_ranges()) {
    support::ThreadJob job(static_cast<int>(begin.size()) - 1);
    for (const bool same :
         support::run_ranks(job, [&](std::shared_ptr<group::Transport> transport) {
           return hears_all<Elsewhere>(std::move(transport), begin);
         }))
      EXPECT_TRUE(same);
  }
}

// Of terms of very different sizes: whichever rank has which, the bits are those of one alone.
TEST(Exchange, AddsUpExactSumsTheSameHoweverTermsAreSharedOut) {
  const auto sum_of = [](int size) {
    support::ThreadJob job(size);
    return support::run_ranks(job, [](std::shared_ptr<group::Transport> transport) {
      Group ranks(std::move(transport), 60);
      rule::ExactSum sum{};
      const auto begin = [&](int rank) { return group::range_begin(1000, rank, ranks.size()); };
      for (std::int64_t i = begin(ranks.rank()); i < begin(ranks.rank() + 1); ++i)
        rule::add(sum,
                  rule::exact_term(
                      std::ldexp(std::sin(static_cast<double>(i)), static_cast<int>(i % 40))),
                  false);
      Exchange exchange(ranks);
      exchange.sum(sum.limb, std::size(sum.limb));
      exchange.run();
      return rule::rounded(sum, {}, 0);
    });
  };
  const double alone = sum_of(1)[0];
  EXPECT_NE(alone, 0);
  for (const int size : {2, 3, 8})
    for (const double sum : sum_of(size)) EXPECT_EQ(sum, alone) << size;
}

TEST(ToldByAll, IsInTheOrderOfRanks) {
  struct Thing {
    std::uint64_t rank;
    double half;
  };
  support::ThreadJob job(3);
  const auto told = support::run_ranks(job, [](std::shared_ptr<group::Transport> transport) {
    Group ranks(std::move(transport), 60);
    const auto rank = static_cast<std::uint64_t>(ranks.rank());
    std::vector<double> found;
    for (const Thing &thing : group::told_by_all(
             ranks, std::vector<Thing>{{rank, .5 * static_cast<double>(rank)}, {9, 0}}))
      found.push_back(static_cast<double>(thing.rank) + thing.half);
    return found;
  });
  for (const auto &found : told) EXPECT_EQ(found, (std::vector<double>{0, 9, 1.5, 9, 3, 9}));
}

}  // namespace
