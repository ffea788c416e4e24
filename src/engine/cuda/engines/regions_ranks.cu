// Regions that are shared out among ranks, each of which has a device.
#include <algorithm>
#include <cstring>
#include <numeric>
#include <utility>

#include "base/failure.hpp"
#include "base/tolerances.hpp"
#include "engine/cuda/engines/regions_class.cuh"
#include "engine/cuda/engines/regions_exchange.cuh"

namespace cuboid::engine::cuda {

/// Of the iteration that follows the last decision, on all ranks.
std::int64_t CudaRegions::points_of_next() const {
  const rule::MarkedBins &marked = output_.progress[completed_ & 1].marked;
  return 2 * (marked.above + marked.part) * rule_.npoints;
}

/// How far the last reduction has come.
void CudaRegions::note_stage() {
  if (!ranks_) return;
  double missing = 0;
  const auto estimate = [this](std::size_t c) {
    return ComponentEstimate{reduction_.value[c], reduction_.error[c]};
  };
  for (std::size_t c = 0; c < reduction_.value.size(); ++c)
    missing = std::max(missing, reduction_.error[c] / tolerance_of_all(request_.goal, estimate,
                                                                       reduction_.value.size(), c));
  stages_.push_back({reduction_.neval, missing});
}

/// Whether to share out the regions after the next iteration.
bool CudaRegions::worth_sharing_out() const {
  const std::int64_t points = points_of_next();
  if (points >= points_worth_sharing_) return true;
  return points >= points_worth_sharing_ / shorter_where_many_follow &&
         reduction_.neval >= points_worth_sharing_ / 2 &&
         rule::are_left(stages_, times_to_follow * static_cast<double>(points_worth_sharing_));
}

/// Of what is found while the others do not exist yet.
void CudaRegions::remember() {
  if (group_ != nullptr) group_->remember(reduction_);
}

/// The reduction of this call is one of those that the first rank has found before this one began.
bool CudaRegions::replay() {
  const auto *known = group_ == nullptr ? nullptr : group_->known_of<RegionReduction>();
  if (known != nullptr) reduction_ = *known;
  return known != nullptr;
}

/// The others begin, and take over what the first rank knows, but for the regions.
void CudaRegions::join() {
  group::work_and_meet(*group_, group::Step::regions, {}, 0,
                       [this] { call_.wait("the regions engine"); });
  const std::vector<const CudaRegions *> all =
      group::told_by_all(*group_, std::vector<const CudaRegions *>{this});
  group::work_and_meet(*group_, group::Step::regions, {}, 0, [&] {
    if (!ranks_->is_first()) adopt(*all.front());
  });
  joined_ = true;
}

void CudaRegions::adopt(const CudaRegions &first) {
  request_ = first.request_;
  input_ = first.input_;
  launched_ = first.launched_;
  completed_ = first.completed_;
  // What the decisions have told the host, and what they leave for the next ones.
  std::memcpy(pinned_.get(), first.pinned_.get(),
              static_cast<std::size_t>(reinterpret_cast<const char *>(news_) -
                                       static_cast<const char *>(pinned_.get())));
  const auto bytes = static_cast<std::size_t>(fixed_memory_.bytes());
  check(
      cudaMemcpyPeerAsync(fixed_memory_.get(), call_.device().ordinal(), first.fixed_memory_.get(),
                          first.call_.device().ordinal(), bytes, stream_),
      "what another device has decided");
  clear_prefix(*regions_);
  call_.wait("what another device has decided");
}

/// From now on, each rank goes on with a range of the regions, of which all have the same; or the
/// first one, which alone has them, gives of them to the others.
/// Whoever has left meanwhile is heard of first.
void CudaRegions::share_out() {
  const std::int64_t all = reduction_.nregions;
  const std::int64_t begin = ranks_->begin(all);
  own_regions_ = ranks_->end(all) - begin;
  if (joined_) own_regions_ = ranks_->is_first() ? all : 0;
  ranks_->work(0, reduction_, [&] {
    if (!joined_) move_regions(make_memory(regions_->room, regions_->grows()), begin, own_regions_);
    // What all have seen is to be counted once.
    if (!ranks_->is_first())
      check(cudaMemsetAsync(&work_.state->nonfinite, 0, sizeof work_.state->nonfinite, stream_),
            "sharing out regions");
  });
  shared_ = true;
  find_peers();
  if (std::exchange(joined_, false)) {
    // Of all that the first one has, as many as both tables hold.
    const std::int64_t size = group_->size();
    even_out(std::min(own_regions_, 2 * room() / (size - 1) * size), Giving::any);
  }
  own_bins_.resize(rule::nbins);
  ranks_->hold([this] {
    launch(reinterpret_cast<const void *>(set_own_part), 1, 1, work_.state,
           static_cast<long long>(own_regions_), 0ll);
    count_own_bins();
  });
  mark_together();
}

/// Once all ranks are here.
void CudaRegions::find_peers() {
  if (exchange_) return;
  const ReadBy read_by = reach_each_other(call_, *group_);
  exchange_.emplace(call_, *group_, read_by);
  // Both tables take as much memory as the results of the rule.  The places of those that are given
  // stand in that for the places of parents, behind the counters.
  exchange_->room =
      std::min<std::int64_t>(work_capacity_ * nsums * ncomp_ / numbers_of_region(ndim_, ncomp_),
                             work_capacity_ - gift_counters);
  const std::int64_t words = ShownTotals::bytes(ncomp_) / sizeof(unsigned long long);
  ranks_->hold([&] {
    exchange_->told.emplace(call_, sizeof(ReductionCounts),
                            bytes_of_integrand + bytes_told(ncomp_));
    for (Turn &turn : exchange_->turn) {
      turn.place = DeviceMemory(call_, ShownTotals::bytes(ncomp_), read_by);
      turn.table = {call_, exchange_->room * numbers_of_region(ndim_, ncomp_), read_by};
      turn.totals.prepare();
      turn.gifts.prepare();
    }
  });
  for (Turn &turn : exchange_->turn) {
    turn.totals.sum(static_cast<unsigned long long *>(turn.place.get()),
                    static_cast<std::size_t>(words));
    turn.gifts.range(turn.table.get(), {});
    if (read_by == ReadBy::nobody) continue;
    turn.totals.hear();
    turn.gifts.hear();
  }
}

/// As a reduction counts them.
void CudaRegions::count_own_bins() {
  auto *const counts = reinterpret_cast<unsigned long long *>(work_.slot);
  check(cudaMemsetAsync(counts, 0, rule::nbins * sizeof *counts, stream_), "bins of regions");
  launch(reinterpret_cast<const void *>(count_bins), 4 * multiprocessors_, reduction_threads,
         regions_->arrays, static_cast<const double *>(work_.scale + (completed_ & 1) * ncomp_),
         static_cast<long long>(own_regions_), ncomp_, counts);
  own_bins_.resize(rule::nbins);
  check(cudaMemcpyAsync(own_bins_.data(), counts, rule::nbins * sizeof *counts,
                        cudaMemcpyDeviceToHost, stream_),
        "bins of regions");
  check(cudaStreamSynchronize(stream_), "bins of regions");
}

/// Points of an iteration in which ranks may differ: an H200 takes about 0.1 ms for so many, and to
/// hand regions over takes some 0.05 ms.
constexpr std::int64_t points_worth_moving = std::int64_t{1} << 22;

/// Which regions this rank splits next.  Directly after a reduction: who leaves before the next one
/// tells so where the ranks meet, and nothing else may be awaited of it first.
void CudaRegions::mark_together() {
  const rule::MarkedBins marked = output_.progress[completed_ & 1].marked;
  own_marked_ = 0;
  if (decision(completed_).status == choosing) choose_keys();
  const int first = marked.threshold + (marked.whole ? 0 : 1);
  own_marked_ = std::accumulate(own_bins_.begin() + first, own_bins_.end(), own_marked_);
  const group::RegionRanks::Moves moves = even_out(own_marked_, Giving::marked);
  own_marked_ += moves.taken - moves.given;
  launch(reinterpret_cast<const void *>(set_own_part), 1, 1, work_.state,
         static_cast<long long>(own_regions_), static_cast<long long>(own_marked_));
}

/// count: of the regions that are evened out, those of this rank.
group::RegionRanks::Moves CudaRegions::even_out(std::int64_t count, Giving giving) {
  giving_ = giving;
  // As to the others, so many are not worth the time that it takes to move them.
  const std::int64_t least =
      std::min(points_worth_moving, points_worth_sharing_ / shorter_where_many_follow) /
      (2 * rule_.npoints);
  return ranks_->even_out(count, *this, least);
}

void CudaRegions::begin(const std::vector<std::int64_t> &first) {
  Turn &turn = exchange_->next_gifts();
  if (!turn.gifts.by_hosts()) return;
  std::vector<std::int64_t> numbers = first;
  for (std::int64_t &number : numbers) number *= numbers_of_region(ndim_, ncomp_);
  turn.gifts.clear();
  turn.gifts.range(turn.table.get(), std::move(numbers));
}

void CudaRegions::give(std::int64_t first, std::int64_t count) {
  Turn &turn = exchange_->last_gifts();
  if (count > 0) pack(count, turn.table.get() + first * numbers_of_region(ndim_, ncomp_));
  turn.gifts.contribute();
}

/// Takes so many of the regions that are to go out.
void CudaRegions::pack(std::int64_t count, double *numbers) {
  Gift gift{};
  gift.numbers = numbers;
  gift.counters = reinterpret_cast<unsigned long long *>(work_.slot);
  gift.holes = work_.slot + gift_counters;
  gift.count = count;
  gift.left = own_regions_ - count;
  check(cudaMemsetAsync(gift.counters, 0, gift_counters * sizeof *gift.counters, stream_),
        "handing over regions");
  gift.every = giving_ == Giving::any ? group_->size() : 0;
  launch(reinterpret_cast<const void *>(pack_regions), 4 * multiprocessors_, reduction_threads,
         regions_->arrays, static_cast<const LoopState *>(work_.state),
         static_cast<const double *>(work_.scale + (completed_ & 1) * ncomp_), gift, ndim_, ncomp_);
  const auto blocks = static_cast<int>((count + reduction_threads - 1) / reduction_threads);
  launch(reinterpret_cast<const void *>(fill_holes), blocks, reduction_threads, regions_->arrays,
         gift, ndim_, ncomp_);
  own_regions_ = gift.left;
}

/// The devices wait for each other also where a rank takes none: only so are they done with the
/// table before when it is filled again.
void CudaRegions::receive(std::int64_t count) {
  if (!grow_to(own_regions_ + count))
    throw Failure(CUBOID_OUT_OF_MEMORY, "no memory for the regions of another device");
  DeviceExchange &gifts = exchange_->last_gifts().gifts;
  if (count > 0 || !gifts.by_hosts()) gifts.take();
}

void CudaRegions::take(int rank, std::int64_t first, std::int64_t count) {
  const double *const numbers = exchange_->last_gifts().gifts.part<double>(rank, 0) +
                                first * numbers_of_region(ndim_, ncomp_);
  const auto blocks = static_cast<int>((count + reduction_threads - 1) / reduction_threads);
  launch(reinterpret_cast<const void *>(unpack_regions), blocks, reduction_threads,
         regions_->arrays, numbers, static_cast<long long>(own_regions_),
         static_cast<long long>(count), ndim_, ncomp_);
  own_regions_ += count;
}

}  // namespace cuboid::engine::cuda
