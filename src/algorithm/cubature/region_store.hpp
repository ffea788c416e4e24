// The regions of native cubature, with what their estimates say beside those of Cuba's.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "cuba/cuhre/region_store.hpp"

namespace cuboid::algorithm {

/// Keeps all numbers of an estimate.
class RegionStore : public cuba::RegionStore {
 public:
  using cuba::RegionStore::RegionStore;

  std::int64_t bytes_per_region() const {
    return cuba::RegionStore::bytes_per_region() + numbers * ncomp() * std::int64_t{sizeof(double)};
  }

  std::int64_t add(std::int64_t like);
  RuleEstimate estimate(std::int64_t region, int component) const;
  void set_estimate(std::int64_t region, int component, const RuleEstimate &estimate);

  /// What is saved of these numbers follows after the rest.
  void save_beside(StateWriter &writer) const;
  /// Throws StateReader::BadState, after which the store is not to be used.
  void restore_beside(StateReader &reader);

 private:
  /// null, carried, size
  static constexpr std::int64_t numbers = 3;

  double *beside(std::int64_t region, int component) const {
    return blocks_[static_cast<std::size_t>(region / block_size)].get() +
           (region % block_size * ncomp() + component) * numbers;
  }
  std::int64_t numbers_from(std::int64_t region) const;
  void make_room(std::int64_t regions);

  std::vector<std::unique_ptr<double[]>> blocks_;  ///< [1024][ncomp][3], not filled in
};

}  // namespace cuboid::algorithm
