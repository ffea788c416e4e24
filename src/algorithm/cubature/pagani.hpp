// PAGANI: adaptive cubature that refines many regions at once (I. Sakiotis, K. Arumugam, M.
// Paterno, D. Ranjan, B. Terzic, M. Zubair, SC'21, doi:10.1145/3458817.3476198).  Its steps stand
// in pagani.cpp.
//
// What differs from the paper: each iteration splits the smallest set of regions that carries a
// share of the error, instead of all; all others stay, and may be split later, so that nothing is
// filtered by its relative error, which is wrong for integrands that change sign; and the error is
// estimated from what splitting has changed (rule/region_error.hpp).
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/goal.hpp"
#include "base/probing.hpp"
#include "engine/engine.hpp"
#include "engine/regions.hpp"
#include "rule/integral_end.hpp"
#include "rule/probe_size.hpp"
#include "run/log.hpp"
#include "run/task.hpp"

namespace cuboid::algorithm {

struct PaganiResult;

/// An integral over the box of a regions engine, and when to stop.
struct PaganiTask {
  engine::RegionsEngine *regions = nullptr;
  Goal goal;
  /// NaN or infinity from the integrand.
  engine::Nonfinite nonfinite = engine::Nonfinite::stop;
  engine::Limits limits;
  /// A device, which foresees its probes, has the thorough one alone.
  Probing probing = Probing::thorough;
  const Log *log = nullptr;  ///< a line for each iteration at level 1
  /// Asked after each iteration that leaves something to do; false: it ends there.  Empty: it goes
  /// on.
  std::function<bool(const PaganiResult &)> goes_further{};
};

/// chi2: of the totals of the iterations, as if they were independent, which is Cuba's meaning.
struct PaganiResult : Result {
  /// CUBOID_CONVERGED, CUBOID_NOT_CONVERGED, CUBOID_CANCELLED, CUBOID_TIME_LIMIT, CUBOID_NONFINITE
  int status = 0;
  std::string message;         ///< says why
  std::int64_t nonfinite = 0;  ///< values that were NaN or infinite, and count as zero

  explicit PaganiResult(int ncomp) : Result(ncomp) {}
};

/// What lies in the space of so many points may have been missed where no region was refined: the
/// points of a rule stand close together on a few lines, and leave holes.
inline constexpr double points_in_a_hole = 64;

using rule::points_for_tolerance;

/// What is said of a refinement that has ended so.
struct PaganiVerdict {
  int status;
  std::string message;
};

/// ndim: 0: of several.
PaganiVerdict verdict_on(rule::IntegralEnd end, int ndim);

/// The cuts of each axis with which the refinement begins: equal parts, about as many as the engine
/// evaluates in the time of one, and with half of maxeval at most.
std::vector<int> first_cuts(int ndim, std::int64_t width, std::int64_t npoints,
                            std::int64_t maxeval);

/// Where as many cuts of all axes leave much of a device idle, some axes are cut once more, as far
/// as the first iteration splits all regions: f8 in eight dimensions to 1e-6 then takes 4
/// iterations in place of 7 (tests/bench/results/pagani_steps.txt).
std::vector<int> filled_cuts(const std::vector<int> &cuts, const engine::RegionShape &shape,
                             std::int64_t maxeval);

/// The cuts of another probe, into up to eight times as many parts, or 2^max_halvings times, but
/// not more than `most`.  The axes cut least come first, so that a structure in the middle of the
/// box does not stay at the corners of the parts alike.
std::vector<int> finer_cuts(std::vector<int> cuts, std::int64_t most, int max_halvings = 3);

/// The same where nothing but zeros was seen, into at most `most` regions half a part aside: a
/// structure in the middle of the box, or at another corner of the first regions, is in the middle
/// of one.
std::vector<int> shifted_cuts(int ndim, std::int64_t most);

/// What has converged says nothing of what lies between its points.  As much as the integrand has
/// elsewhere in the space of some points is left to the errors, up to the accuracy.
void leave_room_for_holes(Result &result, const Goal &goal);

/// Integrates.  What is accurate enough at the first probe, and rests on few points, on no error at
/// all or on zeros, is looked at again on another grid; where there are no evaluations for that, it
/// is not called converged.  result is brought up to date after every iteration, so that it holds
/// when the engine throws.
void pagani(const PaganiTask &task, PaganiResult &result);

}  // namespace cuboid::algorithm
