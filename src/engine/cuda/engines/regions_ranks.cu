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
  if (group_ != nullptr && group_->asleep()) past_.push_back(reduction_);
}

/// The reduction of this call is one of those that the first rank has found before this one began.
bool CudaRegions::replay() {
  if (group_ == nullptr || !group_->late()) return false;
  if (!met_) join();
  if (replayed_ == past_.size()) return false;
  reduction_ = past_[replayed_++];
  return true;
}

/// The others begin, and take over what the first rank knows, but for the regions.
void CudaRegions::join() {
  group::work_and_meet(*group_, group::Step::regions, {}, 0,
                       [this] { call_.wait("the regions engine"); });
  std::vector<std::uint64_t> words(static_cast<std::size_t>(group_->size()));
  words[static_cast<std::size_t>(group_->rank())] = reinterpret_cast<std::uint64_t>(this);
  group_->gather(words, group::range_begins(group_->size(), group_->size()));
  group::work_and_meet(*group_, group::Step::regions, {}, 0, [&] {
    if (!ranks_->is_first()) adopt(*reinterpret_cast<const CudaRegions *>(words[0]));
  });
  met_ = joined_ = true;
}

void CudaRegions::adopt(const CudaRegions &first) {
  past_ = first.past_;
  joins_then_ = first.joins_then_;
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
    // Of all that the first one has, as many as can be shown at once.
    const std::int64_t size = group_->size();
    even_out(std::min(own_regions_, regions_in_buffer() / (size - 1) * size), Giving::any);
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
  if (gifts_) return;
  peers_ = reach_each_other(call_, *group_);
  if (peers_ == ReadBy::nobody) return;
  const bool across = peers_ == ReadBy::devices && group_->size() <= TotalsOfAll::most;
  ranks_->hold([&] {
    gifts_.emplace(call_, regions_in_buffer() * numbers_of_region(ndim_, ncomp_), peers_);
    if (across) across_.emplace(call_, ncomp_);
  });
  Shown mine{{nullptr, nullptr, nullptr}};
  if (gifts_) mine.memory[0] = gifts_->buffer.get();
  if (across_)
    mine = {{mine.memory[0], across_->place[0].get(), across_->place[1].get()},
            across_->turns[0].shown.get(),
            across_->turns[1].shown.get()};
  const std::vector<Shown> all = shown_by_all(call_, *group_, mine, peers_);
  for (const Shown &rank : all)
    if (gifts_) gifts_->of_ranks.push_back(static_cast<const double *>(rank.memory[0]));
  // Of a rank in trouble the others hear when they meet next.
  const auto shows = [](const Shown &rank) { return rank.memory[2] != nullptr; };
  if (across_ && std::all_of(all.begin(), all.end(), shows))
    find_totals(all);
  else
    across_.reset();
}

/// Where the others show theirs.
void CudaRegions::find_totals(const std::vector<Shown> &all) {
  const auto own = static_cast<std::size_t>(group_->rank());
  for (int t = 0; t < 2; ++t) {
    Across::Turn &turn = across_->turns[t];
    turn.all.size = group_->size();
    turn.all.own = group_->rank();
    turn.all.told = static_cast<ReductionCounts *>(across_->told.get());
    for (std::size_t r = 0; r < all.size(); ++r) {
      turn.all.of_rank[r] = static_cast<const ShownTotals *>(all[r].memory[1 + t]);
      if (r != own) turn.others.push_back(t == 0 ? all[r].when : all[r].before);
    }
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
  const group::RegionsInPlace in_place = regions_in_place();
  // As to the others, so many are not worth the time that it takes to move them.
  const std::int64_t least =
      std::min(points_worth_moving, points_worth_sharing_ / shorter_where_many_follow) /
      (2 * rule_.npoints);
  return ranks_->even_out(
      count, numbers_of_region(ndim_, ncomp_),
      [this](std::int64_t part, std::uint64_t *regions) { give(part, regions); },
      [this](std::int64_t part, const std::uint64_t *regions) { take(part, regions); },
      peers_ != ReadBy::nobody ? &in_place : nullptr, least);
}

/// As many fit into the memory for the results of the rule, which nobody needs between two
/// iterations, and their places into that for the places of parents, behind the counters.
std::int64_t CudaRegions::regions_in_buffer() const {
  const std::int64_t numbers =
      gifts_ ? gifts_->buffer.count() : 2 * work_capacity_ * nsums * ncomp_;
  return std::min<std::int64_t>(numbers / numbers_of_region(ndim_, ncomp_),
                                work_capacity_ - gift_counters);
}

/// Takes so many of the regions that are to go out, into the memory for results:
/// regions_in_buffer() at most.
void CudaRegions::pack(std::int64_t count) {
  Gift gift{};
  gift.numbers = buffer();
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

/// Adds regions, for which there is room.
void CudaRegions::unpack(const double *numbers, std::int64_t count) {
  const auto blocks = static_cast<int>((count + reduction_threads - 1) / reduction_threads);
  launch(reinterpret_cast<const void *>(unpack_regions), blocks, reduction_threads,
         regions_->arrays, numbers, static_cast<long long>(own_regions_),
         static_cast<long long>(count), ndim_, ncomp_);
  own_regions_ += count;
}

void CudaRegions::make_room(std::int64_t count) {
  if (!grow_to(own_regions_ + count))
    throw Failure(CUBOID_OUT_OF_MEMORY, "no memory for the regions of another device");
}

void CudaRegions::give(std::int64_t count, std::uint64_t *words) {
  while (count > 0) {
    const std::int64_t part = std::min(count, regions_in_buffer());
    pack(part);
    const std::int64_t told = part * numbers_of_region(ndim_, ncomp_);
    check(cudaMemcpyAsync(words, buffer(), static_cast<std::size_t>(told) * sizeof(double),
                          cudaMemcpyDeviceToHost, stream_),
          "handing over regions");
    check(cudaStreamSynchronize(stream_), "handing over regions");
    words += told;
    count -= part;
  }
}

void CudaRegions::take(std::int64_t count, const std::uint64_t *words) {
  make_room(count);
  while (count > 0) {
    const std::int64_t part = std::min(count, regions_in_buffer());
    const std::int64_t told = part * numbers_of_region(ndim_, ncomp_);
    check(cudaMemcpyAsync(buffer(), words, static_cast<std::size_t>(told) * sizeof(double),
                          cudaMemcpyHostToDevice, stream_),
          "taking over regions");
    unpack(buffer(), part);
    words += told;
    count -= part;
  }
  check(cudaStreamSynchronize(stream_), "taking over regions");
}

/// Devices that reach each other's memory read regions in the buffer of the one that gives them.
group::RegionsInPlace CudaRegions::regions_in_place() {
  using Place = group::RegionsInPlace::Place;
  // The words of a place: the number of its rank, from 1 on, and an event, for which other
  // processes cannot wait.
  const auto recorded = [this](const Event &event) {
    check(cudaEventRecord(event.get(), stream_), "handing over regions");
    Place place{static_cast<std::uint64_t>(group_->rank()) + 1, 0};
    if (peers_ == ReadBy::processes)
      wait_beside_others(event.get(), "handing over regions");
    else
      place.when = reinterpret_cast<std::uint64_t>(event.get());
    return place;
  };
  const auto wait = [](const Place &place) {
    if (place.when != 0)
      wait_beside_others(reinterpret_cast<cudaEvent_t>(place.when), "handing over regions");
  };
  group::RegionsInPlace in_place;
  in_place.most = regions_in_buffer();
  in_place.show = [this, recorded](std::int64_t count) {
    pack(count);
    return recorded(gifts_->packed);
  };
  in_place.take = [this, wait](const Place &shown, std::int64_t first, std::int64_t count) {
    make_room(count);
    wait(shown);
    const double *const numbers = gifts_->of_ranks[shown.where - 1];
    unpack(numbers + first * numbers_of_region(ndim_, ncomp_), count);
  };
  in_place.when_read = [this, recorded] { return recorded(gifts_->unpacked); };
  in_place.wait = wait;
  return in_place;
}

}  // namespace cuboid::engine::cuda
