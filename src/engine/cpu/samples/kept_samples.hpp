// Uniform samples that are kept to tell how those of a map would scatter.
#pragma once

#include <cstdint>
#include <vector>

#include "base/words.hpp"
#include "engine/samples.hpp"

namespace cuboid::engine::cpu {

class KeptSamples {
 public:
  /// problem: must outlive it.
  explicit KeptSamples(const SamplesProblem &problem) : problem_(problem) {}

  /// Makes room for the samples of an iteration, and forgets those that are there.
  void begin(uint64 samples);

  /// So many of them from number `first` on.  x: [count][ndim] in the box.  weight: [count].
  /// f: [count][ncomp].  May be called for others at the same time.
  void put(uint64 first, uint64 count, const double *x, const double *weight, const double *f);

  /// See SamplesEngine::deviations.
  std::vector<double> deviations(const std::vector<std::uint64_t> &edges,
                                 std::uint64_t nintervals) const;

 private:
  const SamplesProblem &problem_;
  std::vector<uint32> place_;  ///< [samples][ndim] in the unit cube, in units of 2^-32
  std::vector<double> value_;  ///< [samples][ncomp] times weight
};

}  // namespace cuboid::engine::cpu
