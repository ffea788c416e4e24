// Draws and sums samples on the host, one after the other: what the other engines are held against.
#pragma once

#include <bit>
#include <deque>
#include <functional>
#include <optional>
#include <vector>

#include "base/words.hpp"
#include "engine/engine.hpp"
#include "engine/samples.hpp"
#include "map/importance_map.hpp"
#include "rng/philox.hpp"
#include "rng/scrambled_sobol.hpp"
#include "statistics/strata.hpp"

namespace cuboid::engine::reference {

/// Rounds of Philox: the fewest that pass all tests of BigCrush.
inline constexpr int philox_rounds = 7;

/// A run of samples of one hypercube.
struct SamplesPiece {
  uint64 cube;
  uint64 first;       ///< sample
  uint64 count;       ///< samples of the piece
  uint64 cube_count;  ///< samples of the hypercube
  bool begins_cube;   ///< the first sample of the hypercube is one of them
};

/// What a chunk gives.
struct SamplesChunk {
  std::vector<double> sums;  ///< [ncomp + ncov]
  uint64 nonfinite = 0;
};

/// All but the evaluation of the integrand.
class HostSamples : public SamplesEngine {
 public:
  explicit HostSamples(SamplesProblem problem);

  const SamplesProblem &problem() const override { return problem_; }
  std::int64_t most_intervals() const override { return 2048; }
  void set_grid(const SamplesGrid &grid, bool adaptive) override;
  void submit(const SamplesIteration &iteration) override;
  SamplesResult collect() override;
  std::vector<std::uint64_t> edges() override { return edges_; }
  SamplesMemory memory() override { return {edges_, variance_, scale_, weight_}; }
  void remember(const SamplesMemory &memory) override;

  /// For tests: the squares per interval of the last iteration, and the variances per hypercube.
  const std::vector<uint64> &histogram() const { return tally_.histogram; }
  const std::vector<float> &variance() const { return variance_; }

 protected:
  /// Where a sample lies and what it weighs.
  struct Sample {
    uint64 number;
    const uint32 *interval;  ///< of each axis in the map of all axes, interval_stride apart
    uint64 interval_stride;
    const double *x;  ///< [ndim], in the box
    double volume;    ///< weight, without the share of the hypercube
  };

  /// What does not depend on the order of the samples.
  struct Tally {
    std::vector<uint64> histogram;      ///< [ndim][nintervals]
    std::vector<uint32> greatest;       ///< [ncomp]: upper words of |value|
    std::vector<uint32> greatest_cube;  ///< the same of what a hypercube adds to the variance
    std::optional<SamplesNonfinite> nonfinite;  ///< the first

    void add(const Tally &other);
    void add(SamplesNonfinite &&found);
  };
  Tally empty_tally() const;

  /// Evaluates the chunks from first to before end: puts what each gives into results_, and the
  /// sums over all of them into tally_.  The order of the chunks does not matter.
  virtual void fill(uint64 first, uint64 end) = 0;

  /// Adds the parts of hypercubes in one chunk to those before, in order.
  void add_pieces(uint64 chunk, std::vector<SamplesPiece> &pieces) const;

  /// Finds a sample.  interval, x: [ndim].  Returns the volume.
  double place(const SamplesPiece &piece, uint64 number, uint32 *interval, double *x) const;

  /// Sums up one chunk from the values, in the order of the samples.
  class ChunkSums {
   public:
    ChunkSums(HostSamples &engine, uint64 chunk, Tally &tally);
    void begin(const SamplesPiece &piece);
    void add(const Sample &sample, const double *f);  ///< f: [ncomp], of the box
    void end();
    SamplesChunk finish() { return std::move(result_); }

   private:
    void add_to_histogram(const Sample &sample);
    void note_nonfinite(const Sample &sample, const double *f);

    HostSamples &engine_;
    uint64 chunk_;
    Tally &tally_;
    SamplesChunk result_;
    SamplesPiece piece_{};
    double per_cube_ = 0;       ///< 1 / samples of the hypercube
    float density_ = 1;         ///< samples that one of the hypercube stands for, in the mean 1
    std::vector<double> unit_;  ///< [ncomp]: what values are multiplied by besides their volumes
    std::vector<double> value_, previous_;
    std::vector<double> square_;  ///< of the differences of the pairs of this piece
    uint64 drawn_ = 0;
    uint32 chosen_;
  };

  const statistics::Chunks &chunks() const { return chunks_; }
  int iteration() const { return iteration_.number; }
  /// Quasi-random points: directions and seed of the scrambling of an axis in this iteration.
  const uint32 *sobol_directions(std::size_t axis) const {
    return directions_.data() + axis * rng::scrambled_sobol_digits;
  }
  uint32 scramble_seed(std::size_t axis) const { return scramble_seed_[axis]; }
  /// Logarithm of the number of intervals of a stratum.
  uint32 stratum_bits() const {
    return static_cast<uint32>(std::countr_zero(nintervals_ / nstrat_));
  }
  double sample_share(const SamplesPiece &piece) const;

  /// For fill(): what each chunk gave, and sums over all of them.
  std::vector<SamplesChunk> results_;
  Tally tally_;

  const SamplesProblem problem_;
  const rng::PhiloxKeys<philox_rounds> keys_;
  uint64 nstrat_ = 1;
  uint64 nintervals_ = 2;
  uint64 ncube_ = 1;
  double cell_volume_ = 1;
  std::vector<std::uint64_t> edges_;
  std::vector<std::uint64_t> map_;  ///< [ndim][nintervals] of map::MapInterval

 private:
  /// What a receiver is handed: the samples of some chunks.
  struct Recording {
    uint64 first = 0;
    std::vector<double> x, weight, f;
  };

  uint64 first_of_cube(uint64 cube) const;
  uint64 begin_of_chunk(uint64 chunk) const;
  uint32 random_word(uint64 number, std::size_t axis, rng::PhiloxBlock &block) const;
  void seed_scrambling();
  void fill_for(const SampleReceiver &receiver);
  void record(const Sample &sample, double share, const double *f);
  uint64 cube_of_sample(uint64 sample) const;
  void allocate_samples();
  void join_pieces();
  void sum_chunks(SamplesResult &result) const;
  void rescale(const SamplesResult &result);
  void refine();
  void read_edges();

  SamplesIteration iteration_;
  uint64 per_cube_ = 0;  ///< samples of each hypercube, if they all have as many
  statistics::Chunks chunks_{};
  std::vector<uint64> first_;    ///< [ncube + 1], if their numbers differ
  std::vector<float> variance_;  ///< [ncube] of one sample, weighted over the components
  std::vector<double> piece_variance_;
  std::vector<uint64> piece_cube_;
  bool adaptive_ = false;

  std::vector<double> scale_;          ///< [ncomp], powers of 2
  std::vector<float> weight_;          ///< [ncomp], of the squares
  std::vector<uint32> directions_;     ///< [ndim][32], of Sobol points
  std::vector<uint32> scramble_seed_;  ///< [ndim]
  std::optional<Recording> recording_;
  std::deque<SamplesResult> finished_;
};

/// Evaluates the samples in order, one by one.
class ReferenceSamples final : public HostSamples {
 public:
  ReferenceSamples(SamplesProblem problem, const HostFunction &host)
      : HostSamples(std::move(problem)), host_(host) {}

 private:
  void fill(uint64 first, uint64 end) override;

  HostFunction host_;
};

}  // namespace cuboid::engine::reference
