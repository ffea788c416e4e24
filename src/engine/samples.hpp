// The interface through which VEGAS+ and m-Cubes draw samples.  Plain structs, no CUDA types.
#pragma once

#include <cstdint>
#include <vector>

#include "map/interval.hpp"

namespace cuboid::engine {

/// The integral over a box whose integrand the engine knows.
struct SamplesProblem {
  int ndim = 0;                    ///< 1 to samples_most_ndim
  int ncomp = 0;                   ///< 1 to samples_most_ncomp
  std::vector<map::Interval> box;  ///< [ndim]; empty: the unit cube
  std::uint64_t seed = 1;          ///< key of the random numbers
};

inline constexpr int samples_most_ndim = 32;
inline constexpr int samples_most_ncomp = 32;

/// The grids of an integration.  Each axis is cut into nstrat equal strata of the variable before
/// the map, which makes nstrat^ndim hypercubes, and into nintervals intervals of the map.
struct SamplesGrid {
  std::int64_t nstrat = 1;
  std::int64_t nintervals = 2;  ///< a multiple of nstrat, and at least twice as many
  /// Edges of the map in units of 2^-32: [ndim][nintervals + 1], rising from 0 to 2^32.  Empty:
  /// equal intervals.
  std::vector<std::uint64_t> edges;
};

/// What one iteration is to do.  The sample of number k has the random numbers of (seed, number of
/// the iteration, k), so that its point depends on nothing else but the grids.
struct SamplesIteration {
  std::int32_t number = 1;   ///< 0 to 2^31 - 1
  std::int64_t samples = 0;  ///< to draw; at least 2 in each hypercube are drawn
  /// With an adaptive grid: hypercubes get samples in proportion to sigma^beta, sigma being that of
  /// the last iteration; 0: all get the same number.
  double beta = 0;
  double alpha = 0;      ///< damping in the refinement of the map after the iteration; 0: leave it
  bool one_map = false;  ///< refine all axes by the sum of their histograms, to one map
};

/// Sums of an iteration.
struct SamplesResult {
  std::vector<double> integral;     ///< [ncomp]
  std::vector<double> error;        ///< [ncomp]: one standard deviation
  std::vector<double> correlation;  ///< of the integrals: [ncomp (ncomp + 1) / 2], rows to diagonal
  /// [ncomp]: about what share of the variance comes from one sample, or with an adaptive grid from
  /// one hypercube.  Near 1: there may be more like it that were not hit.
  std::vector<double> dominance;
  std::int64_t samples = 0;    ///< evaluations
  std::int64_t nonfinite = 0;  ///< values that were NaN or infinite and were taken as 0
};

/// Draws and sums samples.  Iterations are carried out in the order in which they are submitted;
/// several may be under way, so that a device need not wait for the host.
class SamplesEngine {
 public:
  virtual ~SamplesEngine() = default;

  virtual const SamplesProblem &problem() const = 0;

  /// Most intervals of an axis that the engine can hold.
  virtual std::int64_t most_intervals() const = 0;

  /// Sets the grids, and forgets what was known of the hypercubes.  adaptive: numbers of samples
  /// follow sigma, for which each hypercube takes 8 bytes.  The scales that the values have shown
  /// stay. Throws Failure: CUBOID_OUT_OF_MEMORY.
  virtual void set_grid(const SamplesGrid &grid, bool adaptive) = 0;

  /// Begins an iteration.
  virtual void submit(const SamplesIteration &iteration) = 0;

  /// Waits for the oldest iteration that was submitted and not collected.
  /// Throws Failure: what the integrand or the device gives cause for.
  virtual SamplesResult collect() = 0;

  /// The edges of the map as the last iteration left them: [ndim][nintervals + 1].
  virtual std::vector<std::uint64_t> edges() = 0;
};

}  // namespace cuboid::engine
