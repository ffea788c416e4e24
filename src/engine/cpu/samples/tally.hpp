// What the samples of an iteration add up to in any order.
#pragma once

#include <optional>
#include <vector>

#include "base/words.hpp"
#include "engine/group/exchange.hpp"
#include "engine/samples.hpp"

namespace cuboid::engine::cpu {

struct SamplesTally {
  std::vector<uint64> histogram;  ///< [ndim][nintervals]
  std::vector<uint32> greatest;   ///< [ncomp]: upper words of |value|
  /// The same of what a hypercube adds to the variance, or if they all have as many samples, a
  /// chunk.
  std::vector<uint32> greatest_part;
  uint64 nonfinite = 0;  ///< samples
  std::optional<SamplesNonfinite> first_nonfinite;

  SamplesTally(std::size_t intervals, std::size_t ncomp)
      : histogram(intervals), greatest(ncomp), greatest_part(ncomp) {}

  void add(const SamplesTally &other);

  /// What ranks have of it, which is put together.  ndim: of the samples.
  void share(group::Exchange &exchange, int ndim);

  /// Counts a sample one of whose values is not finite.  x: [ndim]; f: [ncomp], of the box.
  void add_nonfinite(uint64 sample, const double *x, int ndim, const double *f);

 private:
  void keep_first(SamplesNonfinite &&found);
};

}  // namespace cuboid::engine::cpu
