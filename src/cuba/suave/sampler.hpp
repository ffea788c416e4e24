// Draws and evaluates the samples of Suave's regions.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "cuba/suave/memory.hpp"
#include "cuba/suave/region.hpp"
#include "cuba/suave/suave.hpp"
#include "engine/engine.hpp"
#include "rng/scrambled.hpp"
#include "simd/kernels.hpp"

namespace cuboid::algorithm::suave_parts {

class Sampler {
 public:
  Sampler(int ndim, const SuaveOptions &options, engine::PointsEngine &engine, SampleStore &store,
          MemoryBudget &budget);

  /// A set to be drawn in a region, and how many samples it has.
  struct Draw {
    Region &region;
    std::int64_t count;
  };

  /// Draws the newest sets of regions of the same size, one after the other, and evaluates them in
  /// one batch of the engine.  estimate: see engine::PointSet.  weigh: may give the samples of all
  /// sets other weights before they are evaluated.
  using Weigh = std::function<void(const SampleSet &all)>;
  void sample(std::span<const Draw> draws, std::int32_t estimate = 0, const Weigh &weigh = {});

  /// Evaluates points that are no samples: f is [count][ncomp], x is [count][ndim].
  void look(std::int64_t count, const double *x, double *f);

  /// Points handed to the engine, also by the run that is resumed.
  std::int64_t evaluations() const { return evaluations_; }
  /// Goes to where the generator is after so many points.
  void resume_after(std::int64_t evaluations);

  /// From the next point on; without it the points stand as they are.
  void scramble(std::uint32_t number) { generator_.scramble(number); }

  /// Gives up the bins of the newest set.
  void forget_bins(Region &region);

 private:
  void place(Region &region, const SampleSet &set);
  void tabulate(const Region &region);

  int ndim_;
  engine::PointsEngine &engine_;
  SampleStore &store_;
  MemoryBudget &budget_;
  rng::Scrambled generator_;
  std::vector<simd::VegasBin> table_;     ///< [ndim][grid_bins]
  std::vector<double> extent_;            ///< [ndim] of the region
  std::vector<rng::Fraction> fractions_;  ///< [ndim][points drawn at once]
  std::int64_t evaluations_ = 0;
};

}  // namespace cuboid::algorithm::suave_parts
