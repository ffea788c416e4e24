#include "algorithm/suave/memory.hpp"

#include <algorithm>
#include <limits>
#include <new>

#include "algorithm/common/log.hpp"
#include "base/failure.hpp"

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
  const auto numbers_per_sample = bytes_per_sample_ / static_cast<std::int64_t>(sizeof(double));
  try {
    blocks_.push_back(std::make_unique_for_overwrite<double[]>(
        static_cast<std::size_t>(count * numbers_per_sample)));
  } catch (const std::bad_alloc &) {
    throw Failure(CUBOID_OUT_OF_MEMORY,
                  formatted("no memory for %lld samples of suave", static_cast<long long>(count)));
  }
  double *numbers = blocks_.back().get();
  return {count, numbers, numbers + count, numbers + count * (1 + ndim_)};
}

void SampleStore::clear() {
  blocks_.clear();
  budget_.give_back(samples_, bytes_per_sample_);
  samples_ = 0;
}

SampleStore::Halves SampleStore::divide(const SampleSet &set, int axis, double middle) const {
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
  return {{low, set.weight, set.x, set.f},
          {set.count - low, set.weight + low, set.x + low * ndim_, set.f + low * ncomp_}};
}

}  // namespace cuboid::algorithm::suave_parts
