#include "engine/group/regions.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "engine/engine.hpp"
#include "engine/group/digest.hpp"
#include "engine/group/exchange.hpp"

namespace cuboid::engine::group {

namespace {

/// Ranks that have so much more to do than the mean, as a part of it, are not worth a message.
constexpr std::int64_t uneven_part = 64;

}  // namespace

std::int64_t RegionRanks::begin(std::int64_t count) const {
  return range_begin(count, group_.rank(), group_.size());
}

std::int64_t RegionRanks::end(std::int64_t count) const {
  return range_begin(count, group_.rank() + 1, group_.size());
}

void RegionRanks::work(std::int64_t points, const RegionReduction &before,
                       const std::function<void()> &work) {
  Digest digest;
  digest.add(before.iterations);
  digest.add(before.neval);
  digest.add(before.value);
  digest.add(before.error);
  Message mine;
  mine.digest = digest.value();
  if (!held_) held_ = attempt(points, work, mine);
  const std::optional<Failure> failure = std::exchange(held_, std::nullopt);
  if (failure) mine.status = failure->status();
  meet_after_work(group_, Step::regions, mine, failure);
}

void RegionRanks::hold(const std::function<void()> &work) {
  Message message;
  if (!held_) held_ = attempt(0, work, message);
}

void RegionRanks::tell_held(const RegionReduction &before) {
  std::vector<unsigned long long> failed{held_ ? 1ull : 0ull};
  group_.sum(failed);
  if (failed.front() > 0) work(0, before, [] {});
}

void RegionRanks::add_up(std::span<std::int64_t> counts) {
  std::vector<unsigned long long> words(counts.begin(), counts.end());
  group_.sum(words);
  std::copy(words.begin(), words.end(), counts.begin());
}

std::vector<std::int64_t> surplus_of(const std::vector<std::int64_t> &counts, std::int64_t least) {
  const int size = static_cast<int>(counts.size());
  std::int64_t all = 0;
  for (const std::int64_t count : counts) all += count;
  const std::int64_t mean = (all + size - 1) / size;
  std::vector<std::int64_t> surplus(counts.size(), 0);
  const std::int64_t spared = std::max(mean / uneven_part, least);
  if (*std::max_element(counts.begin(), counts.end()) <= mean + spared) return surplus;
  const std::vector<std::int64_t> first = range_begins(all, size);
  for (std::size_t r = 0; r < counts.size(); ++r)
    surplus[r] = counts[r] - (first[r + 1] - first[r]);
  return surplus;
}

std::pair<std::int64_t, std::int64_t> RegionRanks::Round::moved(std::size_t from,
                                                                std::size_t to) const {
  const std::int64_t begin = std::max(first[from], before[to]);
  return {begin, std::max(begin, std::min(first[from + 1], before[to + 1]))};
}

/// Those that are given lie one after the other, in the order of who gives and of who takes.
/// surplus: what is left of it then.
RegionRanks::Round RegionRanks::next_round(std::vector<std::int64_t> &surplus, std::int64_t room) {
  Round round{{0}, {0}};
  for (std::int64_t &of_rank : surplus) {
    const std::int64_t given = std::clamp<std::int64_t>(of_rank, 0, room - round.first.back());
    round.first.push_back(round.first.back() + given);
    of_rank -= given;
  }
  for (std::int64_t &of_rank : surplus) {
    const std::int64_t left = round.first.back() - round.before.back();
    const std::int64_t taken = std::clamp<std::int64_t>(-of_rank, 0, left);
    round.before.push_back(round.before.back() + taken);
    of_rank += taken;
  }
  return round;
}

void RegionRanks::move(const Round &round, RegionGifts &gifts) {
  const auto own = static_cast<std::size_t>(group_.rank());
  gifts.begin(round.first);
  hold([&] { gifts.give(round.first[own], round.first[own + 1] - round.first[own]); });
  const std::vector<std::uint64_t> failed =
      told_by_all(group_, std::vector<std::uint64_t>{held_ ? 1u : 0u});
  gifts.hear();
  hold([&] { gifts.receive(round.before[own + 1] - round.before[own]); });
  for (std::size_t rank = 0; rank < failed.size(); ++rank) {
    const auto [begin, end] = round.moved(rank, own);
    if (begin < end && failed[rank] == 0)
      hold([&, begin = begin, end = end] {
        gifts.take(static_cast<int>(rank), begin, end - begin);
      });
  }
}

RegionRanks::Moves RegionRanks::even_out(std::int64_t marked, RegionGifts &gifts,
                                         std::int64_t least) {
  const std::vector<std::int64_t> told = told_by_all(group_, std::vector{marked, gifts.room()});
  std::vector<std::int64_t> counts;
  std::int64_t room = told[1];
  for (std::size_t r = 0; r < told.size(); r += 2) {
    counts.push_back(told[r]);
    room = std::min(room, told[r + 1]);
  }
  std::vector<std::int64_t> surplus = surplus_of(counts, least);
  const std::int64_t own = surplus[static_cast<std::size_t>(group_.rank())];
  const auto any_left = [&] { return *std::max_element(surplus.begin(), surplus.end()) > 0; };
  if (room <= 0 || !any_left()) return {};
  while (any_left()) move(next_round(surplus, room), gifts);
  // Whoever leaves next takes its table along.
  if (own < 0) hold([&] { gifts.end(); });
  told_by_all(group_, std::vector<std::uint64_t>{0});
  return {std::max<std::int64_t>(own, 0), std::max<std::int64_t>(-own, 0)};
}

}  // namespace cuboid::engine::group
