// Regions that are shared out over ranks.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/failure.hpp"
#include "engine/group/group.hpp"
#include "engine/regions.hpp"

namespace cuboid::engine::group {

/// What a rank does to hand regions over: those that are given lie in a table that all ranks see,
/// in which each rank that gives has a range.
class RegionGifts {
 public:
  virtual ~RegionGifts() = default;

  /// Regions for which the table has room.
  virtual std::int64_t room() const = 0;
  /// Where the ranges of the ranks begin in the next table: [ranks + 1].  Does not fail.
  virtual void begin(const std::vector<std::int64_t> &first) = 0;
  /// Removes so many regions from this rank, 0 too, and puts them into the table from `first` on.
  virtual void give(std::int64_t first, std::int64_t count) = 0;
  /// When all have tried to.
  virtual void hear() = 0;
  /// Before this rank takes so many, 0 too, from there.
  virtual void receive(std::int64_t count) = 0;
  /// Adds those that lie from `first` on, in the range of a rank.
  virtual void take(int rank, std::int64_t first, std::int64_t count) = 0;
  /// When all that this rank has taken is read, so that the others may let go of it.
  virtual void end() = 0;
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
  void add_up(std::span<std::int64_t> counts);

  /// Evens out the regions that are to be split.  marked: those of this rank.  least: fewer regions
  /// beyond the mean are not worth it.  Of a rank in trouble the others take nothing, until they
  /// hear of it.
  struct Moves {
    std::int64_t given = 0;
    std::int64_t taken = 0;
  };
  Moves even_out(std::int64_t marked, RegionGifts &gifts, std::int64_t least = 0);

 private:
  /// What fits into the table at once.
  struct Round {
    std::vector<std::int64_t> first;   ///< [ranks + 1]: where those lie that a rank gives,
    std::vector<std::int64_t> before;  ///< and those that it takes

    /// Those that rank `from` gives to rank `to`: first and end.
    std::pair<std::int64_t, std::int64_t> moved(std::size_t from, std::size_t to) const;
  };
  static Round next_round(std::vector<std::int64_t> &surplus, std::int64_t room);
  void move(const Round &round, RegionGifts &gifts);

  Group &group_;
  std::optional<Failure> held_;  ///< to be told where the ranks meet next
};

/// What each rank has too much of, if things are to be shared out evenly; less than zero: too
/// little.  Nothing where that would hardly be more even, or nobody has `least` too much.
std::vector<std::int64_t> surplus_of(const std::vector<std::int64_t> &counts,
                                     std::int64_t least = 0);

}  // namespace cuboid::engine::group
