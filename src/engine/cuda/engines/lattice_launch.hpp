// Small lattices that are summed in one launch, or in two around a batch function: see
// kernel/lattice_many.cuh.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/cuda/engines/bound_integrand.hpp"
#include "engine/cuda/engines/samples_memory.hpp"
#include "engine/cuda/kernel/lattice_many_arguments.cuh"
#include "engine/lattice.hpp"

namespace cuboid::engine::cuda {

/// The kernel that sums them.
KernelPart many_lattices_part();

class LatticeLaunch {
 public:
  /// bound outlives this.
  LatticeLaunch(BoundIntegrand &bound, int ndim, int ncomp)
      : bound_(bound), ndim_(static_cast<uint32>(ndim)), ncomp_(static_cast<uint64>(ncomp)) {}

  void clear();
  /// integral: whose lattice it is; first, end: of its groups, as in LatticePart.
  void add(const LatticeRequest &request, uint32 integral, uint64 first, uint64 end);
  /// For one more.
  bool has_room(const LatticeRequest &next) const;

  const std::vector<LatticeManyJob> &jobs() const { return jobs_; }
  /// Where the points of each begin, and where all end.
  const std::vector<uint64> &rows() const { return rows_; }

  /// Starts to sum them and to fetch the sums.  many: what does not depend on them, and for a batch
  /// function the rows; integral: as of BoundIntegrand::evaluate.  Throws Failure.
  void start(LatticeManyArguments many, const std::int64_t *integral = nullptr);

  // ---- when the device has done, of jobs()[place] ----

  /// Those of the groups that were asked for: see LatticeTotals.
  void take(std::size_t place, std::vector<double> &group_sums) const;
  const LatticeNonfinite &nonfinite(std::size_t place) const { return counted_[place]; }

 private:
  int place_of(const std::vector<map::SmoothAxis> &map);

  BoundIntegrand &bound_;
  const DeviceCall &call_ = bound_.call();
  const uint32 ndim_;
  const uint64 ncomp_;

  std::vector<LatticeManyJob> jobs_;
  std::vector<uint64> words_;
  std::vector<map::SmoothAxis> smooth_;
  std::vector<uint64> rows_{0};
  uint64 group_sums_ = 0;
  unsigned blocks_ = 0;

  // As they are fetched.
  std::vector<double> sums_;
  std::vector<LatticeNonfinite> counted_;

  GrowingArray<LatticeManyJob> jobs_on_device_{call_};
  GrowingArray<uint64> words_on_device_{call_};
  GrowingArray<map::SmoothAxis> smooth_on_device_{call_};
  GrowingArray<double> sums_on_device_{call_};
  GrowingArray<LatticeNonfinite> nonfinite_{call_};
};

}  // namespace cuboid::engine::cuda
