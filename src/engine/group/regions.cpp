#include "engine/group/regions.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "engine/engine.hpp"
#include "engine/group/digest.hpp"

namespace cuboid::engine::group {

namespace {

/// Ranks that have so much more to do than the mean, as a part of it, are not worth a message.
constexpr std::int64_t uneven_part = 16;

constexpr std::size_t limbs_of_sum = rule::ExactSum::nlimbs;

}  // namespace

std::int64_t RegionRanks::begin(std::int64_t count) const {
  return range_begin(count, group_.rank(), group_.size());
}

std::int64_t RegionRanks::end(std::int64_t count) const {
  return range_begin(count, group_.rank() + 1, group_.size());
}

void RegionRanks::work(std::int64_t points, const RegionSurvey &before,
                       const std::function<void()> &work) {
  Digest digest;
  digest.add(before.iterations);
  digest.add(before.neval);
  digest.add(before.value);
  digest.add(before.error);
  Note mine;
  mine.digest = digest.value();
  if (!held_) held_ = attempt(points, work, mine);
  const std::optional<Failure> failure = std::exchange(held_, std::nullopt);
  if (failure) mine.status = failure->status();
  meet_after_work(group_, Step::regions, mine, failure);
}

void RegionRanks::hold(const std::function<void()> &work) {
  Note note;
  if (!held_) held_ = attempt(0, work, note);
}

void RegionRanks::tell_held(const RegionSurvey &before) {
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

std::vector<std::int64_t> surplus_of(const std::vector<std::int64_t> &counts) {
  const int size = static_cast<int>(counts.size());
  std::int64_t all = 0;
  for (const std::int64_t count : counts) all += count;
  const std::int64_t mean = (all + size - 1) / size;
  std::vector<std::int64_t> surplus(counts.size(), 0);
  if (*std::max_element(counts.begin(), counts.end()) <= mean + mean / uneven_part) return surplus;
  const std::vector<std::int64_t> first = range_begins(all, size);
  for (std::size_t r = 0; r < counts.size(); ++r)
    surplus[r] = counts[r] - (first[r + 1] - first[r]);
  return surplus;
}

RegionRanks::Moves RegionRanks::even_out(
    std::int64_t marked, std::int64_t numbers,
    const std::function<void(std::int64_t count, std::uint64_t *regions)> &give,
    const std::function<void(std::int64_t count, const std::uint64_t *regions)> &take) {
  const auto size = static_cast<std::size_t>(group_.size());
  const auto own = static_cast<std::size_t>(group_.rank());
  std::vector<double> told(size);
  told[own] = static_cast<double>(marked);
  group_.gather(told.data(), range_begins(group_.size(), group_.size()));
  const std::vector<std::int64_t> surplus =
      surplus_of(std::vector<std::int64_t>(told.begin(), told.end()));
  // Those that are given lie one after the other, in the order of who gives and of who takes.
  std::vector<std::int64_t> first(size + 1, 0);
  std::int64_t taken_before = 0;
  for (std::size_t r = 0; r < size; ++r) {
    first[r + 1] = first[r] + std::max<std::int64_t>(surplus[r], 0) * numbers;
    if (r < own) taken_before += std::max<std::int64_t>(-surplus[r], 0) * numbers;
  }
  if (first[size] == 0) return {};
  regions_.resize(std::max(regions_.size(), static_cast<std::size_t>(first[size])));
  const Moves moves{std::max<std::int64_t>(surplus[own], 0),
                    std::max<std::int64_t>(-surplus[own], 0)};
  if (moves.given > 0) hold([&] { give(moves.given, regions_.data() + first[own]); });
  // Of a rank in trouble the others take what does no harm until they hear of it.
  if (held_) std::fill(regions_.begin() + first[own], regions_.begin() + first[own + 1], 0);
  group_.gather(regions_, first);
  if (moves.taken > 0) hold([&] { take(moves.taken, regions_.data() + taken_before); });
  return moves;
}

}  // namespace cuboid::engine::group
