// The interface through which VEGAS+ and m-Cubes draw the samples of many integrals side by side.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/failure.hpp"
#include "engine/samples.hpp"

namespace cuboid::engine {

/// Of one integral.
struct ManySamplesResult : SamplesResult {
  bool aborted = false;            ///< the integrand has returned -999
  std::optional<Failure> failure;  ///< what else has ended it
};

/// Draws and sums samples of integrals with numbers from 0 to count() - 1.  All have grids of the
/// same shape, each has a map, and if they differ numbers of samples, of its own.  What an integral
/// gives does not depend on those beside it.
class ManySamplesEngine {
 public:
  virtual ~ManySamplesEngine() = default;

  /// Without a box, where each integral may have its own.
  virtual const SamplesProblem &problem() const = 0;
  virtual std::int64_t count() const = 0;
  virtual std::int64_t max_intervals() const = 0;

  /// As SamplesEngine::set_grid, for all integrals.
  virtual void set_grid(const SamplesGrid &grid, bool adaptive) = 0;

  /// Carries out an iteration of some integrals, without a receiver.  Throws Failure.
  virtual void iterate(const SamplesIteration &iteration,
                       const std::vector<std::uint32_t> &which) = 0;

  /// What the last iteration gave of integral which[place].  Any thread may ask.
  virtual ManySamplesResult result(std::size_t place) const = 0;

  /// The maps of those of the last iteration, as SamplesEngine::edges().
  virtual std::vector<std::vector<std::uint64_t>> edges() { return {}; }
};

}  // namespace cuboid::engine
