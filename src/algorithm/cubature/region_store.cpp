#include "algorithm/cubature/region_store.hpp"

#include <algorithm>

namespace cuboid::algorithm {

/// For so many regions in all.
void RegionStore::make_room(std::int64_t regions) {
  while (std::ssize(blocks_) * block_size < regions)
    blocks_.push_back(std::make_unique_for_overwrite<double[]>(
        static_cast<std::size_t>(block_size * ncomp() * numbers)));
}

std::int64_t RegionStore::add(std::int64_t like) {
  make_room(size() + 1);
  return cuba::RegionStore::add(like);
}

RuleEstimate RegionStore::estimate(std::int64_t region, int component) const {
  RuleEstimate estimate = cuba::RegionStore::estimate(region, component);
  const double *const from = beside(region, component);
  estimate.null = from[0];
  estimate.carried = from[1];
  estimate.size = from[2];
  return estimate;
}

void RegionStore::set_estimate(std::int64_t region, int component, const RuleEstimate &estimate) {
  double *const to = beside(region, component);
  to[0] = estimate.null;
  to[1] = estimate.carried;
  to[2] = estimate.size;
  cuba::RegionStore::set_estimate(region, component, estimate);
}

/// Those of the block that begins with a region.
std::int64_t RegionStore::numbers_from(std::int64_t region) const {
  return std::min(block_size, size() - region) * ncomp() * numbers;
}

void RegionStore::save_beside(StateWriter &writer) const {
  for (std::int64_t begin = 0; begin < size(); begin += block_size)
    writer.put(beside(begin, 0), static_cast<std::size_t>(numbers_from(begin)));
}

void RegionStore::restore_beside(StateReader &reader) {
  make_room(size());
  for (std::int64_t begin = 0; begin < size(); begin += block_size) {
    double *const to = beside(begin, 0);
    const auto count = static_cast<std::size_t>(numbers_from(begin));
    reader.get(to, count);
    StateReader::require_finite(to, count);
    for (std::size_t i = 0; i < count; ++i) StateReader::require(to[i] >= 0);
  }
}

}  // namespace cuboid::algorithm
