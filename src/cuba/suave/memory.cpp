#include "cuba/suave/memory.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <new>

#include "base/failure.hpp"
#include "run/log.hpp"

namespace cuboid::algorithm::suave_parts {

void MemoryBudget::take(std::int64_t count, std::int64_t bytes) {
  const std::int64_t most = limit_ > 0 ? limit_ : std::numeric_limits<std::int64_t>::max();
  if (count > (most - used_) / bytes)
    throw Failure(
        CUBOID_OUT_OF_MEMORY,
        formatted("suave holds %lld bytes and needs %lld times %lld more, but memory_limit "
                  "is %lld bytes",
                  static_cast<long long>(used_), static_cast<long long>(count),
                  static_cast<long long>(bytes), static_cast<long long>(most)));
  used_ += count * bytes;
}

SampleSet SampleStore::allocate(std::int64_t count) {
  budget_.take(count, bytes_per_sample_);
  samples_ += count;
  const std::int64_t size = count * (bytes_per_sample_ / static_cast<std::int64_t>(sizeof(double)));
  if (blocks_.empty() || blocks_.back().size - used_ < size) add_block(std::max(size, usual_size));
  double *const numbers = blocks_.back().numbers.get() + used_;
  used_ += size;
  return {count, numbers, numbers + count, numbers + count * (1 + ndim_)};
}

void SampleStore::add_block(std::int64_t size) {
  try {
    blocks_.push_back(
        {std::make_unique_for_overwrite<double[]>(static_cast<std::size_t>(size)), size});
  } catch (const std::bad_alloc &) {
    throw Failure(CUBOID_OUT_OF_MEMORY, formatted("no memory for %lld numbers of samples of suave",
                                                  static_cast<long long>(size)));
  }
  used_ = 0;
}

void SampleStore::clear() {
  // One block stays for samples to come.
  if (!blocks_.empty()) blocks_.resize(blocks_.front().size == usual_size ? 1 : 0);
  used_ = 0;
  budget_.give_back(samples_, bytes_per_sample_);
  samples_ = 0;
}

SampleStore::Parts SampleStore::cut(const SampleSet &set, std::int64_t count) const {
  return {{count, set.weight, set.x, set.f},
          {set.count - count, set.weight + count, set.x + count * ndim_, set.f + count * ncomp_}};
}

SampleStore::Parts SampleStore::divide(const SampleSet &set, int axis, double middle) const {
  const double *position = set.x + axis;
  std::int64_t low = 0;
  std::int64_t high = set.count;
  for (;;) {
    while (low < high && position[low * ndim_] < middle) ++low;
    while (low < high && !(position[(high - 1) * ndim_] < middle)) --high;
    if (low == high) break;
    --high;
    std::swap(set.weight[low], set.weight[high]);
    std::swap_ranges(set.x + low * ndim_, set.x + (low + 1) * ndim_, set.x + high * ndim_);
    std::swap_ranges(set.f + low * ncomp_, set.f + (low + 1) * ncomp_, set.f + high * ncomp_);
    ++low;
  }
  return cut(set, low);
}

}  // namespace cuboid::algorithm::suave_parts
