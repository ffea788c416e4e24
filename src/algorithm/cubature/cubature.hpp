// Native cubature on the host, by the names cuhre and pagani: globally adaptive, by the rules of
// Cuba's Cuhre, with errors and results that are those of Judgement.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "algorithm/cubature/checks.hpp"
#include "base/cube_part.hpp"
#include "base/probing.hpp"
#include "run/task.hpp"

namespace cuboid::algorithm {

struct CubatureOptions {
  int key = 0;  ///< degree of the rule, see rule::make_cuhre_rule
  std::int64_t splits =
      1;  ///< most regions that are split together; 1: the worst alone, as in Cuba
  Probing probing = Probing::standard;
  int cuts = 0;  ///< of all regions to begin with, along one axis after the other
  Checks checks{};
  /// The first regions instead of the cube; empty: it is whole.
  std::vector<CubePart> parts{};
  /// Where the box begins, in units of its width on each axis: numbers are as coarse there.  Empty:
  /// at 0.
  std::vector<double> origins{};
};

/// What pagani begins with on the host: a grid of four regions, and as many splits together as the
/// accuracy asks for.  More regions would cost an easy integrand more than it needs: its price is
/// that of cuhre.
inline constexpr int cuts_of_grid = 2;

/// task.ndim: 1 to 20.
/// Throws Failure: what the engine throws; CUBOID_NONFINITE when sums overflow;
/// CUBOID_OUT_OF_MEMORY when the regions are beyond task.memory_limit.
void cubature(const Task &task, const CubatureOptions &options, Result &result);

/// Integrates again and again with one rule and the memory of the regions before.  The numbers are
/// those of cubature().
class CubatureSeries {
 public:
  /// task, result: live as long as this object.  Nothing of the task changes but its engine, which
  /// may be another one each time.
  CubatureSeries(const Task &task, const CubatureOptions &options, Result &result);
  ~CubatureSeries();

  /// origins: as in the options, in whose place they are.  The result is to be a fresh one.  Throws
  /// as cubature().
  void integrate(std::vector<double> origins);

 private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace cuboid::algorithm
