// Regions that are shared out over ranks.
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <span>
#include <utility>
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

/// How ranks that see each other's memory hand over regions: the one that gives them shows them,
/// and the one that takes them reads them there.
struct RegionsInPlace {
  /// Where something is, and what says when it is there; nobody knows more of these words.
  struct Place {
    std::uint64_t where = 0;
    std::uint64_t when = 0;
  };
  std::int64_t most = 0;  ///< that this rank can show at once
  std::function<Place(std::int64_t count)> show;
  /// Takes so many of those that another rank shows, from the first on.
  std::function<void(const Place &shown, std::int64_t first, std::int64_t count)> take;
  /// When all that this rank takes is read.
  std::function<Place()> when_read;
  /// What this rank has shown may be overwritten when that is so.
  std::function<void(const Place &read)> wait;
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
  /// others.  before: the last reduction, which all must have alike.  Throws what the ranks hear of
  /// there: a Failure of one of them, also of give and take below, or Interrupted.
  void work(std::int64_t points, const RegionReduction &before, const std::function<void()> &work);

  /// For what this rank does between two messages, which no rank may leave out: where it fails, the
  /// ranks hear of that when they meet next, and until then this does nothing more.
  void hold(const std::function<void()> &work);
  /// Meets the others at once if any rank has failed in that, and throws what it has failed with.
  void tell_held(const RegionReduction &before);

  /// Adds up over the ranks.
  void add_up(RegionTotals &totals);
  void add_up(std::span<std::int64_t> counts);

  /// Evens out the regions that are to be split.  marked: those of this rank; take and give get
  /// the numbers of a region one after the other, [numbers], with their bits in words.  give:
  /// removes regions from this rank, and returns what they are; take: adds them.  in_place: the
  /// same where ranks see each other's memory; all have it, or none has.  least: fewer regions
  /// beyond the mean are not worth it.
  struct Moves {
    std::int64_t given = 0;
    std::int64_t taken = 0;
  };
  Moves even_out(std::int64_t marked, std::int64_t numbers,
                 const std::function<void(std::int64_t count, std::uint64_t *regions)> &give,
                 const std::function<void(std::int64_t count, const std::uint64_t *regions)> &take,
                 const RegionsInPlace *in_place = nullptr, std::int64_t least = 0);

 private:
  struct Plan {
    std::vector<std::int64_t> surplus;
    std::vector<std::int64_t> first;   ///< [ranks + 1]: where those lie that a rank gives
    std::vector<std::int64_t> before;  ///< [ranks]: where those lie that a rank takes
    bool in_place = false;             ///< all ranks can show theirs at once

    std::int64_t given(std::size_t rank) const { return first[rank + 1] - first[rank]; }
    std::int64_t taken(std::size_t rank) const;
    /// Those that rank `from` gives to rank `to`: first and end.
    std::pair<std::int64_t, std::int64_t> moved(std::size_t from, std::size_t to) const;
  };
  Plan plan(std::int64_t marked, const RegionsInPlace *in_place, std::int64_t least);
  void move_in_place(const Plan &plan, const RegionsInPlace &in_place);
  std::vector<std::uint64_t> told_by_all(std::initializer_list<std::uint64_t> mine);

  Group &group_;
  std::optional<Failure> held_;  ///< to be told where the ranks meet next
  /// What is given away.  It is kept: new memory is slower than what comes into it.
  std::vector<std::uint64_t> regions_;
};

/// What each rank has too much of, if things are to be shared out evenly; less than zero: too
/// little.  Nothing where that would hardly be more even, or nobody has `least` too much.
std::vector<std::int64_t> surplus_of(const std::vector<std::int64_t> &counts,
                                     std::int64_t least = 0);

}  // namespace cuboid::engine::group
