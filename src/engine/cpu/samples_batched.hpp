// Draws samples in batches, for the engines that evaluate them on threads or by a points engine.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "engine/engine.hpp"
#include "engine/reference/samples.hpp"

namespace cuboid::engine::cpu {

/// The bits of the results are those of the reference engine.
class BatchedSamples : public reference::HostSamples {
 public:
  using HostSamples::HostSamples;

 protected:
  /// Points of one batch and what belongs to them.
  class Batch {
   public:
    Batch(int ndim, int ncomp, std::size_t points);

   private:
    friend BatchedSamples;
    std::size_t capacity;   ///< pairs
    std::size_t piece = 0;  ///< of the next pair
    uint64 done = 0;        ///< samples of that piece that earlier batches had
    std::size_t pairs = 0;
    uint64 first = 0;                 ///< number of the first sample; the others follow
    std::vector<std::size_t> pieces;  ///< [pairs]: of each pair
    std::vector<uint32> coordinate;   ///< [ndim]: of the hypercube of the last pair
    std::vector<uint32> stratum;      ///< [ndim][capacity]: first interval
    std::vector<uint32> word;         ///< [2][ndim][capacity]: random, of the samples of pairs
    std::vector<uint32> interval;     ///< [2][ndim][capacity]
    std::vector<double> volume;       ///< [2][capacity]
    std::vector<double> x;            ///< [2 pairs][ndim]
    std::vector<double> weight;       ///< [2 pairs]
    std::vector<double> f;            ///< [2 pairs][ncomp]
  };

  /// Evaluates a batch; false: the work is to end at once.
  using Evaluate = std::function<bool(const PointSet &points, double *f)>;

  /// Works off the chunks from first to before end.  False if evaluate ended it.
  bool evaluate_chunks(uint64 first, uint64 end, Batch &batch, Tally &tally,
                       const Evaluate &evaluate);

 private:
  void choose_samples(const std::vector<reference::SamplesPiece> &pieces, Batch &batch) const;
  void draw_philox(Batch &batch) const;
  void draw_sobol(Batch &batch) const;
  void place_points(Batch &batch) const;
};

}  // namespace cuboid::engine::cpu
