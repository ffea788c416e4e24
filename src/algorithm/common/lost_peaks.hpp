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
#include <utility>
#include <vector>

#include "base/words.hpp"
#include "engine/samples.hpp"
#include "run/task.hpp"

namespace cuboid::algorithm {

/// A map of the unit cube, whose axes have as many intervals.
struct PeakMap {
  std::vector<std::uint64_t> edges;  ///< [ndim][nintervals + 1] in units of 2^-32
  std::int64_t nintervals = 0;
};

/// Draws the samples that climb to a peak.
class PeakClimber {
 public:
  virtual ~PeakClimber() = default;

  /// Refines a map so many times, each by so many samples through it; it may get other intervals.
  virtual void refine(PeakMap &map, int times, std::int64_t samples) = 0;
  /// Hands out so many samples through a map, with weights by which they are an iteration.
  virtual void draw(const PeakMap &map, std::int64_t samples,
                    const engine::SampleReceiver &receiver) = 0;
};

class LostPeaks {
 public:
  /// Most samples of a first iteration that is looked at: more meet more of a peak.
  static constexpr std::int64_t max_samples = 1 << 17;

  /// Where in the unit cube a sample lies: [ndim] in units of 2^-32.
  using Place = std::function<void(const double *x, uint32 *to)>;

  LostPeaks(int ndim, int ncomp, Place place)
      : ndim_(ndim), ncomp_(ncomp), place_of_(std::move(place)) {}

  /// Keeps the greatest samples of an iteration with equal intervals, whose batches come in order.
  void take(const engine::SampleBatch &batch);
  bool is_empty() const { return samples_ == 0; }

  /// Of a converged result, with the map of the end: edges to begin anew with, of as many
  /// intervals, which have a place for what the samples met and the map has lost.  Empty: the
  /// result stands; or maxeval leaves nothing to climb or to begin anew with, and it is not
  /// trusted.
  std::vector<std::uint64_t> look(PeakMap own, std::int64_t maxeval, PeakClimber &climber,
                                  Result &result);

 private:
  void prune();
  double volume(const PeakMap &map, const uint32 *place) const;
  double max_volume(const PeakMap &map) const;
  double surprise(const double *values, double factor) const;
  const uint32 *most_surprising(const std::vector<PeakMap> &maps) const;
  bool suspects(const Result &result);
  std::vector<std::uint64_t> map_with_lost(const Result &result, std::int64_t climbs,
                                           PeakClimber &climber) const;
  PeakMap around(const uint32 *place) const;
  std::vector<double> climb(PeakMap &map, PeakClimber &climber) const;
  std::vector<double> upper_of_mixture(const std::vector<PeakMap> &maps, int axis,
                                       std::int64_t nintervals) const;

  std::int64_t ndim_;
  std::int64_t ncomp_;
  Place place_of_;
  std::int64_t samples_ = 0;  ///< that were taken
  // Of those that are kept.
  std::vector<double> size_;   ///< the largest magnitude of a component
  std::vector<uint32> place_;  ///< [][ndim] in units of 2^-32
  std::vector<double> value_;  ///< [][ncomp] times the weight
  double least_ = 0;           ///< no smaller ones are worth keeping
  PeakMap own_;                ///< of the run
  std::vector<double> limit_;  ///< [ncomp]: no surprise as the weighted value of a sample
};

}  // namespace cuboid::algorithm
