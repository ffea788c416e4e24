// Draws samples in batches, for the engines that evaluate them on threads or by a points engine.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "engine/cpu/samples/host_samples.hpp"
#include "engine/engine.hpp"

namespace cuboid::engine::cpu {

class BatchedSamples : public HostSamples {
 public:
  using HostSamples::HostSamples;

 protected:
  /// A piece, or what of it lies in one batch.
  struct Segment {
    std::size_t piece;
    std::size_t begin;  ///< first pair
    std::size_t pairs;
    bool ends;  ///< the last of the piece
  };

  /// Points of one batch and what belongs to them.
  struct Batch {
    Batch(int ndim, int ncomp, std::size_t points);

    std::size_t capacity;  ///< pairs; see capacity_for
    std::size_t stride;    ///< of the rows below

    std::vector<SamplesPiece> pieces;  ///< to work off
    std::size_t piece = 0;             ///< of the next pair
    uint64 done = 0;                   ///< samples of that piece that earlier batches had

    std::vector<PieceFactors> factors;  ///< by the number of pairs of a hypercube

    std::size_t pairs = 0;
    uint64 first = 0;  ///< number of the first sample; the others follow
    std::vector<Segment> segments;
    std::vector<uint32> coordinate;  ///< [ndim]: of the hypercube of the last pair
    std::vector<uint32> stratum;     ///< [ndim][stride]: first interval
    std::vector<double> share;       ///< [stride], see PieceFactors
    std::vector<double> per_cube;    ///< [stride]
    std::vector<float> density;      ///< [stride]
    std::vector<uint32> word;        ///< [2][ndim][block]: random, of the samples of pairs
    std::vector<uint32> interval;    ///< [2][ndim][stride]
    std::vector<double> volume;      ///< [2][stride]
    std::vector<double> x;           ///< [2 pairs][ndim]
    std::vector<double> weight;      ///< [2 pairs]
    std::vector<double> f;           ///< [2 pairs][ncomp]

    std::vector<double> value;       ///< [ncomp][2][stride]
    std::vector<uint32> greatest;    ///< [ncomp]: upper words of these
    std::vector<double> term;        ///< [ncomp][stride]
    std::vector<double> difference;  ///< [ncomp][stride]
    std::vector<uint32> unit;        ///< [2][stride]: for the histograms
    std::vector<uint32> chosen;      ///< pairs for the histograms, if not all

    // The chunk that is being summed.
    bool open = false;
    std::vector<double> sums;    ///< [ncomp + ncov], see statistics/covariances.hpp
    std::vector<double> square;  ///< [ncov], of the differences of the pairs of a piece
    uint64 drawn = 0;            ///< pairs
    uint32 next_choice = 0;      ///< pair
    std::vector<double> group;   ///< see SamplesSums::close_chunk
  };

  /// Room for so many points, which an earlier iteration may have left: to take it from the system
  /// and to clear it costs as much as to draw some thousand samples.
  std::unique_ptr<Batch> take_batch(std::size_t points);
  void keep_batch(std::unique_ptr<Batch> batch);

  /// Evaluates a batch; false: the work is to end at once.
  using Evaluate = std::function<bool(const PointSet &points, double *f)>;

  /// Works off the groups of chunks from first to before end.  False if evaluate ended it.
  bool evaluate_groups(uint64 first, uint64 end, Batch &batch, SamplesTally &tally,
                       const Evaluate &evaluate);

  /// Samples of a whole group.
  uint64 group_samples() const { return statistics::chunks_per_group * chunks().length; }

 private:
  void choose_samples(Batch &batch) const;
  void draw_philox(Batch &batch, std::size_t begin, std::size_t count) const;
  void draw_sobol(Batch &batch, std::size_t begin, std::size_t count) const;
  void place_points(Batch &batch) const;
  void weigh_points(Batch &batch) const;
  void take_values(Batch &batch, SamplesTally &tally);
  bool weigh_by_steps(Batch &batch) const;
  void drop_nonfinite(Batch &batch, SamplesTally &tally) const;
  void sum_segment(const Segment &segment, Batch &batch, SamplesTally &tally);
  void add_to_histograms(Batch &batch, SamplesTally &tally) const;
  Sample sample(const Batch &batch, std::size_t i) const;

  std::mutex mutex_;  ///< guards kept_
  std::vector<std::unique_ptr<Batch>> kept_;
};

}  // namespace cuboid::engine::cpu
