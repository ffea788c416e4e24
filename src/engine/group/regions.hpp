// Regions that are shared out over ranks.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "base/failure.hpp"
#include "engine/group/group.hpp"
#include "engine/regions.hpp"
#include "rule/region_marking.hpp"
#include "rule/region_sums.hpp"

namespace cuboid::engine::group {

/// What is known after an iteration of the regions of a rank, and then of all.
struct RegionTotals {
  std::vector<rule::ExactRegionSums> sums;  ///< [ncomp]
  std::int64_t nregions = 0;
  std::int64_t nonfinite = 0;      ///< values that were NaN or infinite
  std::vector<std::int64_t> bins;  ///< [nbins] of the marking, or none
};

/// Each region is kept by one rank.  Which one has no say in the result: what is decided follows
/// from sums that are exact (rule/exact_sum.hpp), from counts, and from keys of the regions.  So
/// ranks only have to have equally much to do: the first regions are shared out in ranges, and of
/// those that are to be split, ranks that have many give to those that have few.
class RegionRanks {
 public:
  /// The group outlives this.
  explicit RegionRanks(Group &group) : group_(group) {}

  /// Where this rank's range of `count` things begins and ends.
  std::int64_t begin(std::int64_t count) const;
  std::int64_t end(std::int64_t count) const;

  bool is_first() const { return group_.rank() == 0; }

  /// Does this rank's part of an iteration, in which it evaluates `points` points, and meets the
  /// others.  before: the last survey, which all must have alike.  Throws what the ranks hear of
  /// there: a Failure of one of them, also of give and take below, or Interrupted.
  void work(std::int64_t points, const RegionSurvey &before, const std::function<void()> &work);

  /// For what this rank does between two messages, which no rank may leave out: where it fails, the
  /// ranks hear of that when they meet next, and until then this does nothing more.
  void hold(const std::function<void()> &work);
  /// Meets the others at once if any rank has failed in that, and throws what it has failed with.
  void tell_held(const RegionSurvey &before);

  /// Adds up over the ranks.
  void add_up(RegionTotals &totals);
  void add_up(std::span<std::int64_t> counts);

  /// Evens out the regions that are to be split.  marked: those of this rank; take and give get
  /// the numbers of a region one after the other, [numbers], with their bits in words.  give:
  /// removes regions from this rank, and returns what they are; take: adds them.
  struct Moves {
    std::int64_t given = 0;
    std::int64_t taken = 0;
  };
  Moves even_out(std::int64_t marked, std::int64_t numbers,
                 const std::function<void(std::int64_t count, std::uint64_t *regions)> &give,
                 const std::function<void(std::int64_t count, const std::uint64_t *regions)> &take);

 private:
  Group &group_;
  std::optional<Failure> held_;  ///< to be told where the ranks meet next
  /// What is given away.  It is kept: new memory is slower than what comes into it.
  std::vector<std::uint64_t> regions_;
};

/// What each rank has too much of, if things are to be shared out evenly; less than zero: too
/// little.  Nothing where that would hardly be more even.
std::vector<std::int64_t> surplus_of(const std::vector<std::int64_t> &counts);

}  // namespace cuboid::engine::group
