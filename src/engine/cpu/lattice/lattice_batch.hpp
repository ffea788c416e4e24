// The points of a lattice in batches, from their numbers to the sums of their groups.
#pragma once

#include <vector>

#include "base/words.hpp"
#include "engine/common/lattice_points.hpp"
#include "engine/common/lattice_totals.hpp"
#include "engine/common/stepping_engine.hpp"
#include "engine/engine.hpp"
#include "engine/lattice.hpp"
#include "statistics/lattice_chunks.hpp"

namespace cuboid::engine::cpu {

class LatticeBatch {
 public:
  /// points: most of a batch, a power of 2.  Request and problem must outlive it.
  LatticeBatch(const LatticeProblem &problem, const LatticeRequest &request, uint64 points);

  /// Works off groups, which are numbered through all shifts.  nonfinite: where those are counted.
  /// False if evaluate ended it.
  bool work_off(uint64 first, uint64 end, double *group_sums, LatticeTotals &nonfinite,
                const EvaluateBatch &evaluate);

 private:
  void hand_out(uint64 first, uint64 count);
  void add(uint64 first, uint64 count, double *group_sums, LatticeTotals &nonfinite);
  void add_rows(uint64 first, uint64 row, uint64 count, LatticeTotals &nonfinite);
  void drop_nonfinite(uint64 row, uint64 number, LatticeTotals &nonfinite);
  void close_chunk(uint64 shift, uint64 chunk, double *group_sums);

  const LatticeProblem &problem_;
  const LatticeRequest &request_;
  const statistics::LatticeChunks chunks_;
  const std::size_t ndim_, ncomp_;
  const uint64 capacity_;
  LatticePlaces places_;
  bool wanted_;                 ///< by the receiver
  std::vector<double> x_;       ///< [points][ndim]
  std::vector<double> weight_;  ///< [points]
  std::vector<double> f_;       ///< [points][ncomp]
  std::vector<double> sum_;     ///< [ncomp] of the open chunk
  std::vector<double> column_;  ///< [ncomp][chunks of a group]
};

}  // namespace cuboid::engine::cpu
