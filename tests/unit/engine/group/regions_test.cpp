// Regions that ranks share out have the same bits for any number of ranks.
#include "engine/group/regions.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "algorithm/cubature/pagani.hpp"
#include "base/clock.hpp"
#include "engine/cpu/make_engine.hpp"
#include "engine/cpu/regions/regions_cpu.hpp"
#include "support/pagani.hpp"
#include "support/thread_ranks.hpp"

namespace {

using namespace cuboid;
using namespace cuboid::engine;
using engine::group::Group;

/// What a rank's integrand does besides having a value, and how often it was called.
struct Behaviour {
  std::int64_t trouble_at = -1;  ///< the call at which trouble begins; -1: never
  enum Trouble { none, nan, abort, cancel } trouble = none;
  volatile int cancelled = 0;
  std::int64_t calls = 0;
};

int make_trouble(Behaviour &behaviour, double *f) {
  if (behaviour.calls++ != behaviour.trouble_at) return 0;
  if (behaviour.trouble == Behaviour::nan) f[0] = std::nan("");
  if (behaviour.trouble == Behaviour::cancel) behaviour.cancelled = 1;
  return behaviour.trouble == Behaviour::abort ? -999 : 0;
}

/// A peak beside a corner, so that a few of the first regions have all the work, and a kink.
int corner(const int *ndim, const double *x, const int *ncomp, double *f, void *behaviour) {
  double distance = 0, sum = 0;
  for (int d = 0; d < *ndim; ++d) {
    distance += (x[d] - .03 * (d + 1)) * (x[d] - .03 * (d + 1));
    sum += (d + 1) * x[d];
  }
  const double values[] = {std::exp(-4000 * distance), std::sqrt(std::fabs(sum - 1.234))};
  for (int c = 0; c < *ncomp; ++c) f[c] = values[c];
  return make_trouble(*static_cast<Behaviour *>(behaviour), f);
}

struct Case {
  const char *name;
  int ndim;
  int ncomp;
  Goal goal;
  std::int64_t memory = 0;
  Nonfinite nonfinite = Nonfinite::stop;
  double seconds = 0;  ///< time limit
};

struct Found {
  int status = -1000;
  std::string message;
  std::optional<algorithm::PaganiResult> result;
  std::int64_t calls = 0;
};

/// As the router does it.
Found integrate(const Case &what, Behaviour &behaviour, Group *ranks) {
  HostFunction host;
  host.ndim = what.ndim;
  host.ncomp = what.ncomp;
  host.function = corner;
  host.userdata = &behaviour;
  cpu::EngineOptions options;
  options.mode = cpu::WorkerMode::serial;
  options.nonfinite = what.nonfinite;
  const auto regions = cpu::make_regions(
      what.ndim, what.ncomp, 0, cpu::make_points_engine(host, options), what.memory, ranks);
  algorithm::PaganiTask task;
  task.goal = what.goal;
  task.nonfinite = what.nonfinite;
  task.limits.cancel = &behaviour.cancelled;
  if (what.seconds > 0) task.limits.deadline = monotonic_seconds() + what.seconds;
  Found found;
  std::optional<Failure> failure;
  try {
    found.result = support::pagani(*regions, task);
    found.status = found.result->status;
  } catch (const Interrupted &interrupted) {
    found.status = interrupted.status();
  } catch (const Failure &thrown) {
    failure = thrown;
    found.status = thrown.status();
    found.message = thrown.message();
  }
  found.calls = behaviour.calls;
  if (ranks == nullptr || ranks->ended()) return found;
  group::Note mine;
  if (failure || ends_early(found.status)) mine.status = found.status;
  try {
    ranks->meet(group::Step::finish, mine, failure ? &*failure : nullptr);
  } catch (const Failure &thrown) {
    found.message = thrown.message();
  }
  return found;
}

Found alone(const Case &what) {
  Behaviour behaviour;
  return integrate(what, behaviour, nullptr);
}

/// The last rank behaves as `troubled`, the others as usual.
std::vector<Found> together(int size, const Case &what,
                            Behaviour::Trouble trouble = Behaviour::none, std::int64_t at = -1) {
  support::ThreadJob job(size);
  return support::run_ranks(job, [&](std::shared_ptr<group::Transport> transport) {
    Behaviour behaviour;
    if (transport->rank() == size - 1) {
      behaviour.trouble = trouble;
      behaviour.trouble_at = at;
    }
    Group group(std::move(transport), 0);
    return integrate(what, behaviour, &group);
  });
}

void expect_same(const Found &found, const Found &expected) {
  EXPECT_EQ(found.status, expected.status) << found.message;
  ASSERT_TRUE(found.result && expected.result) << found.message;
  EXPECT_EQ(found.result->integral, expected.result->integral);
  EXPECT_EQ(found.result->error, expected.result->error);
  EXPECT_EQ(found.result->chi2, expected.result->chi2);
  EXPECT_EQ(found.result->neval, expected.result->neval);
  EXPECT_EQ(found.result->nregions, expected.result->nregions);
  EXPECT_EQ(found.result->niterations, expected.result->niterations);
  EXPECT_EQ(found.result->message, expected.result->message);
}

class SharedRegions : public testing::TestWithParam<Case> {};

TEST_P(SharedRegions, HaveTheSameBitsForAnyNumberOfRanks) {
  const Found expected = alone(GetParam());
  ASSERT_TRUE(expected.result) << expected.message;
  for (const int size : {1, 2, 3, 5, 8}) {
    SCOPED_TRACE(size);
    for (const Found &found : together(size, GetParam())) expect_same(found, expected);
  }
}

INSTANTIATE_TEST_SUITE_P(All, SharedRegions,
                         testing::Values(Case{"converged", 3, 1, {1e-6, 0, 0, 2000000}},
                                         Case{"two_components", 2, 2, {1e-5, 0, 0, 400000}},
                                         Case{"maxeval", 3, 2, {1e-9, 0, 0, 700000}},
                                         Case{"few_evaluations", 4, 1, {1e-9, 0, 0, 20000}},
                                         Case{"mineval", 2, 1, {1e-2, 0, 300000, 1000000}},
                                         Case{"one_dimension", 1, 2, {1e-10, 0, 0, 100000}}),
                         [](const auto &test) { return test.param.name; });

TEST(SharedRegions, GiveEachRankAsMuchToEvaluate) {
  const Case what{"uneven", 3, 1, {1e-8, 0, 0, 3000000}};
  const std::int64_t all = alone(what).calls;
  for (const int size : {2, 3, 8}) {
    std::int64_t most = 0, sum = 0;
    for (const Found &found : together(size, what)) {
      most = std::max(most, found.calls);
      sum += found.calls;
    }
    EXPECT_EQ(sum, all);
    EXPECT_LT(most, all / size + all / size / 10) << size;
  }
}

TEST(SharedRegions, EndEverywhereWithTheFailureOfOneRank) {
  const Case what{"failure", 3, 1, {1e-9, 0, 0, 3000000}};
  for (const std::int64_t at : {0, 60000})
    for (const auto &[trouble, status] :
         {std::pair{Behaviour::abort, CUBOID_ABORTED}, std::pair{Behaviour::nan, CUBOID_NONFINITE}})
      for (const Found &found : together(3, what, trouble, at)) {
        EXPECT_EQ(found.status, status) << at;
        EXPECT_NE(found.message, "");
      }
}

TEST(SharedRegions, CountWhatIsNotFiniteOnAnyRank) {
  Case what{"nonfinite", 3, 1, {1e-5, 0, 0, 3000000}};
  what.nonfinite = Nonfinite::zero;
  const std::vector<Found> all = together(3, what, Behaviour::nan, 100);
  for (const Found &found : all) {
    expect_same(found, all[0]);
    ASSERT_TRUE(found.result);
    EXPECT_EQ(found.result->nonfinite, 1);
  }
}

TEST(SharedRegions, EndTogetherWhereOneIsCancelled) {
  const Case what{"cancelled", 3, 2, {1e-12, 0, 0, 1000000000}};
  for (const std::int64_t at : {0, 100000})
    for (const Found &found : together(3, what, Behaviour::cancel, at))
      EXPECT_EQ(found.status, CUBOID_CANCELLED) << at;
}

TEST(SharedRegions, EndTogetherAtTheTimeLimit) {
  Case what{"time", 3, 2, {1e-12, 0, 0, std::int64_t{1} << 40}};
  what.seconds = .2;
  for (const Found &found : together(3, what)) EXPECT_EQ(found.status, CUBOID_TIME_LIMIT);
}

TEST(SharedRegions, EndWhereTheMemoryOfAllIsFull) {
  Case what{"memory", 3, 1, {1e-10, 0, 0, 100000000}};
  what.memory = 1000000;
  const Found expected = together(1, what)[0];
  ASSERT_TRUE(expected.result) << expected.message;
  EXPECT_EQ(expected.status, CUBOID_NOT_CONVERGED);
  EXPECT_NE(expected.result->message.find("memory"), std::string::npos) << expected.result->message;
  for (const int size : {2, 5})
    for (const Found &found : together(size, what)) expect_same(found, expected);
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
