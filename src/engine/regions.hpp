// The regions interface: a cubature rule on lists of regions, without any decision of an algorithm
// but the numbers in RegionRequest.  Plain structs, no CUDA types.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

namespace cuboid::engine {

/// What the refinement of regions is to reach, and how.
struct RegionRequest {
  double epsrel = 1e-3;
  double epsabs = 1e-12;
  std::int64_t mineval = 0;
  std::int64_t maxeval = 1000000;
  /// Each iteration splits the smallest set of regions with this share of the error ...
  double share = .5;
  /// ... but no fewer than this number, while there are as many.
  std::int64_t least = 1;
  /// False: errors are those of null rules alone, without what splitting has shown.
  bool observe = true;
  /// Every axis of the cube is cut into 2^cuts[axis] parts to begin with,
  std::vector<int> cuts;
  /// or, if this is set, into one more, half a part aside (rule/region_division.hpp).
  bool shifted = false;
};

enum class RegionStatus : int {
  running = 0,
  converged = 1,
  budget = 2,  ///< another iteration would exceed maxeval
  full = 3,    ///< another iteration needs more memory: grow() or slice(), and go on
  final = 4,   ///< no region can be split any further
  done = 5,    ///< the slice of regions is as accurate as it has to be: slice() and go on
};

struct RegionSurvey {
  RegionStatus status = RegionStatus::running;
  std::int64_t nregions = 0;
  std::int64_t neval = 0;
  std::int64_t iterations = 0;
  std::int64_t nonfinite = 0;  ///< values that were NaN or infinite, and counted as zero
  std::vector<double> value;   ///< [ncomp] sums over all regions
  std::vector<double> error;   ///< [ncomp]
};

/// A box divided into regions, each with its estimate of the integral.
class RegionsEngine {
 public:
  virtual ~RegionsEngine() = default;

  virtual int ndim() const = 0;
  virtual int ncomp() const = 0;
  /// Points of the rule.
  virtual std::int64_t npoints() const = 0;
  /// Number of regions that are evaluated in hardly more time than one.
  virtual std::int64_t width() const = 0;

  /// Forgets all regions, divides the box anew, and evaluates the parts.
  virtual const RegionSurvey &start(const RegionRequest &request) = 0;
  /// At most `iterations` further iterations; fewer if the status is no longer `running`.
  virtual const RegionSurvey &advance(int iterations) = 0;
  /// Makes room for more regions after `full`.  False: there is no memory for it.
  virtual bool grow() = 0;
  /// After `full` and `done`: from now on, advance() works on a part of the regions, and takes off
  /// what is accurate enough (rule/region_slices.hpp).  False: nothing is left to be refined.
  virtual bool slice() = 0;
};

}  // namespace cuboid::engine
