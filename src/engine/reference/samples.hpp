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

/// A run of samples of one hypercube in one chunk.
struct SamplesPiece {
  uint64 chunk;
  uint64 cube;
  uint64 first;       ///< sample
  uint64 count;       ///< samples of the piece
  uint64 cube_count;  ///< samples of the hypercube
  bool begins_cube;   ///< the first sample of the hypercube is one of them
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
  /// Upper words of infinity and NaN are at least this.
  static constexpr uint32 infinite_word = 0x7FF00000u;

  /// Where a sample lies and what it weighs.
  struct Sample {
    uint64 number;
    const double *x;  ///< [ndim], in the box
    double volume;    ///< weight, without the share of the hypercube
  };

  /// What does not depend on the order of the samples.
  struct Tally {
    std::vector<uint64> histogram;      ///< [ndim][nintervals]
    std::vector<uint32> greatest;       ///< [ncomp]: upper words of |value|
    std::vector<uint32> greatest_cube;  ///< the same of what a hypercube adds to the variance
    uint64 nonfinite = 0;               ///< samples
    std::optional<SamplesNonfinite> first_nonfinite;

    void add(const Tally &other);
    void add(SamplesNonfinite &&found);
  };
  Tally empty_tally() const;

  /// Evaluates the groups of chunks from first to before end: hands the sums of each chunk to
  /// close_chunk, and adds up in tally_ what does not depend on their order.
  virtual void fill(uint64 first, uint64 end) = 0;

  /// Calls work with the numbers from 0 to before count, in any order, several at once if the
  /// engine has threads.  work must not throw.
  virtual void share_out(uint64 count, const std::function<void(uint64)> &work);

  /// Adds the parts of hypercubes in one chunk to those before, in order.
  void add_pieces(uint64 chunk, std::vector<SamplesPiece> &pieces) const;

  /// Finds a sample.  interval, x: [ndim].  Returns the volume.
  double place(const SamplesPiece &piece, uint64 number, uint32 *interval, double *x) const;

  /// What a hypercube multiplies its samples by, of which there are cube_count.
  struct PieceFactors {
    double per_cube;  ///< 1 / samples of the hypercube
    float density;    ///< samples that one of the hypercube stands for, in the mean 1
    double share;     ///< of a sample in the integral, without its volume
  };
  PieceFactors factors(uint64 cube_count) const;

  /// Factor of the values of a component besides their volumes.
  double unit(std::size_t component) const { return scale_[component] * cell_volume_; }

  /// Counts a sample one of whose values is not finite.  f: [ncomp], of the box.
  void note_nonfinite(const Sample &sample, const double *f, Tally &tally) const;

  /// Begins a chunk.
  void open_chunk(uint64 chunk);

  /// Ends a piece.  square: [ncov] sums of products of the differences of its pairs.  Adds what it
  /// gives to the sums of its chunk, [ncomp + ncov].
  void close_piece(const SamplesPiece &piece, double per_cube, double *square, double *sums,
                   Tally &tally);

  /// Ends a chunk.  sums: [ncomp + ncov].  group: what this function needs from chunk to chunk; the
  /// chunks of a group come in order and with the same vector.
  void close_chunk(uint64 chunk, const double *sums, std::vector<double> &group);

  /// Whether a receiver wants the samples, and what it gets of one.
  bool recording() const { return recording_.has_value(); }
  void record(const Sample &sample, double share, const double *f);

  std::size_t nsums() const;
  bool refines() const { return iteration_.alpha > 0; }
  const std::vector<float> &weights() const { return weight_; }
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
  uint64 begin_of_chunk(uint64 chunk) const;

  /// For fill(): sums over all chunks.
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
  uint32 random_word(uint64 number, std::size_t axis, rng::PhiloxBlock &block) const;
  void seed_scrambling();
  void fill_for(const SampleReceiver &receiver);
  uint64 cube_of_sample(uint64 sample) const;
  void allocate_samples();
  void join_pieces();
  void sum_chunks(SamplesResult &result);
  void rescale(const SamplesResult &result);
  void refine();
  void read_edges();

  SamplesIteration iteration_;
  uint64 per_cube_ = 0;  ///< samples of each hypercube, if they all have as many
  statistics::Chunks chunks_{};
  std::vector<uint64> first_;           ///< [ncube + 1], if their numbers differ
  std::vector<double> group_sums_;      ///< [ncomp + ncov][groups of chunks]
  std::vector<float> variance_;         ///< [ncube] of one sample, weighted over the components
  std::vector<float> sigma_beta_;       ///< [ncube], in proportion
  std::vector<double> piece_variance_;  ///< [chunks][2], if adaptive, of pieces of hypercubes: the
                                        ///< one that goes on in this chunk, and one that begins
  std::vector<uint64> piece_cube_;      ///< the same: which hypercube, or none
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
  /// The sums of one chunk, and which pair of it goes to the histograms next.
  struct ChunkSums {
    std::vector<double> sums;    ///< [ncomp + ncov]
    std::vector<double> square;  ///< [ncov], of the differences of the pairs of a piece
    std::vector<double> value, previous, previous_pair;
    uint64 drawn = 0;
    uint32 chosen = 0;
  };

  void fill(uint64 first, uint64 end) override;
  void add(const Sample &sample, const uint32 *interval, const PieceFactors &factors,
           const double *f, ChunkSums &chunk);
  void add_to_histogram(const Sample &sample, const uint32 *interval, float density,
                        const std::vector<double> &value);

  HostFunction host_;
};

}  // namespace cuboid::engine::reference
