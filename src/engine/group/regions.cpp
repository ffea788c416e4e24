#include "engine/group/regions.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "engine/engine.hpp"
#include "engine/group/digest.hpp"

namespace cuboid::engine::group {

namespace {

/// Ranks that have so much more to do than the mean, as a part of it, are not worth a message.
constexpr std::int64_t uneven_part = 64;

constexpr std::size_t limbs_of_sum = rule::ExactSum::nlimbs;

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

void RegionRanks::add_up(RegionTotals &totals) {
  std::vector<unsigned long long> words;
  words.reserve(totals.sums.size() * rule::nexact_parts * limbs_of_sum + 2 + totals.bins.size());
  for (const rule::ExactRegionSums &component : totals.sums)
    for (const rule::ExactSum &sum : component.part)
      words.insert(words.end(), std::begin(sum.limb), std::end(sum.limb));
  words.push_back(static_cast<unsigned long long>(totals.nregions));
  words.push_back(static_cast<unsigned long long>(totals.nonfinite));
  words.insert(words.end(), totals.bins.begin(), totals.bins.end());
  group_.sum(words);
  auto word = words.begin();
  for (rule::ExactRegionSums &component : totals.sums)
    for (rule::ExactSum &sum : component.part)
      for (long long &limb : sum.limb) limb = static_cast<long long>(*word++);
  totals.nregions = static_cast<std::int64_t>(*word++);
  totals.nonfinite = static_cast<std::int64_t>(*word++);
  std::copy(word, words.end(), totals.bins.begin());
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

std::int64_t RegionRanks::Plan::taken(std::size_t rank) const {
  return std::max<std::int64_t>(-surplus[rank], 0);
}

std::pair<std::int64_t, std::int64_t> RegionRanks::Plan::moved(std::size_t from,
                                                               std::size_t to) const {
  const std::int64_t begin = std::max(first[from], before[to]);
  return {begin, std::max(begin, std::min(first[from + 1], before[to] + taken(to)))};
}

std::vector<std::uint64_t> RegionRanks::told_by_all(std::initializer_list<std::uint64_t> mine) {
  const auto each = static_cast<std::int64_t>(mine.size());
  std::vector<std::uint64_t> words(mine.size() * static_cast<std::size_t>(group_.size()));
  std::copy(mine.begin(), mine.end(), words.begin() + each * group_.rank());
  group_.gather(words, range_begins(group_.size(), group_.size(), each));
  return words;
}

/// Those that are given lie one after the other, in the order of who gives and of who takes.
RegionRanks::Plan RegionRanks::plan(std::int64_t marked, const RegionsInPlace *in_place,
                                    std::int64_t least) {
  const auto size = static_cast<std::size_t>(group_.size());
  const auto told = told_by_all({static_cast<std::uint64_t>(marked),
                                 static_cast<std::uint64_t>(in_place ? in_place->most : 0)});
  std::vector<std::int64_t> counts;
  for (std::size_t r = 0; r < size; ++r) counts.push_back(static_cast<std::int64_t>(told[2 * r]));
  Plan plan{surplus_of(counts, least), std::vector<std::int64_t>(size + 1, 0), {}, true};
  std::int64_t taken = 0;
  for (std::size_t r = 0; r < size; ++r) {
    const std::int64_t given = std::max<std::int64_t>(plan.surplus[r], 0);
    plan.first[r + 1] = plan.first[r] + given;
    plan.before.push_back(taken);
    taken += plan.taken(r);
    plan.in_place = plan.in_place && given <= static_cast<std::int64_t>(told[2 * r + 1]);
  }
  return plan;
}

/// Of a rank in trouble the others take nothing, until they hear of it.
void RegionRanks::move_in_place(const Plan &plan, const RegionsInPlace &in_place) {
  const auto size = static_cast<std::size_t>(group_.size());
  const auto own = static_cast<std::size_t>(group_.rank());
  RegionsInPlace::Place shown{};
  if (plan.given(own) > 0) hold([&] { shown = in_place.show(plan.given(own)); });
  const auto places = told_by_all({shown.where, shown.when});
  for (std::size_t r = 0; r < size; ++r) {
    const auto [begin, end] = plan.moved(r, own);
    if (begin == end || places[2 * r] == 0) continue;
    hold([&, begin = begin, end = end] {
      in_place.take({places[2 * r], places[2 * r + 1]}, begin - plan.first[r], end - begin);
    });
  }
  RegionsInPlace::Place read{};
  if (plan.taken(own) > 0) hold([&] { read = in_place.when_read(); });
  const auto reads = told_by_all({read.where, read.when});
  for (std::size_t r = 0; r < size; ++r) {
    const auto [begin, end] = plan.moved(own, r);
    if (begin < end && reads[2 * r + 1] != 0)
      hold([&] { in_place.wait({reads[2 * r], reads[2 * r + 1]}); });
  }
}

RegionRanks::Moves RegionRanks::even_out(
    std::int64_t marked, std::int64_t numbers,
    const std::function<void(std::int64_t count, std::uint64_t *regions)> &give,
    const std::function<void(std::int64_t count, const std::uint64_t *regions)> &take,
    const RegionsInPlace *in_place, std::int64_t least) {
  const auto own = static_cast<std::size_t>(group_.rank());
  const Plan plan = this->plan(marked, in_place, least);
  if (plan.first.back() == 0) return {};
  const Moves moves{plan.given(own), plan.taken(own)};
  if (in_place != nullptr && plan.in_place) {
    move_in_place(plan, *in_place);
    return moves;
  }
  std::vector<std::int64_t> first = plan.first;
  for (std::int64_t &one : first) one *= numbers;
  regions_.resize(std::max(regions_.size(), static_cast<std::size_t>(first.back())));
  if (moves.given > 0) hold([&] { give(moves.given, regions_.data() + first[own]); });
  // Of a rank in trouble the others take what does no harm until they hear of it.
  if (held_) std::fill(regions_.begin() + first[own], regions_.begin() + first[own + 1], 0);
  group_.gather(regions_, first);
  if (moves.taken > 0)
    hold([&] { take(moves.taken, regions_.data() + plan.before[own] * numbers); });
  return moves;
}

}  // namespace cuboid::engine::group
