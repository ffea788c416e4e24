// The regions interface: a cubature rule on lists of regions that are split again and again.
//
// An engine keeps the regions, applies the rule to them, adds up what they give, and splits those
// that are marked.  What is decided on the way stands in leaves that all engines share: which axis
// is halved (rule/region_axis.hpp), what is known of a region and of the sum over all
// (rule/region_estimate.hpp, region_sums.hpp, region_error.hpp), whether the integral is done
// (rule/decision.hpp), which regions are split (rule/region_marking.hpp), and which are worked on
// where memory is short (rule/region_slices.hpp).  Plain structs, no CUDA types.
#pragma once

#include <cstdint>
#include <vector>

#include "base/region_table.hpp"
#include "rule/decision.hpp"
#include "rule/refinement.hpp"
#include "rule/region_probe.hpp"

namespace cuboid::engine {

/// What the refinement of regions is to reach, by which numbers, and where it begins.
struct RegionRequest : rule::Refinement {
  /// Every axis of the cube is cut into 2^cuts[axis] parts to begin with,
  std::vector<int> cuts;
  /// or, if this is set, into one more, half a part aside (rule/region_division.hpp).
  bool shifted = false;
  /// What follows is foreseen: iterations until the accuracy is reached, and then a probe that has
  /// the number 1 and as many points as rule/probe_size.hpp says.  An engine may begin with either
  /// before it is asked to.
  bool foreseen = false;
  /// Somebody will ask for the table, with the iterations that made the regions.
  bool traced = false;
};

/// After `full`: grow() or slice(), and go on.  After `done`: slice(), and go on.
using rule::RegionStatus;

struct RegionReduction {
  RegionStatus status = RegionStatus::running;
  std::int64_t nregions = 0;
  std::int64_t neval = 0;
  std::int64_t iterations = 0;
  std::int64_t nonfinite = 0;  ///< values that were NaN or infinite, and counted as zero
  std::vector<double> value;   ///< [ncomp] sums over all regions
  std::vector<double> error;   ///< [ncomp]
};

/// What does not change while an engine lives.
struct RegionShape {
  int ndim = 0;
  int ncomp = 0;
  std::int64_t npoints = 0;  ///< of the rule
  std::int64_t width = 1;    ///< number of regions that are evaluated in hardly more time than one
};

/// A probe between the points of the regions.
using RegionProbe = rule::ProbeRequest;

/// A box divided into regions, each with its estimate of the integral.
class RegionsEngine {
 public:
  virtual ~RegionsEngine() = default;

  const RegionShape &shape() const { return shape_; }

  /// Forgets all regions, divides the box anew, and evaluates the parts.
  virtual const RegionReduction &start(const RegionRequest &request) = 0;
  /// At most `iterations` further iterations; fewer if the status is no longer `running`.  What the
  /// marking says (`full`, `final`, `done` where nothing can be marked) may be known with the
  /// reduction before it or only now: then nothing else has changed.
  virtual const RegionReduction &advance(int iterations) = 0;
  /// After `converged`: evaluates points between those of the regions, adds what stands out there
  /// to their errors (rule/region_probe.hpp), and says where that leads.  Where slices have taken
  /// off regions, nothing is done.
  virtual const RegionReduction &probe(const RegionProbe &probe) = 0;
  /// Makes room for more regions after `full`.  False: there is no memory for it.
  virtual bool grow() = 0;
  /// After `full` and `done`: from now on, advance() works on a part of the regions, and takes off
  /// what is accurate enough (rule/region_slices.hpp).  False: nothing is left to be refined.
  virtual bool slice() = 0;
  /// All regions that are there: those that slices have taken off are not.  Empty: this engine does
  /// not tell.
  virtual RegionTable table() { return {}; }

 protected:
  RegionShape shape_;
};

}  // namespace cuboid::engine
