// What ranks decide together of the regions that they share out: the totals of their reductions.
#include <algorithm>
#include <limits>

#include "engine/cuda/engines/regions_class.cuh"

namespace cuboid::engine::cuda {

namespace {

constexpr std::int64_t no_limit = std::numeric_limits<std::int64_t>::max() / 2;

}  // namespace

/// Does this rank's part of an iteration up to its reduction, and hears of the others.
void CudaRegions::work_together(std::int64_t points, const std::function<void()> &work) {
  ranks_->work(points, reduction_, [&] {
    work();
    hand_in_totals();
  });
}

CudaRegions::PinnedTotals CudaRegions::pinned_totals() {
  const auto ncomp = static_cast<std::size_t>(ncomp_);
  const std::size_t bytes = ncomp * sizeof(rule::ExactRegionSums);
  if (!pinned_totals_)
    pinned_totals_.emplace(call_, bytes + sizeof(LoopState),
                           bytes_of_integrand + bytes_told(ncomp_) + sizeof(ReductionCounts));
  auto *const sums = static_cast<rule::ExactRegionSums *>(pinned_totals_->get());
  return {{sums, ncomp}, reinterpret_cast<LoopState *>(sums + ncomp)};
}

/// What the last reduction has found here: to the other devices, or to the host, who tells the
/// others.
void CudaRegions::hand_in_totals() {
  shown_ = across_.has_value();
  if (shown_)
    show_totals();
  else
    gather_totals();
}

/// That they are there, the others hear from their own streams, once all hosts have met.
void CudaRegions::show_totals() {
  across_->turn = 1 - across_->turn;
  launch_show(static_cast<ShownTotals *>(across_->place[across_->turn].get()));
  check(cudaEventRecord(across_->turns[across_->turn].shown.get(), stream_), "sums over regions");
}

/// To the host.
void CudaRegions::gather_totals() {
  const PinnedTotals pinned = pinned_totals();
  check(cudaMemcpyAsync(pinned.sums.data(), work_.totals, pinned.sums.size_bytes(),
                        cudaMemcpyDeviceToHost, stream_),
        "sums over regions");
  check(cudaMemcpyAsync(pinned.state, work_.state, sizeof(LoopState), cudaMemcpyDeviceToHost,
                        stream_),
        "sums over regions");
  check(cudaStreamSynchronize(stream_), "sums over regions");
  totals_.sums.assign(pinned.sums.begin(), pinned.sums.end());
  const LoopState &state = *pinned.state;
  totals_.nregions = own_regions_;
  totals_.nonfinite = static_cast<std::int64_t>(state.nonfinite);
  totals_.bins.assign(std::begin(state.histogram), std::end(state.histogram));
  own_bins_ = totals_.bins;
}

/// The units of the errors, and then the errors in these units.
void CudaRegions::reduction_twice_together() {
  reduction_together(ReductionFor::units);
  ranks_->hold([this] {
    launch_reduction(false, ReductionFor::marking, own_regions_);
    hand_in_totals();
  });
  // They meet, so that each knows that the others have begun to show theirs.
  if (shown_) ranks_->tell_held(reduction_);
  reduction_together(ReductionFor::marking);
}

/// Adds up what all ranks have found, and lets each device decide on it: all decide alike.
void CudaRegions::reduction_together(ReductionFor purpose) {
  if (!shown_) ranks_->add_up(totals_);
  ranks_->hold([&] {
    if (shown_)
      decide_across(purpose);
    else
      decide_by_totals(purpose);
  });
  if (purpose == ReductionFor::units) return;
  // What follows depends on the decision, which a rank in trouble does not know.
  ranks_->tell_held(reduction_);
  reduction_.nregions = totals_.nregions;
  reduction_.nonfinite = totals_.nonfinite;
  if (reduction_.status == RegionStatus::running) mark_together();
}

/// As many regions as `memory` allows to all ranks together.
std::int64_t CudaRegions::limit_of_all() const {
  if (memory_ <= 0) return no_limit;
  return rule::limit_without_slices(memory_ / RegionMemory::bytes_per_region(ndim_, ncomp_));
}

void CudaRegions::decide_across(ReductionFor purpose) {
  const Across::Turn &turn = across_->turns[across_->turn];
  for (const cudaEvent_t other : turn.others)
    check(cudaStreamWaitEvent(stream_, other, 0), "waiting for another device");
  input_.limit = limit_of_all();
  // Each makes room for those that it splits.
  input_.fits = no_limit;
  launch_decision_across(turn.all, purpose);
  if (purpose == ReductionFor::units) return;
  wait_for(launched_);
  read_reduction();
  const ReductionCounts &told = *turn.all.told;
  totals_.nregions = told.nregions;
  totals_.nonfinite = static_cast<std::int64_t>(told.nonfinite);
  own_bins_.assign(std::begin(told.histogram), std::end(told.histogram));
}

void CudaRegions::decide_by_totals(ReductionFor purpose) {
  const PinnedTotals pinned = pinned_totals();
  std::copy(totals_.sums.begin(), totals_.sums.end(), pinned.sums.begin());
  std::copy(totals_.bins.begin(), totals_.bins.end(), pinned.state->histogram);
  check(cudaMemcpyAsync(work_.totals, pinned.sums.data(), pinned.sums.size_bytes(),
                        cudaMemcpyHostToDevice, stream_),
        "sums over regions");
  check(cudaMemcpyAsync(work_.state->histogram, pinned.state->histogram,
                        sizeof pinned.state->histogram, cudaMemcpyHostToDevice, stream_),
        "sums over regions");
  const std::int64_t elsewhere = totals_.nregions - own_regions_;
  input_.finished = elsewhere;
  input_.limit = limit_of_all() - elsewhere;
  // Each makes room for those that it splits.
  input_.fits = no_limit;
  launch_decision(purpose);
  if (purpose == ReductionFor::units) {
    check(cudaStreamSynchronize(stream_), "the regions engine");
    return;
  }
  wait_for(launched_);
  read_reduction();
}

}  // namespace cuboid::engine::cuda
