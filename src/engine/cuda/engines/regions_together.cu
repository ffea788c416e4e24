// What ranks decide together of the regions that they share out: the totals of their reductions.
#include <iterator>
#include <limits>

#include "engine/cuda/engines/regions_class.cuh"

namespace cuboid::engine::cuda {

namespace {

constexpr std::int64_t no_limit = std::numeric_limits<std::int64_t>::max() / 2;

static_assert(TotalsOfAll::most >= max_reaching);

}  // namespace

/// Does this rank's part of an iteration up to its reduction, and hears of the others.
void CudaRegions::work_together(std::int64_t points, const std::function<void()> &work) {
  ranks_->work(points, reduction_, [&] {
    work();
    hand_in_totals();
  });
}

/// What the last reduction has found here, to the others.
void CudaRegions::hand_in_totals() {
  Turn &turn = exchange_->next_reduction();
  launch_show(turn.shown());
  // Into those, the sums of all come.
  if (turn.totals.by_hosts()) launch_show(exchange_->own());
  turn.totals.contribute();
}

/// The units of the errors, and then the errors in these units.
void CudaRegions::reduction_twice_together() {
  reduction_together(ReductionFor::units);
  ranks_->hold([this] {
    launch_reduction(false, ReductionFor::marking, own_regions_);
    hand_in_totals();
  });
  // They meet, so that each knows that the others have begun to show theirs.
  if (!exchange_->last_reduction().totals.by_hosts()) ranks_->tell_held(reduction_);
  reduction_together(ReductionFor::marking);
}

/// Adds up what all ranks have found, and lets each device decide on it: all decide alike.
void CudaRegions::reduction_together(ReductionFor purpose) {
  exchange_->last_reduction().totals.hear();
  ranks_->hold([&] { decide_across(purpose); });
  if (purpose == ReductionFor::units) return;
  // What follows depends on the decision, which a rank in trouble does not know.
  ranks_->tell_held(reduction_);
  if (reduction_.status == RegionStatus::running) mark_together();
}

/// As many regions as `memory` allows to all ranks together.
std::int64_t CudaRegions::limit_of_all() const {
  if (memory_ <= 0) return no_limit;
  return rule::limit_without_slices(memory_ / RegionMemory::bytes_per_region(ndim_, ncomp_));
}

void CudaRegions::decide_across(ReductionFor purpose) {
  DeviceExchange &totals = exchange_->last_reduction().totals;
  totals.take();
  TotalsOfAll all{};
  all.parts = totals.parts();
  for (int p = 0; p < all.parts; ++p) all.part[p] = totals.part<ShownTotals>(p, 0);
  all.own = exchange_->own();
  all.told = static_cast<ReductionCounts *>(exchange_->told->get());
  input_.limit = limit_of_all();
  // Each makes room for those that it splits.
  input_.fits = no_limit;
  launch_decision_across(all, purpose);
  if (purpose == ReductionFor::units) return;
  wait_for(launched_);
  read_reduction();
  reduction_.nregions = static_cast<std::int64_t>(all.told->nregions);
  reduction_.nonfinite = static_cast<std::int64_t>(all.told->nonfinite);
  own_bins_.assign(std::begin(all.told->histogram), std::end(all.told->histogram));
}

}  // namespace cuboid::engine::cuda
