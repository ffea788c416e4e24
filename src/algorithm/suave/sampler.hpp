// Draws and evaluates the samples of Suave's regions.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "algorithm/suave/memory.hpp"
#include "algorithm/suave/region.hpp"
#include "engine/engine.hpp"
#include "rng/generator.hpp"
#include "simd/kernels.hpp"

namespace cuboid::algorithm::suave_parts {

class Sampler {
 public:
  Sampler(int ndim, int seed, int rng_level, engine::PointsEngine &engine, SampleStore &store,
          MemoryBudget &budget);

  /// Draws the region's newest set, in one batch of the engine.  estimate: see engine::PointSet.
  void sample(Region &region, std::int64_t count, std::int32_t estimate = 0);

  /// Points handed to the engine, also by the run that is resumed.
  std::int64_t evaluations() const { return evaluations_; }
  /// Goes to where the generator is after so many points.
  void resume_after(std::int64_t evaluations);

  /// Gives up the bins of the newest set.
  void forget_bins(Region &region);

 private:
  void tabulate(const Region &region);

  int ndim_;
  engine::PointsEngine &engine_;
  SampleStore &store_;
  MemoryBudget &budget_;
  std::unique_ptr<rng::Generator> generator_;
  std::vector<simd::VegasBin> table_;     ///< [ndim][grid_bins]
  std::vector<double> extent_;            ///< [ndim] of the region
  std::vector<rng::Fraction> fractions_;  ///< [ndim][points drawn at once]
  std::int64_t evaluations_ = 0;
};

}  // namespace cuboid::algorithm::suave_parts
