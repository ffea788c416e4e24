// The memory of the regions engine, with the copies of rules, and what follows where it is short:
// more of it, or slices.
#include <algorithm>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <utility>

#include "base/failure.hpp"
#include "engine/cuda/engines/regions_class.cuh"
#include "engine/cuda/runtime/free_memory.hpp"
#include "engine/device/memory_share.hpp"

namespace cuboid::engine::cuda {

const KnownRule &known_rule(int ndim, int key) {
  static std::mutex mutex;
  static std::map<std::pair<int, int>, KnownRule> rules;
  const std::lock_guard lock(mutex);
  const auto [entry, added] = rules.try_emplace({ndim, key});
  if (added) {
    try {
      entry->second.rule = rule::make_orbit_rule(ndim, key);
      entry->second.packed = pack_rule(entry->second.rule);
    } catch (...) {
      rules.erase(entry);
      throw;
    }
  }
  return entry->second;
}

/// Copied at the first use, since a copy of so little takes as long as two launches.  It stays, as
/// the rule does.
const char *KnownRule::on_device(const DeviceCall &call) const {
  static std::mutex mutex;
  const std::lock_guard lock(mutex);
  char *&copy = copies[call.device().ordinal()];
  if (copy != nullptr) return copy;
  void *memory = nullptr;
  check(cudaMalloc(&memory, packed.arrays.size()), "memory for the rule");
  cudaError_t copied = cudaMemcpyAsync(memory, packed.arrays.data(), packed.arrays.size(),
                                       cudaMemcpyHostToDevice, call.stream());
  if (copied == cudaSuccess) copied = cudaStreamSynchronize(call.stream());
  if (copied != cudaSuccess) cudaFree(memory);
  check(copied, "the rule");
  copy = static_cast<char *>(memory);
  return copy;
}

/// The arrays for regions and for the work of an iteration: as much work at once as pays, or half
/// as much as often as the memory demands it.
void CudaRegions::allocate() {
  work_capacity_ =
      std::max<std::int64_t>(std::int64_t{1} << 20 >> (ncomp_ > 4 ? 4 : ncomp_ - 1), shape_.width);
  const std::int64_t bytes_per_split =
      RegionMemory::bytes_per_split(ncomp_) + 2 * RegionMemory::bytes_per_region(ndim_, ncomp_);
  while (memory_ > 0 && work_capacity_ * bytes_per_split > memory_ &&
         work_capacity_ / 2 >= shape_.width)
    work_capacity_ /= 2;
  allocate_fixed();
  while (true) {
    try {
      allocate_work(work_capacity_);
      regions_ = std::make_unique<RegionMemory>(ndim_, ncomp_, 2 * work_capacity_, call_);
      break;
    } catch (const Failure &failure) {
      // All ranks have to split as many at once, and beside others as many as alone.
      if (failure.status() != CUBOID_OUT_OF_MEMORY || work_capacity_ / 2 < shape_.width || ranks_ ||
          MemoryShare::bytes() > 0)
        throw;
      work_capacity_ /= 2;
      work_memory_ = {};
    }
  }
  input_.few = work_capacity_;
}

/// What does not depend on the number of regions.  The table of the rule stands apart.
void CudaRegions::allocate_fixed() {
  const auto place = [&](void *block) {
    ArrayPlacer placer(block);
    work_.state = placer.place<LoopState>(1);
    work_.changes = placer.place<rule::Changes>(ncomp_);
    work_.scale = placer.place<double>(2 * ncomp_);
    work_.slice = placer.place<rule::SliceGoal>(ncomp_);
    work_.totals = placer.place<rule::ExactRegionSums>(ncomp_);
    return placer.bytes();
  };
  fixed_memory_ = DeviceMemory(call_, place(nullptr));
  place(fixed_memory_.get());
  table_ = known_.packed.table_at(known_.on_device(call_));
}

/// What an iteration works with.  Between two, nobody needs what is there.
void CudaRegions::allocate_work(std::int64_t splits) {
  WorkArrays next = work_;
  const auto place = [&](void *block) {
    ArrayPlacer placer(block);
    next.sums = placer.place<double>(2 * splits * nsums * ncomp_);
    next.slot = placer.place<long long>(splits);
    next.parent = placer.place<rule::RegionEstimate>(splits * ncomp_);
    return placer.bytes();
  };
  work_memory_ = DeviceMemory(call_, place(nullptr));
  place(work_memory_.get());
  next.capacity = splits;
  next.nsums_stride = 2 * splits;
  work_ = next;
  work_capacity_ = splits;
}

/// As many regions as so much memory holds, with what their splitting needs beyond what there is.
std::int64_t CudaRegions::regions_in(std::int64_t bytes) const {
  const std::int64_t per_region = RegionMemory::bytes_per_region(ndim_, ncomp_);
  const std::int64_t per_split = RegionMemory::bytes_per_split(ncomp_);
  const std::int64_t few = bytes / per_region;
  if (few / split_part <= work_capacity_) return few;
  return (bytes + work_capacity_ * per_split) / (per_region + per_split / split_part);
}

bool CudaRegions::grow() {
  const ContextScope scope = bound_.entered();
  if (replay()) return true;
  if (shared_ || slices_.active() || !enlarge()) return false;
  remember();
  return true;
}

/// Makes room for so many regions at least.
bool CudaRegions::grow_to(std::int64_t wanted) {
  while (regions_->room < wanted)
    if (!enlarge()) return false;
  return true;
}

namespace {

/// From so many on, twice as many are enough: memory that is new to the process takes longer than
/// to copy regions once more.
constexpr std::int64_t many_regions = std::int64_t{1} << 24;

/// Part of the capacity: less room in addition is not worth a copy.
constexpr std::int64_t min_gain = 8;

/// A call beside others is to be made again by itself.
[[noreturn]] void refuse_more() {
  MemoryShare::note_end();
  throw Failure(CUBOID_OUT_OF_MEMORY, "the regions need more than their share of the memory");
}

/// How many regions come after `room` of them, beside which `most` fit.
std::int64_t next_room(std::int64_t room, std::int64_t most) {
  const std::int64_t twice = 2 * room;
  // Beside twice as many, most - room will fit.
  const bool once_more = most - room >= twice + twice / min_gain;
  return room >= many_regions && once_more ? twice : std::min(2 * twice, most);
}

/// The same where they need not be copied: little of the memory is left over then.
std::int64_t next_room_in_place(std::int64_t room, std::int64_t most) {
  const std::int64_t next = std::min(room + std::max(room / 2, RegionMemory::unit), most);
  return next / RegionMemory::unit * RegionMemory::unit;
}

}  // namespace

/// How many regions there may be in all.  in_place: without a copy, for which the old arrays and
/// the new ones would have to be there together.
std::int64_t CudaRegions::max_regions(bool in_place) const {
  const std::int64_t here = regions_->room;
  const std::int64_t held = in_place ? here * RegionMemory::bytes_per_region(ndim_, ncomp_) : 0;
  const std::int64_t beside = in_place ? 0 : here;
  std::int64_t most = regions_in(held + free_memory(call_.device()) / 10 * 9);
  for (const std::int64_t limit : {memory_, MemoryShare::bytes()})
    if (limit > 0) most = std::min(most, regions_in(limit) - beside);
  return most;
}

bool CudaRegions::enlarge() {
  const std::int64_t room = regions_->room;
  std::int64_t larger = next_room(room, max_regions(false));
  const bool in_place =
      regions_->grows() ||
      larger * RegionMemory::bytes_per_region(ndim_, ncomp_) > worth_growing_in_place();
  if (in_place) larger = next_room_in_place(room, max_regions(regions_->grows()));
  const bool beside_others = MemoryShare::bytes() > 0;
  if (larger < room + room / min_gain) {
    // Slices would take long, and for nothing.
    if (beside_others) refuse_more();
    return false;
  }
  try {
    if (regions_->grows())
      grow_in_place(larger);
    else
      move_regions(make_memory(larger, in_place), 0, room);
    if (larger / split_part > work_capacity_) allocate_work(larger / split_part);
    input_.fits = work_capacity_;
  } catch (const Failure &failure) {
    // Somebody else has taken it meanwhile.
    if (failure.status() != CUBOID_OUT_OF_MEMORY || beside_others) throw;
    return false;
  }
  input_.limit = rule::limit_without_slices(larger);
  if (reduction_.status == RegionStatus::full) decide_anew(slices_.active());
  return true;
}

/// Bytes of regions from which on they grow where they are.  Half of what the pool keeps: what it
/// has given once costs nothing there.  Else a gigabyte of new memory takes 1.7 ms, and where it is
/// given back 3.7; and several devices at once take as long as one after the other, which those
/// that grow in place do not (four H200, gpu_devices.txt).
std::int64_t CudaRegions::worth_growing_in_place() const {
  if (growing_from_ > 0) return growing_from_;
  return ReservedMemory::is_there(call_.device()) ? call_.device().memory() / 16
                                                  : std::numeric_limits<std::int64_t>::max();
}

std::unique_ptr<RegionMemory> CudaRegions::make_memory(std::int64_t room, bool grows) const {
  if (grows) return RegionMemory::growing(ndim_, ncomp_, room, call_);
  return std::make_unique<RegionMemory>(ndim_, ncomp_, room, call_);
}

void CudaRegions::grow_in_place(std::int64_t room) {
  regions_->grow(room);
  clear_prefix(*regions_);
}

void CudaRegions::clear_prefix(const RegionMemory &regions) {
  check(cudaMemsetAsync(regions.prefix, 0,
                        RegionMemory::chunks(regions.arrays.capacity) * sizeof(unsigned long long),
                        stream_),
        "clearing memory for regions");
}

/// To other memory, `count` of them from the place first on.
void CudaRegions::move_regions(std::unique_ptr<RegionMemory> next, std::int64_t first,
                               std::int64_t count) {
  const RegionArrays &from = regions_->arrays;
  const RegionArrays &to = next->arrays;
  const auto copy = [&](auto *there, const auto *here, int rows) {
    for (int row = 0; row < rows && count > 0; ++row)
      check(cudaMemcpyAsync(there + row * to.capacity, here + row * from.capacity + first,
                            count * sizeof(*there), cudaMemcpyDeviceToDevice, stream_),
            "regions");
  };
  copy(to.lower, from.lower, ndim_);
  copy(to.depth, from.depth, ndim_);
  copy(to.value, from.value, ncomp_);
  copy(to.null, from.null, ncomp_);
  copy(to.carried, from.carried, ncomp_);
  copy(to.error, from.error, ncomp_);
  copy(to.plain, from.plain, ncomp_);
  copy(to.axis, from.axis, 1);
  copy(to.rank, from.rank, 1);
  clear_prefix(*next);
  regions_ = std::move(next);
}

/// Sums of so many regions that wait are kept: each slice asks for those of all that wait.
constexpr long long regions_kept_together = 1 << 20;

std::vector<rule::RegionSums> CudaRegions::sums_over(long long first, long long last) {
  Sums all(static_cast<std::size_t>(ncomp_));
  const auto take = [&](const Sums &sums) {
    for (std::size_t c = 0; c < sums.size(); ++c) rule::add(all[c], sums[c]);
  };
  if (first == 0) {
    const auto whole = static_cast<std::size_t>(last / regions_kept_together);
    while (waiting_.size() < whole) {
      const long long begin = std::ssize(waiting_) * regions_kept_together;
      waiting_.push_back(exact_sums(begin, begin + regions_kept_together));
    }
    std::for_each_n(waiting_.begin(), whole, take);
    first = static_cast<long long>(whole) * regions_kept_together;
  }
  take(exact_sums(first, last));
  std::vector<rule::RegionSums> sums(all.size());
  std::transform(all.begin(), all.end(), sums.begin(),
                 [](const rule::ExactRegionSums &sum) { return rule::rounded(sum); });
  return sums;
}

CudaRegions::Sums CudaRegions::exact_sums(long long first, long long last) {
  // Between two reductions, the totals are 0.
  Sums exact(static_cast<std::size_t>(ncomp_));
  launch_sums(first, last);
  check(cudaMemcpyAsync(exact.data(), work_.totals, exact.size() * sizeof exact.front(),
                        cudaMemcpyDeviceToHost, stream_),
        "sums over regions");
  clear_totals();
  check(cudaStreamSynchronize(stream_), "sums over regions");
  return exact;
}

bool CudaRegions::slice() {
  const ContextScope scope = bound_.entered();
  if (ranks_) return false;
  do {
    // Those from the begin of the slice on have been worked on.
    const auto unchanged = static_cast<std::size_t>(slices_.begin() / regions_kept_together);
    waiting_.resize(std::min(waiting_.size(), unchanged));
    const long long held = reduction_.nregions - slices_.finished();
    if (!slices_.next(reduction_.status == RegionStatus::done, held, regions_->room, request_,
                      ndim_,
                      [this](long long first, long long last) { return sums_over(first, last); })) {
      return false;
    }
    const long long kept = slices_.end();
    check(cudaMemcpyAsync(&work_.state->nregions, &kept, sizeof kept, cudaMemcpyHostToDevice,
                          stream_),
          "regions");
    check(cudaMemcpyAsync(work_.slice, slices_.goals().data(),
                          slices_.goals().size() * sizeof(rule::SliceGoal), cudaMemcpyHostToDevice,
                          stream_),
          "a slice of regions");
    regions_->arrays.begin = slices_.begin();
    input_.refinement.least = slices_.least(request_.least);
    input_.limit = slices_.limit();
    input_.finished = slices_.finished();
    input_.sliced = true;
    decide_anew(true);
  } while (reduction_.status == RegionStatus::done);
  return true;
}

/// To the host, what the first regions have in an array: [rows][count].
template <class T>
std::vector<T> CudaRegions::copied(const T *array, int rows, long long count) {
  std::vector<T> host(static_cast<std::size_t>(rows * count));
  for (int row = 0; row < rows; ++row)
    check(cudaMemcpyAsync(host.data() + row * count, array + row * regions_->arrays.capacity,
                          count * sizeof(T), cudaMemcpyDeviceToHost, stream_),
          "regions");
  check(cudaStreamSynchronize(stream_), "regions");
  return host;
}

/// Without the iterations that made them, which the device does not keep.
RegionTable CudaRegions::table() {
  const ContextScope scope = bound_.entered();
  const long long count = copied(&work_.state->nregions, 1, 1).front();
  const std::vector<double> lower = copied(regions_->arrays.lower, ndim_, count);
  const std::vector<unsigned char> depth = copied(regions_->arrays.depth, ndim_, count);
  const std::vector<double> value = copied(regions_->arrays.value, ncomp_, count);
  const std::vector<double> error = copied(regions_->arrays.error, ncomp_, count);
  RegionTable table{ndim_, ncomp_, {}, {}, {}, {}, {}};
  std::vector<double> low(ndim_), high(ndim_);
  for (long long region = 0; region < count; ++region) {
    for (int d = 0; d < ndim_; ++d) {
      low[d] = lower[d * count + region];
      high[d] = low[d] + rule::halved(depth[d * count + region]);
    }
    table.add_box(low.data(), high.data());
    for (int c = 0; c < ncomp_; ++c)
      table.add_estimate(value[c * count + region], error[c * count + region]);
  }
  return table;
}

}  // namespace cuboid::engine::cuda
