// The iterations of the samples engines of the host: all but the drawing and evaluation.
#pragma once

#include <bit>
#include <deque>
#include <functional>
#include <optional>
#include <vector>

#include "base/words.hpp"
#include "engine/cpu/samples/chunk_sums.hpp"
#include "engine/cpu/samples/kept_samples.hpp"
#include "engine/cpu/samples/pieces.hpp"
#include "engine/cpu/samples/tally.hpp"
#include "engine/group/group.hpp"
#include "engine/samples.hpp"
#include "map/importance_map.hpp"
#include "rng/philox.hpp"
#include "rng/scrambled_sobol.hpp"
#include "statistics/strata.hpp"

namespace cuboid::engine::cpu {

/// Of an axis of the map: as many as a device has in few dimensions.
inline constexpr std::int64_t max_host_intervals = 2048;

class HostSamples : public SamplesEngine {
 public:
  explicit HostSamples(SamplesProblem problem);

  const SamplesProblem &problem() const override { return problem_; }
  std::int64_t max_intervals() const override { return max_host_intervals; }
  void set_grid(const SamplesGrid &grid, bool adaptive) override;
  void submit(const SamplesIteration &iteration) override;
  SamplesResult collect() override;
  std::vector<std::uint64_t> edges() override { return edges_; }
  std::vector<double> deviations() override { return kept_.deviations(edges_, nintervals_); }
  SamplesMemory memory() override { return {edges_, variance_, scale_, weight_}; }
  void remember(const SamplesMemory &memory) override;

  /// From now on the samples are shared out among the ranks of a group, where that pays.  The group
  /// outlives this.
  void join(group::Group &ranks) { ranks_ = &ranks; }

  /// For tests: the squares per interval of the last iteration, and the variances per hypercube.
  const std::vector<uint64> &histogram() const { return tally_.histogram; }
  const std::vector<float> &variance() const { return variance_; }

 protected:
  /// Where a sample lies and what it weighs.
  struct Sample {
    uint64 number;
    const double *x;  ///< [ndim], in the box
    double volume;    ///< weight, without the share of the hypercube
  };

  SamplesTally empty_tally() const;

  /// Evaluates the groups of chunks from first to before end: hands the sums of each chunk to
  /// sums_, and adds up in tally_ what does not depend on their order.
  virtual void fill(uint64 first, uint64 end) = 0;

  /// Whether fill() shares out the points of its batches among the ranks by itself, while nobody
  /// has shared out their ranges.
  virtual bool shares_points() const { return false; }
  bool ranges_shared_out() const { return ranges_shared_out_; }

  /// See ShareOut; several at once if the engine has threads.
  virtual void share_out(uint64 count, const std::function<void(uint64)> &work);

  /// What a hypercube multiplies its samples by, of which there are cube_count.
  struct PieceFactors {
    double per_cube;  ///< 1 / samples of the hypercube
    float density;    ///< samples that one of the hypercube stands for, in the mean 1
    double share;     ///< of a sample in the integral, without its volume
  };
  PieceFactors factors(uint64 cube_count) const;

  /// Factor of the values of a component besides their volumes.
  double unit(std::size_t component) const { return scale_[component] * volume_unit_.rest; }

  const map::VolumeUnit &volume_unit() const { return volume_unit_; }

  /// Whether the samples are kept for deviations(), and what is to be known of some.
  bool keeping() const { return iteration_.keeps; }
  KeptSamples &kept() { return kept_; }

  /// Whether a receiver wants the samples, and what is to be known of one.
  bool recording() const { return recording_.has_value(); }
  void record(const Sample &sample, double share, const double *f);

  bool refines() const { return iteration_.alpha > 0; }
  const std::vector<float> &weights() const { return weight_; }
  const statistics::Chunks &chunks() const { return pieces_.chunks(); }
  int iteration() const { return iteration_.number; }
  /// Quasi-random points: directions and seed of the scrambling of an axis in this iteration.
  const uint32 *sobol_directions(std::size_t axis) const {
    return directions_.data() + axis * rng::scrambled_sobol_digits;
  }
  uint32 scramble_seed(std::size_t axis) const { return scramble_seed_[axis]; }
  uint32 per_stratum() const { return static_cast<uint32>(nintervals_ / nstrat_); }
  /// Logarithm of the number of intervals of a stratum.
  uint32 stratum_bits() const { return static_cast<uint32>(std::countr_zero(per_stratum())); }

  SamplesPieces pieces_;
  SamplesSums sums_;
  SamplesTally tally_;  ///< of all chunks

  const SamplesProblem problem_;
  const rng::SampleKeys keys_;
  uint64 nstrat_ = 1;
  uint64 nintervals_ = 2;
  uint64 ncube_ = 1;
  std::vector<map::MapInterval> map_;  ///< [ndim][nintervals]

 private:
  /// What a receiver is handed: the samples of some chunks.
  struct Recording {
    uint64 first = 0;
    std::vector<double> x, weight, f;
  };

  void set_edges(std::vector<std::uint64_t> edges);
  void seed_scrambling();
  void fill_anew();
  bool overflows(const SamplesResult &result) const;
  bool give_up_scale();
  void fill_for(const SampleReceiver &receiver);
  bool worth_ranges() const;
  void fill_with_ranks();
  void fill_alone(uint64 first, uint64 end);
  void fill_together(uint64 first);
  void consult_ranks();
  void take_cost();
  void share_variances(group::Exchange &exchange, const std::vector<std::int64_t> &first);
  bool sharing_pays(uint64 samples) const;
  uint64 samples_before(uint64 group) const;
  SamplesResult result_of_sums();
  void rescale(const SamplesResult &result);
  void refine();

  SamplesIteration iteration_;
  map::VolumeUnit volume_unit_;
  std::vector<std::uint64_t> edges_;
  std::vector<float> variance_;  ///< [ncube] of one sample, weighted over the components
  bool adaptive_ = false;
  std::vector<double> scale_;          ///< [ncomp], powers of 2
  std::vector<float> weight_;          ///< [ncomp], of the squares
  std::vector<uint32> directions_;     ///< [ndim][32], of Sobol points, the first digit lowest
  std::vector<uint32> scramble_seed_;  ///< [ndim]
  std::optional<Recording> recording_;
  KeptSamples kept_{problem_};
  std::deque<SamplesResult> finished_;

  group::Group *ranks_ = nullptr;
  bool ranges_shared_out_ = false;
  // The same on all ranks: seconds of a sample and of a barrier, as rank 0 has found (0: not
  // known), and the samples since they last met.
  double cost_ = 0;
  uint64 alone_samples_ = 0;
  double alone_seconds_ = 0;  ///< this rank's, for those samples
};

}  // namespace cuboid::engine::cpu
