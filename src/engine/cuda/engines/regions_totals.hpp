// What ranks show each other after a reduction.  Plain structs, passed by value.
#pragma once

#include "base/hd.hpp"
#include "rule/region_marking.hpp"
#include "rule/region_sums.hpp"

namespace cuboid::engine::cuda {

/// What is counted beside the sums.
struct ReductionCounts {
  unsigned long long nregions;
  unsigned long long nonfinite;  ///< values that were NaN or infinite
  unsigned long long histogram[rule::nbins];
};

/// In the memory of one device: its counts, and behind them its sums.  Nothing but words that are
/// added up.
struct ShownTotals {
  ReductionCounts counts;

  CUBOID_HD rule::ExactRegionSums *sums() {
    return reinterpret_cast<rule::ExactRegionSums *>(this + 1);
  }
  CUBOID_HD const rule::ExactRegionSums *sums() const {
    return reinterpret_cast<const rule::ExactRegionSums *>(this + 1);
  }
  static constexpr long long bytes(int ncomp) {
    return static_cast<long long>(sizeof(ShownTotals)) +
           ncomp * static_cast<long long>(sizeof(rule::ExactRegionSums));
  }
};
static_assert(sizeof(ShownTotals) % alignof(rule::ExactRegionSums) == 0);

struct TotalsOfAll {
  static constexpr int most = 16;

  const ShownTotals *part[most];  ///< of the ranks; or one with the sums of all
  int parts;
  const ShownTotals *own;
  ReductionCounts
      *told;  ///< memory of the host: counts of all ranks, and the histogram of this one
};

}  // namespace cuboid::engine::cuda
