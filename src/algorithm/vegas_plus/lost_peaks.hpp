// Whether the map has lost a part of the integrand whose tails the first samples have met.
//
// In several dimensions uniform samples meet the tails alone of narrow peaks, and the greatest
// value met of one may be a thousandth of that of another which is no larger.  The map follows the
// other, no sample comes near the first any more, and the iterations agree on a half.  But if the
// map of the end had drawn those samples of its tail, they would have enormous weights.  From one
// of them a map of its own goes to the peak, in small iterations, and these say what was lost.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "algorithm/vegas_plus/state.hpp"
#include "base/words.hpp"
#include "engine/samples.hpp"
#include "run/task.hpp"

namespace cuboid::algorithm {

class LostPeaks {
 public:
  /// Most samples of a first iteration that is looked at: more meet more of a peak.
  static constexpr std::int64_t max_samples = 1 << 17;

  using Count = std::function<void(const engine::SamplesResult &)>;

  /// engine: must outlive it.
  explicit LostPeaks(engine::SamplesEngine &engine) : engine_(engine) {}

  /// Keeps the greatest samples of an iteration with equal intervals, whose batches come in order.
  void take(const engine::SampleBatch &batch);
  bool is_empty() const { return samples_ == 0; }

  /// Whether the map of the end has lost what one of the samples met.
  bool suspects(const SampledResult &result, const VegasPlusState &state);
  /// After that, edges of a map that has the lost peaks as well; empty: none matters.  Leaves the
  /// engine with other grids.  number: of the first iteration that is free.  count: is handed what
  /// each iteration brought.
  std::vector<std::uint64_t> map_with_lost(const SampledResult &result, const VegasPlusState &state,
                                           std::int64_t number, const Count &count);

 private:
  struct Map {
    std::vector<std::uint64_t> edges;  ///< [ndim][nintervals + 1]
    std::int64_t nintervals = 0;
  };

  void prune();
  std::int64_t ndim() const { return engine_.problem().ndim; }
  void place(const double *x, uint32 *to) const;
  double volume(const Map &map, const uint32 *place) const;
  double max_volume(const Map &map) const;
  double surprise(const double *values, double factor) const;
  const uint32 *most_surprising(const std::vector<Map> &maps) const;
  Map around(const uint32 *place) const;
  std::vector<double> climb(Map &map, engine::SamplesIteration step, bool adaptive,
                            const Count &count);
  std::vector<double> upper_of_mixture(const std::vector<Map> &maps, int axis,
                                       std::int64_t nintervals) const;

  engine::SamplesEngine &engine_;
  std::int64_t samples_ = 0;  ///< that were taken
  // Of those that are kept.
  std::vector<double> size_;   ///< the largest magnitude of a component
  std::vector<uint32> place_;  ///< [][ndim] in units of 2^-32
  std::vector<double> value_;  ///< [][ncomp] times the weight
  double least_ = 0;           ///< no smaller ones are worth keeping
  Map own_;                    ///< of the run
  std::vector<double> limit_;  ///< [ncomp]: no surprise as the weighted value of a sample
};

}  // namespace cuboid::algorithm
