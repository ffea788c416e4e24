// The interface through which VEGAS+ and m-Cubes draw samples.  Plain structs, no CUDA types.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "map/interval.hpp"
#include "map/refinement.hpp"

namespace cuboid::domain {
class Domain;
}

namespace cuboid::engine {

/// The integral over a box whose integrand the engine knows.
struct SamplesProblem {
  int ndim = 0;                    ///< 1 to samples_max_ndim
  int ncomp = 0;                   ///< 1 to samples_max_ncomp
  std::vector<map::Interval> box;  ///< [ndim]; empty: the unit cube
  std::uint64_t seed = 1;          ///< key of the random numbers
  /// Scrambled Sobol points instead of random numbers, another scrambling in each iteration, see
  /// rng/scrambled_sobol.hpp.  They are even in the whole cube, and so there are no hypercubes:
  /// nstrat must be 1.
  bool quasi = false;
  const domain::Domain *domain = nullptr;  ///< as HostFunction has it, for messages
  /// Boxes that the samples are shared out among, each with hypercubes and a map of its own: the
  /// edges and the memory of one stand behind those of the other.  See common/samples_of_parts.hpp.
  int parts = 1;
};

inline constexpr int samples_max_ndim = 32;
inline constexpr int samples_max_ncomp = 1024;
/// Points of a batch on the host, and so of a call of the integrand; fewer if they have so many
/// components that their values would take more than 256 MiB.
constexpr std::int64_t samples_max_batch(int ncomp) {
  constexpr std::int64_t points = 1 << 20;
  constexpr std::int64_t values = 1 << 25;
  return ncomp * points > values ? values / ncomp : points;
}

/// The grids of an integration.  Each axis is cut into nstrat equal strata of the variable before
/// the map, which makes nstrat^ndim hypercubes, and into nintervals intervals of the map.
struct SamplesGrid {
  std::int64_t nstrat = 1;      ///< 1 in more than statistics::max_stratified_ndim dimensions
  std::int64_t nintervals = 2;  ///< nstrat times a power of 2 that is greater than 1
  /// Edges of the map in units of 2^-32: [ndim][nintervals + 1], rising from 0 to 2^32.  Empty:
  /// equal intervals.
  std::vector<std::uint64_t> edges;
};

/// Consecutive samples of an iteration.  The sum of weight f over all samples is its
/// estimate.
struct SampleBatch {
  std::int32_t iteration = 0;
  std::int64_t first = 0;  ///< number of the first sample
  std::int64_t count = 0;
  const double *x = nullptr;       ///< [count][ndim], in the box
  const double *weight = nullptr;  ///< [count]
  const double *f = nullptr;       ///< [count][ncomp]
};

/// Is handed all samples of an iteration in their order, batch by batch, or until it returns false.
using SampleReceiver = std::function<bool(const SampleBatch &)>;

/// What one iteration is to do.  The sample of number k has the random numbers of (seed, number of
/// the iteration, k), so that its point depends on nothing else but the grids.
struct SamplesIteration {
  std::int32_t number = 1;  ///< 0 to 2^31 - 1
  /// To draw; as many times 4 in all hypercubes as this allows, and at least 4, are drawn.  With an
  /// adaptive grid what is drawn is more or less by what is rounded.
  std::int64_t samples = 0;
  /// With an adaptive grid: hypercubes get samples in proportion to sigma^beta, sigma being that of
  /// the last iteration; 0: all get the same number.
  double beta = 0;
  /// Of the next one, if it has the same beta, as far as is known: a device then allots them while
  /// the host looks at this one.  0: there may be none.
  std::int64_t next_samples = 0;
  double alpha = 0;      ///< damping in the refinement of the map after the iteration; 0: leave it
  double certain = 1;    ///< map::RefinementStep::certain
  int width_power = 0;   ///< map::RefinementStep::width_power
  bool one_map = false;  ///< refine all axes by the sum of their histograms, to one map
  /// Called during submit for the samples from receive_from on, or nullptr.  Devices evaluate those
  /// samples once more for it.  Values that are not finite come as they are.
  const SampleReceiver *receiver = nullptr;
  std::int64_t receive_from = 0;
  /// Keep the samples for deviations(), instead of those that were kept before.
  bool keeps = false;

  map::RefinementStep step() const { return {alpha, certain, width_power}; }
};

/// The first value of an iteration that was NaN or infinite.
struct SamplesNonfinite {
  std::int64_t sample = 0;
  int component = 0;
  double value = 0;
  std::vector<double> x;
};

/// Sums of an iteration.
struct SamplesResult {
  std::vector<double> integral;  ///< [ncomp]
  std::vector<double> error;     ///< [ncomp]: one standard deviation
  /// Of the integrals: [ncomp (ncomp + 1) / 2], rows to diagonal.  Empty with more components than
  /// statistics::has_covariances has.
  std::vector<double> correlation;
  /// [ncomp]: about what share of the variance comes from one sample, or with an adaptive grid from
  /// one hypercube.  Near 1: there may be more like it that were not hit.
  std::vector<double> dominance;
  std::int64_t samples = 0;    ///< evaluations
  std::int64_t nonfinite = 0;  ///< samples with NaN or infinity, which were taken as 0
  /// The first of them where the engine knows it, else nothing; then it is a sample from
  /// nonfinite_from on.
  std::optional<SamplesNonfinite> first_nonfinite;
  std::int64_t nonfinite_from = 0;
  std::vector<double> greatest;  ///< [ncomp]: magnitude of a weighted value, about
  std::int64_t lost = 0;         ///< evaluations of sums that overflowed, and were begun anew
};

/// All that an iteration depends on, besides the grids and the problem.
struct SamplesMemory {
  std::vector<std::uint64_t> edges;  ///< [ndim][nintervals + 1]
  std::vector<float> variance;       ///< [hypercubes]; empty: all alike, or not adaptive
  std::vector<double> scale;         ///< [ncomp]; empty: nothing is known of the values
  std::vector<float> weight;         ///< [ncomp]; empty likewise
  std::vector<double> share = {};    ///< [parts] of the samples; empty: all alike
};

/// Draws and sums samples.  Iterations are carried out in the order in which they are submitted;
/// several may be under way, so that a device need not wait for the host.
class SamplesEngine {
 public:
  virtual ~SamplesEngine() = default;

  virtual const SamplesProblem &problem() const = 0;

  /// Iterations that are worth having under way at once: 1 where submit does all of the work.
  virtual std::size_t max_under_way() const { return 1; }
  /// A receiver is handed the samples that are summed; else they are drawn and evaluated once more.
  virtual bool hands_out_summed() const { return true; }

  /// Most intervals of an axis that the engine can hold.
  virtual std::int64_t max_intervals() const = 0;

  /// Sets the grids, and forgets what was known of the hypercubes.  adaptive: numbers of samples
  /// follow sigma, for which each hypercube takes 8 bytes.  The scales that the values have shown
  /// stay.  Throws Failure: CUBOID_OUT_OF_MEMORY, and must be called anew before anything else.
  virtual void set_grid(const SamplesGrid &grid, bool adaptive) = 0;

  /// Begins an iteration.  Throws Failure: CUBOID_OUT_OF_MEMORY, and then none has begun.
  virtual void submit(const SamplesIteration &iteration) = 0;

  /// Waits for the oldest iteration that was submitted and not collected.
  /// Throws Failure: what the integrand or the device gives cause for.
  virtual SamplesResult collect() = 0;

  /// The edges of the map as the last iteration left them: [ndim][nintervals + 1].
  virtual std::vector<std::uint64_t> edges() = 0;

  /// [ncomp]: the standard deviation that one sample through the map as it is now would have, by
  /// the samples of an iteration that kept them and drew them through equal intervals: the root of
  /// the mean of f^2 / p, p being the density of the map.  Samples with values that are not finite
  /// count for nothing.
  virtual std::vector<double> deviations() = 0;

  /// What the iterations that were collected have left; none may be under way.
  virtual SamplesMemory memory() = 0;

  /// Goes on from such a memory of the same grids, which set_grid has set.
  virtual void remember(const SamplesMemory &memory) = 0;

  /// Waits for the iterations under way, which nobody is going to collect.
  virtual void drain() noexcept {}
};

}  // namespace cuboid::engine
