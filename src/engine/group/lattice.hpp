// Lattices whose points several ranks share out.
#pragma once

#include <cstdint>
#include <memory>

#include "engine/common/lattice_totals.hpp"
#include "engine/group/group.hpp"

namespace cuboid::engine::group {

/// Each rank sums a range of the groups with its own engine, and gets the sums of the others: the
/// leaves of the fixed tree, so that the bits are those of one.
class GroupLattice final : public LatticeEngine {
 public:
  /// min_points: points from which on they are shared out; with fewer, or with a receiver, each
  /// rank sums all of them itself.  The group outlives this.
  GroupLattice(std::unique_ptr<LatticeOfGroups> own, Group &ranks, std::int64_t min_points)
      : own_(std::move(own)), ranks_(ranks), min_points_(min_points) {}

  const LatticeProblem &problem() const override { return own_->problem(); }
  void evaluate_all(std::span<const LatticeRequest> requests, const Answer &answer) override;

 private:
  bool is_shared(const LatticeRequest &request) const;
  void evaluate_together(std::span<const LatticeRequest> requests, const Answer &answer);

  std::unique_ptr<LatticeOfGroups> own_;
  Group &ranks_;
  std::int64_t min_points_;
};

}  // namespace cuboid::engine::group
