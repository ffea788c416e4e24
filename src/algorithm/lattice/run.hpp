// One integration by lattices, which stops wherever it needs sums.
#pragma once

#include <memory>
#include <span>

#include "algorithm/lattice/lattice.hpp"
#include "engine/lattice.hpp"

namespace cuboid::algorithm {

class LatticeRun {
 public:
  /// mapped: there are samples for the map.  result: is brought up to date after every lattice.
  /// All must outlive it; the engines of the task are not used.
  LatticeRun(const LatticeTask &task, const engine::LatticeProblem &problem, bool mapped,
             LatticeResult &result);
  ~LatticeRun();

  /// Goes on to where it needs something, when all is answered that it needed before.  False: it
  /// has ended.  Throws as lattice().
  bool go_on();

  /// What it needs: samples, or else the sums of some lattices.
  const MapRequest *samples() const;
  std::span<const engine::LatticeRequest> lattices() const;

  void answer(MapAnswer &&answer);
  /// The sums of the next one of the lattices.  They are counted at once.  Throws
  /// Failure(CUBOID_NONFINITE) for NaN or infinity with stop_at_nonfinite.
  void answer(const engine::LatticeSums &sums);

 private:
  class Steps;
  std::unique_ptr<Steps> steps_;
};

}  // namespace cuboid::algorithm
