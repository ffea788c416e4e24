// What "auto" does next, by what is known of the methods that it may take.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace cuboid::router {

// What the constants are worth: tests/bench/results/auto_constants.txt.

/// Each step of the trial has so many times the evaluations of those before.
inline constexpr double growth = 2;
/// What a method turns out to need may be so many times what was forecast.
inline constexpr double overrun = 1.6;

/// What is expected of a candidate.  Costs are nanoseconds, about, and may be infinite.
struct Forecast {
  bool is_cubature = false;
  bool tried = false;
  bool resumes = false;   ///< goes on from where it was; else it begins anew
  bool gave_up = false;   ///< was run to its end, and is not there
  bool will_do = false;   ///< what maxeval has left is enough for it
  double rest = 0;        ///< cost until it is there
  double min_rest = 0;    ///< the same if its error falls as fast as can be hoped
  std::int64_t used = 0;  ///< evaluations
  std::int64_t stop = 0;  ///< that it will have used after its next step; 0: it has none
  double step = 0;        ///< cost of that from where it is
  double up_to_stop = 0;  ///< and from its beginning on
  double share = 0;       ///< of the accuracy that it will have reached with all that is left
};

/// The first of all that will do, by cost; if none will, the one that will have reached most.  But
/// what a method needs as a rule is what it needs where it gets there: if it does not, its first
/// step is lost.  So one that was not tried has to wait as long as that step costs more than a
/// little of the rest of one that was, and will do.
std::size_t best_of(std::span<const Forecast> all);

/// Whether another step of one costs little beside what any other one is expected to need.  Where
/// cubature may come to be the cheapest it may take as much as that: its error often falls slowly
/// for a while, and then fast, and nothing of it is lost.
bool may_look(std::span<const Forecast> all, std::size_t who);

/// What was used of maxeval, and what may be.
struct Budget {
  std::int64_t used = 0;          ///< by all
  std::int64_t max_of_looks = 0;  ///< with the steps of those that may be lost
  std::int64_t maxeval = 0;       ///< with the next step of cubature, if it goes on
};

struct Step {
  std::size_t who;
  std::int64_t until;  ///< evaluations of it in all
};

/// The next look: that of whoever may look at little cost, cheapest first; else of the one that is
/// expected to be there first.  Nothing: there is no room for it, and the plan is due.
std::optional<Step> next_look(std::span<const Forecast> all, const Budget &budget);

/// Evaluations up to which one that needs so many is carried out before another one may take its
/// place.  most: that it may have in all, which it gets where less than this would be left for
/// others.
std::int64_t planned_stop(const Forecast &taken, double needed, std::int64_t most);

}  // namespace cuboid::router
